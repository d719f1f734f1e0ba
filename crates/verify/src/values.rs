//! What tag values may be. Values come as bytes: they may be in any encoding.

use scorebook_lexicon::{Saying, ending_of, month_for_certain, side_of};
use shakmaty::{Color, KnownOutcome, Outcome};

use crate::pgn::result_in;

fn number(text: &[u8]) -> Option<u32> {
    if text.is_empty() || text.len() > 9 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(text.iter().fold(0, |sum, b| sum * 10 + u32::from(b - b'0')))
}

fn digits_or_unknown(text: &[u8], len: usize) -> bool {
    text.len() == len && text.iter().all(|b| b.is_ascii_digit() || *b == b'?')
}

/// Takes eight bytes for a pattern of digits and signs: the digits, each in its byte, or nothing. `room` has in
/// each byte what its digit lacks to 128 and one more, or 127 for a sign.
#[inline(always)]
fn digits(bytes: &[u8; 8], pattern: &[u8; 8], room: [u8; 8]) -> Option<u64> {
    const TOPS: u64 = 0x8080_8080_8080_8080;
    let digits = u64::from_le_bytes(*bytes) ^ u64::from_le_bytes(*pattern);
    // A byte with its top bit set may run over into the next, but is seen by itself.
    ((digits | digits.wrapping_add(u64::from_le_bytes(room))) & TOPS == 0).then_some(digits)
}

/// A date that is fully known, before the 29th of a month: nearly every one, seen at once.
#[inline(always)]
fn is_usual_date(text: &[u8]) -> bool {
    const ROOM: [u8; 8] = [0x76, 0x76, 0x76, 0x76, 0x7f, 0x7e, 0x76, 0x7f];
    let Some((head, &[tens, ones])) = text.split_first_chunk() else { return false };
    let Some(digits) = digits(head, b"0000.00.", ROOM) else { return false };
    let month = (digits >> 40 & 15) * 10 + (digits >> 48 & 15);
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    tens < 3 && ones < 10 && (1..=12).contains(&month) && (1..=28).contains(&(tens * 10 + ones))
}

/// `2021.02.28`, `1906.??.??`, `19??.??.??`.
pub(super) fn is_date(text: &[u8]) -> bool {
    is_usual_date(text) || is_any_date(text)
}

#[inline(never)]
fn is_any_date(text: &[u8]) -> bool {
    let &[ref year @ .., b'.', m1, m2, b'.', d1, d2] = text else { return false };
    let (month, day) = (&[m1, m2], &[d1, d2]);
    if !digits_or_unknown(year, 4) || !digits_or_unknown(month, 2) || !digits_or_unknown(day, 2) {
        return false;
    }
    let (month, year) = (number(month), number(year));
    let days = match month {
        None => 31,
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) if year.is_some_and(|y| y % 4 != 0 || (y % 100 == 0 && y % 400 != 0)) => 28,
        Some(2) => 29,
        Some(1..=12) => 31,
        Some(_) => return false,
    };
    number(day).is_none_or(|day| (1..=days).contains(&day))
}

/// The date that a value means in another order or form, if only one is possible: `21.3.1999`, `1999-03-21`, `1999/3`,
/// `1999.00.00`, `1999`, `?.?.?`. Between day and month of `3/4/1999` nothing decides.
pub(super) fn meant_date(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?.trim();
    if text.contains('?') && text.chars().all(|c| matches!(c, '?' | '.' | '-' | '/')) {
        return Some("????.??.??".to_owned());
    }
    if let Some(date) = date_in_words(text).or_else(|| date_of_digits(text)) {
        return Some(date);
    }
    let sign = text.chars().find(|c| matches!(c, '.' | '-' | '/')).unwrap_or('.');
    let parts: Vec<&str> = text.split(sign).map(str::trim).collect();
    let value = |part: &str| match part {
        "" | "?" | "??" | "xx" | "XX" => Some(0),
        part if part.len() <= 2 => number(part.as_bytes()),
        _ => None,
    };
    let is_year = |part: &str| part.len() == 4 && part.bytes().all(|b| b.is_ascii_digit()) && part != "0000";
    let (year, month, day) = match *parts.as_slice() {
        [year] if is_year(year) => (year, 0, 0),
        [year, month] if is_year(year) => (year, value(month)?, 0),
        [year, month, day] if is_year(year) => match (value(month)?, value(day)?) {
            (month, day) if month > 12 => (year, day, month),
            (month, day) => (year, month, day),
        },
        [first, second, year] if is_year(year) => match (value(first)?, value(second)?) {
            (day, month) if day > 12 || day == month || sign == '.' && month <= 12 => (year, month, day),
            (month, day) if day > 12 => (year, month, day),
            _ => return None,
        },
        _ => return None,
    };
    date_of(year, month, day)
}

/// The result that a value means in another spelling (`O-1`, `½-½`) or in words of any language: `White wins`, `draw`.
pub(super) fn meant_result(text: &[u8]) -> Option<Outcome> {
    let spelled: Vec<u8> =
        text.iter().map(|byte| if matches!(byte, b'o' | b'O') { b'0' } else { *byte }).collect();
    if let Some(outcome) = result_in(&spelled) {
        return Some(outcome);
    }
    let text = std::str::from_utf8(text).ok()?;
    let mut words = text.split_whitespace();
    let (first, second, none) = (words.next()?, words.next(), words.next());
    let won_by = |winner: Color| Some(Outcome::Known(KnownOutcome::Decisive { winner }));
    match (side_of(first), ending_of(second.unwrap_or(first))?, second, none) {
        (None, Saying::Drawn, None, None) => Some(Outcome::Known(KnownOutcome::Draw)),
        (Some(side), Saying::Wins | Saying::Won, Some(_), None) => won_by(side),
        (Some(side), Saying::Resigns | Saying::Loses, Some(_), None) => won_by(!side),
        _ => None,
    }
}

/// Year, month and day that the text of a date means, in whatever order or words; 0 for what is not known. Where nothing decides
/// between day and month (`3/4/1999`), they stand as they are written.
///
/// ```
/// use scorebook_verify::date_parts;
/// assert_eq!(date_parts("1858.10.??"), [1858, 10, 0]);
/// assert_eq!(date_parts("31.10.1858"), [1858, 10, 31]);
/// assert_eq!(date_parts("Oct 31, 1858"), [1858, 10, 31]);
/// assert_eq!(date_parts("3/4/1999"), [1999, 3, 4]);
/// assert_eq!(date_parts("last summer"), [0, 0, 0]);
/// ```
#[must_use]
pub fn date_parts(text: &str) -> [u16; 3] {
    let text = text.trim();
    let meant = if is_date(text.as_bytes()) { None } else { meant_date(text.as_bytes()) };
    let date = meant.as_deref().unwrap_or(text);
    let mut parts = [0; 3];
    for (part, text) in parts.iter_mut().zip(date.split(['.', '-', '/'])) {
        *part = text.trim().parse().unwrap_or(0);
    }
    match parts {
        [first, second, year] if year > 99 => [year, first, second],
        parts => parts,
    }
}

/// The date of a year, a month and a day, 0 for what is not known; `None` if there is none.
fn date_of(year: &str, month: u32, day: u32) -> Option<String> {
    let shown = |value: u32| if value == 0 { "??".to_owned() } else { format!("{value:02}") };
    let date = format!("{year}.{}.{}", shown(month), shown(day));
    is_date(date.as_bytes()).then_some(date)
}

/// `25 December 1999`, `Dec 25, 1999`, `25-dic-1999`, `März 1907`: one year of four digits, one month, a day or none.
fn date_in_words(text: &str) -> Option<String> {
    let (mut year, mut month, mut day) = (None, None, None);
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | '-' | '/'));
    for word in words.filter(|word| !word.is_empty()) {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
        let before = match number(digits.as_bytes()) {
            Some(_) if digits.len() == 4 => year.replace(digits).is_some(),
            Some(value) if digits.len() <= 2 => day.replace(value).is_some(),
            _ => month.replace(month_for_certain(word)?).is_some(),
        };
        if before {
            return None;
        }
    }
    date_of(year?, month?, day.unwrap_or(0))
}

/// `19991231`, `31121999`: eight digits that are a date of the last centuries in one order only.
fn date_of_digits(text: &str) -> Option<String> {
    if text.len() != 8 || number(text.as_bytes()).is_none() {
        return None;
    }
    let date = |year: &str, month: &str, day: &str| {
        let known = ("1400".."2100").contains(&year) && month != "00" && day != "00";
        date_of(year, month.parse().ok()?, day.parse().ok()?).filter(|_| known)
    };
    let forward = date(&text[..4], &text[4..6], &text[6..]);
    let backward = date(&text[4..], &text[2..4], &text[..2]);
    if forward.is_some() && backward.is_some() { None } else { forward.or(backward) }
}

/// `23:52:06`, `??:??:??`.
pub(super) fn is_time(text: &[u8]) -> bool {
    // Hours before 20 need no further check.
    const ROOM: [u8; 8] = [0x7e, 0x76, 0x7f, 0x7a, 0x76, 0x7f, 0x7a, 0x76];
    let usual = text.try_into().is_ok_and(|text| digits(text, b"00:00:00", ROOM).is_some());
    usual || is_any_time(text)
}

#[inline(never)]
fn is_any_time(text: &[u8]) -> bool {
    let &[h1, h2, b':', m1, m2, b':', s1, s2] = text else { return false };
    [([h1, h2], 24), ([m1, m2], 60), ([s1, s2], 60)]
        .iter()
        .all(|(part, limit)| digits_or_unknown(part, 2) && number(part).is_none_or(|value| value < *limit))
}

/// `2700`, and what stands for none.
pub(super) fn is_rating(text: &[u8]) -> bool {
    if let &[b'0'..=b'3', a, b, c] = text
        && a.wrapping_sub(b'0').max(b.wrapping_sub(b'0')).max(c.wrapping_sub(b'0')) < 10
    {
        return true;
    }
    matches!(text, b"" | b"-" | b"?") || number(text).is_some_and(|elo| elo <= 4000)
}

/// `3`, `3.1.2`, `?`, `-`.
pub(super) fn is_round(text: &[u8]) -> bool {
    text == b"-" || text.split(|&b| b == b'.').all(|part| part == b"?" || number(part).is_some())
}

/// `C42`, `C42a`, `B33/07`.
pub(super) fn is_eco(text: &[u8]) -> bool {
    match text {
        b"" | b"?" | b"-" => true,
        [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', rest @ ..] => {
            rest.len() <= 3 && rest.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'/')
        }
        _ => false,
    }
}

/// Fields of the standard, joined by colons; seconds may have a fraction.
pub(super) fn is_time_control(text: &[u8]) -> bool {
    let amount = |part: &[u8]| {
        let mut halves = part.splitn(2, |&b| b == b'.');
        halves.next().is_some_and(|whole| number(whole).is_some())
            && halves.next().is_none_or(|fraction| number(fraction).is_some())
    };
    let with_increment = |field: &[u8]| {
        let mut parts = field.splitn(2, |&b| b == b'+');
        parts.next().is_some_and(amount) && parts.next().is_none_or(amount)
    };
    let is_field = |field: &[u8]| match field {
        b"?" | b"-" => true,
        [b'*', rest @ ..] => amount(rest),
        _ => {
            let mut parts = field.splitn(2, |&b| b == b'/');
            match (parts.next(), parts.next()) {
                (Some(moves), Some(seconds)) => number(moves).is_some() && with_increment(seconds),
                (Some(seconds), None) => with_increment(seconds),
                _ => false,
            }
        }
    };
    text.is_empty() || text.split(|&b| b == b':').all(is_field)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(check: fn(&[u8]) -> bool, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(check(text.as_bytes()), "{text} should pass");
        }
        for text in bad {
            assert!(!check(text.as_bytes()), "{text} should not pass");
        }
    }

    #[test]
    fn values() {
        all(
            is_date,
            &["2021.02.28", "2020.02.29", "2000.02.29", "????.??.??", "1906.??.??", "19??.01.31"],
            &[
                "",
                "?",
                "2021.02.29",
                "1900.02.29",
                "2021.13.01",
                "2021.00.10",
                "2021.04.31",
                "21.3.1999",
                "2021-02-03",
            ],
        );
        all(is_time, &["23:52:06", "??:??:??"], &["", "24:00:00", "1:02:03", "10:60:00", "10:00"]);
        all(is_rating, &["", "-", "?", "0", "2700"], &["2O50", "4001", "-5", "2700?"]);
        all(is_round, &["1", "?", "-", "3.1.2", "?.4", "2.?"], &["", "two", "1.", "1-2"]);
        all(is_eco, &["", "?", "A00", "E99", "C42a", "B33/07"], &["F12", "C4", "c42", "C420000"]);
        all(
            is_time_control,
            &[
                "",
                "?",
                "-",
                "180+2",
                "40/7200:3600",
                "1/259200",
                "*300",
                "600",
                "40/5400+30:1800+30",
                "0.5+1",
            ],
            &["blitz", "180 + 2", "40/", "+2", "5m"],
        );
    }

    #[test]
    fn results_in_other_words() {
        for (written, meant) in [
            ("O-1", "0-1"),
            ("1-o", "1-0"),
            ("½ - ½", "1/2-1/2"),
            ("White wins", "1-0"),
            ("Black won", "0-1"),
            ("black resigns", "1-0"),
            ("Weiß gewinnt", "1-0"),
            ("Draw", "1/2-1/2"),
            ("remis", "1/2-1/2"),
        ] {
            assert_eq!(
                meant_result(written.as_bytes()).map(|o| o.to_string()).as_deref(),
                Some(meant),
                "{written}"
            );
        }
        for unclear in [
            "",
            "?",
            "won",
            "White",
            "White wins on time",
            "no draw",
            "O-O",
            "2-0",
            "Kasparov wins",
            "adjourned",
        ] {
            assert_eq!(meant_result(unclear.as_bytes()), None, "{unclear}");
        }
    }

    #[test]
    fn dates_in_other_orders() {
        for (written, meant) in [
            ("?", "????.??.??"),
            ("?.??.??", "????.??.??"),
            ("?/?/?", "????.??.??"),
            ("21.3.1999", "1999.03.21"),
            ("3.4.1999", "1999.04.03"),
            ("1999-03-21", "1999.03.21"),
            ("1999/3/21", "1999.03.21"),
            ("1999.21.03", "1999.03.21"),
            ("03/21/1999", "1999.03.21"),
            ("21/03/1999", "1999.03.21"),
            ("5/5/1999", "1999.05.05"),
            ("1999", "1999.??.??"),
            ("1999.5", "1999.05.??"),
            ("1999.00.00", "1999.??.??"),
            ("25 December 1999", "1999.12.25"),
            ("Dec 25, 1999", "1999.12.25"),
            ("25. März 1907", "1907.03.25"),
            ("3rd May 1858", "1858.05.03"),
            ("1999-Dec-25", "1999.12.25"),
            ("octobre 1858", "1858.10.??"),
            ("19991231", "1999.12.31"),
            ("31121999", "1999.12.31"),
        ] {
            assert_eq!(meant_date(written.as_bytes()).as_deref(), Some(meant), "{written}");
        }
        for unclear in [
            "3/4/1999",
            "3-4-1999",
            "1999.02.30",
            "99.3.21",
            "spring 1999",
            "",
            "1999.13.13",
            "0000.01.01",
            "25 December 99",
            "31 April 1999",
            "1998 May 1999",
            "May June 1999",
            // October in Croatia, November in Poland.
            "3 listopad 1999",
            "12345678",
        ] {
            assert_eq!(meant_date(unclear.as_bytes()), None, "{unclear}");
        }
    }

    /// What is seen at once agrees with what is looked at closely.
    #[test]
    fn usual_values_are_values() {
        for (first, last) in (0..100).flat_map(|first| (0..100).map(move |last| (first, last))) {
            for date in [format!("1978.{first:02}.{last:02}"), format!("197{first:02}{last:02}..")] {
                assert_eq!(is_date(date.as_bytes()), is_any_date(date.as_bytes()), "{date}");
            }
            for time in [format!("{first:02}:{last:02}:00"), format!("00:{first:02}:{last:02}")] {
                assert_eq!(is_time(time.as_bytes()), is_any_time(time.as_bytes()), "{time}");
            }
        }
        let (date, time) = (b"2012.06.17", b"15:42:36");
        for (at, byte) in (0..10).flat_map(|at| (0..=u8::MAX).map(move |byte| (at, byte))) {
            let mut date = *date;
            date[at] = byte;
            assert_eq!(is_date(&date), is_any_date(&date), "{date:?}");
            let mut time = *time;
            time[at % 8] = byte;
            assert_eq!(is_time(&time), is_any_time(&time), "{time:?}");
        }
        for rating in 0..10_000u32 {
            assert_eq!(is_rating(format!("{rating:04}").as_bytes()), rating <= 4000, "{rating}");
        }
    }
}
