//! The parts of an algebraic move.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use super::TAKES;
use super::alphabet::{SignKind, Token};
use crate::skeleton::{Capture, Displacement, Promotion, Roles, Victim};

/// Whether the first letter is read as a piece or as a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum First {
    /// A piece's letter.
    Man,
    /// A file: the piece is a pawn, or not stated.
    File,
}

/// The separator between origin and target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Between {
    /// None.
    Nothing,
    /// A dash.
    Dash,
    /// A capture mark, here or after the move.
    Take,
}

/// Whether letters have the usual case: upper case for pieces, lower case for files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LetterCase {
    /// Usual.
    Proper,
    /// All upper case.
    Upper,
    /// All lower case.
    Lower,
    /// Anything else.
    Odd,
}

/// The parts of an algebraic move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The piece, if a letter names it.
    pub role: Option<Role>,
    /// File of origin.
    pub from_file: Option<File>,
    /// Rank of origin.
    pub from_rank: Option<Rank>,
    /// The separator.
    pub between: Between,
    /// File of the target.
    pub to_file: File,
    /// Rank of the target; missing in short pawn captures (`exd`).
    pub to_rank: Option<Rank>,
    /// The piece that is taken, if a letter behind the capture mark names it: `Cc6xCd4`.
    pub victim: Option<Role>,
    /// The promotion piece.
    pub promotion: Option<Role>,
    /// Whether the promotion is written with `=`.
    pub equals: bool,
    /// Whether the promotion is set off, by `=` or brackets.
    pub set_off: bool,
    /// A single `E` after the move ("en passant" in the program of 1977).
    pub suffix_e: bool,
    /// The case of its letters.
    pub case: LetterCase,
}

impl Parts {
    /// Parses `tokens`, reading the first letter as `first` says.
    #[must_use]
    pub fn parse(tokens: &[Token], first: First) -> Option<Parts> {
        let mut tokens = tokens;
        let mut cases = Cases::default();
        let role = match first {
            First::Man => {
                let (man, rest) = tokens.split_first()?;
                cases.man(man.kind);
                tokens = rest;
                Some(man.role?)
            }
            First::File => None,
        };
        let suffix;
        (tokens, suffix) = strip_suffix(tokens, role);
        let mut between = Between::Nothing;
        if let Some((Token { kind: SignKind::Take, .. }, rest)) = tokens.split_last() {
            between = Between::Take;
            tokens = rest;
        }
        let (last, rest) = tokens.split_last()?;
        let (to_file, to_rank, mut rest) = match last.kind {
            SignKind::Rank(rank) => {
                let (file, rest) = rest.split_last()?;
                cases.file(file.kind);
                (file.file?, Some(rank), rest)
            }
            _ => {
                cases.file(last.kind);
                (last.file?, None, rest)
            }
        };
        let mut victim = None;
        if let [before @ .., Token { kind: SignKind::Take, .. }, taken] = rest
            && let (Some(role), Some(_), SignKind::Upper | SignKind::Figurine) =
                (taken.role, to_rank, taken.kind)
        {
            victim = Some(role);
            rest = &rest[..=before.len()];
        }
        if let Some((sign, before)) = rest.split_last() {
            match sign.kind {
                SignKind::Take => (between, rest) = (Between::Take, before),
                SignKind::Dash => {
                    // `-x`: a dash before or after the capture mark is ignored.
                    rest = before;
                    if between == Between::Nothing {
                        between = Between::Dash;
                    }
                }
                _ => {}
            }
        }
        let (mut from_file, mut from_rank) = (None, None);
        if let Some((token, after)) = rest.split_first()
            && let Some(file) = token.file
        {
            cases.file(token.kind);
            (from_file, rest) = (Some(file), after);
        }
        if let Some((token, after)) = rest.split_first()
            && let Some(rank) = token.rank()
        {
            (from_rank, rest) = (Some(rank), after);
        }
        if let [Token { kind: SignKind::Dash, .. }] = rest
            && between == Between::Take
        {
            rest = &[];
        }
        let whole = rest.is_empty()
            && (to_rank.is_some() || (role.is_none() && from_file.is_some() && from_rank.is_none()));
        whole.then_some(Parts {
            role,
            from_file,
            from_rank,
            between,
            to_file,
            to_rank,
            victim,
            promotion: suffix.promotion,
            equals: suffix.equals,
            set_off: suffix.set_off,
            suffix_e: suffix.e,
            case: cases.case(),
        })
    }

    /// The parses with the first letter as a piece and as a file, in this order; either may fail.
    #[must_use]
    pub fn both(tokens: &[Token]) -> (Option<Parts>, Option<Parts>) {
        let Some(first) = tokens.first() else { return (None, None) };
        let man = first.role.and_then(|_| Parts::parse(tokens, First::Man));
        let file = first.file.and_then(|_| Parts::parse(tokens, First::File));
        (man, file)
    }

    /// The possible origin squares.
    #[must_use]
    pub fn from_mask(&self) -> Bitboard {
        let mut mask = Bitboard::FULL;
        if let Some(file) = self.from_file {
            mask &= Bitboard::from_file(file);
        }
        if let Some(rank) = self.from_rank {
            mask &= Bitboard::from_rank(rank);
        }
        mask
    }

    /// The possible target squares.
    #[must_use]
    pub fn to_mask(&self) -> Bitboard {
        let file = Bitboard::from_file(self.to_file);
        self.to_rank.map_or(file, |rank| file & Bitboard::from_rank(rank))
    }

    /// The origin, if both file and rank are given.
    #[must_use]
    pub fn from_square(&self) -> Option<Square> {
        Some(Square::from_coords(self.from_file?, self.from_rank?))
    }

    /// The target, if both file and rank are given.
    #[must_use]
    pub fn to_square(&self) -> Option<Square> {
        Some(Square::from_coords(self.to_file, self.to_rank?))
    }

    /// Whether the target is on the last rank of `side`.
    #[must_use]
    pub fn on_last_rank(&self, side: Color) -> bool {
        self.to_rank == Some(side.fold_wb(Rank::Eighth, Rank::First))
    }

    /// Whether the promotion, if any, is on the last rank. One to a king is read where it is set off, so that it is
    /// refused as that and not taken for a piece of another language.
    #[must_use]
    pub fn promotion_is_possible(&self, side: Color) -> bool {
        self.promotion.is_none_or(|role| {
            let is_said = match role {
                Role::Pawn => false,
                Role::King => self.set_off && self.on_last_rank(side),
                _ => true,
            };
            is_said
                && matches!(self.role, None | Some(Role::Pawn))
                && (self.to_rank.is_none() || self.on_last_rank(side))
        })
    }

    /// The capture of the piece that is named, or of any.
    #[must_use]
    pub fn takes(&self) -> Capture {
        let named = |role| Capture::Takes(Victim { roles: Roles::only(role), ..Victim::ANY });
        self.victim.map_or(TAKES, named)
    }

    /// The displacement, with a capture if there is a capture mark.
    #[must_use]
    pub fn displacement(&self, roles: Roles) -> Displacement {
        Displacement {
            roles,
            from: self.from_mask(),
            to: self.to_mask(),
            capture: match self.between {
                Between::Take => self.takes(),
                Between::Nothing | Between::Dash => Capture::Unstated,
            },
            promotion: self.promotion.map_or(Promotion::Unstated, Promotion::To),
            ..Displacement::ANY
        }
    }
}

/// What stands behind the squares of a move.
#[derive(Copy, Clone, Debug, Default)]
struct Suffix {
    promotion: Option<Role>,
    equals: bool,
    set_off: bool,
    /// A single `E`.
    e: bool,
}

/// Splits off the promotion, or the single `E`, at the end.
fn strip_suffix(tokens: &[Token], role: Option<Role>) -> (&[Token], Suffix) {
    match tokens {
        [head @ .., Token { kind: SignKind::Bracket, .. }, man, Token { kind: SignKind::Bracket, .. }]
            if man.role.is_some() =>
        {
            // `e4 (b)`, `Nf8 (B)`: a footnote, unless a pawn can promote there.
            let last = head.last().and_then(|token| token.rank());
            let becomes = matches!(last, None | Some(Rank::First | Rank::Eighth));
            let pawn = matches!(role, None | Some(Role::Pawn));
            let promotion = man.role.filter(|_| becomes && pawn);
            (head, Suffix { promotion, set_off: true, ..Suffix::default() })
        }
        [head @ .., Token { kind: SignKind::Becomes, .. }, man] if man.role.is_some() => {
            (head, Suffix { promotion: man.role, equals: true, set_off: true, e: false })
        }
        [head @ .., before, man] if man.role.is_some() && before.rank().is_some() => {
            let head = tokens.split_last().map_or(head, |(_, rest)| rest);
            (head, Suffix { promotion: man.role, ..Suffix::default() })
        }
        [head @ .., before, Token { file: Some(File::E), .. }] if before.rank().is_some() => {
            let head = tokens.split_last().map_or(head, |(_, rest)| rest);
            (head, Suffix { e: true, ..Suffix::default() })
        }
        _ => (tokens, Suffix::default()),
    }
}

/// The case of the letters so far.
#[derive(Copy, Clone, Default)]
struct Cases {
    man: Option<SignKind>,
    upper_file: bool,
    lower_file: bool,
}

impl Cases {
    fn man(&mut self, kind: SignKind) {
        self.man = Some(kind);
    }

    fn file(&mut self, kind: SignKind) {
        match kind {
            SignKind::Upper => self.upper_file = true,
            _ => self.lower_file = true,
        }
    }

    fn case(self) -> LetterCase {
        match (self.man, self.upper_file, self.lower_file) {
            (None | Some(SignKind::Upper | SignKind::Figurine), false, _) => LetterCase::Proper,
            (None | Some(SignKind::Upper | SignKind::Figurine), true, false) => LetterCase::Upper,
            (Some(SignKind::Lower), false, _) => LetterCase::Lower,
            _ => LetterCase::Odd,
        }
    }
}
