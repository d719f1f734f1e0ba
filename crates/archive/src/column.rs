//! Header columns: one value per game, a small number or an index in a list of strings.

use super::bytes::{Cursor, Malformed, Put};

/// The columns of a group.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Column {
    /// The names of the game's tags, in order.
    Shape = 0,
    /// The tag `White`.
    White = 1,
    /// The tag `Black`.
    Black = 2,
    /// The tag `Event`.
    Event = 3,
    /// The tag `Site`.
    Site = 4,
    /// The tag `Date`.
    Date = 5,
    /// The tag `Round`.
    Round = 6,
    /// The tag `Result`.
    Result = 7,
    /// The tag `WhiteElo`.
    WhiteElo = 8,
    /// The tag `BlackElo`.
    BlackElo = 9,
    /// The tag `ECO`.
    Eco = 10,
    /// Half-moves of the mainline.
    Plies = 11,
}

impl Column {
    /// All columns, by number.
    pub const ALL: [Column; 12] = [
        Column::Shape,
        Column::White,
        Column::Black,
        Column::Event,
        Column::Site,
        Column::Date,
        Column::Round,
        Column::Result,
        Column::WhiteElo,
        Column::BlackElo,
        Column::Eco,
        Column::Plies,
    ];

    /// The tag that the column holds.
    #[must_use]
    pub const fn tag(self) -> Option<&'static str> {
        Some(match self {
            Column::Shape | Column::Plies => return None,
            Column::White => "White",
            Column::Black => "Black",
            Column::Event => "Event",
            Column::Site => "Site",
            Column::Date => "Date",
            Column::Round => "Round",
            Column::Result => "Result",
            Column::WhiteElo => "WhiteElo",
            Column::BlackElo => "BlackElo",
            Column::Eco => "ECO",
        })
    }

    /// The column of a tag.
    #[must_use]
    pub fn of_tag(name: &str) -> Option<Column> {
        Some(match name {
            "White" => Column::White,
            "Black" => Column::Black,
            "Event" => Column::Event,
            "Site" => Column::Site,
            "Date" => Column::Date,
            "Round" => Column::Round,
            "Result" => Column::Result,
            "WhiteElo" => Column::WhiteElo,
            "BlackElo" => Column::BlackElo,
            "ECO" => Column::Eco,
            _ => return None,
        })
    }

    /// The list of strings of the column; both players share one, both ratings another.
    pub(super) const fn strings(self) -> u8 {
        match self {
            Column::Shape => 0,
            Column::White | Column::Black => 1,
            Column::Event => 2,
            Column::Site => 3,
            Column::Date => 4,
            Column::Round => 5,
            Column::Result => 6,
            Column::WhiteElo | Column::BlackElo => 7,
            Column::Eco => 8,
            Column::Plies => 9,
        }
    }

    /// A text as a small number, if the column can restore this text from it.
    pub(super) fn number(self, text: &str) -> Option<u32> {
        match self {
            Column::Date => date_number(text),
            Column::WhiteElo | Column::BlackElo => {
                let plain = digits(text) && text.len() <= 4 && (text.len() == 1 || !text.starts_with('0'));
                let number = || text.bytes().fold(0, |number, byte| number * 10 + u32::from(byte & 15));
                (plain && !text.is_empty()).then(number)
            }
            Column::Result => RESULTS.iter().position(|&result| result == text).map(|at| at as u32),
            Column::Eco => {
                let [letter @ b'A'..=b'E', tens @ b'0'..=b'9', ones @ b'0'..=b'9'] = *text.as_bytes() else {
                    return None;
                };
                Some(u32::from(letter - b'A') * 100 + u32::from(tens - b'0') * 10 + u32::from(ones - b'0'))
            }
            _ => None,
        }
    }

    /// The text of a small number.
    pub(super) fn text(self, number: u32) -> String {
        match self {
            Column::Date => date_text(number),
            Column::Result => RESULTS.get(number as usize).copied().unwrap_or("*").to_owned(),
            Column::Eco => {
                format!("{}{:02}", char::from(b'A' + (number / 100 % 26) as u8), number % 100)
            }
            _ => number.to_string(),
        }
    }
}

fn digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

const RESULTS: [&str; 4] = ["*", "1-0", "0-1", "1/2-1/2"];

/// Number of days, months and years, each with one more for "unknown", which sorts first.
const DAYS: u32 = 100;

/// Year, month and day of a date's number; `None` if unknown.
pub(super) fn date_parts(number: u32) -> (Option<u32>, Option<u32>, Option<u32>) {
    let known = |n: u32| n.checked_sub(1);
    (known(number / DAYS / DAYS), known(number / DAYS % DAYS), known(number % DAYS))
}

fn date_number(text: &str) -> Option<u32> {
    let &[y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = text.as_bytes() else { return None };
    let part = |digits: &[u8], most: u32| {
        if digits.iter().all(|&byte| byte == b'?') {
            return Some(0);
        }
        let number = digits
            .iter()
            .try_fold(0, |number, byte| byte.is_ascii_digit().then(|| number * 10 + u32::from(byte - b'0')));
        number.filter(|&number| number <= most).map(|number| number + 1)
    };
    let (year, month, day) = (part(&[y1, y2, y3, y4], 9999)?, part(&[m1, m2], 98)?, part(&[d1, d2], 98)?);
    Some((year * DAYS + month) * DAYS + day)
}

fn date_text(number: u32) -> String {
    let (year, month, day) = date_parts(number);
    let part = |n: Option<u32>, width: usize| match n {
        Some(n) => format!("{n:0width$}"),
        None => "?".repeat(width),
    };
    format!("{}.{}.{}", part(year, 4), part(month, 2), part(day, 2))
}

/// A value of a column.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Cell {
    /// The game has no such tag.
    Absent,
    /// A small number.
    Number(u32),
    /// An index in the list of strings.
    Text(u32),
}

impl Cell {
    /// Its code in the file.
    pub const fn code(self) -> u32 {
        match self {
            Cell::Absent => 0,
            Cell::Number(n) => n * 2 + 1,
            Cell::Text(n) => n * 2 + 2,
        }
    }

    /// The value that a code of the file stands for.
    pub const fn from_code(code: u32) -> Cell {
        match code {
            0 => Cell::Absent,
            _ if code % 2 == 1 => Cell::Number(code / 2),
            _ => Cell::Text(code / 2 - 1),
        }
    }
}

/// The codes of a column in planes: all lowest bytes, then all second bytes, …; and the number of planes.
pub(super) fn planes(codes: &[u32]) -> (Vec<u8>, u8) {
    let bits = codes.iter().fold(0, |bits, code| bits | code);
    let width = (32 - bits.leading_zeros()).div_ceil(8);
    let mut out = Vec::with_capacity(codes.len() * width as usize);
    for plane in 0..width {
        out.extend(codes.iter().map(|code| (code >> (8 * plane)) as u8));
    }
    (out, width as u8)
}

/// The codes of `rows` values from their planes.
pub(super) fn unplane(bytes: &[u8], width: u8, rows: usize) -> Result<Vec<u32>, Malformed> {
    if width > 4 || rows.checked_mul(usize::from(width)) != Some(bytes.len()) {
        return Err(Malformed);
    }
    let mut codes = vec![0; rows];
    for (plane, bytes) in bytes.chunks_exact(rows.max(1)).enumerate() {
        for (code, &byte) in codes.iter_mut().zip(bytes) {
            *code |= u32::from(byte) << (8 * plane);
        }
    }
    Ok(codes)
}

/// Packs a list of strings; each shares a prefix with the one before.
pub(super) fn pack_strings<'a>(strings: impl Iterator<Item = &'a str> + Clone) -> Vec<u8> {
    let mut out = Vec::new();
    out.varint(strings.clone().count() as u64);
    let (mut lengths, mut rest) = (Vec::new(), Vec::new());
    let mut previous = "";
    for string in strings {
        let shared = previous.bytes().zip(string.bytes()).take_while(|(a, b)| a == b).count();
        out.varint(shared as u64);
        lengths.varint((string.len() - shared) as u64);
        rest.extend_from_slice(&string.as_bytes()[shared..]);
        previous = string;
    }
    out.append(&mut lengths);
    out.append(&mut rest);
    out
}

/// A list of strings, end to end.
#[derive(Clone, Debug, Default)]
pub(super) struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    pub fn read(bytes: &[u8]) -> Result<Strings, Malformed> {
        let mut cursor = Cursor(bytes);
        if cursor.is_empty() {
            return Ok(Strings::default());
        }
        let count = cursor.count(2)?;
        let mut shared = cursor.clone();
        for _ in 0..count {
            cursor.varint()?;
        }
        let mut lengths = cursor.clone();
        for _ in 0..count {
            cursor.varint()?;
        }
        let mut text = Vec::with_capacity(cursor.0.len() * 2);
        let mut ends = Vec::with_capacity(count);
        let mut start = 0;
        for _ in 0..count {
            let end = text.len();
            let shared = usize::try_from(shared.varint()?).map_err(|_| Malformed)?;
            let length = usize::try_from(lengths.varint()?).map_err(|_| Malformed)?;
            // Otherwise a malicious file could produce a quadratically large list.
            if shared > end - start || end > 1 << 28 {
                return Err(Malformed);
            }
            text.extend_from_within(start..start + shared);
            text.extend_from_slice(cursor.take(length)?);
            start = end;
            ends.push(u32::try_from(text.len()).map_err(|_| Malformed)?);
        }
        let text = String::from_utf8(text).map_err(|_| Malformed)?;
        let whole = text.is_ascii() || ends.iter().all(|&end| text.is_char_boundary(end as usize));
        (whole && cursor.is_empty()).then_some(Strings { text, ends }).ok_or(Malformed)
    }

    pub fn get(&self, index: usize) -> Option<&str> {
        let start = if index == 0 { 0 } else { *self.ends.get(index - 1)? };
        self.text.get(start as usize..*self.ends.get(index)? as usize)
    }

    #[cfg(test)]
    pub fn iter(&self) -> impl Iterator<Item = &str> + '_ {
        (0..self.ends.len()).filter_map(|index| self.get(index))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn texts_that_are_numbers_come_back_as_they_were() {
        for (column, text, number) in [
            (Column::Date, "1858.??.??", true),
            (Column::Date, "????.??.??", true),
            (Column::Date, "1999.12.31", true),
            (Column::Date, "1999.12.99", false),
            (Column::Date, "1999.1.31", false),
            (Column::Date, "+999.12.31", false),
            (Column::Date, "1999", false),
            (Column::WhiteElo, "2851", true),
            (Column::WhiteElo, "0851", false),
            (Column::WhiteElo, "+851", false),
            (Column::WhiteElo, "", false),
            (Column::Eco, "C30", true),
            (Column::Eco, "F30", false),
            (Column::Eco, "C3", false),
            (Column::Result, "1/2-1/2", true),
            (Column::Result, "1/2", false),
            (Column::Round, "1", false),
        ] {
            assert!(column.tag().is_none_or(|tag| Column::of_tag(tag) == Some(column)));
            let found = column.number(text);
            assert_eq!(found.is_some(), number, "{column:?} {text}");
            if let Some(found) = found {
                assert_eq!(column.text(found), text);
            }
        }
    }

    proptest! {
        #[test]
        fn strings_come_back(strings in proptest::collection::vec("\\PC{0,12}|Ka[a-cé]{0,4}", 0..40)) {
            let bytes = pack_strings(strings.iter().map(String::as_str));
            let back = Strings::read(&bytes).unwrap();
            prop_assert_eq!(back.iter().collect::<Vec<_>>(), strings);
        }

        #[test]
        fn columns_come_back(numbers in proptest::collection::vec(0..1u32 << 30, 0..300)) {
            let cells: Vec<_> = numbers
                .iter()
                .map(|&n| match n % 3 { 0 => Cell::Absent, 1 => Cell::Number(n), _ => Cell::Text(n >> 12) })
                .collect();
            let (bytes, width) = planes(&cells.iter().map(|cell| cell.code()).collect::<Vec<_>>());
            let codes = unplane(&bytes, width, cells.len()).unwrap();
            prop_assert_eq!(codes.into_iter().map(Cell::from_code).collect::<Vec<_>>(), cells);
        }
    }
}
