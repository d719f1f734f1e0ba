//! Parses dates written in many ways.

use scorebook_lexicon::{month_alone, month_of};

/// A date in PGN form (PGN standard, 8.1.1.3). What the text omits or leaves ambiguous (3/4/1961) becomes
/// `??`. `None` if it is not a date with a four-digit year.
///
/// `1851` is `1851.??.??`, `June 21st, 1851` and `21.6.1851` are `1851.06.21`.
#[must_use]
pub fn date(text: &str) -> Option<String> {
    let text = text.trim().trim_end_matches('.');
    let numbers: Vec<&str> = text.split(['.', '-', '/']).map(str::trim).collect();
    if let Some(date) = figures(&numbers, text.contains('/')) {
        return Some(date);
    }
    let (mut year, mut month, mut day) = (None, None, None);
    // Whether the month is one without a day beside it.
    let mut alone = true;
    for word in
        text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')')).filter(|w| !w.is_empty())
    {
        let word = word.trim_end_matches('.');
        let slot = if let Some(found) = year_of(word) {
            (&mut year, found)
        } else if let Some(found) = day_of(word) {
            (&mut day, found)
        } else if let Some(found) = month_of(word) {
            alone = month_alone(word).is_some();
            (&mut month, found)
        } else if matches!(
            word.to_lowercase().as_str(),
            "of" | "the"
                | "day"
                | "de"
                | "del"
                | "le"
                | "den"
                | "am"
                | "г"
                | "год"
                | "года"
                | "р"
                | "року"
                | ""
        ) || is_time_of_day(word)
        {
            continue;
        } else {
            return None;
        };
        if slot.0.replace(slot.1).is_some() {
            return None;
        }
    }
    // `Dubna 1993`: a town. The Czech month is `dubna` only behind a day.
    if month.is_some() && day.is_none() && !alone {
        return None;
    }
    Some(written(year?, month, day.filter(|_| month.is_some())))
}

/// The month and the day of a date without its year: `Oct-17`, `17 October`.
#[must_use]
pub fn day_of_year(text: &str) -> Option<(u32, u32)> {
    let mut words = text.split(|c: char| c.is_whitespace() || c == '-').filter(|word| !word.is_empty());
    let (one, two) = (words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    let month = |word: &str| month_of(word.trim_end_matches('.'));
    let day = |word: &str| day_of(word.trim_end_matches('.'));
    month(one).zip(day(two)).or_else(|| month(two).zip(day(one)))
}

/// The most complete date on a line: `(Vienna, 12th March 1882, third round)` gives `1882.03.12`.
#[must_use]
pub fn within(line: &str) -> Option<String> {
    let words: Vec<&str> =
        line.split_whitespace().map(|word| word.trim_matches(['(', ')', ',', ';', '[', ']'])).collect();
    (1..=LONGEST).rev().find_map(|length| words.windows(length).find_map(|words| date(&words.join(" "))))
}

/// Words of the longest date: `the 5th day of August 1895`.
const LONGEST: usize = 6;

/// `1851`, `6.1851`, `1851-06-21`, `21.6.1851`, `6/21/1851`.
fn figures(parts: &[&str], slashed: bool) -> Option<String> {
    let small = |part: &str, most: u32| {
        let is = (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        part.parse().ok().filter(|number| is && (1..=most).contains(number))
    };
    match *parts {
        [year] => Some(written(year_of(year)?, None, None)),
        // `10.1972`
        [month, year] => Some(written(year_of(year)?, Some(small(month, 12)?), None)),
        [year, month, day] if year_of(year).is_some() => {
            Some(written(year_of(year)?, Some(small(month, 12)?), Some(small(day, 31)?)))
        }
        [one, two, year] => {
            let (one, two, year) = (small(one, 31)?, small(two, 31)?, year_of(year)?);
            match (one > 12, two > 12) {
                (true, true) => None,
                (true, false) => Some(written(year, Some(two), Some(one))),
                (false, true) => Some(written(year, Some(one), Some(two))),
                // With full stops the day is always first; with slashes it depends on the country.
                (false, false) if slashed && one != two => Some(written(year, None, None)),
                (false, false) => Some(written(year, Some(two), Some(one))),
            }
        }
        _ => None,
    }
}

fn written(year: u32, month: Option<u32>, day: Option<u32>) -> String {
    let two = |number: Option<u32>| number.map_or("??".to_owned(), |number| format!("{number:02}"));
    format!("{year}.{}.{}", two(month), two(day))
}

/// A plausible year of a recorded chess game.
pub(crate) fn year_of(word: &str) -> Option<u32> {
    let is = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
    word.parse().ok().filter(|year| is && (1400..2100).contains(year))
}

fn day_of(word: &str) -> Option<u32> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let ending = word[digits..].to_lowercase();
    let ends = matches!(ending.as_str(), "" | "st" | "nd" | "rd" | "d" | "th" | "er" | "º" | "°");
    word[..digits].parse().ok().filter(|day| ends && (1..=31).contains(day))
}

/// The day of the week, the time or the zone in the headings of servers: `Sun Sep 29, 1:06 CDT 1996`.
fn is_time_of_day(word: &str) -> bool {
    /// Days of the week, and zones.
    const WORDS: &[&str] = &[
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "???",
        "gmt",
        "utc",
        "est",
        "edt",
        "cst",
        "cdt",
        "mst",
        "mdt",
        "pst",
        "pdt",
        "cet",
        "cest",
        "bst",
        "msk",
    ];
    let parts = || word.split(':');
    let is_clock = (2..=3).contains(&parts().count())
        && parts().all(|part| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()));
    is_clock || WORDS.contains(&word.to_lowercase().as_str())
}

/// Whether a word names a month.
#[must_use]
pub fn is_month(word: &str) -> bool {
    month_of(word.trim_end_matches('.')).is_some()
}

#[cfg(test)]
mod tests {
    use super::{date, within};

    #[test]
    fn dates_in_lines() {
        assert_eq!(within("(Vienna, 12th March 1882, third round)"), Some("1882.03.12".to_owned()));
        assert_eq!(within("Played on the 5th day of August, 1895."), Some("1895.08.05".to_owned()));
        assert_eq!(within("London, 1851, board 12"), Some("1851.??.??".to_owned()));
        assert_eq!(within("Game 14 in 41 moves"), None);
    }

    #[test]
    fn dates_of_many_hands() {
        for (text, pgn) in [
            ("1851", "1851.??.??"),
            ("1851-06-21", "1851.06.21"),
            ("21.6.1851", "1851.06.21"),
            ("3/4/1961", "1961.??.??"),
            ("12/12/1961", "1961.12.12"),
            ("25/12/1961", "1961.12.25"),
            ("12/25/1961", "1961.12.25"),
            ("June 21st, 1851", "1851.06.21"),
            ("21 June 1851.", "1851.06.21"),
            ("April, 1924", "1924.04.??"),
            ("the 5th of August 1895", "1895.08.05"),
            ("3. März 1908", "1908.03.03"),
            ("1er août 1842", "1842.08.01"),
            ("7 de julio de 1921", "1921.07.07"),
        ] {
            assert_eq!(date(text).as_deref(), Some(pgn), "{text}");
        }
        assert_eq!(date("5. dubna 1993").as_deref(), Some("1993.04.05"));
        assert_eq!(date("апрель 1975 г.").as_deref(), Some("1975.04.??"));
        // Names that begin like months, or are the form that needs a day.
        for text in ["Dubna 1993", "Marshall 1912", "Junge, 1942", "Mayet 1851", "Augustin 1920"] {
            assert_eq!(date(text), None, "{text}");
        }
        for text in ["", "London", "21", "June", "31/31/1900", "1851 1852", "Game 1851 again", "18511"] {
            assert_eq!(date(text), None, "{text}");
        }
    }
}
