//! Turbo Chess: the listing of a game, and the board file of a position.
//!
//! The listing is a tab-separated table `No Player Program Hint Value Level Nodes Time`; the board file has
//! `WHITE to Play`, `WHITE=Program`, then one piece per line: `WK H2`, `BP G3`.

use scorebook_core::faults::faults;
use shakmaty::{Board, CastlingMode, Chess, Color, Piece, Position, PositionError, Role, Setup, Square};

use super::anchor::anchor;
use super::diagram::{start_fen, unmoved_rooks};
use super::heading::Heading;
use super::words::{Row, Word, rows};
use super::{Cell, Draft, Layout, MoveSense, Start, ending};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// The listing, the board file, or both in this order.
#[derive(Debug)]
pub struct Turbo;

/// The kind of a line.
enum TurboLine<'a> {
    /// `2.<tab>Qd1-h5<tab>Ng8-f6<tab>(Qh5-e5)<tab>…`
    Row(u32, Vec<(&'a str, usize)>),
    /// `WHITE to Play …`, and whether more is said on the line.
    Turn(Color, bool),
    /// `WHITE=Program …`
    Player(Color, &'a str),
    /// `WK H2`, and whether more is said on the line.
    Man(Square, Piece, bool),
    /// A line that begins like a man's, and why it is none.
    NoMan(String),
    /// `1. Rxa7 Kd8 2. Ke2 *`, as people write the moves below the men.
    Movetext(Vec<Word<'a>>),
    /// The table's head.
    Head,
    Other,
}

fn line(row: Row<'_>) -> TurboLine<'_> {
    let text = row.text.trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    let side = |text: &str| match text.to_ascii_uppercase().as_str() {
        "WHITE" => Some(Color::White),
        "BLACK" => Some(Color::Black),
        _ => None,
    };
    if let [name, to, play, ..] = words.as_slice()
        && let Some(side) = side(name)
        && to.eq_ignore_ascii_case("to")
        && ["play", "move"].iter().any(|verb| play.to_ascii_lowercase().starts_with(verb))
    {
        return TurboLine::Turn(side, words.len() > 3);
    }
    if let Some((name, value)) = text.split_once('=')
        && let Some(side) = side(name.trim())
    {
        return TurboLine::Player(side, value.trim());
    }
    match man(&words) {
        Some(Ok((square, piece))) => {
            return TurboLine::Man(square, piece, words.len() > 2 || words[0].len() > 2 && words.len() > 1);
        }
        Some(Err(why)) => return TurboLine::NoMan(why),
        None => {}
    }
    if text.starts_with("No") && text.contains("Player") && text.contains("Program") {
        return TurboLine::Head;
    }
    let mut at = row.start;
    let fields: Vec<(&str, usize)> = row
        .text
        .split('\t')
        .map(|field| {
            let start = at + field.len() - field.trim_start().len();
            at += field.len() + 1;
            (field.trim(), start)
        })
        .collect();
    match fields.as_slice() {
        [(number, _), rest @ ..] if rest.len() >= 2 => {
            let number = anchor(number).filter(|found| found.len == number.len());
            let is_row = number.is_some()
                && rest.get(2).is_none_or(|(hint, _)| hint.starts_with('(') || hint.is_empty());
            number
                .filter(|_| is_row)
                .map_or(TurboLine::Other, |found| TurboLine::Row(found.number, rest.to_vec()))
        }
        _ => TurboLine::Other,
    }
}

/// The words of a line of moves, with their numbers: nothing else stands on it.
fn movetext<'a>(row: Row<'a>, sense: &dyn MoveSense) -> Option<TurboLine<'a>> {
    let words: Vec<Word<'a>> = row.words().collect();
    let length = ending::find(&words).map_or(words.len(), |(at, ..)| at);
    let without_number =
        |word: Word<'a>| anchor(word.text).map_or(word.text, |found| &word.text[found.len..]);
    let mut moves = words[..length].iter().map(|&word| without_number(word)).filter(|text| !text.is_empty());
    let is_score = anchor(words.first()?.text).is_some()
        && moves.clone().count() > 0
        && moves.all(|text| sense.likeness(text) >= LIKE || text.bytes().all(|c| c == b'.'));
    is_score.then_some(TurboLine::Movetext(words))
}

/// The sides as the program writes them.
const CAPITALS: [&str; 2] = ["WHITE", "BLACK"];

/// How much a text must look like a move.
const LIKE: f32 = 0.5;

/// The man of a line and its square: `WK H2`. None if the line does not begin with two letters as a man's does; why
/// not, if it begins so and goes on otherwise.
fn man(words: &[&str]) -> Option<Result<(Square, Piece), String>> {
    // `WKB2`, without the blank.
    if let [joined, remark @ ..] = words
        && (remark.is_empty() || !remark[0].starts_with(|c: char| c.is_ascii_digit()))
        && (3..=5).contains(&joined.len())
        && joined.is_ascii()
        && joined.ends_with(|c: char| c.is_ascii_digit())
        && joined[1..].starts_with(['K', 'Q', 'R', 'B', 'N', 'P'])
    {
        return man(&[&joined[..2], &joined[2..]]);
    }
    let (&man, rest) = words.split_first()?;
    let mut letters = man.chars();
    // A square behind letters that are none of a man: `PW A2`, `W K2`.
    let stray = || match rest {
        [square] if man.len() <= 3 && man.bytes().all(|c| c.is_ascii_uppercase()) => {
            let square: Square = square.to_ascii_lowercase().parse().ok()?;
            Some(Err(format!("`{man}` names no man on {square}: a side and a kind do, as WK and BP")))
        }
        _ => None,
    };
    let (Some(side), Some(kind), None) = (letters.next(), letters.next(), letters.next()) else {
        return stray();
    };
    let color = match side.to_ascii_uppercase() {
        'W' => Color::White,
        'B' => Color::Black,
        _ => return stray(),
    };
    // Small letters are a man only beside a square.
    if side.is_lowercase() {
        let role = Role::from_char(kind)?;
        let [square] = rest else { return None };
        let square = square.to_ascii_lowercase().parse().ok()?;
        return Some(Ok((square, Piece { color, role })));
    }
    if !kind.is_ascii_uppercase() {
        return None;
    }
    // A remark may stand behind a man and its square, `WR A1 never moved`.
    let is_square = |text: &str| text.to_ascii_lowercase().parse::<Square>().is_ok();
    if let (Some(role), [square, remark, ..]) = (Role::from_char(kind), rest)
        && !is_square(remark)
        && let Ok(square) = square.to_ascii_lowercase().parse()
    {
        return Some(Ok((square, Piece { color, role })));
    }
    if rest.iter().any(|word| word.len() > 3) {
        return None;
    }
    let [square] = rest else {
        let what = if rest.is_empty() { "no square is" } else { "more than a square is" };
        return Some(Err(format!("{what} named for {man}")));
    };
    let Some(role) = Role::from_char(kind) else { return Some(Err(format!("`{kind}` is no kind of man"))) };
    match square.to_ascii_lowercase().parse() {
        Ok(square) => Some(Ok((square, Piece { color, role }))),
        Err(_) => Some(Err(format!("`{square}` is no square"))),
    }
}

/// The position of a board file, which may be one that nobody can play from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardFile {
    /// The men.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The lines that put no man on the board, each with the reason.
    pub faults: Vec<String>,
}

/// Why a man cannot be placed where one stands. The same man a second time may be meant for another square.
fn occupied(square: Square, there: Piece, piece: Piece) -> String {
    match there == piece {
        true => format!("this man stands on {square} already: one of the two lines may be misprinted"),
        false => format!("another man stands on {square} already"),
    }
}

/// The board files of a text, in order; none if no line says who is to play.
///
/// ```
/// let found = scorebook_layout::turbo::board_files("WHITE to Play\nWK H2\nWP G9\nBK C4\n");
/// assert_eq!(found[0].board.to_string(), "8/8/8/8/2k5/8/7K/8");
/// assert_eq!(found[0].faults, ["line 3, `WP G9`: `G9` is no square"]);
/// ```
#[must_use]
pub fn board_files(text: &str) -> Vec<BoardFile> {
    let mut files: Vec<BoardFile> = Vec::new();
    for (at, row) in rows(text, 0).enumerate() {
        let kind = line(row);
        if let TurboLine::Turn(turn, _) = kind {
            files.push(BoardFile { board: Board::empty(), turn, faults: Vec::new() });
        }
        let Some(file) = files.last_mut() else { continue };
        let fault = match kind {
            TurboLine::Man(square, piece, _) => match file.board.piece_at(square) {
                Some(there) => Some(occupied(square, there, piece)),
                None => {
                    file.board.set_piece_at(square, piece);
                    None
                }
            },
            TurboLine::NoMan(why) => Some(why),
            _ => None,
        };
        file.faults.extend(fault.map(|why| format!("line {}, `{}`: {why}", at + 1, row.text.trim())));
    }
    files
}

impl Layout for Turbo {
    fn name(&self) -> &'static str {
        "turbo"
    }

    fn title(&self) -> &'static str {
        "a Turbo Chess listing or board file"
    }

    fn sniff(&self, source: &Source, _: &dyn MoveSense) -> f32 {
        let (mut ours, mut all, mut men) = (0u32, 0u32, 0u32);
        let (mut sure, mut typed) = (false, false);
        for row in rows(source.text(), 0).filter(|row| !row.is_blank()).take(200) {
            all += 1;
            match line(row) {
                TurboLine::Row(_, fields) => {
                    ours += 1;
                    sure |= fields.len() >= 4;
                }
                // The program writes it in capitals; in small letters it is the heading of a problem as well.
                TurboLine::Turn(..) if !CAPITALS.iter().any(|side| row.text.trim().starts_with(side)) => {
                    ours += 1;
                    typed = true;
                }
                TurboLine::Head | TurboLine::Turn(..) => {
                    ours += 1;
                    sure = true;
                }
                TurboLine::Man(..) | TurboLine::NoMan(_) => {
                    ours += 1;
                    men += 1;
                }
                TurboLine::Player(..) => ours += 1,
                TurboLine::Movetext(_) | TurboLine::Other => {}
            }
        }
        if sure || typed && men > 1 { 0.99 * ours as f32 / all as f32 } else { 0.0 }
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut drafts: Vec<Draft<'a>> = Vec::new();
        let mut game = TurboGame::default();
        for row in rows(source.text(), 0).filter(|row| !row.is_blank()) {
            let kind = match line(row) {
                TurboLine::Other if game.board.is_some() => movetext(row, sense).unwrap_or(TurboLine::Other),
                kind => kind,
            };
            let fresh = match &kind {
                TurboLine::Row(number, _) => *number == 1 && !game.draft.mainline.cells.is_empty(),
                TurboLine::Head => !game.draft.mainline.cells.is_empty(),
                TurboLine::Turn(..) => game.turn.is_some() || !game.draft.mainline.cells.is_empty(),
                _ => false,
            };
            if fresh {
                drafts.push(std::mem::take(&mut game).finish());
            }
            game.draft.span = if game.seen { game.draft.span.join(row.span()) } else { row.span() };
            game.seen = true;
            game.read(row, kind);
        }
        if game.seen {
            drafts.push(game.finish());
        }
        drafts
    }
}

#[derive(Default)]
struct TurboGame<'a> {
    draft: Draft<'a>,
    /// The lines that are neither of the listing nor of the board file.
    remarks: Vec<Row<'a>>,
    seen: bool,
    board: Option<Board>,
    place: Option<Span>,
    turn: Option<Color>,
}

impl<'a> TurboGame<'a> {
    fn read(&mut self, row: Row<'a>, kind: TurboLine<'a>) {
        match kind {
            TurboLine::Row(number, fields) => self.moves(number, &fields),
            TurboLine::Turn(side, more) => {
                self.turn = Some(side);
                self.on_board(row);
                if more {
                    self.remarks.push(row);
                }
            }
            TurboLine::Player(side, name) => {
                self.draft.tags.set(side.fold_wb("White", "Black"), name);
            }
            TurboLine::Man(square, piece, more) => {
                self.man(row, square, piece);
                if more {
                    self.remarks.push(row);
                }
            }
            TurboLine::NoMan(why) => self.no_man(row, why),
            TurboLine::Movetext(words) => self.movetext(&words),
            TurboLine::Head => {}
            TurboLine::Other => match self.draft.mainline.cells.last_mut() {
                Some(cell) => cell.comments.push(row.text.trim().to_owned()),
                None => self.remarks.push(row),
            },
        }
    }

    /// The board file reaches to this row.
    fn on_board(&mut self, row: Row<'a>) {
        self.place = Some(self.place.map_or(row.span(), |place| place.join(row.span())));
    }

    fn man(&mut self, row: Row<'a>, square: Square, piece: Piece) {
        self.on_board(row);
        let board = self.board.get_or_insert_with(Board::empty);
        match board.piece_at(square) {
            Some(there) => self.no_man(row, occupied(square, there, piece)),
            None => board.set_piece_at(square, piece),
        }
    }

    /// A man that cannot be placed is said; the text of its line stays as a comment.
    fn no_man(&mut self, row: Row<'a>, why: String) {
        let text = row.text.trim();
        self.on_board(row);
        self.draft.findings.push(Finding::new(&code::L114, row.span(), why).text(text));
        self.remarks.push(row);
    }

    /// Moves in running text below the men.
    fn movetext(&mut self, words: &[Word<'a>]) {
        let found = ending::find(words);
        let (mut number, mut side) = (None, None);
        for &word in &words[..found.as_ref().map_or(words.len(), |(at, ..)| *at)] {
            let mut text = word.text;
            if let Some(found) = anchor(word.text) {
                text = &word.text[found.len..];
                (number, side) = (Some(found.number), Some(Color::from_white(!found.ellipsis)));
            }
            if text.bytes().all(|c| c == b'.') {
                // `1. ... Kd8`
                side = if text.is_empty() { side } else { Some(Color::Black) };
                continue;
            }
            let span = Span::new(word.span().end - text.len(), word.span().end);
            let cell = Cell { text: text.into(), span, number, side, ..Cell::default() };
            self.draft.mainline.cells.push(cell);
            side = side.filter(|side| side.is_white()).map(|_| Color::Black);
        }
        if let Some((_, ending, span)) = found {
            self.draft.ending = Some((ending, span));
        }
    }

    /// The two moves of a row, with the program's hint and its figures as a comment.
    fn moves(&mut self, number: u32, fields: &[(&'a str, usize)]) {
        for (i, side) in [Color::White, Color::Black].into_iter().enumerate() {
            let Some(&(text, start)) = fields.get(i).filter(|(text, _)| !text.is_empty()) else { continue };
            let span = Span::new(start, start + text.len());
            let all: Vec<_> = super::words::words(text, start).collect();
            if let Some((0, ending, span)) = ending::find(&all) {
                self.draft.ending = Some((ending, span));
                continue;
            }
            if all.iter().all(|&word| super::anchor::is_placeholder(word)) {
                continue;
            }
            self.draft.mainline.cells.push(Cell {
                text: text.into(),
                span,
                number: Some(number),
                side: Some(side),
                ..Cell::default()
            });
        }
        self.draft.explained.extend(fields.iter().skip(2).map(|(text, at)| Span::new(*at, at + text.len())));
        let names = ["hint", "value", "level", "nodes", "time"];
        let figures: Vec<String> = fields
            .iter()
            .skip(2)
            .zip(names)
            .filter(|((text, _), _)| !text.is_empty() && *text != "()")
            .map(|((text, _), name)| format!("{name} {}", text.trim_matches(['(', ')'])))
            .collect();
        if let Some(cell) = self.draft.mainline.cells.last_mut().filter(|_| !figures.is_empty()) {
            cell.comments.push(figures.join(", "));
        }
    }

    fn finish(self) -> Draft<'a> {
        let TurboGame { mut draft, remarks, board, place, turn, .. } = self;
        // A board file has no heading: what is said beside the men is a comment.
        if board.is_none() && turn.is_none() {
            let mut heading = Heading::default();
            remarks.into_iter().for_each(|row| heading.read(row));
            let heading = heading.finish();
            for tag in &heading.tags {
                draft.tags.set_default(&tag.name, tag.value.clone());
            }
            draft.mainline.comments = heading.remarks;
            draft.start = heading.start;
            return draft;
        }
        draft.mainline.comments = remarks.iter().map(|row| row.text.trim().to_owned()).collect();
        let place = place.unwrap_or(draft.span);
        match position(board.unwrap_or_else(Board::empty), turn.unwrap_or(Color::White)) {
            Ok(position) => {
                let fen = start_fen(&position);
                if position.castles().any() {
                    let rights = fen.split(' ').nth(2).unwrap_or_default();
                    let why =
                        format!("kings and rooks on their first squares are taken to be unmoved: {rights}");
                    draft.findings.push(Finding::new(&code::L115, place, why).text(rights));
                }
                draft.start = Start::Fen(fen, place);
            }
            Err(message) => unplayable(&mut draft, place, message),
        }
        draft
    }
}

/// The moves of a game whose position nobody can play from are not read: they are not played from the array. They stay as
/// a comment.
pub fn unplayable(draft: &mut Draft<'_>, place: Span, why: String) {
    draft.findings.push(Finding::new(&code::L108, place, why));
    let cells = std::mem::take(&mut draft.mainline.cells);
    let texts: Vec<&str> = cells.iter().map(|cell| &*cell.text).collect();
    if !texts.is_empty() {
        draft.mainline.comments.push(format!("not read: {}", texts.join(" ")));
    }
    draft.explained.extend(cells.iter().map(|cell| cell.span));
}

/// The position of a board file. It does not state castling rights: they are assumed if king and rook are on their
/// starting squares in the starting position.
fn position(board: Board, turn: Color) -> Result<Chess, String> {
    let mut setup = Setup::empty();
    setup.castling_rights = unmoved_rooks(&board);
    setup.board = board;
    setup.turn = turn;
    setup.clone().position(CastlingMode::Standard).map_err(|error: PositionError<Chess>| {
        format!("the board file is not a valid position: {}", faults(&setup.board, turn, error.kinds()))
    })
}
