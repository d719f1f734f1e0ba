//! Worn cells: print in rows of score that reads as no move.

use crate::closing::is_closing;
use crate::desc::Said;
use crate::grammar::Grammar;
use crate::print::Print;
use crate::token::{STRONG, Tokens};

/// A cell that is worn away, or other print that is not score.
#[derive(Clone, Debug, PartialEq)]
pub struct Worn {
    /// Its first character.
    pub start: u32,
    /// The end of its print, or of what of it still says something.
    pub end: u32,
    /// Whether its row lacks as many cells as it has worn ones.
    pub in_row: bool,
    /// What is left of it may say, with costs.
    pub said: Vec<Said>,
}

/// The chance from which on a row is surely score.
const SCORE: f32 = 0.6;
/// Rows above and below one whose cells are counted.
const NEIGHBOURS: usize = 2;
/// A run of fewer letters and digits is a speck.
const FEWEST: usize = 3;

/// Runs of signs in rows of score that are no move, no number, no mark of a note and no word of an ending.
#[must_use]
pub fn find(
    print: &Print,
    tokens: &Tokens,
    grammar: Grammar,
    score: &[f32],
    bracketed: &[bool],
) -> Vec<Worn> {
    let mut covered = vec![false; print.chars.len()];
    let mut moves = vec![0usize; print.rows.len()];
    for &(start, end, strength) in &tokens.cut {
        if strength > STRONG {
            covered[start as usize..end as usize].fill(true);
            moves[print.row_of[start as usize] as usize] += 1;
        }
    }
    let mut out = Vec::new();
    for (index, row) in print.rows.iter().enumerate() {
        if score[index] < SCORE {
            continue;
        }
        let first = out.len();
        let mut at = row.chars.start;
        while at < row.chars.end {
            // Up to a blank, or to a move.
            let end = (at..row.chars.end)
                .find(|&k| print.chars[k as usize].is_whitespace() || covered[k as usize])
                .unwrap_or(row.chars.end);
            if end == at {
                at += 1;
                continue;
            }
            let text = &print.chars[at as usize..end as usize];
            let signs = text.iter().filter(|c| c.is_alphanumeric()).count();
            let digits = text.iter().filter(|c| c.is_ascii_digit()).count();
            let mark = text.first() == Some(&'(') || text.last() == Some(&')');
            let rest = &print.chars[end as usize..row.chars.end as usize];
            let is_cell = signs >= FEWEST && digits * 2 < signs && !mark;
            if is_cell && !is_closing(text, rest) && !bracketed[at as usize] {
                let said = grammar.read_partly(&print.chars, at, end);
                out.push(Worn { start: at, end, in_row: false, said });
            }
            at = end;
        }
        let worn = out.len() - first;
        let lacks = cells(&moves, score, index).is_some_and(|usual| moves[index] + worn == usual);
        out[first..].iter_mut().for_each(|cell| cell.in_row = lacks);
    }
    out
}

/// How many moves the rows of score above and below one hold, where both hold the same number.
fn cells(moves: &[usize], score: &[f32], row: usize) -> Option<usize> {
    let most = |rows: &mut dyn Iterator<Item = usize>| {
        rows.filter(|&row| score[row] >= SCORE).map(|row| moves[row]).max().filter(|moves| *moves > 0)
    };
    let above = most(&mut (row.saturating_sub(NEIGHBOURS)..row));
    let below = most(&mut (row + 1..(row + 1 + NEIGHBOURS).min(moves.len())));
    above.filter(|above| below == Some(*above))
}

#[cfg(test)]
mod tests {
    use crate::book;
    use crate::columns;
    use crate::grammar::Grammar;
    use crate::print::Print;

    #[test]
    fn a_row_that_lacks_its_moves_has_worn_cells() {
        let text = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. pets ialm\n4. P-QKt4 BxP\n5. P-B3 B-R4\n6. P-Q4 PxP lett\n7. Castles P-Q3\n";
        let grammar = Grammar::english();
        let evidence = book::evidence(Print::new(text, &columns::pieces(text, grammar)), grammar);
        let worn = evidence.rows.worn.iter();
        let seen: Vec<(String, bool)> =
            worn.map(|cell| (evidence.print.excerpt(cell.start..cell.end), cell.in_row)).collect();
        let expected = [("pets", true), ("ialm", true), ("lett", false)];
        assert_eq!(seen, expected.map(|(text, in_row)| (text.to_owned(), in_row)));
    }
}
