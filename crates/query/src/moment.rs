//! Conditions on one moment of a game: a position and the move that led to it.

use std::cell::OnceCell;

use rustc_hash::FxHashSet;
use scorebook_core::shown::Shown;
use shakmaty::san::{San, SanPlus, Suffix};
use shakmaty::variant::VariantPosition;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{
    Bitboard, Board, CastlingSide, Color, EnPassantMode, Move, Piece, Position, Rank, Role, Square,
};

use crate::material::Material;
use crate::operator::Operator;
use crate::placement::Placement;

/// A moment of the mainline.
pub(crate) struct Moment<'a> {
    pub position: &'a VariantPosition,
    /// The move that led to it; `None` at the start.
    pub played: Option<Move>,
    /// Half-moves before it.
    pub ply: u32,
    /// Whether no move is proven after it.
    pub last: bool,
    /// What comments show of the game, if that is asked for.
    pub shown: Option<&'a Shown>,
    /// How often the game has come to this position, this time included; 0 if no one counts.
    pub times: u32,
    /// The position's key, made when it is needed.
    pub key: OnceCell<u64>,
}

impl Moment<'_> {
    pub fn key(&self) -> u64 {
        *self.key.get_or_init(|| key(self.position))
    }

    /// Who has made the move that led to it.
    fn by(&self) -> Color {
        !self.position.turn()
    }
}

/// A number that is the same for equal positions: men, side to move, rights to castle and to take en passant.
pub(crate) fn key<P: Position>(position: &P) -> u64 {
    position.zobrist_hash::<Zobrist64>(EnPassantMode::Legal).0
}

/// A condition on a moment. Where `by` is a side, that side must have made the move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum MomentTest {
    Fen(Placement),
    Material(Material),
    /// One of these men stands on one of these squares.
    On(Men, Bitboard),
    /// The side to move.
    Turn(Color),
    /// A sum of numbers, compared with another.
    Number(Vec<Term>, Operator, i64),
    /// A number that a comment shows, in its [unit](ShownNumber::UNIT), and who made the move.
    Shown(ShownNumber, Operator, i64, Option<Color>),
    /// The side to move is in check.
    Check(Option<Color>),
    Checkmate(Option<Color>),
    Stalemate(Option<Color>),
    /// The position has occurred so many times.
    Repetition(u32),
    Castling(Option<Color>, Option<CastlingSide>),
    Promotion(Option<Color>, Vec<Role>),
    EnPassant(Option<Color>),
    /// Something of these roles was taken.
    Capture(Option<Color>, Vec<Role>),
    /// Something of these roles has moved; castling is the king's move.
    Moved(Option<Color>, Vec<Role>),
    /// The move is so, as far as the SAN says.
    Plays(Option<Color>, SanPlus),
    /// The position is one of these, by their keys; none of them has fewer men.
    /// The third are the hashes of their placements.
    Reached(FxHashSet<u64>, usize, Vec<u32>),
}

impl MomentTest {
    pub fn holds(&self, moment: &Moment<'_>) -> bool {
        let position = moment.position;
        let by = |asked: &Option<Color>| asked.is_none_or(|color| color == moment.by());
        match self {
            MomentTest::Fen(placement) => placement.fits(position.board(), position.turn()),
            MomentTest::Material(material) => material.fits(position.board()),
            MomentTest::On(men, squares) => (men.of(position.board()) & *squares).any(),
            MomentTest::Turn(color) => position.turn() == *color,
            MomentTest::Number(terms, operator, asked) => {
                let sum: i64 = terms.iter().map(|(sign, quantity)| sign * quantity.of(moment)).sum();
                operator.holds(sum.cmp(asked))
            }
            MomentTest::Shown(number, operator, asked, side) => {
                by(side) && number.of(moment).is_some_and(|shown| operator.holds(shown.cmp(asked)))
            }
            MomentTest::Check(side) => by(side) && position.is_check(),
            MomentTest::Checkmate(side) => by(side) && moment.last && position.is_checkmate(),
            // A player in stalemate has no move: whose move led there has given it.
            MomentTest::Stalemate(side) => by(side) && moment.last && position.is_stalemate(),
            MomentTest::Repetition(times) => moment.times >= *times,
            MomentTest::Castling(side, wing) => match moment.played {
                Some(m) => {
                    by(side) && m.castling_side().is_some_and(|castled| wing.is_none_or(|w| w == castled))
                }
                None => false,
            },
            MomentTest::Promotion(side, roles) => {
                let promotion = moment.played.and_then(Move::promotion);
                by(side) && promotion.is_some_and(|role| roles.contains(&role))
            }
            MomentTest::EnPassant(side) => by(side) && moment.played.is_some_and(Move::is_en_passant),
            MomentTest::Capture(side, roles) => {
                let taken = moment.played.and_then(Move::capture);
                by(side) && taken.is_some_and(|role| roles.contains(&role))
            }
            MomentTest::Moved(side, roles) => {
                by(side) && moment.played.is_some_and(|m| !is_drop(m) && roles.contains(&m.role()))
            }
            MomentTest::Plays(side, san) => {
                by(side) && moment.played.is_some_and(|m| is_so(m, &san.san)) && {
                    match san.suffix {
                        None => true,
                        Some(Suffix::Check) => position.is_check(),
                        Some(Suffix::Checkmate) => position.is_checkmate(),
                    }
                }
            }
            MomentTest::Reached(keys, least, _) => {
                position.board().occupied().count() >= *least && keys.contains(&moment.key())
            }
        }
    }

    /// The same with the colours exchanged and the board turned; `None` where that means nothing.
    pub fn flipped(&self) -> Option<MomentTest> {
        let other = |side: &Option<Color>| side.map(|color| !color);
        Some(match self {
            MomentTest::Fen(placement) => MomentTest::Fen(placement.flipped()),
            MomentTest::Material(material) => MomentTest::Material(material.flipped()),
            MomentTest::On(men, squares) => MomentTest::On(men.flipped(), squares.flip_vertical()),
            MomentTest::Turn(color) => MomentTest::Turn(!*color),
            MomentTest::Number(terms, operator, asked) => {
                let terms = terms.iter().map(|(sign, quantity)| match quantity {
                    Quantity::Balance => (-sign, Quantity::Balance),
                    Quantity::Count(men) => (*sign, Quantity::Count(men.flipped())),
                    other => (*sign, other.clone()),
                });
                MomentTest::Number(terms.collect(), *operator, *asked)
            }
            MomentTest::Shown(number @ (ShownNumber::Eval | ShownNumber::Mate), operator, asked, side) => {
                MomentTest::Shown(*number, operator.reversed(), -asked, other(side))
            }
            MomentTest::Shown(number, operator, asked, side) => {
                MomentTest::Shown(*number, *operator, *asked, other(side))
            }
            MomentTest::Check(side) => MomentTest::Check(other(side)),
            MomentTest::Checkmate(side) => MomentTest::Checkmate(other(side)),
            MomentTest::Stalemate(side) => MomentTest::Stalemate(other(side)),
            MomentTest::Repetition(times) => MomentTest::Repetition(*times),
            MomentTest::Castling(side, wing) => MomentTest::Castling(other(side), *wing),
            MomentTest::Promotion(side, roles) => MomentTest::Promotion(other(side), roles.clone()),
            MomentTest::EnPassant(side) => MomentTest::EnPassant(other(side)),
            MomentTest::Capture(side, roles) => MomentTest::Capture(other(side), roles.clone()),
            MomentTest::Moved(side, roles) => MomentTest::Moved(other(side), roles.clone()),
            MomentTest::Plays(side, san) => {
                MomentTest::Plays(other(side), SanPlus { san: turned(&san.san), suffix: san.suffix })
            }
            MomentTest::Reached(..) => return None,
        })
    }

    /// Whether it asks what comments show.
    pub fn asks_shown(&self) -> bool {
        matches!(self, MomentTest::Shown(..))
    }

    /// Whether positions must be counted for it.
    pub fn counts_positions(&self) -> bool {
        matches!(self, MomentTest::Repetition(_))
    }
}

/// Whether a move is what a SAN says, which may leave out the origin; without an `x` it may capture or not.
fn is_so(m: Move, san: &San) -> bool {
    match *san {
        San::Normal { role, file, rank, capture, to, promotion } => {
            !m.is_castle()
                && m.role() == role
                && m.to() == to
                && m.promotion() == promotion
                && (!capture || m.is_capture())
                && file.is_none_or(|file| m.from().map(Square::file) == Some(file))
                && rank.is_none_or(|rank| m.from().map(Square::rank) == Some(rank))
        }
        San::Castle(wing) => m.castling_side() == Some(wing),
        San::Put { role, to } => matches!(m, Move::Put { .. }) && m.role() == role && m.to() == to,
        San::Null => false,
    }
}

/// The move of the other side, on the turned board.
fn turned(san: &San) -> San {
    match *san {
        San::Normal { role, file, rank, capture, to, promotion } => San::Normal {
            role,
            file,
            rank: rank.map(Rank::flip_vertical),
            capture,
            to: to.flip_vertical(),
            promotion,
        },
        San::Put { role, to } => San::Put { role, to: to.flip_vertical() },
        San::Castle(_) | San::Null => *san,
    }
}

fn is_drop(m: Move) -> bool {
    matches!(m, Move::Put { .. })
}

/// A number that is added (1) or taken away (-1).
pub(crate) type Term = (i64, Quantity);

/// Some kinds of men, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Men {
    pieces: Vec<Piece>,
    /// Also squares without a man.
    nothing: bool,
}

impl Men {
    /// Men by their letters in FEN; `A` any white, `a` any black man, `_` no man. `None` for other letters.
    pub fn parse(letters: &str) -> Option<Men> {
        let mut men = Men { pieces: Vec::new(), nothing: false };
        for c in letters.chars() {
            match c {
                'A' => men.pieces.extend(Role::ALL.map(|role| role.of(Color::White))),
                'a' => men.pieces.extend(Role::ALL.map(|role| role.of(Color::Black))),
                '_' => men.nothing = true,
                c => men.pieces.push(Piece::from_char(c)?),
            }
        }
        (!letters.is_empty()).then_some(men)
    }

    /// Those of the other side.
    pub fn flipped(&self) -> Men {
        let pieces = self.pieces.iter().map(|piece| piece.role.of(!piece.color));
        Men { pieces: pieces.collect(), nothing: self.nothing }
    }

    /// Where they stand.
    pub fn of(&self, board: &Board) -> Bitboard {
        let empty = if self.nothing { !board.occupied() } else { Bitboard::EMPTY };
        self.pieces.iter().fold(empty, |all, &piece| all | board.by_piece(piece))
    }
}

/// A number of a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Quantity {
    /// Half-moves before it.
    Ply,
    /// The number of the next move.
    Move,
    /// Half-moves since a capture or the move of a pawn.
    Halfmoves,
    /// White's pawns and pieces less Black's, in pawns: 1, 3, 3, 5, 9.
    Balance,
    /// Men on the board, kings too.
    AllMen,
    /// Pawns on the board.
    Pawns,
    /// Men of some kinds.
    Count(Men),
}

/// A number that the comment after a move shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum ShownNumber {
    /// The evaluation in pawns, from White's side; a mate is more than any number of pawns.
    Eval,
    /// Moves to mate, negative if Black mates.
    Mate,
    /// By how many pawns the position was worth more to the player before the move than after it.
    Loss,
    /// Half-moves that the engine looked ahead.
    Depth,
    /// Seconds on the clock of the player who moved.
    Clock,
    /// Seconds that the move took.
    Time,
}

impl ShownNumber {
    /// All of them by their names.
    pub const ALL: [(&'static str, ShownNumber); 6] = [
        ("eval", ShownNumber::Eval),
        ("mate", ShownNumber::Mate),
        ("loss", ShownNumber::Loss),
        ("depth", ShownNumber::Depth),
        ("clock", ShownNumber::Clock),
        ("time", ShownNumber::Time),
    ];

    /// Numbers are compared in hundredths.
    pub const UNIT: f64 = 100.0;

    fn of(self, moment: &Moment<'_>) -> Option<i64> {
        let shown = moment.shown?;
        let ply = moment.ply as usize;
        let at = ply.checked_sub(1)?;
        let whole = |column: &[Option<i16>]| Some(i64::from(column.get(at).copied()??) * 100);
        let seconds = |column: &[Option<f32>]| {
            Some((f64::from(column.get(at).copied()??) * ShownNumber::UNIT).round() as i64)
        };
        match self {
            ShownNumber::Eval => Some(i64::from(shown.eval(ply)?.hundredths())),
            ShownNumber::Mate => whole(&shown.mates),
            ShownNumber::Loss => {
                // Two engines disagree; what one of them says of its own move is no comparison.
                let before = shown.eval(at).filter(|_| !shown.is_searched(ply))?.hundredths();
                let lost = i64::from(before) - i64::from(shown.eval(ply)?.hundredths());
                Some(if moment.by().is_white() { lost } else { -lost })
            }
            ShownNumber::Depth => whole(&shown.depths),
            ShownNumber::Clock => seconds(&shown.clocks),
            ShownNumber::Time => seconds(&shown.times),
        }
    }
}

/// What men are worth, in pawns.
const POINTS: [(Role, i64); 5] =
    [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];

impl Quantity {
    fn of(&self, moment: &Moment<'_>) -> i64 {
        let board = moment.position.board();
        match self {
            Quantity::Ply => i64::from(moment.ply),
            Quantity::Move => i64::from(moment.position.fullmoves().get()),
            Quantity::Halfmoves => i64::from(moment.position.halfmoves()),
            Quantity::Balance => {
                let points = |color: Color| -> i64 {
                    let of = |(role, points): (Role, i64)| {
                        points * (board.by_color(color) & board.by_role(role)).count() as i64
                    };
                    POINTS.into_iter().map(of).sum()
                };
                points(Color::White) - points(Color::Black)
            }
            Quantity::AllMen => board.occupied().count() as i64,
            Quantity::Pawns => board.pawns().count() as i64,
            Quantity::Count(men) => men.of(board).count() as i64,
        }
    }
}
