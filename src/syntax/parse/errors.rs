//! From a parser's failure to what a reader needs: what was expected, what stands there instead, how to mend it.

use super::Rule;
use super::forms;
use super::habits;
use super::names::{Name, name, word};
use super::signs::sign_help;
use super::words::{EDITS, EXAMPLES, PARTS, STATEMENTS, WARRANTS, declaration_words};
use crate::diagnostics::Diagnostic;
use crate::syntax::fold::Folded;
use pest::error::{Error, ErrorVariant, InputLocation};

/// How many expected things a message names.
const MOST_NAMED: usize = 4;

/// A text that didn't parse: where it stands and why it is parsed.
pub struct Failure<'a> {
    /// The piece as it was parsed.
    pub text: &'a str,
    /// Where it begins in the file.
    pub base: usize,
    /// The file's characters and number.
    pub folded: &'a Folded,
    /// The file as it was read.
    pub original: &'a str,
    /// The file's number.
    pub file: u16,
}

/// Where the parser got stuck.
pub fn position(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    }
}

impl Failure<'_> {
    /// The message for a failure of the grammar.
    pub fn explain(&self, error: &Error<Rule>) -> Diagnostic {
        let at = position(error).min(self.text.len());
        let found = self.found(at);
        let rules = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
            ErrorVariant::CustomError { .. } => {
                let error = self.error(
                    "syntax::nesting",
                    "this is too involved to be read",
                    at,
                    &found,
                    "up to here",
                );
                return error.help("give a part of it a name of its own, with `fn`, `condition` or `let`");
            }
        };
        if let Some(error) = self.pass_alone(at, rules).or_else(|| self.misspelt_start(at, rules)) {
            return error;
        }
        let expected = expectation(rules);
        let named = matches!(&found, Found::Word(w) if is_reserved(w)) && rules.iter().any(|r| is_name(*r));
        let code = if named { "syntax::keyword" } else { "syntax::expected" };
        let help = self.help(at, &found, rules).or_else(|| self.form(at, rules));
        if expected.is_empty() {
            let message = format!("{} doesn't belong here", found.describe());
            return self
                .error(code, &message, at, &found, "expected something else")
                .maybe_help(help);
        }
        let message = format!("expected {expected}, found {}", found.describe());
        self.error(code, &message, at, &found, &format!("expected {expected}"))
            .maybe_help(help)
    }

    /// Help for a sign where a declaration should begin.
    pub fn sign_help(&self, sign: &str) -> Option<String> {
        sign_help(sign, "", &[]).map(str::to_string)
    }

    fn error(&self, code: &'static str, message: &str, at: usize, found: &Found<'_>, label: &str) -> Diagnostic {
        let (start, end) = match found {
            // What is missing at the end of a line is missing behind its last character.
            Found::LineEnd | Found::End => {
                let end = self.text[..at].trim_end().len();
                (end, end)
            }
            Found::Word(t) | Found::Number(t) | Found::Text(t) | Found::Sign(t) => (at, at + t.len()),
        };
        let span = super::span(self.folded, self.file, self.base + start, self.base + end);
        Diagnostic::error(code, message, span, label)
    }

    fn found(&self, at: usize) -> Found<'_> {
        let rest = &self.text[at..];
        let Some(c) = rest.chars().next() else {
            let behind = self.original.as_bytes().get(self.folded.original(self.base + at));
            return if behind.is_none_or(|b| *b == b'\n') {
                Found::LineEnd
            } else {
                Found::End
            };
        };
        let run = |is: fn(char) -> bool| &rest[..rest.find(|c| !is(c)).unwrap_or(rest.len())];
        match c {
            // A terminator that the author didn't type is the end of a line.
            ';' if self.original.as_bytes().get(self.folded.original(self.base + at)) != Some(&b';')
                && !self.original[..]
                    .get(self.folded.original(self.base + at)..)
                    .is_some_and(|r| r.starts_with('；')) =>
            {
                Found::LineEnd
            }
            // So is the end of the line before a brace that closes a block on the next.
            '}' if self.text[self.text[..at].trim_end().len()..at].contains('\n') => Found::LineEnd,
            '"' | '“' => Found::Text(&rest[..super::pieces::after_string(rest, 0).min(rest.len())]),
            _ if c.is_ascii_digit() => Found::Number(run(|c| c.is_ascii_digit())),
            _ if pest::unicode::XID_CONTINUE(c) => Found::Word(run(pest::unicode::XID_CONTINUE)),
            _ => {
                let two = [
                    ":=", "+=", "-=", "->", "..", "<=", ">=", "!=", "==", "&&", "||", "//", "/*", "**", "=>", "++",
                    "--",
                ];
                let length = if two.iter().any(|t| rest.starts_with(t)) {
                    2
                } else {
                    c.len_utf8()
                };
                Found::Sign(&rest[..length])
            }
        }
    }

    /// A name where a statement or the like begins, with something behind it that doesn't fit: a misspelt word?
    fn misspelt_start(&self, at: usize, rules: &[Rule]) -> Option<Diagnostic> {
        let mut words = self.words_here(at, rules);
        let mut start = at;
        let mut found = self.found(at);
        if !matches!(found, Found::Word(_)) || !begins_something(rules) {
            // Look at the word before, if it is the first of its line or block.
            let before = self.text[..at].trim_end();
            start = before
                .rfind(|c| !pest::unicode::XID_CONTINUE(c))
                .map_or(0, |i| i + before[i..].chars().next().map_or(1, char::len_utf8));
            let earlier = before[..start].trim_end();
            let edited = words.first() == EDITS.first() && (earlier.ends_with("add") || earlier.ends_with("override"));
            if edited {
                words = PARTS.into_iter().chain(STATEMENTS).chain(["such", "best"]).collect();
            }
            let begins = edited || earlier.ends_with([';', '{']);
            if !begins || start == before.len() || start == at {
                return None;
            }
            found = Found::Word(&before[start..]);
        }
        let Found::Word(word) = found else { return None };
        if words.contains(&word) {
            return None;
        }
        let thing = thing_here(&words);
        let habit = habits::statement(word).filter(|_| thing == "statement");
        let meant = || suggest(word, words.iter().copied()).map(|w| format!("did you mean `{w}`?"));
        let help = habit.map(str::to_owned).or_else(meant)?;
        let message = format!("`{word}` begins no {thing}");
        let error = self.error(
            "syntax::keyword",
            &message,
            start,
            &Found::Word(word),
            &format!("expected a {thing}"),
        );
        Some(error.help(help))
    }

    /// How what stands here is written, unless it goes wrong within an expression.
    fn form(&self, at: usize, rules: &[Rule]) -> Option<String> {
        let expression = |r: &Rule| matches!(r, Rule::number | Rule::expr) || name(*r) == Name::Operator;
        if rules.iter().any(expression) {
            return None;
        }
        let declaration = first_word(self.text);
        let form = if super::recovery::depth(self.text, at) == 0 {
            forms::declaration(declaration)
        } else {
            let entry = super::recovery::entry(self.text, at, &(0..0))?;
            forms::line(declaration, first_word(self.text.get(entry)?))
        };
        form.map(|form| format!("it is written so: `{form}`"))
    }

    /// `pass` as a statement, which only begins `pass turn to P`.
    fn pass_alone(&self, at: usize, rules: &[Rule]) -> Option<Diagnostic> {
        let before = self.text[..at].trim_end();
        if !rules.contains(&Rule::kw_turn) || !before.ends_with("pass") {
            return None;
        }
        let start = before.len() - "pass".len();
        let error = self.error(
            "syntax::expected",
            "`pass` is no statement, but something to choose",
            start,
            &Found::Word("pass"),
            "expected `pass turn to PLAYER`, or nothing",
        );
        Some(error.help(habits::PASS))
    }

    /// The words that can begin something at this place.
    fn words_here(&self, at: usize, rules: &[Rule]) -> Vec<&'static str> {
        let depth = super::recovery::depth(self.text, at);
        let first = first_word(self.text);
        let edits = first == "in" && depth == 1;
        if edits || rules.iter().any(|r| matches!(r, Rule::group_edit | Rule::part_edit)) {
            return EDITS.to_vec();
        }
        match first {
            "example" | "claim" => EXAMPLES.to_vec(),
            "step" | "condition" if depth == 1 => PARTS.to_vec(),
            _ if depth >= 1 => STATEMENTS.to_vec(),
            _ => Vec::new(),
        }
    }

    fn help(&self, at: usize, found: &Found<'_>, rules: &[Rule]) -> Option<String> {
        let expects = |rule: Rule| rules.contains(&rule);
        let before = &self.text[..at];
        if let Found::Word(t) | Found::Sign(t) = found
            && let Some(help) = habits::comprehension(before, t, rules)
                .or_else(|| habits::members(before, t))
                .or_else(|| habits::braces(before, t, rules))
        {
            return Some(help);
        }
        if let Found::Number(t) = found
            && let Some(help) = habits::wins_by(before, t).or_else(|| habits::roll_of(before, &self.text[at..]))
        {
            return Some(help);
        }
        let help = match found {
            Found::Word(w) if is_reserved(w) && rules.iter().any(|r| is_name(*r)) => {
                format!("`{w}` is a word of the language; choose another name")
            }
            Found::Word(w) if is_reserved(w) && expects(Rule::expr) => {
                format!("`{w}` is a word of the language and begins no expression")
            }
            _ if expects(Rule::kw_because) && !expects(Rule::sep) && !expects(Rule::EOI) => {
                "`from`, `guess` and `modern` say why: add `because \"…\"`".to_string()
            }
            _ if expects(Rule::kw_beyond) => {
                "a loop says what happens when its bound is reached: `loop at most N { … } beyond { … }`".to_string()
            }
            Found::LineEnd | Found::End if expects(Rule::kw_else) && !expects(Rule::sep) && !expects(Rule::EOI) => {
                "an `if` that gives a value needs both `then` and `else`".to_string()
            }
            Found::Sign("->" | "→")
                if expects(Rule::kind_name) || self.text[..at].trim_end().ends_with(pest::unicode::XID_CONTINUE) =>
            {
                "a move says how many: `move 1 FROM -> TO`, or `move all FROM -> TO`".to_string()
            }
            Found::Word(w) => {
                let mut expected: Vec<_> = rules.iter().filter_map(|r| word(*r)).collect();
                if expects(Rule::warrant) {
                    expected.extend(WARRANTS.map(str::to_string));
                }
                if let Some(meant) = suggest(w, expected.iter().map(String::as_str)) {
                    format!("did you mean `{meant}`?")
                } else if matches!(*w, "elif" | "elsif" | "elseif") {
                    "write `else if`".to_string()
                } else if expects(Rule::sep) && expects(Rule::rbrace) && (STATEMENTS.contains(w) || PARTS.contains(w)) {
                    "begin a new line, or put `;` between the two".to_string()
                } else {
                    return None;
                }
            }
            Found::Sign("]") if expects(Rule::op_range) && first_word(self.text) == "space" => {
                "the numbers of a family are a range: `space NAME[1..12]`".to_string()
            }
            // A type is missing, and not only the colon before it.
            Found::Sign("=") if expects(Rule::colon) && matches!(first_word(self.text), "var" | "agreed") => {
                return None;
            }
            Found::Text(_) if expects(Rule::expr) || expects(Rule::number) => {
                return habits::reason(before).map(str::to_string);
            }
            Found::Sign(s) => {
                let behind = self.text[at + s.len()..].lines().next().unwrap_or_default();
                if let Some(help) = habits::fraction(before, s, behind) {
                    return Some(help);
                }
                if *s == "-" && expects(Rule::cell) {
                    let number: String = behind.chars().take_while(char::is_ascii_digit).collect();
                    return Some(format!("a negative number stands in parentheses: `(-{number})`"));
                }
                return sign_help(s, behind, rules).map(str::to_string);
            }
            Found::Text(_) if expects(Rule::ident) => "a name stands without quotation marks".to_string(),
            Found::Number(_) if self.text[..at].ends_with(pest::unicode::XID_CONTINUE) => {
                "a name begins with a letter".to_string()
            }
            _ => return None,
        };
        Some(help)
    }
}

/// The word that a declaration or line begins with, behind `override` or `open`.
fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let text = text
        .strip_prefix("override ")
        .or(text.strip_prefix("open "))
        .unwrap_or(text);
    text.trim_start()
        .split(|c| !pest::unicode::XID_CONTINUE(c))
        .next()
        .unwrap_or("")
}

/// What stands where something else was expected.
enum Found<'a> {
    End,
    LineEnd,
    Word(&'a str),
    Number(&'a str),
    Text(&'a str),
    Sign(&'a str),
}

impl Found<'_> {
    fn describe(&self) -> String {
        match self {
            Found::End => "the end of the declaration".to_string(),
            Found::LineEnd => "the end of the line".to_string(),
            Found::Text(_) => "a text in quotation marks".to_string(),
            Found::Word(t) | Found::Number(t) | Found::Sign(t) => format!("`{t}`"),
        }
    }
}

/// What was expected, the most telling first; empty when the grammar only knows what was not.
fn expectation(rules: &[Rule]) -> String {
    let has = |rule: Rule| rules.contains(&rule);
    // All that an operand can begin with is one thing to a reader.
    let operand = has(Rule::number) && has(Rule::lbracket) && (has(Rule::ident) || has(Rule::named));
    let operator = rules.iter().any(|r| name(*r) == Name::Operator);
    let warrant = has(Rule::warrant) || has(Rule::tail);
    let mut telling: Vec<String> = Vec::new();
    let (mut end, mut tail) = (false, false);
    if operand {
        telling.push("an expression".to_string());
    }
    let expression = operand || has(Rule::expr);
    let several = rules.iter().any(|r| !matches!(r, Rule::lparen | Rule::lbracket));
    let mut rules = rules.to_vec();
    // Signs and words say more than kinds of things.
    rules.sort_by_key(|r| matches!(name(*r), Name::Thing(_)));
    for rule in &rules {
        let text = match name(*rule) {
            Name::Sign("(" | "[") if several => continue,
            Name::Sign("{") | Name::Thing("a number") if operand => continue,
            Name::Thing("a name") if expression || has(Rule::atom) => continue,
            Name::Sign(",") if rules.len() > MOST_NAMED => continue,
            Name::Sign("..") if operator => continue,
            Name::Sign(sign) => format!("`{sign}`"),
            Name::Word if operand && is_operand_word(*rule) => continue,
            Name::Word if operator && is_operator_word(*rule) => continue,
            Name::Word => word(*rule).map_or_else(String::new, |w| format!("`{w}`")),
            Name::Thing(thing) => thing.to_string(),
            Name::Operand if operand => continue,
            Name::Operand => "an expression".to_string(),
            Name::Operator | Name::Never => continue,
            Name::Tail if *rule == Rule::kw_when && !warrant => "`when`".to_string(),
            Name::Tail => {
                tail = true;
                continue;
            }
            Name::End => {
                end = true;
                continue;
            }
        };
        if !telling.contains(&text) {
            telling.push(text);
        }
    }
    telling.truncate(MOST_NAMED);
    if operator && telling.len() < MOST_NAMED {
        telling.push("an operator".to_string());
    }
    if end {
        let more: &[&str] = if rules.contains(&Rule::rbrace) {
            &["`}`", "a new line"]
        } else {
            &["the end of the declaration"]
        };
        telling.extend(more.iter().map(ToString::to_string));
        telling.truncate(MOST_NAMED);
    }
    if tail && telling.is_empty() {
        telling.push("a warrant (`per`, `from`, …)".to_string());
    }
    match telling.split_last() {
        None => String::new(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
    }
}

fn is_operand_word(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::kw_not
            | Rule::kw_some
            | Rule::kw_all
            | Rule::kw_no
            | Rule::kw_if
            | Rule::kw_cases
            | Rule::kw_as
            | Rule::kw_can
            | Rule::kw_count
            | Rule::kw_chance
            | Rule::kw_my
            | Rule::kw_their
    )
}

fn is_operator_word(rule: Rule) -> bool {
    matches!(rule, Rule::kw_in | Rule::kw_is | Rule::kw_of | Rule::kw_not)
}

fn is_name(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::ident | Rule::named_text | Rule::param | Rule::step_param | Rule::rule_name
    )
}

fn begins_something(rules: &[Rule]) -> bool {
    rules.iter().any(|r| {
        matches!(
            r,
            Rule::statement | Rule::part | Rule::example_line | Rule::group_edit | Rule::part_edit
        )
    })
}

fn thing_here(words: &[&str]) -> &'static str {
    match words.first() {
        Some(&"add") => "edit",
        Some(&"do") => "part of a step or a condition",
        Some(&"agreed") => "line of an example",
        _ => "statement",
    }
}

/// Whether no name may be this word.
pub fn is_reserved(word: &str) -> bool {
    use pest::Parser;
    super::RulesParser::parse(Rule::reserved, word)
        .is_ok_and(|mut pairs| pairs.next().is_some_and(|p| p.as_str() == word))
}

/// The word most like the one written, if any is like it.
pub fn suggest<'w>(written: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let length = written.chars().count();
    let allowed = match length {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    words
        .into_iter()
        .map(|w| (strsim::damerau_levenshtein(written, w), w))
        .filter(|(distance, w)| *distance > 0 && *distance <= allowed && *distance < w.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, w)| w)
}

/// Help for a word that begins no declaration.
pub fn declaration_help(written: &str) -> String {
    let meant = match written {
        "function" | "def" | "func" | "let" => Some("fn"),
        "constant" => Some("const"),
        "variable" => Some("var"),
        "include" | "import" | "use" => {
            return "the first line behind `language` says `uses NAME` or `extends NAME`".to_string();
        }
        "extends" | "uses" | "also" => {
            return "this belongs to the line that begins with `game` or `library`".to_string();
        }
        _ => suggest(written, declaration_words().chain(["game", "library"])),
    };
    if let Some(meant) = meant {
        return format!("did you mean `{meant}`?");
    }
    if STATEMENTS.contains(&written) {
        return format!(
            "`{written}` begins a statement, which belongs in the braces of a `phase`, a `routine` or the like"
        );
    }
    if PARTS.contains(&written) {
        return format!("`{written}` begins a part, which belongs in the braces of a `step` or a `condition`");
    }
    if EDITS.contains(&written) || EXAMPLES.contains(&written) {
        return format!("`{written}` belongs in the braces of another declaration");
    }
    "a declaration begins with a word such as `phase`, `step`, `fn`, `var`, `space`, `setup` or `example`".to_string()
}
