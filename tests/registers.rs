//! Clause registers: how they are read, what is refused, and how clauses are found.

use bopu::check::{Library, Options, embedded};
use bopu::diagnostics::Diagnostic;
use bopu::sources::{GameRules, Index, Missing, RegisterFile, Registers, Status, Unreadable, embedded_ids, find};
use bopu::syntax::source::Sources;
use std::sync::Arc;

const GOOD: &str = r#"(
    bopu: 1,
    id: "road",
    title: "道书, a book of roads",
    document: (file: "road.txt", sha256: "0000000000000000000000000000000000000000000000000000000000000000", about: "invented"),
    passages: [
        (id: "walk", heading: "行", gloss: "Walking", lines: (3, 9), whole: true, clauses: [
            (id: "1", line: 3, quote: "掷二骰，", says: "Two dice are thrown.", kind: Rule, status: Encoded),
            (id: "2a", quote: "各行其数。", says: "One goes as far as they say.", kind: Rule, status: Disputed("各 may be one die or both")),
            (id: "2b", quote: "至终者胜。", says: "Who arrives wins.", kind: Rule, status: Encoded, damage: [
                (kind: Wrong, words: "终", emendation: "中", ground: "the figure ends in the middle"),
            ]),
        ]),
        (id: "stakes", heading: "赌", gloss: "Stakes", clauses: [
            (id: "1", quote: "一筹。", says: "One counter.", kind: Rule, status: SetAside("no stakes here")),
        ]),
    ],
)"#;

fn read(text: &str) -> Result<RegisterFile, Unreadable> {
    RegisterFile::read("road", "road.ron", text)
}

/// What is found wrong, as code and the characters that it points at.
fn faults(text: &str) -> Vec<(&'static str, String)> {
    let unreadable = read(text).expect_err("refused");
    let mut sources = Sources::default();
    sources.add("road.ron", text);
    let shown = |d: &Diagnostic| (d.code, sources.text(d.labels[0].0).to_owned());
    unreadable.in_file(0).iter().map(shown).collect()
}

fn registers() -> Registers {
    let mut registers = Registers::default();
    registers.add(Arc::new(read(GOOD).expect("a register")));
    registers
}

#[test]
fn clauses_are_found_by_id_and_in_reading_order() {
    let registers = registers();
    let clause = registers.clause("road.walk.2a").expect("a clause");
    assert_eq!(clause.id(), "road.walk.2a");
    assert_eq!(clause.passage.heading, "行");
    assert_eq!(clause.clause.quote.as_deref(), Some("各行其数。"));
    assert!(registers.clause("road.walk.2").is_none());
    assert!(registers.clause("road.walk").is_none());
    assert!(registers.clause("rood.walk.1").is_none());
    let all: Vec<String> = registers.clauses().map(|c| c.id()).collect();
    assert_eq!(all, ["road.walk.1", "road.walk.2a", "road.walk.2b", "road.stakes.1"]);
    let (_, passage) = registers.passage("road.stakes").expect("a passage");
    assert_eq!(passage.gloss, "Stakes");
}

#[test]
fn a_range_runs_within_a_passage_and_forward() {
    let registers = registers();
    let ids = |first, last| -> Option<Vec<String>> {
        let list = registers.range(first, last)?;
        Some(list.iter().map(|c| c.id()).collect())
    };
    assert_eq!(
        ids("road.walk.1", "road.walk.2a").unwrap(),
        ["road.walk.1", "road.walk.2a"]
    );
    assert_eq!(ids("road.walk.2b", "road.walk.2b").unwrap(), ["road.walk.2b"]);
    assert!(ids("road.walk.2b", "road.walk.1").is_none());
    assert!(ids("road.walk.1", "road.stakes.1").is_none());
    assert!(ids("road.walk.1", "road.walk.9").is_none());
}

#[test]
fn what_was_meant_is_the_most_similar_id() {
    let registers = registers();
    assert_eq!(registers.nearest("raod").as_deref(), Some("road"));
    assert_eq!(registers.nearest("road.wakl").as_deref(), Some("road.walk"));
    assert_eq!(registers.nearest("road.stake.1").as_deref(), Some("road.stakes.1"));
    assert_eq!(registers.nearest("xyzzyxyzzy"), None);
}

#[test]
fn words_are_found_in_the_file() {
    let file = read(GOOD).expect("a register");
    let (passage, clause) = file.find("walk.2b").expect("a clause");
    // 至终者胜。: the second character is its bytes 3 to 6.
    let range = file.field_range(passage, clause, "quote", Some(3..6));
    assert_eq!(&file.text[range.clone()], "终");
    assert_eq!(file.text[..range.start].matches('\n').count() + 1, 10);
    assert_eq!(&file.text[file.heading_range(1)], "\"赌\"");
}

#[test]
fn each_fault_of_a_register_is_found_at_its_place() {
    for (from, to, code, place) in [
        ("bopu: 1", "bopu: 2", "register::version", "2"),
        ("\"road\"", "\"rood\"", "register::id", "\"rood\""),
        ("id: \"walk\"", "id: \"行\"", "register::id", "\"行\""),
        ("id: \"stakes\"", "id: \"walk\"", "register::id", "\"walk\""),
        ("\"2a\"", "\"2ab\"", "register::id", "\"2ab\""),
        ("\"2a\"", "\"02\"", "register::id", "\"02\""),
        ("\"2a\"", "\"1\"", "register::id", "\"1\""),
        ("\"掷二骰，\"", "\"\"", "register::quote", "\"\""),
        ("words: \"终\"", "words: \"絡\"", "register::damage", "\"絡\""),
        ("\"the figure ends in the middle\"", "\" \"", "register::empty", "\" \""),
        ("\"no stakes here\"", "\"\"", "register::empty", "SetAside(\"\")"),
        ("\"One counter.\"", "\"\"", "register::empty", "\"\""),
        (
            "heading: \"赌\"",
            "set_aside: \"\", heading: \"赌\"",
            "register::empty",
            "\"\"",
        ),
        ("000\",", "00G\",", "register::document", ""),
        ("(3, 9)", "(9, 3)", "register::document", "(9, 3)"),
        ("kind: Rule", "kind: Rul", "register::syntax", ""),
    ] {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD, "{from}");
        let found = faults(&text);
        assert_eq!(found.len(), 1, "{to}: {found:?}");
        assert_eq!(found[0].0, code, "{to}");
        if !place.is_empty() {
            assert_eq!(found[0].1, place, "{to}");
        }
    }
}

#[test]
fn only_a_witness_without_a_document_goes_unquoted() {
    let start = GOOD.find("    document").expect("a document");
    let end = start + GOOD[start..].find('\n').expect("a line") + 1;
    let without = format!("{}{}", &GOOD[..start], &GOOD[end..]);
    // Each of the four quotations has nothing to be held against.
    assert_eq!(faults(&without).iter().filter(|f| f.0 == "register::quote").count(), 4);
    let unquoted = without
        .replace("quote: \"掷二骰，\",", "")
        .replace("quote: \"各行其数。\",", "")
        .replace("quote: \"至终者胜。\",", "")
        .replace("quote: \"一筹。\",", "");
    let file = read(&unquoted).expect("a witness");
    assert!(file.register.document.is_none());
}

#[test]
fn a_passage_that_is_set_aside_as_a_whole_needs_no_clauses() {
    let start = GOOD.find("(id: \"1\", quote: \"一筹。\"").expect("a clause");
    let end = start + GOOD[start..].find('\n').expect("a line");
    let text = format!("{}{}", &GOOD[..start], &GOOD[end..])
        .replace("heading: \"赌\"", "set_aside: \"verse\", heading: \"赌\"");
    let file = read(&text).expect("a register");
    assert_eq!(file.register.passages[1].set_aside.as_deref(), Some("verse"));
    assert!(file.register.passages[1].clauses.is_empty());
}

#[test]
fn several_faults_are_told_at_once() {
    let text = GOOD
        .replace("\"One counter.\"", "\"\"")
        .replace("words: \"终\"", "words: \"絡\"");
    let found = faults(&text);
    let codes: Vec<&str> = found.iter().map(|f| f.0).collect();
    assert_eq!(codes, ["register::damage", "register::empty"]);
}

#[test]
fn a_mistake_in_the_ron_is_shown_where_it_stands() {
    let text = GOOD.replace("line: 3", "lime: 3");
    let unreadable = read(&text).expect_err("refused");
    let mut sources = Sources::default();
    sources.add("road.ron", text.as_str());
    let (line, column) = sources.line_column(unreadable.in_file(0)[0].labels[0].0);
    assert_eq!((line, column), (8, 23));
}

#[test]
fn broken_texts_are_refused_without_a_panic() {
    let cuts: Vec<usize> = GOOD.char_indices().map(|(i, _)| i).collect();
    for at in cuts {
        let _ = read(&GOOD[..at]).expect_err("half a register");
    }
    for text in ["", "(", "[", "\u{0}", "()", "(bopu: 1)", "\"", &"(".repeat(100_000)] {
        let _ = read(text).expect_err("no register");
    }
}

#[test]
fn a_register_beside_the_rule_file_is_found_and_shadows_none_in_silence() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("road.ron"), GOOD).expect("written");
    let found = find("road", Some(folder.path())).expect("found");
    assert!(!found.shadows);
    assert_eq!(found.file.register.passages.len(), 2);
    assert!(matches!(find("road", None), Err(Missing::Unknown)));
    assert!(matches!(find("rood", Some(folder.path())), Err(Missing::Unknown)));
    std::fs::write(folder.path().join("rood.ron"), GOOD).expect("written");
    assert!(matches!(find("rood", Some(folder.path())), Err(Missing::Unreadable(_))));
    for id in embedded_ids() {
        let text = GOOD.replace("\"road\"", &format!("\"{id}\""));
        std::fs::write(folder.path().join(format!("{id}.ron")), text).expect("written");
        assert!(find(id, Some(folder.path())).expect("found").shadows, "{id}");
        // The same text beside the rule file is the embedded register.
        let embedded = find(id, None).expect("embedded").file;
        std::fs::write(folder.path().join(format!("{id}.ron")), &*embedded.text).expect("written");
        assert!(!find(id, Some(folder.path())).expect("found").shadows, "{id}");
    }
}

#[test]
fn every_embedded_register_is_in_order() {
    for id in embedded_ids() {
        if let Err(Missing::Unreadable(u)) = find(id, None) {
            let mut sources = Sources::default();
            sources.add(u.name.as_str(), u.text.clone());
            let reports: String = u.in_file(0).iter().map(|d| d.render(&sources, false)).collect();
            panic!("{reports}");
        }
    }
    assert_eq!(Registers::embedded().files().count(), embedded_ids().len());
}

/// Whoever looks for a sentence finds it: none of a passage that is quoted at all is left out.
#[test]
fn passages_of_embedded_documents_are_quoted_whole() {
    for file in Registers::embedded().files() {
        let register = &file.register;
        let quoted = register.document.iter().flat_map(|_| &register.passages);
        let parts: Vec<&str> = quoted
            .filter(|p| !p.whole && p.set_aside.is_none())
            .map(|p| p.id.as_str())
            .collect();
        assert!(parts.is_empty(), "{}: {parts:?}", register.id);
    }
}

/// What rests on each clause in the embedded games, under all their readings.
fn index() -> (Registers, Index) {
    let registers = Registers::embedded();
    let read = |name: &str, text: &str| GameRules::read(name, text, &Library::default(), &Options::default());
    let games: Vec<GameRules> = embedded()
        .iter()
        .map(|file| read(&file.path.display().to_string(), file.text).unwrap_or_else(|_| panic!("{}", file.id)))
        .filter(|game| game.expanded.header.is_game)
        .collect();
    let index = Index::new(&games, &registers);
    (registers, index)
}

/// An encoded clause is cited by a rule, a choice, an example or a claim, a disputed one too; on one that is set aside, or too
/// damaged, no rule rests, whatever the grade.
#[test]
fn statuses_say_what_the_embedded_games_do() {
    let (registers, index) = index();
    let mut wrong = Vec::new();
    for clause in registers.clauses() {
        let id = clause.id();
        let (rules, tests) = index.entry(&id).map_or((0, 0), |e| (e.uses.len(), e.tests.len()));
        match &clause.clause.status {
            Status::Encoded | Status::Disputed(_) if rules + tests == 0 => {
                wrong.push(format!("{id}: nothing cites it"))
            }
            Status::SetAside(_) | Status::Lacunose(_) if rules > 0 => wrong.push(format!("{id}: a rule rests on it")),
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
