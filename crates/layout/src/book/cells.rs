//! The cells of a book in printed order, each with the half-moves that it can be.

use std::ops::Range;

use shakmaty::Color;

use super::line::{BookLine, BookLineKind, RowCell};
use super::shape::{Shape, shape};
use crate::Ending;
use crate::text::Span;

/// A cell with the information of its row.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Its byte range in the source.
    pub span: Span,
    /// The rest of the cell on the next line, if it is wrapped.
    pub wrapped: Option<Span>,
    /// Index of its line.
    pub line: usize,
    /// The move number printed for it or for its row.
    pub number: Option<u32>,
    /// The side, if the row tells.
    pub side: Option<Color>,
    /// Whether it is the only cell on its line.
    pub lone: bool,
    /// Its shape.
    pub shape: Shape,
    /// An ending printed after it.
    pub ending: Option<(Ending, Span)>,
}

impl Printed {
    /// The half-moves (from 0) that the cell can be, by its number and side.
    pub fn plies(&self) -> impl Iterator<Item = u32> + use<> {
        let base = self.number.map(|n| (n - 1) * 2);
        let (white, black) = match self.side {
            Some(Color::White) => (true, false),
            Some(Color::Black) => (false, true),
            None => (true, true),
        };
        let both = [(white, 0), (black, 1)];
        both.into_iter().filter_map(move |(may, half)| base.filter(|_| may).map(|base| base + half))
    }
}

/// Least bytes of a line in a paragraph.
const PARAGRAPH: usize = 28;

/// All cells of a book.
pub fn collect(text: &str, lines: &[BookLine]) -> Vec<Printed> {
    let mut cells: Vec<Printed> = Vec::new();
    let notes = bracketed(text, lines);
    let mut note = notes.iter().peekable();
    let mut after_prose = false;
    for (index, line) in lines.iter().enumerate() {
        while note.next_if(|zone| zone.end <= index).is_some() {}
        if note.peek().is_some_and(|zone| zone.contains(&index)) {
            continue;
        }
        match &line.kind {
            BookLineKind::Row(pieces) => {
                // The last line of a paragraph can look like a move: "K. to B. 2d."
                let lone = pieces.len() == 1;
                let ends_prose = after_prose && lone && pieces[0].number.is_none() && !pieces[0].leaders;
                if !ends_prose {
                    let from = cells.len();
                    place_row(index, pieces, &mut cells);
                    if let (Some(ending), Some(last)) = (&line.ending, cells[from..].last_mut()) {
                        last.ending = Some((ending.clone(), line.span));
                    }
                    after_prose = false;
                }
            }
            BookLineKind::Prose => {
                // A short line is not a paragraph.
                after_prose = line.span.len() >= PARAGRAPH;
                wrap(text, lines, index, &mut cells);
            }
            BookLineKind::End(ending) => {
                if let Some(last) = cells.last_mut() {
                    let near = lines[last.line + 1..index].iter().all(|l| l.kind == BookLineKind::Blank);
                    if near && last.ending.is_none() {
                        last.ending = Some((ending.clone(), line.span));
                    }
                }
                after_prose = false;
            }
            BookLineKind::Blank
            | BookLineKind::ColumnHead
            | BookLineKind::Numbers(_)
            | BookLineKind::Diagram => after_prose = false,
        }
    }
    cells
}

/// Assigns numbers and sides to the cells of one row.
fn place_row(line: usize, pieces: &[RowCell], cells: &mut Vec<Printed>) {
    let lone = pieces.len() == 1;
    let mut index = 0;
    while index < pieces.len() {
        let first = &pieces[index];
        let second = pieces.get(index + 1);
        let mut put = |piece: &RowCell, number: Option<u32>, side: Option<Color>| {
            cells.push(Printed {
                span: piece.span,
                wrapped: None,
                line,
                number,
                side,
                lone,
                shape: piece.shape,
                ending: None,
            });
        };
        if first.leaders {
            put(first, first.number, Some(Color::Black));
            index += 1;
            continue;
        }
        match second {
            // `12. P-K4  P-K4`, and `12. P-K4  12. P-K4`.
            Some(second)
                if second.number.is_none() || second.number == first.number || first.number.is_none() =>
            {
                let number = first.number.or(second.number);
                put(first, number, Some(Color::White));
                put(second, number, Some(Color::Black));
                index += 2;
            }
            _ => {
                put(first, first.number, None);
                index += 1;
            }
        }
    }
}

/// Joins a cell that continues on the next line: "becoming a Queen."
fn wrap(text: &str, lines: &[BookLine], index: usize, cells: &mut [Printed]) {
    let line = &lines[index];
    let body = text[line.span.range()].trim();
    let lower = body.to_lowercase();
    let goes_on = ["becom", "and becom", "queening", "(ch", "ch.", "(dis", "dis.", "double ch", "(double"];
    if index == 0 || body.len() > 40 || !goes_on.iter().any(|start| lower.starts_with(start)) {
        return;
    }
    let indent = text[line.span.range()].len() - text[line.span.range()].trim_start().len();
    let row = index - 1;
    let column = |cell: &Printed| (cell.span.start - lines[row].span.start).abs_diff(indent);
    let Some(cell) =
        cells.iter_mut().rev().take(4).filter(|cell| cell.line == row).min_by_key(|cell| column(cell))
    else {
        return;
    };
    let start = line.span.start + indent;
    let joined = format!("{} {body}", &text[cell.span.range()]);
    if shape(&joined) == Shape::Clean {
        cell.wrapped = Some(Span::new(start, start + body.len()));
    }
}

/// Lines inside square brackets that span several lines: `[Footnote A: …]`.
fn bracketed(text: &str, lines: &[BookLine]) -> Vec<Range<usize>> {
    const LONGEST: usize = 120;
    let mut zones = Vec::new();
    let mut index = 0;
    while index < lines.len() {
        let body = text[lines[index].span.range()].trim();
        let opens = body.starts_with('[') && body[1..].starts_with(|c: char| c.is_alphabetic());
        if opens {
            let mut depth = 0_i32;
            let end = lines[index..lines.len().min(index + LONGEST)].iter().position(|line| {
                for c in text[line.span.range()].chars() {
                    depth += i32::from(c == '[') - i32::from(c == ']');
                }
                depth <= 0
            });
            if let Some(end) = end {
                zones.push(index..index + end + 1);
                index += end;
            }
        }
        index += 1;
    }
    zones
}
