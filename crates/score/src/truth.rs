//! Games known from elsewhere, and how the games of a book are scored by them.

use std::collections::HashMap;
use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Position};

use crate::program::{Game, Spent};
use crate::run::Row;

/// A game by which others are scored.
#[derive(Default)]
pub struct TrueGame {
    /// The half-moves in UCI, up to the first that is illegal.
    pub moves: Vec<String>,
    /// `White - Black`.
    pub players: String,
    /// The tag `Reading`, if it is a game that a program has read.
    pub reading: String,
    /// It begins elsewhere than a game of chess does: its moves are not read.
    pub is_set_up: bool,
}

struct Games;

impl Visitor for Games {
    type Tags = TrueGame;
    type Movetext = (Chess, TrueGame, bool);
    type Output = TrueGame;

    fn begin_tags(&mut self) -> ControlFlow<TrueGame, TrueGame> {
        ControlFlow::Continue(TrueGame::default())
    }

    fn tag(&mut self, game: &mut TrueGame, name: &[u8], value: RawTag<'_>) -> ControlFlow<TrueGame> {
        match name {
            b"FEN" => game.is_set_up = true,
            b"White" => game.players = value.decode_utf8_lossy().into_owned(),
            b"Black" => {
                game.players += " - ";
                game.players += &value.decode_utf8_lossy();
            }
            b"Reading" => game.reading = value.decode_utf8_lossy().into_owned(),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, game: TrueGame) -> ControlFlow<TrueGame, Self::Movetext> {
        let is_readable = !game.is_set_up;
        ControlFlow::Continue((Chess::default(), game, is_readable))
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<TrueGame, pgn_reader::Skip> {
        ControlFlow::Continue(pgn_reader::Skip(true))
    }

    fn san(
        &mut self,
        (position, game, is_readable): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<TrueGame> {
        match san.san.to_move(position) {
            Ok(m) if *is_readable => {
                game.moves.push(m.to_uci(CastlingMode::Standard).to_string());
                position.play_unchecked(m);
            }
            _ => *is_readable = false,
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, game, _): Self::Movetext) -> TrueGame {
        game
    }
}

/// The games of a PGN text.
pub fn read_games(pgn: &[u8]) -> Vec<TrueGame> {
    Reader::new(pgn).read_games(&mut Games).map_while(Result::ok).collect()
}

/// A truth game is paired with the game that shares its longest beginning, of this many half-moves or more.
const PAIRED_PLIES: usize = 10;
/// A game is exact but for the tail if it ends so many half-moves sooner or later, or fewer.
const TAIL_PLIES: usize = 2;

/// Scores the games of a book: one sign for each game that is known and has ten half-moves or more.
pub fn score_book(kind: &str, name: &str, games: &[Game], truth: &[TrueGame], spent: Spent) -> Row {
    let read: Vec<Vec<String>> = games.iter().map(Game::uci).collect();
    let mut index: HashMap<&[String], Vec<usize>> = HashMap::new();
    for (at, moves) in read.iter().enumerate() {
        if !games[at].is_set_up() && moves.len() >= PAIRED_PLIES {
            index.entry(&moves[..PAIRED_PLIES]).or_default().push(at);
        }
    }
    let (mut verdicts, mut plies, mut right) = (String::new(), 0, 0);
    for game in truth.iter().filter(|game| !game.is_set_up && game.moves.len() >= PAIRED_PLIES) {
        plies += game.moves.len();
        let rivals = index.get(&game.moves[..PAIRED_PLIES]).map_or(&[][..], Vec::as_slice);
        let (verdict, common) = score_game(&game.moves, rivals, &read, games);
        verdicts.push(verdict);
        right += common;
    }
    let count = |signs: &str| verdicts.chars().filter(|&sign| signs.contains(sign)).count() as u64;
    let claimed = games.iter().filter(|game| game.is_claimed() && game.uci().len() >= PAIRED_PLIES).count();
    let counts = [
        ("games", count("ETPS.")),
        ("found", count("ETPS")),
        ("exact", count("E")),
        ("tail", count("T")),
        ("silent", count("S")),
        ("plies", plies as u64),
        ("plies right", right as u64),
        ("games written", games.len() as u64),
        ("games claimed", claimed as u64),
    ];
    Row::new(kind, name, &counts, verdicts, spent)
}

/// The sign of a game, and how many of its half-moves are right from the first on.
fn score_game(moves: &[String], rivals: &[usize], read: &[Vec<String>], games: &[Game]) -> (char, usize) {
    let common_with = |at: usize| moves.iter().zip(&read[at]).take_while(|(a, b)| a == b).count();
    let mut best: Option<(usize, usize)> = None;
    for &at in rivals {
        let rank =
            |at: usize, common: usize| (common, std::cmp::Reverse(read[at].len().abs_diff(moves.len())));
        let common = common_with(at);
        if best.is_none_or(|(own, most)| rank(at, common) > rank(own, most)) {
            best = Some((at, common));
        }
    }
    let Some((at, common)) = best else { return ('.', 0) };
    let (length, other) = (moves.len(), read[at].len());
    let parts_inside = common < length && common < other;
    let verdict = if common == length && common == other {
        'E'
    } else if common == length.min(other) && length.abs_diff(other) <= TAIL_PLIES {
        'T'
    } else if parts_inside
        && !matches!(games[at].reading.as_str(), "incomplete" | "ambiguous")
        && !games[at].doubted().contains(&(common + 1))
    {
        'S'
    } else {
        'P'
    };
    (verdict, common)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRUTH: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d4 exd4 6. cxd4 Bb4+ 7. Nc3 Nxe4 (7... d5) 1-0\n";

    fn game(moves: &[String], reading: &str, doubted: &[usize]) -> Game {
        let plies: Vec<_> = moves.iter().map(|uci| serde_json::json!({"uci": uci, "san": ""})).collect();
        let findings: Vec<_> = doubted.iter().map(|ply| serde_json::json!({"ply": ply})).collect();
        serde_json::from_value(serde_json::json!({"reading": reading, "plies": plies, "findings": findings}))
            .unwrap()
    }

    fn verdict(moves: &[String], reading: &str, doubted: &[usize]) -> String {
        let truth = read_games(TRUTH.as_bytes());
        score_book("book", "b", &[game(moves, reading, doubted)], &truth, Spent::default()).verdicts
    }

    #[test]
    fn games_are_scored_by_their_longest_beginning() {
        let truth = read_games(TRUTH.as_bytes());
        assert_eq!(truth[0].players, "A - B");
        let moves = truth[0].moves.clone();
        assert_eq!(moves.len(), 14);
        assert_eq!(verdict(&moves, "verified", &[]), "E");
        assert_eq!(verdict(&moves[..12], "verified", &[]), "T");
        assert_eq!(verdict(&moves[..11], "verified", &[]), "P");
        assert_eq!(verdict(&moves[..9], "verified", &[]), ".");
        let mut other = moves.clone();
        other[12] = "b1d2".to_owned();
        assert_eq!(verdict(&other, "verified", &[]), "S");
        assert_eq!(verdict(&other, "verified", &[13]), "P");
        assert_eq!(verdict(&other, "incomplete", &[]), "P");
    }
}
