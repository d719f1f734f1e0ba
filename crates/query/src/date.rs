//! Dates: those of games, of which parts may be unknown, and those that are asked for.

use std::cmp::Ordering;

use crate::operator::Operator;

/// Year, month and day of a game as its tag says them: `1858.10.??`, also with `-` or `/`, and with parts left out. `None` for
/// what is unknown.
pub(crate) fn of_game(text: &str) -> [Option<u32>; 3] {
    let mut parts = text.trim().split(['.', '-', '/']);
    let mut part = |widths: std::ops::RangeInclusive<usize>| {
        let text = parts.next()?;
        let is_number = widths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| text.parse().ok())?
    };
    let (year, month, day) = (part(4..=4), part(1..=2), part(1..=2));
    if parts.next().is_some() {
        return [None; 3];
    }
    [year, month, day]
}

/// A year, a year and month, or a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AskedDate(Vec<u32>);

impl AskedDate {
    /// # Errors
    /// In words, what is wrong with it.
    pub fn parse(text: &str) -> Result<AskedDate, String> {
        let wrong = |why: &str| Err(format!("`{text}` is no date{why}: write 1858, 1858.10 or 1858.10.31"));
        let mut numbers = Vec::new();
        for part in text.split(['.', '-', '/']) {
            match part.parse::<u32>() {
                Ok(number) if part.bytes().all(|byte| byte.is_ascii_digit()) => numbers.push(number),
                _ => return wrong(""),
            }
        }
        match *numbers.as_slice() {
            [year, ..] if year > 9999 => wrong(""),
            [] | [_, _, _, _, ..] => wrong(""),
            [_, month, ..] if !(1..=12).contains(&month) => wrong(&format!(" (there is no month {month})")),
            [year, month, day] if day == 0 || day > days(year, month) => {
                wrong(&format!(" (month {month} of {year} has no day {day})"))
            }
            _ => Ok(AskedDate(numbers)),
        }
    }

    /// Whether a game's date stands so to it, as far as it goes; false where that depends on what is unknown. 1858.??.?? is before
    /// 1859.06, and neither before nor after 1858.06.
    pub fn holds(&self, operator: Operator, date: [Option<u32>; 3]) -> bool {
        for (asked, known) in self.0.iter().zip(date) {
            match known.map(|known| known.cmp(asked)) {
                None => return false,
                Some(Ordering::Equal) => {}
                Some(order) => return operator.holds(order),
            }
        }
        operator.holds(Ordering::Equal)
    }
}

/// The days of a month in the calendar of today.
fn days(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        // 1900.02.29 is a date in Russia.
        2 if year.is_multiple_of(4) && year < 1924 => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_games_may_lack_parts() {
        for (text, date) in [
            ("1858.10.31", [Some(1858), Some(10), Some(31)]),
            ("1858.??.??", [Some(1858), None, None]),
            ("1858-1-2", [Some(1858), Some(1), Some(2)]),
            ("1858", [Some(1858), None, None]),
            ("????.10.31", [None, Some(10), Some(31)]),
            ("yesterday", [None; 3]),
            ("31.10.1858", [None, Some(10), None]),
            ("1858.10.31.1", [None; 3]),
            ("+858.10.31", [None, Some(10), Some(31)]),
        ] {
            assert_eq!(of_game(text), date, "{text}");
        }
    }

    #[test]
    fn asked_dates_are_in_the_calendar() {
        for text in ["1858", "1858.2", "1858-02-28", "2000.02.29", "1900.02.29", "1999/12/31"] {
            assert!(AskedDate::parse(text).is_ok(), "{text}");
        }
        for (text, why) in [
            ("1990-13", "no month 13"),
            ("1990.0", "no month 0"),
            ("1990.02.29", "no day 29"),
            ("2100.02.29", "no day 29"),
            ("1990.04.31", "no day 31"),
            ("19901", "is no date:"),
            ("1990.1.1.1", "is no date:"),
            ("then", "is no date:"),
            ("+1990", "is no date:"),
            ("", "is no date:"),
        ] {
            let error = AskedDate::parse(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn unknown_parts_answer_nothing() {
        let asked = |text| AskedDate::parse(text).unwrap();
        let date = of_game("1858.??.??");
        assert!(asked("1858").holds(Operator::Is, date) && asked("1859").holds(Operator::Below, date));
        assert!(
            !asked("1858.10").holds(Operator::Is, date) && !asked("1858.10").holds(Operator::IsNot, date)
        );
    }
}
