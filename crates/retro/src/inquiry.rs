//! Everything that can be said about a position.

use std::time::{Duration, Instant};

use shakmaty::{Bitboard, Color, Piece, Role, Square};

use super::{
    Case, Effort, Premises, ProofGame, Refutation, Rule, StartKind, Unmove,
    case::side,
    facts::Facts,
    proof_game,
    rule::{
        t5_last::{self, Retro},
        t6_kernel, t7_order,
    },
    start::without_claims,
    work::Work,
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
    /// The rules whose search was given up: with more work they might refute the claim.
    pub unfinished: Vec<&'static Rule>,
}

/// The answers about a position.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// What was asked about.
    pub case: Case,
    /// Whether a game reaches it.
    pub verdict: Possibility,
    /// The rules whose search was given up before it was done: with more work they might find it impossible. Empty if the
    /// verdict is known.
    pub unfinished: Vec<&'static Rule>,
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
    /// What all games that lead here have in common: which pawns that are gone were promoted, where, and what the pawns
    /// captured, and in what order.
    pub deduced: Vec<String>,
    /// The kinds of pieces that can stand on a square that cannot be read; empty if not asked.
    pub fitting: Vec<Claim<Piece>>,
    /// The time that it took.
    pub took: Duration,
}

/// What to find out besides the verdict, and how much to search.
#[derive(Clone, Debug)]
pub struct Question {
    /// Bounds of the rules' search.
    pub effort: Effort,
    /// Steps of work, of about a microsecond each: the rules get the first half, the search for a proof game the rest.
    /// Zero means no proof game, and the usual work for the rules.
    pub steps: u64,
    /// A square whose piece cannot be read.
    pub unknown: Option<Square>,
}

impl Question {
    /// Steps of the usual work.
    pub const USUAL: u64 = 10_000_000;

    /// Steps of the rules: half of all; the usual work if no proof game is searched for.
    fn for_rules(&self) -> u64 {
        if self.steps == 0 { Question::USUAL } else { self.steps / 2 }
    }

    /// The bounds of the rules' searches, which grow with the work.
    fn bounds(&self) -> Effort {
        let times = u32::try_from(self.steps / Question::USUAL).unwrap_or(u32::MAX).max(1);
        Effort {
            positions: self.effort.positions.saturating_mul(times),
            kernel: self.effort.kernel.saturating_mul(times),
            orders: self.effort.orders.saturating_mul(times),
            ..self.effort
        }
    }
}

impl Default for Question {
    fn default() -> Question {
        Question { effort: Effort::FULL, steps: Question::USUAL, unknown: None }
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
    let desk = Desk { premises, case, depth: question.effort.depth, effort: question.bounds() };
    let whole = desk.judge(case, &Work::new(question.for_rules() / 2));
    let refuted = whole.refuted.clone();
    // Each other question has as much work as the first: one that is hard takes nothing from the next.
    let work = Work::new(question.for_rules() / 2);
    let judge = |other: &Case| {
        if other == case { whole.clone() } else { desk.judge(other, &Work::new(question.for_rules() / 2)) }
    };
    let bare = without_claims(case);
    let castling: Vec<Claim<Square>> = case
        .castling
        .into_iter()
        .map(|rook| judge(&Case { castling: Bitboard::from(rook), ..bare.clone() }).of(rook))
        .collect();
    let together = Case { castling: case.castling, ..bare.clone() };
    let castling_together = if castling.len() > 1 && castling.iter().all(|c| c.refuted.is_none()) {
        judge(&together).refuted
    } else {
        None
    };
    let en_passant = case.ep.map(|ep| judge(&Case { ep: Some(ep), ..bare.clone() }).of(ep));
    let sides =
        [Color::White, Color::Black].map(|color| judge(&Case { turn: color, ..bare.clone() }).of(color));
    let fitting = question.unknown.map_or_else(Vec::new, |square| {
        men()
            .map(|piece| {
                let mut with = case.clone();
                with.board.set_piece_at(square, piece);
                judge(&with).of(piece)
            })
            .collect()
    });
    let depth = desk.depth;
    let mut retro = Retro::new(premises, desk.effort, &work);
    let last_moves = if refuted.is_some() { Vec::new() } else { retro.last_moves(case, depth) };
    let forced = desk.chain(&last_moves, &work);
    let deduced = match refuted {
        Some(_) => Vec::new(),
        None => desk.deduce([&Work::new(question.for_rules() / 2), &work]),
    };
    let verdict = match refuted {
        Some(refutation) => Possibility::Impossible(refutation),
        None => prove(premises, case, question, &whole.unfinished),
    };
    let is_known = matches!(verdict, Possibility::Possible(_));
    let unfinished = if is_known { Vec::new() } else { whole.unfinished.clone() };
    Inquiry {
        case: case.clone(),
        verdict,
        unfinished,
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

impl Claim<()> {
    /// The same of something.
    fn of<T>(self, what: T) -> Claim<T> {
        Claim { what, refuted: self.refuted, unfinished: self.unfinished }
    }
}

/// A question at work.
struct Desk<'a> {
    premises: &'a Premises,
    case: &'a Case,
    depth: u32,
    effort: Effort,
}

impl Desk<'_> {
    /// Whether a position is refuted, and by which rules it could not be settled.
    fn judge(&self, case: &Case, work: &Work) -> Claim<()> {
        let mut retro = Retro::new(self.premises, self.effort, work);
        let refuted = t5_last::refute(case, &mut retro, self.depth);
        let unfinished = if refuted.is_some() { Vec::new() } else { retro.unfinished };
        Claim { what: (), refuted, unfinished }
    }

    /// What all games have in common: of the pawns that are gone, and of the captures in their order.
    fn deduce(&self, [of_pawns, of_orders]: [&Work; 2]) -> Vec<String> {
        let orders = t7_order::Orders::new(self.effort.orders, of_orders.clone());
        let facts = Facts::new(self.premises, self.case);
        let mut kernels = t6_kernel::Kernels::new(self.effort.kernel, of_pawns.clone());
        let mut told = t6_kernel::tell(self.premises, self.case, &facts, &mut kernels);
        told.extend(t7_order::tell(self.premises, self.case, &facts, &orders).unwrap_or_default());
        told
    }

    /// Goes back while the last move is unique up to what it captured. The chain ends at the first move with several
    /// possible victims; that move counts as quiet if it can have been.
    fn chain(&self, last: &[Unmove], work: &Work) -> Vec<Unmove> {
        let mut forced: Vec<Unmove> = Vec::new();
        let mut moves = last.to_vec();
        while forced.len() < 40 {
            let Some(first) = moves.first() else { break };
            if moves.iter().any(|other| other.uci() != first.uci()) {
                break;
            }
            let only = first.clone();
            let open = moves.len() > 1 || self.premises.is_start(&only.before);
            let mut retro = Retro::new(self.premises, self.effort, work);
            if !open {
                moves = retro.last_moves(&only.before, self.depth);
            }
            forced.push(only);
            if open {
                break;
            }
        }
        forced
    }
}

fn prove(premises: &Premises, case: &Case, question: &Question, unfinished: &[&'static Rule]) -> Possibility {
    let searched = premises.kind == StartKind::Standard && question.steps > 0;
    if searched && let Some(game) = proof_game(premises, case, question.steps / 2) {
        return Possibility::Possible(game);
    }
    let mut tried = match unfinished {
        [] => format!("no rule excludes it, looking up to {} moves back", question.effort.depth),
        _ => {
            let open: Vec<String> = unfinished.iter().map(|rule| format!("whether {}", rule.doc)).collect();
            format!(
                "no rule that was done excludes it; the work ended before it was clear {}",
                open.join(", and ")
            )
        }
    };
    tried.push_str(match (searched, premises.kind) {
        (true, _) => "; no game that leads to it was found",
        (false, StartKind::Chess960) => {
            "; Chess960: rules about home squares of pieces do not apply, and no game was searched for"
        }
        (false, StartKind::Standard) => "; no game was searched for",
    });
    Possibility::Undecided(tried)
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
