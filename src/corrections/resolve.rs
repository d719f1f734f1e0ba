//! Decides which rows of a corrections file apply, and where.

use super::{Correction, CorrectionKind, Index, Relocation};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// A correction with its current place.
#[derive(Clone, Debug)]
pub struct Standing<'c> {
    /// The correction.
    pub row: &'c Correction,
    /// Its byte range in the source.
    pub span: Span,
}

/// The rows that apply, and findings on the others.
#[derive(Clone, Debug, Default)]
pub struct Resolved<'c> {
    /// In the order of the source.
    pub standing: Vec<Standing<'c>>,
    /// Rows that no longer apply, are duplicates, or contradict each other.
    pub findings: Vec<Finding>,
}

/// Finds the places of `rows` in a source.
#[must_use]
pub fn resolve<'c>(rows: &[&'c Correction], source: &Source, index: &Index) -> Resolved<'c> {
    let mut resolved = Resolved::default();
    let mut placed: Vec<Standing<'c>> = Vec::new();
    for &row in rows {
        match index.find(source, &row.anchor) {
            Relocation::At(span) => placed.push(Standing { row, span }),
            Relocation::Gone => {
                let why = "the text is gone, or has changed on both sides";
                resolved.findings.push(stale(row, source, why));
            }
            Relocation::Several => {
                resolved.findings.push(stale(row, source, "the text now stands in several places"));
            }
        }
    }
    placed.sort_by_key(|standing| (standing.span, standing.row.row));
    let speak_of_the_same =
        |a: &Standing<'_>, b: &Standing<'_>| a.span == b.span && a.row.subject() == b.row.subject();
    let mut settled: Vec<bool> = vec![false; placed.len()];
    for (at, first) in placed.iter().enumerate() {
        if settled[at] {
            continue;
        }
        let group: Vec<usize> = (at..placed.len())
            .take_while(|&other| placed[other].span == first.span)
            .filter(|&other| speak_of_the_same(first, &placed[other]))
            .collect();
        group.iter().for_each(|&other| settled[other] = true);
        match group.iter().find(|&&other| !placed[other].row.agrees(first.row)) {
            Some(&other) => {
                let message = format!(
                    "{} and {} say different things of “{}”: {} and {}; neither counts",
                    at_row(first.row),
                    at_row(placed[other].row),
                    first.row.anchor.text,
                    said(first.row),
                    said(placed[other].row),
                );
                resolved
                    .findings
                    .push(Finding::new(&code::D104, first.span, message).text(&first.row.anchor.text));
            }
            None => {
                resolved.standing.push(first.clone());
                for &other in &group[1..] {
                    let message = format!("{} says again: {}", at_row(placed[other].row), said(first.row));
                    let finding = Finding::new(&code::D103, first.span, message);
                    resolved.findings.push(finding.text(&first.row.anchor.text));
                }
            }
        }
    }
    resolved
}

/// The finding that a row no longer applies.
pub(crate) fn stale(row: &Correction, source: &Source, why: &str) -> Finding {
    let anchor = &row.anchor;
    let message = format!(
        "{} ({} at line {}, “{}”) no longer applies: {why}",
        at_row(row),
        said(row),
        anchor.line,
        anchor.text
    );
    let span = Span::at(source.start_of(anchor.line).unwrap_or_default());
    Finding::new(&code::D102, span, message).text(&*anchor.text)
}

fn at_row(row: &Correction) -> String {
    format!("row {}", row.row)
}

/// A correction in words.
pub(crate) fn said(row: &Correction) -> String {
    match row.kind {
        CorrectionKind::Move => format!("the move is {}", row.value),
        CorrectionKind::Misprint if row.value.is_empty() => "a misprint".to_owned(),
        CorrectionKind::Misprint => format!("a misprint of {}", row.value),
        CorrectionKind::Junk => "no move".to_owned(),
        CorrectionKind::Missing => format!("{} is missing before it", row.value),
        CorrectionKind::MissingAfter => format!("{} is missing after it", row.value),
        CorrectionKind::NotScore => "not score".to_owned(),
        CorrectionKind::Game if row.is_whole() => "these lines are one game".to_owned(),
        CorrectionKind::Game => "a game starts".to_owned(),
        CorrectionKind::Tag => format!("the tag {}", row.value),
        CorrectionKind::Leave => "left as it is".to_owned(),
    }
}
