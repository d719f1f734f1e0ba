//! The tags of forums: `[b]1. e4[/b]`, `[url=…]`, `[pgn]…[/pgn]`.

use super::{Left, Out, in_line};

/// Tags that say how something looks.
const INLINE: &[&str] = &[
    "b",
    "i",
    "u",
    "url",
    "color",
    "colour",
    "size",
    "font",
    "sup",
    "sub",
    "small",
    "big",
    "bold",
    "italic",
    "highlight",
];
/// Tags that stand by themselves.
const BLOCK: &[&str] = &[
    "quote", "pgn", "code", "center", "left", "right", "list", "spoiler", "hide", "table", "tr", "td",
    "chess", "*",
];
/// Tags whose contents are no record.
const FOREIGN: &[&str] = &["img", "fen", "youtube", "video", "email"];

/// Tags whose contents are struck out.
const STRUCK: &[&str] = &["s", "strike", "del"];

/// A tag.
struct BbTag<'a> {
    name: &'a str,
    closes: bool,
    len: usize,
}

fn tag(text: &str) -> Option<BbTag<'_>> {
    let inside = text.strip_prefix('[')?;
    let (inside, closes) = inside.strip_prefix('/').map_or((inside, false), |rest| (rest, true));
    let name = inside.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'*').count();
    let name = &inside[..name];
    let known = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if !(known(INLINE) || known(BLOCK) || known(FOREIGN) || known(STRUCK)) {
        return None;
    }
    let rest = &inside[name.len()..];
    let end = if rest.starts_with(['=', ' ']) { rest.find([']', '\n'])? } else { 0 };
    rest[end..].starts_with(']').then(|| BbTag {
        name,
        closes,
        len: 1 + usize::from(closes) + name.len() + end + 1,
    })
}

/// Takes the tags off. Where games stand between `[pgn]` and `[/pgn]`, only these are kept.
pub(super) fn strip(raw: &str, left: &mut Left) -> Option<Out> {
    let closing = memchr::memmem::find_iter(raw.as_bytes(), b"[/");
    closing.into_iter().find_map(|at| tag(&raw[at..]))?;
    let lower = raw.to_ascii_lowercase();
    let games = lower.contains("[pgn]") && lower.contains("[/pgn]");
    let mut out = Out::default();
    let (mut at, mut kept) = (0, !games);
    let mut closed = false;
    while at < raw.len() {
        let next = memchr::memchr(b'[', &raw.as_bytes()[at..]).map_or(raw.len(), |found| at + found);
        if next > at {
            if kept {
                out.copy(raw, at, next);
            } else if raw[at..next].chars().any(char::is_alphanumeric) {
                left.push((out.text.len(), "text around the game"));
            }
            closed = false;
        }
        at = next;
        let Some(tag) = raw.get(at..).and_then(tag) else {
            if at < raw.len() {
                if kept {
                    out.copy(raw, at, at + 1);
                }
                at += 1;
            }
            continue;
        };
        let (start, end) = (at, at + tag.len);
        let is = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(tag.name));
        at = end;
        if games && is(&["pgn"]) {
            kept = !tag.closes;
            out.put("\n\n", start, end);
        } else if !kept {
        } else if (is(FOREIGN) || is(STRUCK)) && !tag.closes {
            let close = format!("[/{}]", tag.name.to_ascii_lowercase());
            if let Some(length) = lower[end..].find(&close) {
                let what = if is(STRUCK) { "text struck out" } else { "a picture or position" };
                left.push((out.text.len(), what));
                at = end + length + close.len();
            }
        } else if is(&["sup"]) && !tag.closes && note(&raw[end..]).is_some() {
            at = end + note(&raw[end..]).unwrap_or_default();
            left.push((out.text.len(), "the mark of a note"));
        } else if is(BLOCK) && in_line(&out.text) {
            out.put(if is(&["td"]) { "\t" } else { "\n" }, start, end);
        } else if closed && !tag.closes {
            out.put(" ", start, end);
        }
        closed = tag.closes;
    }
    Some(out)
}

/// Bytes up to the end of a raised number, `1[/sup]`.
fn note(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && text[digits..].to_ascii_lowercase().starts_with("[/sup]")).then_some(digits + 6)
}
