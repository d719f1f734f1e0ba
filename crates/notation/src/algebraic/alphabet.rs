//! The letters of a notation, and a text as signs.

use arrayvec::ArrayVec;
use shakmaty::{File, Rank, Role};

use crate::scan::{is_blank, is_capture, is_dash, kept_of_word};

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

    pub(super) const fn rank(self) -> Option<Rank> {
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
    /// How each piece is written: pawn, knight, bishop, rook, queen, king.
    #[must_use]
    pub const fn letters(&self) -> [&'static str; 6] {
        self.men
    }

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
            let is_first = rest.len() == core.len();
            let begins = is_first || core[..core.len() - rest.len()].ends_with(is_blank);
            if begins
                && c.is_alphabetic()
                && let Some(after) = behind_capture_word(rest, is_first)
            {
                tokens.try_push(Token::sign(SignKind::Take)).ok()?;
                rest = after;
                continue;
            }
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
                    // The rook of Vietnamese is a capital X that begins the move, or ends it: `g8=X`.
                    let ends = matches!(rest[1..].trim_end_matches(is_blank), "" | ")");
                    let role = role.filter(|_| c != 'x' && (c != 'X' || begins || ends));
                    match (role, file) {
                        (None, None) if is_capture(c) => Token::sign(SignKind::Take),
                        (None, None) => return None,
                        _ => Token { role, file, kind: case(c) },
                    }
                }
                // French players write `ç3`, so that the file is not taken for the knight.
                'ç' => Token { role: None, file: Some(File::C), kind: SignKind::Lower },
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
                    if let (Some(file), Some('1'..='8')) = (look_alike(c), rest.chars().nth(1)) {
                        Token { role: None, file: Some(file), kind: case(c) }
                    } else if is_capture(c) {
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

    /// Whether a move of several words may have this one: see [`Notation::may_contain`](crate::Notation::may_contain).
    #[must_use]
    pub fn may_contain(&self, word: &str) -> bool {
        kept_of_word(word).is_none_or(|kept| self.cut(kept).is_some())
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

/// Words for a capture between two squares: `d4 pr. e5`, `Sf3 schlägt e5`.
const CAPTURES: &[&str] = &[
    "takes",
    "pr",
    "prend",
    "schlägt",
    "schl",
    "nimmt",
    "toma",
    "captura",
    "prende",
    "cattura",
    "neemt",
    "slaat",
    "slår",
    "tager",
    "tar",
    "bierze",
    "bije",
    "bere",
    "бьет",
    "бьёт",
    "берет",
    "берёт",
    "üti",
];

/// Letters for a capture behind another square, if a stop shortens the word: `c5 n. d4` (nimmt), `e4 t. d5` (tager).
const CAPTURE_LETTERS: &[&str] = &["n", "t"];

/// What stands behind a word for a capture at the start of a text; `is_first`: nothing stands before it.
fn behind_capture_word(text: &str, is_first: bool) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let (word, behind) = text.split_at(end);
    let is_whole = behind.chars().next().is_none_or(is_blank);
    let is_word = is_whole && word.len() > 1 && CAPTURES.iter().any(|known| word.eq_ignore_ascii_case(known));
    let is_letter = !is_first && behind.starts_with('.') && CAPTURE_LETTERS.contains(&word);
    (is_word || is_letter).then_some(behind)
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

/// The file that a letter of another script denotes: Greek books count the files `α` to `θ`, Serbian ones have those of their own
/// alphabet (`е4 Сф3 Сц6`), and other letters look like Latin ones.
fn look_alike(c: char) -> Option<File> {
    Some(match c {
        'β' => File::B,
        'γ' => File::C,
        'δ' => File::D,
        'ε' => File::E,
        'ζ' => File::F,
        'η' => File::G,
        'θ' => File::H,
        'б' => File::B,
        'ц' => File::C,
        'д' => File::D,
        'ф' => File::F,
        'г' => File::G,
        'х' => File::H,
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
