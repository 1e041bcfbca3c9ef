//! Finds and parses a rule file and everything that it is derived from.

use crate::diagnostics::Diagnostic;
use crate::files;
use crate::syntax::source::{Sources, Span};
use crate::syntax::{parse, tree};
use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};

/// The largest rule file that is read, in bytes.
pub const MAX_FILE: u64 = 4 << 20;

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");

/// An embedded rule file.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Its path, beginning with `rules/`.
    pub path: &'static Path,
    /// Its stem, which is its id.
    pub id: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All embedded rule files, by path.
#[must_use]
pub fn embedded() -> Vec<Embedded> {
    fn walk(dir: &'static Dir<'_>, out: &mut Vec<Embedded>) {
        for file in dir.files() {
            let path = file.path();
            if path.extension().is_some_and(|e| e == "rules")
                && let (Some(id), Some(text)) = (path.file_stem().and_then(|s| s.to_str()), file.contents_utf8())
            {
                out.push(Embedded { path, id, text });
            }
        }
        for inner in dir.dirs() {
            walk(inner, out);
        }
    }
    let mut out = Vec::new();
    walk(&RULES, &mut out);
    out.sort_by_key(|e| e.path);
    out
}

/// The header of a rule file, where it can be read.
#[must_use]
pub fn header(name: &str, text: &str) -> Option<tree::Header> {
    let mut sources = Sources::default();
    let file = sources.add(name, text.to_owned());
    parse(&sources, file).file.map(|f| f.header)
}

/// Where a file's bases are looked for: beside it, then among the embedded files.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The folder of the file on disk, if it is on disk.
    pub beside: Option<PathBuf>,
}

impl Library {
    /// Name and text of a file; nothing where there is none.
    ///
    /// # Errors
    /// What is wrong with one that is there and can't be read, in one line.
    fn find(&self, id: &str) -> Result<Option<(String, String)>, String> {
        if let Some(folder) = &self.beside {
            let path = folder.join(format!("{id}.rules"));
            let name = path.display().to_string();
            match files::read(&path, MAX_FILE) {
                Ok(text) => return Ok(Some((name, text))),
                Err(unread) if unread.is_missing() => {}
                Err(unread) => return Err(unread.told(&name)),
            }
        }
        let found = embedded().into_iter().find(|e| e.id == id);
        Ok(found.map(|e| (format!("rules/{}", e.path.display()), e.text.to_owned())))
    }

    fn known(&self) -> Vec<String> {
        let mut names: Vec<String> = embedded().into_iter().map(|e| e.id.to_owned()).collect();
        if let Some(entries) = self.beside.as_ref().and_then(|f| std::fs::read_dir(f).ok()) {
            for entry in entries.flatten() {
                let path = entry.path();
                if path.extension().is_some_and(|e| e == "rules")
                    && let Some(stem) = path.file_stem().and_then(|s| s.to_str())
                {
                    names.push(stem.to_owned());
                }
            }
        }
        names
    }
}

/// One file of a derivation, bases before what is derived from them.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Its tree.
    pub tree: tree::File,
    /// Its number among the sources.
    pub file: u16,
    /// Whether it came by `uses` (then it only adds).
    pub used: bool,
    /// What could not be read of it.
    pub lost: Vec<Span>,
}

/// Loads a file and its bases, bases first. Nothing if a file could not be read as one.
pub fn load(
    name: &str,
    text: &str,
    library: &Library,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<Loaded>> {
    let mut loader = Loader {
        library,
        sources,
        diagnostics,
        done: Vec::new(),
        open: Vec::new(),
    };
    loader.file(name, text, false)?;
    Some(loader.done)
}

struct Loader<'a> {
    library: &'a Library,
    sources: &'a mut Sources,
    diagnostics: &'a mut Vec<Diagnostic>,
    done: Vec<Loaded>,
    open: Vec<String>,
}

impl Loader<'_> {
    fn file(&mut self, name: &str, text: &str, used: bool) -> Option<()> {
        let file = self.sources.add(name, text);
        let parsed = parse(self.sources, file);
        self.diagnostics.extend(parsed.diagnostics);
        let tree = parsed.file?;
        let id = tree.header.id.text.clone();
        self.open.push(id);
        let mut complete = true;
        if let Some((base, _)) = &tree.header.extends {
            complete &= self.base(base, false);
        }
        for lib in &tree.header.uses {
            complete &= self.base(lib, true);
        }
        self.open.pop();
        self.done.push(Loaded {
            tree,
            file,
            used,
            lost: parsed.lost,
        });
        complete.then_some(())
    }

    fn base(&mut self, id: &tree::Ident, used: bool) -> bool {
        if self.open.contains(&id.text) {
            let way = self.open.join("` extends `");
            self.diagnostics.push(
                Diagnostic::error(
                    "derive::cycle",
                    format!("`{}` is derived from itself", id.text),
                    id.span,
                    format!("`{way}` extends `{}`", id.text),
                )
                .help("a file cannot be its own base: remove one of these links"),
            );
            return false;
        }
        if self.done.iter().any(|l| l.tree.header.id.text == id.text) {
            return true;
        }
        let found = match self.library.find(&id.text) {
            Ok(found) => found,
            Err(unread) => {
                let label = "a file beside this one is taken before an embedded one";
                self.diagnostics
                    .push(Diagnostic::error("derive::unknown", unread, id.span, label));
                return false;
            }
        };
        let Some((name, text)) = found else {
            let known = self.library.known();
            let near = super::closest(&id.text, known.iter().map(String::as_str));
            self.diagnostics.push(
                Diagnostic::error(
                    "derive::unknown",
                    format!("there is no rule file `{}`", id.text),
                    id.span,
                    "looked for beside this file, then among the embedded ones",
                )
                .maybe_help(near.map(|n| format!("did you mean `{n}`?"))),
            );
            return false;
        };
        self.file(&name, &text, used).is_some()
    }
}

/// A span that covers nothing, for findings about a file as a whole.
#[must_use]
pub fn file_start(file: u16) -> Span {
    Span { file, start: 0, end: 0 }
}
