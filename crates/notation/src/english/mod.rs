//! English descriptive notation in all its dialects: `P-K4`, `Kt-KB3`, `P. to K's 4th.`, `Q. takes Q. B. P.
//! (ch.)`, the program of 1977 with `P*PE`, and books in which every piece keeps its birth name; and English with
//! algebraic squares (`P-e4`, `Kt-f3`, `knight takes d5`).
//!
//! One parser reads all dialects with descriptive squares, since books mix them; each dialect is written in its own
//! [`Style`]. With algebraic squares `b4` is a square and no bishop's fourth, so that dialect has productions of its own.

mod lex;
mod parse;
mod write;

use shakmaty::{Chess, Color, Move};

use super::san::SAN;
use super::{Habit, Notation, Senses};
use crate::lineage::Lineage;
use crate::skeleton::{Deed, Skeleton};
use lex::{Lexeme, SquareNames};
pub use write::Style;

/// A dialect of English descriptive notation.
#[derive(Debug)]
pub struct English {
    name: &'static str,
    title: &'static str,
    style: Style,
}

/// `Kt-KB3`, `PxP`, `B-Kt5 ch`: printed books of 1880–1970.
pub static ENGLISH: English = English {
    name: "english",
    title: "English descriptive: P-K4, Kt-KB3, PxP, B-Kt5 ch",
    style: Style::BOOK,
};
/// The same with `N` for the knight.
pub static ENGLISH_N: English =
    English { name: "english-n", title: "English descriptive with N: N-KB3, B-N5 ch", style: Style::MODERN };
/// `P. to K's 4th.`
pub static STAUNTON: English = English {
    name: "staunton",
    title: "English in long forms: P. to K's 4th., Q. takes P. (ch.)",
    style: Style::STAUNTON,
};
/// Bell & Jacobi's program of 1977.
pub static ENGLISH_1977: English = English {
    name: "english-1977",
    title: "English of the 1977 program: P-K4, P*PE, N/3-B4",
    style: Style::PROGRAM,
};

/// `P-e4`, `Kt-f3`, `bishop takes b5`, `d takes e5`: English men, algebraic squares.
pub static ENGLISH_SQUARES: EnglishSquares = EnglishSquares;

/// English names of men with algebraic squares, as in Edward Lasker's books and in dictated games.
#[derive(Debug)]
pub struct EnglishSquares;

impl Notation for EnglishSquares {
    fn name(&self) -> &'static str {
        "english-squares"
    }

    fn aliases(&self) -> &'static [&'static str] {
        &["english-algebraic", "dictated"]
    }

    fn title(&self) -> &'static str {
        "English men with algebraic squares: P-e4, Kt-f3, bishop takes b5"
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        read_by_squares(text, side)
    }

    fn may_contain(&self, word: &str) -> bool {
        lex::may_contain(word)
    }

    fn write(&self, position: &Chess, _: &Lineage, m: Move) -> Option<String> {
        Some(write::by_squares(position, m))
    }
}

fn read_by_squares(text: &str, side: Color) -> Senses {
    // A number in brackets before a move is the record's own, and no footnote.
    let numbered =
        text.strip_prefix(['[', '(']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if numbered || is_plain_prose(text) {
        return Senses::new();
    }
    let Some(tokens) = lex::lex(text, SquareNames::Algebraic) else { return Senses::new() };
    // What names no square says the same in both dialects (`PxP`, `P*P/3`).
    if !tokens.iter().any(|token| matches!(token, Lexeme::AlgebraicSquare(_)))
        && let Some(tokens) = lex::lex(text, SquareNames::Descriptive)
        && !tokens.iter().any(|token| matches!(token, Lexeme::AlgebraicSquare(_)))
    {
        let senses = parse::parse(&tokens, side);
        if senses.iter().all(|sense| names_no_square(&sense.skeleton)) && !senses.is_empty() {
            return senses;
        }
    }
    let mut senses = parse::by_squares(&tokens, side);
    if is_more_usual_elsewhere(text, side) {
        demote(&mut senses);
    }
    senses
}

/// Words without which a text in plain words and no figure names no move.
const TELLING: &[&str] = &[
    "take", "captur", "castl", "one", "two", "three", "four", "five", "six", "seven", "eight", "first",
    "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
];

/// Whether a text is words that name no square and take nothing: `the threat` is none of its ranks.
fn is_plain_prose(text: &str) -> bool {
    let words = text.trim_end_matches(['.', ',', ';', '!', '?']);
    words.chars().all(|c| c.is_ascii_lowercase() || c == ' ')
        && !TELLING.iter().any(|word| words.contains(word))
}

/// Whether a meaning leaves the square open to which a man goes.
fn names_no_square(skeleton: &Skeleton) -> bool {
    match &skeleton.deed {
        Deed::Displace(said) => said.to == shakmaty::Bitboard::FULL,
        Deed::Castle(_) | Deed::Pass | Deed::Same => true,
    }
}

/// Whether a text is rather SAN (`Bb4`) or descriptive (`P-B4`).
fn is_more_usual_elsewhere(text: &str, side: Color) -> bool {
    // One word is the move in SAN; footnotes may stand beside it: `(a) Nc6`.
    let is_san = |word: &str| {
        word.starts_with(['N', 'B', 'R', 'Q', 'K'])
            && SAN.read(word, side).first().is_some_and(|sense| sense.habit == Habit::Plain)
    };
    let capital_square = text
        .as_bytes()
        .windows(2)
        .any(|pair| (b'A'..=b'H').contains(&pair[0]) && (b'1'..=b'8').contains(&pair[1]));
    capital_square || text.split_whitespace().any(is_san)
}

/// The senses of a text in descriptive notation. A square in algebraic form (`Kt-f3`) is not its usual form; `b4` in
/// small letters behind a capital or a word, or at once behind a man (`nb4`), may be either.
fn read_descriptive(text: &str, side: Color) -> Senses {
    let Some(tokens) = lex::lex(text, SquareNames::Descriptive) else {
        return with_squares(text, side, Senses::new());
    };
    let mut senses = parse::parse(&tokens, side);
    let names_square = tokens.iter().any(|token| matches!(token, Lexeme::AlgebraicSquare(_)));
    if names_square {
        demote(&mut senses);
    }
    with_squares(text, side, senses)
}

/// Adds the reading of `b4` as a square.
fn with_squares(text: &str, side: Color, mut senses: Senses) -> Senses {
    if !may_name_b_file(text) {
        return senses;
    }
    let mut squares = read_by_squares(text, side);
    if !squares.is_empty() {
        demote(&mut senses);
        demote(&mut squares);
        senses.extend(squares);
    }
    senses
}

fn demote(senses: &mut Senses) {
    senses.iter_mut().for_each(|sense| sense.habit = Habit::Lenient);
}

/// Whether a small `b` with a digit stands behind a capital or a word, or at once behind the letter of a man.
fn may_name_b_file(text: &str) -> bool {
    let bytes = text.as_bytes();
    let square = bytes.windows(2).rposition(|pair| pair[0] == b'b' && (b'1'..=b'8').contains(&pair[1]));
    square.is_some_and(|at| {
        let before = &bytes[..at];
        let words = before.split(|byte| !byte.is_ascii_alphabetic()).map(<[u8]>::len).max();
        let is_glued = matches!(before, [.., b'n' | b't' | b'b' | b'r' | b'q' | b'k']);
        is_glued || before.iter().any(u8::is_ascii_uppercase) || words.is_some_and(|longest| longest >= WORD)
    })
}

/// Letters of the shortest name of a man in full.
const WORD: usize = 4;

impl Notation for English {
    fn name(&self) -> &'static str {
        self.name
    }

    fn aliases(&self) -> &'static [&'static str] {
        if self.name == "english" { &["descriptive"] } else { &[] }
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn read(&self, text: &str, side: Color) -> Senses {
        read_descriptive(text, side)
    }

    fn may_contain(&self, word: &str) -> bool {
        lex::may_contain(word)
    }

    fn write(&self, position: &Chess, lineage: &Lineage, m: Move) -> Option<String> {
        write::write(&self.style, position, lineage, m)
    }

    fn guessable(&self) -> bool {
        self.name == ENGLISH.name
    }
}
