//! Where a long record may be cut in pieces: between two games, never inside one.
//!
//! A game begins with a row numbered 1 and the heading before it; the blank line behind the rows of the
//! game before parts them.

/// The last place in `head` at which a game begins with its heading, other than its start: before a row
/// numbered 1, at a blank line that follows the rows before it. Rows that only one gap parts from those
/// before are taken before others, whose gaps may lie inside a game.
pub(super) fn last_restart(head: &[u8]) -> Option<usize> {
    let mut gapped = None;
    for row in first_rows(head) {
        match before_heading(&head[..row]) {
            Some(Gap { at, only: true }) => return Some(at),
            Some(Gap { at, only: false }) => gapped = gapped.or(Some(at)),
            None => {}
        }
        if head.len() - row > FAR && gapped.is_some() {
            break;
        }
    }
    gapped
}

/// The last place at which the first of two columns begins: every other row numbered 1.
pub(super) fn last_restart_of_two(head: &[u8]) -> Option<usize> {
    let mut rows: Vec<usize> = first_rows(head).collect();
    rows.reverse();
    let firsts = rows.iter().copied().step_by(2).skip(1);
    firsts.rev().find_map(|row| before_heading(&head[..row])).map(|gap| gap.at)
}

/// How far back a better gap is looked for.
const FAR: usize = 1 << 18;

/// The starts of the lines that are numbered 1, the last first.
pub(super) fn first_rows(head: &[u8]) -> impl Iterator<Item = usize> + '_ {
    memchr::memrchr_iter(b'\n', head).map(|at| at + 1).filter(|&start| {
        let line = &head[start..];
        let indent = line.iter().take_while(|&&b| b == b' ' || b == b'\t').count();
        matches!(&line[indent..], [b'1', b' ' | b'.' | b')' | b'\t', rest @ ..] if begins_move(rest))
    })
}

/// Whether what follows a number may be a move: dots and blanks, then a letter or a figure.
fn begins_move(rest: &[u8]) -> bool {
    let first = rest.iter().find(|b| !matches!(b, b' ' | b'\t' | b'.'));
    first.is_some_and(|b| b.is_ascii_alphanumeric() || !b.is_ascii())
}

/// A gap before a heading.
struct Gap {
    /// Where it ends: behind its first blank line.
    at: usize,
    /// Whether it is the only one since the last numbered row, that between a heading and its moves aside.
    only: bool,
}

/// The gap before the heading that ends `head`: the first blank line after the last numbered row.
fn before_heading(head: &[u8]) -> Option<Gap> {
    let mut at = head.len();
    let mut cut = None;
    let (mut gaps, mut lines, mut blank) = (0, 0, false);
    for line in head.split_inclusive(|&b| b == b'\n').rev() {
        let text = line.trim_ascii();
        if text.is_empty() {
            cut = Some(at);
            gaps += usize::from(!blank && lines > 0);
            blank = true;
        } else if text[0].is_ascii_digit() {
            return cut.map(|at| Gap { at, only: gaps <= 1 });
        } else {
            blank = false;
            lines += 1;
        }
        at -= line.len();
    }
    None
}

/// Where to cut `head` if no game is known to begin in it: at the last blank line of its second half,
/// else behind its last line, else at its end.
#[must_use]
pub fn anywhere(head: &[u8]) -> usize {
    let half = head.len() / 2;
    let back = &head[half..];
    let blank = memchr::memmem::rfind(back, b"\n\n").map(|at| at + 2);
    let blank = blank.or_else(|| memchr::memmem::rfind(back, b"\n\r\n").map(|at| at + 3));
    let line = || memchr::memrchr(b'\n', back).map(|at| at + 1);
    let whole = || {
        // Not inside a character of UTF-8.
        let tail = back.iter().rev().take(3).take_while(|&&b| b & 0xc0 == 0x80).count();
        back.len() - tail - usize::from(back.len() > tail && back[back.len() - 1 - tail] >= 0xc0)
    };
    half + blank.or_else(line).unwrap_or_else(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_stand_between_games() {
        let text = "A v. B\n\n 1. P-K4 P-K4\n 2. Kt-KB3 Kt-QB3\n\nC v. D\n 1. P-Q4 P-Q4\n 2. P-QB4 P-K3\n";
        assert_eq!(last_restart(text.as_bytes()), text.find("C v. D"));
        assert_eq!(last_restart(b"1. P-K4 P-K4\n2. P-Q4 P-Q4\n"), None);
        // A rank that a wrap has put first, and a row of a diagram, begin no game.
        assert_eq!(last_restart(b"1. P-K4 P-K4 2. R-K\n1, R-Q\n\n1 | R | N |\n"), None);
    }

    #[test]
    fn one_gap_is_better_than_two() {
        let sure = "1. e4 e5\n2. Nf3 Nc6\n\nC v. D\n1. d4 d5\n2. c4 e6\n";
        let text = format!("{sure}\nA note to the last move.\n\nE v. F\n1. c4 c5\n");
        assert_eq!(last_restart(text.as_bytes()), sure.find("C v. D"));
        let only = "1. e4 e5\n\nA note.\n\nE v. F\n1. c4 c5\n";
        assert_eq!(last_restart(only.as_bytes()), Some("1. e4 e5\n\n".len()));
    }

    #[test]
    fn columns_are_cut_before_whites() {
        let game = "WHITE\n\n1 P-K4\n2 P-Q4\n\nBLACK\n\n1 P-K4\n2 PxP\n\n";
        let text = game.repeat(3);
        assert_eq!(last_restart_of_two(text.as_bytes()), Some(2 * game.len()));
        assert_eq!(last_restart_of_two(game.as_bytes()), None);
    }

    #[test]
    fn anywhere_is_no_place_inside_a_character() {
        assert_eq!(anywhere("ab\n\ncd\n\nef".as_bytes()), 8);
        assert_eq!(anywhere("abcdef\ngh".as_bytes()), 7);
        assert_eq!(anywhere("ab".as_bytes()), 2);
        let cut = "ab♞";
        for end in 3..=5 {
            let at = anywhere(&cut.as_bytes()[..end]);
            assert!(at > 0 && (cut.is_char_boundary(at) || end == at), "{end} {at}");
        }
    }
}
