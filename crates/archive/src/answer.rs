//! Answers to questions: which games of an archive they hold for, by the header columns; games are read only where a
//! question to their positions or to other tags is left.

use std::cell::RefCell;

use memchr::memmem;

use super::block::Block;
use super::column::{Cell, Column, Strings, date_prefix};
use super::error::{Damage, Error};
use super::group::Group;
use super::query::{Node, Query, Test};
use super::reader::Archive;
use super::whole::{Game, Whole};
use crate::game::Tags;
use crate::international::Word;

impl Query {
    /// The numbers, from 0, of the games that answer; and the groups whose headers are damaged, and games that had to
    /// be read and are, of which nothing can be said. No moves are read unless the question is about positions.
    #[must_use]
    pub fn find<B: AsRef<[u8]>>(&self, archive: &Archive<B>) -> (Vec<u64>, Vec<Damage>) {
        let (mut found, mut damage) = (Vec::new(), Vec::new());
        let games = Games { archive, block: RefCell::default(), lost: RefCell::default() };
        let passes = |number: u64, test: &Whole| games.passes(number, test);
        for (group, file) in archive.groups() {
            let mut rows = vec![true; group.head.games as usize];
            match self.0.keep(&Place { group, file, passes: &passes }, &mut rows) {
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
        damage.extend(games.lost.into_inner());
        (found, damage)
    }

    /// Whether a game with these tags, so many half-moves and these proven moves answers; [`find`](Query::find) says the
    /// same of it in an archive. The moves are asked for only where it depends on them.
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
    pub fn holds(&self, tags: &Tags, plies: u32, moves: &dyn Fn() -> Vec<Word>) -> bool {
        self.0.holds(&Game::new(tags, moves), plies)
    }
}

/// What a question is put to: the headers of a group, and its games.
struct Place<'a> {
    group: &'a Group,
    file: &'a [u8],
    passes: &'a dyn Fn(u64, &Whole) -> bool,
}

/// Games of an archive, read one after the other.
struct Games<'a, B> {
    archive: &'a Archive<B>,
    /// The block that was opened last, and its number.
    block: RefCell<Option<(usize, Block<'a>)>>,
    lost: RefCell<Vec<Damage>>,
}

impl<B: AsRef<[u8]>> Games<'_, B> {
    /// Whether a game passes; one that is damaged does not.
    fn passes(&self, number: u64, test: &Whole) -> bool {
        match self.read(number, test) {
            Ok(passes) => passes,
            Err(Error::Damaged(damage)) => {
                let mut lost = self.lost.borrow_mut();
                if !lost.iter().any(|known| known.games.contains(&number)) {
                    lost.push(damage);
                }
                false
            }
            Err(_) => false,
        }
    }

    fn read(&self, number: u64, test: &Whole) -> Result<bool, Error> {
        let Some(at) = self.archive.block_of(number) else {
            return self.archive.game(number).map(|game| Game::stored(&game, test));
        };
        let mut block = self.block.borrow_mut();
        if block.as_ref().is_none_or(|(known, _)| *known != at) {
            *block = Some((at, self.archive.block(at)?));
        }
        let Some((_, block)) = &*block else { return Ok(false) };
        let game = self.archive.game_in(block, (number - block.first()) as usize)?;
        Ok(Game::stored(&game, test))
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
            Node::Whole(test) => game.passes(test),
        }
    }

    /// Whether a game itself is looked at for it.
    fn reads_games(&self) -> bool {
        match self {
            Node::And(nodes) | Node::Or(nodes) => nodes.iter().any(Node::reads_games),
            Node::Not(node) => node.reads_games(),
            Node::Compare(..) => false,
            Node::Whole(_) => true,
        }
    }

    /// Strikes out the rows for which the node does not hold; `None` if a column that is needed to say so
    /// is damaged. Columns are read only while there is a row that they can strike out.
    fn keep(&self, place: &Place<'_>, rows: &mut [bool]) -> Option<()> {
        match self {
            Node::And(nodes) => {
                // Numbers are quickly compared, and may leave no row whose strings are wanted.
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
            Node::Whole(test) => {
                for (number, row) in (place.group.first()..).zip(rows) {
                    *row = *row && (place.passes)(number, test);
                }
            }
        }
        Some(())
    }

    /// Whether no list of strings is likely to be read for it.
    fn is_quick(&self) -> bool {
        matches!(self, Node::Compare(_, Test::Number(..) | Test::Date(..) | Test::Order(..)))
    }
}

/// Keeps the rows for which any of the parts holds.
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

/// Strikes out the rows whose value in the column does not pass the test.
fn compare(group: &Group, file: &[u8], column: Column, test: &Test, rows: &mut [bool]) -> Option<()> {
    let codes = group.codes(file, column)?;
    // Each string is looked at once, however many games have it, and not at all if none are needed.
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
    /// What the test says of a game that has no such tag: nothing is not something.
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

    /// What the test says of each string of a list.
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

/// Which strings of a list have `part`, which is in lower case and of ASCII, in them. The list is searched
/// as one text.
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
        // What runs over the end of its string is no find; either way the next string is next.
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
