//! The names of tags that something hangs on.

/// A tag's name; those of the seven tag roster come first and in order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(in crate::verify) enum Name {
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

/// A name's first eight bytes, the first lowest.
#[inline(always)]
pub(super) fn word(name: &[u8]) -> u64 {
    if let Some(&chunk) = name.first_chunk() {
        return u64::from_le_bytes(chunk);
    }
    name.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
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

macro_rules! names {
    ($($spelled:literal $name:ident,)*) => {
        impl Name {
            /// How many there are besides [`Name::Other`].
            pub(super) const COUNT: usize = Name::Other as usize;

            /// The name of these bytes, whose first are in `word`.
            #[allow(non_upper_case_globals, reason = "the constants are called as the names are")]
            pub(super) fn read(name: &[u8], word: u64) -> Name {
                $(const $name: u64 = key($spelled.as_bytes());)*
                let (name_, spelled): (Name, &str) = match word {
                    $($name => (Name::$name, $spelled),)*
                    _ => return Name::Other,
                };
                if name.len() == spelled.len() && (name.len() <= 8 || name == spelled.as_bytes()) {
                    name_
                } else {
                    Name::Other
                }
            }
        }
    };
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
        let read = |name: &str| Name::read(name.as_bytes(), word(name.as_bytes()));
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
