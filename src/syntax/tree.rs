//! The syntax tree of a rule file: what the author wrote, with spans, no name resolved.

mod board;
mod edit;
mod example;
mod expr;
mod item;
mod money;
mod stmt;
mod table;

pub use board::{
    Column, Face, LayoutCell, LayoutDecl, LayoutLine, Member, RouteOwner, RouteStep, SetupEntry, SpaceDecl,
};
pub use edit::{Edit, EditKind, EditPart};
pub use example::{ExampleKind, ExampleLine};
pub use expr::{BinOp, Expr, ExprKind, Quantifier, Type, TypeKind};
pub use item::{
    Alternative, Choice, GlossaryEntry, IndexBy, Item, ItemKind, Mode, OnWhat, Param, Part, PartKind, Pick, Place,
    PlayRule, RestsEntry, Scope, Side, StepParam,
};
pub use money::{Account, Amount, MoneyDecl, Party, Payment, Shortfall};
pub use stmt::{AssignOp, Block, CaseArm, MoveStmt, Stmt, StmtKind, Whose};
pub use table::{Row, RowHead, TableDecl};

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
