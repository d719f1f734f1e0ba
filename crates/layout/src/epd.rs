//! Extended Position Description: a position a row, with operations such as `bm Qd1+; id "BK.01";`.
//!
//! Rows whose positions follow from each other are one game; the supplied move (`sm`) of a row is the one that was played from its
//! position, also from the last one. A row by itself with a supplied move is a game of that move. A best move (`bm`) and a predicted
//! variation (`pv`) are an answer: nobody is said to have played them, and rows with no more are tests and no games. Beside a move
//! of a game they are its variations. The other operations are tags and comments.
//!
//! Source: the PGN standard (Edwards, 1994), section 16.2.

use std::ops::Range;

use shakmaty::fen::Fen;
use shakmaty::{Chess, Position};

use super::heading::Heading;
use super::stand::{self, Step};
use super::words::{Row, rows, words};
use super::{Cell, CellLine, Draft, Layout, MoveSense, Start};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// Positions with operations.
#[derive(Debug)]
pub struct Epd;

/// Fields of a position before the operations.
const FIELDS: usize = 4;
/// Rows that are looked at.
const SAMPLE: usize = 40;

impl Layout for Epd {
    fn name(&self) -> &'static str {
        "epd"
    }

    fn title(&self) -> &'static str {
        "EPD: a position a row, with the move that was played"
    }

    fn sniff(&self, source: &Source, _: &dyn MoveSense) -> f32 {
        let lines = || source.text().lines().map(str::trim).filter(|line| !line.is_empty()).take(SAMPLE);
        let all = lines().count();
        let read = lines().filter(|line| position(line).is_some_and(|(_, rest)| is_operations(rest))).count();
        if all > 0 && read * 5 >= all * 4 { 0.99 } else { 0.0 }
    }

    fn is_proof(&self) -> bool {
        true
    }

    fn cut<'a>(&self, source: &'a Source, _: &dyn MoveSense) -> Vec<Draft<'a>> {
        let (mut all, mut broken) = (Vec::<Entry<'a>>::new(), Vec::new());
        for row in rows(source.text(), 0) {
            match Entry::of(row) {
                Some(entry) => all.push(entry),
                None if is_spoiled(row) => broken.push(row),
                None => {}
            }
        }
        let games = games(&all);
        let mut drafts: Vec<Draft<'a>> = games.iter().map(|game| draft(&all[game.clone()])).collect();
        tell_parted(&mut drafts, &games, &all);
        drafts.retain(|draft| !draft.mainline.cells.is_empty());
        let tests = all.iter().filter(|entry| entry.is_test()).count();
        tell_tests(&mut drafts, &all, tests);
        tell_broken(&mut drafts, &broken);
        drafts
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        memchr::memrchr(b'\n', head).map(|at| at + 1).filter(|&at| at > 0)
    }
}

/// The FEN of a row, and what follows its four fields.
fn position(line: &str) -> Option<(String, &str)> {
    let mut rest = line.trim();
    let mut fields = Vec::with_capacity(FIELDS);
    for _ in 0..FIELDS {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        fields.push(&rest[..end]);
        rest = rest[end..].trim_start();
    }
    let is_board = fields[0].matches('/').count() == 7 && matches!(fields[1], "w" | "b");
    let mut text = fields.join(" ");
    // Many write the two counters of a FEN before the operations.
    if let Some((counters, behind)) = counters(rest).filter(|(_, behind)| is_operations(behind)) {
        text = format!("{text} {counters}");
        rest = behind;
    }
    (is_board && text.parse::<Fen>().is_ok()).then_some((text, rest))
}

/// The two counters that a text begins with, and what follows them.
fn counters(rest: &str) -> Option<(&str, &str)> {
    let (one, behind) = rest.split_once(' ')?;
    let (other, _) = behind.split_once(' ')?;
    let is_number =
        |word: &str| !word.is_empty() && word.len() < 5 && word.bytes().all(|b| b.is_ascii_digit());
    let end = one.len() + 1 + other.len();
    (is_number(one) && is_number(other)).then(|| (&rest[..end], rest[end..].trim_start()))
}

/// Whether a text begins with an operation: a name, and an operand or a semicolon. A FEN has two numbers there.
fn is_operations(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_ascii_alphabetic()) && rest.contains([';', ' '])
}

/// The operations of a row: name and operands, each with its place.
fn operations(rest: &str, start: usize) -> Vec<(&str, &str, usize)> {
    let mut found = Vec::new();
    let (mut from, mut quoted) = (0, false);
    let ends = rest.char_indices().chain([(rest.len(), ';')]);
    for (at, c) in ends {
        quoted ^= c == '"';
        if c != ';' || quoted && at < rest.len() {
            continue;
        }
        let whole = &rest[from..at];
        let lead = whole.len() - whole.trim_start().len();
        let text = whole.trim();
        let (name, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if !name.is_empty() {
            let gap = text.len() - name.len() - operands.len();
            let operands_at = start + from + lead + name.len() + gap;
            found.push((name, operands, operands_at));
        }
        from = at + 1;
    }
    found
}

/// A row: its position and its operations.
struct Entry<'a> {
    row: Row<'a>,
    fen: String,
    /// Where the fields of the position end.
    end: usize,
    position: Option<Chess>,
    operations: Vec<(&'a str, &'a str, usize)>,
}

impl<'a> Entry<'a> {
    fn of(row: Row<'a>) -> Option<Entry<'a>> {
        let (fen, rest) = position(row.text)?;
        let end = row.start + (rest.as_ptr() as usize - row.text.as_ptr() as usize);
        let operations = operations(rest, end);
        let number = |name: &str, usual: &str| {
            let said = operations.iter().find(|(own, ..)| *own == name).map(|(_, operand, _)| operand.trim());
            said.filter(|said| said.parse::<u32>().is_ok()).unwrap_or(usual).to_owned()
        };
        let is_counted = fen.split(' ').nth(FIELDS).is_some();
        let fen =
            if is_counted { fen } else { format!("{fen} {} {}", number("hmvc", "0"), number("fmvn", "1")) };
        let position = stand::position(&fen);
        Some(Entry { row, fen, end, position, operations })
    }

    /// The operands of an operation, each with its place.
    fn cells(&self, wanted: &str) -> Vec<Cell<'a>> {
        let own = self.operations.iter().filter(|(name, ..)| *name == wanted);
        own.flat_map(|(_, operands, at)| words(operands, *at))
            .map(|word| cell(word.text, word.span()))
            .collect()
    }

    /// The move that was played from the position.
    fn played(&self) -> Option<Cell<'a>> {
        self.cells("sm").into_iter().next()
    }

    fn operand(&self, wanted: &str) -> Option<&'a str> {
        let own = self.operations.iter().find(|(name, ..)| *name == wanted);
        own.map(|(_, operand, _)| operand.trim().trim_matches('"'))
    }

    /// Whether it says what should be played, and not what was.
    fn is_test(&self) -> bool {
        self.played().is_none() && ["bm", "am", "pm", "pv"].iter().any(|name| self.operand(name).is_some())
    }

    fn remarks(&self) -> Vec<String> {
        const NAMES: &[&str] = &["ce", "c0", "c1", "c2", "c3", "am", "dm", "acd", "acn"];
        let own = self.operations.iter().filter(|(name, ..)| NAMES.contains(name));
        own.map(|(name, operands, _)| format!("{name} {}", operands.trim_matches('"'))).collect()
    }
}

/// The rows of each game: the positions of each but the first are reached from the one before by a move.
fn games(all: &[Entry<'_>]) -> Vec<Range<usize>> {
    let mut games: Vec<Range<usize>> = Vec::new();
    for (at, entry) in all.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| all[before].position.as_ref());
        let is_reached = before.zip(entry.position.as_ref()).is_some_and(|(before, position)| {
            !stand::is_usual(position) && matches!(Step::between(before, position), Step::Move { .. })
        });
        match games.last_mut() {
            Some(game) if is_reached => game.end = at + 1,
            _ => games.push(at..at + 1),
        }
    }
    games
}

/// Says of rows that name one game, or follow from each other but for one place, that they do not there: rows may be missing or
/// exchanged.
fn tell_parted(drafts: &mut [Draft<'_>], games: &[Range<usize>], all: &[Entry<'_>]) {
    /// Fewest rows of two games without names.
    const ROWS: usize = 3;
    for (at, pair) in games.windows(2).enumerate() {
        let [before, behind] = [&all[pair[0].end - 1], &all[pair[1].start]];
        let begins = behind.position.as_ref().is_none_or(stand::is_usual);
        let is_one = match [before, behind].map(|entry| entry.operand("id")) {
            [Some(own), Some(next)] => own == next && (!begins || pair[0].len() == 1),
            [None, None] => !begins && pair[0].len() + pair[1].len() >= ROWS,
            _ => false,
        };
        // Tests are rows by themselves; what was played, or follows from another row, is part of a game.
        let is_of_game =
            pair[0].len() + pair[1].len() >= ROWS || before.played().is_some() && behind.played().is_some();
        if is_one && is_of_game {
            let place = Span::new(behind.row.start, behind.end);
            for draft in &mut drafts[at..=at + 1] {
                let why = "this position is not the one behind the row before it: a row may be missing, or in the wrong place";
                draft.findings.push(Finding::new(&code::L118, place, why));
            }
        }
    }
}

/// The game of some rows; of one row that says no move that was played it has none.
fn draft<'a>(rows: &[Entry<'a>]) -> Draft<'a> {
    let Some((first, rest)) = rows.split_first() else { return Draft::default() };
    let last = rest.last().unwrap_or(first);
    let start = match &first.position {
        Some(position) if stand::is_usual(position) => Start::Array,
        _ => Start::Fen(first.fen.clone(), Span::new(first.row.start, first.end)),
    };
    let mut draft = Draft {
        span: first.row.span().join(last.row.span()),
        start,
        is_delimited: true,
        is_protocol: true,
        ..Draft::default()
    };
    let mut numbered = first.position.clone();
    for (at, entry) in rows.iter().enumerate() {
        draft.explained.push(entry.row.span());
        let next = rows.get(at + 1).and_then(|next| next.position.as_ref());
        let step = entry.position.as_ref().zip(next).and_then(|(own, next)| match Step::between(own, next) {
            Step::Move { mv, san, .. } => Some((own, mv, san)),
            Step::None | Step::Unreachable => None,
        });
        let played = entry.played();
        let mut own = match (&step, played) {
            (&Some((position, mv, ref san)), said) => {
                let is_other = said.as_ref().is_some_and(|said| !stand::says_san(&said.text, position, mv));
                if let Some(said) = said.as_ref().filter(|_| is_other) {
                    let why =
                        format!("sm says “{}”, and the next position is the one behind {san}", said.text);
                    draft.findings.push(Finding::new(&code::L118, said.span, why));
                }
                let place = said.filter(|_| !is_other);
                place
                    .unwrap_or_else(|| Cell { text: san.to_string().into(), ..cell("", Span::at(entry.end)) })
            }
            (None, Some(said)) => said,
            (None, None) => {
                draft.mainline.comments.extend(entry.remarks());
                answers(entry, &mut draft);
                continue;
            }
        };
        own.comments = entry.remarks();
        // The rows may leave out the number.
        let place = numbered.as_ref().map(|position| (position.turn(), position.fullmoves().get()));
        (own.side, own.number) = (place.map(|place| place.0), place.map(|place| place.1));
        numbered = numbered.and_then(|position| {
            let mut after = position;
            after.play_unchecked(step?.1);
            Some(after)
        });
        own.variations = variations(entry, &own.text);
        draft.mainline.cells.push(own);
    }
    first_said(rows, &mut draft);
    named(rows, &mut draft);
    draft
}

/// Adds the move of the first row where the rows say, by an operation of any name, the move that leads to their positions, and not the
/// one that leads on.
fn first_said(rows: &[Entry<'_>], draft: &mut Draft<'_>) {
    let Some((first, position)) = rows.first().and_then(|first| Some((first, first.position.as_ref()?)))
    else {
        return;
    };
    if stand::is_usual(position) || rows.iter().any(|entry| entry.played().is_some()) {
        return;
    }
    let leads = |from: &Chess, to: &Entry<'_>| match Step::between(from, to.position.as_ref()?) {
        Step::Move { mv, san, .. } => {
            let said = to.operations.iter().find(|(_, said, _)| stand::says_san(said.trim(), from, mv))?;
            Some((san, Span::new(said.2, said.2 + said.1.trim_end().len())))
        }
        Step::None | Step::Unreachable => None,
    };
    let said = rows
        .windows(2)
        .filter(|pair| pair[0].position.as_ref().is_some_and(|position| leads(position, &pair[1]).is_some()));
    if said.count() * 4 < (rows.len() - 1) * 3 || rows.len() < 2 {
        return;
    }
    match leads(&Chess::default(), first) {
        Some((san, span)) => {
            let mut cell = cell("", span);
            cell.text = san.to_string().into();
            (cell.side, cell.number) = (Some(shakmaty::Color::White), Some(1));
            draft.mainline.cells.insert(0, cell);
            draft.start = Start::Array;
        }
        None => {
            let place = Span::new(first.row.start, first.end);
            draft.findings.push(stand::unfounded("the operations", place));
        }
    }
}

/// Best moves and predicted variations beside a move, but for those that begin with it.
fn variations<'a>(entry: &Entry<'a>, played: &str) -> Vec<CellLine<'a>> {
    let line = |cells: Vec<Cell<'a>>| CellLine { comments: Vec::new(), cells };
    let mut lines: Vec<CellLine<'a>> = entry.cells("bm").into_iter().map(|cell| line(vec![cell])).collect();
    lines.extend(Some(entry.cells("pv")).filter(|cells| !cells.is_empty()).map(line));
    let bare = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_owned();
    lines.retain(|line| line.cells.first().is_some_and(|cell| bare(&cell.text) != bare(played)));
    lines
}

/// Says of the last position of a game what should be played there: no move of the game.
fn answers(entry: &Entry<'_>, draft: &mut Draft<'_>) {
    for name in ["bm", "pm", "pv"] {
        let Some(said) = entry.cells(name).into_iter().next() else { continue };
        let what = entry.operand(name).unwrap_or_default();
        draft.mainline.comments.push(format!("{name} {what}"));
        let why = format!(
            "“{}” ({name}) is an answer to the last position, and nothing says that it was played",
            said.text
        );
        draft.findings.push(Finding::new(&code::L342, said.span, why));
        return;
    }
}

/// Gives a game its name; what the name says of players and date it has as well.
fn named(rows: &[Entry<'_>], draft: &mut Draft<'_>) {
    let mut ids: Vec<&str> = rows.iter().filter_map(|entry| entry.operand("id")).collect();
    ids.dedup();
    let Some(id) = ids.first().copied() else { return };
    draft.tags.set_default("Event", id);
    // Positions of tests have names of their own: only what all rows of a game say names it.
    if ids.len() > 1 || rows.len() < 2 {
        return;
    }
    let mut heading = Heading::default();
    heading.read(Row { text: id, start: draft.span.start });
    for tag in
        heading.finish().tags.iter().filter(|tag| matches!(&*tag.name, "White" | "Black" | "Date" | "Round"))
    {
        draft.tags.set_default(&tag.name, tag.value.as_str());
    }
}

/// Tells the game before them of rows that are only tests.
fn tell_tests(drafts: &mut [Draft<'_>], all: &[Entry<'_>], tests: usize) {
    let within = |drafts: &[Draft<'_>], entry: &Entry<'_>| {
        drafts.iter().any(|draft| draft.span.start <= entry.row.start && entry.row.start < draft.span.end)
    };
    let Some(first) = all.iter().find(|entry| entry.is_test() && !within(drafts, entry)) else { return };
    let place = first.row.span();
    let behind = drafts.partition_point(|draft| draft.span.start <= place.start);
    if let Some(draft) = drafts.get_mut(behind.saturating_sub(1)) {
        let why = format!("{tests} rows say what should be played (bm), and not what was: they are left out");
        draft.findings.push(Finding::new(&code::L342, place, why));
    }
}

/// Whether a row that is none begins like a position: with strokes as no word of a remark has.
fn is_spoiled(row: Row<'_>) -> bool {
    const STROKES: usize = 4;
    let first = row.text.split_whitespace().next().unwrap_or_default();
    first.matches('/').count() >= STROKES && !first.contains("//")
}

/// Tells the game around or behind them of rows whose position is spoiled: a move may be lost with them.
fn tell_broken(drafts: &mut [Draft<'_>], broken: &[Row<'_>]) {
    for row in broken {
        let behind = drafts.partition_point(|draft| draft.span.end <= row.start);
        let last = drafts.len().saturating_sub(1);
        if let Some(draft) = drafts.get_mut(behind.min(last)) {
            let why = "this row gives no position: what was played from it may be lost";
            draft.findings.push(Finding::new(&code::L118, row.span(), why));
        }
    }
}

/// Whether a text is of positions with answers only: tests of a program or a person, and no games.
#[must_use]
pub fn is_of_tests(text: &str) -> bool {
    /// Rows that are looked at.
    const SAMPLE: usize = 200;
    let mut all: Vec<Entry<'_>> = Vec::new();
    for row in rows(text, 0).filter(|row| !row.text.trim().is_empty()).take(SAMPLE) {
        let Some(entry) = Entry::of(row) else { continue };
        if entry.played().is_some() {
            return false;
        }
        all.push(entry);
    }
    all.iter().any(Entry::is_test) && games(&all).iter().all(|game| game.len() == 1)
}

fn cell(text: &str, span: Span) -> Cell<'_> {
    Cell { text: text.into(), span, ..Cell::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Shapes;

    fn cut(text: &str) -> Vec<Draft<'static>> {
        let source = Box::leak(Box::new(Source::from_bytes("a.epd", text.into())));
        assert!(Epd.sniff(source, &Shapes) > 0.9);
        Epd.cut(source, &Shapes)
    }

    fn moves(draft: &Draft<'_>) -> String {
        draft.mainline.cells.iter().map(|cell| &*cell.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn rows_with_supplied_moves() {
        let drafts = cut("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - sm Qd1+; id \"BK.01\";\n\
             r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - sm Nd5; bm a4; id \"BK; 05\"; fmvn 12;\n");
        assert_eq!(drafts.iter().map(moves).collect::<Vec<_>>(), ["Qd1+", "Nd5"]);
        assert_eq!(drafts[1].tags.get("Event"), Some("BK; 05"));
        assert_eq!(drafts[1].mainline.cells[0].variations[0].cells[0].text, "a4");
        let Start::Fen(fen, _) = &drafts[1].start else { panic!("no position") };
        assert!(fen.ends_with("w - - 0 12"), "{fen}");
    }

    #[test]
    fn rows_that_follow_from_each_other_are_one_game() {
        let rows = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -",
        ];
        let with = |operations: [&str; 3]| {
            let rows = rows.iter().zip(operations).map(|(row, own)| format!("{row} {own}\n"));
            cut(&rows.collect::<String>())
        };
        let played = with(["sm e4;", "sm e5;", "sm Nf3;"]);
        assert_eq!(played.iter().map(moves).collect::<Vec<_>>(), ["e4 e5 Nf3"]);
        assert_eq!(played[0].mainline.cells[2].number, Some(2));
        // The positions know the moves; a supplied one that is another is told, and an answer to the last one is left out.
        let told = with(["sm d4;", "bm c5;", "bm Nf3;"]);
        assert_eq!(told.iter().map(moves).collect::<Vec<_>>(), ["e4 e5"]);
        let codes: Vec<&str> = told[0].findings.iter().map(|finding| finding.code.id).collect();
        assert_eq!(codes, ["L118", "L342"]);
        assert_eq!(told[0].mainline.cells[1].variations.len(), 1);
    }

    #[test]
    fn tests_are_no_games() {
        let row = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";
        for operations in ["bm Qd1+; id \"BK.01\";", "0 1 bm Qd1+;", "am Qd1+;", "pv Qd1+ Kd2;"] {
            assert!(is_of_tests(&format!("{row} {operations}\n")), "{operations}");
        }
        for operations in ["sm Qd1+; bm Qe6;", "ce 12;", "0 1"] {
            assert!(!is_of_tests(&format!("{row} {operations}\n")), "{operations}");
        }
    }

    #[test]
    fn a_row_whose_position_is_spoiled_is_told() {
        let rows = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - sm e4;",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - sm e5;",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - sm Nf3;",
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - sm Nc6;",
            "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - sm Bb5;",
        ];
        let is_told = |text: &str| {
            cut(text).iter().flat_map(|draft| &draft.findings).any(|finding| finding.code == &code::L118)
        };
        assert!(!is_told(&rows.join("\n")));
        for at in 0..rows.len() {
            let mut spoiled = rows.map(str::to_owned);
            spoiled[at] = spoiled[at].replacen("/p", "/pp", 1);
            assert!(is_told(&spoiled.join("\n")), "{at}");
        }
    }

    #[test]
    fn a_fen_is_no_row_with_operations() {
        let source = Source::from_bytes("a", "8/8/8/8/8/8/8/K1k5 w - - 0 1\n".into());
        assert_eq!(Epd.sniff(&source, &Shapes), 0.0);
    }
}
