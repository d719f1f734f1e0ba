//! Caches what depends only on a position: its moves in descriptive notation, and which give check.
//!
//! Many cells are scored in one position, and many readings share it.

use rustc_hash::FxHashMap;
use scorebook_channel::descriptive_move::{DescriptiveMove, Vocabulary};
use scorebook_channel::words::{DescriptivePiece, EndMarks, Goal, MoveHead, PairedRole, WingFit};
use shakmaty::{CastlingSide, Chess, Color, Move, Piece as Man_, Position, Role, Square};

use super::prior;
use crate::likely::checks::Checks;
use crate::lineage::Lineage;
use crate::reader::ScoredMove;
use crate::skeleton::{Scene, victim_square};

/// A position with its moves.
pub struct PositionCache {
    position: Chess,
    lineage: Lineage,
    legal: Vec<Move>,
    /// For each legal move, its descriptive form.
    pub said: Vec<SaidMove>,
    /// The scored moves of all texts so far, and the range of each text in it.
    weighed: Vec<ScoredMove>,
    known: FxHashMap<u64, (u32, u32)>,
    /// For each legal move, how likely it is; NaN until it is computed.
    sums: Vec<f32>,
    /// What pieces risk where they stand.
    homes: prior::HomeRisks,
    /// For each legal move, how surprising it is; computed when needed.
    surprises: Option<Vec<f32>>,
}

/// A move in descriptive notation.
#[derive(Copy, Clone, Debug)]
pub struct SaidMove {
    /// The form; `None` if the notation has none.
    pub saying: Option<DescriptiveMove>,
    /// Whether it gives check.
    pub check: bool,
}

impl PositionCache {
    /// Computes the moves of a scene.
    #[must_use]
    pub fn new(scene: Scene<'_>, legal: &[Move], vocabulary: &mut Vocabulary) -> PositionCache {
        let mut cache = PositionCache {
            position: scene.position.clone(),
            lineage: *scene.lineage,
            legal: Vec::new(),
            said: Vec::new(),
            weighed: Vec::new(),
            known: FxHashMap::default(),
            sums: Vec::new(),
            homes: prior::HomeRisks::default(),
            surprises: None,
        };
        cache.fill(scene, legal, vocabulary);
        cache
    }

    /// Refills the cache for another scene, reusing its memory.
    pub fn renew(&mut self, scene: Scene<'_>, legal: &[Move], vocabulary: &mut Vocabulary) {
        self.position.clone_from(scene.position);
        self.lineage = *scene.lineage;
        self.legal.clear();
        self.said.clear();
        self.weighed.clear();
        self.known.clear();
        self.sums.clear();
        self.homes = prior::HomeRisks::default();
        self.surprises = None;
        self.fill(scene, legal, vocabulary);
    }

    fn fill(&mut self, scene: Scene<'_>, legal: &[Move], vocabulary: &mut Vocabulary) {
        self.legal.extend_from_slice(legal);
        self.sums.resize(legal.len(), f32::NAN);
        let checks = Checks::of(scene.position);
        // A piece has one name, however many its moves are.
        let mut names = [None; 64];
        let mut name =
            |square: Square| *names[usize::from(square)].get_or_insert_with(|| name(scene, square));
        self.said.extend(legal.iter().map(|&mv| {
            let check = checks.gives(scene.position, mv);
            let words = describe_by(scene, mv, &mut name)
                .map(|(head, goal, end)| (head, goal, EndMarks { check, ..end }));
            SaidMove { saying: words.map(|words| DescriptiveMove::new(words, vocabulary)), check }
        }));
    }

    /// The likelihood of the legal move at `place` relative to the others ([`prior::sum`]).
    pub fn sum(&mut self, scene: Scene<'_>, place: usize) -> f32 {
        let sum = &mut self.sums[place];
        if sum.is_nan() {
            *sum = prior::sum_by(scene, self.legal[place], &mut self.homes);
        }
        *sum
    }

    /// For each legal move of the scene, how surprising it is ([`prior`]).
    pub fn surprises(&mut self, scene: Scene<'_>) -> &[f32] {
        self.surprises.get_or_insert_with(|| prior::surprises(scene, &self.legal))
    }

    /// The scored moves of a text, by its hash.
    #[must_use]
    pub fn known(&self, text: u64) -> Option<&[ScoredMove]> {
        let &(from, to) = self.known.get(&text)?;
        self.weighed.get(from as usize..to as usize)
    }

    /// Stores the scored moves of a text.
    pub fn keep(&mut self, text: u64, weighed: &[ScoredMove]) {
        let from = self.weighed.len() as u32;
        self.weighed.extend_from_slice(weighed);
        self.known.insert(text, (from, from + weighed.len() as u32));
    }

    /// Whether this is the cache of that scene.
    #[must_use]
    pub fn is(&self, scene: Scene<'_>, legal: &[Move]) -> bool {
        self.position == *scene.position && self.lineage == *scene.lineage && self.legal == legal
    }
}

/// A move in descriptive notation: the parts before the connector, from it on, and the marks except check.
#[must_use]
pub fn describe(scene: Scene<'_>, mv: Move) -> Option<(MoveHead, Goal, EndMarks)> {
    describe_by(scene, mv, &mut |square| name(scene, square))
}

fn describe_by(
    scene: Scene<'_>,
    mv: Move,
    name: &mut dyn FnMut(Square) -> Option<DescriptivePiece>,
) -> Option<(MoveHead, Goal, EndMarks)> {
    let turn = scene.position.turn();
    let end = EndMarks {
        check: false,
        promotes: match mv.promotion() {
            None => 0,
            Some(Role::Queen) => 1,
            Some(Role::Rook) => 2,
            Some(Role::Bishop) => 3,
            Some(_) => 4,
        },
        passing: mv.is_en_passant(),
    };
    if let Some(side) = mv.castling_side() {
        let head = MoveHead { man: DescriptivePiece::King, from: (4, 0) };
        return Some((head, Goal::Castles(side == CastlingSide::KingSide), end));
    }
    let from = mv.from()?;
    let (file, rank) = seen_from(turn, mv.to());
    let head = MoveHead { man: name(from)?, from: seen_from(turn, from) };
    let goal = if mv.is_capture() {
        Goal::Takes(name(victim_square(mv))?, file, rank)
    } else {
        let own = match mv.role() {
            Role::King => mv.to().file() == shakmaty::File::E,
            Role::Queen => mv.to().file() == shakmaty::File::D,
            Role::Pawn => false,
            _ => scene.lineage.birth(from).is_some_and(|birth| birth.file() == mv.to().file()),
        };
        Goal::To(file, rank, own)
    };
    Some((head, goal, end))
}

fn seen_from(side: Color, square: Square) -> (u8, u8) {
    let rank = if side.is_white() { square.rank() } else { square.rank().flip_vertical() };
    (u8::from(square.file()), u8::from(rank))
}

/// The name of the piece on `square`.
fn name(scene: Scene<'_>, square: Square) -> Option<DescriptivePiece> {
    let board = scene.position.board();
    let man = board.piece_at(square)?;
    let piece = match man.role {
        Role::Pawn => return Some(DescriptivePiece::Pawn(u8::from(square.file()))),
        Role::King => return Some(DescriptivePiece::King),
        Role::Queen => return Some(DescriptivePiece::Queen),
        Role::Knight => PairedRole::Knight,
        Role::Bishop => PairedRole::Bishop,
        Role::Rook => PairedRole::Rook,
    };
    let wing = |side: CastlingSide| {
        let born = scene
            .lineage
            .birth(square)
            .is_some_and(|birth| (birth.file() >= shakmaty::File::E) == (side == CastlingSide::KingSide));
        if born {
            WingFit::Born
        } else if is_outermost(board, man, square, side) {
            WingFit::Standing
        } else {
            WingFit::Wrong
        }
    };
    Some(DescriptivePiece::Paired(piece, wing(CastlingSide::KingSide), wing(CastlingSide::QueenSide)))
}

/// Whether none of two or more pieces of a role is nearer to that wing.
fn is_outermost(board: &shakmaty::Board, man: Man_, square: Square, side: CastlingSide) -> bool {
    let men = board.by_piece(man);
    men.count() > 1
        && !men.into_iter().any(|other| match side {
            CastlingSide::KingSide => other.file() > square.file(),
            CastlingSide::QueenSide => other.file() < square.file(),
        })
}
