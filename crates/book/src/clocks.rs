//! The times that players took, printed behind their moves: `12 Q-K2 0.45 Kt-B3 0.38`. They are no numbers of moves.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::print::Print;

/// A page with so many rows that bear times has them in a column.
const ROWS: usize = 4;

/// Blanks the times out, on pages that have a column of them, or as many in brackets.
pub(crate) fn blank(print: &mut Print) {
    blank_bracketed(print);
    let mut timed: BTreeMap<u32, usize> = BTreeMap::new();
    for row in &print.rows {
        let words = print.words(row.chars.clone());
        let is_clock = |word: &&Range<u32>| is_time(&print.chars[word.start as usize..word.end as usize], 0);
        if is_numbered(print, &words) && words.iter().skip(1).any(|word| is_clock(&word)) {
            *timed.entry(row.page).or_default() += 1;
        }
    }
    for row in 0..print.rows.len() {
        if timed.get(&print.rows[row].page).is_none_or(|rows| *rows < ROWS) {
            continue;
        }
        let words = print.words(print.rows[row].chars.clone());
        if !is_numbered(print, &words) {
            continue;
        }
        for word in words.iter().skip(1) {
            let text = &mut print.chars[word.start as usize..word.end as usize];
            if is_time(text, 1) {
                text.fill(' ');
            }
        }
    }
}

/// Blanks times in square brackets, `0-0 [0.1]`, wherever they stand.
fn blank_bracketed(print: &mut Print) {
    let mut times: Vec<Range<usize>> = Vec::new();
    for open in (0..print.chars.len()).filter(|at| print.chars[*at] == '[') {
        let inside = print.chars[open + 1..]
            .iter()
            .take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ':'))
            .count();
        let close = open + 1 + inside;
        let figures = print.chars[open + 1..close].iter().filter(|c| c.is_ascii_digit()).count();
        if print.chars.get(close) == Some(&']') && figures > 1 && figures < inside {
            times.push(open..close + 1);
        }
    }
    if times.len() >= ROWS {
        times.into_iter().for_each(|time| print.chars[time].fill(' '));
    }
}

/// Whether a row begins with a number of a move.
fn is_numbered(print: &Print, words: &[Range<u32>]) -> bool {
    let Some(first) = words.first() else { return false };
    let text = &print.chars[first.start as usize..first.end as usize];
    let digits = text.iter().take_while(|c| c.is_ascii_digit()).count();
    (1..=3).contains(&digits) && text[digits..].iter().all(|c| matches!(c, '.' | ')' | ','))
}

/// Whether a word is hours and minutes, `0.45` or `(1:08)`, of which so many signs may be misread.
fn is_time(word: &[char], misread: usize) -> bool {
    let inner = |c: &&char| !matches!(c, '(' | ')' | '[' | ']');
    let signs: Vec<char> = word.iter().filter(inner).copied().collect();
    let is_parted = |at: usize| signs.get(at).is_some_and(|c| matches!(c, '.' | ':' | ',' | '\''));
    let figures = |part: &[char]| part.iter().filter(|c| c.is_ascii_digit()).count();
    let like = |part: &[char]| part.iter().all(|c| c.is_ascii_digit() || "oOlISZ".contains(*c));
    (1..=2).any(|at| {
        let Some((hours, rest)) = signs.split_at_checked(at) else { return false };
        let minutes = if is_parted(at) { &rest[1..] } else { rest };
        let wrong = signs.len() - figures(&signs) - usize::from(is_parted(at)) + usize::from(!is_parted(at));
        let sixty = !matches!(minutes.first(), Some('6'..='9'));
        minutes.len() == 2 && like(hours) && like(minutes) && sixty && wrong <= misread
    })
}

#[cfg(test)]
mod tests {
    use crate::page;
    use crate::print::Print;

    #[test]
    fn times_behind_moves_are_no_numbers() {
        let text = "1 P-K4 0.03 P-K4 0.00\n2 N-KB3 0.12 N-QB3 0.07\n3 B-N5 O.14 P-QR3 015\n4 B-R4 0.14 N-B3 1.09\n\
                    5 0-0 0.20 B-K2 1.12\nHe took 0.20 for it.\n";
        let mut print = Print::new(text, &page::lines(text));
        super::blank(&mut print);
        assert_eq!(print.excerpt(print.rows[2].chars.clone()), "3 B-N5 P-QR3");
        assert_eq!(print.excerpt(print.rows[4].chars.clone()), "5 0-0 B-K2");
        assert_eq!(print.text(5), "He took 0.20 for it.");
    }

    #[test]
    fn times_in_brackets_stand_anywhere() {
        let text = "1 P-K4 [0.0] P-K4 [0.1] 2 N-KB3 [0.3] N-QB3[0.1]\nThe first pause [of many].\n";
        let mut print = Print::new(text, &page::lines(text));
        super::blank(&mut print);
        assert_eq!(print.excerpt(print.rows[0].chars.clone()), "1 P-K4 P-K4 2 N-KB3 N-QB3");
        assert_eq!(print.text(1), "The first pause [of many].");
    }

    #[test]
    fn a_few_figures_are_no_column_of_times() {
        let text = "1 P-K4 0.03 P-K4\n2 N-KB3 N-QB3\n3 B-N5 P-QR3\n";
        let mut print = Print::new(text, &page::lines(text));
        super::blank(&mut print);
        assert_eq!(print.text(0), "1 P-K4 0.03 P-K4");
    }
}
