//! What can stop a game as unfinished, and where each stretch of code is reported when it does.

use super::PartId;

/// What a game outgrew, or what it lacks to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The number of rounds that are played.
    Rounds,
    /// What one decision, or the code between two, may go through.
    Work,
    /// How many positions are looked at for one play.
    Search,
    /// How many rounds and phases can be owed at once, each to somebody.
    Owed,
    /// How many owed phases may follow each other.
    Phases,
    /// Nobody has the next turn.
    Turn,
    /// No throw is as the roll demands.
    Dice,
    /// Many throws were tried and none is as the roll demands, and its dice can fall in more ways than are looked at.
    Throws,
    /// The game waits for a call, and nobody is there to call.
    Call,
    /// A number is larger than any that is kept.
    Number,
    /// A limit that the rules set: the range of a value, the room of a list, the pieces on a space, the money in a purse.
    Rule,
}

impl Bound {
    /// Those that may concern the game as a whole: the first parts of every program, in this order.
    pub const WHOLE: [Bound; 10] = [
        Bound::Rounds,
        Bound::Work,
        Bound::Search,
        Bound::Owed,
        Bound::Phases,
        Bound::Turn,
        Bound::Dice,
        Bound::Throws,
        Bound::Call,
        Bound::Number,
    ];

    /// The part that stands for it where it has no place in the rules.
    #[must_use]
    pub const fn part(self) -> PartId {
        self as PartId
    }

    /// What it is called in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Bound::Rounds => "rounds",
            Bound::Work => "work",
            Bound::Search => "search",
            Bound::Owed => "owed",
            Bound::Phases => "phases",
            Bound::Turn => "turn",
            Bound::Dice => "dice",
            Bound::Throws => "throws",
            Bound::Call => "call",
            Bound::Number => "number",
            Bound::Rule => "rule",
        }
    }

    /// What happened, for people.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Bound::Rounds => "it has gone on for as many rounds as are played (`--max-rounds`)",
            Bound::Work => "more is done here than there is time for",
            Bound::Search => "this play can go on in more ways than are looked at",
            Bound::Owed => "no more can be owed: at most 8 rounds and phases at once, each to a player",
            Bound::Phases => "more than 1,000 owed phases follow each other without a round",
            Bound::Turn => "nobody has the next turn",
            Bound::Dice => "no throw of these dice is as this roll demands",
            Bound::Throws => {
                "of 100,000 throws of these dice none was as this roll demands, and there are too many ways to look at all"
            }
            Bound::Number => "a number gets larger here than any that is kept: beyond 2,147,483,647",
            Bound::Call => "it waits for what a referee calls, and there is none",
            Bound::Rule => "a limit of the rules is outgrown",
        }
    }
}

/// A stretch of the code that belongs to a statement, and the part at which a bound is reported that is outgrown there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its first address.
    pub from: u32,
    /// The address behind it.
    pub to: u32,
    /// Which bound.
    pub bound: Bound,
    /// The part.
    pub part: PartId,
    /// Whether the statement repeats what stands in it.
    pub repeats: bool,
}
