//! The parser shared by all algebraic notations: a move is an optional piece, an optional origin, an optional
//! separator, a target and an optional promotion. Notations differ in their letters ([`Alphabet`]) and in the
//! parts ([`Parts`]) that they allow.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square};

use super::scan::{is_blank, is_capture, is_dash};
use super::{Habit, Sense, Senses};
use crate::skeleton::{Capture, Displacement, Mark, Promotion, Roles, Skeleton, Victim};

/// The meaning of one sign of a text. A letter may be both a file and a piece (`b`, `B`).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The piece that the letter denotes.
    pub role: Option<Role>,
    /// The file that it denotes.
    pub file: Option<File>,
    /// Its kind.
    pub kind: SignKind,
}

/// The kind of a sign.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SignKind {
    /// A capital letter.
    Upper,
    /// A lower-case letter.
    Lower,
    /// A letter without case: a figurine.
    Figurine,
    /// A rank.
    Rank(Rank),
    /// A dash.
    Dash,
    /// A capture mark.
    Take,
    /// `=` or `/` before a promotion piece.
    Becomes,
    /// A bracket.
    Bracket,
}

impl Token {
    const fn sign(kind: SignKind) -> Token {
        Token { role: None, file: None, kind }
    }

    const fn rank(self) -> Option<Rank> {
        match self.kind {
            SignKind::Rank(rank) => Some(rank),
            _ => None,
        }
    }
}

/// Most signs of a bare move: `Ktg1xf3` and `(Kt)`, with some margin.
const LONGEST: usize = 14;

/// A text as signs.
pub type Tokens = ArrayVec<Token, LONGEST>;

/// The letters of the pieces in one language.
#[derive(Debug)]
pub struct Alphabet {
    /// Pieces denoted by single ASCII letters, by character code.
    ascii: [Option<Role>; 128],
    /// How each piece is written: pawn, knight, bishop, rook, queen, king.
    men: [&'static str; 6],
    /// Other spellings.
    also: &'static [(&'static str, Role)],
    /// ASCII letters (as a bit set) with which a spelling of several letters begins.
    begins: u128,
}

impl Alphabet {
    /// The alphabet that writes `men` (pawn, knight, bishop, rook, queen, king) and also reads the other
    /// spellings. An empty spelling is never read.
    #[must_use]
    pub const fn new(men: [&'static str; 6], also: &'static [(&'static str, Role)]) -> Alphabet {
        let mut alphabet = Alphabet { ascii: [None; 128], men, also, begins: 0 };
        let mut i = 0;
        while i < also.len() {
            alphabet = alphabet.spelled(also[i].0.as_bytes(), also[i].1);
            i += 1;
        }
        let mut i = 0;
        while i < 6 {
            alphabet = alphabet.spelled(men[i].as_bytes(), Role::ALL[i]);
            i += 1;
        }
        alphabet
    }

    const fn spelled(mut self, bytes: &[u8], role: Role) -> Alphabet {
        if bytes.len() == 1 && bytes[0].is_ascii_alphabetic() {
            self.ascii[bytes[0].to_ascii_lowercase() as usize] = Some(role);
            self.ascii[bytes[0].to_ascii_uppercase() as usize] = Some(role);
        } else if bytes.len() > 1 && bytes[0].is_ascii_alphabetic() {
            self.begins |= 1 << bytes[0].to_ascii_lowercase() | 1 << bytes[0].to_ascii_uppercase();
        }
        self
    }

    /// The letter of `role`.
    #[must_use]
    pub const fn letter(&self, role: Role) -> &'static str {
        self.men[role as usize - 1]
    }

    /// The letters of pieces, files and ranks.
    #[must_use]
    pub fn signs(&self) -> String {
        let men = self.men.iter().flat_map(|man| man.chars());
        men.chain("abcdefgh12345678".chars()).collect()
    }

    /// Splits a text, after `peel`, into signs; `None` if it has a character that no move has.
    #[must_use]
    pub fn cut(&self, core: &str) -> Option<Tokens> {
        let mut tokens = Tokens::new();
        let mut rest = core;
        while let Some(c) = rest.chars().next() {
            let token = match c {
                '1'..='8' => Token::sign(SignKind::Rank(Rank::new(c as u32 - '1' as u32))),
                'a'..='z' | 'A'..='Z' => {
                    if self.begins & 1 << c as u32 != 0
                        && let Some((token, after)) = self.spelling(rest)
                    {
                        tokens.try_push(token).ok()?;
                        rest = after;
                        continue;
                    }
                    let role = self.ascii[c as usize];
                    let file = File::from_char(c.to_ascii_lowercase());
                    match (role, file) {
                        (None, None) if is_capture(c) => Token::sign(SignKind::Take),
                        (None, None) => return None,
                        _ => Token { role, file, kind: case(c) },
                    }
                }
                '-' => Token::sign(SignKind::Dash),
                '=' | '/' => Token::sign(SignKind::Becomes),
                '(' | ')' => Token::sign(SignKind::Bracket),
                _ if is_blank(c) => {
                    rest = &rest[c.len_utf8()..];
                    continue;
                }
                _ => {
                    if let Some((token, after)) = self.spelling(rest) {
                        tokens.try_push(token).ok()?;
                        rest = after;
                        continue;
                    }
                    if is_capture(c) {
                        Token::sign(SignKind::Take)
                    } else if is_dash(c) {
                        Token::sign(SignKind::Dash)
                    } else {
                        Token { role: None, file: Some(look_alike(c)?), kind: case(c) }
                    }
                }
            };
            tokens.try_push(token).ok()?;
            rest = &rest[c.len_utf8()..];
        }
        Some(tokens)
    }

    /// The longest spelling of a piece at the start of `text`, except single ASCII letters.
    fn spelling<'t>(&self, text: &'t str) -> Option<(Token, &'t str)> {
        let first = text.chars().next()?;
        let men = self.men.iter().copied().zip(Role::ALL);
        let (role, after) = self
            .also
            .iter()
            .copied()
            .chain(men)
            .filter(|(spelling, _)| spelling.len() > 1)
            .filter_map(|(spelling, role)| Some((role, strip_caseless(text, spelling)?)))
            .min_by_key(|(_, after)| after.len())?;
        Some((Token { role: Some(role), file: look_alike(first), kind: case(first) }, after))
    }
}

fn case(c: char) -> SignKind {
    if c.is_uppercase() {
        SignKind::Upper
    } else if c.is_lowercase() {
        SignKind::Lower
    } else {
        SignKind::Figurine
    }
}

/// The file whose Latin letter looks like this letter of another script.
fn look_alike(c: char) -> Option<File> {
    Some(match c {
        'а' | 'А' | 'α' | 'Α' => File::A,
        'В' | 'Β' => File::B,
        'с' | 'С' => File::C,
        'е' | 'Е' | 'Ε' => File::E,
        'Н' | 'Η' => File::H,
        _ => return None,
    })
}

fn strip_caseless<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let mut rest = text.chars();
    for wanted in prefix.chars() {
        let c = rest.next()?;
        if c != wanted && !c.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    Some(rest.as_str())
}

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
pub enum Case {
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
    /// The promotion piece.
    pub promotion: Option<Role>,
    /// Whether the promotion is written with `=`.
    pub equals: bool,
    /// A single `E` after the move ("en passant" in the program of 1977).
    pub suffix_e: bool,
    /// The case of its letters.
    pub case: Case,
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
        let (promotion, equals, suffix_e);
        (tokens, promotion, equals, suffix_e) = strip_suffix(tokens, role);
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
            promotion,
            equals,
            suffix_e,
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

    /// Whether the promotion, if any, is on the last rank.
    #[must_use]
    pub fn promotion_is_possible(&self, side: Color) -> bool {
        self.promotion.is_none_or(|role| {
            !matches!(role, Role::Pawn | Role::King)
                && matches!(self.role, None | Some(Role::Pawn))
                && (self.to_rank.is_none() || self.on_last_rank(side))
        })
    }

    /// The displacement, with a capture if there is a capture mark.
    #[must_use]
    pub fn displacement(&self, roles: Roles) -> Displacement {
        Displacement {
            roles,
            from: self.from_mask(),
            to: self.to_mask(),
            capture: match self.between {
                Between::Take => TAKES,
                Between::Nothing | Between::Dash => Capture::Unstated,
            },
            promotion: self.promotion.map_or(Promotion::Unstated, Promotion::To),
            ..Displacement::ANY
        }
    }
}

/// A capture of any piece.
pub const TAKES: Capture = Capture::Takes(Victim::ANY);

/// Splits off the promotion, or the single `E`, at the end.
fn strip_suffix(tokens: &[Token], role: Option<Role>) -> (&[Token], Option<Role>, bool, bool) {
    match tokens {
        [head @ .., Token { kind: SignKind::Bracket, .. }, man, Token { kind: SignKind::Bracket, .. }]
            if man.role.is_some() =>
        {
            // `e4 (b)`, `Nf8 (B)`: a footnote, unless a pawn can promote there.
            let last = head.last().and_then(|token| token.rank());
            let becomes = matches!(last, None | Some(Rank::First | Rank::Eighth));
            let pawn = matches!(role, None | Some(Role::Pawn));
            (head, man.role.filter(|_| becomes && pawn), false, false)
        }
        [head @ .., Token { kind: SignKind::Becomes, .. }, man] if man.role.is_some() => {
            (head, man.role, true, false)
        }
        [head @ .., before, man] if man.role.is_some() && before.rank().is_some() => {
            (tokens.split_last().map_or(head, |(_, rest)| rest), man.role, false, false)
        }
        [head @ .., before, Token { file: Some(File::E), .. }] if before.rank().is_some() => {
            (tokens.split_last().map_or(head, |(_, rest)| rest), None, false, true)
        }
        _ => (tokens, None, false, false),
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

    fn case(self) -> Case {
        match (self.man, self.upper_file, self.lower_file) {
            (None | Some(SignKind::Upper | SignKind::Figurine), false, _) => Case::Proper,
            (None | Some(SignKind::Upper | SignKind::Figurine), true, false) => Case::Upper,
            (Some(SignKind::Lower), false, _) => Case::Lower,
            _ => Case::Odd,
        }
    }
}

/// Castling written with zeros or letters O, in any spelling: `O-O`, `0-0-0`, `OO`, `O — O`, `o-o`.
///
/// ```
/// use scorebook_notation::algebraic::castling;
/// use shakmaty::CastlingSide;
/// assert_eq!(castling("0-0"), Some(CastlingSide::KingSide));
/// assert_eq!(castling("O — O — O"), Some(CastlingSide::QueenSide));
/// assert_eq!(castling("O0"), Some(CastlingSide::KingSide));
/// assert_eq!(castling("e4"), None);
/// ```
#[must_use]
pub fn castling(core: &str) -> Option<CastlingSide> {
    let mut noughts = 0;
    for c in core.chars() {
        match c {
            'O' | 'o' | '0' | 'О' | 'о' | 'Ο' | 'ο' => noughts += 1,
            _ if is_dash(c) || is_blank(c) => {}
            _ => return None,
        }
    }
    match noughts {
        2 => Some(CastlingSide::KingSide),
        3 => Some(CastlingSide::QueenSide),
        _ => None,
    }
}

/// The side of castling, if `from` and `to` are a king's two steps along the first rank.
#[must_use]
pub fn castling_by_king(side: Color, from: Square, to: Square) -> Option<CastlingSide> {
    let king = side.fold_wb(Square::E1, Square::E8);
    if from != king {
        return None;
    }
    CastlingSide::ALL.into_iter().find(|wing| wing.king_to(side) == to)
}

/// A single sense.
#[must_use]
pub fn sense(displacement: Displacement, mark: Mark, habit: Habit) -> Sense {
    Sense { skeleton: Skeleton::displace(displacement).marked(mark), habit }
}

/// Castling as the only sense.
#[must_use]
pub fn castles(side: CastlingSide, mark: Mark) -> Senses {
    let skeleton = Skeleton::castle(Some(side)).marked(mark);
    Senses::from_iter([Sense::from(skeleton)])
}

#[cfg(test)]
mod tests {
    use super::*;

    static ENGLISH: Alphabet = Alphabet::new(["P", "N", "B", "R", "Q", "K"], &[("Kt", Role::Knight)]);

    #[test]
    fn longer_spellings_win() {
        let tokens = ENGLISH.cut("Ktf3").unwrap();
        assert_eq!(tokens[0].role, Some(Role::Knight));
        assert_eq!(tokens.len(), 3);
        assert_eq!(ENGLISH.cut("KTF3").unwrap()[0].role, Some(Role::Knight));
        assert_eq!(ENGLISH.cut("Kf3").unwrap()[0].role, Some(Role::King));
    }

    #[test]
    fn parts_of_a_move() {
        let parse = |text: &str| Parts::both(&ENGLISH.cut(text).unwrap());
        let (man, file) = parse("BA3");
        assert_eq!((man.unwrap().role, man.unwrap().case), (Some(Role::Bishop), Case::Upper));
        assert_eq!((file.unwrap().role, file.unwrap().from_file), (None, Some(File::B)));
        let (man, file) = parse("exd8=Q");
        assert!(man.is_none());
        let file = file.unwrap();
        assert_eq!((file.promotion, file.equals, file.between), (Some(Role::Queen), true, Between::Take));
        let (_, file) = parse("EF6E");
        assert!(file.unwrap().suffix_e);
        let (_, file) = parse("ed");
        assert_eq!(file.unwrap().to_rank, None);
        let (man, _) = parse("Ng1-f3");
        assert_eq!(man.unwrap().from_square(), Some(Square::G1));
        assert_eq!(man.unwrap().between, Between::Dash);
    }

    #[test]
    fn signs_that_no_move_has() {
        assert!(ENGLISH.cut("hello").is_none());
        assert!(ENGLISH.cut("e4e5e6e7e8d8c8b8a8").is_none());
    }
}
