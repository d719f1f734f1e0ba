//! All ways to write a move in English descriptive notation, as a tree of literals with costs.
//!
//! A move is written as *piece, origin, connector, target, marks*. The part before the connector ([`MoveHead`])
//! and the part from it on ([`MoveTail`]) are independent, so that a text is matched against each only once.

/// A literal and its cost in nats.
pub type Spelling = (&'static str, f32);

/// A part of a written move.
#[derive(Clone, Debug)]
pub enum MovePart {
    /// Nothing, at a cost.
    Price(f32),
    /// One of these literals, with an additional cost.
    Choice(&'static [Spelling], f32),
    /// Parts in sequence.
    Sequence(Vec<MovePart>),
    /// Alternatives.
    Either(Vec<MovePart>),
}

use MovePart::{Choice as Literal, Either, Price, Sequence};

/// The part before the connector: the piece.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveHead {
    /// The piece.
    pub man: DescriptivePiece,
    /// Its square from the mover's side (file, rank), for an origin in brackets.
    pub from: (u8, u8),
}

/// A piece as descriptive notation names it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum DescriptivePiece {
    /// A pawn, on the file from the queen's rook's (0).
    Pawn(u8),
    /// The king.
    King,
    /// The queen.
    Queen,
    /// A knight, bishop or rook, and how well "K" and "Q" before it fit.
    Paired(PairedRole, WingFit, WingFit),
}

/// A role of which there are two pieces.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum PairedRole {
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
}

/// How well the name of a wing fits a piece.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum WingFit {
    /// By birth square.
    Born,
    /// By its current square only.
    Standing,
    /// Not.
    Wrong,
}

impl WingFit {
    const fn cost(self) -> f32 {
        match self {
            WingFit::Born => 0.1,
            WingFit::Standing => 1.6,
            WingFit::Wrong => 4.5,
        }
    }
}

/// The part from the connector on.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveTail {
    /// A target square or a victim.
    pub goal: Goal,
    /// The marks after it.
    pub end: EndMarks,
}

/// The target of a move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// A square (file from the queen's rook's, rank from the mover's side), and whether "his" may name the
    /// file.
    To(u8, u8, bool),
    /// A capture of this piece on this square.
    Takes(DescriptivePiece, u8, u8),
    /// Castling; true: on the king's side.
    Castles(bool),
}

/// The marks after the target.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct EndMarks {
    /// The move gives check.
    pub check: bool,
    /// Promotion: 0 for none, 1 to 4 for `Q R B N`.
    pub promotes: u8,
    /// It is an en passant capture.
    pub passing: bool,
}

/// The wings, king's side first.
const HALVES: [&[Spelling]; 2] = [&[("K", 0.0), ("Ks", 0.0)], &[("Q", 0.0), ("Qs", 0.0)]];
const KNIGHT: &[Spelling] = &[("Kt", 0.0), ("N", 0.7), ("kt", 0.5)];
const BISHOP: &[Spelling] = &[("B", 0.0)];
const ROOK: &[Spelling] = &[("R", 0.0)];
const QUEEN: &[Spelling] = &[("Q", 0.0)];
const KING: &[Spelling] = &[("K", 0.0)];
const PAWN: &[Spelling] = &[("P", 0.0)];
const POSSESSIVE: &[Spelling] = &[("s", 0.0), ("", 0.0)];
const QUIET: &[Spelling] = &[("to", 0.0), ("-", 0.0)];
const TAKES: &[Spelling] = &[("x", 0.0), ("takes", 0.0), ("tks", 0.5), ("t", 2.0), ("-x", 1.0)];
const OPEN: &[Spelling] = &[("(", 0.0), ("(from", 0.3), ("(fr", 0.3), ("at", 1.0)];
const CLOSE: &[Spelling] = &[(")", 0.0), ("", 0.7)];
const CHECK: &[Spelling] = &[
    ("ch", 0.0),
    ("(ch)", 0.0),
    ("+", 0.5),
    ("check", 0.7),
    ("disch", 0.5),
    ("(disch)", 0.5),
    ("dblech", 0.7),
    ("(doublech)", 0.7),
    ("mate", 1.0),
    ("chmate", 1.5),
];
/// Cost of a check without a mark.
const UNMARKED_CHECK: f32 = 1.6;
/// The same if the text shows that a mark was lost.
const MARK_LOST: f32 = 0.3;
/// Cost of a mark on a move that is not check.
const FALSE_CHECK: f32 = 4.0;
const PASSING: &[Spelling] = &[("ep", 0.0), ("enpassant", 0.2), ("enpass", 0.2), ("(ep)", 0.1), ("", 0.5)];
const PROMOTIONS: [&[Spelling]; 4] = [
    &[
        ("(Q)", 0.0),
        ("=Q", 0.0),
        ("Q", 0.2),
        ("queening", 0.1),
        ("Queens", 0.5),
        ("queens", 0.5),
        ("becomingaQueen", 0.2),
        ("becomesaQueen", 0.2),
        ("becomesaQ", 0.3),
        ("becomingaQ", 0.3),
        ("", 0.8),
    ],
    &[("(R)", 0.0), ("=R", 0.0), ("R", 0.4), ("becomingaRook", 0.2)],
    &[("(B)", 0.0), ("=B", 0.0), ("B", 0.4), ("becomingaBishop", 0.2)],
    &[("(Kt)", 0.0), ("=Kt", 0.0), ("Kt", 0.4), ("becomingaKnight", 0.2), ("(N)", 0.3)],
];
const RANKS: [&[Spelling]; 8] = [
    &[("sq", 0.0), ("1", 0.2), ("square", 0.5), ("1st", 0.7), ("", 2.5)],
    &[("2", 0.0), ("2nd", 0.0), ("2d", 0.0)],
    &[("3", 0.0), ("3rd", 0.0), ("3d", 0.0)],
    &[("4", 0.0), ("4th", 0.0)],
    &[("5", 0.0), ("5th", 0.0)],
    &[("6", 0.0), ("6th", 0.0)],
    &[("7", 0.0), ("7th", 0.0)],
    &[("8", 0.0), ("8th", 0.0)],
];
const HIS: &[Spelling] = &[("his", 0.2), ("her", 0.2)];
const CASTLES: [&[Spelling]; 2] = [
    &[
        ("Castles", 0.0),
        ("CastlesKR", 0.0),
        ("Castles(KR)", 0.0),
        ("CastlesonKsside", 0.0),
        ("CastlesKside", 0.2),
        ("Castled", 0.3),
        ("0-0", 0.3),
        ("O-O", 0.3),
    ],
    &[
        ("Castles", 0.7),
        ("CastlesQR", 0.0),
        ("Castles(QR)", 0.0),
        ("CastlesonQsside", 0.0),
        ("CastlesQside", 0.2),
        ("Castled", 1.0),
        ("0-0-0", 0.3),
        ("O-O-O", 0.3),
    ],
];
/// Cost of a missing connector: `NKB3`.
const NO_WAY: f32 = 2.4;
/// Cost of the wrong wing: `K B 4` for the queen's bishop's file.
const WRONG_WING: f32 = 4.5;

impl MovePart {
    /// Nothing.
    const NOTHING: MovePart = Price(0.0);

    fn maybe(self) -> MovePart {
        Either(vec![MovePart::NOTHING, self])
    }

    fn at(self, price: f32) -> MovePart {
        Sequence(vec![Price(price), self])
    }

    /// The part before the connector; an origin in brackets only if there may be `brackets`.
    #[must_use]
    pub fn head(head: MoveHead, brackets: bool) -> MovePart {
        let named = man(head.man, 0.2);
        if !brackets {
            return named;
        }
        let (file, rank) = head.from;
        let square = Either(vec![
            file_name(file).at(0.7),
            Sequence(vec![file_name(file), Literal(RANKS[usize::from(rank)], 0.0)]),
            Literal(RANKS[usize::from(rank)], 0.5),
        ]);
        let origin = Sequence(vec![Literal(OPEN, 0.3), square, Literal(CLOSE, 0.0)]);
        Sequence(vec![named, origin.maybe()])
    }

    /// The part from the connector on, without the [marks](MovePart::end).
    #[must_use]
    pub fn tail(goal: Goal, brackets: bool) -> MovePart {
        match goal {
            Goal::Castles(king_side) => Literal(CASTLES[usize::from(!king_side)], 0.0),
            Goal::To(file, rank, his) => {
                Sequence(vec![Either(vec![Literal(QUIET, 0.0), Price(NO_WAY)]), square(file, rank, his)])
            }
            // The victim's square may follow: `RxP(B7)`, `KtxP at K4`.
            Goal::Takes(victim, file, rank) => {
                let mut parts = vec![Literal(TAKES, 0.0), man(victim, 0.0)];
                if brackets {
                    let origin = vec![Literal(OPEN, 0.3), square(file, rank, false), Literal(CLOSE, 0.0)];
                    parts.push(Sequence(origin).maybe());
                }
                Sequence(parts)
            }
        }
    }

    /// Promotion, en passant, and check, whose mark may have been lost.
    #[must_use]
    pub fn end(end: EndMarks, mark_lost: bool) -> MovePart {
        let mut parts = Vec::new();
        if let Some(names) = usize::from(end.promotes).checked_sub(1).and_then(|at| PROMOTIONS.get(at)) {
            parts.push(Literal(names, 0.0));
        }
        if end.passing {
            parts.push(Literal(PASSING, 0.0));
        }
        let unmarked = if mark_lost { MARK_LOST } else { UNMARKED_CHECK };
        let (with, without) = if end.check { (0.0, unmarked) } else { (FALSE_CHECK, 0.0) };
        parts.push(Either(vec![Literal(CHECK, with), Price(without)]));
        Sequence(parts)
    }

    /// All texts of this part, with their costs.
    #[must_use]
    pub fn writings(&self) -> Vec<(String, f32)> {
        match self {
            Price(price) => vec![(String::new(), *price)],
            Literal(choices, more) => {
                choices.iter().map(|(literal, price)| ((*literal).to_owned(), price + more)).collect()
            }
            Either(parts) => parts.iter().flat_map(MovePart::writings).collect(),
            Sequence(parts) => parts.iter().fold(vec![(String::new(), 0.0)], |before, part| {
                let after = part.writings();
                let join = |(head, price): &(String, f32)| -> Vec<(String, f32)> {
                    after.iter().map(|(tail, more)| (format!("{head}{tail}"), price + more)).collect()
                };
                before.iter().flat_map(join).collect()
            }),
        }
    }
}

/// The names of a piece; `file_price` is the cost of a pawn's file.
fn man(man: DescriptivePiece, file_price: f32) -> MovePart {
    match man {
        DescriptivePiece::King => Literal(KING, 0.0),
        DescriptivePiece::Queen => Literal(QUEEN, 0.0),
        DescriptivePiece::Paired(piece, king, queen) => {
            let names = match piece {
                PairedRole::Knight => KNIGHT,
                PairedRole::Bishop => BISHOP,
                PairedRole::Rook => ROOK,
            };
            let wings =
                vec![MovePart::NOTHING, Literal(HALVES[0], king.cost()), Literal(HALVES[1], queen.cost())];
            Sequence(vec![Either(wings), Literal(names, 0.0)])
        }
        DescriptivePiece::Pawn(file) => {
            let owner = Sequence(vec![file_name(file), Literal(POSSESSIVE, file_price)]);
            Sequence(vec![owner.maybe(), Literal(PAWN, 0.0)])
        }
    }
}

/// The names of a file, counted from the queen's rook's.
fn file_name(file: u8) -> MovePart {
    let names = match file {
        0 | 7 => ROOK,
        1 | 6 => KNIGHT,
        2 | 5 => BISHOP,
        3 => return Literal(QUEEN, 0.0),
        _ => return Literal(KING, 0.0),
    };
    let own = usize::from(file < 4);
    let wings = vec![MovePart::NOTHING, Literal(HALVES[own], 0.0), Literal(HALVES[1 - own], WRONG_WING)];
    Sequence(vec![Either(wings), Literal(names, 0.0)])
}

fn square(file: u8, rank: u8, his: bool) -> MovePart {
    let ranks = RANKS[usize::from(rank)];
    let file = Sequence(vec![file_name(file), Literal(POSSESSIVE, 0.0)]);
    let file = if his { Either(vec![file, Literal(HIS, 0.0)]) } else { file };
    Sequence(vec![file, Literal(ranks, 0.0)])
}
