//! A line of moves being read: its position, and how to come back to the one before.

use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Position, Square};

use crate::international::Move16;
use crate::pgn::Lexer;
use crate::pgn::board::{Board, Undo};
use crate::pgn::fast_san;
use crate::pgn::san;

/// Why a text is no move here.
pub(super) enum Unread {
    /// In words, after the text itself.
    Wrong(String),
    /// It is a legal move, but the notation cannot carry it.
    BeyondNotation,
}

/// A line of moves.
pub(super) trait MoveLine: Sized {
    /// Makes the move that a text says.
    fn make(&mut self, text: &[u8], castling: CastlingMode) -> Result<Move16, Unread>;
    /// Passes the move; false where the side to move is in check.
    fn pass(&mut self) -> bool;
    /// The line as it was before its last move; `None` where there was none.
    fn before(&self) -> Option<Self>;
    /// Takes plain moves straight from the bytes, as far as there are such.
    fn make_plain(&mut self, _lexer: &mut Lexer<'_>, _made: impl FnMut(Move16)) {}
}

/// Any game's line, by shakmaty.
pub(super) struct ShakmatyLine<P> {
    now: P,
    before: Option<P>,
}

impl<P> ShakmatyLine<P> {
    pub fn new(now: P) -> ShakmatyLine<P> {
        ShakmatyLine { now, before: None }
    }
}

impl<P: Position + FromSetup + Clone> MoveLine for ShakmatyLine<P> {
    fn make(&mut self, text: &[u8], castling: CastlingMode) -> Result<Move16, Unread> {
        let (m, word) = read(&self.now, text, castling)?;
        self.before = Some(self.now.clone());
        self.now.play_unchecked(m);
        Ok(word)
    }

    fn pass(&mut self) -> bool {
        let Ok(passed) = self.now.clone().swap_turn() else { return false };
        self.before = Some(std::mem::replace(&mut self.now, passed));
        true
    }

    fn before(&self) -> Option<ShakmatyLine<P>> {
        Some(ShakmatyLine::new(self.before.clone()?))
    }
}

/// A line of chess, on the lean board that `verify` proves games on. What is not plain is read by
/// shakmaty as everywhere.
pub(super) struct Lean {
    board: Board,
    back: Option<Undo>,
}

impl Lean {
    pub fn new(start: &Chess) -> Lean {
        Lean { board: Board::from(start), back: None }
    }

    /// From the standard starting position.
    pub fn usual() -> Lean {
        Lean { board: Board::default(), back: None }
    }
}

impl MoveLine for Lean {
    fn make(&mut self, text: &[u8], castling: CastlingMode) -> Result<Move16, Unread> {
        let resolved = san::read(text).and_then(|(written, _)| {
            let m = self.board.resolve(&written).ok()?.mv;
            san::capture_agrees(&written, m).then_some(m)
        });
        let (m, word) = match resolved.and_then(|m| Some((m, Move16::of(m, castling)?))) {
            Some(read) => read,
            None => read(&self.board.to_chess(), text, castling)?,
        };
        self.back = Some(self.board.play(m));
        Ok(word)
    }

    fn pass(&mut self) -> bool {
        self.back = self.board.pass();
        self.back.is_some()
    }

    fn before(&self) -> Option<Lean> {
        let mut board = self.board;
        board.undo(self.back.as_ref()?);
        Some(Lean { board, back: None })
    }

    fn make_plain(&mut self, lexer: &mut Lexer<'_>, mut made: impl FnMut(Move16)) {
        if !lexer.is_in_movetext() {
            return;
        }
        let bytes = lexer.bytes();
        let mut at = lexer.offset();
        let mut last = None;
        while let Some(mut word) = load(bytes, at) {
            let mut start = at;
            if !fast_san::is_letter(word as u8) {
                let Some(after) = after_number(bytes, at, word) else { break };
                let Some(next) = load(bytes, after) else { break };
                (start, word) = (after, next);
            }
            let Some(seen) = fast_san::read(word) else { break };
            let Some(found) = self.board.find(&seen) else { break };
            let plain = Move16::plain(Square::new(found.from.into()), Square::new(seen.to.into()));
            let Some(plain) = plain else { break };
            let undo = self.board.step(found.from, seen.to);
            if undo.is_capture() != seen.capture {
                self.board.undo(&undo);
                break;
            }
            last = Some(undo);
            made(plain);
            // Nearly always one space, seen already: a move ends within its word.
            at = start + seen.len + usize::from((word >> (8 * seen.len)) as u8 == b' ');
        }
        if last.is_some() {
            self.back = last;
        }
        lexer.go_on(at, lexer.depth());
    }
}

/// Eight bytes, the first lowest.
#[inline(always)]
fn load(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Where the text continues after white space, and, after a move number, what comes after it; `word` is its
/// first bytes. `None` at the end.
#[inline(always)]
fn after_number(bytes: &[u8], at: usize, word: u64) -> Option<usize> {
    // One to three digits, a dot, and a space or none.
    for digits in 1..4 {
        if !((word >> (8 * (digits - 1))) as u8).is_ascii_digit() {
            break;
        }
        if (word >> (8 * digits)) as u8 == b'.' {
            let behind = (word >> (8 * digits + 8)) as u8;
            let after = at + digits + 1;
            match behind {
                b' ' => return Some(after + 1),
                _ if fast_san::is_letter(behind) => return Some(after),
                _ => break,
            }
        }
    }
    after_any_number(bytes, at)
}

/// The same of any number.
#[inline(never)]
fn after_any_number(bytes: &[u8], mut at: usize) -> Option<usize> {
    let space = |mut at: usize| loop {
        match bytes.get(at)? {
            b' ' | b'\n' | b'\r' | b'\t' => at += 1,
            _ => return Some(at),
        }
    };
    at = space(at)?;
    let number = at;
    while bytes.get(at)?.is_ascii_digit() {
        at += 1;
    }
    if at == number || bytes.get(at) != Some(&b'.') {
        return Some(number);
    }
    while bytes.get(at) == Some(&b'.') {
        at += 1;
    }
    space(at)
}

/// The move of a text, and its word.
pub(super) fn read<P: Position>(
    position: &P,
    text: &[u8],
    castling: CastlingMode,
) -> Result<(Move, Move16), Unread> {
    let san = SanPlus::from_ascii(text).or_else(|_| SanPlus::from_ascii(&respelled(text)));
    let san = san.map_err(|_| Unread::Wrong(" is not a SAN move".to_owned()))?;
    let m = san.san.to_move(position).map_err(|error| Unread::Wrong(format!(": {error}")))?;
    Ok((m, Move16::of(m, castling).ok_or(Unread::BeyondNotation)?))
}

/// Writes a move with nonstandard spelling as SAN: castling with zeros, a promotion without `=`.
fn respelled(text: &[u8]) -> Vec<u8> {
    if text.starts_with(b"0-0") {
        return text.iter().map(|&byte| if byte == b'0' { b'O' } else { byte }).collect();
    }
    let end = text.iter().rposition(|byte| !matches!(byte, b'+' | b'#')).map_or(0, |last| last + 1);
    let (body, mark) = text.split_at(end);
    let (square, man) = match body {
        [square @ .., b'(', man, b')'] | [square @ .., b'/', man] | [square @ .., man] => (square, *man),
        [] => return Vec::new(),
    };
    let mut san = square.to_vec();
    san.extend_from_slice(&[b'=', man.to_ascii_uppercase()]);
    san.extend_from_slice(mark);
    san
}
