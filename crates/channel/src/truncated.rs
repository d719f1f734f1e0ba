//! Detects truncated texts: they can be read, but OCR has lost a part of them.

use crate::channel;

/// Whether a readable text lacks what OCR loses most often: the rank after `to` or a dash (`Q to Kt`, read as
/// the first rank; `KttoQs`, where "s" is a misread 5, 3 or "sq"), the piece at its start, of which only "a"
/// is left (a misread `Q.`, read as the article), or half of the connector (`Q. t Q's 4th.`, read as a
/// capture).
#[must_use]
pub fn is_truncated(text: &str) -> bool {
    let received = channel::received(text);
    let article = text.trim_start().strip_prefix('a').is_some_and(|rest| rest.starts_with(['.', ' ']));
    let lower = received.to_ascii_lowercase();
    let says = |part: &[u8]| lower.windows(part.len()).any(|window| window == part);
    let way = says(b"to") || says(b"-");
    let rank = received.iter().any(u8::is_ascii_digit)
        || [
            &b"sq"[..],
            b"takes",
            b"x",
            b"first",
            b"second",
            b"third",
            b"fourth",
            b"fifth",
            b"sixth",
            b"eventh",
        ]
        .into_iter()
        .chain([&b"eighth"[..], b"home", b"own", b"move", b"cast", b"o-o", b"one", b"two"])
        .any(says);
    // A capture has a victim; a square with its rank is a target.
    let digit = received.iter().any(u8::is_ascii_digit);
    let half_a_way = digit && text.split(|c: char| !c.is_alphanumeric()).any(|word| word == "t");
    article || way && !rank || half_a_way
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complete_texts_are_not_truncated() {
        for text in [
            "P to K 4",
            "Castles",
            "B takes Kt",
            "QxP ch",
            "K to his own square",
            "R to Kt's eighth",
            "B t Kt",
        ] {
            assert!(!is_truncated(text), "{text}");
        }
        for text in ["Q to Kt", "KttoQKts", "R-K", "a. to B's 3rd", "a takes B.", "Q. t Q's 4th."] {
            assert!(is_truncated(text), "{text}");
        }
    }
}
