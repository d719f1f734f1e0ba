//! Logs of boards and of programs: a line a position, as FEN, with a time or other words around it. The moves are those that lead from
//! each position to the next.
//!
//! A line between two positions that says one move, `Move played: e2e4`, belongs to the position before it.
//!
//! A position that is said twice is one, and the usual starting position begins another game.

use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};

use super::stand::{self, Step, is_usual, only_said, says};
use super::words::{Row, Word, rows};
use super::{CSV, Cell, Draft, Epd, Json, Layout, MoveSense, Start};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// Lines with positions.
#[derive(Debug)]
pub struct Positions;

/// Fewest moves of a log: two positions of a list may be a move apart by chance.
const FEWEST: usize = 3;
/// Fields of a FEN.
const FIELDS: usize = 6;

impl Layout for Positions {
    fn name(&self) -> &'static str {
        "positions"
    }

    fn title(&self) -> &'static str {
        "a line a position, as FEN: logs of boards and programs"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        // A cheap look first: most texts have no FEN.
        let has_board = |row: Row<'_>| row.text.matches('/').count() >= 7 && position(&row).is_some();
        if !rows(source.text(), 0).any(has_board) {
            return 0.0;
        }
        // Rows with operations, tables and data with moves have readers of their own, which know what else stands there.
        if Epd.sniff(source, sense) > 0.9
            || CSV.sniff(source, sense) > 0.9
            || source.text().trim_start().starts_with(['{', '[']) && Json.sniff(source, sense) > 0.9
        {
            return 0.0;
        }
        let moves: usize = self.cut(source, sense).iter().map(|draft| draft.mainline.cells.len()).sum();
        let lines = rows(source.text(), 0).filter(|row| position(row).is_some()).count();
        if moves >= FEWEST && moves * 2 >= lines { 0.99 } else { 0.0 }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut drafts: Vec<Draft<'a>> = Vec::new();
        let mut log: Option<Log<'a>> = None;
        for row in rows(source.text(), 0) {
            let line = match Line::of(row, sense) {
                Some(line) => line,
                None => {
                    let line = log.as_mut().map(|log| log.line.as_mut().unwrap_or(&mut log.first));
                    if let (Some(line), Some(word)) = (line, only_move(row, sense)) {
                        line.said.push(word);
                    }
                    continue;
                }
            };
            let step = log.as_ref().map(|log| Step::between(&log.last, &line.position));
            match (step, &mut log) {
                (Some(Step::None), Some(log)) => log.draft.explained.push(line.row.span()),
                (Some(Step::Move { mv, san, after }), Some(log)) => log.play(line, mv, &san, after, sense),
                (step, log) => {
                    let why =
                        "no legal move leads from the position before to this one: lines may be missing";
                    let gap = (matches!(step, Some(Step::Unreachable)) && !is_usual(&line.position))
                        .then(|| Finding::new(&code::L118, line.place, why));
                    // It is one of the game that breaks off, and of what begins behind it.
                    if let Some(log) = log.as_mut() {
                        log.draft.findings.extend(gap.clone());
                    }
                    let mut next = Log::begun(line);
                    next.draft.findings.extend(gap);
                    drafts.extend(log.replace(next).map(|log| log.ended(sense)));
                }
            }
        }
        drafts.extend(log.map(|log| log.ended(sense)));
        drafts.retain(|draft| !draft.mainline.cells.is_empty());
        drafts
    }
}

/// A line with a position.
struct Line<'a> {
    row: Row<'a>,
    position: Chess,
    place: Span,
    /// The words beside it that may be moves.
    said: Vec<Word<'a>>,
}

impl<'a> Line<'a> {
    fn of(row: Row<'a>, sense: &dyn MoveSense) -> Option<Line<'a>> {
        let (position, place) = position(&row)?;
        let beside = row.words().filter(|word| word.start < place.start || word.start >= place.end);
        let said = beside.filter_map(bare).filter(|word| sense.likeness(word.text) >= 0.5).collect();
        Some(Line { row, position, place, said })
    }

    /// Whether one of its words is this move.
    fn says(&self, from: &Chess, mv: Move, sense: &dyn MoveSense) -> bool {
        self.said.iter().any(|word| says(word.text, from, mv, sense))
    }
}

/// The only move that a short line says.
fn only_move<'a>(row: Row<'a>, sense: &dyn MoveSense) -> Option<Word<'a>> {
    /// Most words of such a line.
    const MOST: usize = 6;
    let words: Vec<Word<'a>> = row.words().collect();
    // `move=e2e4`
    let value = |word: Word<'a>| match word.text.rfind(['=', ':']) {
        Some(at) if word.text[at..].contains(|c: char| c.is_ascii_digit()) => word.skip(at + 1),
        _ => Some(word),
    };
    let mut moves = words
        .iter()
        .copied()
        .filter_map(value)
        .filter_map(bare)
        .filter(|word| sense.likeness(word.text) >= 0.5);
    let only = moves.next().filter(|_| words.len() <= MOST)?;
    moves.next().is_none().then_some(only)
}

/// A word without its number and the signs around it: the `e4` of `1.e4,`.
fn bare(word: Word<'_>) -> Option<Word<'_>> {
    const SIGNS: [char; 9] = [',', ';', ':', '"', '\'', '(', ')', '[', ']'];
    let behind = |text: &str| {
        text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || SIGNS.contains(&c)).len()
    };
    // The digits of a word that is no more are none of a number.
    let text = word.text.trim_end_matches(SIGNS);
    let word = Word { text, ..word };
    let rest = behind(text);
    if rest == 0 { Some(word) } else { word.skip(text.len() - rest) }
}

/// A game of a log, as far as it was read. The words of its lines may say its moves as well: that of a line is then the one that
/// leads to its position, or the one that leads on from it.
struct Log<'a> {
    draft: Draft<'a>,
    first: Line<'a>,
    /// The line of the position that was reached last.
    line: Option<Line<'a>>,
    /// That position, with what the lines leave out: the rights to castle, and the number.
    last: Chess,
    /// Steps whose move is said in the line before it, and in the one behind it.
    before: usize,
    behind: usize,
}

impl<'a> Log<'a> {
    fn begun(line: Line<'a>) -> Log<'a> {
        let draft = begun(&line.position, &line.row, line.place);
        let last = if is_usual(&line.position) { Chess::default() } else { line.position.clone() };
        Log { draft, first: line, line: None, last, before: 0, behind: 0 }
    }

    /// Adds the move that leads to the position of a line.
    fn play(&mut self, line: Line<'a>, mv: Move, san: &SanPlus, after: Chess, sense: &dyn MoveSense) {
        let from = self.line.as_ref().unwrap_or(&self.first);
        self.before += usize::from(from.says(&self.last, mv, sense));
        self.behind += usize::from(line.says(&self.last, mv, sense));
        // The move is said by the position, and has no text of its own.
        self.push(san, Span::at(line.place.end));
        self.draft.explained.push(line.row.span());
        self.draft.span.end = line.row.span().end;
        self.last = after;
        self.line = Some(line);
    }

    fn push(&mut self, san: &SanPlus, span: Span) {
        let (side, number) = (Some(self.last.turn()), Some(self.last.fullmoves().get()));
        let cell = Cell { text: san.to_string().into(), span, side, number, ..Cell::default() };
        self.draft.mainline.cells.push(cell);
    }

    /// The game, with a move that only a word of its first line or of its last one says.
    fn ended(mut self, sense: &dyn MoveSense) -> Draft<'a> {
        let steps = self.draft.mainline.cells.len();
        let are_said = |count: usize| count * 4 >= steps * 3 && count > 0;
        if are_said(self.before) && self.before >= self.behind {
            self.last_said(sense);
        } else if are_said(self.behind) && !is_usual(&self.first.position) {
            self.first_said(sense);
        }
        self.draft
    }

    fn last_said(&mut self, sense: &dyn MoveSense) {
        let Some(line) = self.line.take() else { return };
        let known = |word: &Word<'a>| Some((only_said(word.text, &self.last, sense)?, *word));
        let mut known = line.said.iter().filter_map(known);
        match (known.next(), known.next()) {
            (Some((mv, word)), None) => {
                let san = SanPlus::from_move(self.last.clone(), mv);
                // By squares, it is said as the positions say the others: it is that move, and not its text.
                let is_text = word.text.starts_with(&san.san.to_string());
                self.draft.explained.push(word.span());
                self.push(&san, if is_text { word.span() } else { Span::at(word.start) });
            }
            (None, _) if line.said.is_empty() => {}
            _ => {
                let why = "the moves beside the positions lead on from them, and the one beside the last position is not clear";
                self.draft.findings.push(Finding::new(&code::L118, line.place, why));
            }
        }
    }

    fn first_said(&mut self, sense: &dyn MoveSense) {
        let usual = Chess::default();
        let leads = match Step::between(&usual, &self.first.position) {
            Step::Move { mv, san, .. } => self
                .first
                .said
                .iter()
                .find(|word| says(word.text, &usual, mv, sense))
                .map(|word| (san, word.span())),
            Step::None | Step::Unreachable => None,
        };
        if let Some((san, span)) = leads {
            let cell = Cell {
                text: san.to_string().into(),
                span,
                side: Some(usual.turn()),
                number: Some(1),
                ..Cell::default()
            };
            self.draft.mainline.cells.insert(0, cell);
            self.draft.start = Start::Array;
        } else if let Some(word) = self.first.said.first() {
            self.draft.findings.push(stand::unfounded(word.text, self.first.place));
        }
    }
}

/// A game that begins with a position.
fn begun<'a>(position: &Chess, row: &Row<'a>, place: Span) -> Draft<'a> {
    Draft {
        start: stand::start(position, place),
        span: row.span(),
        explained: vec![row.span()],
        is_delimited: true,
        is_protocol: true,
        notation: Some("san".to_owned()),
        ..Draft::default()
    }
}

/// The legal position that a line says, and its place: a board, the side to move, and perhaps the other fields of a FEN.
fn position(row: &Row<'_>) -> Option<(Chess, Span)> {
    let words: Vec<_> = row.words().collect();
    let at = words.iter().position(|word| word.text.matches('/').count() == 7)?;
    // `pos=` may stand before it.
    let board = words[at].text.trim_end_matches(['"', '\'', ',', ';']);
    let board = board.rsplit(['"', '\'', ',', ';', '=', ':', '[', '(']).next().unwrap_or(board);
    let fields = &words[at + 1..words.len().min(at + FIELDS)];
    let whole = |count: usize| {
        let mut fen = board.to_owned();
        for field in fields.get(..count)? {
            fen.push(' ');
            fen.push_str(field.text.trim_matches(['"', '\'', ',', ';']));
        }
        let position = stand::position(&fen)?;
        let last = words[at + count].span();
        Some((position, words[at].span().join(last)))
    };
    [5, 3, 1].into_iter().find_map(whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;

    const LOG: [&str; 4] = [
        "00:00 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "00:01 rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "00:37 rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "01:14 rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    ];

    fn games(lines: &[&str]) -> Vec<String> {
        let source = Source::from_bytes("log", lines.join("\n").into());
        let moves = |draft: &Draft<'_>| {
            let texts: Vec<_> = draft.mainline.cells.iter().map(|cell| cell.text.to_string()).collect();
            texts.join(" ")
        };
        Positions.cut(&source, &Shapes).iter().map(moves).collect()
    }

    #[test]
    fn each_position_is_a_move() {
        assert_eq!(games(&LOG), ["e4 e5 Nf3"]);
        let source = Source::from_bytes("log", LOG.join("\n").into());
        assert!(Positions.sniff(&source, &Shapes) > 0.9);
        // Said twice; a game of its own; a line that is lost.
        assert_eq!(games(&[LOG[0], LOG[1], LOG[1], LOG[2]]), ["e4 e5"]);
        assert_eq!(games(&[LOG[0], LOG[1], LOG[0], LOG[1], LOG[2]]), ["e4", "e4 e5"]);
        assert_eq!(games(&[LOG[0], LOG[1], LOG[3]]), ["e4"]);
    }

    #[test]
    fn moves_may_stand_in_lines_of_their_own() {
        let said = |at: usize, mv: &str| format!("FEN: {}\nEval: 31\nMove played: {mv}", &LOG[at][6..]);
        let log = [said(0, "e2e4"), said(1, "e7e5"), said(2, "g1f3")].join("\n");
        assert_eq!(games(&[&log]), ["e4 e5 Nf3"]);
        assert!(Positions.sniff(&Source::from_bytes("log", log.into()), &Shapes) > 0.9);
    }

    #[test]
    fn positions_that_have_nothing_to_do_with_each_other_are_no_log() {
        let lines = ["8/8/8/8/8/4k3/8/4K2R w K - 0 1", LOG[3], "8/8/8/8/8/5k2/8/5K2 w - - 0 1"].join("\n");
        let source = Source::from_bytes("list", lines.into());
        assert!(Positions.sniff(&source, &Shapes) < 0.1);
    }
}
