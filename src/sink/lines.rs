//! Findings as JSON: one object per line, with the columns of the CSV report.

use std::io::{self, Write};

use serde::Serialize;

use super::Located;

#[derive(Serialize)]
struct FindingRow<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    move_number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<&'static str>,
    text: &'a str,
    code: &'a str,
    severity: String,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chosen: Option<&'a str>,
    candidates: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    printed_page: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Fix<'a>>,
}

#[derive(Serialize)]
struct Fix<'a> {
    replacement: &'a str,
    safe: bool,
}

/// Writes one finding. `game` is the number of the game in the input, from 1.
///
/// # Errors
/// If writing fails.
pub fn write(out: &mut impl Write, file: &str, game: Option<usize>, located: &Located) -> io::Result<()> {
    let finding = &located.finding;
    let row = FindingRow {
        file,
        line: located.line,
        column: located.column,
        game,
        ply: finding.ply,
        move_number: finding.mover.map(|(number, _)| number),
        side: finding.mover.map(|(_, side)| side.fold_wb("white", "black")),
        text: &finding.text,
        code: finding.code.id,
        severity: finding.severity.to_string(),
        message: &finding.message,
        fen: finding.fen.as_deref(),
        chosen: finding.chosen.as_deref(),
        candidates: finding.candidates.iter().map(|candidate| candidate.san.as_str()).collect(),
        page: located.page.as_ref().map(|page| page.scanned),
        printed_page: located.page.as_ref().and_then(|page| page.printed.as_deref()),
        fix: finding.fix.as_ref().map(|fix| Fix { replacement: &fix.replacement, safe: fix.safe }),
    };
    serde_json::to_writer(&mut *out, &row).map_err(io::Error::from)?;
    out.write_all(b"\n")
}
