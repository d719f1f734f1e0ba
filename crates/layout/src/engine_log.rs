//! Logs of engines: the games that were played between a program and its engines, in what they said to each other.
//!
//! In the Universal Chess Interface a program sends the whole game before each move, `position startpos moves e2e4 e7e5`:
//! the longest list of a game is the game, and the engine's last answer (`bestmove`) its last move. A move that an engine
//! is to ponder on (`go ponder`, or the one that it named, where nothing shows that it was played) was only expected; and where the next list goes on otherwise than the engine answered, it only gave advice
//! on a game that others played, and its last answer is none of its moves. In the protocol of xboard each move is sent by itself: `usermove e2e4`
//! to the engine, `move e7e5` from it; with two engines each is said twice. Lines may begin with a time, an arrow or a
//! name, as programs write them.
//!
//! Sources: the UCI protocol (Kahlen and Meyer-Kahlen, 2006); Chess Engine Communication Protocol, version 2 (Mann and
//! Muller, 2009).

use shakmaty::Outcome;
use shakmaty::fen::Fen;

use super::words::{Row, Word, rows};
use super::{Cell, Draft, Ending, Layout, MoveSense, Start};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// The log of an engine.
#[derive(Debug)]
pub struct EngineLog;

/// Lines that are looked at.
const SAMPLE: usize = 400;
/// Words before what was said: a time, an arrow, the name of an engine; and so many more, where one of them is an arrow.
const LEADS: usize = 5;
const MORE_LEADS: usize = 3;
/// Fewest lines of a log within another text, and fewest moves of a list in it.
const FEWEST_LINES: usize = 2;
const FEWEST_MOVES: usize = 4;
/// How much a word must look like a move.
const LIKE: f32 = 0.5;

/// Words with which a line of these protocols begins.
const SAID: &[&str] = &[
    "position",
    "go",
    "bestmove",
    "info",
    "uci",
    "uciok",
    "ucinewgame",
    "isready",
    "readyok",
    "setoption",
    "option",
    "id",
    "stop",
    "ponderhit",
    "quit",
    "debug",
    "xboard",
    "protover",
    "feature",
    "accepted",
    "rejected",
    "new",
    "random",
    "level",
    "st",
    "sd",
    "time",
    "otim",
    "usermove",
    "move",
    "force",
    "post",
    "nopost",
    "hard",
    "easy",
    "computer",
    "name",
    "rating",
    "ics",
    "result",
    "setboard",
    "ping",
    "pong",
    "undo",
    "remove",
    "white",
    "black",
    "memory",
    "cores",
    "variant",
];

/// What a line says that concerns a game.
enum Said<'a> {
    /// All moves so far, from a position.
    Position { start: Start, moves: Vec<Word<'a>> },
    /// An engine is to think; `ponders`: on a move that was not played.
    Go { ponders: bool },
    /// An engine's answer, and the move that it expects then.
    Answer(Word<'a>, Option<&'a str>),
    /// One move of the game.
    Move(Word<'a>),
    /// The game begins here.
    New,
    /// It begins from this position.
    Board(Start),
    /// It has ended.
    Result(Outcome),
    /// The last moves are taken back.
    Undo(usize),
    /// Moves, in a line that is none of the protocol: a word of it may be misspelled.
    Unheard(Vec<Word<'a>>),
    /// Something else of the protocol.
    Other,
}

impl Layout for EngineLog {
    fn name(&self) -> &'static str {
        "engine-log"
    }

    fn title(&self) -> &'static str {
        "what a program and its engines said: UCI or xboard"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let (mut moves, mut lists, mut others) = (0, 0, 0);
        let mut said: Vec<bool> = Vec::new();
        for row in rows(source.text(), 0).filter(|row| !row.text.trim().is_empty()).take(SAMPLE) {
            let heard = hear(&row);
            said.push(heard.is_some());
            if heard.is_none() {
                let bare =
                    |word: &str| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').len();
                let like =
                    |word: &Word<'_>| sense.likeness(&word.text[word.text.len() - bare(word.text)..]) >= LIKE;
                others += row.words().filter(like).count();
            }
            moves += usize::from(matches!(heard, Some(Said::Position { .. } | Said::Move(_))));
            lists += usize::from(
                matches!(heard, Some(Said::Position { moves, .. }) if moves.len() >= FEWEST_MOVES),
            );
        }
        let is_log = |said: &[bool]| said.iter().filter(|said| **said).count() * 4 >= said.len() * 3;
        // A person may say something before and behind it, but no game.
        let first = said.iter().position(|said| *said).unwrap_or(0);
        let last = said.iter().rposition(|said| *said).map_or(0, |last| last + 1);
        let is_inside =
            lists > 0 && others < FEWEST_MOVES && last >= first + FEWEST_LINES && is_log(&said[first..last]);
        if moves > 0 && (is_log(&said) || is_inside) { 0.98 } else { 0.0 }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, _: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut log = Log { games: Vec::new(), game: Game::default(), end: 0 };
        for row in rows(source.text(), 0) {
            log.end = row.start + row.text.len();
            match hear(&row) {
                None => log.unheard(&row),
                Some(Said::Unheard(moves)) => log.game.unheard.push(moves),
                Some(said) => {
                    if matches!(said, Said::Other) {
                        log.unheard(&row);
                    }
                    log.take(said, row.start);
                }
            }
        }
        log.finish();
        log.games.into_iter().map(Game::draft).collect()
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        let last =
            [&b"ucinewgame"[..], b"\nnew\n"].iter().filter_map(|new| memchr::memmem::rfind(head, new)).max();
        let line = memchr::memrchr(b'\n', &head[..=last?])?;
        Some(line + 1)
    }
}

/// What a line says; `None` if it is of none of these protocols.
fn hear<'a>(row: &Row<'a>) -> Option<Said<'a>> {
    if thinks(row) {
        return Some(Said::Other);
    }
    let mut words = row.words();
    let mut speaks = false;
    for at in 0..LEADS + MORE_LEADS {
        let word = words.next()?;
        if at >= LEADS && !speaks {
            return None;
        }
        // `>first : e2e4`: what is sent to an engine that takes bare moves.
        if speaks && is_move(word.text) {
            return Some(Said::Move(word));
        }
        speaks |= word.text.contains(['>', '<']);
        // `>engine(0):` and `<---1:go` have the sign of the speaker before the first word.
        let name = word.text.rsplit([':', '>', '<']).next().unwrap_or_default();
        if SAID.contains(&name) {
            return Some(sentence(name, words));
        }
    }
    None
}

/// Whether a line is what an engine of xboard thinks: depth, score, time, nodes, and the moves that it expects. None is played.
fn thinks(row: &Row<'_>) -> bool {
    /// Depth, score, time and nodes.
    const FIGURES: usize = 4;
    let is_figure = |word: &str| {
        let bare = word.trim_start_matches(['+', '-']).trim_end_matches(['.', '+', '-', '&']);
        !bare.is_empty() && bare.len() < 20 && bare.bytes().all(|b| b.is_ascii_digit() || b == b'.')
    };
    let words: Vec<&str> = row.words().map(|word| word.text).take(LEADS + FIGURES + 1).collect();
    // The time of the program and the speaker stand before them.
    let speaker = words.iter().take(LEADS).rposition(|word| word.contains(['>', '<']));
    let from =
        speaker.map_or(0, |at| at + 1 + usize::from(words.get(at + 1).is_some_and(|word| *word == ":")));
    let own = words.get(from..).unwrap_or_default();
    own.len() > FIGURES && own[..FIGURES].iter().all(|word| is_figure(word)) && !is_figure(own[FIGURES])
}

fn sentence<'a>(first: &str, mut words: impl Iterator<Item = Word<'a>>) -> Said<'a> {
    match first {
        "position" => position(words),
        "go" => Said::Go { ponders: words.any(|word| matches!(word.text, "ponder" | "infinite")) },
        "bestmove" | "usermove" | "move" => match (words.next(), first) {
            (Some(answer), "bestmove") if is_move(answer.text) => Said::Answer(
                answer,
                words.next().filter(|word| word.text == "ponder").and(words.next()).map(|word| word.text),
            ),
            // `move` is a word of other texts, too.
            (Some(own), "usermove") => Said::Move(own),
            (Some(own), "move") if is_move(own.text) => Said::Move(own),
            _ => Said::Other,
        },
        "ucinewgame" | "new" => Said::New,
        "setboard" => board(&mut words).map_or(Said::Other, Said::Board),
        "result" => {
            let result = words.next().map(|word| Outcome::from_ascii(word.text.as_bytes()));
            result.and_then(Result::ok).map_or(Said::Other, Said::Result)
        }
        "undo" => Said::Undo(1),
        "remove" => Said::Undo(2),
        _ => Said::Other,
    }
}

fn position<'a>(mut words: impl Iterator<Item = Word<'a>>) -> Said<'a> {
    let start = match words.next().map(|word| word.text) {
        Some("startpos") => Some(Start::Array),
        Some("fen") => board(&mut words),
        _ => None,
    };
    let Some(start) = start else { return Said::Unheard(words.filter(|word| is_move(word.text)).collect()) };
    // What stands before the last move is one too, however it is spelled.
    let mut moves: Vec<Word<'a>> = words.skip_while(|word| word.text == "moves").collect();
    moves.truncate(moves.iter().rposition(|word| is_move(word.text)).map_or(0, |last| last + 1));
    Said::Position { start, moves }
}

/// A position of six fields; what is behind them stays.
fn board<'a>(words: &mut impl Iterator<Item = Word<'a>>) -> Option<Start> {
    /// Fields of a position.
    const FIELDS: usize = 6;
    let fields: Vec<Word<'a>> = words.take(FIELDS).collect();
    let text = fields.iter().map(|word| word.text).collect::<Vec<_>>().join(" ");
    let place = fields.first()?.span().join(fields.last()?.span());
    text.parse::<Fen>().is_ok().then_some(Start::Fen(text, place))
}

/// Whether a word is a move by its squares, or a drop.
fn is_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    matches!(bytes.len(), 4 | 5) && is_square(&bytes[2..4]) && (is_square(&bytes[..2]) || bytes[1] == b'@')
}

/// The games of a log, as far as it was read.
struct Log<'a> {
    games: Vec<Game<'a>>,
    game: Game<'a>,
    /// The end of the last line.
    end: usize,
}

#[derive(Default)]
struct Game<'a> {
    start: Start,
    moves: Vec<Word<'a>>,
    ending: Option<Outcome>,
    /// The move that an engine expected last.
    expected: Option<&'a str>,
    /// The list that was sent last, before it is known whether its last move was played.
    sent: Option<Vec<Word<'a>>>,
    /// Whether the engine thinks about a position of the game.
    thinks: bool,
    /// Whether the last move is an engine's answer that no list has confirmed.
    is_answer: bool,
    /// Whether a list went on otherwise than the engine had answered.
    is_advised: bool,
    /// The moves of lines that are none of the protocol.
    unheard: Vec<Vec<Word<'a>>>,
    span: Span,
}

impl<'a> Log<'a> {
    /// Keeps the moves of a line that nobody says in these protocols: the moves in a row, or one behind a word.
    fn unheard(&mut self, row: &Row<'a>) {
        let mut words = row.words();
        let is_thought = row.words().take(LEADS).any(|word| matches!(word.text, "info" | "string"));
        if is_thought || thinks(row) {
            return;
        }
        let is_command = words.next().is_some_and(|word| word.text.bytes().all(|b| b.is_ascii_alphabetic()))
            && words.next().is_some_and(|word| is_move(word.text))
            && words.next().is_none_or(|word| word.text == "ponder");
        let moves: Vec<Word<'a>> = row.words().filter(|word| is_move(word.text)).collect();
        // Other moves in a row an engine thinks of.
        let is_list = moves.len() >= FEWEST_MOVES
            && row.words().any(|word| matches!(word.text, "startpos" | "moves" | "position"));
        if is_command || is_list {
            self.game.unheard.push(moves.into_iter().take(if is_command { 1 } else { usize::MAX }).collect());
        }
    }

    fn take(&mut self, said: Said<'a>, line: usize) {
        if self.game.span.is_empty() {
            self.game.span = Span::new(line, line);
        }
        match said {
            Said::Position { start, moves } => {
                self.game.settle(false);
                if !self.game.is_continued(&start, &moves) {
                    self.finish_before(line);
                }
                self.game.start = start;
                self.game.sent = Some(moves);
                self.game.thinks = false;
            }
            Said::Go { ponders } => {
                self.game.settle(ponders);
                self.game.thinks = !ponders;
            }
            Said::Answer(answer, expected) => {
                self.game.expected = expected;
                if self.game.thinks {
                    self.game.moves.push(answer);
                    self.game.thinks = false;
                    self.game.is_answer = true;
                }
            }
            Said::Move(word) => {
                // With two engines, one's move is sent on to the other.
                if self.game.moves.last().is_none_or(|last| last.text != word.text) {
                    self.game.moves.push(word);
                }
                self.game.is_answer = false;
            }
            Said::New => self.finish_before(line),
            Said::Board(start) => {
                if !self.game.moves.is_empty() {
                    self.finish_before(line);
                }
                self.game.start = start;
            }
            Said::Result(outcome) => self.game.ending = Some(outcome),
            Said::Undo(plies) => {
                let left = self.game.moves.len().saturating_sub(plies);
                self.game.moves.truncate(left);
            }
            Said::Unheard(_) | Said::Other => {}
        }
        self.game.span = Span::new(self.game.span.start, self.end.max(self.game.span.start));
    }

    /// Ends the game before a line.
    fn finish_before(&mut self, line: usize) {
        self.finish();
        self.game.span = Span::new(line, line);
    }

    fn finish(&mut self) {
        // Nothing shows that an engine's expectation was played.
        let last = self.game.sent.as_ref().and_then(|sent| sent.last());
        let is_expected = last.is_some_and(|last| self.game.expected == Some(last.text));
        self.game.settle(is_expected);
        let mut game = std::mem::take(&mut self.game);
        if game.is_answer && game.is_advised {
            game.moves.pop();
        }
        if !game.moves.is_empty() {
            self.games.push(game);
        } else if let Some(last) = self.games.last_mut() {
            last.unheard.extend(game.unheard);
        } else {
            // A game without moves tells nothing: what it lacks is told of the next.
            self.game.unheard = game.unheard;
        }
    }
}

impl<'a> Game<'a> {
    /// Takes the list that was sent last as the game so far; of one to ponder on, the last move was only expected.
    fn settle(&mut self, ponders: bool) {
        let Some(mut sent) = self.sent.take() else { return };
        if ponders {
            sent.pop();
        }
        let is_older = sent.len() < self.moves.len() && begins_alike(&sent, &self.moves) == sent.len();
        if !is_older {
            let answered = self.moves.last().filter(|_| self.is_answer);
            let played = sent.get(self.moves.len().wrapping_sub(1));
            self.is_advised |=
                answered.zip(played).is_some_and(|(answer, played)| answer.text != played.text);
            self.is_answer = false;
            self.moves = sent;
        }
    }

    /// Whether a list of moves is this game, further on or before: all but the last moves are the same.
    fn is_continued(&self, start: &Start, moves: &[Word<'_>]) -> bool {
        // Each list gives the position again.
        let is_same = match (start, &self.start) {
            (Start::Fen(one, _), Start::Fen(other, _)) => one == other,
            (one, other) => one == other,
        };
        /// Moves that an engine or a person may have taken back.
        const BACK: usize = 2;
        let same = begins_alike(moves, &self.moves);
        self.moves.is_empty() || is_same && same + BACK >= self.moves.len().min(moves.len()) && same > 0
    }

    fn draft(self) -> Draft<'a> {
        let cell = |word: &Word<'a>| Cell { text: word.text.into(), span: word.span(), ..Cell::default() };
        let mut draft = Draft {
            start: self.start,
            span: self.span,
            is_delimited: true,
            is_protocol: true,
            ..Draft::default()
        };
        draft.mainline.cells = self.moves.iter().map(cell).collect();
        // What another line has said too is not lost.
        let is_said = |moves: &Vec<Word<'a>>| {
            self.moves.windows(moves.len()).any(|own| begins_alike(own, moves) == moves.len())
        };
        for moves in self.unheard.iter().filter(|moves| !moves.is_empty() && !is_said(moves)) {
            let place = moves[0].span().join(moves[moves.len() - 1].span());
            let why = "moves stand in this line, and what is said of them is no word of the protocol";
            draft.findings.push(Finding::new(&code::L106, place, why));
        }
        draft.ending = self.ending.map(|outcome| (Ending::Marker(outcome), Span::at(self.span.end)));
        // The log holds each move many times.
        let mut at = self.span.start;
        let mut spans: Vec<Span> = draft.mainline.cells.iter().map(|cell| cell.span).collect();
        spans.sort_unstable();
        for span in spans.into_iter().chain([Span::at(self.span.end)]) {
            draft.explained.push(Span::new(at, span.start.max(at)));
            at = span.end.max(at);
        }
        draft
    }
}

/// How many moves two lists begin with alike.
fn begins_alike(one: &[Word<'_>], other: &[Word<'_>]) -> usize {
    fn bare<'w>(word: &Word<'w>) -> &'w str {
        word.text.trim_end_matches([',', ';', '.'])
    }
    one.iter().zip(other).take_while(|(one, other)| bare(one) == bare(other)).count()
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, KnownOutcome};

    use super::*;
    use crate::testing::Shapes;

    fn games(text: &str) -> Vec<(String, Option<Outcome>)> {
        let source = Source::from_bytes("log", text.into());
        let moves = |draft: &Draft<'_>| {
            draft.mainline.cells.iter().map(|cell| &*cell.text).collect::<Vec<_>>().join(" ")
        };
        let ending = |draft: &Draft<'_>| match draft.ending {
            Some((Ending::Marker(outcome), _)) => Some(outcome),
            _ => None,
        };
        EngineLog.cut(&source, &Shapes).iter().map(|draft| (moves(draft), ending(draft))).collect()
    }

    fn one(text: &str) -> String {
        let games = games(text);
        assert_eq!(games.len(), 1, "{games:?}");
        games[0].0.clone()
    }

    #[test]
    fn the_longest_list_and_the_last_answer_are_the_game() {
        let log = "uci\nucinewgame\nposition startpos moves e2e4\ngo movetime 9\ninfo depth 1 pv e7e5 g1f3\nbestmove e7e5 ponder g1f3\n\
                   position startpos moves e2e4 e7e5 g1f3\ngo\nbestmove b8c6\n";
        assert_eq!(one(log), "e2e4 e7e5 g1f3 b8c6");
    }

    #[test]
    fn what_is_pondered_on_was_not_played() {
        let log = "position startpos moves e2e4\ngo\nbestmove e7e5 ponder g1f3\nposition startpos moves e2e4 e7e5 g1f3\ngo ponder\n\
                   stop\nbestmove b8c6\nposition startpos moves e2e4 e7e5 f2f4\ngo\nbestmove e5f4\n";
        assert_eq!(one(log), "e2e4 e7e5 f2f4 e5f4");
        let open = "position startpos moves e2e4 e7e5 g1f3\ngo ponder\n";
        assert_eq!(one(open), "e2e4 e7e5");
        let cut = "position startpos moves e2e4 e7e5\ngo\nbestmove g1f3 ponder b8c6\nposition startpos moves e2e4 e7e5 g1f3 b8c6\n";
        assert_eq!(one(cut), "e2e4 e7e5 g1f3");
    }

    #[test]
    fn advice_is_no_move() {
        let log = "position startpos moves e2e4\ngo\nbestmove e7e5\nposition startpos moves e2e4 c7c5\ngo\nbestmove g1f3\n\
                   position startpos moves e2e4 c7c5 g1f3\ngo\nbestmove d7d6\n";
        assert_eq!(one(log), "e2e4 c7c5 g1f3");
    }

    #[test]
    fn a_list_that_begins_otherwise_is_another_game() {
        let log = "position startpos moves e2e4 e7e5 g1f3\nposition startpos moves d2d4 d7d5\nposition fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4\n";
        let again = "position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4 e8d7\n";
        assert_eq!(one(&format!("{again}{} e4e5\n", again.trim())), "e2e4 e8d7 e4e5");
        let all: Vec<String> = games(log).into_iter().map(|(moves, _)| moves).collect();
        assert_eq!(all, ["e2e4 e7e5 g1f3", "d2d4 d7d5", "e2e4"]);
    }

    #[test]
    fn moves_of_xboard_are_said_once_or_twice() {
        let log = "1000 >first : new\n1001 >first : usermove e2e4\n1100 <first : move e7e5\n1101 >second: usermove e7e5\n\
                   1102 <second: move g1f3\n1103 >first : usermove g1f3\n1200 >first : result 1-0 {Black resigns}\n";
        assert_eq!(
            games(log),
            [(
                "e2e4 e7e5 g1f3".to_owned(),
                Some(Outcome::Known(KnownOutcome::Decisive { winner: Color::White }))
            )]
        );
    }

    #[test]
    fn what_an_engine_thinks_is_not_played() {
        let log = "1 >first : usermove e2e4\n2 <first : 4 48 12 16800 c5\n3 <first : 5 -6 18. 25200 e7e5 g1f3\n4 <first : move c7c6\n\
                   5 >first : usermove d2d4\n7 5 8 120 d7d5 e4d5\n6 <first : move d7d5\n";
        assert_eq!(one(log), "e2e4 c7c6 d2d4 d7d5");
        assert!(EngineLog.sniff(&Source::from_bytes("log", log.into()), &Shapes) > 0.9);
    }

    #[test]
    fn bare_moves_are_sent_to_an_engine() {
        let log =
            "1000 >first : e2e4\n1311 <first : move c7c6\n1622 >first : d2d4\n1933 <first : move d7d5\n";
        assert_eq!(one(log), "e2e4 c7c6 d2d4 d7d5");
    }

    #[test]
    fn times_and_names_may_stand_before() {
        let log = "12 >Foo(0): position startpos moves e2e4 e7e5\n13 <Foo(0): bestmove g1f3\n2020-01-01 10:00:00.000-->1:position startpos moves e2e4 e7e5 g1f3 b8c6\n";
        assert_eq!(one(log), "e2e4 e7e5 g1f3 b8c6");
    }

    #[test]
    fn a_log_may_stand_in_a_letter() {
        let text = "Hello, it crashed here.\n\nThis is the end:\n\n[Engine] [12:01:02] <140> one 2 ---> readyok\n\
                    [Engine] [12:01:03] <140> one <--- position startpos moves e2e4 e7e5 g1f3 b8c6\n\
                    [Engine] [12:01:03] <140> one <--- go movetime 9\n[Engine] [12:01:04] <140> one 2 ---> bestmove f1b5\n\nCan you help me?\n";
        assert_eq!(one(text), "e2e4 e7e5 g1f3 b8c6 f1b5");
        assert!(EngineLog.sniff(&Source::from_bytes("log", text.into()), &Shapes) > 0.9);
    }

    #[test]
    fn a_letter_with_a_game_beside_the_log_is_none() {
        let text = "He lost this game: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6\n\nA(0): position startpos moves e2e4 e7e5 g1f3 b8c6\nA(0): go movetime 9\n";
        assert_eq!(EngineLog.sniff(&Source::from_bytes("log", text.into()), &Shapes), 0.0);
    }

    #[test]
    fn other_texts_are_no_logs() {
        let sniff = |text: &str| EngineLog.sniff(&Source::from_bytes("text", text.into()), &Shapes);
        assert!(sniff("position startpos moves e2e4\n") > 0.9);
        assert_eq!(sniff("1. e4 e5\n2. Nf3 Nc6\n"), 0.0);
        assert_eq!(sniff("move one e4 e5\nmove two knight f3 knight c6\n"), 0.0);
        assert_eq!(sniff("In this position White\nmust move e2e4\nand wins.\n"), 0.0);
    }
}
