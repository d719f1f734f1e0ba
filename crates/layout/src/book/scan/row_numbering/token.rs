//! The rows of a region as tokens for row numbering, and their costs.

use std::ops::Range;

use super::super::move_span::count_connectors;
use super::super::numbers::ABOVE;
use super::super::page::{ScanLine, ScanLineKind};
use super::super::row::Segment;
use super::super::rows::{PARTED, ScanRow, is_lone};
use crate::book::shape::{Shape, shape};

// Costs in nats; estimates that rank the ways sensibly.
/// White's move without a number; the same below another one without a number.
const BARE: f32 = 1.0;
const BARE_ON: f32 = 0.15;
/// Black's move with a number.
const NUMBERED_BLACK: f32 = 4.0;
/// Another number than the printed one: illegible, one digit wrong, or any other.
const WORN: f32 = 1.2;
const DIGIT: f32 = 2.5;
const OTHER: f32 = 5.0;
/// A number from the surroundings of the row that does not fit.
const GIVEN: f32 = 0.4;
const GIVEN_ALONE: f32 = 2.0;
const GIVEN_BLACK: f32 = 1.0;

/// A segment of a row.
pub(super) struct Token {
    /// Its number, and whether it is misread.
    pub label: Option<(u32, bool)>,
    /// Whether it has an illegible number.
    pub illegible: bool,
    /// Whether dots replace White's move, or the row is in Black's column.
    pub leaders: bool,
    /// The nearby number, and whether it is directly above.
    pub given: Option<(u32, bool)>,
    /// Whether it may be one move; whether it may be two.
    pub lone: bool,
    pub pair: bool,
    /// Whether the previous row also lacks its number.
    pub bare_on: bool,
    /// What separates it from the previous row.
    pub apart: Separation,
    /// Whether the record says after it that the game is over.
    pub ends: bool,
    /// How much it looks like a move.
    pub shape: Shape,
}

/// What separates a row from the previous one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Separation {
    /// Nothing: consecutive lines, or the same line.
    Nothing,
    /// Empty lines, as between the rows before.
    Blank,
    /// Empty lines, after rows on consecutive lines.
    Edge,
    /// Column heads or a note.
    Far,
}

/// All segments of all rows.
pub(super) fn tokens(
    text: &str,
    lines: &[ScanLine],
    range: Range<usize>,
    rows: &[ScanRow<'_>],
) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut from = range.start;
    let mut touched = false;
    for row in rows {
        let between = &lines[from..row.line];
        let far = between.iter().any(|line| matches!(line.kind, ScanLineKind::ColumnHead))
            || between.iter().filter(|line| matches!(line.kind, ScanLineKind::Prose)).count() >= PARTED;
        let touches = between.is_empty() && from > range.start;
        let apart = match touches {
            _ if far => Separation::Far,
            true => Separation::Nothing,
            false if touched => Separation::Edge,
            false => Separation::Blank,
        };
        touched = touches;
        from = row.line + 1;
        let body = &text[lines[row.line].span.range()];
        for (at, segment) in row.segments.iter().enumerate() {
            let mut token = token(body, segment, row, at, if at == 0 { apart } else { Separation::Blank });
            token.bare_on = tokens.last().is_some_and(|last: &Token| last.label.is_none() && !last.illegible);
            tokens.push(token);
        }
    }
    tokens
}

fn token(line: &str, segment: &Segment, row: &ScanRow<'_>, at: usize, apart: Separation) -> Token {
    let given = row.given.first().filter(|_| at == 0 && segment.label.is_none());
    Token {
        label: segment.label.map(|label| (label.value, label.price > 0)),
        illegible: segment.illegible,
        leaders: segment.leaders || row.black && at == 0,
        given: given.map(|&(number, price)| (number, row.settled || price <= ABOVE)),
        lone: segment.pieces.iter().any(|piece| piece.from <= segment.from && piece.to >= segment.to),
        pair: !is_lone(segment),
        bare_on: false,
        apart,
        ends: row.ends && at + 1 == row.segments.len(),
        shape: segment
            .pieces
            .iter()
            .map(|piece| whole(&line[piece.from..piece.to]))
            .max()
            .unwrap_or(Shape::None),
    }
}

/// The shape of a move; a text without a connector is most likely the rest of the row above (`K4`).
fn whole(text: &str) -> Shape {
    if count_connectors(text) > 0 { shape(text) } else { Shape::None }
}

/// The cost of numbering a row as this half-move.
pub(super) fn price(token: &Token, number: u32, black: bool, on: bool, twice: bool) -> f32 {
    let mut cost = match token.label {
        Some((value, worn)) if value == number => f32::from(u8::from(worn)) * 0.2,
        Some((value, worn)) => {
            let off = differ(value, number);
            match (worn, off) {
                (true, _) => WORN,
                (false, 1) => DIGIT,
                _ => OTHER,
            }
        }
        None if token.illegible => WORN / 2.0,
        None => match token.given {
            // A number directly above is White's, like those on the row.
            Some((value, alone)) if value == number => {
                if black && alone && !twice {
                    GIVEN_BLACK
                } else {
                    0.0
                }
            }
            Some((_, alone)) => {
                if alone {
                    GIVEN_ALONE
                } else {
                    GIVEN
                }
            }
            None if black => 0.0,
            None if token.bare_on && on => BARE_ON,
            None => BARE,
        },
    };
    let numbered = token.label.is_some() || token.illegible;
    if black && numbered && !twice && !token.leaders {
        cost += NUMBERED_BLACK;
    }
    if !black && token.leaders {
        cost += NUMBERED_BLACK;
    }
    cost
}

/// The number of digits in which two numbers differ; 1 if one is the other without its first or last digits.
fn differ(a: u32, b: u32) -> u32 {
    let digits = |number: u32| number.checked_ilog10().unwrap_or(0) + 1;
    let (short, long) = (a.min(b), a.max(b));
    let (few, many) = (digits(short), digits(long));
    if few != many {
        let is_part = long % 10_u32.pow(few) == short || long / 10_u32.pow(many - few) == short;
        return if is_part { 1 } else { 2 };
    }
    (0..few).filter(|&place| a / 10_u32.pow(place) % 10 != b / 10_u32.pow(place) % 10).count() as u32
}

#[cfg(test)]
mod tests {
    use super::differ;

    #[test]
    fn digits_are_compared_from_both_ends() {
        let pairs = [(12, 12, 0), (12, 13, 1), (12, 31, 2), (12, 2, 1), (12, 1, 1), (12, 3, 2), (105, 5, 1)];
        for (a, b, expected) in pairs {
            assert_eq!(differ(a, b), expected, "{a} {b}");
            assert_eq!(differ(b, a), expected, "{b} {a}");
        }
        assert_eq!(differ(0, 10), 1);
    }
}
