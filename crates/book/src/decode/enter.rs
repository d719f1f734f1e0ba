//! What changes when one side's pointer goes to a cell.

use std::ops::Range;

use super::cells::Numbering;
use super::{Hypothesis, NONE, Pointer, Search, Way};

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

/// What changes of a hypothesis.
#[derive(Clone, Copy)]
pub(super) struct Entered {
    /// Both sides' pointers.
    pub(super) pointers: [Pointer; 2],
    pub(super) explained: f32,
    pub(super) skipped: u32,
    returned: bool,
    passed_over: f32,
    furthest: u32,
}

impl Entered {
    /// Nothing.
    pub(super) fn none(before: &Hypothesis) -> Entered {
        let &Hypothesis { pointers, explained, skipped, returned, passed_over, furthest, .. } = before;
        Entered { pointers, explained, skipped, returned, passed_over, furthest }
    }

    /// The hypothesis with what changes.
    pub(super) fn of(self, before: &Hypothesis) -> Hypothesis {
        let Entered { pointers, explained, skipped, returned, passed_over, furthest } = self;
        Hypothesis { pointers, explained, skipped, returned, passed_over, furthest, ..*before }
    }
}

impl Search<'_> {
    /// The side's pointer at the cell, and what is read and passed over counted.
    pub(super) fn entered(&self, before: &Hypothesis, entry: &Entry<'_>) -> Entered {
        let Entry { side, ref cell, way, passed, numbering } = *entry;
        let other = before.pointers[1 - side];
        let mut next = Entered::none(before);
        let own = &mut next.pointers[side];
        own.run = own.run_with(&other, way, cell.start);
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
