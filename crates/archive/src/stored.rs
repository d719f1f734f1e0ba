//! A game in an archive.

use std::fmt;

use shakmaty::variant::VariantPosition;
use shakmaty::{Chess, Color, KnownOutcome, Outcome, Position};

use scorebook_core::shown::Shown;
pub use scorebook_core::variant_rules::VariantRules;

use super::bytes::Put;
use crate::game::Tags;
use crate::international::Move16;

/// A game: its tags and what follows them.
///
/// A game is flat: a variation is an [`Event::Open`], its moves, and an [`Event::Close`], so any depth of
/// nesting is possible.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Stored {
    /// Tag pairs in order.
    pub tags: Tags,
    /// Moves or text.
    pub body: Body,
}

/// The content after the tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Proven moves.
    Moves(AnnotatedMoves),
    /// The game's original text with its tags: for games that the notation cannot express (drops, pieces of
    /// other games) and games stored although they are not proven.
    Text(Vec<u8>),
}

impl Default for Body {
    fn default() -> Body {
        Body::Moves(AnnotatedMoves::default())
    }
}

/// The moves of a game with annotations.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct AnnotatedMoves {
    /// The mainline.
    pub line: Vec<Move16>,
    /// Comments, glyphs and variations, in text order.
    pub notes: Vec<PlacedAnnotation>,
    /// The termination marker.
    pub termination: Termination,
}

/// An annotation after so many plies of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedAnnotation {
    /// Number of plies before it.
    pub ply: u32,
    /// The annotation.
    pub event: Annotation,
}

/// An annotation between moves of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Annotation {
    /// A numeric annotation glyph.
    Nag(u8),
    /// A comment, without its braces.
    Comment(String),
    /// A variation begins; it replaces the last move.
    Open,
    /// A move of the innermost open variation.
    Move(Move16),
    /// The innermost open variation ends.
    Close,
}

/// The marker at the end of the moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Termination {
    /// `*`
    #[default]
    Unknown = 0,
    /// `1-0`
    White = 1,
    /// `0-1`
    Black = 2,
    /// `1/2-1/2`
    Draw = 3,
    /// There was none.
    Missing = 4,
}

impl Termination {
    /// The marker as in PGN; empty if there was none.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::Unknown => "*",
            Termination::White => "1-0",
            Termination::Black => "0-1",
            Termination::Draw => "1/2-1/2",
            Termination::Missing => "",
        }
    }

    pub(super) const fn from_code(code: u8) -> Option<Termination> {
        Some(match code {
            0 => Termination::Unknown,
            1 => Termination::White,
            2 => Termination::Black,
            3 => Termination::Draw,
            4 => Termination::Missing,
            _ => return None,
        })
    }

    /// The value of the `Result` tag.
    pub(super) fn of_tag(tags: &Tags) -> Termination {
        match tags.get("Result") {
            Some("1-0") => Termination::White,
            Some("0-1") => Termination::Black,
            Some("1/2-1/2") => Termination::Draw,
            _ => Termination::Unknown,
        }
    }
}

impl From<Outcome> for Termination {
    fn from(outcome: Outcome) -> Termination {
        match outcome {
            Outcome::Known(KnownOutcome::Decisive { winner: Color::White }) => Termination::White,
            Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }) => Termination::Black,
            Outcome::Known(KnownOutcome::Draw) => Termination::Draw,
            Outcome::Unknown => Termination::Unknown,
        }
    }
}

/// Appends words as bytes.
pub(super) fn append_words(line: &[Move16], out: &mut Vec<u8>) {
    let at = out.len();
    out.resize(at + 2 * line.len(), 0);
    for (pair, word) in out[at..].as_chunks_mut::<2>().0.iter_mut().zip(line) {
        *pair = word.to_bytes();
    }
}

/// Passes, as null moves in variations do; `None` if the side to move is in check.
pub(super) fn pass(position: &VariantPosition) -> Option<VariantPosition> {
    position.clone().swap_turn().ok()
}

/// Passes the move on a board of chess.
pub(super) fn pass_chess(position: &Chess) -> Option<Chess> {
    position.clone().swap_turn().ok()
}

impl Stored {
    /// The main line; empty if the game is stored as text.
    #[must_use]
    pub fn line(&self) -> &[Move16] {
        match &self.body {
            Body::Moves(moves) => &moves.line,
            Body::Text(_) => &[],
        }
    }

    /// What the comments of the main line show: clocks, times, evaluations and depths.
    #[must_use]
    pub fn shown(&self) -> Shown {
        let mut shown = Shown::of_fen(self.tags.get("FEN"));
        let Body::Moves(moves) = &self.body else { return shown };
        let mut depth = 0_u32;
        for note in &moves.notes {
            match &note.event {
                Annotation::Open => depth += 1,
                Annotation::Close => depth = depth.saturating_sub(1),
                Annotation::Comment(words) if depth == 0 => shown.comment(note.ply as usize, words),
                _ => {}
            }
        }
        shown
    }

    /// The game's canonical form, over which an archive's SHA-256 is taken: `FORMAT.md` describes it.
    pub(super) fn canonical(&self, out: &mut Vec<u8>) {
        out.varint(self.tags.len() as u64);
        for tag in &self.tags {
            out.string(tag.name.as_bytes());
            out.string(tag.value.as_bytes());
        }
        match &self.body {
            Body::Text(text) => {
                out.push(0xff);
                out.string(text);
            }
            Body::Moves(moves) => {
                out.push(moves.termination as u8);
                out.varint(moves.line.len() as u64);
                append_words(&moves.line, out);
                out.varint(moves.notes.len() as u64);
                for note in &moves.notes {
                    out.varint(u64::from(note.ply));
                    match &note.event {
                        Annotation::Nag(nag) => out.extend_from_slice(&[0, *nag]),
                        Annotation::Comment(text) => {
                            out.push(1);
                            out.string(text.as_bytes());
                        }
                        Annotation::Open => out.push(2),
                        Annotation::Move(word) => {
                            out.push(3);
                            out.extend_from_slice(&word.to_bytes());
                        }
                        Annotation::Close => out.push(4),
                    }
                }
            }
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
