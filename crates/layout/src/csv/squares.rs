//! Tables with the squares of a move in columns of their own: from, to, and perhaps the man and what a pawn becomes.
//!
//! They are found by what they hold, whatever their heads say: two columns of squares, the first of which begins with a square
//! on which a man stands before the first move. No move of a pair can be such a square.

use std::borrow::Cow;

use super::Field;
use crate::shape::is_blank;
use crate::text::Span;
use scorebook_text::told::{MEN, PROMOTIONS, letter, rank};

/// Rows that are looked at, and those before the first move: heads.
const SAMPLE: usize = 50;
const LEAD: usize = 3;
/// Fewest rows of moves.
const FEWEST: usize = 2;

/// What such a table has in which columns.
struct Squares {
    from: usize,
    to: usize,
    promotion: Option<usize>,
    man: Option<usize>,
    /// First row of moves.
    data: usize,
}

fn square_at(row: &[Field<'_>], at: usize) -> Option<u8> {
    rank(&row.get(at)?.text)
}

impl Squares {
    fn of(table: &[Vec<Field<'_>>]) -> Option<Squares> {
        let is_data =
            |row: &Vec<Field<'_>>| (0..row.len()).filter(|&at| square_at(row, at).is_some()).count() == 2;
        let data = table.iter().take(LEAD + 1).position(is_data)?;
        let sample = &table[data..table.len().min(data + SAMPLE)];
        let first = &sample[0];
        let of_squares: Vec<usize> = (0..first.len()).filter(|&at| square_at(first, at).is_some()).collect();
        let &[one, other] = of_squares.as_slice() else { return None };
        let filled =
            |at: usize| sample.iter().filter(move |row| row.get(at).is_some_and(|field| !is_blank(field)));
        for at in [one, other] {
            let squares = filled(at).filter(|row| square_at(row, at).is_some()).count();
            if squares < FEWEST || squares * 10 < filled(at).count() * 9 {
                return None;
            }
        }
        // Men of White stand on the first two ranks, and Black's on the last two.
        let is_home = |at: usize| square_at(first, at).is_some_and(|rank| matches!(rank, 1 | 2));
        let (from, to) = match (is_home(one), is_home(other)) {
            (true, _) => (one, other),
            (_, true) => (other, one),
            _ => return None,
        };
        let heads = table.get(data.checked_sub(1)?);
        let head = |names: &[&str]| {
            heads?.iter().position(|field| {
                let plain: String = field.text.to_lowercase().chars().filter(|c| c.is_alphabetic()).collect();
                names.contains(&plain.as_str())
            })
        };
        Some(Squares { from, to, promotion: head(PROMOTIONS), man: head(MEN), data })
    }
}

/// The table with each move in the column of the square that it leaves, as one text under the head `uci`; `None` if it has no
/// such columns. The text covers all of its parts.
pub(super) fn joined<'a>(table: &[Vec<Field<'a>>]) -> Option<Vec<Vec<Field<'a>>>> {
    let squares = Squares::of(table)?;
    let men: Vec<String> =
        table[squares.data..].iter().filter_map(|row| letter(&row.get(squares.man?)?.text)).collect();
    // The letter of the pawn: `B` beside `S` or `L`, which are German.
    let is_german = men.iter().any(|man| matches!(man.as_str(), "S" | "L"));
    let pawn = if is_german { "B" } else { "P" };
    let mut out = table.to_vec();
    for (at, row) in out.iter_mut().enumerate() {
        let parts = [Some(squares.from), Some(squares.to), squares.promotion, squares.man];
        let own = |part: Option<usize>| part.and_then(|part| row.get(part)).filter(|field| !is_blank(field));
        let text =
            |part: Option<usize>| own(part).map(|field| field.text.trim().to_owned()).unwrap_or_default();
        let joined: Cow<'a, str> = if at < squares.data {
            "uci".into()
        } else {
            let (from, to) = (text(parts[0]).to_lowercase(), text(parts[1]).to_lowercase());
            let man = letter(&text(parts[3]))
                .filter(|man| man != pawn && man != "П" && man != "Б")
                .unwrap_or_default();
            let becomes = letter(&text(parts[2])).unwrap_or_default();
            let is_english = matches!(becomes.as_str(), "Q" | "R" | "B" | "N");
            let becomes = if is_english && man.is_empty() { becomes.to_lowercase() } else { becomes };
            if from.is_empty() && to.is_empty() {
                "".into()
            } else {
                format!("{man}{from}{to}{becomes}").into()
            }
        };
        let spans = parts.iter().filter_map(|&part| own(part)).map(|field| field.span);
        let span = spans.reduce(Span::join);
        for part in parts.into_iter().flatten() {
            if let Some(field) = row.get_mut(part) {
                *field = Field { text: "".into(), span: Span::at(field.span.start) };
            }
        }
        if let Some(field) = row.get_mut(squares.from) {
            *field = Field { text: joined, span: span.unwrap_or(field.span) };
        }
    }
    Some(out)
}
