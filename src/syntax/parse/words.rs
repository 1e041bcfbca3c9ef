//! Words of the language as lists: what begins what, and where a line goes on.

/// Words that begin a declaration.
pub const DECLARATIONS: [&str; 45] = [
    "agreed",
    "board",
    "call",
    "claim",
    "condition",
    "const",
    "default",
    "dice",
    "die",
    "end",
    "enum",
    "event",
    "example",
    "fn",
    "game",
    "group",
    "in",
    "language",
    "layout",
    "library",
    "measure",
    "next",
    "no",
    "notation",
    "numbering",
    "on",
    "open",
    "override",
    "payoff",
    "phase",
    "pieces",
    "players",
    "reading",
    "referee",
    "region",
    "remove",
    "rests",
    "route",
    "routine",
    "seats",
    "setup",
    "source",
    "space",
    "start",
    "step",
];
/// More of them.
const MORE_DECLARATIONS: [&str; 8] = [
    "glossary", "money", "sides", "status", "table", "turn", "var", "witness",
];

/// Whether a word begins a declaration.
pub fn is_declaration_word(word: &str) -> bool {
    DECLARATIONS.contains(&word) || MORE_DECLARATIONS.contains(&word)
}

/// All words that begin a declaration which may stand behind the header.
pub fn declaration_words() -> impl Iterator<Item = &'static str> {
    DECLARATIONS
        .into_iter()
        .chain(MORE_DECLARATIONS)
        .filter(|w| !matches!(*w, "game" | "library" | "language"))
}

/// Words that begin a statement.
pub const STATEMENTS: [&str; 32] = [
    "mark",
    "pay",
    "refill",
    "share",
    "again",
    "as",
    "cases",
    "choose",
    "draw",
    "drop",
    "emit",
    "end",
    "for",
    "if",
    "label",
    "leave",
    "let",
    "loop",
    "move",
    "pass",
    "play",
    "push",
    "put",
    "rank",
    "roll",
    "shift",
    "take",
    "then",
    "win",
    "else",
    "beyond",
    "otherwise",
];

/// Words that begin a part of a step or a condition.
pub const PARTS: [&str; 5] = ["do", "let", "notation", "pick", "require"];

/// Words that begin a warrant.
pub const WARRANTS: [&str; 5] = ["per", "from", "elsewhere", "guess", "modern"];

/// Words that begin an edit.
pub const EDITS: [&str; 3] = ["add", "override", "remove"];

/// Words that begin a line of an example.
pub const EXAMPLES: [&str; 8] = ["agreed", "call", "expect", "given", "reading", "throw", "to", "with"];

/// Words that take a whole expression behind them, so that they nest without brackets.
pub const NESTING: [&str; 10] = [
    "all", "as", "chance", "count", "first", "if", "max", "min", "no", "some",
];

/// Words behind which a line goes on: none of them is ever a name.
pub const ENDS_OPEN: [&str; 22] = [
    "and",
    "as",
    "because",
    "can",
    "else",
    "elsewhere",
    "from",
    "guess",
    "if",
    "implies",
    "in",
    "is",
    "mod",
    "modern",
    "my",
    "not",
    "of",
    "or",
    "per",
    "their",
    "to",
    "when",
];

/// Words behind which a line goes on unless they stand where a name can.
pub const ENDS_OPEN_AFTER_A_WORD: [&str; 14] = [
    "also", "at", "best", "by", "extends", "follows", "for", "given", "named", "read", "such", "that", "then", "uses",
];

/// Words that go on with the line before, with what has to follow them where they could be a name as well.
pub const CONTINUED_BY: [(&str, &[&str]); 25] = [
    ("also", &["\"", "“"]),
    ("and", &[]),
    ("because", &[]),
    ("becomes", &["true"]),
    ("best", &["by"]),
    ("beyond", &["{"]),
    ("else", &[]),
    ("elsewhere", &[]),
    ("extends", &[]),
    ("false", &["as"]),
    ("from", &[]),
    ("guess", &[]),
    ("implies", &[]),
    ("is", &[]),
    ("mod", &[]),
    ("modern", &[]),
    ("named", &["{"]),
    ("of", &[]),
    ("or", &[]),
    ("per", &[]),
    ("read", &["\"", "“"]),
    ("scope", &["round", "turn", "game", "match"]),
    ("such", &["that"]),
    ("uses", &[]),
    ("when", &[]),
];
