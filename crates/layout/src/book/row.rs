//! Splits a row of moves into numbers and cells.

use super::ending::ending;
use super::line::{LONGEST_CELL, LineWord, MOST_MOVES, RowCell};
use super::shape::{Shape, may_be_worn, shape};
use crate::text::Span;
use crate::{Ending, MoveSense};

/// Parses a printed or misread number before a move: `12.`, `I`, `II`, `1O`.
pub(super) fn label(word: &str) -> Option<(u32, bool)> {
    let body = word.trim_start_matches(['(', '[', '\'', '"', '*', '^', '‘', '’', '•']);
    let bare = body.trim_end_matches(['.', ',', ')', '…', ';', ':', '-', '—', '–']);
    if bare.is_empty() || bare.len() > 3 {
        return None;
    }
    let sure = bare.bytes().all(|b| b.is_ascii_digit());
    let digits: String = bare
        .chars()
        .map(|c| match c {
            'I' | 'l' | 'i' | '|' => '1',
            'O' | 'o' => '0',
            c => c,
        })
        .collect();
    let number: u32 = digits.parse().ok()?;
    (1..=MOST_MOVES).contains(&number).then_some((number, sure))
}

/// `!`, `!?` as a word.
fn is_praise(word: &str) -> bool {
    word.chars().all(|c| matches!(c, '!' | '?'))
}

/// Dots that replace White's move.
fn is_leaders(word: &str) -> bool {
    let dots = word.chars().filter(|c| matches!(c, '.' | '…' | '·')).count();
    (dots >= 2 || word.contains('…')) && word.chars().all(|c| matches!(c, '.' | '…' | '·' | ','))
}

/// A part of a row.
#[derive(Copy, Clone)]
enum RowPart {
    Label,
    Leaders,
    Cell(Shape),
    End,
    Junk,
}

/// Splits a line into numbers and cells by a least-cost segmentation; `None` if it is not a row of moves.
pub(super) fn row(
    line: &str,
    words: &[LineWord<'_>],
    offset: usize,
    sense: &dyn MoveSense,
) -> Option<(Vec<RowCell>, Option<Ending>)> {
    let n = words.len();
    let slice = |from: usize, to: usize| &line[words[from].at..words[to - 1].at + words[to - 1].text.len()];
    // (cost, start of the last part, its kind)
    let mut best: Vec<(f32, usize, RowPart)> = vec![(f32::INFINITY, 0, RowPart::Junk); n + 1];
    best[0] = (0.0, 0, RowPart::Junk);
    for to in 1..=n {
        for from in (to.saturating_sub(LONGEST_CELL)..to).rev() {
            let before = best[from].0;
            if before.is_infinite() {
                continue;
            }
            let mut put = |cost: f32, part: RowPart| {
                if before + cost < best[to].0 {
                    best[to] = (before + cost, from, part);
                }
            };
            if to - from == 1 {
                let word = words[from].text;
                put(0.9 + 0.22 * word.chars().filter(|c| c.is_alphanumeric()).count() as f32, RowPart::Junk);
                if let Some((_, sure)) = label(word) {
                    let dotted = word.ends_with(['.', ',']);
                    let wide = words[from].gap >= 3;
                    let cost = match (from, dotted, sure) {
                        (0, _, true) => 0.05,
                        (0, _, false) => 0.3,
                        (_, true, true) => 0.1,
                        (_, true, false) => 0.6,
                        (_, false, true) if word.len() >= 2 => {
                            if wide {
                                0.2
                            } else {
                                0.5
                            }
                        }
                        _ => 1.0,
                    };
                    put(cost, RowPart::Label);
                }
                if is_leaders(word)
                    || (word.starts_with(|c: char| c.is_ascii_digit()) && word.matches('.').count() >= 2)
                {
                    put(0.05, RowPart::Leaders);
                }
            }
            // A wide gap separates columns; some printers also put a narrower one after a full stop.
            let inner_gap =
                (from + 1..to).any(|w| words[w].gap >= if words[w - 1].text.ends_with('.') { 4 } else { 3 });
            // A number inside a cell begins the next one; at the end of a cell it can be a rank.
            let numbered =
                |w: usize| words[w].text.ends_with('.') && label(words[w].text).is_some_and(|(_, sure)| sure);
            if (from + 1..to).any(|w| numbered(w) && (w + 1 < to || words[w].gap >= 3)) {
                continue;
            }
            // A cell does not begin with a number either.
            let opens = to - from > 1 && label(words[from].text).is_some_and(|(_, sure)| sure);
            if opens {
                continue;
            }
            let text = slice(from, to);
            // A semicolon separates the moves of a note, never the parts of a move.
            if words[from..to - 1].iter().any(|word| word.text.ends_with(';')) {
                continue;
            }
            let mut found = shape(text);
            let said = words[from..to].iter().filter(|word| !is_praise(word.text)).count();
            if found < Shape::Clean && said <= 3 && sense.likeness(text) >= 0.99 {
                found = Shape::Clean;
            }
            match found {
                Shape::Clean => {
                    let next = ends_in_next_man(words[from..to].iter().map(|word| word.text));
                    let gap = if inner_gap { 0.8 } else { 0.0 };
                    put(0.3 + gap + if next { 0.5 } else { 0.0 }, RowPart::Cell(Shape::Clean));
                }
                Shape::Worn => put(0.75 + if inner_gap { 0.8 } else { 0.0 }, RowPart::Cell(Shape::Worn)),
                Shape::None => {
                    let rest = from == 1 && to == n && label(words[0].text).is_some();
                    if rest && !inner_gap && may_be_worn(text) {
                        put(1.2, RowPart::Cell(Shape::Worn));
                    }
                }
            }
            if from > 0 && ending(text).is_some() && !starts_with_move(&slice, from, to) {
                put(0.1, RowPart::End);
            }
        }
    }
    let total = best[n].0;
    let mut parts = Vec::new();
    let mut at = n;
    while at > 0 {
        let (_, from, part) = best[at];
        parts.push((from, at, part));
        at = from;
    }
    parts.reverse();
    let cells = parts.iter().filter(|part| matches!(part.2, RowPart::Cell(_))).count();
    if cells == 0 || cells > 6 {
        return None;
    }
    let junk: f32 = total - 0.3 * cells as f32;
    let numbered = matches!(parts.first(), Some((_, _, RowPart::Label)));
    if junk > if numbered { 1.1 + 0.6 * cells as f32 } else { 0.5 + 0.45 * cells as f32 } {
        return None;
    }
    if is_sentence(&parts, words) {
        return None;
    }
    let mut pieces = Vec::new();
    let mut last = None;
    let mut number = None;
    let mut leaders = false;
    for (from, to, part) in parts {
        match part {
            RowPart::Label => {
                number = label(words[from].text).map(|(n, _)| n);
                leaders = false;
            }
            RowPart::Leaders => {
                leaders = true;
                if let Some((n, _)) = label(words[from].text) {
                    number = Some(n);
                }
            }
            RowPart::Cell(shape) => {
                let end = words[to - 1].at + words[to - 1].text.len();
                let span = Span::new(offset + words[from].at, offset + end);
                pieces.push(RowCell { span, number: number.take(), leaders, shape });
                leaders = false;
            }
            RowPart::End => last = ending(slice(from, to)),
            RowPart::Junk => {}
        }
    }
    Some((pieces, last))
}

/// Whether a text ends with the piece letter of the next move: `B to Q 2 B`, `Kt. to B's 3d. B.`
pub(super) fn ends_in_next_man<'t>(words: impl DoubleEndedIterator<Item = &'t str>) -> bool {
    let mut back = words.map(|word| word.trim_end_matches(['.', ',']));
    let (Some(last), Some(mut before)) = (back.next_back(), back.next_back()) else { return false };
    // `Q. R.`
    if matches!(before, "K" | "Q")
        && let Some(more) = back.next_back()
    {
        before = more;
    }
    let ranked = before.ends_with(|c: char| c.is_ascii_digit() || c == ')')
        || ["sq", "st", "nd", "rd", "th", "3d", "2d", "s"].iter().any(|end| before.ends_with(end));
    // On the last rank the letter is a promotion.
    let last_rank = before.starts_with('8') || before.ends_with('8');
    matches!(last, "K" | "Q" | "R" | "B" | "P" | "Kt" | "N")
        && ranked
        && !last_rank
        && !["takes", "tks", "K's", "Q's", "his"].contains(&before)
}

/// Whether the moves are part of a sentence: "If 40...P - R 7; 41 R - Kt 5 ch, K - R 3."
fn is_sentence(parts: &[(usize, usize, RowPart)], words: &[LineWord<'_>]) -> bool {
    let Some(&(0, to, RowPart::Junk)) = parts.first() else { return false };
    let parted = |&(_, to, part): &(usize, usize, RowPart)| {
        matches!(part, RowPart::Cell(_)) && words[to - 1].text.ends_with([';', ','])
    };
    words[..to].iter().any(|word| word.text.chars().all(char::is_alphabetic)) && parts.iter().any(parted)
}

/// Whether there is a move before the words of an ending: `RxP ch  Resigns`.
fn starts_with_move<'l>(slice: &impl Fn(usize, usize) -> &'l str, from: usize, to: usize) -> bool {
    (from + 1..to).any(|end| shape(slice(from, end)) == Shape::Clean)
}

#[cfg(test)]
mod tests {
    use super::ends_in_next_man;

    #[test]
    fn the_next_moves_man_is_no_part_of_a_move() {
        for (text, next) in [
            ("B to Q 2 B", true),
            ("Kt. to Q. B's 3d. B.", true),
            ("P. to Q. Kt's 3d. Q. R.", true),
            ("R to K sq Kt", true),
            ("Kt. takes K. B.", false),
            ("P to K 8 Q", false),
            ("P. to Kt's 8th. Q.", false),
            ("B to Q B", false),
            ("R to K", false),
            ("Q. takes Q's P.", false),
        ] {
            assert_eq!(ends_in_next_man(text.split_whitespace()), next, "{text}");
        }
    }
}
