//! Games of stones whose record is a list of points: Othello, proven by its rules, and gomoku, go and hex, told by points that
//! a chessboard does not have.

use shakmaty::san::San;
use shakmaty::{Chess, Position};

/// Fewest points of a record.
const FEWEST: usize = 8;
/// Most letters and digits of a point.
const LONGEST: usize = 3;

/// A point: its column and its row from 1, at most 25.
type Point = (u8, u8);

/// Which of these games a text records.
pub(super) fn game(text: &str) -> Option<&'static str> {
    // A list below the name of its game is read.
    if super::super::ruled::is_list_of_points(text) {
        return None;
    }
    let points = points(text)?;
    if is_othello(&points) && !is_of_pawns(&points) {
        return Some("a record of Othello");
    }
    let beyond = points.iter().filter(|(column, row)| *column > 8 || *row > 8).count();
    let mut seen = std::collections::HashSet::new();
    // A stone stays where it is: no point comes twice.
    let is_of_stones = beyond > 1 && points.iter().all(|point| seen.insert(*point));
    is_of_stones.then(|| {
        let said = text.to_lowercase();
        let says =
            |names: &[&str]| said.split(|c: char| !c.is_alphanumeric()).any(|word| names.contains(&word));
        let is_large = points.iter().any(|(column, row)| *column > 15 || *row > 15);
        if says(&["gomoku", "renju"]) || said.contains("go-moku") || said.contains("五子") {
            "a record of gomoku"
        } else if says(&["hex"]) {
            "a record of hex"
        } else if is_large || says(&["go", "baduk", "weiqi", "igo"]) {
            "a record of go"
        } else {
            "a record of stones set on a board, as in gomoku, go or hex"
        }
    })
}

/// The points of a text that has hardly anything else: numbers, colours, and a few words before them.
fn points(text: &str) -> Option<Vec<Point>> {
    let (mut found, mut others) = (Vec::new(), 0_usize);
    let is_apart =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | ')' | '(' | ':' | '[' | ']' | '-');
    for word in text.split(is_apart).filter(|word| !word.is_empty()) {
        let is_colour = matches!(word.to_lowercase().as_str(), "b" | "w" | "black" | "white" | "pass");
        if is_colour || word.bytes().all(|b| b.is_ascii_digit()) {
            continue;
        }
        match split(word) {
            Some(points) => found.extend(points),
            None => others += 1,
        }
        if others > FEWEST && others > found.len() {
            return None;
        }
    }
    (found.len() >= FEWEST && others * 4 <= found.len()).then_some(found)
}

/// The points of a word: one, or many without blanks between them (`F5D6C3`).
fn split(word: &str) -> Option<Vec<Point>> {
    let bytes = word.as_bytes();
    let starts: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_alphabetic()).collect();
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    (starts.first() == Some(&0)).then_some(())?;
    starts.iter().zip(ends).map(|(&start, end)| point(word.get(start..end)?)).collect()
}

fn point(text: &str) -> Option<Point> {
    let column = text.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')? + 1;
    let row: u8 = text.get(1..)?.parse().ok()?;
    (text.len() <= LONGEST && text.is_ascii() && column < 20 && (1..20).contains(&row))
        .then_some((column, row))
}

/// Whether the points are moves of pawns, so that the record may be one of chess.
fn is_of_pawns(points: &[Point]) -> bool {
    let mut position = Chess::default();
    points.iter().all(|&(column, row)| {
        let square = format!("{}{row}", char::from(b'a' + column - 1));
        let played = square.parse::<San>().ok().and_then(|san| san.to_move(&position).ok());
        played.is_some_and(|mv| {
            position.play_unchecked(mv);
            true
        })
    })
}

/// Whether the points are a game of Othello from its beginning: each turns stones, by whoever can move. The four stones of
/// the beginning may stand in either way.
fn is_othello(points: &[Point]) -> bool {
    [false, true].into_iter().any(|swapped| {
        let mut board = [[None; 8]; 8];
        for (column, row) in [(3, 3), (4, 4), (3, 4), (4, 3)] {
            // `true` is Black, who begins and stands on e4 and d5 of the usual beginning.
            board[row][column] = Some((column == row) == swapped);
        }
        let mut black = true;
        points.iter().all(|&(column, row)| {
            let (column, row) = (usize::from(column) - 1, usize::from(row) - 1);
            let mover = [black, !black].into_iter().find(|&side| turn(&mut board, column, row, side));
            black = !mover.unwrap_or(black);
            mover.is_some()
        })
    })
}

/// Sets a stone, if it turns any.
fn turn(board: &mut [[Option<bool>; 8]; 8], column: usize, row: usize, black: bool) -> bool {
    if column > 7 || row > 7 || board[row][column].is_some() {
        return false;
    }
    let mut turned = Vec::new();
    for (right, up) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let mut line = Vec::new();
        for step in 1..8 {
            let place = (column.checked_add_signed(right * step), row.checked_add_signed(up * step));
            let (Some(column), Some(row)) = place else { break };
            match board.get(row).and_then(|row| row.get(column)).copied().flatten() {
                Some(side) if side != black => line.push((column, row)),
                Some(_) => {
                    turned.append(&mut line);
                    break;
                }
                None => break,
            }
        }
    }
    for (column, row) in turned.iter().copied() {
        board[row][column] = Some(black);
    }
    if !turned.is_empty() {
        board[row][column] = Some(black);
    }
    !turned.is_empty()
}
