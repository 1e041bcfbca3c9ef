//! `bopu test`.

use super::args::{Format, TestArgs, colored};
use super::exit::{Exit, Fault};
use super::open::{Found, all_or};
use crate::examples::{self, Report};
use serde::Serialize;
use std::io::Write;

/// One example or claim, for programs.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    kind: &'static str,
    title: &'a str,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    false_as_printed: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trouble: Option<TroubleRow<'a>>,
}

#[derive(Serialize)]
struct TroubleRow<'a> {
    line: usize,
    column: usize,
    expected: &'a str,
    found: &'a str,
    help: Option<&'a str>,
}

#[derive(Serialize)]
struct Answer<'a> {
    passed: usize,
    failed: usize,
    results: Vec<Row<'a>>,
}

/// Runs the command.
pub fn run(args: &TestArgs) -> Result<Exit, Fault> {
    let mut reports = Vec::new();
    for found in all_or(&args.files)? {
        let Found { name, text, library } = &found;
        let report = examples::run(name, text, library).map_err(Fault::Rules)?;
        reports.push((found, report));
    }
    let failed = reports
        .iter()
        .flat_map(|(_, r)| &r.outcomes)
        .filter(|o| o.trouble.is_some())
        .count();
    let passed = reports.iter().map(|(_, r)| r.outcomes.len()).sum::<usize>() - failed;
    let mut out = anstream::stdout();
    match args.format {
        Format::Json => {
            let results = reports.iter().flat_map(|(f, r)| rows(f, r)).collect();
            let answer = Answer {
                passed,
                failed,
                results,
            };
            super::json::write(&mut out, &answer)?;
        }
        Format::Human => {
            for (found, report) in &reports {
                human(&mut out, found, report)?;
            }
            writeln!(out, "{passed} passed, {failed} failed")?;
        }
    }
    Ok(if failed == 0 { Exit::Done } else { Exit::Faults })
}

fn kind(claim: bool) -> &'static str {
    if claim { "claim" } else { "example" }
}

fn human(out: &mut impl Write, found: &Found, report: &Report) -> Result<(), Fault> {
    if report.outcomes.is_empty() {
        return Ok(());
    }
    writeln!(out, "{}", found.name)?;
    for outcome in &report.outcomes {
        let (line, _) = report.sources.line_column(outcome.span);
        let word = if outcome.trouble.is_none() { "ok" } else { "failed" };
        let printed = match &outcome.printed_false {
            Some(found) => format!(": false as printed, {found}"),
            None => String::new(),
        };
        writeln!(
            out,
            "  {word:<6}  {} \"{}\", line {line}{printed}",
            kind(outcome.claim),
            outcome.title
        )?;
    }
    for diagnostic in report.outcomes.iter().filter_map(|o| o.diagnostic()) {
        write!(out, "{}", diagnostic.render(&report.sources, colored()))?;
    }
    writeln!(out)?;
    Ok(())
}

fn rows<'a>(found: &'a Found, report: &'a Report) -> Vec<Row<'a>> {
    report
        .outcomes
        .iter()
        .map(|o| {
            let (line, column) = report.sources.line_column(o.span);
            Row {
                file: &found.name,
                line,
                column,
                kind: kind(o.claim),
                title: &o.title,
                ok: o.trouble.is_none(),
                false_as_printed: o.printed_false.as_deref(),
                trouble: o.trouble.as_ref().map(|t| {
                    let (line, column) = report.sources.line_column(t.span);
                    TroubleRow {
                        line,
                        column,
                        expected: &t.expected,
                        found: &t.found,
                        help: t.help.as_deref(),
                    }
                }),
            }
        })
        .collect()
}
