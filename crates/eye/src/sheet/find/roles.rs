//! What the columns of a table are: numbers, White's moves, Black's moves, others.

use super::table::{BEYOND, Table};
use crate::{Cell, Colours, Look, Nats, Recogniser};

/// The orders in which the cells may be meant: columns and rows, White's and Black's by turns.
pub(super) struct Roles {
    pub orders: Vec<Vec<(usize, i64)>>,
    pub is_numbered: bool,
}

/// Columns of moves are as wide as the widest, of which there are two, but for this share.
const WIDE: (f64, f64) = (0.72, 1.4);
/// Rows of a column that are read to see whether there are numbers.
const SAMPLE: usize = 8;
/// Numbers that a row may have.
const NUMBERS: std::ops::RangeInclusive<i64> = 1..=200;
/// A cell that is no such number costs no more.
const MOST: Nats = 8.0;
/// Numbers cost no more for each row, and any others more by so much: the more they cost, the more.
const SURE: [(Nats, Nats); 2] = [(3.0, 0.7), (5.5, 2.0)];

/// A pair of columns of moves.
#[derive(Clone, Copy, Debug)]
struct Block {
    white: usize,
    black: usize,
    /// The number of the table's first row in this block, if it is printed.
    first: Option<i64>,
}

impl Roles {
    pub fn of(
        table: &Table,
        cell: &dyn Fn(usize, i64) -> Cell,
        picture: &Colours,
        recogniser: &dyn Recogniser,
    ) -> Option<Roles> {
        let columns = &table.columns;
        let widths: Vec<f64> = columns.iter().map(|column| column.right - column.left).collect();
        let has_equal =
            |i: usize| (0..widths.len()).any(|j| j != i && (widths[j] / widths[i] - 1.0).abs() < 0.2);
        let widest = (0..widths.len()).filter(|&i| has_equal(i)).map(|i| widths[i]).fold(0.0, f64::max);
        let is_wide = |i: usize| (WIDE.0 * widest..=WIDE.1 * widest).contains(&widths[i]);
        let wide: Vec<usize> = (0..widths.len()).filter(|&i| is_wide(i)).collect();
        if wide.len() < 2 {
            return None;
        }
        let numbers = |column: usize| -> Option<i64> {
            let rows = (0..SAMPLE).map(|i| ((i * 2 + 1) * table.rows() / (2 * SAMPLE)) as i64);
            let looks: Vec<(i64, Look)> =
                rows.map(|row| (row, printed(&cell(column, row), picture, recogniser))).collect();
            first_number(&looks)
        };
        let numbered: Vec<(usize, i64)> = (0..widths.len())
            .filter(|&i| widths[i] < WIDE.0 * widest)
            .filter_map(|i| Some((i, numbers(i)?)))
            .collect();
        let mut blocks = match numbered.as_slice() {
            [] => beside(table, &wide),
            _ => about_numbers(&wide, &numbered),
        };
        if blocks.is_empty() {
            return None;
        }
        let rows = table.rows() as i64;
        let in_order = |blocks: &[Block], from: i64, to: i64| -> Vec<(usize, i64)> {
            let rows = from.max(-BEYOND)..to.min(rows + BEYOND);
            let block = |block: &Block| {
                let Block { white, black, .. } = *block;
                rows.clone().flat_map(move |row| [(white, row), (black, row)]).collect::<Vec<_>>()
            };
            blocks.iter().flat_map(block).collect()
        };
        if numbered.is_empty() {
            // With and without a row of heads, or with one more whose upper rule was not seen.
            let orders = [0, 1, -1, 2].map(|from| in_order(&blocks, from, rows)).to_vec();
            return Some(Roles { orders, is_numbered: false });
        }
        // How many numbers a block has, by two neighbours; a block without numbers continues the one before.
        let steps = blocks.windows(2).filter_map(|pair| Some(pair[1].first? - pair[0].first?));
        let step = steps.filter(|step| (1..=rows + 2 * BEYOND).contains(step)).min();
        for i in 1..blocks.len() {
            if blocks[i].first.is_none() {
                blocks[i].first = blocks[i - 1].first.zip(step).map(|(first, step)| first + step);
            }
        }
        for i in (0..blocks.len() - 1).rev() {
            if blocks[i].first.is_none() {
                blocks[i].first = blocks[i + 1].first.zip(step).map(|(first, step)| first - step);
            }
        }
        blocks.sort_by_key(|block| block.first.unwrap_or(i64::MAX));
        let from = 1 - blocks.first()?.first?;
        let orders = vec![in_order(&blocks, from, step.map_or(rows, |step| from + step))];
        Some(Roles { orders, is_numbered: true })
    }
}

/// Columns of moves two by two, as far as they touch.
fn beside(table: &Table, wide: &[usize]) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut rest = wide;
    while let [white, black, others @ ..] = rest {
        let touch = (white + 1..=*black).all(|column| table.columns[column].joined);
        if touch {
            blocks.push(Block { white: *white, black: *black, first: None });
            rest = others;
        } else {
            rest = &rest[1..];
        }
    }
    blocks
}

/// Columns of moves about the columns of numbers: both behind it, or one on each side.
fn about_numbers(wide: &[usize], numbered: &[(usize, i64)]) -> Vec<Block> {
    let before = wide.iter().filter(|column| **column < numbered[0].0).count();
    let mut blocks = Vec::new();
    if before % 2 == 1 {
        for &(number, first) in numbered {
            let white = wide.iter().rev().find(|column| **column < number);
            let black = wide.iter().find(|column| **column > number);
            if let (Some(&white), Some(&black)) = (white, black) {
                blocks.push(Block { white, black, first: Some(first) });
            }
        }
        return blocks;
    }
    for pair in wide.chunks_exact(2) {
        let number = numbered.iter().rev().find(|(column, _)| *column < pair[0]);
        // The numbers of the block before are no numbers of this one.
        let own = number.filter(|(column, _)| wide.iter().all(|other| *other < *column || *other >= pair[0]));
        blocks.push(Block { white: pair[0], black: pair[1], first: own.map(|(_, first)| *first) });
    }
    blocks
}

/// What a recogniser sees in a cell with print.
fn printed(cell: &Cell, picture: &Colours, recogniser: &dyn Recogniser) -> Look {
    let [left, top, right, bottom] = cell.0;
    let inset = 0.06 * (right - left);
    Look::of(&[recogniser.posteriors(&picture.grey.cut([left + inset, top, right - inset, bottom]))])
}

/// The number of row 0, if the rows are numbered one after the other.
fn first_number(looks: &[(i64, Look)]) -> Option<i64> {
    let cost = |first: i64| -> Nats {
        let each = looks.iter().map(|(row, look)| {
            let number = first + row;
            if !NUMBERS.contains(&number) {
                return MOST;
            }
            let spellings =
                [number.to_string(), format!("{number}."), format!("{number:02}"), format!("{number:03}")];
            spellings.iter().map(|text| look.cost(text)).fold(MOST, Nats::min)
        });
        each.sum::<Nats>() / looks.len() as Nats
    };
    let mut priced: Vec<(Nats, i64)> = (-3..=150).map(|first| (cost(first), first)).collect();
    priced.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (best, second) = (priced.first()?, priced.get(1)?);
    SURE.iter().any(|(most, apart)| best.0 <= *most && second.0 >= best.0 + apart).then_some(best.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Posteriors;

    /// What a cell says in which a text is printed for sure.
    fn cell(text: &str) -> Look {
        let signs: Vec<char> = "0123456789.".chars().collect();
        let mut chances = Vec::new();
        for c in text.chars() {
            // The sign, and a blank behind it.
            for wanted in [signs.iter().position(|sign| *sign == c).map_or(0, |at| at + 1), 0] {
                chances.extend((0..=signs.len()).map(|sign| if sign == wanted { 0.9 } else { 0.01 }));
            }
        }
        Look::of(&[Posteriors::new(signs, chances)])
    }

    #[test]
    fn printed_numbers_are_anchors() {
        let column = |texts: &[&str]| {
            texts.iter().zip(0..).map(|(text, row)| (5 * row, cell(text))).collect::<Vec<_>>()
        };
        assert_eq!(first_number(&column(&["1", "6", "11", "16"])), Some(1));
        // Below a row of heads, in the second block.
        assert_eq!(first_number(&column(&["30.", "35.", "40.", "45."])), Some(30));
        assert_eq!(first_number(&column(&["031", "036", "041", "046"])), Some(31));
        // One is badly printed.
        assert_eq!(first_number(&column(&["1", "6", "71", "16"])), Some(1));
        // Minutes, or nothing.
        assert_eq!(first_number(&column(&["5", "3", "90", "12"])), None);
        assert_eq!(first_number(&column(&["", "", "", ""])), None);
    }

    #[test]
    fn columns_of_moves_stand_behind_their_numbers_or_on_both_sides() {
        let pairs = |blocks: Vec<Block>| {
            blocks.iter().map(|block| (block.white, block.black, block.first)).collect::<Vec<_>>()
        };
        // N W B N W B
        let behind = about_numbers(&[1, 2, 4, 5], &[(0, 1), (3, 31)]);
        assert_eq!(pairs(behind), [(1, 2, Some(1)), (4, 5, Some(31))]);
        // W N B W N B, and White's third column, whose neighbours are cut off.
        let about = about_numbers(&[0, 2, 3, 5, 6], &[(1, 1), (4, 31)]);
        assert_eq!(pairs(about), [(0, 2, Some(1)), (3, 5, Some(31))]);
        // The first numbers are cut off.
        let cut = about_numbers(&[0, 1, 3, 4], &[(2, 31)]);
        assert_eq!(pairs(cut), [(0, 1, None), (3, 4, Some(31))]);
    }
}
