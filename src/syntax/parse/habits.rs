//! Help for what people write who know other languages, or who guess a word.

use super::Rule;
use super::names::{Name, name};
use super::pieces::after_string;
use super::words::STATEMENTS;

/// What to write for `pass` as a statement.
pub const PASS: &str = "who may pass chooses it, `choose { STEP | pass }`; where nothing can be chosen the phase goes on \
                        by itself, and needs no `else`";

/// How to write what a word that begins no statement probably means.
pub fn statement(word: &str) -> Option<&'static str> {
    Some(match word {
        "lose" | "loses" | "lost" | "loser" => {
            "an end says who wins: `win PLAYER by N`, with two players `win opponent`; or `rank seats by N`"
        }
        "winner" | "wins" | "won" | "victory" => "write `win PLAYER`, or `win PLAYER by N`",
        "tie" | "drawn" | "stalemate" => "write `draw`",
        "while" | "repeat" | "until" => {
            "every loop has a bound: `loop at most N { … } beyond { … }`, and `leave` goes out of it"
        }
        "break" => "`leave` goes out of a loop",
        "set" => "a variable is set with `:=`, as in `x := 1`",
        "return" => {
            "what gives a value is a function, `fn NAME(…) = EXPRESSION`; a block of statements ends with its brace"
        }
        "throw" | "cast" => "dice are thrown by `roll`",
        "goto" | "next" => {
            "`then PHASE` owes a phase, `again` a round; the turn passes by itself, or with `pass turn to P`"
        }
        _ => return None,
    })
}

/// A set written as other languages write it: `{ s for s in R if C }`, `{ s | s in R }`, `{ s in R if C }`.
pub fn comprehension(before: &str, found: &str, rules: &[Rule]) -> Option<String> {
    let goes_on = rules.iter().any(|r| name(*r) == Name::Operator);
    if !goes_on || !matches!(found, "for" | "if" | "|" | "where" | "such" | "with" | "when") {
        return None;
    }
    let open = innermost(before)?;
    let inside = before[open + 1..].trim();
    let mut words = inside.split_whitespace();
    let ranges = (words.next(), words.next());
    match (before.as_bytes()[open], ranges) {
        (b'{', (Some(member), Some("in"))) => {
            let range = inside.split_once(" in ").map_or("R", |(_, r)| r.trim());
            Some(format!(
                "what the members satisfy stands behind a colon: `{{ {member} in {range} : … }}`"
            ))
        }
        (b'{', (Some(_), second)) if found == "for" || second.is_none() => {
            Some("a set by what its members satisfy is written `{ x in R : CONDITION }`".to_owned())
        }
        (b'[', (Some(_), _)) if found == "for" => Some(
            "a bag is written out, `[a, b]`; a set by what its members satisfy is written `{ x in R : CONDITION }`"
                .to_owned(),
        ),
        _ => None,
    }
}

/// A statement without the braces that it needs.
pub fn braces(before: &str, found: &str, rules: &[Rule]) -> Option<String> {
    let operand = rules.contains(&Rule::number);
    if operand || !rules.contains(&Rule::lbrace) {
        return None;
    }
    let word = before.trim_end().rsplit(|c| !pest::unicode::XID_CONTINUE(c)).next();
    if word == Some("then") {
        return Some(
            "as a statement write `if C { … } else { … }`, without `then`; `if C then A else B` gives a value"
                .to_owned(),
        );
    }
    if found == "pass" {
        return Some(PASS.to_owned());
    }
    let written = match found {
        "again" | "draw" | "leave" => found.to_owned(),
        _ => format!("{found} …"),
    };
    STATEMENTS
        .contains(&found)
        .then(|| format!("statements stand in braces: `{{ {written} }}`"))
}

/// A reason behind `or`, where an expression is expected.
pub fn reason(before: &str) -> Option<&'static str> {
    let word = before.trim_end().rsplit(|c| !pest::unicode::XID_CONTINUE(c)).next();
    (word == Some("or")).then_some("a reason stands behind `else`: `let NAME = EXPRESSION else \"REASON\"`")
}

/// `expect SEAT wins by N`, after the `win PLAYER by N` of an end.
pub fn wins_by(before: &str, found: &str) -> Option<String> {
    let seat = before.trim_end().strip_suffix("by")?.trim_end().strip_suffix("wins")?;
    let seat = seat.trim_end().rsplit(char::is_whitespace).next()?;
    Some(format!("write `expect {seat} wins {found}`"))
}

/// `for p in players where C`: what the members satisfy belongs into a set.
pub fn members(before: &str, found: &str) -> Option<String> {
    if !matches!(found, "where" | "if" | "such" | "with" | "when") {
        return None;
    }
    let start = before.rfind([';', '{', '\n']).map_or(0, |at| at + 1);
    let (member, range) = before[start..].trim().strip_prefix("for ")?.split_once(" in ")?;
    let (member, range) = (member.trim(), range.trim());
    Some(format!(
        "write a set: `for {member} in {{ {member} in {range} : CONDITION }} {{ … }}`"
    ))
}

/// `roll 2 of d6`: dice are declared and then rolled.
pub fn roll_of(before: &str, behind: &str) -> Option<String> {
    let word = before.trim_end().rsplit(|c| !pest::unicode::XID_CONTINUE(c)).next();
    if word != Some("roll") {
        return None;
    }
    let mut words = behind
        .split(|c: char| !pest::unicode::XID_CONTINUE(c))
        .filter(|w| !w.is_empty());
    let dice = match (words.next(), words.next(), words.next()) {
        (Some(n), Some("of"), Some(die)) => format!("{n} of {die}"),
        _ => return None,
    };
    Some(format!(
        "dice are declared, `dice NAME = {dice}`, and then rolled by their name, `roll NAME`"
    ))
}

/// `0.5` or `50%` as the fraction that it is.
pub fn fraction(before: &str, sign: &str, behind: &str) -> Option<String> {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let whole = before.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
    let whole_number: u64 = whole.parse().ok()?;
    let decimals = digits(behind);
    let (above, below) = match sign {
        "." if !decimals.is_empty() && decimals.len() <= 9 => {
            let below = 10_u64.pow(u32::try_from(decimals.len()).ok()?);
            (
                whole_number.checked_mul(below)?.checked_add(decimals.parse().ok()?)?,
                below,
            )
        }
        "%" | "％" if behind.trim().is_empty() || behind.trim_start().starts_with([')', ',', ';', '}', '#']) => {
            (whole_number, 100)
        }
        _ => return None,
    };
    let (mut a, mut b) = (above, below);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = a.max(1);
    Some(format!(
        "numbers are whole, and a fraction is exact: `{}/{}`",
        above / divisor,
        below / divisor
    ))
}

/// Where the innermost bracket that is open at the end of a text stands.
fn innermost(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'{' | b'[' | b'(' => open.push(at),
            b'}' | b']' | b')' => {
                open.pop();
            }
            _ => {}
        }
        at = after_string(text, at);
    }
    open.pop()
}
