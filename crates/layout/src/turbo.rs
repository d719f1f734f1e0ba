//! Turbo Chess: the listing of a game, and the board file of a position.
//!
//! The listing is a tab-separated table `No Player Program Hint Value Level Nodes Time`; the board file has
//! `WHITE to Play`, `WHITE=Program`, then one piece per line: `WK H2`, `BP G3`.

use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Chess, Color, EnPassantMode, Piece, Role, Setup, Square};

use super::anchor::anchor;
use super::heading::Heading;
use super::words::{Row, rows};
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
    /// `WHITE to Play …`
    Turn(Color),
    /// `WHITE=Program …`
    Player(Color, &'a str),
    /// `WK H2`
    Man(Square, Piece),
    /// The table's head.
    Head,
    Other,
}

fn line(row: Row<'_>) -> TurboLine<'_> {
    let text = row.text.trim();
    let words: Vec<&str> = text.split_whitespace().collect();
    let side = |text: &str| match text {
        "WHITE" => Some(Color::White),
        "BLACK" => Some(Color::Black),
        _ => None,
    };
    if let [name, to, play, ..] = words.as_slice()
        && let Some(side) = side(name)
        && to.eq_ignore_ascii_case("to")
        && play.to_ascii_lowercase().starts_with("play")
    {
        return TurboLine::Turn(side);
    }
    if let Some((name, value)) = text.split_once('=')
        && let Some(side) = side(name.trim())
    {
        return TurboLine::Player(side, value.trim());
    }
    if let [man, square] = words.as_slice()
        && let Some(found) = self::man(man, square)
    {
        return TurboLine::Man(found.0, found.1);
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

fn man(man: &str, square: &str) -> Option<(Square, Piece)> {
    let mut chars = man.chars();
    let color = match chars.next()? {
        'W' => Color::White,
        'B' => Color::Black,
        _ => return None,
    };
    let role = Role::from_char(chars.next()?)?;
    let square = square.to_ascii_lowercase().parse().ok()?;
    chars.next().is_none().then_some((square, Piece { color, role }))
}

impl Layout for Turbo {
    fn name(&self) -> &'static str {
        "turbo"
    }

    fn title(&self) -> &'static str {
        "a Turbo Chess listing or board file"
    }

    fn sniff(&self, source: &Source, _: &dyn MoveSense) -> f32 {
        let (mut ours, mut all) = (0u32, 0u32);
        let mut sure = false;
        for row in rows(source.text(), 0).filter(|row| !row.is_blank()).take(200) {
            all += 1;
            match line(row) {
                TurboLine::Row(_, fields) => {
                    ours += 1;
                    sure |= fields.len() >= 4;
                }
                TurboLine::Head | TurboLine::Turn(_) => {
                    ours += 1;
                    sure = true;
                }
                TurboLine::Player(..) | TurboLine::Man(..) => ours += 1,
                TurboLine::Other => {}
            }
        }
        if sure { 0.99 * ours as f32 / all as f32 } else { 0.0 }
    }

    fn cut<'a>(&self, source: &'a Source, _: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut drafts: Vec<Draft<'a>> = Vec::new();
        let mut game = TurboGame::default();
        for row in rows(source.text(), 0).filter(|row| !row.is_blank()) {
            let kind = line(row);
            let fresh = match &kind {
                TurboLine::Row(number, _) => *number == 1 && !game.draft.mainline.cells.is_empty(),
                TurboLine::Head | TurboLine::Turn(_) => !game.draft.mainline.cells.is_empty(),
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
    heading: Heading,
    seen: bool,
    board: Option<Board>,
    place: Option<Span>,
    turn: Option<Color>,
}

impl<'a> TurboGame<'a> {
    fn read(&mut self, row: Row<'a>, kind: TurboLine<'a>) {
        match kind {
            TurboLine::Row(number, fields) => self.moves(number, &fields),
            TurboLine::Turn(side) => {
                self.turn = Some(side);
                self.place = Some(row.span());
            }
            TurboLine::Player(side, name) => {
                self.draft.tags.set(side.fold_wb("White", "Black"), name);
            }
            TurboLine::Man(square, piece) => {
                self.board.get_or_insert_with(Board::empty).set_piece_at(square, piece);
                self.place = Some(self.place.map_or(row.span(), |place| place.join(row.span())));
            }
            TurboLine::Head => {}
            TurboLine::Other => self.heading.read(row),
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
        let TurboGame { mut draft, heading, board, place, turn, .. } = self;
        let heading = heading.finish();
        for tag in &heading.tags {
            draft.tags.set_default(&tag.name, tag.value.clone());
        }
        draft.mainline.comments = heading.remarks;
        draft.start = heading.start;
        let place = place.unwrap_or(draft.span);
        if let Some(board) = board {
            match position(board, turn.unwrap_or(Color::White)) {
                Ok(fen) => draft.start = Start::Fen(fen, place),
                Err(message) => draft.findings.push(Finding::new(&code::L108, place, message)),
            }
        }
        draft
    }
}

/// The FEN of a board file. It does not state castling rights: they are assumed if king and rook are on their
/// starting squares in the starting position.
fn position(board: Board, turn: Color) -> Result<String, String> {
    let array = Board::new();
    let at_home =
        |square: Square| board.piece_at(square).is_some() && board.piece_at(square) == array.piece_at(square);
    let rooks = Color::ALL
        .into_iter()
        .filter(|color| at_home(color.fold_wb(Square::E1, Square::E8)))
        .flat_map(|color| color.fold_wb([Square::A1, Square::H1], [Square::A8, Square::H8]))
        .filter(|&square| at_home(square))
        .fold(shakmaty::Bitboard::EMPTY, |rooks, square| rooks.with(square));
    let mut setup = Setup::empty();
    setup.board = board;
    setup.turn = turn;
    setup.castling_rights = rooks;
    let position: Chess = setup
        .position(CastlingMode::Standard)
        .map_err(|error| format!("the board file is not a valid position: {error}"))?;
    Ok(Fen::from_position(&position, EnPassantMode::Legal).to_string())
}
