//! Opening tables: one line of play per column, White's moves above Black's, numbered at the left.
//!
//! ```text
//!          1           2           3
//! 5.    P-B3        P-B3        Castles
//!       B-R4        B-B4        P-Q3
//! ```

use std::ops::Range;

use scorebook_lexicon::roman_value;
use shakmaty::Color;

use super::MoveSense;
use super::anchor::{anchor, is_placeholder};
use super::words::{Gap, Row, Word, joined, rows, span_of};
use crate::text::Span;

/// An opening table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The line with the labels of the columns.
    pub head: Span,
    /// From the head to the end of the last row.
    pub span: Span,
    /// The moves of each column, from top to bottom.
    pub columns: Vec<Vec<GridMove>>,
    /// The move number and side of the first row.
    pub first: (u32, Color),
}

/// A move in a column.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GridMove {
    /// Its byte range in the source.
    pub span: Span,
    /// Its move number.
    pub number: u32,
    /// Its side.
    pub side: Color,
}

/// Least likeness of a text that is a move.
const LIKE: f32 = 0.5;
/// Number of columns of a table.
const COLUMNS: Range<usize> = 2..13;
/// Most empty lines between rows.
const BLANKS: usize = 1;
/// Fewest rows of a table.
const LEAST_ROWS: usize = 3;

/// The opening tables of a text.
#[must_use]
pub fn grids(text: &str, sense: &dyn MoveSense) -> Vec<Grid> {
    // Most texts have no line of labels.
    let all: Vec<Row<'_>> = rows(text, 0).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        let read = head(all[at]).and_then(|places| grid(text, &all[at..], &places, sense));
        match read {
            Some((grid, lines)) => {
                found.push(grid);
                at += lines;
            }
            None => at += 1,
        }
    }
    found
}

/// The positions of the column labels, `1 2 3`, `I. II. III.` or `(a) (b) (c)`, if the line has nothing else.
fn head(row: Row<'_>) -> Option<Vec<usize>> {
    const NAMES: &[&str] = &["Var.", "Variation", "Col.", "Column", "Line", "Game"];
    let named = row.words().filter(|word| NAMES.contains(&word.text)).count();
    let mut words: Vec<Word<'_>> =
        row.words().filter(|word| !NAMES.contains(&word.text)).take(COLUMNS.end).collect();
    if named == words.len() {
        // The name before a label parts it from the one before.
        words.iter_mut().for_each(|word| word.gap = Gap::Wide);
    }
    if !COLUMNS.contains(&words.len()) || words[1..].iter().any(|word| word.gap != Gap::Wide) {
        return None;
    }
    let rising = |label: fn(&str) -> Option<u32>| {
        let labels: Option<Vec<u32>> = words.iter().map(|word| label(word.text)).collect();
        labels.is_some_and(|labels| labels.windows(2).all(|pair| pair[0] + 1 == pair[1]))
    };
    (rising(label) || rising(letter)).then(|| words.iter().map(|word| middle(row, word.span())).collect())
}

/// The number that a label denotes.
fn label(text: &str) -> Option<u32> {
    let plain = text.trim_matches(['.', '(', ')', ':']);
    plain.parse().ok().or_else(|| roman_value(plain).filter(|_| plain.starts_with(char::is_uppercase)))
}

/// The place of a letter that is a label in the alphabet.
fn letter(text: &str) -> Option<u32> {
    match text.trim_matches(['.', '(', ')', ':']).as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(u32::from(letter.to_ascii_lowercase())),
        _ => None,
    }
}

/// The middle of `span` on its line, in characters from its start.
fn middle(row: Row<'_>, span: Span) -> usize {
    let line = |at: usize| row.text.get(..at - row.start).map_or(0, |text| text.chars().count());
    (line(span.start) + line(span.end)) / 2
}

/// A row: its number, and the text in each column.
struct GridRow {
    number: Option<u32>,
    cells: Vec<Option<Span>>,
    end: usize,
}

/// The table below a head, and the number of lines it takes.
fn grid(text: &str, all: &[Row<'_>], places: &[usize], sense: &dyn MoveSense) -> Option<(Grid, usize)> {
    let mut lines: Vec<GridRow> = Vec::new();
    let (mut taken, mut blanks) = (1, 0);
    for (at, &row) in all.iter().enumerate().skip(1) {
        if row.is_blank() {
            blanks += 1;
            if blanks > BLANKS {
                break;
            }
            continue;
        }
        let Some(read) = line(text, row, places, sense) else { break };
        (taken, blanks) = (at + 1, 0);
        lines.extend(read);
    }
    let numbers: Vec<usize> = (0..lines.len()).filter(|&at| lines[at].number.is_some()).collect();
    if lines.len() < LEAST_ROWS || numbers.len() < 2 || numbers.first() != Some(&0) {
        return None;
    }
    // If the first number has one row and the others have two, the first row is Black's.
    let halved = numbers[1] == 1 && numbers.get(2).is_none_or(|&next| next == 3) && lines.len() > 2;
    let first = (lines[0].number?, if halved { Color::Black } else { Color::White });
    let mut columns: Vec<Vec<GridMove>> = vec![Vec::new(); places.len()];
    let mut open = vec![true; places.len()];
    let (mut number, mut side) = first;
    for (at, line) in lines.iter().enumerate() {
        match line.number {
            // A row is missing, or this is not a table.
            Some(printed) if at > 0 && (printed != number || side != Color::White) => return None,
            None if side == Color::White => return None,
            _ => {}
        }
        for ((cell, column), open) in line.cells.iter().zip(&mut columns).zip(&mut open) {
            *open &= cell.is_some();
            if let (true, &Some(span)) = (*open, cell) {
                column.push(GridMove { span, number, side });
            }
        }
        number += u32::from(side.is_black());
        side = !side;
    }
    let span = Span::new(all[0].start, lines.last()?.end);
    Some((Grid { head: all[0].span(), span, columns, first }, taken))
}

/// Parses a line as a row of the table, or as two where each column has White's move and Black's; `None` if it has
/// something else than moves.
fn line(text: &str, row: Row<'_>, places: &[usize], sense: &dyn MoveSense) -> Option<Vec<GridRow>> {
    let mut words: Vec<Word<'_>> = row.words().collect();
    let found = words.first().and_then(|word| anchor(word.text));
    if let Some(found) = found {
        let rest = words[0].skip(found.len);
        words.splice(0..1, rest);
    }
    let mut fields: Vec<&[Word<'_>]> = Vec::new();
    let mut start = 0;
    for at in 1..=words.len() {
        if at == words.len() || words[at].gap == Gap::Wide {
            // Each column may bear the number.
            let again = anchor(words[start].text).filter(|own| own.len == words[start].text.len());
            let again = again.is_some_and(|own| found.is_some_and(|found| found.number == own.number));
            fields.push(&words[start + usize::from(again && at > start + 1)..at]);
            start = at;
        }
    }
    let is_move = |field: &[Word<'_>]| sense.likeness(&joined(text, field)) >= LIKE;
    let number = found.map(|found| found.number);
    let end = row.span().end;
    // `c3 Nf6   d3 Nf6`: two moves a column.
    let halves: Vec<&[Word<'_>]> = match fields.len() {
        count if count == places.len() && fields.iter().all(|field| field.len() == 2 && !is_move(field)) => {
            fields.iter().flat_map(|field| field.chunks(1)).collect()
        }
        count if count == places.len() * 2 => fields.clone(),
        _ => Vec::new(),
    };
    if number.is_some() && !halves.is_empty() {
        if !halves.iter().all(|half| is_move(half)) {
            return None;
        }
        let side =
            |side: usize| halves.iter().skip(side).step_by(2).map(|half| Some(span_of(half))).collect();
        return Some(vec![
            GridRow { number, cells: side(0), end },
            GridRow { number: None, cells: side(1), end },
        ]);
    }
    if words.is_empty() || fields.len() > places.len() {
        return None;
    }
    let mut cells = vec![None; places.len()];
    let mut next = 0;
    for (at, field) in fields.iter().enumerate() {
        let span = span_of(field);
        let column = if fields.len() == places.len() {
            at
        } else {
            let own = middle(row, span);
            (0..places.len()).min_by_key(|&column| places[column].abs_diff(own))?
        };
        if column < next {
            return None;
        }
        next = column + 1;
        let gap = field.iter().all(|word| is_placeholder(*word));
        if !gap && !is_move(field) {
            return None;
        }
        cells[column] = (!gap).then_some(span);
    }
    Some(vec![GridRow { number, cells, end }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;

    fn columns(text: &str) -> Vec<Vec<&str>> {
        let grids = grids(text, &Shapes);
        let grid = grids.first();
        let texts = |column: &Vec<GridMove>| column.iter().map(|entry| &text[entry.span.range()]).collect();
        grid.map(|grid| grid.columns.iter().map(texts).collect()).unwrap_or_default()
    }

    #[test]
    fn one_line_of_play_a_column() {
        let text = "Moves above.\n\n        1        2\n5.   P-B3     Castles\n     B-R4     P-Q3\n6.   P-Q4     ...\n";
        assert_eq!(columns(text), [vec!["P-B3", "B-R4", "P-Q4"], vec!["Castles", "P-Q3"]]);
    }

    #[test]
    fn a_first_row_may_be_black_s() {
        let text = "      I.       II.\n3   P-QR3    Kt-B3\n4   B-R4     P-Q4\n    Kt-B3    KtxP\n";
        let grids = grids(text, &Shapes);
        assert_eq!(grids[0].first, (3, Color::Black));
        assert_eq!(columns(text), [["P-QR3", "B-R4", "Kt-B3"], ["Kt-B3", "P-Q4", "KtxP"]]);
    }

    #[test]
    fn letters_over_the_columns_and_two_moves_in_each() {
        let lines = [["P-B3", "B-R4", "P-Q4", "PxP"], ["Castles", "P-Q3", "P-B3", "B-R4"]];
        for text in [
            "     (a)            (b)\n5.  P-B3 B-R4    Castles P-Q3\n6.  P-Q4 PxP     P-B3 B-R4\n",
            "    Var. A.        Var. B.\n5.  P-B3         5. Castles\n    B-R4            P-Q3\n6.  P-Q4         6. P-B3\n    PxP             B-R4\n",
        ] {
            assert_eq!(columns(text), lines, "{text}");
        }
    }

    #[test]
    fn what_is_no_such_table() {
        for text in [
            "1. P-K4 P-K4\n2. P-Q4 PxP\n",
            "1   2\nWords and more words\n",
            "1   2\n1. P-K4   P-K4\n3. P-Q4   PxP\n",
        ] {
            assert!(columns(text).is_empty(), "{text}");
        }
    }
}
