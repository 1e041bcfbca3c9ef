//! `bopu new`: a rule file derived from a game, with a list of what it may change.

use super::args::{GameArgs, NewArgs, OptionArgs};
use super::exit::{Exit, Fault};
use super::open;
use crate::check::expand::{Def, Key, class};
use crate::check::{self, Expanded, Library, Options, embedded};
use crate::syntax::print::{print_item, print_part};
use crate::syntax::tree::{ItemKind, Part, PartKind, Tail};
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Runs the command.
pub fn run(args: &NewArgs) -> Result<Exit, Fault> {
    named_well(&args.name)?;
    let path = args
        .output
        .clone()
        .unwrap_or_else(|| PathBuf::from(format!("{}.rules", args.name)));
    if path.file_name().and_then(|n| n.to_str()) != Some(format!("{}.rules", args.name).as_str()) {
        return Err(Fault::usage(
            format!("`{}` is not called `{}.rules`", path.display(), args.name),
            Some("a rule file is named after its game".into()),
        ));
    }
    let base = open::compile(&GameArgs {
        game: args.extends.clone(),
        options: OptionArgs::default(),
    })?;
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    let library = Library { beside: Some(folder) };
    let text = written(&args.name, &base.expanded, &library);
    let name = path.display().to_string();
    if let Err(failure) = check::compile(&name, &text, &library, &Options::default()) {
        // The base was found where the user said, and the new file does not find it; or the name is a word of the language.
        let why = failure
            .diagnostics
            .first()
            .map(|d| d.message.clone())
            .unwrap_or_default();
        return Err(Fault::usage(
            format!("`{name}` would not be a rule file: {why}"),
            Some("a base on disk is looked for beside the new file; a word of the language is no name".into()),
        ));
    }
    write_new(&path, &text)?;
    let mut out = anstream::stdout();
    writeln!(
        out,
        "wrote {name}: a game like `{}`, so far",
        base.expanded.header.id.text
    )?;
    writeln!(out, "edit it, then `bopu check {name}` and `bopu play {name}`")?;
    Ok(Exit::Done)
}

fn named_well(name: &str) -> Result<(), Fault> {
    let good = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !name.ends_with('-')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if !good {
        return Err(Fault::usage(
            format!("`{name}` cannot be the id of a game"),
            Some("an id is made of ASCII letters, digits and `-`, and begins with a letter".into()),
        ));
    }
    if embedded().iter().any(|e| e.id == name) {
        return Err(Fault::usage(
            format!("`{name}` is a rule file that comes with bopu"),
            Some("choose another name".into()),
        ));
    }
    Ok(())
}

/// Writes a file that does not exist yet.
fn write_new(path: &Path, text: &str) -> Result<(), Fault> {
    let cannot = |e: &std::io::Error| Fault::cannot_run(format!("cannot write `{}`: {e}", path.display()), None);
    let mut file = OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(|e| {
            if e.kind() == ErrorKind::AlreadyExists {
                Fault::cannot_run(
                    format!("`{}` is there already", path.display()),
                    Some("nothing was changed: choose another name, or move that file away".into()),
                )
            } else {
                cannot(&e)
            }
        })?;
    file.write_all(text.as_bytes()).map_err(|e| {
        // What is half written was not there before.
        let _ = std::fs::remove_file(path);
        cannot(&e)
    })
}

/// The text of the new file.
fn written(name: &str, base: &Expanded, library: &Library) -> String {
    let header = &base.header;
    let title = header
        .title
        .as_ref()
        .map_or(header.id.text.as_str(), |t| t.text.as_str());
    let head = format!(
        "language 1\ngame {name} \"{name}, after {}\"  extends {}\n",
        title.replace('"', "'"),
        header.id.text
    );
    let mut lines = vec![
        format!(
            "`{}` says what this file does not. A definition is replaced by writing it anew after `override`,",
            header.id.text
        ),
        "a part of a step, phase, end or the like by `in KIND NAME { add … | override … | remove … }`.".into(),
        format!(
            "`bopu show {} --expanded` prints everything there is to change.",
            header.id.text
        ),
        String::new(),
        "What can be changed, with the reasons that the parts give:".into(),
    ];
    for def in &base.defs {
        lines.extend(listed(def));
    }
    if !base.readings.is_empty() {
        lines.push(String::new());
        lines.push("Readings; `default reading NAME = CHOICE` changes what stands unless another is asked for:".into());
    }
    for reading in &base.readings {
        let choices: Vec<&str> = reading.choices.iter().map(|c| c.name.text.as_str()).collect();
        let question = reading
            .question
            .as_deref()
            .map_or_else(String::new, |q| format!("  \"{q}\""));
        let default = choices[reading.default];
        lines.push(format!(
            "  {} = {} (default {default}){question}",
            reading.name,
            choices.join(" | ")
        ));
    }
    if let Some(edit) = working_edit(name, &head, base, library) {
        lines.push(String::new());
        lines.push("An edit that changes nothing yet; take the `#` away and go on from there:".into());
        lines.push(String::new());
        lines.extend(edit.lines().map(str::to_owned));
    }
    let mut text = head + "\n";
    for line in lines {
        text.push_str(format!("# {line}").trim_end());
        text.push('\n');
    }
    text
}

/// A definition with the reasons of its parts.
fn listed(def: &Def) -> Vec<String> {
    let what = match (&def.key, class(&def.item.kind)) {
        (Key::Name(name), Some(class)) => format!("{class} {name}"),
        (Key::End(name), _) if matches!(def.item.kind, ItemKind::EndMatch { .. }) => format!("end match {name}"),
        (Key::End(name), _) => format!("end game {name}"),
        (Key::Handler(name), _) => format!("on {name}"),
        (Key::Route(name, _), _) => format!("route {name}"),
        (Key::Single(word), _) => (*word).to_owned(),
        (Key::Setup(seat), _) if seat.is_empty() => "setup each".into(),
        (Key::Setup(seat), _) => format!("setup {seat}"),
        (Key::Name(_) | Key::Base(_) | Key::Reading(_) | Key::Witness(_) | Key::Many(_), _) => return Vec::new(),
    };
    let gloss = match &def.item.kind {
        ItemKind::Measure { gloss: Some(gloss), .. } | ItemKind::Agreed { gloss: Some(gloss), .. } => {
            format!("  \"{}\"", one_line(&gloss.text))
        }
        _ => String::new(),
    };
    let mut lines = vec![format!("  {what}{gloss}")];
    for part in parts(def) {
        let (name, reason) = match &part.kind {
            PartKind::Require { name, reason, .. } => (name.as_ref(), reason.as_ref()),
            PartKind::Let { name, otherwise, .. } if otherwise.is_some() => (Some(name), otherwise.as_ref()),
            _ => continue,
        };
        if let Some(name) = name {
            let reason = reason.map_or_else(String::new, |r| format!("  \"{}\"", one_line(&r.text)));
            lines.push(format!("    {}{reason}", name.text));
        }
    }
    lines
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn parts(def: &Def) -> &[Part] {
    match &def.item.kind {
        ItemKind::Step { parts, .. } | ItemKind::Condition { parts: Some(parts), .. } => parts,
        _ => &[],
    }
}

/// The first edit of the base that compiles as it stands: a requirement with its reason, else a whole definition.
fn working_edit(name: &str, head: &str, base: &Expanded, library: &Library) -> Option<String> {
    let requirements = base.defs.iter().flat_map(|def| {
        parts(def).iter().filter_map(move |part| {
            let PartKind::Require {
                name: Some(_),
                reason: Some(_),
                ..
            } = &part.kind
            else {
                return None;
            };
            let Key::Name(step) = &def.key else { return None };
            let part = Part {
                tail: Tail::default(),
                ..part.clone()
            };
            Some(format!(
                "in {} {step} {{ override {} }}",
                class(&def.item.kind)?,
                print_part(&part)
            ))
        })
    });
    let whole = base.defs.iter().filter(|d| matches!(d.key, Key::Name(_))).map(|def| {
        let mut item = def.item.clone();
        item.tail = Tail::default();
        format!("override {}", print_item(&item))
    });
    requirements.chain(whole).find(|edit| {
        let text = format!("{head}\n{edit}\n");
        check::compile(name, &text, library, &Options::default()).is_ok_and(|s| s.warnings.is_empty())
    })
}
