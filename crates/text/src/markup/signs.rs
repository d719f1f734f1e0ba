//! Replaces special signs by plain ones: full-width letters, the fonts of old programs, list markers.

use std::ops::Range;

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

/// Emblems of the sides, and the one between two players.
const WHITE: [char; 5] = ['⚪', '⬜', '◻', '🤍', '🏳'];
const BLACK: [char; 5] = ['⚫', '⬛', '◼', '🖤', '🏴'];
const VERSUS: char = '🆚';
/// A sign that says that the one before it is drawn in colours.
const COLOURED: char = '\u{fe0f}';

/// Writes the sides that emblems say as words, a line each, where names stand behind them: `⚪ Anna 🆚 ⚫ Bert`.
pub(super) fn emblems(raw: &str, _: &mut Left) -> Option<Out> {
    let has_both = raw.contains(WHITE) && raw.contains(BLACK);
    if !has_both && !raw.contains(VERSUS) {
        return None;
    }
    let mut out = Out::default();
    let mut start = 0;
    for line in raw.split_inclusive('\n') {
        let end = start + line.trim_end().len();
        match players(line.trim_end()) {
            Some(players) => {
                for (at, (side, place, name)) in players.into_iter().enumerate() {
                    let word = format!("{}{side}: ", if at > 0 { "\n" } else { "" });
                    out.put(&word, start + place, start + name.start);
                    out.copy(raw, start + name.start, start + name.end);
                }
                out.copy(raw, end, start + line.len());
            }
            None => {
                for (at, c) in line.char_indices() {
                    let (from, to) = (start + at, start + at + c.len_utf8());
                    if c == VERSUS { out.put("vs", from, to) } else { out.copy(raw, from, to) }
                }
            }
        }
        start += line.len();
    }
    Some(out)
}

/// The sides that a line names by emblems, each with its place and the place of the name behind it, if it names both once.
fn players(line: &str) -> Option<[(&'static str, usize, Range<usize>); 2]> {
    let of = |signs: [char; 5]| {
        let mut all = line.char_indices().filter(|(_, c)| signs.contains(c));
        all.next().filter(|_| all.next().is_none()).map(|(at, c)| (at, at + c.len_utf8()))
    };
    let (white, black) = (of(WHITE)?, of(BLACK)?);
    let is_first = white.0 < black.0;
    let name = |(_, from): (usize, usize), to: usize| {
        let between = |c: char| c.is_whitespace() || matches!(c, '-' | '–' | '—' | ':' | VERSUS | COLOURED);
        let own = line.get(from..to)?;
        let lead = own.len() - own.trim_start_matches(between).len();
        let text = own[lead..].trim_end_matches(between);
        let text =
            [" vs", " vs.", " v", " v."].iter().find_map(|word| text.strip_suffix(word)).unwrap_or(text);
        is_name(text).then(|| from + lead..from + lead + text.len())
    };
    let end = line.len();
    let whites = name(white, if is_first { black.0 } else { end })?;
    let blacks = name(black, if is_first { end } else { white.0 })?;
    let (white, black) = (("White", white.0, whites), ("Black", black.0, blacks));
    Some(if is_first { [white, black] } else { [black, white] })
}

/// Whether a text begins like a name, and not like a move: a capital, and letters behind it.
fn is_name(text: &str) -> bool {
    /// Letters that no move in letters and figures has beside each other.
    const LETTERS: usize = 3;
    let word = text.trim_start_matches('@');
    word.starts_with(char::is_alphabetic) && word.chars().take_while(|c| c.is_alphabetic()).count() >= LETTERS
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
