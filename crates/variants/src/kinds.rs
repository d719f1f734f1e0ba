//! The kinds of pieces that a rules file can name, and sets of them.

use crate::betza;
use crate::geometry::Region;
use crate::movement::{Movement, When};

/// A kind of piece: an index into [`NAMES`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PieceKind(pub u8);

/// How many custom pieces a rules file may define.
pub const CUSTOM: u8 = 26;

/// The names of the predefined kinds, and their movements in Betza's notation.
const PREDEFINED: [(&str, &str); 36] = [
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// The first custom piece.
const FIRST_CUSTOM: u8 = PREDEFINED.len() as u8;

impl PieceKind {
    /// A wall: a square that nothing enters, such as the one on which the duck of Duck chess sits.
    pub const WALL: PieceKind = PieceKind(u8::MAX - 1);
    /// The chess pawn.
    pub const PAWN: PieceKind = PieceKind(0);
    /// The knight.
    pub const KNIGHT: PieceKind = PieceKind(1);
    /// The bishop.
    pub const BISHOP: PieceKind = PieceKind(2);
    /// The rook.
    pub const ROOK: PieceKind = PieceKind(3);
    /// The queen.
    pub const QUEEN: PieceKind = PieceKind(4);
    /// The fers: one step slanting.
    pub const FERS: PieceKind = PieceKind(5);
    /// The pawn of shogi.
    pub const SHOGI_PAWN: PieceKind = PieceKind(18);
    /// The cannon of janggi.
    pub const JANGGI_CANNON: PieceKind = PieceKind(27);
    /// The soldier of xiangqi.
    pub const SOLDIER: PieceKind = PieceKind(28);
    /// The wazir: one step straight.
    pub const WAZIR: PieceKind = PieceKind(33);
    /// The king: it may never be left in check.
    pub const KING: PieceKind = PieceKind(FIRST_CUSTOM + CUSTOM);
    /// Not a kind: any piece, where a key takes `*`.
    pub const ANY: PieceKind = PieceKind(63);

    /// Every kind, the king last.
    pub fn all() -> impl Iterator<Item = PieceKind> {
        (0..=PieceKind::KING.0).map(PieceKind)
    }

    /// The kind of a name in a rules file: `knight`, `customPiece3`, `king`.
    #[must_use]
    pub fn named(name: &str) -> Option<PieceKind> {
        if let Some(index) = PREDEFINED.iter().position(|(known, _)| *known == name) {
            return Some(PieceKind(index as u8));
        }
        if name == "king" {
            return Some(PieceKind::KING);
        }
        let number: u8 = name.strip_prefix("customPiece")?.parse().ok()?;
        (1..=CUSTOM).contains(&number).then(|| PieceKind(FIRST_CUSTOM + number - 1))
    }

    /// The name in a rules file.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            PieceKind::KING => "king".into(),
            PieceKind::ANY => "man".into(),
            PieceKind(index) if index < FIRST_CUSTOM => PREDEFINED[index as usize].0.into(),
            PieceKind(index) => format!("customPiece{}", index - FIRST_CUSTOM + 1),
        }
    }

    /// Whether its movements come from the rules file.
    #[must_use]
    pub fn is_custom(self) -> bool {
        (FIRST_CUSTOM..PieceKind::KING.0).contains(&self.0)
    }

    /// The movements of a predefined kind; a custom piece has none of its own.
    #[must_use]
    pub fn movements(self) -> Vec<Movement> {
        let text = match self {
            PieceKind::KING => "K",
            PieceKind(index) if index < FIRST_CUSTOM => PREDEFINED[index as usize].1,
            _ => "",
        };
        let mut movements = betza::parse(text).unwrap_or_default();
        if self == PieceKind::PAWN {
            let step =
                |ranks, when| Movement { capture: false, lame: true, when, ..Movement::leap(0, ranks) };
            movements.push(step(2, When::DoubleStep));
            movements.push(step(3, When::TripleStep));
        }
        movements
    }
}

/// A set of kinds, [`Kind::ANY`] among them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Kinds(u64);

impl Kinds {
    /// No kind.
    pub const NONE: Kinds = Kinds(0);

    /// A set of the kinds listed.
    #[must_use]
    pub const fn of(kinds: &[PieceKind]) -> Kinds {
        let mut bits = 0;
        let mut at = 0;
        while at < kinds.len() {
            bits |= 1 << kinds[at].0;
            at += 1;
        }
        Kinds(bits)
    }

    /// Whether this kind itself is in the set.
    #[must_use]
    pub const fn contains(self, kind: PieceKind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Whether this kind is in the set, or [`Kind::ANY`] is.
    #[must_use]
    pub const fn takes(self, kind: PieceKind) -> bool {
        self.contains(kind) || self.contains(PieceKind::ANY)
    }

    /// Adds a kind.
    pub fn insert(&mut self, kind: PieceKind) {
        self.0 |= 1 << kind.0;
    }

    /// Takes a kind out.
    pub fn remove(&mut self, kind: PieceKind) {
        self.0 &= !(1 << kind.0);
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds of the set.
    pub fn iter(self) -> impl Iterator<Item = PieceKind> {
        (0..64u8).filter(move |bit| self.0 >> bit & 1 == 1).map(PieceKind)
    }
}

/// What the rules say of one kind of piece.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceType {
    /// The letter in FEN and in moves, small.
    pub letter: u8,
    /// A second letter that readers take too, and SAN writes.
    pub synonym: Option<u8>,
    /// What people call it, if the rules file says so.
    pub name: Option<String>,
    /// How it moves.
    pub movements: Vec<Movement>,
    /// Where White's and Black's may stand; `None` is everywhere.
    pub mobility: [Option<Region>; 2],
    /// What it becomes in the promotion zone, in games like shogi.
    pub promoted: Option<PieceKind>,
    /// How many of the kind promotion may make; 0 is any number.
    pub limit: u8,
}
