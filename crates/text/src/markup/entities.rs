//! Characters that HTML writes as names or numbers: `&nbsp;`, `&frac12;`, `&#9816;`.

use super::{Left, Out};

/// Names, and what they stand for. Blanks of all widths are one.
const NAMES: &[(&str, &str)] = &[
    ("nbsp", " "),
    ("ensp", " "),
    ("emsp", " "),
    ("thinsp", " "),
    ("hairsp", " "),
    ("zwj", ""),
    ("zwnj", ""),
    ("shy", ""),
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("minus", "−"),
    ("hellip", "…"),
    ("times", "×"),
    ("frac12", "½"),
    ("half", "½"),
    ("plusmn", "±"),
    ("infin", "∞"),
    ("dagger", "†"),
    ("Dagger", "‡"),
    ("sect", "§"),
    ("para", "¶"),
    ("middot", "·"),
    ("bull", "•"),
    ("deg", "°"),
    ("sup2", "²"),
    ("sup3", "³"),
    ("rarr", "→"),
    ("larr", "←"),
    ("uarr", "↑"),
    ("darr", "↓"),
    ("auml", "ä"),
    ("ouml", "ö"),
    ("uuml", "ü"),
    ("Auml", "Ä"),
    ("Ouml", "Ö"),
    ("Uuml", "Ü"),
    ("szlig", "ß"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("ecirc", "ê"),
    ("euml", "ë"),
    ("agrave", "à"),
    ("aacute", "á"),
    ("acirc", "â"),
    ("aring", "å"),
    ("aelig", "æ"),
    ("ccedil", "ç"),
    ("iacute", "í"),
    ("igrave", "ì"),
    ("icirc", "î"),
    ("iuml", "ï"),
    ("ntilde", "ñ"),
    ("oacute", "ó"),
    ("ograve", "ò"),
    ("ocirc", "ô"),
    ("otilde", "õ"),
    ("oslash", "ø"),
    ("uacute", "ú"),
    ("ugrave", "ù"),
    ("ucirc", "û"),
    ("yacute", "ý"),
    ("scaron", "š"),
    ("Eacute", "É"),
    ("Aring", "Å"),
    ("Oslash", "Ø"),
    ("Ccedil", "Ç"),
    ("Scaron", "Š"),
];

/// No name or number of a character is longer.
const LONGEST: usize = 10;

/// Writes the characters for their names.
pub(super) fn strip(raw: &str, _: &mut Left) -> Option<Out> {
    let mut out: Option<Out> = None;
    let mut done = 0;
    for at in memchr::memchr_iter(b'&', raw.as_bytes()) {
        let Some((text, length)) = entity(&raw[at..]) else { continue };
        let out = out.get_or_insert_default();
        out.copy(raw, done, at);
        out.put(&text, at, at + length);
        done = at + length;
    }
    if let Some(out) = &mut out {
        out.copy(raw, done, raw.len());
    }
    out
}

/// The character that a text begins with by its name, and the bytes of the name.
fn entity(text: &str) -> Option<(String, usize)> {
    let end = text.bytes().take(LONGEST + 2).position(|b| b == b';')?;
    let name = text.get(1..end)?;
    let found = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            match code {
                0xa0 | 0x2000..=0x200a | 0x202f => " ".to_owned(),
                _ => char::from_u32(code).filter(|c| !c.is_control())?.to_string(),
            }
        }
        None => NAMES.iter().find(|(known, _)| *known == name)?.1.to_owned(),
    };
    Some((found, end + 1))
}
