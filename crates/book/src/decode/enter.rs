//! What changes when one side's pointer goes to a cell.

use std::ops::Range;

use super::cells::Numbering;
use super::{Hypothesis, NONE, Search, Way};

/// A cell that a side goes to.
pub(super) struct Entry<'c> {
    pub(super) side: usize,
    pub(super) cell: Range<u32>,
    pub(super) way: Way,
    /// The weight of the print that is passed over on the way to it.
    pub(super) passed: f32,
    /// What the number before it says, where the print has it as a token.
    pub(super) numbering: Option<&'c Numbering>,
}

impl Search<'_> {
    /// A hypothesis with the side's pointer at the cell, and what is read and passed over counted; its cost is as before.
    pub(super) fn entered(&self, before: &Hypothesis, entry: &Entry<'_>) -> Hypothesis {
        let Entry { side, ref cell, way, passed, numbering } = *entry;
        let other = before.pointers[1 - side];
        let mut next = *before;
        let own = &mut next.pointers[side];
        // A run goes on while the other side is elsewhere.
        let continues = own.end > other.end && way == Way::Next(0);
        if way != Way::Column && !continues {
            own.run = cell.start;
        }
        match way {
            Way::Next(1..) | Way::Open if before.skipped == NONE => next.skipped = own.end.max(other.end),
            Way::Back => {
                // What was passed over is read now.
                next.explained -= next.passed_over;
                (next.skipped, next.returned, next.passed_over) = (NONE, true, 0.0);
            }
            _ => {}
        }
        own.end = cell.end;
        own.way = way;
        own.opened |= way == Way::Open;
        if let Some(numbering) = numbering {
            own.numbered = (own.numbered + if numbering.numbered { 1 } else { -1 }).clamp(-3, 3);
            own.offset = numbering.offset;
        }
        next.furthest = next.furthest.max(cell.end);
        if matches!(way, Way::Back | Way::Jump) && cell.end < other.end {
            // The reply stands there too.
            let other = &mut next.pointers[1 - side];
            (other.end, other.run) = (cell.start, cell.start);
        }
        if cell.start >= self.begin {
            if matches!(way, Way::Next(1..)) && next.skipped != NONE {
                next.passed_over += passed;
            }
            next.explained += passed + self.passed(cell.start, cell.end);
        }
        next
    }
}
