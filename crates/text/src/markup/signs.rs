//! Replaces special signs by plain ones: full-width letters, the fonts of old programs, list markers.

use super::{Left, Out};

/// Writes wide letters and digits (`１．ｅ４`) as plain ones.
pub(super) fn wide(raw: &str, _: &mut Left) -> Option<Out> {
    let is_wide = |c: char| ('\u{ff01}'..='\u{ff5e}').contains(&c);
    if !raw.contains(|c| is_wide(c) && c >= '\u{ff10}') {
        return None;
    }
    let plain = |c: char| match c {
        '\u{3000}' => Some(' '),
        _ if is_wide(c) => char::from_u32(u32::from(c) - 0xfee0),
        _ => None,
    };
    Some(replaced(raw, |_, c| plain(c)))
}

/// Writes arrows between two squares, `e2→e4`, as dashes.
pub(super) fn arrows(raw: &str, _: &mut Left) -> Option<Out> {
    let dash = |at: usize, c: char| {
        let ends_a_square = raw[..at].trim_end_matches(' ').ends_with(|c: char| c.is_ascii_digit());
        let begins_one =
            raw[at + c.len_utf8()..].trim_start_matches(' ').starts_with(|c: char| matches!(c, 'a'..='h'));
        (matches!(c, '→' | '➔' | '➝' | '⇒') && ends_a_square && begins_one).then_some('-')
    };
    raw.char_indices().any(|(at, c)| dash(at, c).is_some()).then(|| replaced(raw, dash))
}

/// Signs of a font for Windows, in the places of which it draws pieces.
const FONT: &[(char, char)] = &[('¢', '♔'), ('£', '♕'), (KNIGHT, '♘'), ('¥', '♗'), ('¦', '♖')];
/// The sign of the knight, without which there is hardly a game.
const KNIGHT: char = '¤';

/// Writes the pieces for the signs that a chess font draws them in the place of: `¤f3`.
pub(super) fn font(raw: &str, _: &mut Left) -> Option<Out> {
    let man = |at: usize, c: char| {
        let (_, man) = FONT.iter().find(|(sign, _)| *sign == c)?;
        let mut behind = raw[at + c.len_utf8()..].chars();
        let square = behind.next().is_some_and(|c| matches!(c, 'a'..='h' | 'x' | '1'..='8'))
            && behind.next().is_some_and(|c| matches!(c, 'a'..='h' | 'x' | '1'..='8'));
        square.then_some(*man)
    };
    // OCR reads figurines of other pieces as some of these signs, but rarely as the knight's.
    let knight = raw.match_indices(KNIGHT).any(|(at, _)| man(at, KNIGHT).is_some());
    let several = knight && raw.char_indices().filter(|&(at, c)| man(at, c).is_some()).nth(1).is_some();
    several.then(|| replaced(raw, man))
}

pub(super) fn replaced(raw: &str, by: impl Fn(usize, char) -> Option<char>) -> Out {
    let mut out = Out::default();
    for (at, c) in raw.char_indices() {
        let end = at + c.len_utf8();
        match by(at, c) {
            Some(other) => out.put(other.encode_utf8(&mut [0; 4]), at, end),
            None => out.copy(raw, at, end),
        }
    }
    out
}

/// Takes the quotes and commas off a list of moves, `["e4", "e5"]`; it may be given a name, `moves = ["e4", "e5"]`.
pub(super) fn list(raw: &str, _: &mut Left) -> Option<Out> {
    let open = raw.find('[')?;
    let (name, list) = raw.split_at(open);
    let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ' ' | '.'));
    let name = name.trim();
    if !name.is_empty() && !name.strip_suffix('=').is_some_and(is_name) {
        return None;
    }
    let inside =
        list.trim_end_matches([';', ' ', '\n', '\r', '\t']).strip_prefix('[')?.strip_suffix(']')?.trim();
    let quoted = inside.starts_with(['"', '\'']) && inside.ends_with(['"', '\'']);
    // A list and nothing else: each entry is in quotes.
    let entries = inside.split(',').map(str::trim);
    let whole =
        |entry: &str| entry.len() > 2 && entry.starts_with(['"', '\'']) && entry.ends_with(['"', '\'']);
    if !quoted || !entries.clone().all(whole) || entries.count() < 2 {
        return None;
    }
    let mut out = Out::default();
    for (at, c) in raw.char_indices().skip_while(|&(at, _)| at < open) {
        match c {
            '[' | ']' | '"' | '\'' | ';' => {}
            ',' => out.put(" ", at, at + 1),
            _ => out.copy(raw, at, at + c.len_utf8()),
        }
    }
    Some(out)
}
