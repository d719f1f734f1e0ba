//! Extended Position Description: a position a row, with operations such as `bm Qd1+; id "BK.01";`.
//!
//! Each row is a game from its position. The first best move (`bm`) is its move, the others are variations; so is a
//! predicted variation (`pv`). The other operations are its tags and comments.
//!
//! Source: the PGN standard (Edwards, 1994), section 16.2.

use shakmaty::fen::Fen;

use super::words::{Row, rows, words};
use super::{Cell, CellLine, Draft, Layout, MoveSense, Start};
use crate::game::Tag;
use crate::text::{Source, Span};

/// Positions with operations.
#[derive(Debug)]
pub struct Epd;

/// Fields of a position before the operations.
const FIELDS: usize = 4;
/// Rows that are looked at.
const SAMPLE: usize = 40;

impl Layout for Epd {
    fn name(&self) -> &'static str {
        "epd"
    }

    fn title(&self) -> &'static str {
        "EPD: a position a row, with its best move"
    }

    fn sniff(&self, source: &Source, _: &dyn MoveSense) -> f32 {
        let lines = || source.text().lines().map(str::trim).filter(|line| !line.is_empty()).take(SAMPLE);
        let all = lines().count();
        let read = lines().filter(|line| position(line).is_some_and(|(_, rest)| is_operations(rest))).count();
        if all > 0 && read * 5 >= all * 4 { 0.99 } else { 0.0 }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, _: &dyn MoveSense) -> Vec<Draft<'a>> {
        rows(source.text(), 0).filter_map(draft).collect()
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        memchr::memrchr(b'\n', head).map(|at| at + 1).filter(|&at| at > 0)
    }
}

/// The FEN of a row, and what follows its four fields.
fn position(line: &str) -> Option<(String, &str)> {
    let mut rest = line.trim();
    let mut fields = Vec::with_capacity(FIELDS);
    for _ in 0..FIELDS {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        fields.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    let is_board = fields[0].matches('/').count() == 7 && matches!(fields[1], "w" | "b");
    let text = fields.join(" ");
    (is_board && text.parse::<Fen>().is_ok()).then_some((text, rest))
}

/// Whether a text begins with an operation: a name, and an operand or a semicolon. A FEN has two numbers there.
fn is_operations(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.contains([';', ' '])
}

/// The operations of a row: name and operands, each with its place.
fn operations(rest: &str, start: usize) -> Vec<(&str, &str, usize)> {
    let mut found = Vec::new();
    let (mut from, mut quoted) = (0, false);
    let ends = rest.char_indices().chain([(rest.len(), ';')]);
    for (at, c) in ends {
        quoted ^= c == '"';
        if c != ';' || quoted && at < rest.len() {
            continue;
        }
        let whole = &rest[from..at];
        let lead = whole.len() - whole.trim_start().len();
        let text = whole.trim();
        let (name, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if !name.is_empty() {
            let gap = text.len() - name.len() - operands.len();
            let operands_at = start + from + lead + name.len() + gap;
            found.push((name, operands, operands_at));
        }
        from = at + 1;
    }
    found
}

fn draft(row: Row<'_>) -> Option<Draft<'_>> {
    let (fen, rest) = position(row.text)?;
    let at = row.start + (rest.as_ptr() as usize - row.text.as_ptr() as usize);
    let operations = operations(rest, at);
    let number = |name: &str, usual: &str| {
        let said = operations.iter().find(|(own, ..)| *own == name).map(|(_, operand, _)| operand.trim());
        said.filter(|said| said.parse::<u32>().is_ok()).unwrap_or(usual).to_owned()
    };
    let whole = format!("{fen} {} {}", number("hmvc", "0"), number("fmvn", "1"));
    let start = Start::Fen(whole, Span::new(row.start, at));
    let mut draft = Draft { span: row.span(), start, ..Draft::default() };
    draft.explained.push(row.span());
    let mut lines = Vec::new();
    for (name, operands, at) in operations {
        let texts = || words(operands, at).map(|word| cell(word.text, word.span()));
        match name {
            "bm" | "sm" => lines.extend(texts().map(|cell| vec![cell])),
            "pv" => lines.push(texts().collect()),
            "id" => draft.tags.push(tag("Event", operands)),
            "ce" | "c0" | "c1" | "c2" | "c3" | "am" | "dm" | "acd" | "acn" => {
                draft.mainline.comments.push(format!("{name} {}", operands.trim_matches('"')));
            }
            _ => {}
        }
    }
    let mut lines = lines.into_iter().filter(|cells: &Vec<Cell<'_>>| !cells.is_empty());
    let mut cells = lines.next().unwrap_or_default();
    if let Some(first) = cells.first_mut() {
        let first_text = first.text.clone();
        let others = lines.map(|cells| CellLine { comments: Vec::new(), cells });
        // The predicted variation begins with the best move.
        let (same, other): (Vec<_>, Vec<_>) =
            others.partition(|line| line.cells.first().is_some_and(|cell| cell.text == first_text));
        first.variations = other;
        if let Some(longer) = same.into_iter().find(|line| line.cells.len() > 1) {
            let variations = std::mem::take(&mut first.variations);
            cells = longer.cells;
            if let Some(first) = cells.first_mut() {
                first.variations = variations;
            }
        }
    }
    draft.mainline.cells = cells;
    Some(draft)
}

fn cell(text: &str, span: Span) -> Cell<'_> {
    Cell { text: text.into(), span, ..Cell::default() }
}

fn tag(name: &str, value: &str) -> Tag {
    Tag { name: name.into(), value: value.trim().trim_matches('"').into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;

    #[test]
    fn rows_with_best_moves() {
        let text = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id \"BK.01\";\n\
                    r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - bm Nd5 a4; id \"BK; 05\"; fmvn 12;\n";
        let source = Source::from_bytes("a.epd", text.into());
        assert!(Epd.sniff(&source, &Shapes) > 0.9);
        let drafts = Epd.cut(&source, &Shapes);
        let moves = |draft: &Draft<'_>| -> Vec<String> {
            let cells = draft.mainline.cells.iter();
            cells.map(|cell| source.slice(cell.span).to_owned()).collect()
        };
        assert_eq!(drafts.iter().map(moves).collect::<Vec<_>>(), [["Qd1+"], ["Nd5"]]);
        assert_eq!(drafts[1].tags.get("Event"), Some("BK; 05"));
        assert_eq!(drafts[1].mainline.cells[0].variations[0].cells[0].text, "a4");
        let Start::Fen(fen, _) = &drafts[1].start else { panic!("no position") };
        assert!(fen.ends_with("w - - 0 12"), "{fen}");
    }

    #[test]
    fn a_fen_is_no_row_with_operations() {
        let source = Source::from_bytes("a", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n".into());
        assert_eq!(Epd.sniff(&source, &Shapes), 0.0);
    }
}
