//! Everything that can be said about a position.

use std::time::{Duration, Instant};

use shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::{
    Case, Effort, Premises, ProofGame, Refutation, StartKind, Unmove,
    case::side,
    facts::Facts,
    proof_game,
    rule::{
        t5_last::{self, Retro},
        t7_order,
    },
    start::without_claims,
};

/// Whether a position is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possibility {
    /// No game reaches it.
    Impossible(Refutation),
    /// A game reaches it.
    Possible(ProofGame),
    /// Neither was proven; the text tells what was tried.
    Undecided(String),
}

impl Possibility {
    /// `impossible`, `possible` or `undecided`.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Possibility::Impossible(_) => "impossible",
            Possibility::Possible(_) => "possible",
            Possibility::Undecided(_) => "undecided",
        }
    }
}

/// A claim, and why it cannot be true, if that was proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<T> {
    /// What is claimed.
    pub what: T,
    /// Why it cannot be.
    pub refuted: Option<Refutation>,
}

/// The answers about a position.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// What was asked about.
    pub case: Case,
    /// Whether a game reaches it.
    pub verdict: Possibility,
    /// Each castling right claimed, alone, by its rook's square.
    pub castling: Vec<Claim<Square>>,
    /// Whether all rights claimed, each possible alone, are impossible together.
    pub castling_together: Option<Refutation>,
    /// The en passant square, alone.
    pub en_passant: Option<Claim<Square>>,
    /// Either side to move, without other claims.
    pub sides: [Claim<Color>; 2],
    /// The moves that may have been the last.
    pub last_moves: Vec<Unmove>,
    /// Where only one move may have been the last: it, the one before, and so on while forced.
    pub forced: Vec<Unmove>,
    /// What all games that lead here have in common: what the pawns captured, and in what order.
    pub deduced: Vec<String>,
    /// The kinds of pieces that can stand on a square that cannot be read; empty if not asked.
    pub fitting: Vec<Claim<Piece>>,
    /// Time and number of positions used.
    pub took: Duration,
}

/// What to find out besides the verdict, and how long to search.
#[derive(Clone, Debug)]
pub struct Question {
    /// Bounds of the rules' search.
    pub effort: Effort,
    /// Time limit: the rules get the first half, the search for a proof game the rest. Zero means no proof game.
    pub budget: Duration,
    /// A square whose piece cannot be read.
    pub unknown: Option<Square>,
}

impl Question {
    /// Time limit of the rules: half of the budget for the verdict; the default if no proof game is searched.
    fn for_rules(&self) -> Duration {
        if self.budget.is_zero() { Question::default().budget } else { self.budget / 2 }
    }
}

impl Default for Question {
    fn default() -> Question {
        Question { effort: Effort::FULL, budget: Duration::from_secs(10), unknown: None }
    }
}

/// Answers everything about `case`.
///
/// ```
/// use scorebook_retro::{Case, Premises, Question, inquire};
/// let case = Case::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
/// let inquiry = inquire(&Premises::default(), &case, &Question::default());
/// assert_eq!(inquiry.verdict.as_str(), "possible");
/// ```
#[must_use]
pub fn inquire(premises: &Premises, case: &Case, question: &Question) -> Inquiry {
    let begun = Instant::now();
    let until = begun + question.for_rules();
    let depth = question.effort.depth;
    let bare = without_claims(case);
    let refuted = judge_until(premises, case, question, depth, begun + question.for_rules() / 2);
    let judge = |other: &Case, depth: u32| {
        if other == case { refuted.clone() } else { judge_until(premises, other, question, depth, until) }
    };
    let castling: Vec<Claim<Square>> = case
        .castling
        .into_iter()
        .map(|rook| Claim {
            what: rook,
            refuted: judge(&Case { castling: Bitboard::from(rook), ..bare.clone() }, depth),
        })
        .collect();
    let together = Case { castling: case.castling, ..bare.clone() };
    let castling_together = if castling.len() > 1 && castling.iter().all(|c| c.refuted.is_none()) {
        judge(&together, depth)
    } else {
        None
    };
    let en_passant =
        case.ep.map(|ep| Claim { what: ep, refuted: judge(&Case { ep: Some(ep), ..bare.clone() }, depth) });
    let sides = [Color::White, Color::Black]
        .map(|color| Claim { what: color, refuted: judge(&Case { turn: color, ..bare.clone() }, depth) });
    let fitting = question.unknown.map_or_else(Vec::new, |square| {
        men()
            .map(|piece| {
                let mut with = case.clone();
                with.board.set_piece_at(square, piece);
                Claim { what: piece, refuted: judge(&with, depth) }
            })
            .collect()
    });
    let mut retro = Retro::new(premises, question.effort, Some(until));
    let last_moves = if refuted.is_some() { Vec::new() } else { retro.last_moves(case, depth) };
    let forced = chain(premises, &last_moves, question, until);
    let deduced = if refuted.is_some() { Vec::new() } else { deduce(premises, case, question, until) };
    let verdict = match refuted {
        Some(refutation) => Possibility::Impossible(refutation),
        None => prove(premises, case, question, begun + question.budget),
    };
    Inquiry {
        case: case.clone(),
        verdict,
        castling,
        castling_together,
        en_passant,
        sides,
        last_moves,
        forced,
        deduced,
        fitting,
        took: begun.elapsed(),
    }
}

fn deduce(premises: &Premises, case: &Case, question: &Question, until: Instant) -> Vec<String> {
    let orders = t7_order::Orders::new(question.effort.orders, Some(until));
    t7_order::tell(premises, case, &Facts::new(premises, case), &orders).unwrap_or_default()
}

fn judge_until(
    premises: &Premises,
    case: &Case,
    question: &Question,
    depth: u32,
    until: Instant,
) -> Option<Refutation> {
    let mut retro = Retro::new(premises, question.effort, Some(until));
    t5_last::refute(case, &mut retro, depth)
}

fn prove(premises: &Premises, case: &Case, question: &Question, until: Instant) -> Possibility {
    let searched = premises.kind == StartKind::Standard && !question.budget.is_zero();
    if searched && let Some(game) = proof_game(premises, case, until) {
        return Possibility::Possible(game);
    }
    let mut tried =
        format!("no rule of tiers 0 to 7 refutes it, looking up to {} moves back", question.effort.depth);
    tried.push_str(&match (searched, premises.kind) {
        (true, _) => format!("; no proof game found in {:.1} s", question.budget.as_secs_f32()),
        (false, StartKind::Chess960) => {
            String::from("; Chess960: rules about home squares of pieces and proof games do not apply")
        }
        (false, StartKind::Standard) => String::from("; no proof game was searched for"),
    });
    Possibility::Undecided(tried)
}

/// Goes back while the last move is unique up to what it captured. The chain ends at the first move with several
/// possible victims; that move counts as quiet if it can have been.
fn chain(premises: &Premises, last: &[Unmove], question: &Question, until: Instant) -> Vec<Unmove> {
    let mut forced: Vec<Unmove> = Vec::new();
    let mut moves = last.to_vec();
    while forced.len() < 40 {
        let Some(first) = moves.first() else { break };
        if moves.iter().any(|other| other.uci() != first.uci()) {
            break;
        }
        let only = first.clone();
        let open = moves.len() > 1 || premises.is_start(&only.before);
        let mut retro = Retro::new(premises, question.effort, Some(until));
        if !open {
            moves = retro.last_moves(&only.before, question.effort.depth);
        }
        forced.push(only);
        if open {
            break;
        }
    }
    forced
}

/// The pieces that may fill a square, without kings.
fn men() -> impl Iterator<Item = Piece> {
    Color::ALL.into_iter().flat_map(|color| {
        [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn]
            .into_iter()
            .map(move |role| Piece { color, role })
    })
}

impl Inquiry {
    /// The castling rights in words of a FEN that were not refuted, `-` if none.
    #[must_use]
    pub fn castling_field(&self) -> String {
        let rights: String = self
            .castling
            .iter()
            .filter(|claim| claim.refuted.is_none())
            .map(|claim| right(&self.case, claim.what))
            .collect();
        if rights.is_empty() { String::from("-") } else { rights }
    }

    /// The sides that may be to move: `w`, `b`, `wb` or `-`.
    #[must_use]
    pub fn sides_field(&self) -> String {
        let sides: String = self
            .sides
            .iter()
            .filter(|claim| claim.refuted.is_none())
            .map(|claim| claim.what.char())
            .collect();
        if sides.is_empty() { String::from("-") } else { sides }
    }
}

/// The letter of a castling right.
#[must_use]
pub fn right(case: &Case, rook: Square) -> char {
    let color = if rook.rank() == Color::White.backrank() { Color::White } else { Color::Black };
    let king = case.board.king_of(color).map(Square::file);
    let letter = match (rook, king) {
        (Square::A1 | Square::A8, Some(shakmaty::File::E)) => 'Q',
        (Square::H1 | Square::H8, Some(shakmaty::File::E)) => 'K',
        _ => rook.file().upper_char(),
    };
    color.fold_wb(letter, letter.to_ascii_lowercase())
}

/// A castling right in words: "White castles with the rook on h1".
#[must_use]
pub fn right_in_words(rook: Square) -> String {
    let color = if rook.rank() == Color::White.backrank() { Color::White } else { Color::Black };
    format!("{} castles with the rook on {rook}", side(color))
}
