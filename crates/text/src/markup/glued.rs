//! Moves that copying has glued together: `1.e4e52.Nf3d6Philidor Defense3.d4Bg4`, as the studies of a server come out of the HTML of a page.
//! Blanks are set around numbers and moves.

use super::{Left, Out};

/// Fewest moves that are glued to another one, or to a number.
const FEWEST: usize = 3;

/// Sets blanks between glued moves.
pub(super) fn part(raw: &str, _: &mut Left) -> Option<Out> {
    let mut blanks: Vec<usize> = Vec::new();
    let mut glued = 0;
    let mut at = 0;
    while let Some(found) = raw[at..].find(['.', '…']) {
        let dots = at + found;
        let behind = raw[dots..].trim_start_matches(['.', '…']);
        let first = raw.len() - behind.len();
        at = first;
        let Some((number, length)) = number_before(raw, dots).zip(half_move(behind)) else { continue };
        let mut end = first + length;
        blanks.push(number);
        if let Some(length) = half_move(&raw[end..]) {
            glued += 1;
            blanks.push(end);
            end += length;
        }
        glued += usize::from(raw[end..].starts_with(|c: char| c.is_ascii_digit()));
        blanks.push(end);
        at = end;
    }
    if glued < FEWEST {
        return None;
    }
    let mut out = Out::default();
    let mut done = 0;
    for blank in blanks {
        out.copy(raw, done, blank);
        let is_between = raw[..blank].ends_with(|c: char| !c.is_whitespace())
            && raw[blank..].starts_with(|c: char| c.is_alphanumeric() || ('♔'..='♟').contains(&c));
        if is_between {
            out.put(" ", blank, blank);
        }
        done = blank;
    }
    out.copy(raw, done, raw.len());
    Some(out)
}

/// Where the number of a move begins that ends at a place. The first figure behind a file is a rank: `e52.` is `e5` and `2.`
fn number_before(raw: &str, end: usize) -> Option<usize> {
    let text = raw[..end].trim_end_matches(|c: char| c.is_ascii_digit());
    let start = text.len() + usize::from(text.ends_with(|c| matches!(c, 'a'..='h')) && end - text.len() > 1);
    (1..=3).contains(&(end - start)).then_some(start)
}

/// The length of the move that a text begins with.
fn half_move(text: &str) -> Option<usize> {
    let signs = |rest: &str| rest.len() - rest.trim_start_matches(['+', '#', '!', '?', '†']).len();
    for castling in ["O-O-O", "0-0-0", "O-O", "0-0"] {
        if let Some(rest) = text.strip_prefix(castling) {
            return Some(castling.len() + signs(rest));
        }
    }
    let man = text.chars().next().filter(|c| c.is_uppercase() || ('♔'..='♟').contains(c));
    let from = man.map_or(0, char::len_utf8);
    let is_sign = |byte: u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b':' | b'-');
    let body = text.as_bytes().get(from..)?;
    let run = body.iter().take_while(|byte| is_sign(**byte)).count();
    // The square to which it goes: the first one that no other square, or sign before one, follows.
    let is_square = |at: usize| matches!(body.get(at..at + 2), Some([b'a'..=b'h', b'1'..=b'8']));
    let head = (0..run.min(4)).find(|&at| is_square(at))?;
    let takes = matches!(body.get(head + 2), Some(b'x' | b':' | b'-')) && is_square(head + 3);
    let to = if takes { head + 3 } else { head };
    let end = from + to + 2;
    let born =
        text[end..].strip_prefix('=').and_then(|rest| rest.chars().next()).filter(|c| c.is_uppercase());
    let end = end + born.map_or(0, |c| 1 + c.len_utf8());
    Some(end + signs(&text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glued_moves_are_parted() {
        let read = |raw: &str| part(raw, &mut Left::new()).map(|out| out.text);
        assert_eq!(
            read("1.e4e52.Nf3d6Philidor Defense3.d4Bg412.O-O-ORd813.Rxd7+Nbd71–0").as_deref(),
            Some("1.e4 e5 2.Nf3 d6 Philidor Defense 3.d4 Bg4 12.O-O-O Rd8 13.Rxd7+ Nbd7 1–0")
        );
        assert_eq!(read("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6").as_deref(), None);
        assert_eq!(read("1.e2-e4 e7-e5 2.e4xd5 Qd8xd5 3.e2e4 e7e5"), None);
    }
}
