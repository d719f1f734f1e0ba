//! Logs of the servers FICS and ICC in their style 12: a line a position, `<12> rnbqkbnr … e4 0 0 0`, with the players, the
//! number of the next move, and the move that was made.
//!
//! A line that says a position before the last one takes moves back. The lines of several boards may be mixed; each has the
//! number of its game.
//!
//! Source: `help style12` of the Free Internet Chess Server.

use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Outcome, Position};

use super::diagram::{self, Diagram};
use super::words::{Row, Word, rows};
use super::{Cell, Draft, Ending, Layout, MoveSense, Start};
use crate::text::{Source, Span};

/// The log of a server.
#[derive(Debug)]
pub struct Style12;

/// Most half-moves that are taken back at once to the beginning of the game; else another game begins.
const BACK: usize = 2;

impl Layout for Style12 {
    fn name(&self) -> &'static str {
        "style12"
    }

    fn title(&self) -> &'static str {
        "log of a server: a line a position, <12> (FICS, ICC)"
    }

    fn sniff(&self, source: &Source, _: &dyn MoveSense) -> f32 {
        if source.text().contains(SIGN) && !games(source.text()).is_empty() { 0.99 } else { 0.0 }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, _: &dyn MoveSense) -> Vec<Draft<'a>> {
        games(source.text()).into_iter().map(Game::draft).collect()
    }
}

/// The games whose moves the lines of a text say.
fn games(text: &str) -> Vec<Game<'_>> {
    let mut log = Log::default();
    for row in rows(text, 0) {
        if let Some(line) = Line::read(&row) {
            log.take(line, &row);
        } else if let Some(said) = Said::read(row.text) {
            log.hear(&said, &row);
        }
    }
    log.games.retain(|game| !game.moves.is_empty());
    log.games
}

/// The lines of a text that say no game, only where one stands whose moves are listed elsewhere.
pub(crate) fn boards(text: &str) -> Vec<Diagram> {
    if !text.contains(SIGN) || !games(text).is_empty() {
        return Vec::new();
    }
    let board = |row: Row<'_>| -> Option<Diagram> {
        let line = Line::read(&row)?;
        let setup = line.fen.parse::<Fen>().ok()?.into_setup();
        let said = diagram::Said {
            number: u32::try_from(line.ply / 2 + 1).ok()?,
            players: [line.white.to_owned(), line.black.to_owned()],
            fen: line.fen,
        };
        Some(Diagram { span: row.span(), board: setup.board, turn: Some(setup.turn), said: Some(said) })
    };
    rows(text, 0).filter_map(board).collect()
}

/// What a line of the style begins with.
const SIGN: &str = "<12>";

/// A line with a position.
struct Line<'a> {
    game: &'a str,
    white: &'a str,
    black: &'a str,
    /// Minutes at the beginning, and seconds for each move.
    clock: (&'a str, &'a str),
    /// Half-moves made so far, by the number of the next move.
    ply: usize,
    /// The position.
    fen: String,
    /// The move that was made.
    made: Option<Word<'a>>,
}

impl<'a> Line<'a> {
    fn read(row: &Row<'a>) -> Option<Line<'a>> {
        /// Fields up to the move.
        const FIELDS: usize = 29;
        let fields: Vec<Word<'a>> =
            row.words().skip_while(|word| word.text != SIGN).skip(1).take(FIELDS).collect();
        let text = |at: usize| fields.get(at).map(|word| word.text);
        let side = match text(8)? {
            "W" => Color::White,
            "B" => Color::Black,
            _ => return None,
        };
        let number: usize = text(25)?.parse().ok().filter(|number| (1..1000).contains(number))?;
        let made = fields.get(28).copied().filter(|word| word.text != "none");
        Some(Line {
            game: text(15)?,
            white: text(16)?,
            black: text(17)?,
            clock: (text(19)?, text(20)?),
            ply: (number - 1) * 2 + usize::from(side == Color::Black),
            fen: fen(&fields, side, number)?,
            made,
        })
    }
}

/// The position of the fields of a line.
fn fen(fields: &[Word<'_>], side: Color, number: usize) -> Option<String> {
    let ranks = fields.get(..8)?.iter().map(|rank| {
        let mut packed = String::new();
        let mut empty = 0;
        for c in rank.text.chars().chain(['/']) {
            if c == '-' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                packed.push_str(&std::mem::take(&mut empty).to_string());
            }
            packed.push(c);
        }
        packed.trim_end_matches('/').to_owned()
    });
    let board = ranks.collect::<Vec<_>>().join("/");
    let rights = fields.get(10..14)?.iter().zip(["K", "Q", "k", "q"]);
    let rights: String = rights.filter(|(field, _)| field.text == "1").map(|(_, right)| right).collect();
    let rights = if rights.is_empty() { "-".to_owned() } else { rights };
    let file: i8 = fields.get(9)?.text.parse().ok()?;
    let passed = u8::try_from(file)
        .ok()
        .filter(|file| *file < 8)
        .map(|file| format!("{}{}", char::from(b'a' + file), if side == Color::White { 6 } else { 3 }));
    let text = format!("{board} {} {rights} {} 0 {number}", side.char(), passed.unwrap_or("-".into()));
    text.parse::<Fen>().is_ok().then_some(text)
}

/// What the server says of a game: `{Game 77 (Anna vs. Bert) Bert resigns} 1-0`.
struct Said<'a> {
    game: &'a str,
    begins: bool,
    outcome: Option<Outcome>,
}

impl<'a> Said<'a> {
    fn read(line: &'a str) -> Option<Said<'a>> {
        let (_, said) = line.split_once("{Game ")?;
        let (game, said) = said.split_once(' ')?;
        let (words, behind) = said.rsplit_once('}')?;
        let outcome = Outcome::from_ascii(behind.trim().as_bytes()).ok();
        Some(Said { game, begins: words.contains("Creating") || words.contains("Continuing"), outcome })
    }
}

#[derive(Default)]
struct Log<'a> {
    games: Vec<Game<'a>>,
}

impl<'a> Log<'a> {
    /// The game under way with a number.
    fn game(&mut self, number: &str) -> Option<&mut Game<'a>> {
        self.games.iter_mut().rev().take(MOST).find(|game| game.number == number && !game.is_over)
    }

    fn take(&mut self, line: Line<'a>, row: &Row<'a>) {
        let is_same = |game: &&mut Game<'a>| {
            let restarts = line.ply == 0 && game.last > BACK;
            game.white == line.white && game.black == line.black && !restarts
        };
        let end = row.start + row.text.len();
        if self.game(line.game).filter(is_same).is_none() {
            if let Some(before) = self.game(line.game) {
                before.is_over = true;
            }
            self.games.push(Game::begun(&line, Span::new(row.start, end)));
        }
        let Some(game) = self.game(line.game) else { return };
        game.span = Span::new(game.span.start, end);
        // What was made after this position is taken back, and so is this move, which is said again.
        game.moves.retain(|(ply, _)| *ply < line.ply);
        game.last = line.ply;
        if let Some(made) = line.made.filter(|_| line.ply > game.first) {
            game.moves.push((line.ply, made));
        }
    }

    fn hear(&mut self, said: &Said<'_>, row: &Row<'_>) {
        let Some(game) = self.game(said.game) else { return };
        if let Some(outcome) = said.outcome {
            let end = row.start + row.text.len();
            game.ending = Some((Ending::Marker(outcome), Span::at(end)));
            game.span = Span::new(game.span.start, end);
        }
        game.is_over = said.begins || said.outcome.is_some();
    }
}

/// Games among the last in which that of a line is looked for.
const MOST: usize = 64;

struct Game<'a> {
    number: &'a str,
    white: &'a str,
    black: &'a str,
    clock: (&'a str, &'a str),
    start: Start,
    /// Half-moves made when the log begins, and at the last line.
    first: usize,
    last: usize,
    /// The moves, each with its half-move.
    moves: Vec<(usize, Word<'a>)>,
    ending: Option<(Ending, Span)>,
    is_over: bool,
    span: Span,
}

impl<'a> Game<'a> {
    fn begun(line: &Line<'a>, span: Span) -> Game<'a> {
        // The first line may say the move that leads from the usual position.
        let usual = Fen::from_position(&Chess::default(), EnPassantMode::Legal).to_string();
        let is_usual =
            line.ply == 0 && line.fen == usual || line.ply == 1 && line.made.is_some() && is_first(line);
        Game {
            number: line.game,
            white: line.white,
            black: line.black,
            clock: line.clock,
            start: if is_usual { Start::Array } else { Start::Fen(line.fen.clone(), span) },
            first: if is_usual { 0 } else { line.ply },
            last: line.ply,
            moves: Vec::new(),
            ending: None,
            is_over: false,
            span,
        }
    }

    fn draft(self) -> Draft<'a> {
        let mut draft = Draft { start: self.start, span: self.span, ending: self.ending, ..Draft::default() };
        draft.is_delimited = true;
        let mut at = self.span.start;
        for (ply, word) in &self.moves {
            let side = if ply % 2 == 1 { Color::White } else { Color::Black };
            let number = u32::try_from(ply.div_ceil(2)).ok();
            let cell = Cell {
                text: word.text.into(),
                span: word.span(),
                number,
                side: Some(side),
                ..Cell::default()
            };
            draft.mainline.cells.push(cell);
            draft.explained.push(Span::new(at, word.start.max(at)));
            at = word.span().end.max(at);
        }
        draft.explained.push(Span::new(at, self.span.end.max(at)));
        draft.tags.set("White", self.white);
        draft.tags.set("Black", self.black);
        let minutes = self.clock.0.parse::<u32>().ok().filter(|minutes| *minutes < 10_000);
        if let (Some(minutes), Ok(more)) = (minutes, self.clock.1.parse::<u32>())
            && minutes + more > 0
        {
            draft.tags.set("TimeControl", format!("{}+{more}", minutes * 60));
        }
        draft
    }
}

/// Whether the move of a line leads from the usual position to that of the line.
fn is_first(line: &Line<'_>) -> bool {
    let start = Chess::default();
    let board = line.fen.split(' ').next().unwrap_or_default();
    let after = |mv| start.clone().play(mv).is_ok_and(|after| after.board().to_string() == board);
    start.legal_moves().into_iter().any(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;

    const START: &str =
        "rnbqkbnr pppppppp -------- -------- -------- -------- PPPPPPPP RNBQKBNR W -1 1 1 1 1 0";
    const E4: &str = "rnbqkbnr pppppppp -------- -------- ----P--- -------- PPPP-PPP RNBQKBNR B 4 1 1 1 1 0";
    const E5: &str = "rnbqkbnr pppp-ppp -------- ----p--- ----P--- -------- PPPP-PPP RNBQKBNR W 4 1 1 1 1 0";

    fn line(board: &str, game: u32, number: u32, made: &str) -> String {
        format!(
            "fics% <12> {board} {game} Anna Bert 0 5 3 39 39 300 300 {number} P/e2-e4 (0:02) {made} 0 0 0\n"
        )
    }

    fn cut(text: &str) -> Vec<String> {
        let source = Source::from_bytes("log", text.into());
        let drafts = Style12.cut(&source, &Shapes);
        let moves = |draft: &Draft<'_>| -> Vec<String> {
            draft.mainline.cells.iter().map(|cell| cell.text.to_string()).collect()
        };
        drafts.iter().map(|draft| moves(draft).join(" ")).collect()
    }

    #[test]
    fn each_line_is_a_move() {
        let log = [line(START, 7, 1, "none"), line(E4, 7, 1, "e4"), line(E5, 7, 2, "e5")].concat()
            + "{Game 7 (Anna vs. Bert) Bert resigns} 1-0\n";
        assert_eq!(cut(&log), ["e4 e5"]);
        let source = Source::from_bytes("log", log.into());
        assert!(Style12.sniff(&source, &Shapes) > 0.9);
        let drafts = Style12.cut(&source, &Shapes);
        assert!(matches!(drafts[0].ending, Some((Ending::Marker(Outcome::Known(_)), _))));
        assert_eq!(
            (drafts[0].tags.get("White"), drafts[0].tags.get("TimeControl")),
            (Some("Anna"), Some("300+3"))
        );
    }

    #[test]
    fn moves_are_taken_back_and_said_twice() {
        let log = [
            line(E4, 7, 1, "e4"),
            line(E5, 7, 2, "e5"),
            line(E4, 7, 1, "e4"),
            line(&E5.replace("pppp-ppp", "pp-ppppp").replace("----p---", "--p-----"), 7, 2, "c5"),
            line(&E5.replace("pppp-ppp", "pp-ppppp").replace("----p---", "--p-----"), 7, 2, "c5"),
        ];
        assert_eq!(cut(&log.concat()), ["e4 c5"]);
    }

    #[test]
    fn several_boards_and_a_start_in_the_middle() {
        let log =
            [line(START, 7, 1, "none"), line(E4, 8, 1, "e4"), line(E4, 7, 1, "e4"), line(E5, 8, 2, "e5")];
        assert_eq!(cut(&log.concat()), ["e4", "e4 e5"]);
        let log = [line(E5, 7, 12, "e5"), line(E4, 7, 12, "Nf3")].concat();
        assert_eq!(cut(&log), ["Nf3"]);
        let source = Source::from_bytes("log", log.into());
        assert!(
            matches!(&Style12.cut(&source, &Shapes)[0].start, Start::Fen(fen, _) if fen.ends_with("w KQkq e6 0 12"))
        );
    }

    #[test]
    fn what_is_cut_off_is_no_trouble() {
        let whole = line(E4, 7, 1, "e4");
        for end in 0..whole.len() {
            cut(&whole[..end]);
        }
        cut(
            "{Game } 1-0\n{Game 7 x} *\n<12>\n<12> a b c d e f g h W x 1 1 1 1 0 1 a b 0 1 1 1 1 1 1 1 1 1 1\n",
        );
    }
}
