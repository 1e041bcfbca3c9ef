//! The printer: what it prints parses back to the same tree and prints the same again.

use bopu::syntax::parse;
use bopu::syntax::print::{print_expr, print_file};
use bopu::syntax::source::Sources;
use bopu::syntax::tree::{Expr, File, ItemKind};
use std::path::{Path, PathBuf};

/// The tree of a text that has no errors.
fn tree(name: &str, text: &str) -> File {
    let mut sources = Sources::default();
    let file = sources.add(name, text);
    let parsed = parse(&sources, file);
    let reports: String = parsed.diagnostics.iter().map(|d| d.render(&sources, false)).collect();
    assert!(reports.is_empty(), "{name} has errors:\n{reports}\n{text}");
    parsed.file.unwrap_or_else(|| panic!("{name} gives no tree"))
}

/// The tree as text without the spans, which differ between a file and its print.
fn without_spans(file: &File) -> String {
    let debug = format!("{file:?}");
    let mut parts = debug.split("Span { file: ");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        out.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    out
}

/// Every rule file under a directory.
fn rule_files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a readable directory") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            rule_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rules") {
            found.push(path);
        }
    }
}

fn assert_stable(name: &str, text: &str) -> String {
    let first = tree(name, text);
    let printed = print_file(&first);
    let second = tree(name, &printed);
    assert_eq!(
        without_spans(&first),
        without_spans(&second),
        "the print of {name} means something else:\n{printed}"
    );
    assert_eq!(
        printed,
        print_file(&second),
        "{name} prints differently the second time"
    );
    printed
}

/// The expression of `payoff EXPR`.
fn expression(text: &str) -> Expr {
    let file = tree("e.rules", &format!("language 1\nlibrary e\npayoff {text}\n"));
    match file.items.into_iter().next().map(|i| i.kind) {
        Some(ItemKind::Payoff(e)) => e,
        other => panic!("{text} gives {other:?}"),
    }
}

#[test]
fn every_rule_file_survives_printing() {
    let mut files = Vec::new();
    rule_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules"), &mut files);
    files.sort();
    assert!(!files.is_empty(), "no rule files found");
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a readable rule file");
        assert_stable(&path.display().to_string(), &text);
    }
}

#[test]
fn parentheses_stand_only_where_they_are_needed() {
    for (written, printed) in [
        ("((a)) + (b * c)", "a + b * c"),
        ("(a + b) * c", "(a + b) * c"),
        ("(a - b) - c", "a - b - c"),
        ("a - (b - c)", "a - (b - c)"),
        ("a / (b mod c)", "a / (b mod c)"),
        ("(a and b) or (c and d)", "a and b or c and d"),
        ("a and (b or c)", "a and (b or c)"),
        ("not (a = b)", "not a = b"),
        ("(not a) = b", "(not a) = b"),
        ("not (a and b)", "not (a and b)"),
        ("(a = b) = c", "(a = b) = c"),
        ("x in (1..(n + 1))", "x in 1..n + 1"),
        ("-(a + b)", "-(a + b)"),
        ("(a of b)", "a of b"),
        ("lane[(3)] of (p)", "lane[3] of p"),
        ("(a or b) implies c", "a or b implies c"),
        ("a or (b implies c)", "a or (b implies c)"),
    ] {
        assert_eq!(print_expr(&expression(written)), printed, "{written}");
    }
}

#[test]
fn what_extends_to_the_right_is_enclosed_only_when_something_follows() {
    for (written, printed) in [
        ("a and (some s in r : b and c)", "a and some s in r : b and c"),
        ("(some s in r : b) and c", "(some s in r : b) and c"),
        ("25 * m + (sum s in r : m * l)", "25 * m + sum s in r : m * l"),
        ("(sum s in r : m) + 25", "(sum s in r : m) + 25"),
        ("(if a then b else c) + 1", "(if a then b else c) + 1"),
        (
            "if a then b else (if c then d else e)",
            "if a then b else if c then d else e",
        ),
        (
            "as opponent of p (if a then b else c)",
            "as opponent of p (if a then b else c)",
        ),
        ("{ s in point : (left(s) <= 6) }", "{ s in point : left(s) <= 6 }"),
    ] {
        assert_eq!(print_expr(&expression(written)), printed, "{written}");
    }
}

#[test]
fn long_warrants_continue_on_a_line_that_begins_with_a_warrant_word() {
    let quote = "其法以先歸梁為勝".repeat(5);
    let text =
        format!("language 1\nlibrary w\nevent turned(s : space) per a.b.1, a.b.2 \"{quote}\" modern because \"x\"\n");
    let printed = assert_stable("w.rules", &text);
    let lines: Vec<_> = printed.lines().skip_while(|l| !l.starts_with("event")).collect();
    assert_eq!(lines[0], "event turned(s : space)");
    assert!(lines[1].starts_with("  per a.b.1, a.b.2 \""), "{printed}");
}

#[test]
fn names_that_look_like_continuations_do_not_join_lines() {
    let text = "language 1\nlibrary n\nstart { a := best; read := 2; scope := 3; b := read; c() }\n";
    let printed = assert_stable("n.rules", text);
    assert!(printed.contains("a := best;\n"), "{printed}");
}

#[test]
fn what_a_play_rests_on_is_kept() {
    let text = "language 1\nlibrary l \"l\"\nphase a { play { b } per x.y.1 }\n\
                phase c { play { b } per x.y.2 best by most: size(used) \"m\" per x.y.3 }\n";
    let printed = assert_stable("play", text);
    for clause in ["per x.y.1", "per x.y.2", "per x.y.3"] {
        assert!(printed.contains(clause), "{clause} is lost:\n{printed}");
    }
}

#[test]
fn sides_marks_and_payments_survive_printing() {
    let text = "language 1
game s
sides { one \"a gloss\" = A, B
  other = C }
pieces man 2 each marks { fresh, turned }
pieces cart (k + 1) each marks gait
setup each { 1: man fresh 2;  3: cart count k in 1..2 : true }
in setup A { add 2: man turned 1;  override 1: man fresh n;  remove 1: man;  remove 2: man turned }
money chips \"chips\" scope match { purse of each player = 5 short pays all emits broke;  pot kitty = 2 may owe;  bank house }
routine all_of_them(m : gait) {
  move 1 man fresh a -> b
  move of p all man b -> yard as fresh
  move their (2 + n) man m (if x then a else b) -> b as (if x then m else fresh)
  mark 1 man at a as turned
  mark of (next(p)) all man fresh at yard of p as next_mark(m)
  mark (2 + n) man m at (first s in ring : true) as fresh
  mark(3) += 1
  take 3 from queue
  pay 2 * n + 1 from each other player to me
  pay n from kitty, the rest from house to A
  pay the rest from me to kitty
  share 5 from each player to kitty
  refill kitty to n + 3 from each player
}
remove sides
";
    let printed = assert_stable("sides", text);
    for line in [
        "sides { one \"a gloss\" = A, B; other = C }\n",
        "pieces man 2 each marks {fresh, turned}\n",
        "  move of p all man b -> yard as fresh\n",
        "  mark of (next(p)) all man fresh at yard of p as next_mark(m)\n",
        "scope match",
        "remove 2: man turned",
        "  pay the rest from me to kitty\n",
    ] {
        assert!(printed.contains(line), "{line}:\n{printed}");
    }
}

#[test]
fn what_derives_is_printed_as_it_is_written() {
    let text = "language 1
game d extends a uses b-c
override worth = b-c.worth
override fn price(n) = base.price(n) + base.price(n + 1)
override phase go { base.go();  base.go }
override group moves = base.moves | hop if base.ready(a)
remove start
remove numbering
remove numbering main
remove notation of plays
remove end match enough
remove setup White
in start { override first: mover := White }
in setup each { add 13: 5 per a.b.1;  override 6: stone 4;  remove 12;  remove 24: stone }
in on prize { override when s in home;  remove when;  add when s in bar }
in on gathered { override becomes mine(off) > 2 }
in end game out { override when mine(off) = 1;  override prize: win me by 2 }
in step hop { add require own: mine(a) > 0 \"none\" before room;  override pay: reward(3) }
";
    let printed = assert_stable("derives", text);
    for line in [
        "override worth = b-c.worth",
        "override fn price(n) = base.price(n) + base.price(n + 1)",
        "remove start\n",
        "remove notation of plays",
    ] {
        assert!(printed.contains(line), "{line}:\n{printed}");
    }
}
