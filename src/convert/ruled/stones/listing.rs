//! Turbo's listing of a game of go-moku: the table of its chess (`No Player Program Hint …`, columns apart by tabs) with points
//! from `A1` to `S19` as moves.

use scorebook_variants::Square;

use super::super::sheet::{SheetItem, VariantRecord};
use super::{push, set_variant};
use crate::text::Span;

/// The side of Turbo's board.
const SIDE: u8 = 19;

/// Whether a line is the head of the table.
fn is_head(line: &str) -> bool {
    line.starts_with("No") && line.contains("Player") && line.contains("Program")
}

/// The fields of a row: its number, the moves of both sides and what stands behind them, each with its place. A side that has not
/// moved has an empty field.
fn row(line: &str, start: usize) -> Option<Vec<(&str, Span)>> {
    let mut at = start;
    let fields: Vec<(&str, Span)> = line
        .trim_end_matches(['\r', '\n'])
        .split('\t')
        .map(|field| {
            let text = field.trim();
            let begin = at + field.len() - field.trim_start().len();
            at += field.len() + 1;
            (text, Span::new(begin, begin + text.len()))
        })
        .collect();
    let number = fields.first()?.0.trim_end_matches('.');
    (!number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()) && fields.len() > 1).then_some(fields)
}

/// Whether a text is a letter and a number, as a point of the board is.
fn is_like_a_point(text: &str) -> bool {
    let number = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    text.len() == number.len() + 1
        && (1..=2).contains(&number.len())
        && number.bytes().all(|c| c.is_ascii_digit())
}

/// Whether the text is such a table and no game of chess: all moves are points, and one is beyond the board of chess.
pub(super) fn looks_like(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty());
    if !lines.by_ref().any(is_head) {
        return false;
    }
    let rows: Vec<Vec<(&str, Span)>> = lines.filter_map(|line| row(line, 0)).collect();
    let moves = || {
        rows.iter()
            .flat_map(|row| row.iter().skip(1).take(2))
            .map(|(text, _)| *text)
            .filter(|text| !text.is_empty())
    };
    let beyond = |text: &str| {
        Square::parse(&text.to_ascii_lowercase()).is_some_and(|square| square.file() > 7 || square.rank() > 7)
    };
    // A number that is no rank of the board is still no move of chess.
    moves().count() > 0 && moves().all(is_like_a_point) && moves().any(beyond)
}

/// The games of a text: each begins at number 1.
pub(super) fn sheets(text: &str) -> Vec<VariantRecord> {
    let mut sheets: Vec<VariantRecord> = Vec::new();
    let mut above: Vec<(String, Span)> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let words = line.trim();
        let begin = at + line.len() - line.trim_start().len();
        let place = Span::new(begin, begin + words.len());
        let Some(fields) = row(line, at) else {
            if !words.is_empty() && !is_head(words) {
                above.push((words.to_owned(), place));
            }
            continue;
        };
        if fields[0].0.trim_end_matches('.') == "1" || sheets.is_empty() {
            let mut sheet = VariantRecord {
                span: above.first().map_or(place, |(_, span)| *span),
                ..VariantRecord::default()
            };
            set_variant(&mut sheet, "gomoku", (u32::from(SIDE), u32::from(SIDE)), place);
            sheets.push(sheet);
        }
        let Some(sheet) = sheets.last_mut() else { continue };
        sheet.items.extend(above.drain(..).map(|(text, span)| (SheetItem::Comment(text), span)));
        sheet.span = sheet.span.join(place);
        for &(text, span) in fields.iter().skip(1).take(2).filter(|(text, _)| !text.is_empty()) {
            push(sheet, text.to_ascii_lowercase(), span);
        }
        let names = ["hint", "value", "level", "nodes", "time"];
        let figures: Vec<String> = fields
            .iter()
            .skip(3)
            .zip(names)
            .filter(|((text, _), _)| !text.is_empty() && *text != "()")
            .map(|((text, _), name)| format!("{name} {}", text.trim_matches(['(', ')'])))
            .collect();
        if let (Some(first), false) = (fields.get(3), figures.is_empty()) {
            sheet.items.push((SheetItem::Comment(figures.join(", ")), first.1));
        }
    }
    if let Some(sheet) = sheets.last_mut() {
        sheet.items.extend(above.into_iter().map(|(text, span)| (SheetItem::Comment(text), span)));
    }
    sheets
}
