//! Finds where a long record can be cut: between two games, never inside one.
//!
//! A game begins with a row numbered 1 and the heading before it; an empty line separates it from the rows of
//! the game before.

/// The last offset in `head`, except its start, at which a game begins with its heading: an empty line
/// between earlier rows and a row numbered 1. If there are several empty lines before the row, one may be
/// inside a game; rows with only one are preferred.
pub(super) fn last_restart(head: &[u8]) -> Option<usize> {
    let mut gapped = None;
    for row in first_rows(head) {
        match before_heading(&head[..row]) {
            Some(EmptyLine { at, only: true }) => return Some(at),
            Some(EmptyLine { at, only: false }) => gapped = gapped.or(Some(at)),
            None => {}
        }
        if head.len() - row > FAR && gapped.is_some() {
            break;
        }
    }
    gapped
}

/// The last start of the first of two columns: every second row numbered 1.
pub(super) fn last_restart_of_two(head: &[u8]) -> Option<usize> {
    let mut rows: Vec<usize> = first_rows(head).collect();
    rows.reverse();
    let firsts = rows.iter().copied().step_by(2).skip(1);
    firsts.rev().find_map(|row| before_heading(&head[..row])).map(|gap| gap.at)
}

/// Bytes searched backwards for a better gap.
const FAR: usize = 1 << 18;

/// The starts of the lines numbered 1, last first.
pub(super) fn first_rows(head: &[u8]) -> impl Iterator<Item = usize> + '_ {
    memchr::memrchr_iter(b'\n', head).map(|at| at + 1).filter(|&start| {
        let line = &head[start..];
        let indent = line.iter().take_while(|&&b| b == b' ' || b == b'\t').count();
        matches!(&line[indent..], [b'1', b' ' | b'.' | b')' | b'\t', rest @ ..] if begins_move(rest))
    })
}

/// Whether a move may follow the number: dots and spaces, then a letter or digit.
fn begins_move(rest: &[u8]) -> bool {
    let first = rest.iter().find(|b| !matches!(b, b' ' | b'\t' | b'.'));
    first.is_some_and(|b| b.is_ascii_alphanumeric() || !b.is_ascii())
}

/// An empty line before a heading.
struct EmptyLine {
    /// Offset of its end.
    at: usize,
    /// Whether it is the only one since the last numbered row, except the one between a heading and its
    /// moves.
    only: bool,
}

/// The gap before the heading at the end of `head`: the first empty line after the last numbered row.
fn before_heading(head: &[u8]) -> Option<EmptyLine> {
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
            return cut.map(|at| EmptyLine { at, only: gaps <= 1 });
        } else {
            blank = false;
            lines += 1;
        }
        at -= line.len();
    }
    None
}

/// The offset at which to cut `head` if no start of a game is known in it: the last empty line of its second
/// half, or else the end of its last line, or else its end.
#[must_use]
pub fn anywhere(head: &[u8]) -> usize {
    let half = head.len() / 2;
    let back = &head[half..];
    let blank = memchr::memmem::rfind(back, b"\n\n").map(|at| at + 2);
    let blank = blank.or_else(|| memchr::memmem::rfind(back, b"\n\r\n").map(|at| at + 3));
    let line = || memchr::memrchr(b'\n', back).map(|at| at + 1);
    let whole = || {
        // Not inside a UTF-8 character.
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
        // A rank that is first on a wrapped line, or a row of a diagram, does not begin a game.
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
