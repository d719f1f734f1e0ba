//! Boards whose squares are named, as the text of a web page has those that it shows as pictures: the man on each square
//! (`a8 black rook`, one a line), or the names of all squares, which say nothing of the men.

use scorebook_lexicon::side_of;
use shakmaty::{Board, Piece, Role, Square};

use super::{Diagram, is_letters};
use crate::text::told;
use crate::words::{Row, rows};

/// Fewest men of a board, and of a part of one, which says nothing of the rest.
const FEWEST: usize = 3;
const FEWEST_OF_PART: usize = 6;

/// The boards of a text; those without men have an empty board.
pub(super) fn boards(text: &str) -> Vec<Diagram> {
    let lines: Vec<Row<'_>> = rows(text, 0).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some((board, end)) = squares(&lines[at..]).or_else(|| men(&lines[at..])) else {
            at += 1;
            continue;
        };
        // The numbers of ranks and letters of files around it.
        let is_frame = |line: &Row<'_>| {
            let line = line.text.trim();
            is_letters(line) || !line.is_empty() && line.bytes().all(|b| matches!(b, b'1'..=b'8'))
        };
        let before = lines[..at].iter().rev().take_while(|line| is_frame(line)).count();
        let behind = lines[at + end..].iter().take_while(|line| is_frame(line)).count();
        let span = lines[at - before].span().join(lines[at + end + behind - 1].span());
        found.push(Diagram { span, board, turn: None, said: None });
        at += end + behind;
    }
    found
}

/// Eight lines with the names of eight squares each, rank by rank.
fn squares(lines: &[Row<'_>]) -> Option<(Board, usize)> {
    let rank_of = |line: &Row<'_>| {
        let mut words = line.text.split_whitespace();
        let rank = told::rank(words.clone().next()?)?;
        let is_due = |file: u8| words.next().is_some_and(|word| word.as_bytes() == [file, b'0' + rank]);
        (b'a'..=b'h').all(is_due).then_some(rank)
    };
    let ranks = lines.iter().take(8).map_while(rank_of);
    (ranks.clone().eq((1..=8).rev()) || ranks.eq(1..=8)).then(|| (Board::empty(), 8))
}

/// Lines with the man on one square each; an empty board, if not both kings are among them.
fn men(lines: &[Row<'_>]) -> Option<(Board, usize)> {
    let mut board = Board::empty();
    let mut count = 0;
    for (square, man) in lines.iter().map_while(|line| man(line.text)) {
        board.set_piece_at(square, man);
        count += 1;
    }
    match board.kings().count() {
        2 if count >= FEWEST => Some((board, count)),
        _ if count >= FEWEST_OF_PART => Some((Board::empty(), count)),
        _ => None,
    }
}

/// `a8 black rook`.
fn man(line: &str) -> Option<(Square, Piece)> {
    let (square, man) = line.trim().split_once(' ')?;
    let (side, role) = man.trim().split_once(' ')?;
    let square = Square::from_ascii(square.as_bytes()).ok()?;
    let role = match role.trim() {
        "pawn" => Role::Pawn,
        role => Role::from_char(told::letter(role).filter(|_| role.len() > 1)?.chars().next()?)?,
    };
    Some((square, Piece { color: side_of(&side.to_lowercase())?, role }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_with_and_without_their_men() {
        let grid: String = (1..=8)
            .rev()
            .map(|rank| ('a'..='h').map(|file| format!("{file}{rank} ")).collect::<String>() + "\n")
            .collect();
        let found = boards(&format!("Opening\n{grid}abcdefgh\n1. e4 e5\n"));
        assert_eq!(
            found.iter().map(|found| (found.board.occupied().count(), found.span.start)).collect::<Vec<_>>(),
            [(0, 8)]
        );
        let found =
            boards("abcdefgh\n8\ne8 black king\nd4 white pawn\ne1 white king\n8\n77\nabcdefgh\n1. d5\n");
        assert_eq!(found[0].fen(), "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1");
        assert_eq!((found[0].span.start, found.len()), (0, 1));
        for text in ["e4 e5\nd4 d5\n", "a8 b8 c8 d8 e8 f8 g8 h8\n", "e8 black king\ne1 white king\n"] {
            assert_eq!(boards(text), [], "{text}");
        }
    }
}
