//! Games that stand in the corpus twice.

use rustc_hash::FxHashMap;

use crate::finding::{Code, Finding, code};
use crate::text::Span;
use crate::verify::{Identity, Packed};

/// Games shorter than this are often the same move by move between different people.
const LONG: usize = 40;
/// A record cut short must still have this many half-moves to be compared.
const SHORTEST: usize = 10;

/// Where a game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The file.
    pub file: String,
    /// Its place in the file, from 1.
    pub game: usize,
}

/// All games seen so far.
#[derive(Debug, Default)]
pub struct Duplicates {
    games: Vec<(Seen, Box<[Packed]>, [String; 2])>,
    by_moves: FxHashMap<(Vec<Packed>, Option<String>), usize>,
    by_players: FxHashMap<(String, String, String), Vec<usize>>,
}

/// A name to compare loosely: the surname in front of a comma or at the end, letters only.
fn surname(name: &str) -> String {
    let name = name
        .split_once(',')
        .map_or_else(|| name.split_whitespace().next_back().unwrap_or_default(), |(surname, _)| surname);
    name.chars().filter(|c| c.is_alphabetic()).flat_map(char::to_lowercase).collect()
}

impl Duplicates {
    /// Looks the game up among those before, and adds it.
    pub fn look_up(&mut self, seen: Seen, identity: &Identity) -> Option<Finding> {
        if identity.moves.is_empty() {
            return None;
        }
        let players = (surname(&identity.white), surname(&identity.black));
        let named = !players.0.is_empty() && !players.1.is_empty();
        let key = (players.0, players.1, identity.date.clone());
        let say = |code: &'static Code, words: &str, first: &Seen| {
            let message = format!("{words} game {} of {}", first.game, first.file);
            Some(Finding::new(code, Span::default(), message))
        };
        let moves = (identity.moves.clone(), identity.start.clone());
        let mut found = None;
        if let Some(&index) = self.by_moves.get(&moves) {
            let first = &self.games[index].0;
            let same_players = self.games[index].2 == [key.0.clone(), key.1.clone()];
            if same_players {
                found = say(&code::S201, "the same players and moves as", first);
            } else if moves.0.len() >= LONG {
                found = say(&code::S202, "the same moves as", first);
            }
        } else if named && moves.0.len() >= SHORTEST && identity.date.bytes().any(|b| b.is_ascii_digit()) {
            let others = self.by_players.get(&key).into_iter().flatten();
            let contained = others.map(|&index| &self.games[index]).find(|(_, other, _)| {
                let shorter = other.len().min(moves.0.len());
                shorter >= SHORTEST && other[..shorter] == moves.0[..shorter]
            });
            if let Some((first, other, _)) = contained {
                let words =
                    if other.len() > moves.0.len() { "the beginning of" } else { "a longer record of" };
                found = say(&code::S203, words, first);
            }
        }
        let index = self.games.len();
        let names = [key.0.clone(), key.1.clone()];
        self.games.push((seen, identity.moves.clone().into_boxed_slice(), names));
        self.by_moves.entry(moves).or_insert(index);
        self.by_players.entry(key).or_default().push(index);
        found
    }
}
