//! Help for a sign that the grammar doesn't know, or doesn't expect where it stands.

use super::Rule;

const TEXT: &str = "text stands between quotation marks: \"…\" or “…”";
const LESS: &str = "write `<` to compare; text stands between quotation marks: \"…\" or “…”";
const MORE: &str = "write `>` to compare; text stands between quotation marks: \"…\" or “…”";
const RANGE: &str = "a range is written `LOW..HIGH`";
const NO_MEANING: &str = "this sign has no meaning in rule files";

/// How to mend a sign; `behind` is the rest of its line, `rules` what was expected.
pub fn sign_help(sign: &str, behind: &str, rules: &[Rule]) -> Option<&'static str> {
    Some(match sign {
        "。" => "`。` has no meaning here; a declaration ends with the line",
        // A closing mark that nothing opened was typed for the sign that looks like it.
        "》" | "〉" | "›" | "»" => MORE,
        "《" if !behind.contains('》') => LESS,
        "〈" if !behind.contains('〉') => LESS,
        "「" | "」" | "『" | "』" | "《" | "〈" | "＂" | "'" | "＇" | "‘" | "’" | "`" | "｀" | "”" => {
            TEXT
        }
        "//" | "/*" | "--" => "a comment begins with `#`",
        ":=" if rules.contains(&Rule::equals) => "write `=` here; `:=` changes a variable",
        "=" if rules.contains(&Rule::assign) => "write `:=`",
        "=" if rules.contains(&Rule::colon) => "write `:` here",
        ":" if rules.contains(&Rule::arrow) => "write `->` here",
        ":" if rules.contains(&Rule::equals) => "write `=` here",
        "->" | "=>" if rules.contains(&Rule::colon) => "write `:` here",
        "=>" | "⇒" => "write `->` here, or `>=` to compare",
        "++" => "write `x += 1`",
        "%" | "％" => "the remainder is written `mod`",
        "&" | "&&" | "＆" | "∧" => "write `and`",
        "|" | "||" | "∨" => "write `or`",
        "!" | "¬" => "write `not`",
        "÷" | "∕" => "write `/`",
        "−" | "–" | "—" => "write `-`",
        "·" | "∙" | "⋅" | "・" => {
            "write `*` for a product; what belongs to something is written `THING of OWNER`"
        }
        "…" | "⋯" | "‥" | "～" | "〜" => RANGE,
        "【" | "〔" | "〖" => "write `[`",
        "】" | "〕" | "〗" => "write `]`",
        "^" | "**" | "＾" => "there is no power; write a product with `*`",
        "?" => "a choice between values is written `if A then B else C`",
        "." => "what belongs to something is written `THING of OWNER`",
        "{" if rules.contains(&Rule::equals) => "what stands here is one expression behind `=`",
        "$" | "@" | "\\" | "~" => NO_MEANING,
        _ if sign
            .chars()
            .all(|c| matches!(c, '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}')) =>
        {
            NO_MEANING
        }
        _ => return None,
    })
}
