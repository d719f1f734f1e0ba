//! Worn cells: print in rows of score that reads as no move.

mod holes;

use crate::algebraic::trace::Trace;
use crate::closing::is_closing;
use crate::desc::Said;
use crate::grammar::Grammar;
use crate::number::{self, Label};
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
    /// Whether nothing of it reads as a move.
    pub is_unread: bool,
    /// The number before it.
    pub label: Label,
    /// What is left of it may say, with costs.
    pub said: Vec<Said>,
    /// Its text as a scanner read it, where moves can be held against it sign by sign.
    pub traces: Traces,
    /// What it costs more that it is misread than that others are, by how sure the program is that read it, in nats.
    pub beside: f32,
}

/// Print of a worn cell as moves are held against it.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Traces {
    /// Not at all: too little is left.
    #[default]
    None,
    /// In words, by the channel of English notation.
    Words(Box<str>),
    /// In signs.
    Signs(Box<Trace>),
}

/// The chance from which on a row is surely score.
const SCORE: f32 = 0.6;
/// Rows above and below one whose cells are counted.
const NEIGHBOURS: usize = 2;
/// A run of fewer letters and digits is a speck.
const FEWEST: usize = 3;
/// From this strength on, in nats, a move is read well enough.
const CLEAR: f32 = 3.2;
/// So many blanks part cells, in a print whose moves hold blanks, and in one whose moves hold none.
const GAP: [usize; 2] = [3, 1];
/// One in so many moves with a blank shows that moves hold them.
const BLANK: usize = 8;
/// Longer print holds more than one move.
const LONGEST: usize = 40;

/// Print in rows of score between moves that read well, that is no number, no mark of a note and no word of an ending.
#[must_use]
pub fn find(
    print: &Print,
    tokens: &Tokens,
    grammar: Grammar,
    score: &[f32],
    bracketed: &[bool],
) -> Vec<Worn> {
    let mut clear = vec![false; print.chars.len()];
    let mut is_read = vec![false; print.chars.len()];
    let mut moves = vec![0usize; print.rows.len()];
    let mut begins = vec![false; print.chars.len()];
    for &(start, end, strength) in &tokens.cut {
        let chars = start as usize..end as usize;
        if strength > STRONG {
            is_read[chars.clone()].fill(true);
            begins[chars.start] = true;
            moves[print.row_of[start as usize] as usize] += 1;
        }
        if strength > CLEAR {
            clear[chars].fill(true);
        }
    }
    let (all, blank) = tokens.cut.iter().filter(|cut| cut.2 > CLEAR).fold((0, 0), |(all, blank), cut| {
        (all + 1, blank + usize::from(print.chars[cut.0 as usize..cut.1 as usize].contains(&' ')))
    });
    let most = GAP[usize::from(blank * BLANK < all)];
    let mut out: Vec<Worn> = Vec::new();
    for (index, row) in print.rows.iter().enumerate() {
        if score[index] < SCORE {
            continue;
        }
        let first = out.len();
        let holds = |at: u32| !clear[at as usize] && !bracketed[at as usize];
        for cell in segments(&print.chars, row.chars.clone(), most, &holds, &begins) {
            let text = &print.chars[cell.start as usize..cell.end as usize];
            let (start, end) = (cell.start, cell.end);
            let is_unread = !is_read[start as usize..end as usize].contains(&true);
            let said = if is_unread { grammar.read_partly(&print.chars, start, end) } else { Vec::new() };
            let traces = grammar.traces(text);
            let label = number::before(&print.chars, start, |at| !is_read[at as usize]);
            out.push(Worn { start, end, in_row: false, is_unread, label, said, traces, beside: 0.0 });
        }
        let worn = out[first..].iter().filter(|cell| cell.is_unread).count();
        let lacks = cells(&moves, score, index).is_some_and(|usual| moves[index] + worn == usual);
        out[first..].iter_mut().for_each(|cell| cell.in_row = lacks);
        let specks = holes::find(print, tokens, score, &moves, index, &out[first..]);
        if !specks.is_empty() {
            out.extend(specks);
            out[first..].sort_by_key(|cell| cell.start);
        }
    }
    out
}

/// The parts of a row where print stands, as cells: without numbers before them, and cut where wide blanks or signs part them,
/// or where a second move begins.
fn segments(
    chars: &[char],
    row: std::ops::Range<u32>,
    most: usize,
    holds: &dyn Fn(u32) -> bool,
    begins: &[bool],
) -> Vec<std::ops::Range<u32>> {
    let mut out: Vec<std::ops::Range<u32>> = Vec::new();
    let mut gap = most;
    let mut has_move = false;
    for at in row.clone() {
        let c = chars[at as usize];
        let next = chars.get(at as usize + 1).is_none_or(|c| c.is_whitespace());
        if !holds(at) || c == ';' || c == ',' && next {
            gap = most;
        } else if c.is_whitespace() || c == '.' && next {
            gap += 1;
        } else {
            let another = has_move && begins[at as usize];
            match out.last_mut().filter(|_| gap < most && !another) {
                Some(cell) => cell.end = at + 1,
                None => {
                    has_move = false;
                    out.push(at..at + 1);
                }
            }
            has_move |= begins[at as usize];
            gap = 0;
        }
    }
    out.iter().filter_map(|cell| trimmed(chars, cell.clone(), row.end)).collect()
}

/// A segment without a number before it and the mark of a note behind it; `None` if nothing is left that may be a move.
fn trimmed(chars: &[char], cell: std::ops::Range<u32>, row_end: u32) -> Option<std::ops::Range<u32>> {
    let text = &chars[cell.start as usize..cell.end as usize];
    let number =
        text.iter().take_while(|c| c.is_ascii_digit() || matches!(c, 'l' | 'I' | 'O' | 'o' | 'S')).count();
    let stop = text.get(number).is_some_and(|c| matches!(c, '.' | ' ' | ')'));
    let start = if (1..=3).contains(&number) && stop { number + 1 } else { 0 };
    let blanks = text[start..].iter().take_while(|c| !c.is_alphanumeric() && **c != '(').count();
    let start = start + blanks;
    // Leaders stand behind it.
    let dots = text[start..].windows(2).position(|pair| pair == ['.', '.']).map(|at| start + at);
    let text = &text[..dots.unwrap_or(text.len())];
    let mark = text
        .iter()
        .rposition(|c| matches!(c, '(' | '['))
        .filter(|open| *open > start && text.len() - open <= 4);
    let end = mark.unwrap_or(text.len());
    let end = end - text[start..end].iter().rev().take_while(|c| c.is_whitespace()).count();
    // The number of the next move of the row is no rank.
    let stop = usize::from(text[start..end].ends_with(&['.']));
    let digits = text[start..end - stop].iter().rev().take_while(|c| c.is_ascii_digit()).count();
    let is_number =
        digits + stop >= 2 && text[start..end - stop - digits].ends_with(&[' ']) && cell.end < row_end;
    let end = if is_number { end - stop - digits - 1 } else { end };
    let body = text.get(start..end)?;
    let signs = body.iter().filter(|c| c.is_alphanumeric()).count();
    let digits = body.iter().filter(|c| c.is_ascii_digit()).count();
    let takes = signs == 2 && body.last() == Some(&'x');
    let is_mark = body.first() == Some(&'(') || body.last() == Some(&')') && signs <= FEWEST;
    if !(signs >= FEWEST || takes) || digits * 2 >= signs || is_mark || body.len() > LONGEST {
        return None;
    }
    let words = body.split(|c| c.is_whitespace()).filter(|word| !word.is_empty());
    let rest = &chars[cell.end as usize..row_end as usize];
    let mut closes = words.map(|word| is_closing(word, rest));
    (!closes.any(|closes| closes)).then_some(cell.start + start as u32..cell.start + end as u32)
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

    #[test]
    fn a_speck_in_a_column_of_cells_is_what_is_left_of_one() {
        let rows = ["P-K4", "Kt-KB3", "", "B-B4", "P-B3"].map(|white| match white {
            "" => "-_                   ae\n".to_owned(),
            white => format!("{white:<21}P-QR3\n"),
        });
        let grammar = Grammar::english();
        let text = rows.concat();
        let evidence = book::evidence(Print::new(&text, &columns::pieces(&text, grammar)), grammar);
        let worn = evidence.rows.worn.iter().filter(|cell| cell.is_unread);
        let seen: Vec<(String, bool)> =
            worn.map(|cell| (evidence.print.excerpt(cell.start..cell.end), cell.in_row)).collect();
        assert_eq!(seen, ["-_", "ae"].map(|text| (text.to_owned(), true)));
    }
}
