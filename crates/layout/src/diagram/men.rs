//! Positions as lists of the men: `White: Kg1, Qd2, a2, b3` and, behind it or on the next line, `Black: Kh8, Rc8, pawns g7, h7`.

use scorebook_lexicon::side_of;
use shakmaty::{Board, Color, Piece, Role, Square};

use super::{Diagram, turn};
use crate::text::Span;
use crate::words::{Row, rows};

/// The letters of king, queen, rook, bishop, knight and pawn, in several languages.
const LETTERS: [[&str; 6]; 10] = [
    ["K", "Q", "R", "B", "N", "P"],
    ["K", "Q", "R", "B", "Kt", "P"],
    ["K", "D", "T", "L", "S", "B"],
    ["K", "D", "T", "L", "P", "O"],
    ["R", "D", "T", "F", "C", "P"],
    ["R", "D", "T", "A", "C", "P"],
    ["K", "H", "W", "G", "S", "P"],
    ["K", "D", "V", "S", "J", "P"],
    ["Кр", "Ф", "Л", "С", "К", "п"],
    ["K", "V", "B", "F", "H", "G"],
];
const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
/// Most lines between the lists of the two sides, and beside them that may say who is to move.
const BETWEEN: usize = 2;
const BESIDE: usize = 2;
/// Most men of a side.
const MEN: usize = 16;

/// The men of one side, by what stands before the square of each.
struct Side<'a> {
    color: Color,
    men: Vec<(&'a str, Square)>,
    line: usize,
    span: Span,
}

/// The positions that are given as lists.
pub(super) fn lists(text: &str) -> Vec<Diagram> {
    let lines: Vec<Row<'_>> = rows(text, 0).collect();
    let sides: Vec<Side<'_>> = lines.iter().enumerate().flat_map(|(at, row)| sides(*row, at)).collect();
    let mut found: Vec<Diagram> = Vec::new();
    let mut at = 0;
    while let [one, other, ..] = &sides[at.min(sides.len())..] {
        let board =
            (one.color != other.color && other.line - one.line <= BETWEEN).then(|| board([one, other]));
        let Some(board) = board.flatten() else {
            at += 1;
            continue;
        };
        let near = other.line + 1..(other.line + 1 + BESIDE).min(lines.len());
        let above = one.line.saturating_sub(BESIDE)..one.line;
        let turn = near.chain([other.line]).chain(above).find_map(|at| turn(lines[at].text));
        found.push(Diagram { span: one.span.join(other.span), board, turn, said: None });
        at += 2;
    }
    found
}

/// The lists on a line.
fn sides<'a>(row: Row<'a>, line: usize) -> Vec<Side<'a>> {
    let labels: Vec<(usize, usize, Color)> = row
        .text
        .match_indices(':')
        .filter_map(|(colon, _)| {
            let word = row.text[..colon].rsplit(|c: char| !c.is_alphabetic()).next()?;
            let color = match word {
                "W" => Color::White,
                "B" => Color::Black,
                _ => side_of(word)?,
            };
            Some((colon - word.len(), colon + 1, color))
        })
        .collect();
    let ends = labels.iter().skip(1).map(|label| label.0).chain([row.text.len()]);
    labels
        .iter()
        .zip(ends)
        .filter_map(|(&(start, behind, color), end)| {
            let men = men(&row.text[behind..end])?;
            Some(Side { color, men, line, span: Span::new(row.start + start, row.start + end) })
        })
        .collect()
}

/// The men of a list; `None` if there is anything else in it.
fn men(list: &str) -> Option<Vec<(&str, Square)>> {
    let mut men = Vec::new();
    // `(7)`, the number of men, and `pawns`, or `and`, say nothing that their squares do not.
    let is_word = |word: &str| word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
    let is_count =
        |word: &str| word.chars().all(|c| c.is_ascii_digit() || matches!(c, '(' | ')' | '=' | '+'));
    for word in list.split([' ', '\t', ',', ';', '.', '/', '&']).filter(|word| !word.is_empty()) {
        let word = word.trim_end_matches(':');
        if is_count(word) || is_word(word) {
            continue;
        }
        let at = word.len().checked_sub(2).filter(|at| word.is_char_boundary(*at))?;
        let square = Square::from_ascii(&word.as_bytes()[at..]).ok()?;
        men.push((&word[..at], square));
    }
    (1..=MEN).contains(&men.len()).then_some(men)
}

/// The board with the men of both sides; `None` unless the letters are those of one language and each side has a king.
fn board(sides: [&Side<'_>; 2]) -> Option<Board> {
    let boards = LETTERS.iter().filter_map(|letters| {
        let mut board = Board::empty();
        for side in sides {
            for &(letter, square) in &side.men {
                let role = match letter {
                    "" => Role::Pawn,
                    letter => ROLES[letters.iter().position(|known| *known == letter)?],
                };
                if board.piece_at(square).is_some() {
                    return None;
                }
                board.set_piece_at(square, Piece { color: side.color, role });
            }
        }
        let kings = Color::ALL.into_iter().all(|color| board.king_of(color).is_some());
        // Two kings alone are no position to be played, but a move of each side in a dialogue.
        (kings && board.kings().count() == 2 && board.occupied().count() > 2).then_some(board)
    });
    let mut all: Vec<Board> = Vec::new();
    boards.for_each(|board| {
        if !all.contains(&board) {
            all.push(board);
        }
    });
    match &all[..] {
        [only] => Some(only.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_several_languages() {
        for (text, fen) in [
            (
                "White: Kg1, Qd2, a2\nBlack: Kh8, Rc8, g7.\nWhite to play.\n",
                "2r4k/6p1/8/8/8/8/P2Q4/6K1 w - - 0 1",
            ),
            (
                "Weiß: Kg1, Dd2, Bauern a2\nSchwarz: Kh8, Tc8, Sg7 (3)\n",
                "2r4k/6n1/8/8/8/8/P2Q4/6K1 w - - 0 1",
            ),
            ("Blancs: Rg1, Dd2; Noirs: Rh8, Tc8, Cg7", "2r4k/6n1/8/8/8/8/3Q4/6K1 w - - 0 1"),
        ] {
            assert_eq!(lists(text).iter().map(Diagram::fen).collect::<Vec<_>>(), [fen], "{text}");
        }
        for text in ["White: Kg1\n", "White: Smith\nBlack: Jones\n", "White: e4 Nf3\nBlack: e5 Nc6\n"] {
            assert_eq!(lists(text), [], "{text}");
        }
    }
}
