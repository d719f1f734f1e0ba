//! Tag pairs.

use scorebook_core::text::without_hidden;

/// The names of the seven-tag roster, in their order.
pub const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Whether a tag can have this name in the export format.
#[must_use]
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The value of a tag of the roster: that given, or the sign for an unknown one if there is none or it is blank.
#[must_use]
pub fn roster_value<'v>(name: &str, value: Option<&'v str>) -> &'v str {
    let unknown = if name == "Date" { "????.??.??" } else { "?" };
    value.filter(|value| !value.trim().is_empty()).unwrap_or(unknown)
}

/// Appends a tag pair on a line of its own. Control characters become blanks.
///
/// ```
/// let mut out = String::new();
/// scorebook_export::pair("Event", "the \"big\" one", &mut out);
/// assert_eq!(out, "[Event \"the \\\"big\\\" one\"]\n");
/// ```
pub fn pair(name: &str, value: &str, out: &mut String) {
    out.push('[');
    out.push_str(name);
    out.push_str(" \"");
    let is_plain = |b: u8| (b' '..0x7f).contains(&b) && b != b'"' && b != b'\\';
    if value.bytes().all(is_plain) {
        out.push_str(value);
    } else {
        for c in without_hidden(value).chars() {
            match c {
                '"' | '\\' => out.extend(['\\', c]),
                c => out.push(c),
            }
        }
    }
    out.push_str("\"]\n");
}
