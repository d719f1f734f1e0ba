//! Evaluates queries over an archive, using the header columns. Games are read only if the query is about
//! positions or about tags without a column.

use std::sync::{Mutex, PoisonError};

use memchr::memmem;
use rayon::prelude::*;

use super::column::{Cell, Column, Strings, date_prefix};
use super::error::{Damage, Error};
use super::group::Group;
use super::query::{Node, Operator, Query, Test};
use super::reader::Archive;
use super::whole::{Game, GameTest};
use crate::game::Tags;
use crate::international::Move16;

impl Query {
    /// The numbers, from 0, of the matching games; and the damage because of which other games could not be
    /// tested. Moves are read only if the query is about positions; then blocks are read on rayon's threads.
    #[must_use]
    pub fn find<B: AsRef<[u8]> + Sync>(&self, archive: &Archive<B>) -> (Vec<u64>, Vec<Damage>) {
        let (mut found, mut damage) = (Vec::new(), Vec::new());
        let games = Games { archive, lost: Mutex::default() };
        let strike = |first: u64, rows: &mut [bool], test: &GameTest| games.strike(first, rows, test);
        for (group, file) in archive.groups() {
            let mut rows = vec![true; group.head.games as usize];
            match self.0.keep(&Scope { group, file, strike: &strike }, &mut rows) {
                Some(()) => {
                    found.extend(
                        (group.first()..).zip(rows).filter(|(_, row)| *row).map(|(number, _)| number),
                    );
                }
                None => {
                    let games = group.first()..group.first() + group.games();
                    damage.push(Damage::lost("the headers of a group are damaged", group.offset, games));
                }
            }
        }
        let mut lost = games.lost.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Threads found them in any order, possibly several times.
        lost.sort_by_key(|damage| (damage.games.start, std::cmp::Reverse(damage.games.end)));
        lost.dedup_by(|next, known| known.games.contains(&next.games.start));
        damage.extend(lost);
        (found, damage)
    }

    /// Whether a game with these tags, half-moves and proven moves matches, with the same result as
    /// [`find`](Query::find). `moves` is called only if needed.
    ///
    /// ```
    /// use scorebook_archive::Query;
    /// use scorebook_core::game::Tags;
    /// let query: Query = "player ~ morphy and date < 1860 and plies > 20".parse().unwrap();
    /// let mut tags = Tags::default();
    /// tags.set("Black", "Morphy, Paul");
    /// tags.set("Date", "1858.??.??");
    /// assert!(query.holds(&tags, 33, &Vec::new));
    /// assert!(!query.holds(&tags, 12, &Vec::new));
    ///
    /// let query: Query = "material = KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP".parse().unwrap();
    /// assert!(query.holds(&tags, 33, &Vec::new), "every game begins so");
    /// ```
    #[must_use]
    pub fn holds(&self, tags: &Tags, plies: u32, moves: &dyn Fn() -> Vec<Move16>) -> bool {
        self.0.holds(&Game::new(tags, moves), plies)
    }
}

/// What a query is evaluated on: the headers of a group, and its games.
struct Scope<'a> {
    group: &'a Group,
    file: &'a [u8],
    /// Removes games that do not match; the number of the first is given.
    strike: &'a dyn Fn(u64, &mut [bool], &GameTest),
}

/// Games of an archive that must be read for the query.
struct Games<'a, B> {
    archive: &'a Archive<B>,
    lost: Mutex<Vec<Damage>>,
}

impl<B: AsRef<[u8]> + Sync> Games<'_, B> {
    /// Clears the rows, from game `first` on, whose games do not match or are damaged.
    fn strike(&self, first: u64, rows: &mut [bool], test: &GameTest) {
        let mut blocks: Vec<(Option<usize>, u64, &mut [bool])> = Vec::new();
        let (mut rest, mut at) = (rows, first);
        while !rest.is_empty() {
            let block = self.archive.block_of(at);
            let same = (at..).take(rest.len()).take_while(|&number| self.archive.block_of(number) == block);
            let (part, behind) = rest.split_at_mut(same.count());
            let next = at + part.len() as u64;
            blocks.push((block, at, part));
            (rest, at) = (behind, next);
        }
        blocks.into_par_iter().filter(|(_, _, rows)| rows.contains(&true)).for_each(
            |(block, first, rows)| {
                let lost = self.strike_block(block, first, rows, test);
                self.lost.lock().unwrap_or_else(PoisonError::into_inner).extend(lost);
            },
        );
    }

    /// The same within one block; returns the damage.
    fn strike_block(
        &self,
        block: Option<usize>,
        first: u64,
        rows: &mut [bool],
        test: &GameTest,
    ) -> Vec<Damage> {
        let mut lost: Vec<Damage> = Vec::new();
        let block = match block.map(|number| self.archive.block(number)).transpose() {
            Ok(block) => block,
            Err(error) => {
                rows.fill(false);
                lost.extend(damaged(error));
                return lost;
            }
        };
        for (number, row) in (first..).zip(rows).filter(|(_, row)| **row) {
            let game = match &block {
                Some(block) => self.archive.game_in(block, (number - block.first()) as usize),
                None => self.archive.game(number),
            };
            match game {
                Ok(game) => *row = Game::stored(&game, test),
                Err(error) => {
                    *row = false;
                    lost.extend(damaged(error));
                }
            }
        }
        lost
    }
}

/// The damage that an error reports.
fn damaged(error: Error) -> Option<Damage> {
    match error {
        Error::Damaged(damage) => Some(damage),
        _ => None,
    }
}

impl Node {
    fn holds(&self, game: &Game<'_>, plies: u32) -> bool {
        let one = |column: Column, test: &Test| match column.tag() {
            None => test.number(column, plies),
            Some(name) => match game.tags.get(name) {
                None => test.absent(),
                Some(text) => match column.number(text) {
                    Some(number) => test.number(column, number),
                    None => test.text(text),
                },
            },
        };
        match self {
            Node::And(nodes) => {
                let (slow, quick): (Vec<&Node>, Vec<&Node>) =
                    nodes.iter().partition(|node| node.reads_games());
                quick.into_iter().chain(slow).all(|node| node.holds(game, plies))
            }
            Node::Or(nodes) => nodes.iter().any(|node| node.holds(game, plies)),
            Node::Not(node) => !node.holds(game, plies),
            Node::Compare(columns, test) if test.absent() => columns.iter().all(|&column| one(column, test)),
            Node::Compare(columns, test) => columns.iter().any(|&column| one(column, test)),
            Node::Difference(columns, operator, asked) => {
                let number = |column: Column| column.number(game.tags.get(column.tag()?)?);
                let [first, second] = columns.map(number);
                first.zip(second).is_some_and(|pair| differs(pair, *operator, *asked))
            }
            Node::Whole(test) => game.passes(test),
        }
    }

    /// Whether games must be read to evaluate it.
    fn reads_games(&self) -> bool {
        match self {
            Node::And(nodes) | Node::Or(nodes) => nodes.iter().any(Node::reads_games),
            Node::Not(node) => node.reads_games(),
            Node::Compare(..) | Node::Difference(..) => false,
            Node::Whole(_) => true,
        }
    }

    /// Clears the rows that do not match the node; `None` if a needed column is damaged. Columns are read
    /// only while rows are left.
    fn keep(&self, place: &Scope<'_>, rows: &mut [bool]) -> Option<()> {
        match self {
            Node::And(nodes) => {
                // Compare numbers first: it is fast, and may leave no row.
                let mut nodes: Vec<&Node> = nodes.iter().collect();
                nodes.sort_by_key(|node| (node.reads_games(), !node.is_quick()));
                for node in nodes {
                    if rows.contains(&true) {
                        node.keep(place, rows)?;
                    }
                }
            }
            Node::Or(nodes) => either(nodes.iter(), rows, |node, rows| node.keep(place, rows))?,
            Node::Not(node) => {
                let mut found = rows.to_vec();
                node.keep(place, &mut found)?;
                rows.iter_mut().zip(found).for_each(|(row, found)| *row &= !found);
            }
            // "player != X" asks it of both, "player = X" of either.
            Node::Compare(columns, test) if test.absent() => {
                for &column in columns {
                    compare(place.group, place.file, column, test, rows)?;
                }
            }
            Node::Compare(columns, test) => {
                let keep = |&column: &Column, rows: &mut [bool]| {
                    compare(place.group, place.file, column, test, rows)
                };
                either(columns.iter(), rows, keep)?;
            }
            Node::Difference([first, second], operator, asked) => {
                let first = place.group.codes(place.file, *first)?;
                let second = place.group.codes(place.file, *second)?;
                for ((row, &first), &second) in rows.iter_mut().zip(first).zip(second) {
                    *row &= match (Cell::from_code(first), Cell::from_code(second)) {
                        (Cell::Number(first), Cell::Number(second)) => {
                            differs((first, second), *operator, *asked)
                        }
                        _ => false,
                    };
                }
            }
            Node::Whole(test) => {
                (place.strike)(place.group.first(), rows, test);
            }
        }
        Some(())
    }

    /// Whether it can be evaluated without string lists.
    fn is_quick(&self) -> bool {
        matches!(self, Node::Compare(_, Test::Number(..) | Test::Date(..) | Test::Order(..)))
    }
}

/// Whether the first number less the second compares so with what is asked for.
fn differs((first, second): (u32, u32), operator: Operator, asked: i64) -> bool {
    operator.holds((i64::from(first) - i64::from(second)).cmp(&asked))
}

/// Keeps the rows that match any of the parts.
fn either<T>(
    mut parts: impl ExactSizeIterator<Item = T>,
    rows: &mut [bool],
    keep: impl Fn(T, &mut [bool]) -> Option<()>,
) -> Option<()> {
    if parts.len() == 1 {
        return parts.next().and_then(|part| keep(part, rows));
    }
    let mut rest = rows.to_vec();
    rows.fill(false);
    for part in parts {
        let mut found = rest.clone();
        keep(part, &mut found)?;
        for ((row, rest), found) in rows.iter_mut().zip(&mut rest).zip(found) {
            *row |= found;
            *rest &= !found;
        }
    }
    Some(())
}

/// Clears the rows whose value in the column does not match.
fn compare(group: &Group, file: &[u8], column: Column, test: &Test, rows: &mut [bool]) -> Option<()> {
    let codes = group.codes(file, column)?;
    // Each string is tested once, however many games have it, and only if needed.
    let mut by_string: Option<Vec<bool>> = None;
    let absent = test.absent();
    for (row, &code) in rows.iter_mut().zip(codes) {
        if !*row {
            continue;
        }
        *row = match Cell::from_code(code) {
            Cell::Absent => absent,
            Cell::Number(number) => test.number(column, number),
            Cell::Text(place) => {
                if by_string.is_none() {
                    by_string = Some(test.strings(group.strings(file, column)?));
                }
                by_string.as_ref()?.get(place as usize).copied().unwrap_or(false)
            }
        };
    }
    Some(())
}

impl Test {
    /// The result for a game without the tag.
    pub(super) fn absent(&self) -> bool {
        matches!(self, Test::Is(_, false) | Test::Has(_, false))
    }

    pub(super) fn text(&self, text: &str) -> bool {
        match self {
            Test::Is(value, positive) => (text == value) == *positive,
            Test::Has(value, positive) => text.to_lowercase().contains(value) == *positive,
            Test::Order(operator, value) => operator.holds(text.cmp(value)),
            Test::Number(..) | Test::Date(..) => false,
        }
    }

    fn number(&self, column: Column, number: u32) -> bool {
        match self {
            Test::Number(operator, value) => operator.holds(number.cmp(value)),
            Test::Date(operator, asked) => match date_prefix(number, asked.parts) {
                Some(known) => operator.holds(known.cmp(&asked.number)),
                None => false,
            },
            _ => self.text(&column.text(number)),
        }
    }

    /// The result for each string of a list.
    fn strings(&self, strings: &Strings) -> Vec<bool> {
        match self {
            Test::Has(part, positive) if part.is_ascii() && !part.is_empty() => {
                let mut found = has(strings, part.as_bytes());
                found.iter_mut().for_each(|found| *found = *found == *positive);
                found
            }
            _ => strings.iter().map(|text| self.text(text)).collect(),
        }
    }
}

/// Which strings of a list contain `part`, which is lower-case ASCII. The list is searched as one text.
fn has(strings: &Strings, part: &[u8]) -> Vec<bool> {
    let ends = strings.ends();
    let mut found = vec![false; ends.len()];
    let text = strings.text();
    let lower = text.to_ascii_lowercase();
    let finder = memmem::Finder::new(part);
    let (mut from, mut string) = (0, 0);
    while let Some(at) = lower.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
        let at = from + at;
        string += ends[string..].partition_point(|&end| end as usize <= at);
        let Some((found, &end)) = found.get_mut(string).zip(ends.get(string)) else { break };
        // A match across the end of its string does not count.
        *found |= at + part.len() <= end as usize;
        from = end as usize;
    }
    if !text.is_ascii() {
        for (found, string) in found.iter_mut().zip(strings.iter()) {
            if !*found && !string.is_ascii() {
                *found = string.to_lowercase().as_bytes().windows(part.len()).any(|window| window == part);
            }
        }
    }
    found
}
