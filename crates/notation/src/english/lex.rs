//! Lexer of English descriptive notation.
//!
//! Spaces, dots, commas and the kind of dash are ignored; words run together (`PtoK4`, `KtxKP`) are split by
//! the longest known word.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use crate::scan::kept_of_word;
use crate::skeleton::{Mark, Stance};

/// A token.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Lexeme {
    /// A piece's letter or name; also a file.
    Piece(Role),
    /// A rank: `4`, `4th`.
    Rank(u32),
    /// `sq`, `square`: the first rank.
    Home,
    /// A dash or "to".
    To,
    /// `x`, `*`, "takes".
    Takes,
    /// "retakes": captures a piece that has just moved.
    Retakes,
    /// "it", after "takes": what has just moved.
    It,
    /// "his", "her": the file is the piece's own.
    Own,
    /// "adverse", "adversary's": the rank is counted from the other side.
    Adverse,
    /// "one", "two": steps of a pawn.
    Steps(u32),
    /// "squares", after the number of steps.
    Squares,
    /// "doubled", "passed" before a pawn.
    Stance(Stance),
    /// "castles".
    Castles,
    /// `O-O`.
    CastlesShort,
    /// `O-O-O`.
    CastlesLong,
    /// "side", after castling.
    Side,
    /// `e.p.`
    EnPassant,
    /// A mark, as a sign or in words.
    Mark(Mark),
    /// "becomes", "=": a promotion follows.
    Becomes,
    /// "queens", "queening".
    Queens,
    /// "moves", "interposes": nothing else is stated.
    Deed,
    /// "the same".
    Same,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `/`
    Slash,
    /// An algebraic file that is not a descriptive letter, as in `Ktg-f3`.
    AlgebraicFile(File),
    /// An algebraic square.
    AlgebraicSquare(Square),
    /// "short", "long": the wing of castling.
    Wing(CastlingSide),
    /// "from".
    From,
    /// "at", "on": before a square, or in the sense of "to".
    At,
}

/// Words without meaning here.
const FILLERS: &[&str] = &[
    "the", "a", "an", "and", "gives", "giving", "with", "plays", "best", "move", "own", "of", "by", "also",
    "then",
];

const WORDS: &[(&str, Lexeme)] = {
    use Lexeme::{
        Adverse, At, Becomes, Castles, Deed, EnPassant, From, Home, It, Own, Piece, Queens, Rank, Retakes,
        Same, Side, Squares, Steps, Takes, To, Wing,
    };
    &[
        ("king", Piece(Role::King)),
        ("queen", Piece(Role::Queen)),
        ("rook", Piece(Role::Rook)),
        ("bishop", Piece(Role::Bishop)),
        ("knight", Piece(Role::Knight)),
        ("pawn", Piece(Role::Pawn)),
        ("kt", Piece(Role::Knight)),
        ("k", Piece(Role::King)),
        ("q", Piece(Role::Queen)),
        ("r", Piece(Role::Rook)),
        ("b", Piece(Role::Bishop)),
        ("n", Piece(Role::Knight)),
        ("s", Piece(Role::Knight)),
        ("p", Piece(Role::Pawn)),
        ("to", To),
        ("takes", Takes),
        ("take", Takes),
        ("taking", Takes),
        ("tks", Takes),
        ("captures", Takes),
        ("tt", Takes),
        ("t", Takes),
        ("x", Takes),
        ("retakes", Retakes),
        ("it", It),
        ("his", Own),
        ("her", Own),
        ("its", Own),
        ("adverse", Adverse),
        ("adversary", Adverse),
        ("adv", Adverse),
        ("opponent", Adverse),
        ("first", Rank(1)),
        ("second", Rank(2)),
        ("third", Rank(3)),
        ("fourth", Rank(4)),
        ("fifth", Rank(5)),
        ("sixth", Rank(6)),
        ("seventh", Rank(7)),
        ("eighth", Rank(8)),
        ("one", Steps(1)),
        ("two", Steps(2)),
        ("squares", Squares),
        ("steps", Squares),
        ("step", Squares),
        ("square", Home),
        ("sq", Home),
        ("doubled", Lexeme::Stance(Stance::Doubled)),
        ("passed", Lexeme::Stance(Stance::Passed)),
        ("isolated", Lexeme::Stance(Stance::Isolated)),
        ("castles", Castles),
        ("castled", Castles),
        ("castling", Castles),
        ("castle", Castles),
        ("side", Side),
        ("short", Wing(CastlingSide::KingSide)),
        ("long", Wing(CastlingSide::QueenSide)),
        ("ep", EnPassant),
        ("enpas", EnPassant),
        ("enpass", EnPassant),
        ("enpassant", EnPassant),
        ("inpassing", EnPassant),
        ("e", EnPassant),
        ("ch", Lexeme::Mark(Mark::Check)),
        ("check", Lexeme::Mark(Mark::Check)),
        ("checks", Lexeme::Mark(Mark::Check)),
        ("checking", Lexeme::Mark(Mark::Check)),
        ("dbl", Lexeme::Mark(Mark::Double)),
        ("dble", Lexeme::Mark(Mark::Double)),
        ("double", Lexeme::Mark(Mark::Double)),
        ("dis", Lexeme::Mark(Mark::Discovered)),
        ("disc", Lexeme::Mark(Mark::Discovered)),
        ("discovered", Lexeme::Mark(Mark::Discovered)),
        ("discovering", Lexeme::Mark(Mark::Discovered)),
        ("discovers", Lexeme::Mark(Mark::Discovered)),
        ("mate", Lexeme::Mark(Mark::Mate)),
        ("mates", Lexeme::Mark(Mark::Mate)),
        ("mating", Lexeme::Mark(Mark::Mate)),
        ("checkmate", Lexeme::Mark(Mark::Mate)),
        ("becomes", Becomes),
        ("becoming", Becomes),
        ("making", Becomes),
        ("promotes", Becomes),
        ("promoting", Becomes),
        ("equals", Becomes),
        ("queens", Queens),
        ("queening", Queens),
        ("moves", Deed),
        ("interposes", Deed),
        ("covers", Deed),
        ("same", Same),
        ("from", From),
        ("fr", From),
        ("at", At),
        ("on", At),
        ("in", At),
    ]
};

/// What a letter of a file and a digit denote.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum SquareNames {
    /// A square of a piece's file, unless no piece has the letter: `b4` is the bishop's fourth.
    Descriptive,
    /// An algebraic square; the letter alone is a file.
    Algebraic,
}

/// Splits a text into tokens; `None` if something in it cannot be part of a move.
pub(super) fn lex(text: &str, names: SquareNames) -> Option<Vec<Lexeme>> {
    let mut chars: Vec<char> = text.chars().map(fold).collect();
    long_s(&mut chars);
    let original = text.chars().collect();
    Lexer { chars: &chars, original, names, at: 0, tokens: Vec::with_capacity(12) }.run()
}

/// Whether a move of several words may have this one: see [`Notation::may_contain`](crate::Notation::may_contain).
pub(super) fn may_contain(word: &str) -> bool {
    let small = word.to_ascii_lowercase();
    // What goes on over a blank: phrases, and the letters of castling.
    let goes_on = PHRASES.iter().any(|(phrase, _)| phrase.contains(&small))
        || small.starts_with('o')
        || small.ends_with('o');
    kept_of_word(word).is_none()
        || goes_on
        || [SquareNames::Descriptive, SquareNames::Algebraic]
            .into_iter()
            .any(|names| lex(word, names).is_some())
}

/// Maps typographic variants of a character to one character.
fn fold(c: char) -> char {
    match c {
        '–' | '—' | '‐' | '−' | '‑' | '‒' | '―' => '-',
        '×' | '✕' | '✗' => 'x',
        '†' | '‡' => '+',
        '’' | '‘' | '`' | '´' | 'ʼ' => '\'',
        '☛' | '☞' | '\u{a0}' | '\t' | '\r' | '\n' | '\u{2009}' | '\u{202f}' => ' ',
        '\u{200b}' | '\u{feff}' | '\u{ad}' => '.',
        '²' => '2',
        '³' => '3',
        'ſ' => 's',
        '¹' => '1',
        _ => c.to_ascii_lowercase(),
    }
}

/// Restores the long s, which scanners and typists take for an f: `Bifhop`, `the fame`, `caftles`.
fn long_s(chars: &mut [char]) {
    /// Shorter words are left alone.
    const SHORTEST: usize = 4;
    for word in chars.chunk_by_mut(|a, b| a.is_ascii_alphabetic() && b.is_ascii_alphabetic()) {
        let known = |word: &[char]| {
            WORDS.iter().any(|(text, _)| text.len() == word.len() && text.chars().eq(word.iter().copied()))
        };
        let places: Vec<usize> = (0..word.len()).filter(|&at| word[at] == 'f').collect();
        if word.len() < SHORTEST || places.is_empty() || places.len() > 2 || known(word) {
            continue;
        }
        for ways in 1..1 << places.len() {
            let mut spelled = word.to_vec();
            let turned = places.iter().enumerate().filter(|(bit, _)| ways >> bit & 1 == 1);
            turned.for_each(|(_, &at)| spelled[at] = 's');
            if known(&spelled) {
                word.copy_from_slice(&spelled);
                break;
            }
        }
    }
}

/// The mark of a footnote is no longer, …
const LONGEST_NOTE: usize = 16;
/// … and no word that is known.
const LONGEST_WORD: usize = 16;

struct Lexer<'c> {
    /// After `fold`.
    chars: &'c [char],
    original: Vec<char>,
    names: SquareNames,
    at: usize,
    tokens: Vec<Lexeme>,
}

impl Lexer<'_> {
    fn run(mut self) -> Option<Vec<Lexeme>> {
        while let Some(&c) = self.chars.get(self.at) {
            match c {
                ' ' | '.' | ',' | ';' | '!' | '?' | '\'' | '"' | '_' => self.at += 1,
                '(' if self.footnote(')') => {}
                '[' if self.footnote(']') => {}
                '(' | '[' => self.push(Lexeme::Open, 1),
                ')' | ']' => self.push(Lexeme::Close, 1),
                '-' if self.tokens.last() == Some(&Lexeme::To) => self.at += 1,
                '-' => self.push(Lexeme::To, 1),
                '/' => self.push(Lexeme::Slash, 1),
                '=' => self.push(Lexeme::Becomes, 1),
                '*' => self.push(Lexeme::Takes, 1),
                ':' => self.colon(),
                '+' => self.plus(),
                '#' => self.push(Lexeme::Mark(Mark::Mate), 1),
                '0' => self.zeros()?,
                '1'..='8' => self.rank()?,
                '&' => self.at = self.chars.len(),
                'a'..='z' => self.word()?,
                _ => return None,
            }
        }
        Some(self.tokens)
    }

    fn push(&mut self, token: Lexeme, length: usize) {
        self.tokens.push(token);
        self.at += length;
    }

    fn rest_is(&self, word: &str) -> bool {
        let mut chars = self.chars[self.at..].iter();
        word.chars().all(|c| chars.next() == Some(&c))
    }

    /// A footnote mark: `[A]`, `(a)`, `(J)`, `(1)`, `(*)`, `(AA)`, unless it denotes a piece or rank that may
    /// belong to the move.
    fn footnote(&mut self, close: char) -> bool {
        let behind = self.chars[self.at + 1..].iter().copied();
        let inside: Vec<char> = behind.take(LONGEST_NOTE + 1).take_while(|&c| c != close).collect();
        if inside.len() > LONGEST_NOTE {
            return false;
        }
        let letters: Vec<char> = inside.iter().copied().filter(|c| !matches!(c, '.' | ' ' | ',')).collect();
        let square_bracket = close == ']';
        let note = match letters.as_slice() {
            [] => true,
            [c] if square_bracket => c.is_alphanumeric() || *c == '*',
            // "(q)" can be a promotion, "(4)" a rank before a dash.
            [c] => !matches!(c, 'k' | 'q' | 'r' | 'b' | 'n' | 's' | 'p' | '1'..='8' | '+' | '#' | 'x'),
            [a, b] => a == b && a.is_ascii_alphabetic() || a.is_ascii_digit() && b.is_ascii_digit(),
            ['*', rest @ ..] => rest.iter().all(char::is_ascii_digit),
            _ => false,
        };
        if note {
            self.at += inside.len() + 2;
        }
        note
    }

    /// `:` before a piece is a capture; otherwise it is ignored ("Q-K5 : ch.").
    fn colon(&mut self) {
        self.at += 1;
        let next = self.chars[self.at..].iter().find(|c| !matches!(c, ' ' | '.'));
        if matches!(next, Some('k' | 'q' | 'r' | 'b' | 'n' | 'p')) {
            self.tokens.push(Lexeme::Takes);
        }
    }

    fn plus(&mut self) {
        let mut pluses = 0;
        while let Some('+' | ' ') = self.chars.get(self.at) {
            pluses += usize::from(self.chars[self.at] == '+');
            self.at += 1;
        }
        self.tokens.push(Lexeme::Mark(if pluses > 1 { Mark::DoubleOrMate } else { Mark::Check }));
    }

    /// `0-0`, `0-0-0`, `00`, `000`.
    fn zeros(&mut self) -> Option<()> {
        let zeros = self.castling_letters('0');
        self.castled(zeros)
    }

    /// Counts `letter`s that have only dashes and spaces between them, and moves after the last.
    fn castling_letters(&mut self, letter: char) -> usize {
        let (mut count, mut look) = (0, self.at);
        let mut end = self.at;
        while let Some(&c) = self.chars.get(look) {
            match c {
                '-' | ' ' | '.' => look += 1,
                'o' | '0' if c == letter || letter == '0' || letter == 'o' => {
                    count += 1;
                    look += 1;
                    end = look;
                }
                _ => break,
            }
        }
        self.at = end;
        count
    }

    fn castled(&mut self, letters: usize) -> Option<()> {
        self.tokens.push(match letters {
            2 => Lexeme::CastlesShort,
            3 => Lexeme::CastlesLong,
            _ => return None,
        });
        Some(())
    }

    /// A digit with its ordinal ending.
    fn rank(&mut self) -> Option<()> {
        let rank = self.chars[self.at].to_digit(10)?;
        self.at += 1;
        if matches!(self.chars.get(self.at), Some('0'..='9')) {
            return None;
        }
        // "3N.B4" has the knight's rank, but "3. N-B4" the move number 3.
        if self.tokens.is_empty() && !matches!(self.chars.get(self.at), Some('a'..='z')) {
            return None;
        }
        let gap = self.chars[self.at..].iter().take_while(|&&c| c == ' ').count();
        for ending in ["st", "nd", "rd", "th", "d"] {
            let saved = self.at;
            self.at += gap;
            // The d of "R1d4" is a file.
            let square = self.names == SquareNames::Algebraic && self.coordinate().is_some();
            let ends_word = !square
                && !matches!(self.chars.get(self.at + ending.len()), Some(c) if c.is_ascii_alphabetic());
            if self.rest_is(ending) && ends_word {
                self.at += ending.len();
                break;
            }
            self.at = saved;
        }
        self.tokens.push(Lexeme::Rank(rank));
        Some(())
    }

    /// A run of letters, split repeatedly by the longest known word.
    fn word(&mut self) -> Option<()> {
        if self.chars[self.at] == 'o'
            && !self.rest_is("on")
            && !self.rest_is("op")
            && !self.rest_is("of")
            && !self.rest_is("own")
        {
            if self.rest_is("one") {
                self.push(Lexeme::Steps(1), 3);
                return Some(());
            }
            let letters = self.castling_letters('o');
            return self.castled(letters);
        }
        if self.possessive() {
            self.at += 1;
            return Some(());
        }
        for (phrase, token) in PHRASES {
            if let Some(length) = self.phrase(phrase) {
                self.push(*token, length);
                return Some(());
            }
        }
        if self.names == SquareNames::Algebraic {
            if let Some((token, length)) = self.coordinate() {
                self.push(token, length);
                return Some(());
            }
        } else if let Some(square) = self.algebraic() {
            self.push(Lexeme::AlgebraicSquare(square), 2);
            return Some(());
        }
        // "KtoK2" is K to K 2, not Kt and "o".
        if self.rest_is("kto") && !self.rest_is("ktoo") && !self.rest_is("kton") {
            self.push(Lexeme::Piece(Role::King), 1);
            return Some(());
        }
        let behind = self.chars[self.at..].iter().take(LONGEST_WORD + 1);
        let run = behind.take_while(|c| c.is_ascii_lowercase()).count();
        // `her` is no part of `here`, nor `e` for en passant one of `then`; but `PxPe` is a capture.
        let begins = self.at == 0 || !self.chars[self.at - 1].is_ascii_alphabetic();
        // The `A` of `cxdA` is no article.
        let is_rank = !begins && matches!(self.tokens.last(), Some(Lexeme::AlgebraicFile(_)));
        if !is_rank && let Some(filler) = FILLERS.iter().find(|word| word.len() == run && self.rest_is(word))
        {
            self.at += filler.len();
            return Some(());
        }
        let ends_capture = matches!(self.tokens[..], [.., Lexeme::Takes, Lexeme::Piece(Role::Pawn)]);
        let is_whole = |(word, token): &&(&str, Lexeme)| match token {
            Lexeme::Own => word.len() == run,
            Lexeme::EnPassant => word.len() > 1 || run == 1 && (begins || ends_capture),
            _ => true,
        };
        let known = WORDS.iter().filter(|(word, _)| self.rest_is(word)).filter(is_whole);
        let best = known.max_by_key(|(word, _)| word.len());
        match best {
            Some(&(word, token)) => self.push(token, word.len()),
            None => self.push(Lexeme::AlgebraicFile(self.algebraic_file()?), 1),
        }
        Some(())
    }

    /// Whether this is the `s` of "Q's" or "Qs", not the `S` of a knight.
    fn possessive(&self) -> bool {
        let bare = self.original.get(self.at) == Some(&'s');
        let after_apostrophe = self.at > 0 && self.chars[self.at - 1] == '\'';
        let after_piece = self.at > 0
            && self.chars[self.at - 1].is_ascii_alphabetic()
            && matches!(self.tokens.last(), Some(Lexeme::Piece(_) | Lexeme::Adverse));
        let ends = !matches!(self.chars.get(self.at + 1), Some(c) if c.is_ascii_alphabetic());
        self.chars[self.at] == 's' && ends && (after_apostrophe || bare && after_piece)
    }

    /// The length of the text here that matches a phrase, ignoring spaces and dots.
    fn phrase(&self, phrase: &str) -> Option<usize> {
        let mut at = self.at;
        for expected in phrase.chars() {
            while matches!(self.chars.get(at), Some(' ' | '.')) {
                at += 1;
            }
            if self.chars.get(at) != Some(&expected) {
                return None;
            }
            at += 1;
        }
        let ends = !matches!(self.chars.get(at), Some(c) if c.is_ascii_alphabetic());
        ends.then_some(at - self.at)
    }

    /// An algebraic square whose file is not the letter of a piece.
    fn algebraic(&self) -> Option<Square> {
        let file = self.algebraic_file()?;
        let rank = self.chars.get(self.at + 1)?;
        let ends = !matches!(self.chars.get(self.at + 2), Some(c) if c.is_ascii_alphanumeric());
        if !ends {
            return None;
        }
        Some(Square::from_coords(file, Rank::from_char(*rank)?))
    }

    /// An algebraic square, or the letter of a file that stands alone, before a square or before `x`, and its length.
    fn coordinate(&self) -> Option<(Lexeme, usize)> {
        let file = self.chars.get(self.at).copied().and_then(File::from_char)?;
        let digit = |at: usize| self.chars.get(at).copied().and_then(Rank::from_char);
        let next = self.chars.get(self.at + 1).copied();
        if let Some(rank) = digit(self.at + 1) {
            let behind = &self.chars[self.at + 2..];
            let run = behind.iter().take_while(|c| c.is_ascii_alphabetic()).count();
            let word: String = behind[..run].iter().collect();
            let goes_on = run == 0 || word.starts_with('x') || WORDS.iter().any(|&(known, _)| known == word);
            let ends = goes_on && !behind.first().is_some_and(char::is_ascii_digit);
            return ends.then(|| (Lexeme::AlgebraicSquare(Square::from_coords(file, rank)), 2));
        }
        let small = self.original.get(self.at).is_some_and(char::is_ascii_lowercase);
        let before_square =
            next.is_some_and(|c| File::from_char(c).is_some()) && digit(self.at + 2).is_some();
        let alone = !next.is_some_and(|c| c.is_ascii_alphanumeric()) || next == Some('x') || before_square;
        (small && alone).then_some((Lexeme::AlgebraicFile(file), 1))
    }

    fn algebraic_file(&self) -> Option<File> {
        // "b" is the letter of the bishop; the other files are not letters of pieces.
        File::from_char(self.chars[self.at]).filter(|&file| file != File::B)
    }
}

/// Several words, matched across dots and spaces.
const PHRASES: &[(&str, Lexeme)] = &[
    ("enpassant", Lexeme::EnPassant),
    ("enpass", Lexeme::EnPassant),
    ("enpas", Lexeme::EnPassant),
    ("inpassing", Lexeme::EnPassant),
    ("ep", Lexeme::EnPassant),
    ("squares", Lexeme::Squares),
    ("takesit", Lexeme::Retakes),
    ("takeit", Lexeme::Retakes),
    ("capturesit", Lexeme::Retakes),
];
