//! Converts tag values to numbers, dates and times; `None` if they are invalid.

/// Days from 1970-01-01 of a complete date (`2017.03.31`).
///
/// ```
/// use scorebook_tables::values::days;
/// assert_eq!(days("1970.01.02"), Some(1));
/// assert_eq!(days("1858.10.31"), Some(-40_604));
/// assert_eq!((days("1858.??.??"), days("2023.02.29")), (None, None));
/// ```
#[must_use]
pub fn days(text: &str) -> Option<i32> {
    let (year, rest) = text.trim().split_once('.')?;
    let (month, day) = rest.split_once('.')?;
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let most = match month {
        2 => 28 + i32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if day < 1 || day > most {
        return None;
    }
    // Years that begin in March, so that the leap day is the last day.
    let year = year - i32::from(month < 3);
    let since_march = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    Some(
        year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + since_march - 719_468,
    )
}

/// Milliseconds from midnight of `12:34:56`.
///
/// ```
/// use scorebook_tables::values::milliseconds;
/// assert_eq!(milliseconds("00:01:02"), Some(62_000));
/// assert_eq!(milliseconds("24:00:00"), None);
/// ```
#[must_use]
pub fn milliseconds(text: &str) -> Option<i32> {
    let (hours, rest) = text.trim().split_once(':')?;
    let (minutes, seconds) = rest.split_once(':')?;
    let (hours, minutes, seconds) = (number(hours, 2)?, number(minutes, 2)?, number(seconds, 2)?);
    (hours < 24 && minutes < 60 && seconds < 60).then_some(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

/// A rating or a rating difference (`+7`).
///
/// ```
/// use scorebook_tables::values::small;
/// assert_eq!((small("2851"), small("+7"), small("-12"), small("99999")), (Some(2851), Some(7), Some(-12), None));
/// ```
#[must_use]
pub fn small(text: &str) -> Option<i16> {
    text.trim().parse().ok()
}

/// Whether a value means "unknown": `?`, `-`, `????.??.??` or empty.
#[must_use]
pub fn unknown(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'?' | b'-' | b'.' | b':' | b' '))
}

/// A number of at most so many digits.
fn number(text: &str, digits: usize) -> Option<i32> {
    let plain = !text.is_empty() && text.len() <= digits && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
