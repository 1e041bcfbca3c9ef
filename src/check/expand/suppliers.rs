//! Several suppliers of one name: an error until the file that brings them together says whose definition stands.

use super::lineage::suppliers;
use super::merge::Merger;
use super::select::kind_word;
use super::{Key, key_name, path, rests};
use crate::check::load::Loaded;
use crate::diagnostics::Diagnostic;
use crate::syntax::tree::{Header, Ident, ItemKind};
use std::collections::{HashMap, HashSet};

/// What `override NAME = FILE.NAME` calls a definition.
fn word(key: &Key) -> Option<&str> {
    match key {
        Key::Name(n) | Key::End(n) | Key::Handler(n) | Key::Route(n, _) => Some(n),
        Key::Setup(_) => Some("setup"),
        Key::Single("notation of plays") => Some("notation"),
        Key::Single(word) => Some(word),
        Key::Reading(_) | Key::Witness(_) | Key::Base(_) | Key::Many(_) => None,
    }
}

impl Merger<'_> {
    /// Decides between the definitions that the suppliers of a file bring, before the file itself has its say.
    pub fn settle(&mut self, file: &Loaded) {
        for item in &file.tree.items {
            let ItemKind::Supplied { name, by, theirs } = &item.kind else {
                continue;
            };
            if self.assignment.allows(&item.tail, self.diagnostics) {
                self.supplied(file, name, by, theirs);
            }
        }
        let mut called: HashMap<&Key, Vec<usize>> = HashMap::new();
        for (at, draft) in self.drafts.iter().enumerate() {
            if self.lineage.sees(file.file, draft.supplier) {
                called.entry(&draft.key).or_default().push(at);
            }
        }
        let mut rivals: Vec<Vec<usize>> = called.into_values().filter(|all| all.len() > 1).collect();
        rivals.sort();
        for all in &rivals {
            let key = self.drafts[all[0]].key.clone();
            if !self.removes(file, &key) {
                self.report_rivals(file, &key, all);
            }
        }
        // The first stands for all, so that nothing else is said about the others.
        let dropped: HashSet<usize> = rivals.into_iter().flat_map(|all| all.into_iter().skip(1)).collect();
        self.drop_drafts(&dropped);
    }

    fn drop_drafts(&mut self, dropped: &HashSet<usize>) {
        let mut at = 0;
        self.drafts.retain(|_| {
            at += 1;
            !dropped.contains(&(at - 1))
        });
    }

    /// Whether the file takes the name away altogether.
    fn removes(&self, file: &Loaded, key: &Key) -> bool {
        file.tree.items.iter().any(|item| match &item.kind {
            ItemKind::Remove { kind, name } => word(key) == Some(name.as_ref().unwrap_or(kind).text.as_str()),
            _ => false,
        })
    }

    /// The file named in the header through which a definition comes.
    fn through<'h>(&self, header: &'h Header, supplier: u16) -> Option<&'h str> {
        suppliers(header).find(|id| {
            let file = self.lineage.file(id);
            file.is_some_and(|f| self.lineage.sees(f, supplier))
        })
    }

    fn report_rivals(&mut self, file: &Loaded, key: &Key, rivals: &[usize]) {
        let header = &file.tree.header;
        let ids: Vec<&str> = rivals
            .iter()
            .filter_map(|i| self.through(header, self.drafts[*i].supplier))
            .collect();
        let last = ids.last().copied().unwrap_or_default();
        let place = header
            .uses
            .iter()
            .chain(header.extends.iter().map(|(id, _)| id))
            .find(|id| id.text == last)
            .map_or(header.span, |id| id.span);
        let mut error = Diagnostic::error(
            "derive::twice",
            format!("{} is supplied by `{}`", key_name(key), ids.join("` and by `")),
            place,
            "brings a second definition",
        );
        for (i, id) in rivals.iter().zip(&ids) {
            error = error.also(self.drafts[*i].item.head, format!("supplied by `{id}`"));
        }
        let lines: Vec<String> = word(key)
            .iter()
            .flat_map(|name| ids.iter().map(move |id| format!("`override {name} = {id}.{name}`")))
            .collect();
        self.diagnostics
            .push(error.help(format!("say whose definition stands: {}", lines.join(" or "))));
    }

    /// `override NAME = FILE.NAME`.
    fn supplied(&mut self, file: &Loaded, name: &Ident, by: &Ident, theirs: &Ident) {
        let header = &file.tree.header;
        if name.text != theirs.text {
            self.diagnostics.push(
                Diagnostic::error(
                    "derive::supplier",
                    format!("`{}` can't be called `{}` here", theirs.text, name.text),
                    theirs.span,
                    format!("another name than `{}`", name.text),
                )
                .help(format!(
                    "write `override {0} = {1}.{0}`: a definition keeps its name",
                    name.text, by.text
                )),
            );
            return;
        }
        let all: Vec<&str> = suppliers(header).collect();
        let known = self.lineage.file(&by.text).filter(|_| all.contains(&by.text.as_str()));
        let Some(chosen) = known else {
            let help = match crate::check::closest(&by.text, all.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None if all.is_empty() => "name the file behind `uses`, or leave this line out".to_owned(),
                None => format!("it extends or uses: {}", all.join(", ")),
            };
            let error = Diagnostic::error(
                "derive::supplier",
                format!("`{}` neither extends nor uses `{}`", header.id.text, by.text),
                by.span,
                "not one of its suppliers",
            );
            self.diagnostics.push(error.help(help));
            return;
        };
        let called: Vec<usize> = (0..self.drafts.len())
            .filter(|i| word(&self.drafts[*i].key) == Some(name.text.as_str()))
            .filter(|i| self.lineage.sees(file.file, self.drafts[*i].supplier))
            .collect();
        let from = |s: &Self, i: usize| s.lineage.sees(chosen, s.drafts[i].supplier);
        let theirs: Vec<usize> = called.iter().copied().filter(|i| from(self, *i)).collect();
        if theirs.is_empty() {
            let mut error = Diagnostic::error(
                "derive::supplier",
                format!("`{}` supplies no `{}`", by.text, name.text),
                name.span.to(by.span),
                "not defined there",
            );
            let others: Vec<&str> = called
                .iter()
                .filter_map(|i| self.through(header, self.drafts[*i].supplier))
                .collect();
            if let Some(i) = called.first() {
                let draft = &self.drafts[*i];
                let kind = kind_word(&draft.key, &draft.item.kind);
                error = error.also(draft.item.head, format!("this {kind} is so called"));
            }
            if !others.is_empty() {
                error = error.help(format!("it is supplied by `{}`", others.join("` and `")));
            }
            self.diagnostics.push(error);
            return;
        }
        let keys: Vec<Key> = theirs.iter().map(|i| self.drafts[*i].key.clone()).collect();
        // What stands keeps the place of the first, so that the order of definitions doesn't depend on the choice.
        let mut dropped = HashSet::new();
        for key in keys {
            let of_key = |s: &Self| -> Vec<usize> {
                let all = called.iter().copied();
                all.filter(|i| s.drafts.get(*i).is_some_and(|d| d.key == key)).collect()
            };
            let rivals = of_key(self);
            let Some(at) = rivals.iter().copied().find(|i| from(self, *i)) else {
                continue;
            };
            self.drafts.swap(rivals[0], at);
            let (first, lineage) = (rivals[0], self.lineage);
            if rivals.len() > 1
                && let Some(path) = path(&key)
            {
                let kept = |f| lineage.sees(chosen, f) || f == file.file;
                rests::keep(&mut self.out.rests, path, kept);
            }
            dropped.extend(rivals.into_iter().filter(|i| *i != first));
        }
        self.drop_drafts(&dropped);
    }
}
