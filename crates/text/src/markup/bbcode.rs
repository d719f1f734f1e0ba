//! The tags of forums: `[b]1. e4[/b]`, `[url=…]`, `[pgn]…[/pgn]`; and those of pages whose names say that they show a game, with what
//! they say of it: `[ctpgn fen="…"] 23. Nxd7 [/ctpgn]`.

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

/// Whether a tag that none knows shows a game: a word of its name says so.
fn shows_game(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["pgn", "chess"].iter().any(|word| name.contains(word))
}

/// The position that a tag gives the game in it, and its place: `fen="…"`.
fn position(tag: &str) -> Option<(&str, usize)> {
    let lower = tag.to_ascii_lowercase();
    let at = lower
        .match_indices("fen=")
        .map(|(at, _)| at)
        .find(|at| lower[..*at].ends_with(char::is_whitespace))?;
    let value = &tag[at + 4..];
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let fen = value[1..].split(quote).next()?;
    (fen.matches('/').count() == 7).then_some((fen, at + 5))
}

/// The position that stands right before the tag of a game, `[fen]…[/fen]`, and its place.
fn position_before<'t>(raw: &'t str, lower: &str, at: usize) -> Option<(usize, &'t str)> {
    let end = raw[..at].trim_end().len().checked_sub("[/fen]".len())?;
    let start = lower.get(..end)?.rfind("[fen]")? + "[fen]".len();
    let fen = raw[start..end].trim();
    let is_alone =
        lower.get(end..)?.starts_with("[/fen]") && fen.matches('/').count() == 7 && !fen.contains('\n');
    is_alone.then(|| (start + raw[start..end].len() - raw[start..end].trim_start().len(), fen))
}

/// Whether a text has the number of a move, `1. e4` or `7...Nf6`.
fn has_numbers(text: &str) -> bool {
    text.match_indices('.').any(|(at, _)| {
        let behind = text[at..].trim_start_matches(|c: char| matches!(c, '.' | '…') || c.is_whitespace());
        text[..at].ends_with(|c: char| c.is_ascii_digit()) && behind.starts_with(char::is_alphabetic)
    })
}

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
    if name.is_empty() {
        return None;
    }
    let shows = shows_game(name) && inside[name.len()..].starts_with(|c: char| c == ']' || c.is_whitespace());
    if !(shows || known(INLINE) || known(BLOCK) || known(FOREIGN) || known(STRUCK)) {
        return None;
    }
    let rest = &inside[name.len()..];
    let end = if rest.starts_with(['=', ' ']) { rest.find([']', '\n'])? } else { 0 };
    // `[FEN "…"]` is a tag pair of PGN.
    if rest[..end].trim_start().starts_with('"') {
        return None;
    }
    // `[Chess for all]` are words.
    let is_said = end == 0 || !shows || rest[..end].contains('=');
    (is_said && rest[end..].starts_with(']')).then(|| BbTag {
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
    let closed_games = lower.match_indices("[/").filter_map(|(at, _)| tag(&lower[at..]));
    let mut closed_games = closed_games.filter(|tag| shows_game(tag.name)).map(|tag| tag.name);
    // What no tag closes may be a word in brackets, and what has no numbers shows a position.
    let games = closed_games.any(|name| {
        let opening = format!("[{name}");
        lower.split(&opening).skip(1).filter_map(|rest| rest.split("[/").next()).any(has_numbers)
    });
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
        if games && shows_game(tag.name) {
            kept = !tag.closes;
            out.put("\n\n", start, start);
            if tag.closes {
                continue;
            }
            let own = position(&raw[start..end]).map(|(fen, place)| (start + place, fen));
            if let Some((place, fen)) = own.or_else(|| position_before(raw, &lower, start)) {
                out.put("FEN: ", place, place);
                out.copy(raw, place, place + fen.len());
                out.put("\n\n", place + fen.len(), place + fen.len());
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_show_a_game_give_its_position() {
        let read = |raw: &str| strip(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(
            read("x [chessgame id=3 FEN='4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'] 1. e4 [/chessgame] y").as_deref(),
            Some("\n\nFEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n 1. e4 \n\n")
        );
        assert_eq!(
            read("[fen]4k3/8/8/8/8/8/4P3/4K3 w - - 0 1[/fen]\n[pgn]1. e4[/pgn]").as_deref(),
            Some("\n\nFEN: 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n\n1. e4\n\n")
        );
        assert_eq!(read("[Chess for all] [/me] 1. e4 e5"), None);
        assert_eq!(
            read("[pgn][FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] 1. e4[/pgn]").as_deref(),
            Some("\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] 1. e4\n\n")
        );
    }
}
