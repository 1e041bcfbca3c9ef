//! Declarations and their parts.

use super::{
    Block, Edit, ExampleLine, Expr, Face, Ident, LayoutDecl, MoneyDecl, RouteOwner, RouteStep, SetupEntry, SpaceDecl,
    TableDecl, Tail, Text, Type, Warrant,
};
use crate::syntax::source::Span;

/// Whether a declaration is new, replaces an inherited one, or is left to a derived file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A new definition.
    Plain,
    /// `override …`.
    Override,
    /// `open …`: a derived game must supply it.
    Open,
}

/// A declaration.
#[derive(Clone, Debug)]
pub struct Item {
    /// `override`, `open` or neither.
    pub mode: Mode,
    /// What is declared.
    pub kind: ItemKind,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole declaration.
    pub span: Span,
    /// The keyword and name: where a message about the declaration points.
    pub head: Span,
}

/// What a declaration declares.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `source ID, ID`.
    Source(Vec<Ident>),
    /// `players 2` or `players 2..5`.
    Players(Expr, Option<Expr>),
    /// `seats White "白", Black "黑" [order NAME, NAME …]`.
    Seats(Vec<(Ident, Option<Text>)>, Vec<Ident>),
    /// `next = EXPR`: who has the next turn.
    Next(Expr),
    /// `sides { NAME = SEAT, SEAT; … }`.
    Sides(Vec<Side>),
    /// `pieces NAME N each [marks TYPE]`.
    Pieces {
        /// Its name.
        name: Ident,
        /// How many each player has.
        number: Expr,
        /// The marks that pieces carry, the first as they are set up.
        marks: Option<Type>,
    },
    /// `die NAME = 1..6` or `die NAME = { 2, 3 weight 2, 平 }`.
    Die {
        /// Its name.
        name: Ident,
        /// Its faces.
        faces: Vec<Face>,
    },
    /// `dice 2 of d6`, `dice NAME = 2 of DIE of each player in order`.
    Dice {
        /// Its name; none for the unnamed group.
        name: Option<Ident>,
        /// How many dice.
        number: Expr,
        /// Which die.
        die: Ident,
        /// Whether each player throws them.
        each_player: bool,
        /// Whether the order of the dice is visible.
        in_order: bool,
    },
    /// `space NAME`, `space NAME[1..24] (COLUMN : {…} = v, …) named { 1 NAME v v; … }`, `… of each player`.
    Space(SpaceDecl),
    /// `money NAME { purse of each player = N; pot NAME = N; bank NAME }`.
    Money(MoneyDecl),
    /// `table NAME [of throw | of GROUP [first match]] (COLUMN : TYPE, …) { [HEAD:] ROW CELL …; … }`.
    Table(TableDecl),
    /// `route NAME [of each player | of seat N] = elements [around]`; no elements when `open`.
    Route {
        /// Its name.
        name: Ident,
        /// Whose it is.
        owner: RouteOwner,
        /// Its spaces, from its beginning.
        steps: Vec<RouteStep>,
        /// Whether its end joins its beginning.
        around: bool,
    },
    /// `numbering ROUTE by left|place`; `by` absent when `open`.
    Numbering {
        /// The route.
        route: Ident,
        /// Whether it counts what is left; absent when `open`.
        by_left: Option<bool>,
    },
    /// `region NAME [of each player] = SET`.
    Region {
        /// Its name.
        name: Ident,
        /// Whether each player has one.
        each_player: bool,
        /// Its members.
        set: Expr,
    },
    /// `setup each { … }` or `setup SEAT { … }`.
    Setup {
        /// Whose; none for each.
        seat: Option<Ident>,
        /// What stands where.
        entries: Vec<SetupEntry>,
    },
    /// `enum NAME = { A, B "gloss" }`.
    Enum {
        /// Its name.
        name: Ident,
        /// Its values with their glosses.
        values: Vec<(Ident, Option<Text>)>,
    },
    /// `var NAME [of each player|space|NAME] : TYPE [= INIT] [scope S]` (the two last in any order).
    Var {
        /// Its name.
        name: Ident,
        /// What it is indexed by.
        index: Vec<IndexBy>,
        /// Its type.
        ty: Type,
        /// Its first value.
        init: Option<Expr>,
        /// How long it lives.
        scope: Option<Scope>,
    },
    /// `const NAME [: TYPE] = EXPR`.
    Const {
        /// Its name.
        name: Ident,
        /// Its type.
        ty: Option<Type>,
        /// Its value; none when `open`.
        value: Option<Expr>,
    },
    /// `fn NAME(PARAMS) [: TYPE] = EXPR`; no body when `open`.
    Fn {
        /// Its name.
        name: Ident,
        /// Its parameters.
        params: Vec<Param>,
        /// The type of its value.
        ty: Option<Type>,
        /// Its value; none when `open`.
        body: Option<Expr>,
    },
    /// `condition NAME(PARAMS) { require …; let … }`; no body when `open`.
    Condition {
        /// Its name.
        name: Ident,
        /// Its parameters.
        params: Vec<Param>,
        /// What it requires; none when `open`.
        parts: Option<Vec<Part>>,
    },
    /// `routine NAME(PARAMS) { … }`; no body when `open`.
    Routine {
        /// Its name.
        name: Ident,
        /// Its parameters.
        params: Vec<Param>,
        /// What is done; none when `open`.
        body: Option<Block>,
    },
    /// `step NAME(a in SET, pip in BAG) { … }`.
    Step {
        /// Its name.
        name: Ident,
        /// Its parameters.
        params: Vec<StepParam>,
        /// Its requirements, effects and notation.
        parts: Vec<Part>,
    },
    /// `group NAME = step | step`.
    Group {
        /// Its name.
        name: Ident,
        /// Its alternatives.
        members: Vec<Alternative>,
    },
    /// `turn = PHASE, PHASE`, or `no turn` (an empty list).
    Turn(Vec<Ident>),
    /// `phase NAME [before|after NAME] { … }`.
    Phase {
        /// Its name.
        name: Ident,
        /// Before or after what it stands.
        place: Option<(Place, Ident)>,
        /// What is done.
        body: Block,
    },
    /// `start { … }`.
    Start(Block),
    /// `event NAME(PARAMS)`.
    Event {
        /// Its name.
        name: Ident,
        /// Its parameters.
        params: Vec<Param>,
    },
    /// `on EVENT(names) [as NAME] [before NAME] [when EXPR] { … }`.
    On {
        /// What it answers.
        what: OnWhat,
        /// Its name, by which others change it.
        name: Option<Ident>,
        /// The handler before which it runs.
        before: Option<Ident>,
        /// The condition under which it applies.
        when: Option<Expr>,
        /// What is done.
        body: Block,
    },
    /// `referee NAME(PARAMS) ["gloss"] { … }`.
    Referee {
        /// Its name.
        name: Ident,
        /// What the table has to say.
        params: Vec<Param>,
        /// Its gloss.
        gloss: Option<Text>,
        /// What is done.
        body: Block,
    },
    /// `end game when NAME: COND { outcome }`.
    EndGame {
        /// Its name.
        name: Ident,
        /// When the game ends.
        when: Expr,
        /// With what result.
        body: Block,
    },
    /// `end match when NAME: COND { outcome }`.
    EndMatch {
        /// Its name.
        name: Ident,
        /// When the match ends.
        when: Expr,
        /// With what result.
        body: Block,
    },
    /// `payoff EXPR`.
    Payoff(Expr),
    /// `call throw EXPR`.
    ThrowName(Expr),
    /// `measure NAME ["gloss"] = EXPR`, from the side of `me`.
    Measure {
        /// Its name.
        name: Ident,
        /// Its gloss.
        gloss: Option<Text>,
        /// Its value.
        value: Expr,
    },
    /// `layout SHAPE { … }`.
    Layout(LayoutDecl),
    /// `notation of plays { join "…" same "…" chain "…" }`.
    PlayNotation(Vec<(Ident, Text)>),
    /// `reading NAME "question" { CHOICE "gloss" [default] warrants; … }`.
    Reading {
        /// Which reading.
        name: Ident,
        /// What it asks.
        question: Option<Text>,
        /// Its choices.
        choices: Vec<Choice>,
    },
    /// `witness NAME "gloss" follows SOURCE, SOURCE { READING = CHOICE; … }`.
    Witness {
        /// Its name.
        name: Ident,
        /// Its gloss.
        gloss: Option<Text>,
        /// The registers and passages that it follows.
        follows: Vec<Ident>,
        /// What it takes where these are divided.
        picks: Vec<Pick>,
    },
    /// `agreed NAME : TYPE = DEFAULT "gloss"`.
    Agreed {
        /// Its name.
        name: Ident,
        /// Its type.
        ty: Type,
        /// The value if nothing else is agreed.
        default: Expr,
        /// Its gloss.
        gloss: Option<Text>,
    },
    /// `default reading NAME = CHOICE` / `default agreed NAME = EXPR`.
    Default {
        /// Whether it is a reading, not an agreement.
        reading: bool,
        /// Which one.
        name: Ident,
        /// What now holds if nothing else is asked for.
        value: Expr,
    },
    /// `rests { PART[, PART] warrants; … }` with dotted part names.
    Rests(Vec<RestsEntry>),
    /// `glossary NAME "heading" { WORD "gloss" warrants; … }`: for readers, without effect on play.
    Glossary {
        /// Its name.
        name: Ident,
        /// What its words are.
        gloss: Option<Text>,
        /// The words.
        entries: Vec<GlossaryEntry>,
    },
    /// `status lost "why"`: a game whose rules are not known, so that nobody can play it.
    Lost(Text),
    /// `example "title" { … }`.
    Example {
        /// Its title.
        title: Text,
        /// Its lines.
        lines: Vec<ExampleLine>,
    },
    /// `claim "title" [false as printed] [given { … }] EXPR`.
    Claim {
        /// Its title.
        title: Text,
        /// True if the text says it and it is false.
        printed_false: bool,
        /// The position that it is about.
        given: Vec<ExampleLine>,
        /// What is to be true.
        fact: Expr,
    },
    /// `remove KIND NAME`; no name where a game has only one of the kind.
    Remove {
        /// Which kind.
        kind: Ident,
        /// Its name; none where a game has only one of the kind.
        name: Option<Ident>,
    },
    /// `in KIND NAME { edits }`.
    Edit {
        /// Which kind.
        kind: Ident,
        /// Its name; none where a game has only one of the kind.
        name: Option<Ident>,
        /// What is changed.
        edits: Vec<Edit>,
    },
    /// `override NAME = FILE.NAME`: whose definition stands where several files supply one.
    Supplied {
        /// Its name.
        name: Ident,
        /// The file whose definition stands.
        by: Ident,
        /// The name there.
        theirs: Ident,
    },
}

/// A side: players who win and lose together.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its name.
    pub name: Ident,
    /// Its gloss.
    pub gloss: Option<Text>,
    /// The seats that are on it.
    pub seats: Vec<Ident>,
}

/// What a variable is indexed by.
#[derive(Clone, Debug)]
pub enum IndexBy {
    /// `of each player`.
    Player(Span),
    /// `of each space`.
    Space(Span),
    /// `of each kind`.
    Kind(Span),
    /// `of each ENUM`.
    Enum(Ident),
}

/// How long a variable keeps its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// One pass through the phases.
    Round,
    /// Until the turn passes.
    Turn,
    /// Until the game ends.
    Game,
    /// Until the match ends.
    Match,
}

/// A parameter: `b : space`, or a bare name where the base definition gives the type.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: Option<Type>,
}

/// A word of a glossary: `胡 "a die"`.
#[derive(Clone, Debug)]
pub struct GlossaryEntry {
    /// The word.
    pub word: Ident,
    /// What it means.
    pub gloss: Text,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole entry.
    pub span: Span,
}

/// A parameter of a step: `pip in pips`.
#[derive(Clone, Debug)]
pub struct StepParam {
    /// Its name.
    pub name: Ident,
    /// What it ranges over: a set, a bag or an integer range.
    pub domain: Expr,
}

/// A named part of a step or a condition.
#[derive(Clone, Debug)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole part.
    pub span: Span,
}

/// The kinds of part.
#[derive(Clone, Debug)]
pub enum PartKind {
    /// `let NAME = EXPR [else "reason"]`.
    Let {
        /// Its name.
        name: Ident,
        /// What it stands for.
        value: Expr,
        /// The reason to refuse where it is none.
        otherwise: Option<Text>,
    },
    /// `pick NAME in SET`: a later parameter.
    Pick {
        /// The parameter.
        name: Ident,
        /// What it ranges over.
        domain: Expr,
    },
    /// `require [NAME:] EXPR ["reason"]`.
    Require {
        /// Its name, by which others change it.
        name: Option<Ident>,
        /// What must hold.
        test: Expr,
        /// The reason given to people.
        reason: Option<Text>,
    },
    /// `do { … }`.
    Do(Block),
    /// `notation "…"`.
    Notation(Text),
}

/// One alternative of a choice: a step or a group, or `pass`.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// Step, group, or `pass`.
    pub name: Ident,
    /// Values given to the step's leading parameters, `下马(n)`.
    pub args: Vec<Expr>,
    /// `if EXPR`.
    pub when: Option<Expr>,
    /// Warrants and guard.
    pub tail: Tail,
}

/// `before` or `after`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before the named thing.
    Before,
    /// After the named thing.
    After,
}

/// What a handler listens to.
#[derive(Clone, Debug)]
pub enum OnWhat {
    /// An event or an applied step.
    Event(Ident, Vec<Ident>),
    /// `game over (winner, value)`.
    GameOver(Vec<Ident>),
    /// `EXPR becomes true at end of PHASE`.
    Becomes {
        /// What becomes true.
        test: Expr,
        /// At the end of which phase it is looked at.
        phase: Ident,
    },
}

/// A choice of a reading.
#[derive(Clone, Debug)]
pub struct Choice {
    /// ASCII id.
    pub name: Ident,
    /// Bilingual gloss.
    pub gloss: Option<Text>,
    /// Whether it is the default.
    pub default: bool,
    /// Warrants and guard.
    pub tail: Tail,
}

/// An entry of a `rests` table.
#[derive(Clone, Debug)]
pub struct RestsEntry {
    /// Dotted part names, such as `advance.bar_first`.
    pub parts: Vec<Ident>,
    /// What they rest on here.
    pub warrants: Vec<Warrant>,
}

/// What a witness takes where its sources are divided: `READING = CHOICE`.
#[derive(Clone, Debug)]
pub struct Pick {
    /// The reading.
    pub reading: Ident,
    /// The choice.
    pub choice: Ident,
    /// Why.
    pub warrants: Vec<Warrant>,
}

/// `such that NAME: EXPR "reason"` or a `best by` entry.
#[derive(Clone, Debug)]
pub struct PlayRule {
    /// Its name.
    pub name: Option<Ident>,
    /// The condition, or what is maximised.
    pub value: Expr,
    /// Why, for people.
    pub reason: Option<Text>,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole rule.
    pub span: Span,
}
