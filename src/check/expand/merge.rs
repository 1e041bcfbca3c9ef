//! The files of a derivation one after the other: what each adds, replaces, edits and removes.

use super::lineage::Lineage;
use super::{
    Assignment, Change, Done, Expanded, Key, below, class, duplicate, edit, guard, key_name, key_of, path, rests,
};
use crate::check::closest;
use crate::check::load::Loaded;
use crate::diagnostics::Diagnostic;
use crate::syntax::print::{print_expr, print_item};
use crate::syntax::tree::{Edit, EditKind, Ident, Item, ItemKind, Mode, Tail};

/// A definition while the files are merged.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Its key; several suppliers of one name have one each until a file decides.
    pub key: Key,
    /// What stands there now.
    pub item: Item,
    /// The file that wrote it last.
    pub file: u16,
    /// The file that wrote the definition as a whole.
    pub supplier: u16,
    /// What it replaced and still names, nearest first, with the file that wrote it last.
    pub below: Vec<(Item, u16)>,
    /// Whether it stands for what a base left open or said otherwise.
    pub settles: bool,
    /// What stood there before each replacement.
    past: Vec<Draft>,
}

/// Merges files whose bases come before what is derived from them.
pub fn merge(files: &[Loaded], lineage: &Lineage, out: Expanded, diagnostics: &mut Vec<Diagnostic>) -> Expanded {
    let mut merger = Merger {
        assignment: Assignment::new(&out.readings),
        out,
        drafts: Vec::new(),
        absent: Vec::new(),
        lineage,
        diagnostics,
        many: 0,
    };
    for (at, file) in files.iter().enumerate() {
        let later = files[at + 1..].iter().flat_map(removed_readings);
        merger.assignment.forget(later);
        merger.file(file);
    }
    if merger.out.header.is_game {
        merger.all_supplied();
    }
    let Merger { mut out, drafts, .. } = merger;
    out.defs = drafts.into_iter().flat_map(below::flatten).collect();
    for (number, (part, ..)) in out.rests.iter().enumerate() {
        out.entries.entry(part.clone()).or_default().push(number);
    }
    out
}

/// The readings that a file takes away.
fn removed_readings(file: &Loaded) -> impl Iterator<Item = &str> {
    file.tree.items.iter().filter_map(|item| match &item.kind {
        ItemKind::Remove { kind, name: Some(name) } if kind.text == "reading" => Some(name.text.as_str()),
        _ => None,
    })
}

/// The game so far.
pub struct Merger<'a> {
    /// What is not a definition.
    pub out: Expanded,
    /// Definitions in reading order.
    pub drafts: Vec<Draft>,
    /// Declarations that don't stand under the choices in force: a derived file may replace, edit or remove them all the
    /// same.
    pub absent: Vec<(Key, Item)>,
    /// The choices in force.
    pub assignment: Assignment,
    /// Which file sees which.
    pub lineage: &'a Lineage,
    /// What is wrong.
    pub diagnostics: &'a mut Vec<Diagnostic>,
    many: usize,
}

impl Merger<'_> {
    fn file(&mut self, file: &Loaded) {
        self.settle(file);
        for item in &file.tree.items {
            if !self.assignment.allows(&item.tail, self.diagnostics) {
                if item.mode == Mode::Plain {
                    self.absent.push((key_of(item, self.many), item.clone()));
                }
                continue;
            }
            let mut item = item.clone();
            item.tail.guard = None;
            guard::prune(&mut item, &self.assignment, self.diagnostics);
            match item.kind {
                ItemKind::Reading { .. } | ItemKind::Witness { .. } | ItemKind::Supplied { .. } => {}
                ItemKind::Default { .. } | ItemKind::Remove { .. } => {
                    self.change(&item);
                    self.default_or_removal(item.kind, file.file);
                }
                ItemKind::Rests(entries) => {
                    for entry in entries {
                        let parts = entry.parts.into_iter();
                        self.out
                            .rests
                            .extend(parts.map(|part| (part.text, entry.warrants.clone(), part.span)));
                    }
                }
                ItemKind::Edit { .. } => {
                    below::check(&item, &Key::Many(0), None, self.diagnostics);
                    if let ItemKind::Edit { kind, name, edits } = item.kind {
                        self.edit(&kind, name.as_ref(), edits, file.file);
                    }
                }
                _ => self.define(item, file),
            }
        }
    }

    fn default_or_removal(&mut self, kind: ItemKind, file: u16) {
        match kind {
            ItemKind::Default {
                reading: false,
                name,
                value,
            } => {
                self.agreement(&name);
                self.out.agreed_defaults.push((name.text, value));
            }
            ItemKind::Remove { kind, name } => self.remove(&kind, name.as_ref(), file),
            _ => {}
        }
    }

    /// Reports an agreement that gets another default and is none.
    fn agreement(&mut self, name: &Ident) {
        let drafts = self.drafts.iter().map(|d| &d.item);
        let known: Vec<&str> = drafts
            .chain(self.absent.iter().map(|(_, item)| item))
            .filter_map(|item| match &item.kind {
                ItemKind::Agreed { name, .. } => Some(name.text.as_str()),
                _ => None,
            })
            .collect();
        if known.contains(&name.text.as_str()) {
            return;
        }
        let near = closest(&name.text, known).map(|n| format!("did you mean `{n}`?"));
        self.diagnostics.push(
            Diagnostic::error(
                "name::unknown",
                format!("there is no agreement `{}`", name.text),
                name.span,
                "not declared by what this file is derived from",
            )
            .maybe_help(near),
        );
    }

    /// Notes what a file does to its base besides defining.
    fn change(&mut self, item: &Item) {
        let mut bare = item.clone();
        bare.tail = Tail::default();
        let (done, to) = match &item.kind {
            ItemKind::Default { reading, name, value } => {
                let word = if *reading { "reading" } else { "agreed" };
                (Done::Default(print_expr(value)), format!("{word} {}", name.text))
            }
            ItemKind::Remove { kind, name: Some(name) } => (Done::Removed, format!("{} {}", kind.text, name.text)),
            ItemKind::Remove { kind, name: None } => (Done::Removed, kind.text.clone()),
            _ => (Done::Removed, String::new()),
        };
        self.out.changes.push(Change {
            file: item.span.file,
            what: print_item(&bare),
            done,
            to,
            warrants: item.tail.warrants.clone(),
            span: item.span,
        });
    }

    fn define(&mut self, item: Item, file: &Loaded) {
        self.many += 1;
        let key = key_of(&item, self.many);
        // An example or claim of a base speaks of the base.
        if matches!(item.kind, ItemKind::Example { .. } | ItemKind::Claim { .. }) && file.file != self.out.file {
            return;
        }
        let at = self.find(&key, &item, file.file);
        below::check(&item, &key, at.map(|at| &self.drafts[at].item), self.diagnostics);
        match (at, item.mode) {
            (None, Mode::Override) => match self.absent.iter().find(|(k, _)| *k == key) {
                Some((_, old)) => {
                    let mut item = item;
                    inherit_types(&old.kind, &mut item.kind);
                    item.mode = Mode::Plain;
                    self.add(key, item, file.file);
                    if let Some(new) = self.drafts.last_mut() {
                        new.settles = true;
                    }
                }
                None => self.nothing_to_override(&key, &item),
            },
            (None, _) => self.add(key, item, file.file),
            (Some(at), Mode::Override) => match self.own_version(at, file.file) {
                Some(version) => {
                    self.drafts.push(version);
                    self.replace(self.drafts.len() - 1, item, file.file);
                }
                None => self.replace(at, item, file.file),
            },
            (Some(at), Mode::Plain) if self.drafts[at].item.mode == Mode::Open => self.replace(at, item, file.file),
            (Some(at), mode) => {
                let known = std::iter::once(&self.drafts[at]).chain(&self.drafts[at].past);
                let mut known = known.filter(|d| self.lineage.sees(file.file, d.supplier));
                if known.next().is_some() {
                    let first = self.drafts[at].item.head;
                    let twice = duplicate(&key_name(&key), item.head, first);
                    let unnamed = matches!(&item.kind, ItemKind::Dice { name: None, .. });
                    let help = "give one of them a name: `dice NAME = 2 of d6`, thrown by `roll NAME`";
                    self.diagnostics
                        .push(twice.maybe_help(unnamed.then(|| help.to_owned())));
                } else if mode != Mode::Open {
                    // Another supplier: who brings the two together decides.
                    self.add(key, item, file.file);
                }
            }
        }
    }

    fn add(&mut self, key: Key, item: Item, file: u16) {
        self.drafts.push(Draft {
            key,
            item,
            file,
            supplier: file,
            below: Vec::new(),
            settles: false,
            past: Vec::new(),
        });
    }

    fn nothing_to_override(&mut self, key: &Key, item: &Item) {
        if matches!(key, Key::Many(_)) {
            self.diagnostics.push(
                Diagnostic::error(
                    "derive::nothing",
                    "this declaration has no name, so nothing says what it overrides",
                    item.head,
                    "names nothing",
                )
                .help(match item.kind {
                    ItemKind::On { .. } => {
                        "a handler is overridden by its own name: `override on EVENT(…) as NAME { … }`"
                    }
                    _ => "leave `override` out",
                }),
            );
            return;
        }
        let near = match key {
            Key::Name(n) => closest(n, self.names()).map(str::to_owned),
            _ => None,
        };
        self.diagnostics.push(
            Diagnostic::error(
                "derive::nothing",
                format!("there is no {} to override", key_name(key)),
                item.head,
                "no file that this one is derived from defines it",
            )
            .maybe_help(
                near.map(|n| format!("did you mean `{n}`?"))
                    .or_else(|| Some("leave `override` out if it is new".into())),
            ),
        );
    }

    /// The place of the definition that a new one would meet, that of the file's own suppliers first. A route of one seat
    /// meets an open or general route too.
    fn find(&self, key: &Key, item: &Item, file: u16) -> Option<usize> {
        let place = |meets: &dyn Fn(&Draft) -> bool| {
            let mine = |d: &Draft| meets(d) && self.lineage.sees(file, d.supplier);
            let drafts = &self.drafts;
            drafts.iter().position(mine).or_else(|| drafts.iter().position(meets))
        };
        if let Some(at) = place(&|d| d.key == *key) {
            return Some(at);
        }
        match key {
            Key::Route(name, seat) if !seat.is_empty() => {
                place(&|d| d.key == Key::Route(name.clone(), String::new()) && d.item.mode == Mode::Open)
            }
            Key::Setup(_) if item.mode == Mode::Override => place(&|d| matches!(d.key, Key::Setup(_))),
            _ => None,
        }
    }

    /// What a file sees of a definition that a file beside it has replaced: it overrides that, and so supplies another.
    fn own_version(&self, at: usize, file: u16) -> Option<Draft> {
        let draft = &self.drafts[at];
        if self.lineage.sees(file, draft.supplier) {
            return None;
        }
        let mut past = draft.past.iter().rev();
        past.find(|d| self.lineage.sees(file, d.supplier)).cloned()
    }

    fn replace(&mut self, at: usize, mut item: Item, file: u16) {
        let old = &self.drafts[at];
        if let (Some(a), Some(b)) = (class(&old.item.kind), class(&item.kind))
            && a != b
        {
            self.diagnostics.push(
                Diagnostic::error(
                    "derive::kind",
                    format!("{} is a {a}; a {b} cannot replace it", key_name(&old.key)),
                    item.head,
                    format!("a {b} here"),
                )
                .also(old.item.head, format!("a {a} here")),
            );
            return;
        }
        inherit_types(&old.item.kind, &mut item.kind);
        let stays = !below::mentions(&item).is_empty();
        if let Some(path) = path(&old.key) {
            if stays {
                rests::push_down(&mut self.out.rests, path, file);
            } else {
                rests::forget(&mut self.out.rests, path, file);
            }
        }
        item.mode = Mode::Plain;
        let key = key_of(&item, self.many);
        let new = Draft {
            key,
            item,
            file,
            supplier: file,
            below: Vec::new(),
            settles: true,
            past: Vec::new(),
        };
        let mut old = std::mem::replace(&mut self.drafts[at], new);
        let new = &mut self.drafts[at];
        if stays {
            new.below = std::iter::once((old.item.clone(), old.file))
                .chain(old.below.iter().cloned())
                .collect();
        }
        new.past = std::mem::take(&mut old.past);
        new.past.push(old);
    }

    fn names(&self) -> Vec<&str> {
        self.drafts
            .iter()
            .filter_map(|d| match &d.key {
                Key::Name(n) | Key::Handler(n) | Key::End(n) | Key::Route(n, _) => Some(n.as_str()),
                _ => None,
            })
            .collect()
    }

    fn edit(&mut self, kind: &Ident, name: Option<&Ident>, edits: Vec<Edit>, file: u16) {
        let found = self.select(kind, name, "edit");
        let visible = |at: &usize| self.lineage.sees(file, self.drafts[*at].supplier);
        let Some(at) = found.iter().copied().find(visible).or(found.first().copied()) else {
            return;
        };
        for edit in edits {
            if !self.assignment.allows(&edit.tail, self.diagnostics) {
                continue;
            }
            if let (Some(path), Some(part)) = (path(&self.drafts[at].key), edit::replaced(&edit)) {
                rests::forget_part(&mut self.out.rests, path, &part, file);
            }
            if let EditKind::Remove(part) = &edit.kind {
                let whom = name.map_or_else(String::new, |n| format!(" {}", n.text));
                self.out.changes.push(Change {
                    file,
                    what: format!("in {}{whom} {{ remove {} }}", kind.text, part.text),
                    done: Done::Removed,
                    to: match path(&self.drafts[at].key) {
                        Some(path) => format!("{} {path}.{}", kind.text, part.text),
                        None => format!("{} {}", kind.text, part.text),
                    },
                    warrants: edit.tail.warrants.clone(),
                    span: edit.span,
                });
            }
            edit::apply(&mut self.drafts[at].item, edit, self.diagnostics);
        }
        self.drafts[at].file = file;
    }

    fn all_supplied(&mut self) {
        for draft in &self.drafts {
            if draft.item.mode == Mode::Open {
                self.diagnostics.push(
                    Diagnostic::error(
                        "derive::open",
                        format!("{} is left open and this game does not define it", key_name(&draft.key)),
                        self.out.header.span,
                        "this game must say what it is",
                    )
                    .also(draft.item.head, "declared open here"),
                );
            }
        }
    }
}

/// An override may leave out types that the replaced definition gave.
fn inherit_types(old: &ItemKind, new: &mut ItemKind) {
    use crate::syntax::tree::Param;
    fn params(old: &[Param], new: &mut [Param]) {
        for (o, n) in old.iter().zip(new) {
            if n.ty.is_none() {
                n.ty.clone_from(&o.ty);
            }
        }
    }
    match (old, new) {
        (ItemKind::Fn { params: o, ty: oty, .. }, ItemKind::Fn { params: n, ty: nty, .. }) => {
            params(o, n);
            if nty.is_none() {
                nty.clone_from(oty);
            }
        }
        (ItemKind::Condition { params: o, .. }, ItemKind::Condition { params: n, .. })
        | (ItemKind::Routine { params: o, .. }, ItemKind::Routine { params: n, .. }) => params(o, n),
        (ItemKind::Phase { place: o, .. }, ItemKind::Phase { place: n @ None, .. }) => n.clone_from(o),
        _ => {}
    }
}
