//! Queries over an archive, by the header columns. Games are read only if their headers do not decide.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use rustc_hash::FxHashMap;
use scorebook_query::{BadQuery, Comparison, Difference, Fault, Game, Header, Key, Query};

use super::column::{Cell, Column};
use super::error::{Damage, Error};
use super::group::Group;
use super::reader::Archive;
use super::stored::{Annotation, Body, Stored};
use crate::game::Tags;
use crate::international::Move16;
use crate::pgn::{Lexer, TokenKind};
use scorebook_core::shown::Shown;

impl<B: AsRef<[u8]> + Sync> Archive<B> {
    /// The numbers, from 0, of the games that match a query; and the damage because of which other games could not be tested.
    /// Blocks are read on rayon's threads, and only those with games whose headers do not decide.
    ///
    /// # Errors
    /// If the query asks for findings: an archive keeps none.
    pub fn find(&self, query: &Query) -> Result<(Vec<u64>, Vec<Damage>), BadQuery> {
        if let Some((_, at)) = query.codes().next() {
            let message = "an archive keeps no findings: ask PGN for them".to_owned();
            return Err(BadQuery { fault: Fault::Field, message, at });
        }
        let (mut found, mut damage) = (Vec::new(), Vec::new());
        let lost = Mutex::default();
        let (candidates, wrong) = self.candidates(query.placements());
        damage.extend(wrong);
        for (group, file) in self.groups() {
            match Headers::new(query, group, file).verdicts() {
                Some(mut rows) => {
                    if let Some(candidates) = &candidates {
                        exclude(&mut rows, group.first(), candidates);
                    }
                    self.ask(query, group.first(), &mut rows, &lost);
                    let matching = (group.first()..).zip(rows).filter(|(_, row)| *row == Some(true));
                    found.extend(matching.map(|(number, _)| number));
                }
                None => {
                    let games = group.first()..group.first() + group.games();
                    damage.push(Damage::lost("the headers of a group are damaged", group.offset, games));
                }
            }
        }
        let mut lost = lost.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Threads found them in any order, possibly several times.
        lost.sort_by_key(|damage| (damage.games.start, std::cmp::Reverse(damage.games.end)));
        lost.dedup_by(|next, known| known.games.contains(&next.games.start));
        damage.extend(lost);
        Ok((found, damage))
    }

    /// Decides the rows, from game `first` on, that are undecided, by the games themselves.
    fn ask(&self, query: &Query, first: u64, rows: &mut [Option<bool>], lost: &Mutex<Vec<Damage>>) {
        let mut blocks: Vec<BlockRows<'_>> = Vec::new();
        let (mut rest, mut at) = (rows, first);
        // Most rows are decided where an index tells which games to ask.
        while let Some(decided) = rest.iter().position(Option::is_none) {
            at += decided as u64;
            let block = self.block_of(at);
            let end = block.map_or(at + 1, |block| self.end_of_block(block).max(at + 1));
            let undecided = &mut rest[decided..];
            let games = usize::try_from(end - at).map_or(undecided.len(), |games| games.min(undecided.len()));
            let (part, behind) = undecided.split_at_mut(games);
            blocks.push((block, at, part));
            (rest, at) = (behind, end);
        }
        blocks.into_par_iter().for_each(|(block, first, rows)| {
            let found = self.ask_block(query, block, first, rows);
            lost.lock().unwrap_or_else(PoisonError::into_inner).extend(found);
        });
    }

    /// The same within one block; returns the damage.
    fn ask_block(
        &self,
        query: &Query,
        block: Option<usize>,
        first: u64,
        rows: &mut [Option<bool>],
    ) -> Vec<Damage> {
        let mut lost: Vec<Damage> = Vec::new();
        let block = match block.map(|number| self.block(number)).transpose() {
            Ok(block) => block,
            Err(error) => {
                lost.extend(damaged(error));
                return lost;
            }
        };
        for (number, row) in (first..).zip(rows).filter(|(_, row)| row.is_none()) {
            let game = match &block {
                Some(block) => self.game_in(block, (number - block.first()) as usize),
                None => self.game(number),
            };
            match game {
                Ok(game) => *row = Some(query.holds(&game)),
                Err(error) => lost.extend(damaged(error)),
            }
        }
        lost
    }
}

/// Decides the rows, from game `first` on, that are undecided and no candidates: they do not match.
fn exclude(rows: &mut [Option<bool>], first: u64, candidates: &[u64]) {
    let mut rest = &candidates[candidates.partition_point(|&game| game < first)..];
    for (number, row) in (first..).zip(rows) {
        match rest.split_first() {
            Some((&next, behind)) if next == number => rest = behind,
            _ if row.is_none() => *row = Some(false),
            _ => {}
        }
    }
}

/// Games of one block: its number, the number of the first game, and the verdicts.
type BlockRows<'a> = (Option<usize>, u64, &'a mut [Option<bool>]);

/// The damage that an error reports.
fn damaged(error: Error) -> Option<Damage> {
    match error {
        Error::Damaged(damage) => Some(damage),
        _ => None,
    }
}

/// A game kept as text has no proven moves.
impl Game for Stored {
    fn tags(&self) -> &Tags {
        &self.tags
    }

    fn plies(&self) -> u32 {
        self.line().len() as u32
    }

    fn moves(&self) -> Vec<Move16> {
        self.line().to_vec()
    }

    fn shown(&self) -> Shown {
        Stored::shown(self)
    }

    fn any_finding(&self, _: &mut dyn FnMut(&str) -> bool) -> bool {
        false
    }

    fn any_comment(&self, passes: &mut dyn FnMut(&str) -> bool) -> bool {
        match &self.body {
            Body::Moves(moves) => moves.notes.iter().any(|note| match &note.event {
                Annotation::Comment(text) => passes(text),
                _ => false,
            }),
            Body::Text(text) => {
                let mut lexer = Lexer::new(text);
                lexer.begin_game();
                std::iter::from_fn(|| lexer.next_token()).any(|token| {
                    matches!(token.kind, TokenKind::Comment { .. } | TokenKind::LineComment)
                        && passes(&String::from_utf8_lossy(&text[token.span.range()]))
                })
            }
        }
    }
}

/// What the header columns of a group say to a query.
struct Headers<'a> {
    query: &'a Query,
    group: &'a Group,
    file: &'a [u8],
}

/// A needed column is damaged.
struct Unreadable;

/// What is known of the values of one condition, by their codes: each text is tested once, however many games have it.
enum Known<'a> {
    Passes(&'a Comparison, FxHashMap<u32, bool>),
    Numbers(&'a Difference, [FxHashMap<u32, Option<i64>>; 2]),
}

impl<'a> Headers<'a> {
    fn new(query: &'a Query, group: &'a Group, file: &'a [u8]) -> Headers<'a> {
        Headers { query, group, file }
    }

    /// The verdict for each game of the group, `None` if the game itself must be asked. `None` for all if a column that is
    /// needed is damaged; columns are read only if they are needed.
    fn verdicts(&self) -> Option<Vec<Option<bool>>> {
        if self.query.headers().is_empty() {
            // Nothing that tells one row from another.
            return Some(vec![self.query.verdict(&mut |_| None); self.group.games() as usize]);
        }
        let mut known: Vec<Known<'_>> = self
            .query
            .headers()
            .iter()
            .map(|header| match header {
                Header::Compare(comparison) => Known::Passes(comparison, FxHashMap::default()),
                Header::Difference(difference) => Known::Numbers(difference, Default::default()),
            })
            .collect();
        let mut unreadable = false;
        let mut verdict = |row: usize| {
            self.query.verdict(&mut |at| match self.verdict(&mut known[at], row) {
                Ok(verdict) => verdict,
                Err(Unreadable) => {
                    unreadable = true;
                    None
                }
            })
        };
        let rows = (0..self.group.games() as usize).map(&mut verdict).collect();
        (!unreadable).then_some(rows)
    }

    /// Whether one condition holds of a game; `None` if the columns do not tell.
    fn verdict(&self, known: &mut Known<'_>, row: usize) -> Result<Option<bool>, Unreadable> {
        let mut error = None;
        let verdict = match known {
            Known::Passes(comparison, passes) => comparison.verdict(&mut |key| {
                // Both players share a list of texts, and so do both ratings: one code is one text.
                let passes = self.answer(key, row, passes, |text| comparison.test_holds(text));
                passes.unwrap_or_else(|unreadable| {
                    error = Some(unreadable);
                    None
                })
            }),
            Known::Numbers(difference, numbers) => difference.verdict(&mut |at| {
                let number = self
                    .answer(difference.key(at), row, &mut numbers[at], |text| difference.number(at, text));
                number.unwrap_or_else(|unreadable| {
                    error = Some(unreadable);
                    None
                })
            }),
        };
        error.map_or(Ok(verdict), Err)
    }

    /// What `test` says of a game's value, or what it is known to say; `None` if no column has the value.
    fn answer<T: Copy>(
        &self,
        key: &Key,
        row: usize,
        known: &mut FxHashMap<u32, T>,
        test: impl Fn(Option<&str>) -> T,
    ) -> Result<Option<T>, Unreadable> {
        let column = match key {
            Key::Plies => Column::Plies,
            Key::Tag(name) => match Column::of_tag(name) {
                Some(column) => column,
                None => return Ok(None),
            },
        };
        let codes = self.group.codes(self.file, column).ok_or(Unreadable)?;
        let code = codes.get(row).copied().ok_or(Unreadable)?;
        if let Some(answer) = known.get(&code) {
            return Ok(Some(*answer));
        }
        let answer = match Cell::from_code(code) {
            Cell::Absent => test(None),
            Cell::Number(number) => test(Some(&column.text(number))),
            Cell::Text(place) => {
                let strings = self.group.strings(self.file, column).ok_or(Unreadable)?;
                test(Some(strings.get(place as usize).ok_or(Unreadable)?))
            }
        };
        known.insert(code, answer);
        Ok(Some(answer))
    }
}
