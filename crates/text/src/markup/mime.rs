//! Letters as mail sends them (MIME): the text in quoted-printable or base64, in its own character set, perhaps one of several
//! parts.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use encoding_rs::{Encoding, UTF_8};

use super::{Left, Out};

/// Parts within parts that are opened.
const DEEPEST: usize = 8;

/// What the head of a letter, or of one of its parts, says of its body.
#[derive(Default)]
struct Head<'a> {
    /// Whether it says how the body is written.
    is_mime: bool,
    /// `text/plain`, in small letters; empty if it is not said, which means that.
    kind: String,
    charset: Option<&'static Encoding>,
    boundary: Option<&'a str>,
    /// How the body is written, in small letters.
    encoding: String,
    /// Where the body begins.
    body: usize,
}

/// The text of a letter that says how it is written; `None` if the text is none, or if nothing in it is encoded.
pub(super) fn letter(raw: &str, left: &mut Left) -> Option<Out> {
    let head = Head::read(raw, 0, raw.len())?;
    let encoded = matches!(head.encoding.as_str(), "quoted-printable" | "base64");
    if !head.is_mime || !encoded && head.boundary.is_none() {
        return None;
    }
    let mut texts = Vec::new();
    let mut others = 0;
    parts(raw, &head, raw.len(), 0, &mut texts, &mut others);
    // One letter often says the same twice: as text, and as HTML.
    let plain: Vec<_> = texts.iter().filter(|(head, ..)| head.kind != "text/html").collect();
    let chosen = if plain.is_empty() { texts.iter().take(1).collect() } else { plain };
    if chosen.is_empty() {
        return None;
    }
    let mut out = Out::default();
    for (head, end) in chosen {
        head.write(raw, *end, &mut out);
        if !out.text.ends_with('\n') {
            out.put("\n", *end, *end);
        }
    }
    if others > 0 {
        left.push((out.text.len(), "an attachment of a letter"));
    }
    Some(out)
}

/// Collects the parts that are text, each with its end.
fn parts<'a>(
    raw: &'a str,
    head: &Head<'a>,
    end: usize,
    depth: usize,
    texts: &mut Vec<(Head<'a>, usize)>,
    others: &mut usize,
) {
    let Some(boundary) = head.boundary.filter(|_| head.kind.starts_with("multipart/") && depth < DEEPEST)
    else {
        if head.kind.is_empty() || head.kind.starts_with("text/") || head.kind.contains("pgn") {
            let own = Head { kind: head.kind.clone(), encoding: head.encoding.clone(), ..*head };
            texts.push((own, end));
        } else {
            *others += 1;
        }
        return;
    };
    let mark = format!("--{boundary}");
    let mut starts = Vec::new();
    let mut at = head.body;
    for line in raw[head.body..end].split_inclusive('\n') {
        if line.starts_with(&mark) {
            starts.push((at, at + line.len()));
        }
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|&(start, _)| start).chain([end]);
    for ((start, first), end) in starts.iter().zip(ends) {
        let is_last = raw[*start + mark.len()..*first].starts_with("--");
        if let Some(part) = Head::read(raw, *first, end).filter(|_| !is_last) {
            parts(raw, &part, end, depth + 1, texts, others);
        }
    }
}

impl<'a> Head<'a> {
    /// Reads `Name: value` up to an empty line; `None` if another line stands before that.
    fn read(raw: &'a str, start: usize, end: usize) -> Option<Head<'a>> {
        let mut head = Head::default();
        let mut fields: Vec<(&'a str, usize, usize)> = Vec::new();
        let mut at = start;
        for line in raw[start..end].split_inclusive('\n') {
            let next = at + line.len();
            let bare = line.trim_end();
            if bare.is_empty() {
                head.body = next;
                break;
            }
            if line.starts_with([' ', '\t']) {
                // A value that goes on.
                fields.last_mut()?.2 = next;
            } else {
                let (name, _) = bare.split_once(':')?;
                let plain = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
                plain.then_some(())?;
                fields.push((name, at + name.len() + 1, next));
            }
            at = next;
        }
        (head.body > start).then_some(())?;
        for (name, from, to) in fields {
            let value = raw[from..to].trim();
            match name.to_ascii_lowercase().as_str() {
                "content-transfer-encoding" => {
                    head.encoding = value.to_ascii_lowercase();
                    head.is_mime = true;
                }
                "content-type" => {
                    head.kind = value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
                    head.charset =
                        parameter(value, "charset").and_then(|name| Encoding::for_label(name.as_bytes()));
                    head.boundary = parameter(value, "boundary");
                    head.is_mime = true;
                }
                _ => {}
            }
        }
        Some(head)
    }

    /// Writes the body up to `end` as it was before it was encoded.
    fn write(&self, raw: &str, end: usize, out: &mut Out) {
        let body = &raw[self.body..end];
        let bytes = match self.encoding.as_str() {
            "quoted-printable" => quoted_printable(body),
            "base64" => base64(body),
            _ => {
                out.copy(raw, self.body, end);
                return;
            }
        };
        write(&bytes, self.charset.unwrap_or(UTF_8), self.body, out);
    }
}

/// The value of a parameter: `charset=utf-8`, `boundary="x y"`.
fn parameter<'a>(value: &'a str, name: &str) -> Option<&'a str> {
    value.split(';').skip(1).find_map(|part| {
        let (own, value) = part.split_once('=')?;
        own.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"'))
    })
}

/// A byte and the range of the text that stands for it.
type Placed = (u8, usize, usize);

/// The bytes of `=C3=A9` and of everything else; a line that ends in `=` goes on.
fn quoted_printable(body: &str) -> Vec<Placed> {
    let raw = body.as_bytes();
    let hex = |at: usize| raw.get(at).and_then(|&b| char::from(b).to_digit(16));
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        let rest = &body.as_bytes()[at..];
        let soft = [&b"=\r\n"[..], b"=\n"].into_iter().find(|end| rest.starts_with(end)).map(<[u8]>::len);
        match (byte, soft) {
            (b'=', Some(length)) => at += length,
            (b'=', None) => match (hex(at + 1), hex(at + 2)) {
                (Some(high), Some(low)) => {
                    out.push(((high * 16 + low) as u8, at, at + 3));
                    at += 3;
                }
                _ => {
                    out.push((byte, at, at + 1));
                    at += 1;
                }
            },
            _ => {
                out.push((byte, at, at + 1));
                at += 1;
            }
        }
    }
    out
}

/// The bytes that letters, figures, `+` and `/` stand for, four for three; nothing behind a sign that is none of them.
fn base64(body: &str) -> Vec<Placed> {
    let is_sign = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/');
    let places: Vec<(u8, usize)> = (0..)
        .zip(body.bytes())
        .take_while(|(_, b)| is_sign(*b) || b.is_ascii_whitespace())
        .filter(|(_, b)| is_sign(*b))
        .map(|(at, b)| (b, at))
        .collect();
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let engine = GeneralPurpose::new(&STANDARD, config);
    // A sign that is left over alone is torn off.
    let whole = places.len() - usize::from(places.len() % 4 == 1);
    let signs: Vec<u8> = places[..whole].iter().map(|place| place.0).collect();
    let Ok(bytes) = engine.decode(signs) else { return Vec::new() };
    let place = |at: usize| {
        let first = at * 4 / 3;
        let last = (first + 1).min(places.len() - 1);
        (places[first].1, places[last].1 + 1)
    };
    (0..).zip(bytes).map(|(at, byte)| (byte, place(at).0, place(at).1)).collect()
}

/// Writes bytes of a character set, each character in the place of its bytes; `body`: where these places begin.
fn write(bytes: &[Placed], charset: &'static Encoding, body: usize, out: &mut Out) {
    let mut decoder = charset.new_decoder_without_bom_handling();
    let mut first = None;
    let mut text = String::with_capacity(16);
    for (n, &(byte, start, end)) in bytes.iter().enumerate() {
        let start = *first.get_or_insert(start);
        let is_last = n + 1 == bytes.len();
        text.clear();
        let _ = decoder.decode_to_string(&[byte], &mut text, is_last);
        if !text.is_empty() {
            // Lines end in one sign.
            if text != "\r" {
                out.put(&text, body + start, body + end);
            }
            first = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &str) -> Option<String> {
        letter(raw, &mut Left::new()).map(|out| out.text)
    }

    #[test]
    fn letters_are_decoded_in_their_own_character_set() {
        for (head, body, text) in [
            (
                "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable",
                "1. =D0=9Af3 e=\n5\n",
                "1. Кf3 e5\n",
            ),
            (
                "Content-Type: text/plain;\n charset=\"windows-1251\"\nContent-Transfer-Encoding: Quoted-Printable",
                "=CAf3 =D4d8",
                "Кf3 Фd8\n",
            ),
            (
                "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: base64",
                "MS4gZTQgZTUgMi4gTMOkdWZl\r\ncg==\r\n",
                "1. e4 e5 2. Läufer\n",
            ),
            (
                "content-transfer-encoding: BASE64\ncontent-type: text/plain; charset=iso-8859-1",
                "TORu\nZGVy",
                "Länder\n",
            ),
        ] {
            let raw = format!("From: a@example.org\nSubject: x\n{head}\n\n{body}");
            assert_eq!(read(&raw).as_deref(), Some(text), "{raw}");
        }
    }

    #[test]
    fn of_several_parts_the_text_is_read() {
        let raw = "From: a@example.org\nContent-Type: multipart/alternative; boundary=\"b 1\"\n\nnone\n--b 1\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\nMS4gZTQ=\n--b 1\nContent-Type: text/html\n\n<p>1. e4</p>\n--b 1--\nend\n";
        assert_eq!(read(raw).as_deref(), Some("1. e4\n"));
        let html = raw.replace("text/plain", "image/png");
        assert_eq!(read(&html).as_deref().map(str::trim), Some("<p>1. e4</p>"));
    }

    #[test]
    fn other_texts_stay() {
        for raw in [
            "From: a\nSubject: b\n\n1. e4 =C3=A9\n",
            "White: A\nBlack: B\n\n1. e4 e5\n",
            "1. e4 e5\nContent-Transfer-Encoding: base64\n\nMS4g",
        ] {
            assert_eq!(read(raw), None, "{raw}");
        }
    }

    proptest::proptest! {
        #[test]
        fn places_are_in_order(body in "([A-Za-z0-9+/=\n\r é-]|=C3=A9){0,60}", encoding in 0..2_usize) {
            let name = ["base64", "quoted-printable"][encoding];
            let raw = format!("A: b\nContent-Transfer-Encoding: {name}\n\n{body}");
            if let Some(out) = letter(&raw, &mut Left::new()) {
                let offsets = out.offsets();
                let mut last = 0;
                for (at, c) in out.text.char_indices() {
                    let (start, end) = (offsets.start(at), offsets.end(at + c.len_utf8()));
                    proptest::prop_assert!(last <= start && start <= end && end <= raw.len());
                    last = start;
                }
            }
        }
    }
}
