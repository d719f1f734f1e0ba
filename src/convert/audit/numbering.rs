//! Checks that a record is consistent: its move numbers with the moves as read, and each text with its one move.
//!
//! A wrong reading can be legal to the last move. But records number their moves, and the numbers are in the original
//! text whatever a layout makes of them. So this check reads the number directly before each text that was read as a
//! move, without a layout: in a row with a move too many or too few, a number precedes a move of the wrong side.

use scorebook_lexicon::{is_small, without_move_words};
use shakmaty::Color;

use super::{literal_text, number_chain};
use crate::convert::count::{digit, is_man};
use crate::decode::Reading;
use crate::finding::{Finding, code};
use crate::game::mover_at;
use crate::record::Draft;
use crate::record::leftover::{Leftover, LeftoverKind};
use crate::text::{Span, line_before};

/// Wrong numbers from which a record is inconsistent: a single one may be a misprint.
const MOST_MISPRINTS: usize = 1;

/// If more of Black's moves than this have a number before them, the numbers may be times.
const MOST_FIGURES: usize = 2;

/// Headings of columns that count half-moves.
const COUNTED: &[&str] = &["ply", "half", "halb", "demi", "side"];
/// Half-moves after which it is clear whether a column is one side's: the moves of one side cannot be played by both.
const FEW: usize = 8;

/// What directly precedes a move in the original text.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Before {
    /// A number, and whether it is marked as a move number or starts a line.
    Number(u32, bool),
    /// A number without a mark, after words.
    Figure(u32),
    /// The move before it.
    Move,
    /// Something else, or nothing.
    Other,
}

/// A move that was read, in text order.
pub(super) struct Placed {
    pub(super) span: Span,
    /// From 1.
    pub(super) ply: u32,
    pub(super) side: Color,
    /// Its move number according to the reading.
    pub(super) due: u32,
    before: Before,
}

#[cfg(test)]
impl Placed {
    /// A move of a game from move 1, for which nothing is known about the text before it.
    pub(super) fn new(span: Span, ply: u32, side: Color) -> Placed {
        Placed { span, ply, side, due: ply.div_ceil(2), before: Before::Other }
    }
}

/// The moves of a reading at which the record is inconsistent, and those whose text contains more than a move. `aside`
/// is the other text that is accounted for, by place.
pub(super) fn disagreements(
    text: &str,
    draft: &Draft<'_>,
    reading: &Reading,
    aside: &[Span],
) -> Vec<Leftover> {
    let placed = placed(text, reading);
    let gap = |a: Span, b: Span| text.get(a.end..b.start).unwrap_or("\n");
    let mut order = misplaced(text, &placed);
    order.extend(number_chain::unconfirmed(text, &placed, aside));
    order.extend(number_chain::parted(text, &placed));
    order.extend(number_chain::ranks(text, &placed));
    order.extend(again(text, &placed));
    order.extend(turned(&placed, |a, b| !gap(a, b).contains('\n')));
    order.sort_unstable();
    order.dedup();
    let mut found: Vec<Leftover> = order.into_iter().map(|span| left(span, LeftoverKind::Order)).collect();
    // A few numbers that count half-moves may also be the rows of one side, unless the column heading says what they are.
    let told = || {
        let head = &text[..reading.spans.iter().map(|span| span.start).min().unwrap_or(0)].to_lowercase();
        COUNTED.iter().any(|word| head.contains(word))
    };
    if let [_, second, ..] = counted(&placed).as_slice()
        && placed.len() < FEW
        && !told()
    {
        found.push(left(*second, LeftoverKind::Order));
    }
    found.extend(
        literal_text::unlike(text, draft, reading).into_iter().map(|span| left(span, LeftoverKind::Unlike)),
    );
    found
}

/// Notes on numbers that are misprinted: the moves before and behind say what they should be.
pub(super) fn misprinted(text: &str, reading: &Reading) -> Vec<Finding> {
    let placed = placed(text, reading);
    let misprinted = number_chain::misprints(text, &placed).into_iter().map(|(one, number)| {
        let message = format!("the number {number} stands before move {}: misprinted", one.due);
        Finding::new(&code::L340, one.span, message).at_ply(one.ply, one.due, one.side)
    });
    let lacking = unnumbered(&placed).into_iter().map(|one| {
        let message = format!("no number stands before move {}: it is lost", one.due);
        Finding::new(&code::L340, one.span, message).at_ply(one.ply, one.due, one.side)
    });
    let lettered = placed.iter().filter_map(|one| {
        let word = lettered(text, one)?;
        let message = format!("“{word}” stands for the number {}", one.due);
        Some(Finding::new(&code::L340, one.span, message).at_ply(one.ply, one.due, one.side))
    });
    misprinted.chain(lacking).chain(lettered).collect()
}

/// The word before a move that is its number with letters in the place of digits: `l7`, `1O.`
fn lettered<'t>(text: &'t str, one: &Placed) -> Option<&'t str> {
    if one.before != Before::Other {
        return None;
    }
    let before = line_before(text, one.span.start);
    let word = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let word = word.rsplit(|c: char| !c.is_alphanumeric()).next()?;
    let is_letter = |c: char| !c.is_ascii_digit();
    let number: Option<String> = word.chars().map(digit).collect();
    // A man before a rank is none.
    let is_lettered = word.contains(is_letter)
        && word.contains(|c: char| c.is_ascii_digit())
        && !word.chars().any(|c| is_letter(c) && is_man(c));
    (is_lettered && number? == one.due.to_string()).then_some(word)
}

/// White's moves directly behind a move of Black, without the number that White's other moves have.
fn unnumbered(placed: &[Placed]) -> Vec<&Placed> {
    /// White's moves with a number for each one without, and fewest of them.
    const OTHERS: usize = 4;
    const FEWEST: usize = 2;
    let white = || placed.iter().filter(|one| one.side.is_white());
    let numbered = white().filter(|one| matches!(one.before, Before::Number(..))).count();
    let bare: Vec<&Placed> = white().filter(|one| one.before == Before::Move).collect();
    if numbered < FEWEST || bare.len() * OTHERS > numbered.max(OTHERS) { Vec::new() } else { bare }
}

fn left(span: Span, kind: LeftoverKind) -> Leftover {
    Leftover { span, kind, behind: false, moves: 1 }
}

/// The moves of a reading in text order, each with what precedes it.
fn placed(text: &str, reading: &Reading) -> Vec<Placed> {
    // What stands in another source, such as a further page, has no place in this one.
    let printed = reading.spans.iter().copied().zip(1..).filter(|(span, _)| !span.is_empty());
    let mut spans: Vec<(Span, u32)> = printed.collect();
    spans.sort_unstable();
    let mut placed: Vec<Placed> = Vec::with_capacity(spans.len());
    // Where the numbers of the print begin again, and after how many moves.
    let again = reading.findings.iter().filter(|finding| finding.code == &code::L314);
    let again: Vec<(Span, u32)> = again
        .filter_map(|finding| {
            let (_, ply) = spans.iter().find(|(span, _)| *span == finding.span)?;
            Some((finding.span, mover_at(&reading.game.start, *ply).0.saturating_sub(1)))
        })
        .collect();
    for (span, ply) in spans {
        let begun =
            again.iter().rev().find(|(first, _)| first.start <= span.start).map_or(0, |(_, begun)| *begun);
        let span = behind_label(text, span);
        let (due, side) = mover_at(&reading.game.start, ply);
        let due = due.saturating_sub(begun);
        let before = placed.last().map(|last| (last.span.end, last.ply));
        let from = before.map_or(0, |(end, _)| end);
        let before = match text.get(from..span.start) {
            Some(gap) => before_in(gap, before.is_some_and(|(_, last)| last + 1 == ply)),
            None => Before::Other,
        };
        placed.push(Placed { span, ply, side, due, before });
    }
    placed
}

/// The place of a move without a number in brackets that a layout has left before it: `[5] P to K4`.
fn behind_label(text: &str, span: Span) -> Span {
    let behind = || {
        let print = text.get(span.range())?;
        let (inside, rest) = print
            .strip_prefix('[')
            .and_then(|inside| inside.split_once(']'))
            .or_else(|| print.strip_prefix('(').and_then(|inside| inside.split_once(')')))?;
        let is_number = (1..=3).contains(&inside.len()) && inside.bytes().all(|b| b.is_ascii_digit());
        let rest = rest.trim_start();
        (is_number && !rest.is_empty()).then(|| Span::new(span.end - rest.len(), span.end))
    };
    behind().unwrap_or(span)
}

/// What the text between two moves ends with; `follows`: whether the moves are also consecutive in the game.
fn before_in(gap: &str, follows: bool) -> Before {
    let gap = without_move_words(gap);
    let is_part = |c: char| {
        !(c.is_whitespace() || matches!(c, ',' | ';' | '|' | '"' | '.' | ')' | ':' | '…' | '[' | ']'))
    };
    let end = gap.trim_end_matches(|c| !is_part(c));
    let start =
        end.rfind(|c| !is_part(c)).map_or(0, |at| at + end[at..].chars().next().map_or(1, char::len_utf8));
    let (ahead, word) = end.split_at(start);
    if !gap.contains(char::is_alphanumeric) {
        return if follows { Before::Move } else { Before::Other };
    }
    let Some(number) = word.parse().ok().filter(|_| word.len() <= 3) else { return Before::Other };
    if number_chain::ends_in_fraction(ahead) {
        return Before::Other;
    }
    // A number at the end of a sentence is not a move number, unless it is marked as one.
    let line = ahead.rsplit('\n').next().unwrap_or_default();
    let sign = gap[end.len()..].starts_with(['.', ')', ':', '…', ']']);
    let alone = !line.contains(char::is_alphanumeric);
    if sign || alone { Before::Number(number, sign || ahead.contains('\n')) } else { Before::Figure(number) }
}

/// Fewest words of a remark.
const REMARK: usize = 2;

/// Black's moves that have White's number once more behind words, where other moves of Black have none: `6. b4, but that
/// was too risky. I played 6. O-O` is not two moves.
fn again(text: &str, placed: &[Placed]) -> Vec<Span> {
    let gap = |a: &Placed, b: &Placed| text.get(a.span.end..b.span.start).unwrap_or_default();
    let is_word = |word: &&str| word.chars().filter(|&c| is_small(c)).count() > 2;
    let pairs = || placed.windows(2).filter(|pair| pair[1].side.is_black() && pair[0].ply + 1 == pair[1].ply);
    let numbered = |b: &Placed| matches!(b.before, Before::Number(number, true) if number == b.due);
    if pairs().any(|pair| {
        numbered(&pair[1]) && gap(&pair[0], &pair[1]).split_whitespace().filter(is_word).count() == 0
    }) {
        return Vec::new();
    }
    let repeats = |pair: &&[Placed]| {
        let gap = gap(&pair[0], &pair[1]).trim_end();
        // White's move ends its line, a note follows, and a line begins with the number once more.
        let is_row = gap.trim_start_matches([' ', '\t', '\r', '.', ',', ';', '!', '?']).starts_with('\n')
            && gap.rsplit('\n').next().is_some_and(|line| !line.contains(char::is_alphabetic));
        if is_row {
            return false;
        }
        let dots = gap.ends_with('…') || gap.ends_with("..") || gap.ends_with(". .");
        numbered(&pair[1]) && !dots && gap.split_whitespace().filter(is_word).count() >= REMARK
    };
    pairs().filter(repeats).map(|pair| pair[1].span).collect()
}

/// The moves whose printed numbers disagree with the reading.
fn misplaced(text: &str, placed: &[Placed]) -> Vec<Span> {
    let number =
        |placed: &Placed| if let Before::Number(number, _) = placed.before { Some(number) } else { None };
    let right = |placed: &&Placed| number(placed) == Some(placed.due);
    let whites = || placed.iter().filter(|placed| placed.side == Color::White);
    let numbered = whites().filter(right).count();
    let unnumbered = whites().filter(|placed| placed.before == Before::Move).count();
    let mut found = Vec::new();
    // The numbers may count half-moves, and may begin anywhere.
    let shift = |by: fn(&Placed) -> u32| {
        let mut shifts =
            placed.iter().filter_map(|placed| Some(i64::from(number(placed)?) - i64::from(by(placed))));
        let first = shifts.next();
        shifts.all(|shift| Some(shift) == first)
    };
    if !shift(|placed| placed.due) && !shift(|placed| placed.ply) {
        let wrong: Vec<Span> = whites()
            .filter(|placed| number(placed).is_some_and(|number| number != placed.due))
            .map(|placed| placed.span)
            .collect();
        // A number that no later number contradicts is not a misprint: a row is missing.
        let last = whites().rfind(|placed| number(placed).is_some());
        if wrong.len() > MOST_MISPRINTS || last.is_some_and(|last| number(last) > Some(last.due)) {
            found.extend(wrong);
        }
        // A number before Black's move is the number of White's.
        let rows = placed.windows(2).filter(|pair| {
            let own = matches!(pair[1].before, Before::Number(number, true) if number != pair[1].due);
            pair[1].side == Color::Black && own && number(&pair[0]) != number(&pair[1])
        });
        found.extend(rows.map(|pair| pair[1].span));
    }
    // A number before Black's move is not that of the next move, if Black's moves otherwise have no number before them.
    let figure = |placed: &Placed| match placed.before {
        Before::Number(number, _) | Before::Figure(number) => Some(number),
        Before::Move | Before::Other => None,
    };
    let blacks: Vec<&Placed> =
        placed.iter().filter(|placed| placed.side == Color::Black && figure(placed).is_some()).collect();
    if blacks.len() <= MOST_FIGURES && numbered > 0 && !shift(|placed| placed.ply) {
        found.extend(blacks.iter().filter(|one| figure(one) == Some(one.due + 1)).map(|one| one.span));
    }
    // Nor do numbers after White's last move belong here: they are of another block, or of rows that lost one side.
    let last = whites().map(|placed| placed.due).max().unwrap_or(0);
    let go_on = (last + 1..).zip(&blacks).all(|(next, one)| figure(one) == Some(next));
    if go_on && numbered > 0 && !shift(|placed| placed.ply) {
        found.extend(blacks.iter().map(|one| one.span));
    }
    // A row that begins with Black's move, with White's at the end of the previous row.
    if numbered > 0 && numbered >= unnumbered {
        let late = placed.windows(2).filter(|pair| {
            let ends_row = pair[0].side == Color::White && pair[0].before == Before::Move;
            ends_row && pair[0].due == pair[1].due && number(&pair[1]) == Some(pair[1].due)
        });
        found.extend(late.map(|pair| pair[1].span));
    }
    found.extend(unnumbered_below(placed));
    // The first move has no number, and all later numbers are shifted.
    if placed.first().is_some_and(|first| first.ply == 1 && number(first).is_none())
        && shift(|placed| placed.due)
        && !stand_behind(text, placed)
    {
        found.extend(
            whites()
                .filter(|placed| number(placed).is_some_and(|n| n != placed.due))
                .map(|placed| placed.span),
        );
    }
    if numbered == 0 {
        return found;
    }
    // A row of Black's move and White's next one, in a record whose rows begin with White's.
    for pair in placed.windows(2) {
        let row = number(&pair[0]).is_some() && pair[0].side == Color::Black;
        if row && pair[1].before == Before::Move {
            found.push(pair[0].span);
        }
    }
    // Two moves follow the last number.
    if numbered > unnumbered {
        let tail = placed.iter().rev().take_while(|placed| placed.before == Before::Move);
        let over = tail.filter(|placed| placed.side == Color::White).map(|placed| placed.span);
        found.extend(over);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether each number ends the row of its moves: `e4 e5 1`.
fn stand_behind(text: &str, placed: &[Placed]) -> bool {
    let ends_line = |place: Span, number: u32| {
        let rest = text[place.end..].lines().next().unwrap_or_default();
        rest.trim_matches(|c: char| !c.is_alphanumeric()).parse() == Ok(number)
    };
    let is_row = |pair: &[Placed]| match pair[1].side {
        Color::White => pair[0].ply + 1 == pair[1].ply && ends_line(pair[0].span, pair[0].due),
        Color::Black => pair[1].before == Before::Move,
    };
    placed.windows(2).all(is_row) && placed.last().is_some_and(|last| ends_line(last.span, last.due))
}

/// The moves that follow later moves on their line, in a record whose lines are in game order.
fn turned(placed: &[Placed], on_one_line: impl Fn(Span, Span) -> bool) -> Vec<Span> {
    let rows = || placed.windows(2).filter(|pair| on_one_line(pair[0].span, pair[1].span));
    let turned: Vec<Span> =
        rows().filter(|pair| pair[1].ply < pair[0].ply).map(|pair| pair[1].span).collect();
    if turned.len() * 2 < rows().count() { turned } else { Vec::new() }
}

/// The moves without a number below moves of the same side that all have one: in a column of one side only the numbers
/// say which row a text belongs to.
fn unnumbered_below(placed: &[Placed]) -> Vec<Span> {
    let below = || placed.windows(2).filter(|pair| pair[1].ply == pair[0].ply + 2);
    let has_number = |placed: &Placed| matches!(placed.before, Before::Number(..));
    let numbered = below().filter(|pair| has_number(&pair[1])).count();
    // A side that never has a number may stand below the other, row by row.
    let is_numbered = |side: Color| placed.iter().any(|one| one.side == side && has_number(one));
    let bare = below().filter(|pair| !has_number(&pair[1]) && is_numbered(pair[1].side));
    let bare: Vec<Span> = bare.map(|pair| pair[1].span).collect();
    if numbered > bare.len() { bare } else { Vec::new() }
}

/// The moves with a number each, if the numbers count half-moves; none if they count moves.
fn counted(placed: &[Placed]) -> Vec<Span> {
    let numbers = || {
        placed.iter().filter_map(|placed| match placed.before {
            Before::Number(number, _) => Some((placed, number)),
            _ => None,
        })
    };
    let plies = numbers().all(|(placed, number)| number == placed.ply);
    let moves = numbers().all(|(placed, number)| number == placed.due);
    if plies && !moves { numbers().map(|(placed, _)| placed.span).collect() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of `moves`, each with its half-move, in the order of `text`.
    fn in_order(text: &str, moves: &[(&str, u32)]) -> Vec<Placed> {
        let mut at = 0;
        let mut placed: Vec<Placed> = Vec::new();
        for &(word, ply) in moves {
            let start = at + text[at..].find(word).unwrap();
            let before = before_in(&text[at..start], placed.last().is_some_and(|last| last.ply + 1 == ply));
            at = start + word.len();
            let side = if ply % 2 == 1 { Color::White } else { Color::Black };
            placed.push(Placed { span: Span::new(start, at), ply, side, due: ply.div_ceil(2), before });
        }
        placed
    }

    /// The inconsistencies when the texts in `moves`, separated by spaces, are read from `text` in this order.
    fn wrong(text: &str, moves: &str) -> Vec<String> {
        let moves: Vec<(&str, u32)> = moves.split(' ').zip(1..).collect();
        misplaced(text, &in_order(text, &moves))
            .into_iter()
            .map(|span| text[span.range()].to_owned())
            .collect()
    }

    #[test]
    fn records_that_agree_with_themselves() {
        for text in [
            "1. a b 2. c d 3. e",
            "1. a\n1... b\n2. c\n2... d\n3. e",
            "1,a\n1,b\n2,c\n2,d\n3,e",
            "1,a\n2,b\n3,c\n4,d\n5,e",
            "a 1 b\nc 2 d\ne",
            "a b c d e",
            "1. a b c d e",
            "1. a 12 b 7 2. c 9 d 8 3. e",
            "1. a b (not 4 c d) 2. c d 3. e",
            "24. a b 25. c d 26. e",
            // One number may be missing, and one misprinted.
            "1. a b c d 3. e",
            "1. a b 7. c d 3. e",
            "1,a\n1,b\n7,c\n7,d\n3,e",
        ] {
            assert_eq!(wrong(text, "a b c d e"), <[&str; 0]>::default(), "{text}");
        }
    }

    #[test]
    fn rows_with_a_move_too_many() {
        assert_eq!(wrong("1 a b c\n2 d e\n3 f g", "a b c d e f g"), ["d", "f"]);
        assert_eq!(wrong("1. a b 2. c d e", "a b c d e"), ["e"]);
        assert_eq!(wrong("\n1,a\n1,b\n2,c\n3,d", "a b c d"), ["d"]);
        assert_eq!(wrong("1 a b\n3 c d\n4 e f\n5 g", "a b c d e f g"), ["c", "e", "g"]);
    }

    #[test]
    fn moves_behind_later_ones_on_their_line() {
        let turned = |text: &str, moves: &[(&str, u32)]| {
            let placed = in_order(text, moves);
            let spans = turned(&placed, |a, b| !text[a.end..b.start].contains('\n'));
            spans.into_iter().map(|span| text[span.range()].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(
            turned(
                "1 a b\n2 c d\n3 e\n4 g f",
                &[("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5), ("g", 7), ("f", 6)]
            ),
            ["f"]
        );
        assert!(turned("1 b a\n2 d c", &[("b", 2), ("a", 1), ("d", 4), ("c", 3)]).is_empty());
        assert!(
            turned("a e\nb f\nc g", &[("a", 1), ("e", 5), ("b", 2), ("f", 6), ("c", 3), ("g", 7)]).is_empty()
        );
    }

    #[test]
    fn numbers_of_the_other_side_and_none_at_all() {
        assert_eq!(wrong("1. a b 2. c d 3. e 7. f", "a b c d e f"), ["f"]);
        assert_eq!(wrong("a b\n4 c d", "a b c d"), ["c"]);
        assert_eq!(wrong("1 a b 2 c 3 d", "a b c d"), ["d"]);
        assert_eq!(wrong("1 a 4 b\n2 c 5 d\n3 e 6 f", "a b c d e f"), ["b", "d", "f"]);
        assert_eq!(wrong("1 a b c\n2 d", "a b c d"), ["d"]);
        let columns = "1. a\n2. c\n3. e\n4. g\n1. b\n2. d\n3. f\nh";
        let placed = in_order(
            columns,
            &[("a", 1), ("c", 3), ("e", 5), ("g", 7), ("b", 2), ("d", 4), ("f", 6), ("h", 8)],
        );
        assert_eq!(
            misplaced(columns, &placed).iter().map(|span| &columns[span.range()]).collect::<Vec<_>>(),
            ["h"]
        );
    }
}
