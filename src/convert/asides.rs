//! What stands beside the moves of a text and says nothing of how they are laid out.

use scorebook_layout::diagram::Diagram;
use scorebook_layout::digits::{self, SquareColumn};

use super::{boards, footnotes};
use crate::corrections::masked;
use crate::record::Draft;
use crate::text::{Source, Span};

/// What a layout does not see of a source.
pub(super) struct Asides {
    /// Printed boards.
    pub(super) boards: Vec<Diagram>,
    /// Footnotes, and the signs that are their marks.
    pub(super) notes: Vec<footnotes::SignNote>,
    /// The same moves as squares in numbers behind them.
    pub(super) column: Option<SquareColumn>,
    /// The names and times of subtitles, in order.
    frames: Vec<Span>,
}

impl Asides {
    pub(super) fn of(source: &Source) -> Asides {
        let text = source.text();
        let frames = scorebook_spoken::frames(text).into_iter();
        Asides {
            boards: boards::printed(text),
            notes: footnotes::of_signs(text),
            column: digits::column(text),
            frames: frames.map(|frame| Span::new(frame.start, frame.end)).collect(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.boards.is_empty() && self.notes.is_empty() && self.column.is_none() && self.frames.is_empty()
    }

    /// Whether a board says where its men stand, so that a game may begin there.
    pub(super) fn has_start(&self) -> bool {
        self.boards.iter().any(Diagram::has_men)
    }

    /// The source without them.
    pub(super) fn without(&self, source: &Source) -> Source {
        let rest = footnotes::without(&boards::without(source, &self.boards), &self.notes);
        let rows = self.column.iter().flat_map(|column| &column.rows).map(|row| row.span);
        let hidden: Vec<Span> = rows.chain(self.frames.iter().copied()).collect();
        if hidden.is_empty() { rest } else { masked(&rest, &hidden) }
    }

    /// Nothing is left unread of subtitles where only their names and times stand between the moves.
    pub(super) fn explain_frames(&self, drafts: &mut [Draft<'_>]) {
        for draft in drafts {
            let from = self.frames.partition_point(|frame| frame.end <= draft.span.start);
            let inside = self.frames[from..].iter().take_while(|frame| frame.start < draft.span.end);
            draft.explained.extend(inside);
        }
    }
}
