//! How the record's move numbers agree with the count of its half-moves.

/// How a line's numbers agree with what was counted.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbering {
    /// By how many moves the numbers are off.
    pub(super) offset: i64,
    /// The offset of the count in half-moves, as the last number implies.
    pub(super) drift: i64,
    /// By how many half-moves the count was put right last.
    pub(super) shift: i64,
    /// Whether what was counted is not sure, so that the next number is believed.
    pub(super) unsure: bool,
}

impl Numbering {
    /// Whether nothing is amiss: a number that is right then changes nothing.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.offset == 0 && self.drift == 0 && !self.unsure
    }

    /// After the count was put right by a number.
    pub(super) const fn aligned(self) -> Numbering {
        Numbering { offset: 0, drift: 0, shift: self.shift, unsure: false }
    }

    /// For a variation of the line.
    pub(super) const fn branched(self) -> Numbering {
        Numbering { shift: 0, ..self }
    }
}
