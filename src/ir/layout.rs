//! Where everything stands in a position's flat array.

/// Slots that every game has.
pub mod control {
    /// Address of the instruction to be executed, or waited at.
    pub const PC: usize = 0;
    /// Who acts.
    pub const ME: usize = 1;
    /// Whose round it is.
    pub const MOVER: usize = 2;
    /// Whose turn it is: the mover, unless an owed round or phase is another's.
    pub const TURN: usize = 3;
    /// Rounds finished in this game.
    pub const ROUNDS: usize = 4;
    /// See [`super::Status`].
    pub const STATUS: usize = 5;
    /// The part that ended or stopped the game.
    pub const ENDED_BY: usize = 6;
    /// Index in the turn of the running phase; -1 in `start`; beyond the turn for an owed single phase.
    pub const PHASE: usize = 7;
    /// Who has the next turn by `pass turn to`, or none.
    pub const PASSED: usize = 8;
    /// Whether a play has begun (and its optimum is known).
    pub const PLAYING: usize = 9;
    /// Entries in the queue of what is owed.
    pub const OWED: usize = 10;
    /// Games finished in this match.
    pub const GAMES: usize = 11;
    /// Winner of the game, or none.
    pub const WINNER: usize = 12;
    /// What the game was worth.
    pub const VALUE: usize = 13;
    /// Owed phases done since the last round.
    pub const EXTRA: usize = 14;
    /// First slot that is not fixed.
    pub const END: usize = 15;
}

/// How many rounds or phases can be owed at once.
pub const OWED_CAP: usize = 8;

/// How many owed phases may follow each other before a round ends: rounds are counted, phases are bounded.
pub const EXTRA_CAP: i32 = 1_000;

/// How far a game has come, as kept in [`control::STATUS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Play goes on.
    Running = 0,
    /// The game has ended.
    Over = 1,
    /// The game and its match have ended.
    MatchOver = 2,
    /// The game was stopped: something outgrew its bound.
    Unfinished = 3,
}

/// The layout of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// First slot of the owed queue: pairs (phase or -1 for a round, seat).
    pub owed: u32,
    /// First slot of the optimum of the running play.
    pub best: u32,
    /// First slot of each seat's score.
    pub scores: u32,
    /// First slot of each seat's `in play` flag.
    pub in_play: u32,
    /// First slot of the pieces: by owner, sort, space.
    pub pieces: u32,
    /// First slot of dice.
    pub dice: u32,
    /// First slot of variables.
    pub vars: u32,
    /// First slot of the locals of code that can wait.
    pub frame: u32,
    /// Total number of slots.
    pub len: u32,
    /// Temporaries that the code needs.
    pub tmps: u32,
}
