//! Boards as people and programs print them: eight rows of signs, with or without their numbers.
//!
//! ```text
//!     8  r n b q k b n r        r n b q k b n r        | r | n | b | q | k | b | n | r |
//!     7  p p p p p p p p        p p p p p p p p        | p | p | p | p |   | p | p | p |
//!     …                         …                      …
//! ```

mod men;
mod spelled;

use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, EnPassantMode, Piece, PositionError, Role, Setup, Square,
    fen::Fen,
};

use scorebook_core::{chess960, faults::faults};

use crate::style12;
use crate::text::Span;
use crate::words::{Row, rows};

/// A board printed in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// Its place.
    pub span: Span,
    /// The men; none where it only names its squares.
    pub board: Board,
    /// The side that is said to move, on the lines beside it.
    pub turn: Option<Color>,
    /// What else a server says of it.
    pub said: Option<Said>,
}

/// What the line of a server says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The whole position: with the rights to castle, and the number of the next move.
    pub fen: String,
    /// The number of the next move.
    pub number: u32,
    /// White and Black.
    pub players: [String; 2],
}

/// A row of a board: its number, if it is printed, and its eight squares from the left.
struct BoardRow {
    number: Option<u32>,
    squares: [Option<Piece>; 8],
}

/// The boards of a text, in order.
///
/// ```
/// let text = "8 . . . . k . . .\n7 . . . . . . . .\n6 . . . . . . . .\n5 . . . . . . . .\n4 . . . . . . . .\n\
///             3 . . . . . . . .\n2 . . . . P . . .\n1 . . . . K . . .\n  a b c d e f g h   Black to move\n";
/// let found = scorebook_layout::diagram::diagrams(text);
/// assert_eq!(found[0].fen(), "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
/// ```
#[must_use]
pub fn diagrams(text: &str) -> Vec<Diagram> {
    let lines: Vec<Row<'_>> = rows(text, 0).collect();
    let mut found = Vec::new();
    let mut run: Vec<(usize, BoardRow)> = Vec::new();
    for at in 0..=lines.len() {
        let line = lines.get(at);
        match line.and_then(|line| board_row(line.text)) {
            Some(row) => run.push((at, row)),
            // Borders and empty lines may stand between the rows.
            None if line.is_some_and(|line| is_border(line.text)) => {}
            None => {
                let below = run.last().map_or(0, |(last, _)| {
                    // The lower border of the board.
                    let border = |line: &Row<'_>| !line.text.trim().is_empty() && is_border(line.text);
                    last + 1 + usize::from(lines.get(last + 1).is_some_and(border))
                });
                if let [(first, _), .., (last, _)] = run.as_slice()
                    && let Some(board) = board(&run, lines.get(below))
                {
                    let beside = [
                        first.checked_sub(2),
                        first.checked_sub(1),
                        Some(*last),
                        Some(below),
                        Some(below + 1),
                    ];
                    let turn = beside
                        .into_iter()
                        .flatten()
                        .filter_map(|at| lines.get(at))
                        .find_map(|line| turn(line.text));
                    // Empty lines may stand between the board and the letters of its files.
                    let letters = |mut lines: std::slice::Iter<'_, Row<'_>>, is_back: bool| {
                        let filled = |line: &&Row<'_>| !line.text.trim().is_empty();
                        let next = if is_back { lines.rfind(filled) } else { lines.find(filled) };
                        next.filter(|line| is_letters(line.text)).map(|line| line.span())
                    };
                    let above = letters(lines[..*first].iter(), true);
                    let behind = letters(lines[below.min(lines.len())..].iter(), false);
                    let own = lines[*first].span().join(lines[*last].span());
                    let span = [above, behind].into_iter().flatten().fold(own, Span::join);
                    found.push(Diagram { span, board, turn, said: None });
                }
                run.clear();
            }
        }
    }
    let mut lists = men::lists(text);
    lists.retain(|list| {
        found.iter().all(|board| board.span.end <= list.span.start || list.span.end <= board.span.start)
    });
    found.extend(lists);
    found.extend(style12::boards(text));
    found.extend(spelled::boards(text));
    found.sort_by_key(|board| board.span.start);
    found
}

impl Diagram {
    /// Whether it shows men, and not the names of its squares only.
    #[must_use]
    pub fn has_men(&self) -> bool {
        self.board.occupied().any()
    }

    /// The position as FEN, without rights to castle; White is to move unless the text says otherwise.
    #[must_use]
    pub fn fen(&self) -> String {
        fen(&self.board, self.turn.unwrap_or(Color::White))
    }

    /// As [`position`](Diagram::position), none if nobody can play from it.
    #[must_use]
    pub fn start(&self) -> Option<Chess> {
        self.position().ok()
    }

    /// The position to play from, with the rights of kings and rooks on their first squares.
    ///
    /// # Errors
    /// Why nobody can play from it, in words.
    pub fn position(&self) -> Result<Chess, String> {
        let array = chess960::is_array(&self.board) && self.turn != Some(Color::Black);
        if let Some(start) = array.then(|| chess960::start(self.board.clone())).flatten() {
            return Ok(start);
        }
        let mut setup = Setup::empty();
        setup.castling_rights = unmoved_rooks(&self.board);
        setup.board = self.board.clone();
        setup.turn = self.turn.unwrap_or(Color::White);
        setup
            .clone()
            .position(CastlingMode::Standard)
            .map_err(|error: PositionError<Chess>| faults(&setup.board, setup.turn, error.kinds()))
    }
}

/// A placement and the side to move as FEN, without rights to castle.
#[must_use]
pub fn fen(board: &Board, turn: Color) -> String {
    let side = if turn.is_white() { 'w' } else { 'b' };
    format!("{board} {side} - - 0 1")
}

/// A FEN with the number of the next move, if that is known.
#[must_use]
pub fn numbered(fen: &str, number: Option<u32>) -> String {
    match (fen.rsplit_once(' '), number) {
        (Some((before, _)), Some(number)) => format!("{before} {number}"),
        _ => fen.to_owned(),
    }
}

/// The rooks that may castle if they and their kings, where these stand on their first squares, never moved.
pub(crate) fn unmoved_rooks(board: &Board) -> Bitboard {
    let array = Board::new();
    let at_home =
        |square: Square| board.piece_at(square).is_some() && board.piece_at(square) == array.piece_at(square);
    Color::ALL
        .into_iter()
        .filter(|color| at_home(color.fold_wb(Square::E1, Square::E8)))
        .flat_map(|color| color.fold_wb([Square::A1, Square::H1], [Square::A8, Square::H8]))
        .filter(|&square| at_home(square))
        .fold(Bitboard::EMPTY, |rooks, square| rooks.with(square))
}

/// The position as FEN of a game that starts from it.
pub(crate) fn start_fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// The board of eight rows, or of those of another number none. Their numbers count down, or up from Black's side.
fn board(run: &[(usize, BoardRow)], below: Option<&Row<'_>>) -> Option<Board> {
    if run.len() != 8 {
        return None;
    }
    let numbers: Vec<u32> = run.iter().filter_map(|(_, row)| row.number).collect();
    let down = || numbers.iter().copied().eq((1..=8).rev());
    let up = !numbers.is_empty() && numbers.iter().copied().eq(1..=8);
    if !numbers.is_empty() && !down() && !up {
        return None;
    }
    let turned = below.is_some_and(|line| squeezed(line.text).to_ascii_lowercase().starts_with("hgfedcba"));
    let mut board = Board::empty();
    for (index, (_, row)) in (0..8u32).zip(run) {
        for (file, man) in (0..8u32).zip(row.squares) {
            let rank = if up { index } else { 7 - index };
            let file =
                if turned || up && below.is_none_or(|line| !is_letters(line.text)) { 7 - file } else { file };
            if let Some(man) = man {
                board.set_piece_at(Square::new(rank * 8 + file), man);
            }
        }
    }
    // Eight rows of signs without a king are no board.
    Color::ALL.into_iter().any(|color| board.king_of(color).is_some()).then_some(board)
}

/// A text without its blanks and strokes.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '|').collect()
}

/// The letters of the files below or above a board.
fn is_letters(text: &str) -> bool {
    let text = squeezed(text).to_ascii_lowercase();
    // The frame of a font.
    let text = text.strip_prefix('x').unwrap_or(&text);
    text.starts_with("iiiiiiii") || text.starts_with("abcdefgh") || text.starts_with("hgfedcba")
}

/// A rule above or between rows, or an empty line.
fn is_border(text: &str) -> bool {
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    signs.all(|c| {
        matches!(
            c,
            '-' | '+'
                | '='
                | '_'
                | '|'
                | '─'
                | '━'
                | '┼'
                | '├'
                | '┤'
                | '┌'
                | '┐'
                | '└'
                | '┘'
                | '┬'
                | '┴'
                | '│'
        )
    }) && !text.contains("- -")
}

fn board_row(text: &str) -> Option<BoardRow> {
    let text = text.trim().replace(['│', '┃', '¦'], "|");
    if text.is_empty() {
        return None;
    }
    if let Some(row) = font_row(&text) {
        return Some(row);
    }
    if text.matches('|').count() >= 7 {
        let mut fields: Vec<&str> = text.split('|').map(str::trim).collect();
        let first = fields.first().copied().unwrap_or_default();
        let number = rank_number(first).or_else(|| rank_number(fields.last()?));
        if fields.len() > 8 && (first.is_empty() || rank_number(first).is_some()) {
            fields.remove(0);
        }
        let last = fields.last().copied().unwrap_or_default();
        if fields.len() > 8 && (last.is_empty() || rank_number(last).is_some()) {
            fields.pop();
        }
        return Some(BoardRow { number, squares: squares(fields.into_iter())? });
    }
    // A frame of strokes at both sides.
    let mut words: Vec<&str> = text.split_whitespace().filter(|word| *word != "|").collect();
    let number = words.first().and_then(|word| rank_number(word));
    if number.is_some() {
        words.remove(0);
    }
    let behind = words.last().and_then(|word| rank_number(word));
    if behind.is_some() && (number.is_none() || behind == number) {
        words.pop();
    }
    let number = number.or(behind);
    let whole: String;
    let squares = match words.as_slice() {
        // Eight strokes are a rule.
        [only] if only.chars().count() == 8 && !only.chars().all(|sign| matches!(sign, '-' | '_')) => {
            whole = only.chars().flat_map(|sign| [sign, ' ']).collect();
            squares(whole.split_whitespace())?
        }
        words => squares(words.iter().copied())?,
    };
    Some(BoardRow { number, squares })
}

/// A row as copying leaves the font of a well-known database program: `8rsnlwqkvlntr(`, `9-+-zP-+-+0`. Its frame stands around the eight
/// squares; `-` and `+` are empty; a man on a dark square has a letter before his own, `l` is a bishop, and White's letters are large.
fn font_row(text: &str) -> Option<BoardRow> {
    const FRAME: [char; 9] = ['(', '\'', '&', '%', '$', '#', '"', '!', '0'];
    const CURLED: [char; 2] = ['’', '”'];
    let mut signs = text.chars().peekable();
    let first = signs.next().filter(char::is_ascii_digit)?;
    let number = first.to_digit(10).filter(|number| (1..=8).contains(number));
    let mut squares = [None; 8];
    for square in &mut squares {
        let sign = signs.next()?;
        let is_dark = matches!(sign, 'm' | 't' | 'v' | 's' | 'w' | 'z');
        let letter = if is_dark { signs.next()? } else { sign };
        if matches!(letter, '-' | '+') && !is_dark {
            continue;
        }
        let role = match letter.to_ascii_lowercase() {
            'l' => Role::Bishop,
            'b' => return None,
            own => Role::from_char(own)?,
        };
        *square = Some(Piece { color: Color::from_white(letter.is_ascii_uppercase()), role });
    }
    let last = signs.next()?;
    let is_framed = FRAME.contains(&last) || CURLED.contains(&last);
    (is_framed && signs.next().is_none()).then_some(BoardRow { number, squares })
}

fn rank_number(text: &str) -> Option<u32> {
    match text.trim_end_matches([':', '.', ')']).as_bytes() {
        [digit @ b'1'..=b'8'] => Some(u32::from(digit - b'0')),
        _ => None,
    }
}

/// Exactly eight squares.
fn squares<'t>(mut signs: impl Iterator<Item = &'t str>) -> Option<[Option<Piece>; 8]> {
    let mut squares = [None; 8];
    for square in &mut squares {
        *square = man(signs.next()?)?;
    }
    signs.next().is_none().then_some(squares)
}

/// The man of an English letter.
fn role_of_letter(letter: &str) -> Option<Role> {
    match letter {
        "Kt" => Some(Role::Knight),
        "K" | "Q" | "R" | "B" | "N" | "P" => Role::from_char(letter.chars().next()?),
        _ => None,
    }
}

/// The man of a sign; none on an empty square.
fn man(sign: &str) -> Option<Option<Piece>> {
    // A side and a kind: `wP`, `bK`.
    if let [side @ (b'w' | b'b'), kind @ (b'K' | b'Q' | b'R' | b'B' | b'N' | b'P')] = sign.as_bytes() {
        let role = Role::from_char(*kind as char)?;
        return Some(Some(Piece { color: Color::from_white(*side == b'w'), role }));
    }
    // A mark of the side and a letter: `#Kt` is Black's, `^Kt` White's.
    if let Some((mark @ ('#' | '^'), letter)) =
        sign.chars().next().map(|mark| (mark, &sign[mark.len_utf8()..]))
        && let Some(role) = role_of_letter(letter)
    {
        return Some(Some(Piece { color: Color::from_white(mark == '^'), role }));
    }
    let mut signs = sign.chars();
    let Some(first) = signs.next() else { return Some(None) };
    if signs.next().is_some_and(|other| !(other == '\u{fe0e}' || other == first && !first.is_alphabetic())) {
        return None;
    }
    const WHITE: [char; 6] = ['♙', '♘', '♗', '♖', '♕', '♔'];
    const BLACK: [char; 6] = ['♟', '♞', '♝', '♜', '♛', '♚'];
    let drawn = |signs: [char; 6], color| {
        let at = signs.iter().position(|&known| known == first)?;
        Some(Piece { color, role: Role::ALL[at] })
    };
    match first {
        '.' | '-' | '_' | '*' | ':' | '#' | '·' | '□' | '■' | '+' | '–' => Some(None),
        _ => Piece::from_char(first)
            .or_else(|| drawn(WHITE, Color::White))
            .or_else(|| drawn(BLACK, Color::Black))
            .map(Some),
    }
}

/// The side that a line says is to move.
pub(crate) fn turn(text: &str) -> Option<Color> {
    let text = text.to_ascii_lowercase();
    let says = |side: &str| {
        text.split(side).nth(1).is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.starts_with("to move") || rest.starts_with("to play") || rest.starts_with("moves")
        })
    };
    match (says("white"), says("black")) {
        (true, false) => Some(Color::White),
        (false, true) => Some(Color::Black),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_in_every_form() {
        let plain = "r . . . k . . r\np p p . . p p p\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n\
                     P P P . . P P P\nR . . . K . . R\n";
        let board = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R";
        let numbered = |order: &[usize], letters: &str| {
            let lines: Vec<&str> = plain.lines().collect();
            let rows: String = order
                .iter()
                .map(|&rank| {
                    let row = lines[8 - rank];
                    let row =
                        if letters.starts_with('h') { row.chars().rev().collect() } else { row.to_owned() };
                    format!("  {rank}  {row}\n")
                })
                .collect();
            format!("Black to move:\n{rows}     {letters}\n")
        };
        let down = numbered(&[8, 7, 6, 5, 4, 3, 2, 1], "a b c d e f g h");
        let up = numbered(&[1, 2, 3, 4, 5, 6, 7, 8], "h g f e d c b a");
        let boxed: String = plain
            .lines()
            .zip((1..=8).rev())
            .map(|(row, rank)| {
                format!(
                    "+---+---+---+---+---+---+---+---+\n{rank} | {} |\n",
                    row.replace(' ', " | ").replace('.', " ")
                )
            })
            .collect();
        let framed: String =
            plain.lines().zip((1..=8).rev()).map(|(row, rank)| format!("{rank}: | {row} |\n")).collect();
        let sides: String = plain
            .split_inclusive(['\n', ' '])
            .map(|sign| match sign.trim() {
                "." => sign.replace('.', "--"),
                man => {
                    let side = if man.chars().all(char::is_uppercase) { 'w' } else { 'b' };
                    format!("{side}{}{}", man.to_uppercase(), &sign[man.len()..])
                }
            })
            .collect();
        let marked: String = boxed
            .split_inclusive(['|', '\n'])
            .map(|square| match square.trim_matches([' ', '|', '\n']) {
                man @ ("P" | "R" | "K") => square.replace(man, &format!("^{man}")),
                man @ ("p" | "r" | "k") => square.replace(man, &format!("#{}", man.to_uppercase())),
                _ => square.to_owned(),
            })
            .collect();
        let tight: String = plain.lines().map(|row| row.replace(' ', "") + "\n").collect();
        let drawn = plain.replace('k', "♚").replace('K', "♔").replace('R', "♖");
        for (text, turn) in [
            (plain.to_owned(), 'w'),
            (down, 'b'),
            (up, 'b'),
            (boxed, 'w'),
            (tight, 'w'),
            (drawn, 'w'),
            (framed, 'w'),
            (sides, 'w'),
            (marked, 'w'),
        ] {
            let found = diagrams(&text);
            let fens: Vec<String> = found.iter().map(Diagram::fen).collect();
            assert_eq!(fens, [format!("{board} {turn} - - 0 1")], "{text}");
            let start = found[0].start().map(|start| start_fen(&start));
            assert_eq!(start, Some(format!("{board} {turn} KQkq - 0 1")), "{text}");
        }
    }

    #[test]
    fn boards_of_a_font_are_read() {
        let rows = [
            "rsn-wqk+-tr",
            "zpp+-+pzpp",
            "-+-+-+-+",
            "+-+lzp-+-",
            "-+-zP-+-+",
            "+-+-+N+-",
            "PzP-+-zPPzP",
            "tR-+QmK-+R",
        ];
        let text = |frame: &dyn Fn(usize, &str) -> String| -> String {
            rows.iter().enumerate().map(|(at, row)| frame(at, row)).collect()
        };
        let copied = text(&|at, row| format!("{}{row}{}\n\n", 8 - at, &"('&%$#\"!"[at..=at]));
        let plain = text(&|_, row| format!("9{row}0\n"));
        for text in
            [format!("XABCDEFGHY\n\n{copied}xabcdefghy\n"), format!("XIIIIIIIIY\n{plain}xiiiiiiiiy\n")]
        {
            let found = diagrams(&text);
            assert_eq!(found.len(), 1, "{text}");
            assert!(
                found[0].fen().starts_with("rn1qk2r/pp3ppp/8/3bp3/3P4/5N2/PP3PPP/R2QK2R w"),
                "{}",
                found[0].fen()
            );
        }
    }

    #[test]
    fn other_lines_are_no_board() {
        for text in [
            "1 e4 e5\n2 Nf3 Nc6\n3 Bb5 a6\n",
            ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n",
            "K . . . . . . k\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n",
            "",
        ] {
            assert_eq!(diagrams(text), [], "{text}");
        }
    }
}
