//! The moves that were played from a position, with results: a tree of all games, by positions.

mod merged;
mod polyglot;

use std::fmt::Write;

use rustc_hash::FxHashMap;
use shakmaty::san::{San, SanPlus};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Position};

use super::game::SelectedGame;
use super::key::Results;
use crate::archive::VariantRules;
use crate::international::Move16;
use crate::query::Game;

/// From where the tree goes, how deep, and how it is written.
#[derive(Clone, Debug)]
pub struct Root {
    position: Chess,
    /// The moves that lead there.
    line: Vec<shakmaty::Move>,
    depth: u32,
    form: TreeForm,
    /// In how many games a move must have been played.
    least: u64,
}

/// How a tree is written.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum TreeForm {
    /// CSV rows, a move each.
    #[default]
    Csv,
    /// One game of PGN, whose variations are the moves, with their numbers in comments.
    Pgn,
    /// A Polyglot opening book.
    Polyglot,
}

impl Root {
    /// From the position after a line of moves in SAN (none: the starting position), so many half-moves deep.
    ///
    /// # Errors
    /// In words, which move cannot be played.
    pub fn after(line: &str, depth: u32) -> Result<Root, String> {
        let mut position = Chess::default();
        let mut moves = Vec::new();
        for word in line.split_whitespace() {
            let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let san = if number.starts_with('.') { number.trim_start_matches('.') } else { word };
            if san.is_empty() {
                continue;
            }
            let san: San = san
                .trim_end_matches(['+', '#'])
                .parse()
                .map_err(|_| format!("`{word}` is no move in SAN: 1. e4 c5 2. Nf3"))?;
            let m = san.to_move(&position).map_err(|_| format!("`{word}` cannot be played here"))?;
            position.play_unchecked(m);
            moves.push(m);
        }
        Ok(Root { position, line: moves, depth, form: TreeForm::Csv, least: 1 })
    }

    /// The same, written in this form, with moves that were played in so many games at least.
    #[must_use]
    pub fn written_as(self, form: TreeForm, least: u64) -> Root {
        Root { form, least, ..self }
    }

    /// The number of a position. Books of Polyglot count a square of en passant that a pawn only seems to reach.
    fn key(&self, position: &Chess) -> u64 {
        let mode = match self.form {
            TreeForm::Polyglot => EnPassantMode::PseudoLegal,
            _ => EnPassantMode::Legal,
        };
        position.zobrist_hash::<Zobrist64>(mode).0
    }
}

/// What was played in the positions of a tree.
#[derive(Clone, Debug, Default)]
pub struct Tree(FxHashMap<u64, FxHashMap<Move16, Results>>);

impl Tree {
    /// Adds a game; a move that it makes again in the same position is counted once. Whether it comes to the root at all.
    pub(super) fn add(&mut self, game: &SelectedGame<'_>, root: &Root) -> bool {
        let rules = VariantRules::of(&game.tags);
        let Some(start) = rules.and_then(|rules| rules.chess_start(&game.tags)) else { return false };
        let results = Results::of(&game.tags);
        let target = root.key(&root.position);
        let men = root.position.board().occupied().count();
        let (mut position, mut left, mut seen) = (start, None, Vec::new());
        for word in game.moves() {
            if left.is_none() {
                let here = position.board().occupied().count();
                if here < men {
                    break;
                }
                left = (here == men && root.key(&position) == target).then_some(root.depth);
            }
            if left == Some(0) {
                break;
            }
            let Some(m) = word.to_move(&position) else { break };
            if let Some(left) = &mut left {
                *left -= 1;
                let here = (root.key(&position), word);
                if !seen.contains(&here) {
                    self.0.entry(here.0).or_default().entry(word).or_default().add(results);
                    seen.push(here);
                }
            }
            position.play_unchecked(m);
        }
        left.is_some() || root.key(&position) == target
    }

    /// Adds the games of another.
    pub fn merge(&mut self, other: Tree) {
        for (position, moves) in other.0 {
            let mine = self.0.entry(position).or_default();
            moves.into_iter().for_each(|(word, results)| mine.entry(word).or_default().add(results));
        }
    }

    /// The tree as text or bytes in the form that the root asks for.
    #[must_use]
    pub fn written(&self, root: &Root) -> Vec<u8> {
        match root.form {
            TreeForm::Csv => self.csv(root).into_bytes(),
            TreeForm::Pgn => merged::pgn(self, root).into_bytes(),
            TreeForm::Polyglot => polyglot::book(self, root),
        }
    }

    /// CSV rows: the line from the root, games, White's wins, draws, Black's wins, White's score in percent. Under each move
    /// come the replies to it, the most frequent first.
    #[must_use]
    pub fn csv(&self, root: &Root) -> String {
        let mut out = "line,games,white,draws,black,score\n".to_owned();
        self.rows(root, &root.position, root.depth, "", &mut out);
        out
    }

    /// The moves played in a position as often as the root asks for, the most frequent first, with the positions after them.
    fn moves(&self, root: &Root, position: &Chess) -> Vec<Played> {
        let mut moves = self.all_moves(root, position);
        moves.retain(|played| played.results.games >= root.least);
        moves
    }

    /// All moves played in a position.
    fn all_moves(&self, root: &Root, position: &Chess) -> Vec<Played> {
        let Some(moves) = self.0.get(&root.key(position)) else { return Vec::new() };
        let mut moves: Vec<Played> = moves
            .iter()
            .filter_map(|(word, results)| {
                let mut next = position.clone();
                let m = word.to_move(position)?;
                let san = SanPlus::from_move_and_play_unchecked(&mut next, m);
                Some(Played { m, san: san.to_string(), next, results: *results })
            })
            .collect();
        moves.sort_by(|one, other| {
            other.results.games.cmp(&one.results.games).then_with(|| one.san.cmp(&other.san))
        });
        moves
    }

    fn rows(&self, root: &Root, position: &Chess, depth: u32, line: &str, out: &mut String) {
        if depth == 0 {
            return;
        }
        for Played { san, next, results, .. } in self.moves(root, position) {
            let number = position.fullmoves();
            let line = match (position.turn(), line) {
                (shakmaty::Color::White, "") => format!("{number}. {san}"),
                (shakmaty::Color::White, line) => format!("{line} {number}. {san}"),
                (shakmaty::Color::Black, "") => format!("{number}... {san}"),
                (shakmaty::Color::Black, line) => format!("{line} {san}"),
            };
            let Results { games, white, draws, black } = results;
            let score = results.score().map(|score| format!("{score:.1}")).unwrap_or_default();
            let _ = writeln!(out, "{line},{games},{white},{draws},{black},{score}");
            self.rows(root, &next, depth - 1, &line, out);
        }
    }
}

/// A move that was played.
struct Played {
    m: shakmaty::Move,
    san: String,
    next: Chess,
    results: Results,
}
