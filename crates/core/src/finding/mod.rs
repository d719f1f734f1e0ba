//! Findings: diagnostics about a record.

pub mod code;

use std::fmt;

use shakmaty::Color;

pub use code::Code;

use crate::text::Span;

/// Severity of a finding.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For information; no action needed.
    Note,
    /// A person should check it.
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

/// A move that a cell can mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The move in SAN.
    pub san: String,
    /// Probability, from 0 to 1, that this move was played, if it was estimated.
    pub odds: Option<f32>,
}

impl Candidate {
    /// A candidate without a probability.
    #[must_use]
    pub fn new(san: impl Into<String>) -> Candidate {
        Candidate { san: san.into(), odds: None }
    }
}

/// An edit of the source that resolves a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The byte range to replace.
    pub span: Span,
    /// The new text.
    pub replacement: String,
    /// True if the edit cannot change what the record means.
    pub safe: bool,
}

/// A diagnostic: code, place, message, and the moves to choose from.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Its code.
    pub code: &'static Code,
    /// Its severity; by default that of its code.
    pub severity: Severity,
    /// Its place in the decoded text of the source.
    pub span: Span,
    /// The text it is about, as in the record.
    pub text: String,
    /// The message for people, without the code.
    pub message: String,
    /// Whether the message names the pages that it is about.
    pub names_pages: bool,
    /// The half-move it is about, from 1, if any.
    pub ply: Option<u32>,
    /// Move number and side of that half-move.
    pub mover: Option<(u32, Color)>,
    /// The position before the move.
    pub fen: Option<String>,
    /// The move that was chosen, in SAN.
    pub chosen: Option<String>,
    /// The moves that the text can mean, best first.
    pub candidates: Vec<Candidate>,
    /// An edit of the source that resolves it.
    pub fix: Option<Fix>,
}

impl Finding {
    /// A finding with the default severity of its code and without chess data.
    #[must_use]
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Finding {
        Finding {
            code,
            severity: code.severity,
            span,
            text: String::new(),
            message: message.into(),
            names_pages: false,
            ply: None,
            mover: None,
            fen: None,
            chosen: None,
            candidates: Vec::new(),
            fix: None,
        }
    }

    /// The same, of which the message names the pages.
    #[must_use]
    pub fn naming_pages(mut self) -> Finding {
        self.names_pages = true;
        self
    }

    /// Sets the text it is about.
    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Finding {
        self.text = text.into();
        self
    }

    /// Sets the half-move (from 1) with its move number and side.
    #[must_use]
    pub fn at_ply(mut self, ply: u32, number: u32, side: Color) -> Finding {
        self.ply = Some(ply);
        self.mover = Some((number, side));
        self
    }

    /// Sets the position before the move, as FEN.
    #[must_use]
    pub fn fen(mut self, fen: impl Into<String>) -> Finding {
        self.fen = Some(fen.into());
        self
    }

    /// Sets the chosen move, in SAN.
    #[must_use]
    pub fn chosen(mut self, san: impl Into<String>) -> Finding {
        self.chosen = Some(san.into());
        self
    }

    /// Sets the candidates.
    #[must_use]
    pub fn candidates(mut self, candidates: impl IntoIterator<Item = Candidate>) -> Finding {
        self.candidates = candidates.into_iter().collect();
        self
    }

    /// Sets the fix.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Finding {
        self.fix = Some(fix);
        self
    }
}
