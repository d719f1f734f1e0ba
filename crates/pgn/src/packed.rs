//! A move in two bytes.

/// A move in two bytes, to compare games by: origin, target, promotion.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed(pub u16);

impl From<shakmaty::Move> for Packed {
    fn from(mv: shakmaty::Move) -> Packed {
        let from = mv.from().map_or(0, u16::from);
        let promotion = mv.promotion().map_or(0, |role| role as u16 - 1);
        Packed(from | u16::from(mv.to()) << 6 | promotion << 12)
    }
}

impl Packed {
    /// A move without promotion, by its squares from 0 for a1.
    #[inline]
    #[must_use]
    pub const fn plain(from: u8, to: u8) -> Packed {
        Packed(from as u16 | (to as u16) << 6)
    }
}
