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
