//! How likely a move is to be played, independent of its text.
//!
//! Players seldom leave a queen en prise and usually recapture. The probability of a legal move is a softmax
//! of sums of weights, one for each of its kinds: material won and lost on its square, recapture, moving a
//! threatened piece, target rank and file of its role. The weights (`prior.tsv`) are frequencies from games
//! of masters; no game or position is stored. `cargo bench --bench prior` recomputes them.

use std::sync::LazyLock;

use shakmaty::{CastlingSide, Color, Move, Position, Role, Square};
use smallvec::SmallVec;

use crate::Cost;
use crate::likely::worth;
use crate::reader::ScoredMove;
use crate::skeleton::{Scene, victim_square};

/// The kinds of a move, as indices into [`NAMES`].
pub type Kinds = SmallVec<[u8; 8]>;

/// The names of the kinds in `prior.tsv`; after these come the ranks and folded files of each role.
pub const NAMES: [&str; 18] = [
    "castles king side",
    "castles queen side",
    "takes back",
    "takes, loses 5",
    "takes, loses 2",
    "takes, even",
    "takes, wins 2",
    "takes, wins 5",
    "quiet, loses 5",
    "quiet, loses 2",
    "quiet, loses 1",
    "escapes a loss of 2",
    "escapes a loss of 5",
    "develops",
    "king, with queens about",
    "pawn two steps",
    "promotes",
    "underpromotes",
];
const RANKS: usize = NAMES.len();
const FILES: usize = RANKS + 6 * 8;
/// Number of kinds.
pub const KINDS: usize = FILES + 6 * 4;

/// The name of a kind.
#[must_use]
pub fn name(kind: usize) -> String {
    const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];
    match kind {
        _ if kind < RANKS => NAMES[kind].to_owned(),
        _ if kind < FILES => format!("{} to rank {}", ROLES[(kind - RANKS) / 8], (kind - RANKS) % 8 + 1),
        _ => format!(
            "{} to file {}",
            ROLES[(kind - FILES) / 4],
            ["a or h", "b or g", "c or f", "d or e"][(kind - FILES) % 4]
        ),
    }
}

/// The weights of the kinds.
static WEIGHTS: LazyLock<[f32; KINDS]> = LazyLock::new(|| {
    let mut weights = [0.0; KINDS];
    for line in include_str!("prior.tsv").lines() {
        let Some((named, weight)) = line.split_once('\t') else { continue };
        if let Some(kind) = (0..KINDS).find(|&kind| name(kind) == named) {
            weights[kind] = weight.parse().unwrap_or(0.0);
        }
    }
    weights
});

/// Weight of the prior relative to the text. A half fits misread cells of known games best, since old games
/// differ from the games of today's masters.
const SHARE: f32 = 0.5;
/// Most that the prior can add, in nats, since players do sacrifice.
const MOST: f32 = 4.0;

/// Adds to misread readings of a cell the cost of being less likely than another; `likely` has the [`sum`] of
/// each. Exact texts are not changed.
pub fn weigh(likely: &[f32], readings: &mut [ScoredMove]) {
    let most = likely.iter().copied().fold(f32::MIN, f32::max);
    for (weighed, likely) in readings.iter_mut().zip(likely).filter(|(weighed, _)| weighed.how.misread > 0) {
        let nats = SHARE * (most - likely).min(MOST);
        weighed.cost += Cost::new((nats * 1000.0) as u32);
    }
}

/// For each legal move, the negative logarithm of its probability.
#[must_use]
pub fn surprises(scene: Scene<'_>, legal: &[Move]) -> Vec<f32> {
    let mut homes = HomeRisks::default();
    let sums: Vec<f32> = legal.iter().map(|&mv| sum_by(scene, mv, &mut homes)).collect();
    let most = sums.iter().copied().fold(f32::MIN, f32::max);
    let whole = sums.iter().map(|sum| (sum - most).exp()).sum::<f32>().ln() + most;
    sums.iter().map(|sum| whole - sum).collect()
}

/// The logit of a move: the sum of the weights of its kinds.
#[must_use]
pub fn sum(scene: Scene<'_>, mv: Move) -> f32 {
    sum_by(scene, mv, &mut HomeRisks::default())
}

/// The same; what pieces risk where they stand is known for all their moves.
pub fn sum_by(scene: Scene<'_>, mv: Move, homes: &mut HomeRisks) -> f32 {
    kinds_by(scene, mv, homes).iter().map(|&kind| WEIGHTS[usize::from(kind)]).sum()
}

/// What pieces risk where they stand, by square; computed when needed.
pub struct HomeRisks([Option<i32>; 64]);

impl Default for HomeRisks {
    fn default() -> HomeRisks {
        HomeRisks([None; 64])
    }
}

/// The kinds of a move.
#[must_use]
pub fn kinds(scene: Scene<'_>, mv: Move) -> Kinds {
    kinds_by(scene, mv, &mut HomeRisks::default())
}

fn kinds_by(scene: Scene<'_>, mv: Move, homes: &mut HomeRisks) -> Kinds {
    let mut kinds = Kinds::new();
    let turn = scene.position.turn();
    let board = scene.position.board();
    if let Some(side) = mv.castling_side() {
        kinds.push(u8::from(side == CastlingSide::QueenSide));
        return kinds;
    }
    let (Some(from), to, role) = (mv.from(), mv.to(), mv.role()) else { return kinds };
    let risk = risk(scene, role, from, to);
    if let Some(victim) = mv.capture() {
        if scene.last.is_some_and(|last| last.is_capture() && last.to() == victim_square(mv)) {
            kinds.push(2);
        }
        kinds.push(match worth(victim) - risk {
            ..=-5 => 3,
            -4..=-2 => 4,
            -1..=1 => 5,
            2..=4 => 6,
            _ => 7,
        });
    } else {
        match risk {
            5.. => kinds.push(8),
            2.. => kinds.push(9),
            1 => kinds.push(10),
            _ => {}
        }
    }
    let home = &mut homes.0[usize::from(from)];
    match *home.get_or_insert_with(|| self::risk(scene, role, from, from)) {
        5.. => kinds.push(12),
        2.. => kinds.push(11),
        _ => {}
    }
    let rank = |square: Square| {
        let rank = usize::from(square.rank());
        if turn == Color::White { rank } else { 7 - rank }
    };
    if matches!(role, Role::Knight | Role::Bishop) && rank(from) == 0 {
        kinds.push(13);
    }
    if role == Role::King && !board.queens().is_empty() {
        kinds.push(14);
    }
    if role == Role::Pawn && rank(to) == rank(from) + 2 {
        kinds.push(15);
    }
    match mv.promotion() {
        Some(Role::Queen) => kinds.push(16),
        Some(_) => kinds.push(17),
        None => {}
    }
    let man = usize::from(role) - 1;
    let file = usize::from(to.file()).min(7 - usize::from(to.file()));
    kinds.push((RANKS + man * 8 + rank(to)) as u8);
    kinds.push((FILES + man * 4 + file) as u8);
    kinds
}

/// Material that a piece from `from` risks on `to`: its value if it is unprotected, otherwise its value less
/// that of the cheapest attacker.
fn risk(scene: Scene<'_>, role: Role, from: Square, to: Square) -> i32 {
    if role == Role::King {
        return 0;
    }
    let board = scene.position.board();
    let turn = scene.position.turn();
    let occupied = board.occupied().without(from).with(to);
    let attackers = board.attacks_to(to, !turn, occupied).without(to);
    let least = attackers.into_iter().filter_map(|square| board.role_at(square)).map(worth).min();
    let Some(least) = least else { return 0 };
    let guards = board.attacks_to(to, turn, occupied).without(from).without(to);
    if guards.is_empty() { worth(role) } else { (worth(role) - least).max(0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameState;
    use shakmaty::{CastlingMode, Chess, fen::Fen, san::San};

    /// How much more surprising one move is than another.
    fn dearer(fen: &str, one: &str, other: &str) -> f32 {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        let legal = position.legal_moves();
        let game_state = GameState::new(&position);
        let surprises = surprises(game_state.scene(), &legal);
        let chances: f32 = surprises.iter().map(|surprise| (-surprise).exp()).sum();
        assert!((chances - 1.0).abs() < 0.001, "{chances}");
        let of = |san: &str| {
            let mv = san.parse::<San>().expect("SAN").to_move(&position).expect("a legal move");
            surprises[legal.iter().position(|&m| m == mv).expect("among the legal ones")]
        };
        of(one) - of(other)
    }

    #[test]
    fn what_loses_a_man_is_played_seldom() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert!(dearer(fen, "Ba6", "Bc4") > 1.5, "the pawn on b7 takes the bishop");
        assert!(dearer(fen, "Na3", "Nc3") > 0.0);
        let fen = "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
        assert!(dearer(fen, "Qd6", "Qxd5") > 0.5, "the pawn on d5 can be had");
    }
}
