//! Finds duplicate games in a corpus.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashMap;

use super::names::surname;
use crate::finding::{Code, Finding, code};
use crate::text::Span;
use crate::verify::{Identity, date_parts};

/// A record with fewer half-moves can be the beginning of many games; it counts as part of another only if
/// the rounds agree too.
const TELLING: usize = 10;

/// The place of a game in the corpus.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GamePlace {
    /// Index of the input, from 0.
    pub input: usize,
    /// Number of the game in the input, from 1.
    pub game: usize,
}

/// What is kept in memory for every game.
#[derive(Copy, Clone, Debug)]
struct Kept {
    seen: GamePlace,
    /// Hash of its players and its round.
    players: u64,
    round: u64,
}

/// All games seen so far.
#[derive(Debug, Default)]
pub struct Duplicates {
    games: Vec<Kept>,
    /// The first game with these moves.
    by_moves: FxHashMap<[u64; 2], u32>,
    /// The first game with these moves and players, if other players had these moves before.
    by_game: FxHashMap<([u64; 2], u64), u32>,
    /// Moves of all games, sorted by players, date, start and moves, so that the beginning of a game is
    /// directly before it.
    lines: BTreeMap<(u64, Box<[u16]>), u32>,
}

/// A 64-bit hash; a chance collision is assumed not to occur.
fn hash(what: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

impl Duplicates {
    /// Looks for an earlier duplicate of a game, and adds the game. `name` gives the name of an input by its
    /// index.
    pub fn look_up(
        &mut self,
        seen: GamePlace,
        identity: &Identity,
        name: impl Fn(usize) -> String,
    ) -> Option<Finding> {
        let moves = identity.moves.as_slice();
        if moves.is_empty() {
            return None;
        }
        let (white, black) = (surname(&identity.white), surname(&identity.black));
        let named = !white.is_empty() && !black.is_empty();
        let players = hash((&white, &black));
        let kept = Kept { seen, players, round: hash(&identity.round) };
        let index = u32::try_from(self.games.len()).ok()?;
        self.games.push(kept);

        let say = |code: &'static Code, words: &str, first: u32| {
            let first = self.games[first as usize].seen;
            let message = format!("{words} game {} of {}", first.game, name(first.input));
            Finding::new(code, Span::default(), message)
        };
        // Players without known dates may have met often.
        let dated = named && identity.date.bytes().any(|b| b.is_ascii_digit());
        let meeting = hash((players, date_parts(&identity.date), &identity.start));
        let line = dated.then(|| (meeting, Box::from(moves)));
        let told = !matches!(identity.round.as_str(), "" | "-");
        let fits = |&other: &u32, shorter: usize| {
            shorter >= TELLING || (told && self.games[other as usize].round == kept.round)
        };

        let key = [hash((&identity.start, moves)), hash((moves, &identity.start, 1))];
        let same = self.by_moves.get(&key).copied();
        let same_players = same.and_then(|first| {
            if self.games[first as usize].players == players {
                return Some(first);
            }
            self.by_game.get(&(key, players)).copied()
        });
        let found = if let Some(first) = same_players {
            Some(say(&code::S201, "same players and moves as", first))
        } else if let Some(longer) =
            line.as_ref().and_then(|line| self.longer(line)).filter(|longer| fits(longer, moves.len()))
        {
            Some(say(&code::S203, "the beginning of", longer))
        } else if let Some((shorter, _)) = line
            .as_ref()
            .and_then(|line| self.shorter(line))
            .filter(|(shorter, length)| fits(shorter, *length))
        {
            Some(say(&code::S203, "a longer record of", shorter))
        } else {
            same.map(|first| say(&code::S202, "the same moves as", first))
        };

        match same {
            None => drop(self.by_moves.insert(key, index)),
            Some(_) if same_players.is_none() => drop(self.by_game.insert((key, players), index)),
            Some(_) => {}
        }
        if let Some(line) = line {
            self.lines.entry(line).or_insert(index);
        }
        found
    }

    /// A game whose moves begin with those of `line` and continue.
    fn longer(&self, line: &(u64, Box<[u16]>)) -> Option<u32> {
        let behind = (std::ops::Bound::Excluded(line), std::ops::Bound::Unbounded);
        let (next, &game) = self.lines.range(behind).next()?;
        (next.0 == line.0 && next.1.starts_with(&line.1)).then_some(game)
    }

    /// The longest game whose moves are a beginning of `line`, and their number.
    fn shorter(&self, line: &(u64, Box<[u16]>)) -> Option<(u32, usize)> {
        let mut head = line.clone();
        loop {
            // All entries between a beginning and the whole share that beginning.
            let (before, &game) = self.lines.range(..=&head).next_back()?;
            if before.0 != head.0 {
                return None;
            }
            let common = before.1.iter().zip(&head.1).take_while(|(a, b)| a == b).count();
            if common == before.1.len() {
                return Some((game, common));
            }
            if common == 0 {
                return None;
            }
            head.1 = Box::from(&head.1[..common]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, round: &str, moves: &[u16]) -> Identity {
        Identity {
            start: None,
            white: white.to_owned(),
            black: "Black".to_owned(),
            date: "2020.01.02".to_owned(),
            round: round.to_owned(),
            moves: moves.to_vec(),
            ..Identity::default()
        }
    }

    /// The codes reported for games in this order.
    fn codes(games: &[Identity]) -> Vec<&'static str> {
        let mut all = Duplicates::default();
        let found = |(i, identity)| {
            let finding = all.look_up(GamePlace { input: 0, game: i + 1 }, identity, |_| "x".to_owned());
            finding.map_or("", |finding| finding.code.id)
        };
        games.iter().enumerate().map(found).collect()
    }

    #[test]
    fn one_record_contained_in_another_in_any_order() {
        let long: Vec<u16> = (0..30).collect();
        let mut aside = long.clone();
        aside[20] = 42;
        let all = [
            game("A", "1", &long),
            game("A", "1", &long[..12]),
            game("A", "1", &aside),
            game("B", "1", &long[..15]),
        ];
        assert_eq!(codes(&all), ["", "S203", "S203", ""], "both go on from the twelve half-moves");
        for order in [[1, 0, 2, 3], [1, 3, 2, 0], [0, 1, 3, 2], [2, 3, 1, 0]] {
            let codes = codes(&order.map(|i| all[i].clone()));
            assert_eq!(codes.iter().filter(|code| **code == "S203").count(), 2, "{order:?}: {codes:?}");
        }
    }

    #[test]
    fn the_same_players_are_found_among_others_with_the_same_moves() {
        let moves: Vec<u16> = (0..30).collect();
        let all = [game("A", "1", &moves), game("B", "2", &moves), game("b", "3", &moves)];
        assert_eq!(codes(&all), ["", "S202", "S201"]);
    }

    #[test]
    fn few_moves_must_be_of_one_round() {
        let moves: Vec<u16> = (0..30).collect();
        assert_eq!(codes(&[game("A", "1", &moves), game("A", "1", &moves[..4])]), ["", "S203"]);
        assert_eq!(codes(&[game("A", "1", &moves), game("A", "2", &moves[..4])]), ["", ""]);
        assert_eq!(codes(&[game("A", "-", &moves), game("A", "-", &moves[..4])]), ["", ""]);
    }
}
