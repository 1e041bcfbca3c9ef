//! The syntax tree of a rule file: what the author wrote, with spans, no name resolved.

use super::source::Span;

/// A name as written, or a clause id such as `wiki-shuanglu.guize.3`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The characters of the name (full-width digits and letters folded).
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A string literal without its quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The characters between the quotation marks.
    pub text: String,
    /// Where it stands, quotation marks included.
    pub span: Span,
}

/// A whole rule file.
#[derive(Clone, Debug)]
pub struct File {
    /// `language N`.
    pub language: i64,
    /// Where the language number stands.
    pub language_span: Span,
    /// `game …` or `library …`.
    pub header: Header,
    /// The declarations in the order written; `board { … }` is flattened.
    pub items: Vec<Item>,
}

/// The line that names the file.
#[derive(Clone, Debug)]
pub struct Header {
    /// `true` for `game`, `false` for `library`.
    pub is_game: bool,
    /// ASCII id, equal to the file's stem.
    pub id: Ident,
    /// Title or gloss.
    pub title: Option<Text>,
    /// Further names (`also "…" "…"`).
    pub also: Vec<Text>,
    /// `extends ID`, with its warrants.
    pub extends: Option<(Ident, Vec<Warrant>)>,
    /// `uses ID, ID`.
    pub uses: Vec<Ident>,
    /// Warrants of the whole file.
    pub warrants: Vec<Warrant>,
    /// The whole header.
    pub span: Span,
}

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

/// What may follow any declaration or part: warrants and a guard on readings.
#[derive(Clone, Debug, Default)]
pub struct Tail {
    /// What it rests on.
    pub warrants: Vec<Warrant>,
    /// `when R is C …`.
    pub guard: Option<Expr>,
}

/// The grade of a warrant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Grade {
    /// `per`: a clause says it.
    Stated,
    /// `from … because`: it follows from clauses.
    Implied,
    /// `elsewhere`: another witness or tradition has it.
    Elsewhere,
    /// `guess because`: the text is silent or corrupt.
    Conjecture,
    /// `modern because`: a convenience of ours.
    Modern,
}

impl Grade {
    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Grade::Stated => "stated",
            Grade::Implied => "implied",
            Grade::Elsewhere => "elsewhere",
            Grade::Conjecture => "conjecture",
            Grade::Modern => "modern",
        }
    }

    /// The grade of what rests on some warrants: the weakest of theirs, where `elsewhere` only supports what a clause says
    /// or implies.
    #[must_use]
    pub fn of(warrants: &[Warrant]) -> Option<Grade> {
        let cited = |g: Grade| matches!(g, Grade::Stated | Grade::Implied);
        let supported = warrants.iter().any(|w| cited(w.grade));
        let grades = warrants.iter().map(|w| w.grade);
        grades.filter(|g| !(supported && *g == Grade::Elsewhere)).max()
    }
}

/// One warrant: `per a.b.1, a.b.2 "quotation"`, `from a.b.1 because "…"`, …
#[derive(Clone, Debug)]
pub struct Warrant {
    /// Its grade.
    pub grade: Grade,
    /// The clauses it names, with an end where a range `a.b.1 .. a.b.3` is given.
    pub clauses: Vec<(Ident, Option<Ident>)>,
    /// A quotation, or for `elsewhere` the free text.
    pub quote: Option<Text>,
    /// `read "X" for "Y"`.
    pub emends: Option<(Text, Text)>,
    /// `because "…"`.
    pub because: Option<Text>,
    /// The whole warrant.
    pub span: Span,
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
        /// Its part.
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
        /// Its part.
        follows: Vec<Ident>,
        /// Its part.
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
    /// `example "title" { … }`.
    Example {
        /// Its title.
        title: Text,
        /// Its lines.
        lines: Vec<ExampleLine>,
    },
    /// `claim "title" [given { … }] EXPR`.
    Claim {
        /// Its title.
        title: Text,
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

/// One face of a die.
#[derive(Clone, Debug)]
pub enum Face {
    /// A number, or a range of numbers each with weight 1.
    Numbers(Expr, Option<Expr>, Option<Expr>),
    /// A named face with its weight.
    Named(Ident, Option<Expr>),
}

/// A space or a family of spaces.
#[derive(Clone, Debug)]
pub struct SpaceDecl {
    /// Its name.
    pub name: Ident,
    /// First and last number of a family.
    pub range: Option<(Expr, Expr)>,
    /// One for each player.
    pub each_player: bool,
    /// Columns with their enumerations and default values.
    pub columns: Vec<Column>,
    /// Named members with their cells, in the order of the columns.
    pub members: Vec<Member>,
}

/// A column of a family: `地 : {平, 窝} = 平`.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its name.
    pub name: Ident,
    /// Its values.
    pub ty: Type,
    /// The value of members that name none; a table's column may do without.
    pub default: Option<Expr>,
}

/// A named member of a family: `10 陇西监 窝`.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its number.
    pub number: Expr,
    /// Its name.
    pub name: Ident,
    /// Its cells.
    pub cells: Vec<Expr>,
    /// Warrants and guard.
    pub tail: Tail,
}

/// A table: an enumeration whose rows have typed cells, and where it is a table of throws a head that says which throws
/// belong to the row.
#[derive(Clone, Debug)]
pub struct TableDecl {
    /// Its name.
    pub name: Ident,
    /// The group of dice whose throws it sorts: `throw` for the unnamed one.
    pub of: Option<Ident>,
    /// Whether the first row that fits counts.
    pub first_match: bool,
    /// Its columns.
    pub columns: Vec<Column>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A row of a table: `4 4 x x where x != 4: 红叶儿 双红 3`.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which throws belong to it.
    pub head: Option<RowHead>,
    /// Its name.
    pub name: Ident,
    /// Its gloss.
    pub gloss: Option<Text>,
    /// Its cells, in the order of the columns.
    pub cells: Vec<Expr>,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole row without its tail.
    pub span: Span,
}

/// The head of a row: which throws belong to it.
#[derive(Clone, Debug)]
pub struct RowHead {
    /// Faces, letters that stand for one face each, `_` for any.
    pub faces: Vec<Expr>,
    /// What must hold besides.
    pub test: Option<Expr>,
    /// Whether only throws belong to it that no other row has taken.
    pub otherwise: bool,
    /// The head.
    pub span: Span,
}

/// What is played for, and where it lies.
#[derive(Clone, Debug)]
pub struct MoneyDecl {
    /// What it is called; a purse is asked for by this name.
    pub name: Ident,
    /// Its gloss.
    pub gloss: Option<Text>,
    /// Whether it lies where it lies from game to game of a match: a game, unless it is said.
    pub scope: Option<Scope>,
    /// Purses, pots and the bank.
    pub accounts: Vec<Account>,
}

/// A place where money lies.
#[derive(Clone, Debug)]
pub struct Account {
    /// Its name and gloss; none for the players' purses.
    pub name: Option<(Ident, Option<Text>)>,
    /// What lies there first; none for the bank, which owes and is owed without end.
    pub first: Option<Expr>,
    /// What happens when it holds less than it is to pay.
    pub short: Shortfall,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole entry.
    pub span: Span,
}

/// What happens when an account holds less than it is to pay.
#[derive(Clone, Debug)]
pub enum Shortfall {
    /// Nothing is said: the game stops.
    Stops,
    /// `may owe`: it goes below nothing.
    Owes,
    /// `short pays all [emits EVENT]`: it pays what there is.
    PaysAll(Option<Ident>),
}

/// A payment: `pay`, `share` or `refill`.
#[derive(Clone, Debug)]
pub struct Payment {
    /// How much.
    pub amount: Amount,
    /// Who pays.
    pub from: Party,
    /// Who pays what that one lacks.
    pub rest: Option<Party>,
    /// Who is paid.
    pub to: Party,
}

/// How much is paid.
#[derive(Clone, Debug)]
pub enum Amount {
    /// `pay N`: each payer, or to each who is paid.
    Each(Expr),
    /// `share N`: all payers together.
    Together(Expr),
    /// `pay the rest`: whatever there is.
    All,
    /// `refill POT to N`: what is lacking to N, all payers together.
    UpTo(Expr),
}

/// Who pays or is paid.
#[derive(Clone, Debug)]
pub enum Party {
    /// `each player`.
    Each(Span),
    /// `each other player`: all but the one on the other side of the payment.
    EachOther(Span),
    /// A player's purse, a pot or the bank.
    One(Expr),
}

/// Whose a route is.
#[derive(Clone, Debug)]
pub enum RouteOwner {
    /// Everybody's.
    Shared,
    /// The same elements for each player; `seat` is the owner's number, from 1.
    Each,
    /// Only this seat's (from 1).
    Seat(Expr),
}

/// An element of a route.
#[derive(Clone, Debug)]
pub enum RouteStep {
    /// One space.
    One(Expr),
    /// `point[24..1]`.
    Run {
        /// Which family.
        family: Ident,
        /// The number of the first.
        from: Expr,
        /// The number of the last.
        to: Expr,
    },
    /// `[EXPR for k in RANGE]`.
    Each {
        /// The name that stands for each.
        var: Ident,
        /// What it ranges over.
        range: Expr,
        /// The space for each.
        space: Expr,
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

/// `13: 5`, `13: checker 5` or `13: checker turned 5`.
#[derive(Clone, Debug)]
pub struct SetupEntry {
    /// The space.
    pub space: Expr,
    /// The kind, where there are several.
    pub kind: Option<Ident>,
    /// Their mark, where it is not the first one.
    pub mark: Option<Ident>,
    /// How many.
    pub number: Expr,
    /// Warrants and guard.
    pub tail: Tail,
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

/// A type as written.
#[derive(Clone, Debug)]
pub struct Type {
    /// What kind of type.
    pub kind: TypeKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of type.
#[derive(Clone, Debug)]
pub enum TypeKind {
    /// `1..6`.
    Range(Expr, Expr),
    /// `int`, `truth`, `player`, `space`, `kind`, `throw`, `route`, or an enumeration's, family's or die's name.
    Name(Ident),
    /// `{A, B}`: an enumeration in place.
    Inline(Vec<Ident>),
    /// `bag N of T`.
    Bag(Expr, Box<Type>),
    /// `list N of T`.
    List(Expr, Box<Type>),
    /// `set of T`.
    Set(Box<Type>),
    /// `T or none`.
    OrNone(Box<Type>),
}

/// A parameter: `b : space`, or a bare name where the base definition gives the type.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub ty: Option<Type>,
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

/// A board drawing: lines of keyword and cells.
#[derive(Clone, Debug)]
pub struct LayoutDecl {
    /// `rows`, `horseshoe`, `road`, …
    pub shape: Ident,
    /// `rows A | B / C | D`, `between bar`, `aside off`: keyword and, row by row, blocks of ranges.
    pub lines: Vec<LayoutLine>,
}

/// One line of a layout.
#[derive(Clone, Debug)]
pub struct LayoutLine {
    /// Its keyword.
    pub word: Ident,
    /// Rows (separated by `/`) of blocks (separated by `|`) of spaces or runs (separated by `,`).
    pub rows: Vec<Vec<Vec<LayoutCell>>>,
}

/// A space or a run of spaces in a layout.
#[derive(Clone, Debug)]
pub struct LayoutCell {
    /// Space or family.
    pub name: Ident,
    /// First and last number.
    pub run: Option<(Expr, Expr)>,
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

/// An edit of an inherited declaration's parts.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What is done.
    pub kind: EditKind,
    /// Warrants and guard of the edit.
    pub tail: Tail,
    /// The whole edit.
    pub span: Span,
}

/// The kinds of edit.
#[derive(Clone, Debug)]
pub enum EditKind {
    /// `add PART [before|after NAME]`.
    Add {
        /// The part.
        part: EditPart,
        /// Where it is put.
        place: Option<(Place, Ident)>,
    },
    /// `override PART`.
    Override(EditPart),
    /// `remove NAME`.
    Remove(Ident),
    /// `remove SPACE` or `remove SPACE: KIND`, of a setup.
    RemoveEntry {
        /// Which space.
        space: Expr,
        /// The kind of piece, where there are several.
        kind: Option<Ident>,
        /// Its part.
        mark: Option<Ident>,
    },
}

/// What an edit adds or puts in a place.
#[derive(Clone, Debug)]
pub enum EditPart {
    /// A part of a step or condition.
    Part(Part),
    /// An alternative of a group: `add enter`.
    Alternative(Alternative),
    /// A `such that`.
    SuchThat(PlayRule),
    /// A `best by` expression: `add best NAME: EXPR`.
    Best(PlayRule),
    /// A labelled statement of a phase: `NAME: STATEMENT`, or an unlabelled one.
    Statement(Stmt),
    /// `13: 5`, of a setup.
    Entry(SetupEntry),
    /// `when EXPR`, of a handler or an end.
    When(Expr),
    /// `becomes EXPR`: what a handler waits for.
    Becomes(Expr),
    /// A row of a table.
    Row(Row),
}

/// A block of statements.
pub type Block = Vec<Stmt>;

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// `label NAME: …`.
    pub label: Option<Ident>,
    /// What it does.
    pub kind: StmtKind,
    /// Warrants and guard.
    pub tail: Tail,
    /// The whole statement.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `let NAME = EXPR`.
    Let(Ident, Expr),
    /// `TARGET := EXPR`, `+=`, `-=`.
    Assign {
        /// What is set or looked at.
        target: Expr,
        /// How it is combined.
        op: AssignOp,
        /// The value, or what is added or taken off.
        value: Expr,
    },
    /// `if EXPR { … } else { … }`.
    If {
        /// The condition.
        test: Expr,
        /// What is done if it holds.
        yes: Block,
        /// What is done if not.
        no: Option<Block>,
    },
    /// `for x in RANGE { … }`.
    For {
        /// The name that stands for each.
        var: Ident,
        /// What it ranges over.
        domain: Expr,
        /// What is done.
        body: Block,
    },
    /// `cases { EXPR -> { … }; otherwise -> { … } }`.
    Cases(Vec<CaseArm>),
    /// `loop [x in A..B] at most N { … } beyond { … }`.
    Loop {
        /// The name that counts the rounds.
        var: Option<Ident>,
        /// How often at most.
        most: Expr,
        /// What is done.
        body: Block,
        /// What is done when that was not enough.
        beyond: Block,
    },
    /// `leave` the loop.
    Leave,
    /// `roll [GROUP] [given EXPR]`.
    Roll {
        /// Which dice; none for the unnamed ones.
        group: Option<Ident>,
        /// What the throw must satisfy.
        given: Option<Expr>,
    },
    /// `choose { A | B } else { … }`; groups after `else choose`-like bars are `groups[1..]`.
    Choose {
        /// Alternatives; a later group counts where the earlier have nothing.
        groups: Vec<Vec<Alternative>>,
        /// What is done where nothing is possible.
        otherwise: Option<Block>,
    },
    /// `play { … } such that … best by …`.
    Play {
        /// Alternatives; a later group counts where the earlier have nothing.
        groups: Vec<Vec<Alternative>>,
        /// What its end must satisfy.
        such_that: Vec<PlayRule>,
        /// What is maximised, in order.
        best_by: Vec<PlayRule>,
    },
    /// `pay N from A [, the rest from B] to C`, `share N from A to B`, `refill POT to N from A`.
    Pay(Payment),
    /// `again`.
    Again,
    /// `then PHASE [by PLAYER]`.
    Then {
        /// Which phase.
        phase: Ident,
        /// Who plays it; `me` if nobody is named.
        by: Option<Expr>,
    },
    /// `pass turn to PLAYER`.
    PassTurn(Expr),
    /// `PLAYER leaves`.
    Leaves(Expr),
    /// `as PLAYER { … }`.
    As {
        /// Which player.
        player: Expr,
        /// What is done by that player.
        body: Block,
    },
    /// `emit EVENT(args)`.
    Emit(Ident, Vec<Expr>),
    /// `move [my|their|of PLAYER] N [KIND] FROM -> TO`; `all` for N moves all.
    Move(MoveStmt),
    /// `shift EXPR from BAG to BAG`.
    Shift {
        /// What goes over.
        value: Expr,
        /// Out of which bag.
        from: Expr,
        /// Into which bag.
        to: Expr,
    },
    /// `take EXPR from BAG`.
    Take {
        /// What is taken.
        value: Expr,
        /// Out of which bag.
        from: Expr,
    },
    /// `put EXPR in BAG`.
    Put {
        /// What is put.
        value: Expr,
        /// The bag.
        into: Expr,
    },
    /// `push EXPR to LIST`.
    Push {
        /// What is appended.
        value: Expr,
        /// The list.
        list: Expr,
    },
    /// `drop first of LIST`.
    DropFirst(Expr),
    /// `end game { outcome }`.
    EndGame(Block),
    /// `end match { outcome }`.
    EndMatch(Block),
    /// `win PLAYER [by EXPR]`, within an end.
    Win {
        /// Who wins.
        player: Expr,
        /// How much; one if nothing is said.
        by: Option<Expr>,
    },
    /// `draw`, within an end.
    Draw,
    /// `rank seats by EXPR`, within an end: the score of each seat.
    Rank(Expr),
    /// A call of a routine.
    Call(Ident, Vec<Expr>),
}

/// `:=`, `+=`, `-=`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `:=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}

/// One arm of `cases`; no test for `otherwise`.
#[derive(Clone, Debug)]
pub struct CaseArm {
    /// Its condition.
    pub test: Option<Expr>,
    /// What it does.
    pub body: Block,
    /// Warrants and guard.
    pub tail: Tail,
}

impl CaseArm {
    /// Where it begins: its condition, or its first statement.
    #[must_use]
    pub fn span(&self) -> Option<Span> {
        let test = self.test.as_ref().map(|t| t.span);
        test.or_else(|| self.body.first().map(|s| s.span))
    }
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

/// Whose pieces a `move` moves.
#[derive(Clone, Debug)]
pub enum Whose {
    /// `me`'s.
    My,
    /// The single opponent's.
    Their,
    /// A named player's.
    Of(Expr),
}

/// `move …`.
#[derive(Clone, Debug)]
pub struct MoveStmt {
    /// Whose pieces.
    pub whose: Whose,
    /// How many; `None` for `all`.
    pub number: Option<Expr>,
    /// Which kind, where there are several.
    pub kind: Option<Ident>,
    /// Those that have this mark.
    pub mark: Option<Ident>,
    /// From where.
    pub from: Expr,
    /// To where; a space that each player has is the owner's. Nothing where they stay and only their mark changes.
    pub to: Option<Expr>,
    /// The mark that they have then.
    pub becomes: Option<Expr>,
}

/// One line of an example or of a claim's `given`.
#[derive(Clone, Debug)]
pub struct ExampleLine {
    /// What it says.
    pub kind: ExampleKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of line in an example.
#[derive(Clone, Debug)]
pub enum ExampleKind {
    /// `given SEAT { 13: 1; 6: 14 }`, in the seat's own numbers; replaces the setup of that seat.
    Pieces {
        /// Whose pieces.
        seat: Ident,
        /// What stands where.
        entries: Vec<SetupEntry>,
    },
    /// `given NAME = EXPR` / `given NAME(INDEX) = EXPR`: a variable.
    Var {
        /// What is set or looked at.
        target: Expr,
        /// Its value.
        value: Expr,
    },
    /// `reading NAME is CHOICE`.
    Reading {
        /// Which reading.
        name: Ident,
        /// Which choice.
        choice: Ident,
    },
    /// `agreed NAME = EXPR`.
    Agreed {
        /// Its name.
        name: Ident,
        /// The value agreed on.
        value: Expr,
    },
    /// `with N players`.
    Players(Expr),
    /// `to move SEAT [at PHASE]`.
    ToMove {
        /// Whose turn it is.
        seat: Ident,
        /// At which phase; the first if none is named.
        phase: Option<Ident>,
    },
    /// `throw 6 2` (faces; expressions or names).
    Throw(Vec<Expr>),
    /// `SEAT plays "notation"`.
    Plays {
        /// Who plays.
        seat: Ident,
        /// The play as it is written.
        text: Text,
    },
    /// `SEAT cannot "notation" [because PART]` with a dotted part name.
    Cannot {
        /// Who can't.
        seat: Ident,
        /// The play as it is written.
        text: Text,
        /// The part that forbids it.
        because: Option<Ident>,
    },
    /// `call EVENT ARGS`.
    Call {
        /// Which event.
        event: Ident,
        /// Its arguments.
        args: Vec<Expr>,
    },
    /// `expect SEAT { 5: 1; 6: 14 }`: the whole of that seat's pieces named here.
    ExpectPieces {
        /// Whose pieces.
        seat: Ident,
        /// What stands where.
        entries: Vec<SetupEntry>,
    },
    /// `expect legal "…" "…"`.
    ExpectLegal(Vec<Text>),
    /// `expect only "…" "…"`: just these whole plays are legal.
    ExpectOnly(Vec<Text>),
    /// `expect pass`: nothing can be done, or the play is empty.
    ExpectPass,
    /// `expect next SEAT [at PHASE]`.
    ExpectNext {
        /// Who is next.
        seat: Ident,
        /// At which phase; any if none is named.
        phase: Option<Ident>,
    },
    /// `expect over` or `expect SEAT wins [N]`.
    ExpectOver {
        /// Who wins, and how much; nobody in particular if none.
        winner: Option<(Ident, Option<Expr>)>,
    },
    /// `expect TARGET rose by EXPR` / `fell by EXPR` (the flag is true for a rise).
    ExpectChange {
        /// What is set or looked at.
        target: Expr,
        /// Whether it rose.
        rose: bool,
        /// By how much.
        by: Expr,
    },
    /// `expect EXPR`: a truth.
    Expect(Expr),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinOp {
    /// `or`.
    Or,
    /// `and`.
    And,
    /// `implies`.
    Implies,
    /// `=` or `is`.
    Eq,
    /// `!=`, `≠` or `is not`.
    Ne,
    /// `<`.
    Lt,
    /// `<=`, `≤`.
    Le,
    /// `>`.
    Gt,
    /// `>=`, `≥`.
    Ge,
    /// `in`.
    In,
    /// `not in`.
    NotIn,
    /// `+`: numbers; union of sets; sum of bags.
    Add,
    /// `-`: numbers; difference of sets.
    Sub,
    /// `*`.
    Mul,
    /// `/`: whole, rounding down.
    Div,
    /// `mod`: never negative for a positive divisor.
    Mod,
}

/// Quantifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    /// `some`.
    Some,
    /// `all`.
    All,
    /// `no`.
    No,
    /// `count`.
    Count,
    /// `sum`.
    Sum,
    /// `min`.
    Min,
    /// `max`.
    Max,
    /// `first`: the first member for which the body holds, or none.
    First,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A whole number.
    Int(i64),
    /// A fraction `1/9` is `Div` of two numbers; this is `true`/`false`/`yes`/`no`.
    Truth(bool),
    /// `none`.
    None,
    /// A name, or `base.NAME`: what the override around it replaces.
    Name(Ident),
    /// `NAME(args)`: a function, an indexed variable, a built-in.
    Call(Ident, Vec<Expr>),
    /// `NAME[E]`: a member of a family.
    Member(Ident, Box<Expr>),
    /// `E of P`: `bar of opponent`, `lane[3] of p`, `opponent of p`.
    Of(Box<Expr>, Box<Expr>),
    /// `my NAME` (`true`) or `their NAME` (`false`).
    Mine(bool, Box<Expr>),
    /// `- E`.
    Neg(Box<Expr>),
    /// `not E`.
    Not(Box<Expr>),
    /// A binary operation.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `if A then B else C`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `cases { C -> E; otherwise -> E }`.
    Cases(Vec<(Option<Expr>, Expr, Tail)>),
    /// `some x in R : E`.
    Quant(Quantifier, Ident, Box<Expr>, Box<Expr>),
    /// `{ x in R : E }`.
    Such(Ident, Box<Expr>, Box<Expr>),
    /// `{ a, b, c }`: a set.
    Set(Vec<Expr>),
    /// `[ a, b ]`: a bag or list.
    Bag(Vec<Expr>),
    /// `a..b`: a set of numbers.
    Range(Box<Expr>, Box<Expr>),
    /// `as P ( E )`.
    As(Box<Expr>, Box<Expr>),
    /// `all mine in R`: no piece of mine is outside R.
    AllMineIn(Box<Expr>),
    /// `can STEP` or `can STEP(args)`.
    Can(Ident, Vec<Expr>),
    /// `count STEP` / `count STEP(args)`: candidates that are possible.
    CountStep(Ident, Vec<Expr>),
    /// `chance E`: in claims, the probability over a throw that E holds.
    Chance(Box<Expr>),
}
