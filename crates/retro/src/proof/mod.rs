//! Tier 8: a game from the starting position that reaches the position.
//!
//! Iterative deepening on the number of moves; a line is given up when a side has fewer moves left
//! than it needs at least ([`bound`]), or when the same position failed with as many moves left. A long
//! game is found by [`greedy`] instead.

mod bound;
mod greedy;

use rustc_hash::FxHashMap;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position, Setup, fen::Fen,
    san::SanPlus, zobrist::Zobrist64,
};

use super::{
    case::Case,
    premises::{Premises, StartKind},
    work::Work,
};
use bound::{Bounds, NEVER};

/// A game that reaches a position: proof that it is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofGame {
    /// Where it begins.
    pub start: Chess,
    /// Its moves.
    pub moves: Vec<Move>,
}

impl ProofGame {
    /// The game as PGN movetext on one line, with the tags that a start at odds needs before it.
    #[must_use]
    pub fn pgn(&self) -> String {
        let mut text = String::new();
        if self.start != Chess::default() {
            let fen = Fen::from_position(&self.start, EnPassantMode::Legal);
            text.push_str(&format!("[SetUp \"1\"] [FEN \"{fen}\"] "));
        }
        let mut position = self.start.clone();
        for (ply, &m) in self.moves.iter().enumerate() {
            if position.turn().is_white() {
                text.push_str(&format!("{}. ", position.fullmoves()));
            } else if ply == 0 {
                text.push_str(&format!("{}... ", position.fullmoves()));
            }
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            text.push_str(&format!("{san} "));
        }
        text.push('*');
        text
    }

    /// The position that the game reaches.
    #[must_use]
    pub fn end(&self) -> Chess {
        let mut position = self.start.clone();
        for &m in &self.moves {
            position.play_unchecked(m);
        }
        position
    }
}

/// Looks for a game that reaches `goal`, in so many steps of about a microsecond each: for the shortest, and if it is
/// long, for any.
#[must_use]
pub fn proof_game(premises: &Premises, goal: &Case, steps: u64) -> Option<ProofGame> {
    if premises.kind == StartKind::Chess960 {
        return None;
    }
    let start = start(premises)?;
    let mut search = GameSearch {
        bounds: Bounds::new(premises, goal),
        goal: goal.clone(),
        work: Work::new(steps / 2),
        late: false,
        failed: FxHashMap::default(),
        line: Vec::new(),
    };
    // White and Black move in turn: White's moves, and whether Black's are as many.
    let [white, black] = search.needs(&start);
    if white.max(black) >= NEVER {
        return None;
    }
    let least = (2 * white).saturating_sub(1).max(2 * black);
    let odd = u8::from(goal.turn != start.turn());
    let mut plies = least + (least % 2 + odd) % 2;
    let is_long = plies > LONG;
    for greedily in [is_long, !is_long] {
        if greedily {
            if let Some(moves) = greedy::moves(&mut search, &start) {
                return Some(ProofGame { start, moves });
            }
        } else {
            search.late = false;
            while plies < 2 * NEVER && !search.late {
                search.failed.clear();
                if search.run(&start, plies) {
                    return Some(ProofGame { start, moves: search.line });
                }
                plies += 2;
            }
        }
        search.work = Work::new(steps / 2);
    }
    None
}

/// More half-moves than an exhaustive search usually reaches.
const LONG: u8 = 24;

/// Steps of work that a move counts for.
const MOVE: u64 = 2;

fn start(premises: &Premises) -> Option<Chess> {
    let mut rights = Bitboard::EMPTY;
    for color in Color::ALL {
        let array = &premises.array;
        if array.king_of(color).is_some_and(|king| king.file() == shakmaty::File::E) {
            rights |= array.by_piece(color.rook()) & color.backrank() & Bitboard::CORNERS;
        }
    }
    let setup = Setup {
        board: premises.array.clone(),
        turn: premises.first,
        castling_rights: rights,
        ..Setup::empty()
    };
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

struct GameSearch {
    bounds: Bounds,
    goal: Case,
    work: Work,
    late: bool,
    /// Positions that failed, with the plies that were left.
    failed: FxHashMap<u64, u8>,
    line: Vec<Move>,
}

/// Positions remembered at most: some 100 MB.
const MEMORY: usize = 6_000_000;

impl GameSearch {
    fn need(&mut self, position: &Chess, color: Color) -> u8 {
        self.bounds.moves(position.board(), position.castles(), color)
    }

    fn needs(&mut self, position: &Chess) -> [u8; 2] {
        let mut needs = [0; 2];
        Color::ALL.into_iter().for_each(|color| needs[color as usize] = self.need(position, color));
        needs
    }

    /// Whether no right that the goal claims was given up.
    fn keeps_rights(&self, position: &Chess) -> bool {
        self.goal.castling.is_subset(position.castles().castling_rights())
    }

    fn reached(&self, position: &Chess) -> bool {
        position.board() == &self.goal.board
            && position.turn() == self.goal.turn
            && position.castles().castling_rights() == self.goal.castling
            && match self.goal.ep {
                Some(ep) => position.ep_square(EnPassantMode::Always) == Some(ep),
                None => position.ep_square(EnPassantMode::Legal).is_none(),
            }
    }

    fn run(&mut self, position: &Chess, left: u8) -> bool {
        if left == 0 {
            return self.reached(position);
        }
        if self.late {
            return false;
        }
        let key = position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0;
        if self.failed.get(&key).is_some_and(|&failed| failed >= left) {
            return false;
        }
        let mover = position.turn();
        let (mine, theirs) = ((left - 1) / 2, left / 2);
        let mut next: Vec<(u8, Move, Chess)> = Vec::new();
        for m in position.legal_moves() {
            if !self.work.take(MOVE) {
                self.late = true;
                return false;
            }
            let mut after = position.clone();
            after.play_unchecked(m);
            if !self.keeps_rights(&after) {
                continue;
            }
            let need = self.need(&after, mover);
            if need > mine {
                continue;
            }
            let other = if m.is_capture() { self.need(&after, !mover) } else { 0 };
            if other > theirs {
                continue;
            }
            next.push((need, m, after));
        }
        next.sort_by_key(|(need, m, _)| (*need, !m.is_capture()));
        for (_, m, after) in next {
            self.line.push(m);
            if self.run(&after, left - 1) {
                return true;
            }
            self.line.pop();
        }
        if !self.late && self.failed.len() < MEMORY {
            self.failed.insert(key, left);
        }
        false
    }
}
