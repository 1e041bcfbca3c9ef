//! How each declaration and line is written, for messages that have nothing better to say. Words in capitals stand for what
//! the author writes.

/// The form of a declaration, by its word.
pub fn declaration(word: &str) -> Option<&'static str> {
    Some(match word {
        "agreed" => "agreed NAME : TYPE = DEFAULT",
        "claim" => "claim \"TITLE\" : FACT",
        "condition" => "condition NAME(PARAMETER : TYPE, …) { require CONDITION \"REASON\" }",
        "const" => "const NAME = VALUE",
        "dice" => "dice 2 of d6",
        "die" => "die NAME = { FACE, FACE weight 2, … }",
        "end" => "end game when NAME: CONDITION { win PLAYER }",
        "enum" => "enum NAME = { VALUE, VALUE, … }",
        "event" => "event NAME(PARAMETER : TYPE, …)",
        "example" => "example \"TITLE\" { LINES }",
        "fn" => "fn NAME(PARAMETER : TYPE, …) : TYPE = EXPRESSION",
        "glossary" => "glossary NAME { WORD \"GLOSS\"; … }",
        "group" => "group NAME = STEP | STEP",
        "layout" => "layout rows { rows FAMILY[A..B] / FAMILY[C..D]; aside SPACE }",
        "measure" => "measure NAME = NUMBER",
        "next" => "next = PLAYER",
        "numbering" => "numbering ROUTE by left",
        "on" => "on EVENT(NAME, …) { STATEMENTS }",
        "phase" => "phase NAME { STATEMENTS }",
        "pieces" => "pieces NAME N each",
        "players" => "players 2..4",
        "reading" => "reading NAME { CHOICE default; CHOICE }",
        "referee" => "referee NAME(PARAMETER : TYPE, …) { STATEMENTS }",
        "region" => "region NAME = SET",
        "route" => "route NAME of each player = SPACE, FAMILY[A..B], SPACE",
        "routine" => "routine NAME(PARAMETER : TYPE, …) { STATEMENTS }",
        "seats" => "seats NAME, NAME",
        "setup" => "setup each { SPACE: NUMBER; … }",
        "sides" => "sides { NAME = SEAT, SEAT; … }",
        "space" => "space NAME[1..12]",
        "start" => "start { STATEMENTS }",
        "status" => "status lost \"WHY IT CAN'T BE PLAYED\"",
        "step" => "step NAME (PARAMETER in SET, …) { require …; do { … } }",
        "turn" => "turn = PHASE, PHASE",
        "var" => "var NAME : TYPE = FIRST",
        _ => return None,
    })
}

/// The form of a line within the braces of a declaration, by its word.
pub fn line(declaration: &str, word: &str) -> Option<&'static str> {
    Some(match (declaration, word) {
        ("step" | "condition", "require") => "require NAME: CONDITION \"REASON\"",
        ("step" | "condition", "let") => "let NAME = EXPRESSION else \"REASON\"",
        ("step", "pick") => "pick NAME in SET",
        ("step", "do") => "do { STATEMENTS }",
        ("step", "notation") => "notation \"{NAME}-{NAME}\"",
        ("layout", _) => "rows FAMILY[A..B] / FAMILY[C..D]",
        ("example" | "claim", "given") => "given SEAT { SPACE: NUMBER; … }",
        ("example" | "claim", "to") => "to move SEAT",
        ("example" | "claim", "throw" | "roll") => "throw 6 2",
        ("example" | "claim", "expect") => "expect legal \"PLAY\"",
        ("example" | "claim", _) => "SEAT plays \"PLAY\"",
        (_, "choose") => "choose { STEP | STEP }",
        (_, "play") => "play { STEP | STEP }",
        (_, "roll") => "roll",
        (_, "move") => "move 1 FROM -> TO",
        (_, "for") => "for NAME in SET { STATEMENTS }",
        (_, "put") => "put VALUE in BAG",
        (_, "take") => "take VALUE from BAG",
        (_, "win") => "win PLAYER by N",
        (_, "rank") => "rank seats by NUMBER",
        (_, "pay") => "pay N from PLAYER to POT",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::words::{PARTS, STATEMENTS, declaration_words};
    use super::super::{Rule, RulesParser};
    use super::{declaration, line};
    use pest::Parser;

    /// A form with something written for the words in capitals that are no names.
    fn filled(form: &str) -> String {
        let mut text = form
            .replace(", …", "")
            .replace("; …", "")
            .replace("require …", "require yes");
        for (word, with) in [
            ("LINES", ""),
            ("STATEMENTS", "again"),
            ("{ … }", "{ again }"),
            ("TYPE", "1..6"),
            ("DEFAULT", "1"),
        ] {
            text = text.replace(word, with);
        }
        text
    }

    fn parses(text: &str) {
        let read = RulesParser::parse(Rule::entry_item, text);
        assert!(read.is_ok(), "{text}: {}", read.map(|_| ()).unwrap_err());
    }

    #[test]
    fn what_messages_tell_to_write_can_be_read() {
        let forms: Vec<&str> = declaration_words().filter_map(declaration).collect();
        assert!(forms.len() > 25);
        forms.iter().for_each(|form| parses(&filled(form)));
        for word in PARTS {
            let form = line("step", word).expect("a form");
            parses(&format!("step S (A in B) {{ {} }}", filled(form)));
        }
        for form in STATEMENTS.into_iter().filter_map(|word| line("phase", word)) {
            parses(&format!("phase P {{ {} }}", filled(form)));
        }
        for word in ["given", "to", "throw", "expect", "White"] {
            let form = line("example", word).expect("a form");
            parses(&format!("example \"E\" {{ {} }}", filled(form)));
        }
        parses(&format!(
            "layout rows {{ {} }}",
            line("layout", "rows").expect("a form")
        ));
    }
}
