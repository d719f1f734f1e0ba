//! What scorebook has to say about a record: one [`Finding`] a remark.

pub mod code;

use std::fmt;

use shakmaty::Color;

pub use code::Code;

use crate::text::Span;

/// How much a finding matters.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; nothing to do.
    Note,
    /// A person should look.
    Warning,
    /// The record is wrong or could not be read here.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// A move that a cell may mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move in SAN.
    pub san: String,
    /// The chance, from 0 to 1, that this is the move that was played, if it was estimated.
    pub odds: Option<f32>,
}

impl Candidate {
    /// A candidate without odds.
    #[must_use]
    pub fn new(san: impl Into<String>) -> Candidate {
        Candidate { san: san.into(), odds: None }
    }
}

/// A change of the source text that would fix what a finding says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What to replace.
    pub span: Span,
    /// By what.
    pub replacement: String,
    /// Whether the fix cannot change what the record means.
    pub safe: bool,
}

/// One remark about a record: its code, its place, its words and what a person may choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What kind of remark.
    pub code: &'static Code,
    /// How much it matters here; the code's own severity unless said otherwise.
    pub severity: Severity,
    /// The place in the text of the source.
    pub span: Span,
    /// The text that it speaks of, as the record has it.
    pub text: String,
    /// In words, for a person, without the code.
    pub message: String,
    /// Half-move, from 1, that the finding speaks of, if any.
    pub ply: Option<u32>,
    /// Move number and side, as the game counts them.
    pub mover: Option<(u32, Color)>,
    /// The position before the move.
    pub fen: Option<String>,
    /// The move taken, in SAN.
    pub chosen: Option<String>,
    /// The moves that the text may mean, best first.
    pub candidates: Vec<Candidate>,
    /// How to fix the source.
    pub fix: Option<Fix>,
}

impl Finding {
    /// A finding with the severity of its code and no chess attached yet.
    #[must_use]
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Finding {
        Finding {
            code,
            severity: code.severity,
            span,
            text: String::new(),
            message: message.into(),
            ply: None,
            mover: None,
            fen: None,
            chosen: None,
            candidates: Vec::new(),
            fix: None,
        }
    }

    /// With the text that it speaks of.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Finding {
        self.text = text.into();
        self
    }

    /// At a half-move (from 1), with its move number and side.
    #[must_use]
    pub fn at_ply(mut self, ply: u32, number: u32, side: Color) -> Finding {
        self.ply = Some(ply);
        self.mover = Some((number, side));
        self
    }

    /// With the position before the move, as FEN.
    #[must_use]
    pub fn fen(mut self, fen: impl Into<String>) -> Finding {
        self.fen = Some(fen.into());
        self
    }

    /// With the move taken, in SAN.
    #[must_use]
    pub fn chosen(mut self, san: impl Into<String>) -> Finding {
        self.chosen = Some(san.into());
        self
    }

    /// With the moves that it may mean.
    #[must_use]
    pub fn candidates(mut self, candidates: impl IntoIterator<Item = Candidate>) -> Finding {
        self.candidates = candidates.into_iter().collect();
        self
    }

    /// With a fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Finding {
        self.fix = Some(fix);
        self
    }
}
