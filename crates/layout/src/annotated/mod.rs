//! A game with notes in words between its moves, as people annotate: moves in numbers, then a paragraph about
//! them, with moves of its own, then the game's next number.
//!
//! The numbers alone do not tell which moves are the game's, since notes are numbered as well; the
//! [`Board`](super::Board) does. The game is the way through the numbers that can be played and goes farthest,
//! where it re-enters at the beginning of a line or of a sentence.

mod marks;
mod path;

use shakmaty::Color;

use super::heading::Heading;
use super::numbered_rows::Assembly;
use super::restart::last_restart;
use super::segment::Segmenter;
use super::words::{Row, rows};
use super::{Draft, Layout, MoveSense, leading_ending};
use crate::Ending;
use crate::finding::{Finding, code};
use crate::text::{Source, Span};
use marks::{Kind, Mark};
use path::{Entry, Found, Step};
use scorebook_pgn::glyph;

/// Moves with prose between them.
#[derive(Debug)]
pub struct Annotated;

/// Fewest half-moves of a game; fewer are an example in prose.
const SHORTEST: usize = 6;
/// Most lines above a game that are read as its heading, and most bytes of such a line.
const HEADING: usize = 8;
/// Fewest words of a note.
const WORDS: usize = 3;
const LINE: usize = 100;

impl Layout for Annotated {
    fn name(&self) -> &'static str {
        "annotated"
    }

    fn title(&self) -> &'static str {
        "numbered moves with notes in words between them"
    }

    /// Never the first choice: it is tried where the others leave text over.
    fn sniff(&self, _: &Source, _: &dyn MoveSense) -> f32 {
        0.0
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let Some(board) = sense.board() else { return Vec::new() };
        let mut segmenter = Segmenter::new(source.text(), sense);
        let marks = marks::of(source.text(), &mut segmenter);
        let games = path::games(source.text(), &marks, &*board, SHORTEST);
        // Games without notes are read by other layouts, which also say what is wrong with them.
        if !games.iter().any(|found| has_notes(source.text(), &marks, found)) {
            return Vec::new();
        }
        let mut drafts = Vec::new();
        let mut after = 0;
        for found in games {
            drafts.push(draft(source, &marks, &found, after, &mut segmenter));
            after = drafts.last().map_or(after, |draft: &Draft<'_>| draft.span.end);
        }
        drafts
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        last_restart(head)
    }
}

/// The half-moves of all games that can be played from the numbers of a text, with notes or without.
pub fn playable(source: &Source, sense: &dyn MoveSense) -> usize {
    let Some(board) = sense.board() else { return 0 };
    let marks = marks::of(source.text(), &mut Segmenter::new(source.text(), sense));
    path::games(source.text(), &marks, &*board, SHORTEST).iter().map(|found| found.steps.len()).sum()
}

/// Whether words or brackets stand between the moves of a game.
fn has_notes(text: &str, marks: &[Mark<'_>], found: &Found) -> bool {
    let between = found.steps.windows(2).map(|pair| (pair[0].moved + 1)..pair[1].start());
    let behind = found.steps.last().zip(found.goes_on).map(|(last, next)| (last.moved + 1)..next);
    between.chain(behind).any(|range| {
        let note = &marks[range];
        let span = note.first().zip(note.last()).map(|(a, b)| a.word.span().join(b.word.span()));
        note.iter().any(|mark| mark.depth > 0) || span.is_some_and(|span| !notes(text, span).is_empty())
    })
}

/// The game of a path; the text before `after` belongs to the game before.
fn draft<'a>(
    source: &'a Source,
    marks: &[Mark<'a>],
    found: &Found,
    after: usize,
    segmenter: &mut Segmenter<'a, '_>,
) -> Draft<'a> {
    let text = source.text();
    let (first, last) = (found.steps[0], found.steps[found.steps.len() - 1]);
    let (from, end) = (marks[first.start()].word.start, marks[last.moved].word.span().end);
    let mut heading = Heading::default();
    let above = above(text, after, from);
    above.iter().for_each(|row| heading.read(*row));
    let start = above.first().map_or(from, |row| row.start);
    let mut assembly = Assembly::new(source, segmenter, heading, Span::new(start, end));
    let mut explained = Vec::new();
    let mut before: Option<Step> = None;
    for &step in &found.steps {
        if let Some(before) = before {
            let mut from = before.moved;
            // `14 Ce5 !`
            if let Some(nag) = marks.get(from + 1).and_then(praise)
                && let Some(cell) = assembly.draft.mainline.cells.last_mut()
            {
                cell.nags.push(nag);
                from += 1;
            }
            let note = Span::new(marks[from].word.span().end, marks[step.start()].word.start);
            explained.extend(notes(text, note));
            explained.extend(asides(&marks[from + 1..step.start()], marks[before.moved].depth));
            say(&mut assembly, source.slice(note), note.start);
        }
        assembly.push(&[marks[step.moved].word], step.number, step.side);
        before = Some(step);
    }
    // Where remarks stand behind moves, one may stand behind the last.
    let remark = marks[last.moved + 1..].iter().take_while(|mark| !mark.begins_line);
    if let Some(behind) = remark.clone().last().filter(|_| !explained.is_empty())
        && remark.clone().all(|mark| matches!(mark.kind, Kind::Word { .. } | Kind::Sign))
    {
        explained.push(Span::new(end, behind.word.span().end));
        say(&mut assembly, source.slice(Span::new(end, behind.word.span().end)), end);
    }
    let mut draft = assembly.draft;
    if let Some((ending, place)) = ending(text, end) {
        draft.ending = Some((ending, place));
        draft.span.end = place.end;
    } else if inside(found) == Entry::Sentence {
        let why = "the game may have ended before this move, which begins a sentence of a note";
        let place = marks[last.start()].word.span().join(marks[last.moved].word.span());
        draft.findings.push(Finding::new(&code::L305, place, why).text(source.slice(place)));
    }
    if let Some(next) = found.goes_on {
        let why = "the game may go on here: the note behind the last move names a move with the next number";
        let place = marks[next].word.span();
        draft.findings.push(Finding::new(&code::L306, place, why).text(source.slice(place)));
    }
    draft.explained = explained;
    draft
}

/// The parts of the text between two moves that are notes: all of it if it has words, but for lines of moves alone,
/// which may be rows of the game whose numbers are misread.
fn notes(text: &str, between: Span) -> Vec<Span> {
    let Some(note) = text.get(between.start..between.end) else { return Vec::new() };
    let is_word = |word: &&str| {
        word.chars().filter(|c| c.is_lowercase()).count() > 1 && !word.contains(|c: char| c.is_ascii_digit())
    };
    if note.split_whitespace().filter(is_word).count() < WORDS {
        return Vec::new();
    }
    let talks = |row: &Row<'_>| row.text.split_whitespace().any(|word| is_word(&word));
    rows(note, between.start).filter(talks).map(Row::span).collect()
}

/// The NAG of a sign by itself.
fn praise(mark: &Mark<'_>) -> Option<u8> {
    glyph(mark.word.text.as_bytes()).filter(|_| mark.kind == Kind::Sign)
}

/// What stands in brackets between two moves.
fn asides(between: &[Mark<'_>], depth: usize) -> impl Iterator<Item = Span> {
    between.iter().filter(move |mark| mark.depth > depth).map(|mark| mark.word.span())
}

/// How the last run of adjacent moves begins.
fn inside(found: &Found) -> Entry {
    found.steps.iter().rev().map(|step| step.entry).find(|&entry| entry != Entry::Next).unwrap_or(Entry::Row)
}

/// Adds a note as a comment, if it has words.
fn say(assembly: &mut Assembly<'_, '_, '_>, note: &str, at: usize) {
    let words: Vec<&str> =
        note.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).collect();
    let text = note.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | '|' | '…'));
    if !words.is_empty() && !text.is_empty() {
        let text = text.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ");
        assembly.comment_at(at, text);
    }
}

/// The short lines above byte `from`, and what stands before it on its own line.
fn above(text: &str, after: usize, from: usize) -> Vec<Row<'_>> {
    let Some(before) = text.get(after..from) else { return Vec::new() };
    let short = rows(before, after).filter(|row| !row.is_blank() && row.text.len() <= LINE);
    let mut lines: Vec<Row<'_>> = short.collect();
    lines.drain(..lines.len().saturating_sub(HEADING));
    lines
}

/// The ending that is stated directly behind byte `end`, before the next line of words.
fn ending(text: &str, end: usize) -> Option<(Ending, Span)> {
    let rest = text.get(end..)?;
    let lead =
        rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || ",.;:!?+#)†‡".contains(c)).len();
    let line = rest[lead..].lines().next()?;
    let (ending, place) = leading_ending(line)?;
    Some((ending, Span::new(end + lead + place.start, end + lead + place.end)))
}

impl Step {
    /// The mark at which it begins: its number, or its move.
    fn start(&self) -> usize {
        self.number_at.unwrap_or(self.moved)
    }
}

/// The side to move after `plies` half-moves.
fn side(plies: usize) -> Color {
    Color::from_white(plies.is_multiple_of(2))
}

#[cfg(test)]
mod tests {
    use super::super::Board;
    use super::*;

    /// A move is a letter and a digit; as the half-move n, all with the digit n can be played.
    struct Digits;

    impl MoveSense for Digits {
        fn likeness(&self, text: &str) -> f32 {
            let text = text.trim_end_matches(['!', '?']);
            f32::from(matches!(text.as_bytes(), [a, b] if a.is_ascii_lowercase() && b.is_ascii_digit()))
        }

        fn board(&self) -> Option<Box<dyn Board>> {
            Some(Box::new(At(0)))
        }
    }

    struct At(u8);

    impl Board for At {
        fn after(&self, text: &str) -> Option<Box<dyn Board>> {
            let digit = text.as_bytes().get(1).map(|digit| digit - b'0');
            (digit == Some(self.0 + 1)).then(|| Box::new(At(self.0 + 1)) as Box<dyn Board>)
        }

        fn key(&self) -> u64 {
            self.0.into()
        }
    }

    /// The moves of the games of a text, and the codes of what is said of them.
    fn read(text: &str) -> Vec<(String, Vec<&'static str>)> {
        let source = Source::from_bytes("", text.as_bytes().to_vec());
        let game = |draft: &Draft<'_>| {
            let moves: Vec<&str> = draft.mainline.cells.iter().map(|cell| &*cell.text).collect();
            (moves.join(" "), draft.findings.iter().map(|finding| finding.code.id).collect())
        };
        Annotated.cut(&source, &Digits).iter().map(game).collect()
    }

    fn one(text: &str) -> (String, Vec<&'static str>) {
        let mut games = read(text);
        assert_eq!(games.len(), 1, "{text}: {games:?}");
        games.remove(0)
    }

    #[test]
    fn the_moves_of_notes_are_not_the_games() {
        for note in [
            "Not 2. x3 y4 3. z5, which loses.",
            "(2. x3 y4 3. z5 with the better game)",
            "Here \"2. x3\" was expected.",
            "| |\nI thought of 2. x3 here. |",
        ] {
            let text = format!("1. a1 b2\n{note}\n2. c3 d4\n3. e5 f6 1-0");
            assert_eq!(one(&text), ("a1 b2 c3 d4 e5 f6".into(), vec![]), "{note}");
        }
    }

    #[test]
    fn black_goes_on_behind_dots_alone_or_behind_an_aside() {
        for middle in [
            "a word of it\n1... b2",
            "a word of it\n... b2",
            "a word of it\nb2\nand more",
            "(a word of it) b2",
        ] {
            let text = format!("1. a1 {middle}\n2. c3 d4 3. e5 f6 1-0");
            assert_eq!(one(&text).0, "a1 b2 c3 d4 e5 f6", "{middle}");
        }
    }

    #[test]
    fn the_line_that_goes_on_is_the_games() {
        // The first 2. is a note that could be played, but the game has a line for its own.
        let text = "1. a1 b2 So far so good. 2. x3 Looks well.\n\n2. c3 d4 3. e5 f6 1-0";
        assert_eq!(one(text).0, "a1 b2 c3 d4 e5 f6");
    }

    #[test]
    fn what_may_go_on_is_said() {
        let quiet = "1. a1 b2\nThis is well known by now.\n2. c3 d4\n3. e5 f6\n";
        assert_eq!(one(quiet).1, Vec::<&str>::new());
        assert_eq!(one(&format!("{quiet}Here he thought about 4. g7 for an hour.")).1, ["L306"]);
        let sentence = "1. a1 b2 This is well known by now. 2. c3 d4 3. e5 f6 And so on.";
        assert_eq!(one(sentence).1, ["L305"]);
    }

    #[test]
    fn without_notes_other_layouts_know_better() {
        assert_eq!(read("1. a1 b2 2. c3 d4 3. e5 f6 1-0"), []);
        assert_eq!(playable(&Source::from_bytes("", b"1. a1 b2 2. c3 d4 3. e5 f6".to_vec()), &Digits), 6);
    }

    #[test]
    fn each_game_begins_with_its_own_line() {
        let game = "1. a1 b2\nThis is well known by now.\n2. c3 d4\n3. e5 f6\n\n";
        assert_eq!(read(&game.repeat(3)).len(), 3);
    }
}
