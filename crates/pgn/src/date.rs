//! Tags with dates, and the form that they have (PGN standard, 8.1.1.3).

/// Whether the value of a tag with this name is a date.
#[must_use]
pub fn is_date_tag(name: &str) -> bool {
    matches!(name, "Date" | "UTCDate" | "EventDate" | "EndDate")
}

/// Whether a value has the form of a date, year, month and day, `?` for a digit that is not known; an empty value and `?` say that nothing is
/// known.
///
/// ```
/// use scorebook_pgn::date::is_in_form;
/// assert!(is_in_form("1858.10.31") && is_in_form("1858.??.??") && is_in_form("?"));
/// assert!(!is_in_form("31.10.1858") && !is_in_form("1858"));
/// ```
#[must_use]
pub fn is_in_form(value: &str) -> bool {
    let is_part =
        |(at, b): (usize, u8)| if matches!(at, 4 | 7) { b == b'.' } else { b.is_ascii_digit() || b == b'?' };
    value.bytes().all(|b| b == b'?') || value.len() == 10 && value.bytes().enumerate().all(is_part)
}

/// Whether the day of a date in this form is one of its month.
///
/// ```
/// use scorebook_pgn::date::has_day;
/// assert!(has_day("2000.02.29") && has_day("1999.??.??") && !has_day("2001.02.30"));
/// ```
#[must_use]
pub fn has_day(date: &str) -> bool {
    let mut parts = date.split('.').map(|part| part.parse::<u32>().ok());
    let (year, month, day) = (parts.next().flatten(), parts.next().flatten(), parts.next().flatten());
    let is_leap = year.is_none_or(|year| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    let most = match month {
        Some(2) if is_leap => 29,
        Some(2) => 28,
        Some(4 | 6 | 9 | 11) => 30,
        _ => 31,
    };
    day.is_none_or(|day| day <= most)
}
