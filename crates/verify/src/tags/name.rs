//! The names of tags that affect how a game is checked.

use crate::text::Span;

/// A tag's name; those of the seven tag roster come first and in order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Name {
    Event,
    Site,
    Date,
    Round,
    White,
    Black,
    Result,
    Fen,
    SetUp,
    Variant,
    TimeControl,
    UtcDate,
    EventDate,
    EndDate,
    Time,
    UtcTime,
    WhiteElo,
    BlackElo,
    Eco,
    Termination,
    PlyCount,
    CurrentPosition,
    FinalFen,
    Other,
}

/// The first eight bytes of the name that is at `at`, the first lowest, and nothing after its end.
#[inline(always)]
pub(super) fn word(bytes: &[u8], at: Span) -> u64 {
    let rest = bytes.get(at.start..).unwrap_or_default();
    let word = match rest.first_chunk() {
        Some(&chunk) => u64::from_le_bytes(chunk),
        None => rest.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)),
    };
    if at.len() < 8 { word & ((1 << (8 * at.len())) - 1) } else { word }
}

const fn key(name: &[u8]) -> u64 {
    let mut out = 0;
    let mut at = 0;
    while at < name.len() && at < 8 {
        out |= (name[at] as u64) << (8 * at);
        at += 1;
    }
    out
}

/// Sends the first bytes of each name to a place of its own among 64; found by trial.
const SPREAD: u64 = 0xcaf0_0fcb_4fbb_4329;

/// How many places there are.
pub(super) const PLACES: usize = 64;

/// The place of a name in tables.
#[inline(always)]
pub(super) const fn place(word: u64) -> usize {
    (word.wrapping_mul(SPREAD) >> 58) as usize
}

/// A known name in its place: its first bytes, how it is spelled, which it is.
type Known = (u64, &'static str, Name);

macro_rules! names {
    ($($spelled:literal $name:ident,)*) => {
        /// The known names, each in its [`place`], so that one look tells.
        static KNOWN: [Known; PLACES] = {
            let mut table: [Known; PLACES] = [(0, "", Name::Other); PLACES];
            $(
                let word = key($spelled.as_bytes());
                assert!(table[place(word)].0 == 0, "two names in one place");
                table[place(word)] = (word, $spelled, Name::$name);
            )*
            table
        };
    };
}

impl Name {
    /// How many there are besides [`Name::Other`].
    pub(super) const COUNT: usize = Name::Other as usize;

    /// Whether its value is checked against a rule of its own.
    #[inline(always)]
    pub(super) const fn is_checked(self) -> bool {
        const FREE: [Name; 8] = [
            Name::Event,
            Name::Site,
            Name::White,
            Name::Black,
            Name::Fen,
            Name::SetUp,
            Name::Variant,
            Name::Other,
        ];
        const MASK: u32 = {
            let (mut mask, mut at) = (0, 0);
            while at < FREE.len() {
                mask |= 1 << FREE[at] as u32;
                at += 1;
            }
            mask
        };
        MASK >> self as u32 & 1 == 0
    }

    /// The name of these bytes, whose first are in `word`.
    #[inline(always)]
    pub(super) fn read(name: &[u8], word: u64) -> Name {
        let (first, spelled, known) = KNOWN[place(word)];
        let same = first == word && name.len() == spelled.len();
        if same && (name.len() <= 8 || name == spelled.as_bytes()) { known } else { Name::Other }
    }
}

names! {
    "Event" Event, "Site" Site, "Date" Date, "Round" Round, "White" White, "Black" Black,
    "Result" Result, "FEN" Fen, "SetUp" SetUp, "Variant" Variant, "TimeControl" TimeControl,
    "UTCDate" UtcDate, "EventDate" EventDate, "EndDate" EndDate, "Time" Time, "UTCTime" UtcTime,
    "WhiteElo" WhiteElo, "BlackElo" BlackElo, "ECO" Eco, "Termination" Termination,
    "PlyCount" PlyCount, "CurrentPosition" CurrentPosition, "FinalFEN" FinalFen,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_names() {
        let read = |name: &str| {
            let line = format!("[{name} \"");
            let at = Span::new(1, 1 + name.len());
            let whole = Name::read(name.as_bytes(), word(line.as_bytes(), at));
            assert_eq!(whole, Name::read(name.as_bytes(), word(&line.as_bytes()[..at.end], at)), "{name}");
            whole
        };
        for (name, known) in
            [("Event", Name::Event), ("BlackElo", Name::BlackElo), ("FinalFEN", Name::FinalFen)]
        {
            assert_eq!(read(name), known);
        }
        assert_eq!(read("CurrentPosition"), Name::CurrentPosition);
        for other in ["", "Even", "Events", "CurrentPositioN", "CurrentP", "TimeContro", "event", "EventDat"]
        {
            assert_eq!(read(other), Name::Other, "{other}");
        }
    }
}
