//! A tree as one game of PGN, whose variations are the moves that were played.

use rustc_hash::FxHashMap;
use scorebook_export::{Wrapped, pair};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Position};

use super::{Played, Root, Tree};

/// The game: the moves to the root, then of each position the move most played, the others as variations, each with a comment:
/// how many games, their results, White's score. Where a position was come to otherwise before, the comment names that line.
pub(super) fn pgn(tree: &Tree, root: &Root) -> String {
    let mut out = String::new();
    let first = tree.moves(root, &root.position);
    let games: u64 = first.iter().map(|played| played.results.games).sum();
    let event = format!("Moves of {games} games");
    let tags =
        [("Event", event.as_str()), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?")];
    for (name, value) in tags.into_iter().chain([("Black", "?"), ("Result", "*")]) {
        pair(name, value, &mut out);
    }
    out.push('\n');
    let mut writer = Writer { tree, root, wrapped: Wrapped::new(&mut out), known: FxHashMap::default() };
    let mut position = Chess::default();
    let mut words = Vec::new();
    for &m in &root.line {
        let before = position.clone();
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
        writer.number(&before, words.is_empty());
        writer.wrapped.token(&san);
        words.push(san);
    }
    writer.branch(&position, root.depth, &mut words, root.line.is_empty());
    writer.wrapped.token("*");
    writer.wrapped.end();
    out.push('\n');
    out
}

struct Writer<'t, 'o> {
    tree: &'t Tree,
    root: &'t Root,
    wrapped: Wrapped<'o>,
    /// The line that leads to each position whose moves are written, and how many half-moves deep they are.
    known: FxHashMap<u64, (String, u32)>,
}

impl Writer<'_, '_> {
    fn number(&mut self, position: &Chess, is_told: bool) {
        let number = position.fullmoves();
        if position.turn().is_white() {
            self.wrapped.token(&format!("{number}."));
        } else if is_told {
            self.wrapped.token(&format!("{number}..."));
        }
    }

    /// Writes what was played from a position, `words` after the start, so many half-moves deep. `is_told`: whether a number must be
    /// before Black's move.
    fn branch(&mut self, position: &Chess, depth: u32, words: &mut Vec<String>, mut is_told: bool) {
        // The line most played keeps its positions, though a variation comes to them too.
        let mut line: Vec<(Chess, Vec<Played>)> = Vec::new();
        let mut at = position.clone();
        let mut told = None;
        for left in (0..=depth).rev() {
            let moves = if left == 0 { Vec::new() } else { self.tree.moves(self.root, &at) };
            let Some(first) = moves.first() else { break };
            let key = self.root.key(&at);
            if let Some((known, _)) = self.known.get(&key).filter(|(_, deep)| *deep >= left) {
                told = Some(format!("as after {known}"));
                break;
            }
            let path =
                words.iter().map(String::as_str).chain(line.iter().map(|(_, moves)| moves[0].san.as_str()));
            self.known.insert(key, (numbered(path), left));
            let next = first.next.clone();
            line.push((std::mem::replace(&mut at, next), moves));
        }
        let before = words.len();
        for (done, (position, moves)) in line.into_iter().enumerate() {
            let left = depth - done as u32 - 1;
            for (place, played) in moves.iter().enumerate() {
                if place > 0 {
                    self.wrapped.open();
                }
                self.number(&position, is_told || place > 0);
                self.wrapped.token(&played.san);
                self.wrapped.comment(&comment(played));
                if place > 0 {
                    words.push(played.san.clone());
                    self.branch(&played.next, left, words, true);
                    words.pop();
                    self.wrapped.close();
                }
            }
            words.push(moves[0].san.clone());
            is_told = true;
        }
        if let Some(told) = told {
            self.wrapped.comment(&told);
        }
        words.truncate(before);
    }
}

fn comment(played: &Played) -> String {
    let results = played.results;
    let games = if results.games == 1 { "1 game".to_owned() } else { format!("{} games", results.games) };
    match results.score() {
        Some(score) => {
            format!("{games}: +{} ={} -{}, {score:.1} %", results.white, results.draws, results.black)
        }
        None => games,
    }
}

/// Moves from the start with their numbers.
fn numbered<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let mut out = String::new();
    for (ply, word) in words.enumerate() {
        if ply > 0 {
            out.push(' ');
        }
        if ply % 2 == 0 {
            out.push_str(&format!("{}. ", ply / 2 + 1));
        }
        out.push_str(word);
    }
    if out.is_empty() { "the start".to_owned() } else { out }
}
