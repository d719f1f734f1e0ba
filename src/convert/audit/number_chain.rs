//! Checks that the printed move numbers confirm a game.
//!
//! Any damage to a numbered record, such as a lost or duplicated move, a lost row or a torn column, breaks the sequence of its
//! numbers at that place. So in a record that numbers its moves, each number must be where it is expected. A single
//! number may be missing or misread if its neighbours are right: then as many moves lie between them as there should.

use rustc_hash::{FxHashMap, FxHashSet};
use scorebook_lexicon::side_of;

use super::numbering::Placed;
use crate::record::roman;
use crate::text::{Span, line_before};

/// If one of this many of Black's moves directly follows White's, all should.
const FEW: usize = 4;
/// Digits of a move number.
const DIGITS: usize = 3;

/// The number before a move in the original text, with and without the text that is accounted for.
type Labels = [Option<u32>; 2];

/// The printed moves with the numbers before them; `aside` is the text that is accounted for.
fn labelled<'p>(text: &str, placed: &'p [Placed], aside: &[Span]) -> Vec<(&'p Placed, Labels)> {
    let mut from = 0;
    let mut labels: Vec<(&Placed, Labels)> = Vec::with_capacity(placed.len());
    for one in placed.iter().filter(|one| !one.span.is_empty()) {
        let gap = Span::new(from.min(one.span.start), one.span.start);
        // The text that is accounted for may include the number.
        labels.push((one, [label(text, gap, &[]), label(text, gap, aside)]));
        from = one.span.end;
    }
    labels.sort_unstable_by_key(|(one, _)| one.ply);
    labels
}

/// White's moves with a number that is not right, where nearly all others are. Numbers that jump and go on from there are no misprints:
/// a row is missing.
pub(super) fn misprints<'p>(text: &str, placed: &'p [Placed]) -> Vec<(&'p Placed, u32)> {
    let labels = labelled(text, placed, &[]);
    let whites: Vec<&(&Placed, Labels)> = labels.iter().filter(|(one, _)| one.side.is_white()).collect();
    let is_right = |(one, labels): &(&Placed, Labels)| labels[0] == Some(one.due);
    if whites.iter().filter(|white| is_right(white)).count() * FEW < whites.len() * (FEW - 1) {
        return Vec::new();
    }
    let in_figures = |one: &Placed| ends_in_figures(text.get(..one.span.start).unwrap_or_default());
    let is_roman = whites.iter().filter(|(one, _)| in_figures(one)).count() * 2 < whites.len();
    // Letters among figures are figures that were misread, `II` for 11.
    let shift = |(one, labels): &(&Placed, Labels)| Some(i64::from(labels[0]?) - i64::from(one.due));
    let is_alone = |at: usize| {
        let neighbours =
            [at.checked_sub(1), Some(at + 1)].into_iter().flatten().filter_map(|at| whites.get(at));
        neighbours.filter_map(|white| shift(white)).all(|other| Some(other) != shift(whites[at]))
    };
    let is_wrong = |at: &usize| {
        let white = &whites[*at];
        !is_right(white) && in_figures(white.0) != is_roman && is_alone(*at)
    };
    let wrong = (0..whites.len()).filter(is_wrong);
    wrong.filter_map(|at| Some((whites[at].0, whites[at].1[0]?))).collect()
}

/// Whether the last word of a text ends in a figure.
fn ends_in_figures(text: &str) -> bool {
    text.trim_end_matches(|c: char| !c.is_alphanumeric()).ends_with(|c: char| c.is_ascii_digit())
}

/// The moves whose numbers are neither right nor confirmed by their neighbours; `aside` is the text that is accounted for.
pub(super) fn unconfirmed(text: &str, placed: &[Placed], aside: &[Span]) -> Vec<Span> {
    let labels = labelled(text, placed, aside);
    let side = |white: bool| labels.iter().filter(move |(one, _)| one.side.is_white() == white);
    let whites = chain(&side(true).map(|(one, label)| (one.span, *label, one.due)).collect::<Vec<_>>());
    if let Some(mut found) = whites {
        let blacks = side(false).map(|(one, label)| (one.span, *label, one.due)).collect::<Vec<_>>();
        let answers = answers(text, &labels);
        found.extend(
            chain(&blacks).unwrap_or_default().into_iter().filter(|span| !answers.contains(&span.start)),
        );
        return found;
    }
    let plies = labels.iter().map(|(one, label)| (one.span, *label, one.ply)).collect::<Vec<_>>();
    chain(&plies).unwrap_or_else(|| sparse(text, &labels))
}

/// Where Black's moves begin that stand right behind White's, which has their number: `5... Bxf3 6. Qxf3 Nxd4` beside `4... Bg4`.
fn answers(text: &str, labels: &[(&Placed, Labels)]) -> FxHashSet<usize> {
    let is_answer = |pair: &&[(&Placed, Labels)]| {
        let [(white, numbers), (black, _)] = pair else { return false };
        let gap = text.get(white.span.end..black.span.start);
        black.side.is_black()
            && white.ply + 1 == black.ply
            && numbers.contains(&Some(black.due))
            && gap.is_some_and(|gap| gap.chars().all(|c| matches!(c, ' ' | '\t')))
    };
    labels.windows(2).filter(is_answer).map(|pair| pair[1].0.span.start).collect()
}

/// White's moves whose numbers contradict the others, where few rows have a number: the first number says where all begin.
fn sparse(text: &str, labels: &[(&Placed, Labels)]) -> Vec<Span> {
    let begins_row = |one: &Placed| {
        let line = line_before(text, one.span.start);
        !line.contains(char::is_alphabetic) && line.contains(|c: char| c.is_ascii_digit())
    };
    let shift = |(one, labels): &(&Placed, Labels)| {
        let label = labels[0].filter(|_| one.side.is_white() && begins_row(one))?;
        Some((one.span, i64::from(label) - i64::from(one.due)))
    };
    let shifts: Vec<(Span, i64)> = labels.iter().filter_map(shift).collect();
    let Some(&(_, first)) = shifts.first() else { return Vec::new() };
    shifts.iter().filter(|(_, shift)| *shift != first).map(|(span, _)| *span).collect()
}

/// White's moves that are not followed by Black's reply in the text, in a record that prints both in one row.
pub(super) fn parted(text: &str, placed: &[Placed]) -> Vec<Span> {
    let last = placed.iter().map(|one| one.ply).max().unwrap_or(0);
    let whites = || {
        let behind = placed.iter().skip(1).map(Some).chain([None]);
        placed.iter().zip(behind).filter(|(one, _)| one.side.is_white() && one.ply < last)
    };
    let answered =
        |(one, behind): &(&Placed, Option<&Placed>)| behind.is_some_and(|behind| behind.ply == one.ply + 1);
    if whites().filter(answered).count() * FEW < whites().count() {
        return Vec::new();
    }
    // If both texts are the same, it is unknown which is whose.
    let by_ply: FxHashMap<u32, Span> = placed.iter().rev().map(|one| (one.ply, one.span)).collect();
    let same = |one: &Placed| {
        let answer = by_ply.get(&(one.ply + 1));
        answer.is_some_and(|answer| text.get(answer.range()) == text.get(one.span.range()))
    };
    whites().filter(|pair| !answered(pair) && !same(pair.0)).map(|(one, _)| one.span).collect()
}

/// Black's moves with a digit before them that may be the rank of White's move, `N-N 5 P-K4`, if other moves have none.
pub(super) fn ranks(text: &str, placed: &[Placed]) -> Vec<Span> {
    let rank = |pair: &&[Placed]| {
        let gap = text.get(pair[0].span.end..pair[1].span.start).unwrap_or_default();
        // The number of the move may be repeated.
        let figure = gap.trim().parse::<u32>().ok().filter(|figure| *figure != pair[1].due);
        figure.is_some_and(|figure| (1..=8).contains(&figure)) && !gap.contains('\n')
    };
    let answers =
        || placed.windows(2).filter(|pair| pair[1].side.is_black() && pair[1].ply == pair[0].ply + 1);
    let found: Vec<Span> = answers().filter(rank).map(|pair| pair[1].span).collect();
    if found.len() * FEW <= answers().count() { found } else { Vec::new() }
}

/// The places whose numbers are neither right nor confirmed; `None` if most places are not in one sequence of numbers.
fn chain(places: &[(Span, Labels, u32)]) -> Option<Vec<Span>> {
    let shift = |label: u32, due: u32| i64::from(label) - i64::from(due);
    let said = |(_, labels, due): &(Span, Labels, u32)| Some(shift(labels[0].or(labels[1])?, *due));
    let mut shifts: Vec<i64> = places.iter().filter_map(said).collect();
    shifts.sort_unstable();
    // The numbers may begin anywhere.
    let usual = shifts.get(shifts.len() / 2).copied()?;
    let is_right = |(_, labels, due): &(Span, Labels, u32)| {
        labels.iter().flatten().any(|&label| shift(label, *due) == usual)
    };
    let right: Vec<bool> = places.iter().map(is_right).collect();
    if right.iter().filter(|right| **right).count() * 2 <= places.len() {
        return None;
    }
    // Where all others are shifted, one that is not says that they are wrong: `1 e4 e5`, `1 Nf3 Nc6`, `2 Bb5 a6`.
    let is_due = |at: usize| {
        let (_, labels, due) = &places[at];
        usual != 0 && labels.iter().flatten().any(|label| label == due)
    };
    let is_between =
        |at: usize| (at == 0 || right[at - 1]) && right.get(at + 1).copied().unwrap_or(false) && !is_due(at);
    let confirmed = |at: usize| right[at] || is_between(at);
    Some(places.iter().enumerate().filter(|(at, _)| !confirmed(*at)).map(|(_, place)| place.0).collect())
}

/// The number directly before a move, at the end of `gap`.
fn label(text: &str, gap: Span, aside: &[Span]) -> Option<u32> {
    let mut bare = String::new();
    let mut at = gap.start;
    for span in &aside[aside.partition_point(|span| span.end <= gap.start)..] {
        if span.start >= gap.end {
            break;
        }
        bare.push_str(text.get(at..span.start.max(at)).unwrap_or_default());
        bare.push(' ');
        at = at.max(span.end);
    }
    bare.push_str(text.get(at.min(gap.end)..gap.end).unwrap_or_default());
    let mut rest = bare.trim_end_matches(|c: char| !is_part(c));
    loop {
        // A note, or the name of the side, between the number and its move.
        let note = [('(', ')'), ('[', ']'), ('{', '}')]
            .iter()
            .find_map(|(open, close)| rest.strip_suffix(*close).and_then(|inside| inside.rfind(*open)));
        let start = rest
            .rfind(|c| !is_part(c))
            .map_or(0, |at| at + rest[at..].chars().next().map_or(1, char::len_utf8));
        // `(12)` is a number, not a note.
        if let Some(label) = note.and_then(|open| number(rest.get(open + 1..rest.len() - 1)?.trim())) {
            return Some(label);
        }
        rest = match note {
            Some(open) => &rest[..open],
            None if is_side(rest.get(start..)?) => &rest[..start],
            None if ends_in_fraction(&rest[..start]) => return None,
            None => return number(&rest[start..]),
        }
        .trim_end_matches(|c: char| !is_part(c));
    }
}

/// Whether a character is part of a word: neither white space nor a separator.
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ')' | ']' | '}')
}

/// Whether the digits after a text are part of an evaluation or a time, `+0.3` or `0:09`, and not a number.
pub(super) fn ends_in_fraction(ahead: &str) -> bool {
    let whole = ahead.strip_suffix(['.', ':']);
    whole.is_some_and(|whole| whole.ends_with(|c: char| c.is_ascii_digit()))
}

fn is_side(word: &str) -> bool {
    matches!(word, "W" | "B") || side_of(word).is_some()
}

fn number(word: &str) -> Option<u32> {
    let digits = word.trim_end_matches([')', ']']).trim_start_matches(['(', '[']);
    let plain = (digits.len() <= DIGITS).then(|| digits.parse().ok()).flatten();
    plain.or_else(|| roman(digits))
}

#[cfg(test)]
mod tests {
    use shakmaty::Color;

    use super::*;

    fn before(text: &str) -> Option<u32> {
        label(text, Span::new(0, text.len()), &[])
    }

    #[test]
    fn numbers_before_moves() {
        for text in
            ["12. ", "12", "e4 12... ", "12) ", "12. (a note) ", "12.\n", "12,", "| 12 | ", "12. W. ", "12…"]
        {
            assert_eq!(before(text), Some(12), "{text}");
        }
        for text in ["", "e4 ", "S. ", "2I. ", "12. and ", "(not 12. e4) ", "12. e4\n+0.3\n", "e4 0:09 "] {
            assert_eq!(before(text), None, "{text}");
        }
    }

    #[test]
    fn answers_stand_behind_their_moves() {
        let text = "aabbccddeeffgg";
        let placed = |plies: &[u32]| -> Vec<Placed> {
            let one = |(at, ply): (usize, &u32)| {
                let side = if ply % 2 == 1 { Color::White } else { Color::Black };
                Placed::new(Span::new(at * 2, at * 2 + 2), *ply, side)
            };
            plies.iter().enumerate().map(one).collect()
        };
        let wrong = |plies: &[u32]| parted(text, &placed(plies)).len();
        // Rows; columns; blocks; rows whose later answers stand before their moves.
        assert_eq!(wrong(&[1, 2, 3, 4, 5, 6, 7]), 0);
        assert_eq!(wrong(&[1, 3, 5, 7, 2, 4, 6]), 0);
        assert_eq!(wrong(&[1, 2, 5, 6, 3, 4, 7]), 0);
        assert_eq!(wrong(&[1, 2, 3, 4, 5, 7, 6]), 1);
    }

    #[test]
    fn figures_that_may_be_ranks() {
        let gap = |text: &str| {
            let placed = [
                Placed::new(Span::new(0, 2), 1, Color::White),
                Placed::new(Span::new(text.len() - 2, text.len()), 2, Color::Black),
            ];
            // Four more answers without a figure.
            let more = (2..6).flat_map(|at| {
                let span = Span::new(text.len(), text.len());
                [Placed::new(span, at * 2 - 1, Color::White), Placed::new(span, at * 2, Color::Black)]
            });
            ranks(text, &placed.into_iter().chain(more).collect::<Vec<_>>()).len()
        };
        assert_eq!(gap("nn 5 p4"), 1);
        assert_eq!(gap("nn 1 p4") + gap("nn p4") + gap("nn\n5 p4") + gap("nn 12 p4"), 0);
    }

    #[test]
    fn chains_of_numbers() {
        let wrong = |labels: &[u32]| {
            let places: Vec<(Span, Labels, u32)> = (1..)
                .zip(labels)
                .map(|(due, &label)| {
                    (Span::at(due as usize), [None, Some(label).filter(|label| *label > 0)], due)
                })
                .collect();
            chain(&places).map(|found| found.iter().map(|span| span.start).collect::<Vec<_>>())
        };
        assert_eq!(wrong(&[1, 2, 3, 4]), Some(vec![]));
        assert_eq!(wrong(&[0, 2, 0, 4]), None);
        assert_eq!(wrong(&[24, 25, 26]), Some(vec![]));
        assert_eq!(wrong(&[1, 0, 3, 7, 5]), Some(vec![]));
        assert_eq!(wrong(&[1, 2, 0, 0, 5]), Some(vec![3, 4]));
        assert_eq!(wrong(&[1, 2, 3, 0]), Some(vec![4]));
        assert_eq!(wrong(&[1, 1, 2, 3, 4]), Some(vec![1]));
        assert_eq!(wrong(&[1, 2, 3, 1]), Some(vec![4]));
        assert_eq!(wrong(&[0, 0, 0]), None);
    }
}
