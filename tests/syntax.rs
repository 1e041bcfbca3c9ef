//! The parser as its readers meet it: what may be written, where lines end, and what is said about mistakes.

use bopu::diagnostics::Diagnostic;
use bopu::syntax::source::{Sources, Span};
use bopu::syntax::tree::{BinOp, Expr, ExprKind, ItemKind, PartKind, StmtKind};
use bopu::syntax::{Parsed, parse};
use std::time::{Duration, Instant};

const HEAD: &str = "language 1\nlibrary t\n";

fn parsed(text: &str) -> (Sources, Parsed) {
    let mut sources = Sources::default();
    let file = sources.add("t.rules", text);
    let parsed = parse(&sources, file);
    (sources, parsed)
}

/// The declarations of a text behind the first two lines, which has no errors.
fn items(body: &str) -> Vec<ItemKind> {
    let (sources, parsed) = parsed(&format!("{HEAD}{body}"));
    let reports: String = parsed.diagnostics.iter().map(|d| d.render(&sources, false)).collect();
    assert!(reports.is_empty(), "{body}\n{reports}");
    let file = parsed.file.unwrap_or_else(|| panic!("no tree for {body}"));
    file.items.into_iter().map(|i| i.kind).collect()
}

/// The expression of `payoff EXPR`.
fn value(text: &str) -> Expr {
    match items(&format!("payoff {text}\n")).pop() {
        Some(ItemKind::Payoff(e)) => e,
        other => panic!("{text} gives {other:?}"),
    }
}

/// What is wrong with a text, each with the characters that its first label marks.
fn faults(text: &str) -> Vec<(Diagnostic, String)> {
    let (sources, parsed) = parsed(text);
    let marked = |d: &Diagnostic| sources.text(d.labels[0].0).to_string();
    parsed.diagnostics.iter().map(|d| (d.clone(), marked(d))).collect()
}

fn only_fault(body: &str) -> (Diagnostic, String) {
    let mut found = faults(&format!("{HEAD}{body}"));
    assert_eq!(found.len(), 1, "{body}\n{found:#?}");
    found.remove(0)
}

#[test]
fn full_width_punctuation_reads_like_ascii() {
    let wide = items(
        "ｖａｒ 步数：１．．６　ｓｃｏｐｅ ｒｏｕｎｄ＃注\nroutine 走（步：１..６）｛步数：＝步；move １ 甲－＞乙｝\n",
    );
    let narrow = items("var 步数 : 1..6 scope round # note\nroutine 走(步 : 1..6) { 步数 := 步; move 1 甲 -> 乙 }\n");
    assert_eq!(without_spans(&wide), without_spans(&narrow));
}

#[test]
fn signs_of_chinese_print_are_told_how_to_be_written() {
    for (text, sign, help) in [
        ("a 》 2", "》", "write `>` to compare"),
        ("a 〉 2", "〉", "write `>` to compare"),
        ("a 《 2", "《", "write `<` to compare"),
        ("a ＆ b", "＆", "write `and`"),
        ("1～6", "～", "a range is written `LOW..HIGH`"),
        ("1…6", "…", "a range is written `LOW..HIGH`"),
        ("a【1】", "【", "write `[`"),
        ("a ÷ 2", "÷", "write `/`"),
        ("a − 2", "−", "write `-`"),
        ("a ％ 2", "％", "the remainder is written `mod`"),
        ("《此处无子》", "《", "text stands between quotation marks"),
    ] {
        let (found, marked) = only_fault(&format!("payoff {text}\n"));
        let told = found.help.unwrap_or_default();
        assert!(marked == sign && told.starts_with(help), "{text}: `{marked}` {told}");
    }
}

#[test]
fn names_may_mix_scripts_and_full_width_digits() {
    assert!(matches!(value("步１步").kind, ExprKind::Name(n) if n.text == "步1步"));
    assert!(matches!(value("地支［１２］").kind, ExprKind::Member(n, _) if n.text == "地支"));
}

#[test]
fn strings_are_verbatim_between_either_kind_of_quotation_marks() {
    let texts = items("measure a \"，# “x”\" = 1\nmeasure b “says \"no\"” = 1\n");
    let glosses: Vec<_> = texts
        .iter()
        .map(|i| match i {
            ItemKind::Measure { gloss: Some(t), .. } => t.text.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(glosses, ["，# “x”", "says \"no\""]);
}

#[test]
fn a_line_goes_on_behind_an_operator_and_before_a_word_that_continues() {
    let joined = items(
        "fn f(a) = a and\n  b\n  or c # and on\n\n  # a note between\n  + 1\n  per x.y.1,\n    x.y.2\n  \"quoted\"\nfn g() = [\n 1,\n 2\n]\n",
    );
    assert_eq!(joined.len(), 2);
    let statements =
        items("routine r()\n{\n  roll\n  best := 2; a := best\n  read := 3\n  if a { roll }\n  else { again }\n}\n");
    let [ItemKind::Routine { body: Some(body), .. }] = statements.as_slice() else {
        panic!("{statements:?}")
    };
    assert_eq!(
        body.len(),
        5,
        "a name that could be a word of the language doesn't join lines: {body:#?}"
    );
}

#[test]
fn entries_of_best_by_stand_on_lines_of_their_own() {
    let found = items(
        "phase p {\n  play { moves }\n    best by most: size(used) \"all\"\n            larger: max(used)\n  roll\n}\n",
    );
    let [ItemKind::Phase { body, .. }] = found.as_slice() else {
        panic!("{found:?}")
    };
    let StmtKind::Play { best_by, .. } = &body[0].kind else {
        panic!("{body:?}")
    };
    let names: Vec<_> = best_by
        .iter()
        .map(|r| r.name.as_ref().map(|n| n.text.as_str()))
        .collect();
    assert_eq!(names, [Some("most"), Some("larger")]);
    assert!(matches!(body[1].kind, StmtKind::Roll { .. }));
}

#[test]
fn operators_bind_as_the_reader_expects() {
    let e = value("a or not b = c + d * -e and some s in r : s or f");
    let ExprKind::Binary(BinOp::Or, _, right) = e.kind else {
        panic!("{e:?}")
    };
    let ExprKind::Binary(BinOp::And, not, quantifier) = right.kind else {
        panic!("{right:?}")
    };
    assert!(
        matches!(quantifier.kind, ExprKind::Quant(..)),
        "a quantifier extends to the end"
    );
    let ExprKind::Not(equal) = not.kind else {
        panic!("{not:?}")
    };
    let ExprKind::Binary(BinOp::Eq, _, sum) = equal.kind else {
        panic!("{equal:?}")
    };
    assert!(
        matches!(sum.kind, ExprKind::Binary(BinOp::Add, _, product) if matches!(product.kind, ExprKind::Binary(BinOp::Mul, ..)))
    );
    assert!(
        matches!(value("first").kind, ExprKind::Name(_)),
        "a quantifier's word alone is a name"
    );
    assert!(matches!(value("no").kind, ExprKind::Truth(false)));
    assert!(matches!(value("max(a)").kind, ExprKind::Call(..)));
    assert!(matches!(value("as opponent of p (bar of me)").kind, ExprKind::As(..)));
}

#[test]
fn several_mistakes_cost_one_message_each() {
    let text = format!(
        "{HEAD}pahse p {{ roll }}\nphase q {{\n  x = 3\n  y := 2\n  mvoe 1 a -> b\n  if a == b {{ roll }}\n}}\nvar v truth\nfn f() = 1\n"
    );
    let found = faults(&text);
    let marked: Vec<_> = found.iter().map(|(d, m)| (d.code, m.as_str())).collect();
    assert_eq!(
        marked,
        [
            ("syntax::keyword", "pahse"),
            ("syntax::expected", "="),
            ("syntax::keyword", "mvoe"),
            ("syntax::expected", "=="),
            ("syntax::expected", "truth"),
        ]
    );
    let help = |i: usize| found[i].0.help.as_deref().unwrap_or("");
    assert!(help(0).contains("`phase`"));
    assert!(help(1).contains("`x := 3`"));
    assert!(help(2).contains("`move`"));
    // What is right around the mistakes is there all the same.
    let (_, parsed) = parsed(&text);
    assert_eq!(parsed.file.map(|f| f.items.len()), Some(2));
}

#[test]
fn a_wrong_part_leaves_the_rest_of_its_step() {
    let text = format!("{HEAD}step s (a in b) {{\n  require x a\n  require y: c\n}}\n");
    let (_, parsed) = parsed(&text);
    assert_eq!(parsed.diagnostics.len(), 1);
    let items = parsed.file.map(|f| f.items).unwrap_or_default();
    let Some(ItemKind::Step { parts, .. }) = items.first().map(|i| &i.kind) else {
        panic!("{items:?}")
    };
    assert!(matches!(&parts[..], [p] if matches!(&p.kind, PartKind::Require { name: Some(n), .. } if n.text == "y")));
}

#[test]
fn labels_mark_the_very_characters_under_chinese_text() {
    let (fault, marked) = only_fault("phase 行棋 { 令牌 ：＝ 点数　？　三 }\n");
    assert_eq!(marked, "？");
    assert!(fault.message.contains("found"), "{}", fault.message);
    let (fault, marked) = only_fault("fn 甲(乙) = 乙 + 1。\n");
    assert_eq!(marked, "。");
    assert!(fault.help.is_some_and(|h| h.contains("ends with the line")));
    // A tree's spans lead to the original characters, too.
    let (sources, parsed) = parsed(&format!("{HEAD}fn 某（ａ）＝ａ＋步１步\n"));
    let file = parsed.file.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    let ItemKind::Fn { body: Some(body), .. } = &file.items[0].kind else {
        panic!("{file:?}")
    };
    assert_eq!(sources.text(body.span), "ａ＋步１步");
    assert_eq!(sources.text(file.items[0].head), "fn 某");
}

#[test]
fn what_is_unclosed_is_reported_where_it_was_opened() {
    let found = faults(&format!(
        "{HEAD}phase p {{\n  roll\n\nphase q {{ again }}\nfn f() = (1 + 2\nfn g() = 3\nreading r \"open {{ a }}\n"
    ));
    let codes: Vec<_> = found.iter().map(|(d, m)| (d.code, m.as_str())).collect();
    assert_eq!(codes[..2], [("syntax::unclosed", "{"), ("syntax::unclosed", "(")]);
    assert_eq!(codes[2].0, "syntax::string");
    let (fault, _) = only_fault("phase p { roll } }\n");
    assert_eq!(fault.code, "syntax::unclosed");
}

#[test]
fn the_first_two_lines_are_asked_for() {
    let found = faults("library t\nfn f() = 1\n");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0.code, "syntax::language");
    assert!(found[0].0.help.as_deref().is_some_and(|h| h.contains("`language 1`")));
    let (_, parsed) = parsed("library t\nfn f() = 1\n");
    assert_eq!(parsed.file.map(|f| f.items.len()), Some(1), "parsing goes on");
    let found = faults("language 2\nlibrary t\nwhatever\n");
    assert_eq!(
        (found.len(), found[0].0.code, found[0].1.as_str()),
        (1, "syntax::language", "2")
    );
    assert!(faults("language 1\nfn f() = 1\n")[0].0.message.contains("what it is"));
}

#[test]
fn a_word_of_the_language_is_no_name() {
    let (fault, marked) = only_fault("fn in() = 3\n");
    assert_eq!((fault.code, marked.as_str()), ("syntax::keyword", "in"));
}

#[test]
fn nesting_is_bounded_without_hurting_the_stack() {
    for body in [
        format!("fn f() = {}1{}\n", "(".repeat(100_000), ")".repeat(100_000)),
        format!("fn f() = {}\n", "(".repeat(100_000)),
        format!("fn f() = {}1\n", "not ".repeat(100_000)),
        format!("fn f() = {}1\n", "-".repeat(100_000)),
        format!("fn f() = {}1\n", "- ".repeat(100_000)),
        format!("fn f() = {}1\n", "if a then ".repeat(100_000)),
        format!("fn f() = {}1\n", "1 + ".repeat(100_000)),
        format!("fn f() = {}1\n", "some x in y : ".repeat(100_000)),
        format!("phase p {{ {}{{ roll }} }}\n", "if a { roll } else ".repeat(100_000)),
    ] {
        let start = body.chars().take(40).collect::<String>();
        let (sources, parsed) = parsed(&format!("{HEAD}{body}fn g() = 1\n"));
        assert!(
            parsed.diagnostics.iter().any(|d| d.code.starts_with("syntax::")),
            "{start}"
        );
        assert_eq!(
            parsed.file.map(|f| f.items.len()),
            Some(1),
            "{start}: what follows is read"
        );
        for d in &parsed.diagnostics {
            assert!(!d.render(&sources, false).is_empty());
        }
    }
    let fine = format!("{}1{}", "(".repeat(60), ")".repeat(60));
    assert!(matches!(value(&fine).kind, ExprKind::Int(1)));
}

#[test]
fn large_files_are_refused_and_long_ones_are_quick() {
    let (_, parsed_large) = parsed(&"# comment\n".repeat(500_000));
    assert_eq!(parsed_large.diagnostics[0].code, "syntax::size");
    assert!(parsed_large.file.is_none());
    let step = "step s (a in b, pip in pips) {\n  let c = ahead(a, pip) else \"no\"\n  require own: mine(a) > 0 and (left(a) = pip or no x in home : left(x) > 3) \"why\"\n  do { land(a, c); spend(pip) }\n}\n";
    let long = format!("{HEAD}{}", step.repeat(800));
    let begun = Instant::now();
    let (_, parsed) = parsed(&long);
    assert!(parsed.diagnostics.is_empty());
    assert!(
        begun.elapsed() < Duration::from_secs(5),
        "4000 lines took {:?}",
        begun.elapsed()
    );
}

#[test]
fn no_bytes_make_it_panic() {
    let pieces = [
        "(",
        "）",
        "{",
        "}",
        "[",
        "]",
        ";",
        "\n",
        "“",
        "\"",
        "#",
        "。",
        "１",
        "步",
        "if",
        "not",
        "as",
        "in",
        "：＝",
        "-",
        "per a.b",
        "\nphase p {",
        "é",
        "\u{feff}",
        "\r\n",
    ];
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    for _ in 0..400 {
        let mut text = String::from(HEAD);
        for _ in 0..60 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            text.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            if state >> 60 > 7 {
                text.push(' ');
            }
        }
        let (sources, parsed) = parsed(&text);
        for d in &parsed.diagnostics {
            for (span, _) in &d.labels {
                let Span { start, end, .. } = *span;
                assert!(text.get(start as usize..end as usize).is_some(), "{text:?}: {d:?}");
            }
            let _ = d.render(&sources, false);
        }
    }
}

/// A tree as text without its spans.
fn without_spans(items: &[ItemKind]) -> String {
    let debug = format!("{items:?}");
    let mut parts = debug.split("Span { file: ");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        out.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    out
}
