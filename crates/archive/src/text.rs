//! A stored game as PGN.

use std::fmt::Write as _;

use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, FromSetup, Position};

use super::bytes::{Cursor, Malformed, Put};
use super::ruled;
use super::stored::{AnnotatedMoves, Annotation, Body, Stored, VariantRules};
use super::unruly;
use crate::international::Move16;
use crate::pgn::board::Board;

/// How a PGN file formats its games, as far as a few numbers describe it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// Lines end with CR LF.
    pub crlf: bool,
    /// The longest line of movetext; 0 for one line a game.
    pub width: u32,
    /// A space after move numbers.
    pub spaced: bool,
    /// Empty lines after a game.
    pub gap: u32,
    /// Spaces before the termination marker.
    pub marker_gap: u32,
    /// A pass of Black counts as a move. What gives back sources is made by a text where it does not.
    passes_count: bool,
}

impl Style {
    /// The export format of the PGN standard: lines under 80 characters.
    pub const EXPORT: Style =
        Style { crlf: false, width: 79, spaced: true, gap: 1, marker_gap: 1, passes_count: true };

    /// The style that the games of a text seem to have.
    pub fn of(text: &[u8]) -> Style {
        let text = &text[..text.len().min(1 << 16)];
        let crlf = memchr::memmem::find(text, b"\r\n").is_some();
        let spaced = memchr::memmem::find(text, b"1. ").is_some();
        let lines = || text.split(|&b| b == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
        let longest = lines().filter(|line| !line.starts_with(b"[")).map(<[u8]>::len).max().unwrap_or(0);
        let width = if longest > 300 { 0 } else { longest as u32 };
        let (mut gap, mut empty, mut in_moves) = (1, 0, false);
        for line in lines() {
            match line.first() {
                None => empty += 1,
                Some(b'[') => {
                    if in_moves {
                        gap = empty;
                        break;
                    }
                    empty = 0;
                }
                Some(_) => {
                    in_moves = true;
                    empty = 0;
                }
            }
        }
        let marker_gap = lines()
            .filter_map(|line| {
                let marker = ["1-0", "0-1", "1/2-1/2"].iter().find(|m| line.ends_with(m.as_bytes()))?;
                let head = &line[..line.len() - marker.len()];
                Some(head.iter().rev().take_while(|&&b| b == b' ').count() as u32)
            })
            .max()
            .unwrap_or(1)
            .clamp(1, 8);
        Style { crlf, width, spaced, gap, marker_gap, passes_count: false }
    }

    pub fn write(self, out: &mut Vec<u8>) {
        out.push(u8::from(self.crlf) | u8::from(self.spaced) << 1);
        out.varint(u64::from(self.width));
        out.varint(u64::from(self.gap));
        out.varint(u64::from(self.marker_gap));
    }

    pub fn read(cursor: &mut Cursor<'_>) -> Result<Style, Malformed> {
        let flags = cursor.byte()?;
        let mut number = || u32::try_from(cursor.varint()?).ok().filter(|&n| n < 1 << 16).ok_or(Malformed);
        Ok(Style {
            crlf: flags & 1 != 0,
            spaced: flags & 2 != 0,
            width: number()?,
            gap: number()?,
            marker_gap: number()?,
            passes_count: false,
        })
    }
}

/// Appends the game as PGN in export format. A game kept as text is given back as it was.
///
/// # Errors
/// In words, where a move is not legal.
pub fn write_pgn(game: &Stored, out: &mut Vec<u8>) -> Result<(), String> {
    write_styled(game, Style::EXPORT, out)
}

pub(super) fn write_styled(game: &Stored, style: Style, out: &mut Vec<u8>) -> Result<(), String> {
    let moves = match &game.body {
        Body::Text(text) => {
            out.extend_from_slice(text.trim_ascii_end());
            let end: &[u8] = if style.crlf { b"\r\n\r\n" } else { b"\n\n" };
            out.extend_from_slice(end);
            return Ok(());
        }
        Body::Moves(moves) => moves,
    };
    let mut text = String::with_capacity(1024);
    for tag in &game.tags {
        text.push('[');
        text.push_str(&tag.name);
        text.push_str(" \"");
        if memchr::memchr2(b'"', b'\\', tag.value.as_bytes()).is_none() {
            text.push_str(&tag.value);
        } else {
            for c in tag.value.chars() {
                if matches!(c, '"' | '\\') {
                    text.push('\\');
                }
                text.push(c);
            }
        }
        text.push_str("\"]\n");
    }
    if !game.tags.is_empty() {
        text.push('\n');
    }
    let mut printer = Printer { style, out: text, line: 0, glued: true };
    match ruled::rules(&game.tags) {
        Some(rules) => {
            let start = ruled::start(rules, &game.tags)?;
            movetext(&mut printer, ruled::Writing(Box::new(start)), moves)
        }
        None => {
            let rules = VariantRules::of(&game.tags).ok_or("the variant is not known")?;
            match rules.start(&game.tags)? {
                VariantPosition::Chess(p) if unruly::is_unruly(&game.tags) => {
                    movetext(&mut printer, unruly::Writing(Box::new(p)), moves)
                }
                VariantPosition::Chess(p) => movetext(&mut printer, Board::from(&p), moves),
                VariantPosition::Atomic(p) => movetext(&mut printer, AnyPosition(p), moves),
                VariantPosition::Antichess(p) => movetext(&mut printer, AnyPosition(p), moves),
                VariantPosition::KingOfTheHill(p) => movetext(&mut printer, AnyPosition(p), moves),
                VariantPosition::ThreeCheck(p) => movetext(&mut printer, AnyPosition(p), moves),
                VariantPosition::Crazyhouse(p) => movetext(&mut printer, AnyPosition(p), moves),
                VariantPosition::RacingKings(p) => movetext(&mut printer, AnyPosition(p), moves),
                VariantPosition::Horde(p) => movetext(&mut printer, AnyPosition(p), moves),
            }
        }
    }?;
    finish(printer.out, style, out);
    Ok(())
}

/// Appends a game's text with the line ends and the gap of the style.
fn finish(mut text: String, style: Style, out: &mut Vec<u8>) {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    for _ in 0..style.gap {
        text.push('\n');
    }
    if style.crlf {
        // A comment may hold line ends of its own kind.
        let mut last = 0;
        for byte in text.bytes() {
            if byte == b'\n' && last != b'\r' {
                out.push(b'\r');
            }
            out.push(byte);
            last = byte;
        }
    } else {
        out.extend_from_slice(text.as_bytes());
    }
}

/// Writes tokens with spaces and line ends between them.
struct Printer {
    style: Style,
    out: String,
    /// Characters of the line so far.
    line: usize,
    /// The next token follows without a space.
    glued: bool,
}

impl Printer {
    fn token(&mut self, token: &str, spaces: u32) {
        let length = if token.is_ascii() { token.len() } else { token.chars().count() };
        if !self.glued && self.line > 0 {
            if self.style.width > 0 && self.line + spaces as usize + length > self.style.width as usize {
                self.out.push('\n');
                self.line = 0;
            } else {
                for _ in 0..spaces {
                    self.out.push(' ');
                }
                self.line += spaces as usize;
            }
        }
        self.out.push_str(token);
        self.line = match memchr::memrchr(b'\n', token.as_bytes()) {
            Some(at) => token[at + 1..].chars().count(),
            None => self.line + length,
        };
        self.glued = false;
    }

    fn comment(&mut self, text: &str) {
        if text.contains('}') {
            // Only a comment to the end of the line can hold a closing brace.
            self.token(&format!(";{}\n", text.replace('\n', " ")), 1);
            self.glued = true;
        } else {
            self.token(&format!("{{{text}}}"), 1);
        }
    }
}

/// Where a line stands.
pub(super) trait Stand: Clone {
    fn turn(&self) -> Color;
    fn fullmoves(&self) -> u32;
    /// Passes the move; false where the side to move is in check.
    fn pass(&mut self) -> bool;
    /// Makes the move of a word, and writes it in SAN; false where it is no legal move.
    fn play(&mut self, word: Move16, out: &mut String) -> bool;
}

/// Any game's, by shakmaty.
#[derive(Clone)]
struct AnyPosition<P>(P);

impl<P: Position + FromSetup + Clone> Stand for AnyPosition<P> {
    fn turn(&self) -> Color {
        self.0.turn()
    }

    fn fullmoves(&self) -> u32 {
        self.0.fullmoves().get()
    }

    fn pass(&mut self) -> bool {
        let passed = self.0.clone().swap_turn();
        passed.map(|passed| self.0 = passed).is_ok()
    }

    fn play(&mut self, word: Move16, out: &mut String) -> bool {
        let Some(m) = word.to_move(&self.0) else { return false };
        let _ = write!(out, "{}", SanPlus::from_move_and_play_unchecked(&mut self.0, m));
        true
    }
}

/// Chess, on the lean board that `verify` proves games on.
impl Stand for Board {
    fn turn(&self) -> Color {
        Board::turn(self)
    }

    fn fullmoves(&self) -> u32 {
        Board::fullmoves(self)
    }

    fn pass(&mut self) -> bool {
        Board::pass(self).is_some()
    }

    fn play(&mut self, word: Move16, out: &mut String) -> bool {
        let Some(m) = self.word(word) else { return false };
        self.play_written(m, out);
        true
    }
}

/// A line being written: its position and the number of the next move, the same before its last move, and whether a
/// move number must be written next.
struct WrittenLine<S> {
    now: S,
    number: u32,
    before: Option<(S, u32)>,
    numbered: bool,
}

fn movetext<S: Stand>(printer: &mut Printer, start: S, moves: &AnnotatedMoves) -> Result<(), String> {
    let number = start.fullmoves();
    let mut strand = WrittenLine { now: start, number, before: None, numbered: true };
    let mut outer: Vec<WrittenLine<S>> = Vec::new();
    let mut notes = moves.notes.iter().peekable();
    let mut text = String::new();
    for ply in 0..=moves.line.len() {
        while let Some(note) = notes.next_if(|note| note.ply as usize <= ply) {
            match &note.event {
                Annotation::Nag(nag) => printer.token(&format!("${nag}"), 1),
                Annotation::Comment(comment) => {
                    printer.comment(comment);
                    strand.numbered = true;
                }
                Annotation::Open => {
                    printer.token("(", 1);
                    printer.glued = true;
                    let (now, number) = strand.before.clone().ok_or("a variation before any move")?;
                    outer.push(std::mem::replace(
                        &mut strand,
                        WrittenLine { now, number, before: None, numbered: true },
                    ));
                }
                Annotation::Close => {
                    printer.glued = true;
                    printer.token(")", 1);
                    strand = outer.pop().ok_or("a `)` without a matching `(`")?;
                    strand.numbered = true;
                }
                Annotation::Move(word) => play(printer, &mut strand, *word, true, &mut text)?,
            }
        }
        if let Some(&word) = moves.line.get(ply) {
            if !outer.is_empty() {
                return Err("a variation is not closed".to_owned());
            }
            let branches = notes.peek().is_some();
            play(printer, &mut strand, word, branches, &mut text)?;
        }
    }
    if !outer.is_empty() || notes.next().is_some() {
        return Err("a variation is not closed, or something is said after the last move".to_owned());
    }
    if !moves.termination.as_str().is_empty() {
        printer.token(moves.termination.as_str(), printer.style.marker_gap);
    }
    Ok(())
}

fn play<S: Stand>(
    printer: &mut Printer,
    strand: &mut WrittenLine<S>,
    word: Move16,
    branches: bool,
    text: &mut String,
) -> Result<(), String> {
    let white = strand.now.turn().is_white();
    if white || strand.numbered {
        text.clear();
        push_number(strand.number, text);
        text.push_str(if white { "." } else { "..." });
        if printer.style.spaced {
            printer.token(text, 1);
            text.clear();
        }
    } else {
        text.clear();
    }
    strand.numbered = false;
    let keep = branches.then(|| (strand.now.clone(), strand.number));
    if word.is_null() {
        text.push_str("--");
        if !strand.now.pass() {
            return Err("a null move in check".to_owned());
        }
    } else if !strand.now.play(word, text) {
        return Err(format!("{word} is not a legal move"));
    }
    if branches {
        strand.before = keep;
    }
    if !white && (!word.is_null() || printer.style.passes_count) {
        strand.number = strand.number.saturating_add(1);
    }
    printer.token(text, 1);
    Ok(())
}

/// Appends a number's digits.
fn push_number(number: u32, out: &mut String) {
    if number >= 10 {
        push_number(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}
