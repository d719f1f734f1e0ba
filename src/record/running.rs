//! Running text: `1. P-K4 P-K4 2. Kt-KB3 …`, with or without numbers, wrapped anywhere; and lines
//! that name the side: `W. The king's pawn 2 squares.`

use shakmaty::Color;

use super::anchor::{Anchor, anchor};
use super::heading::{Heading, tag_pair};
use super::pairs::last_restart;
use super::segment::{Part, Segmenter};
use super::sheet::{Assembly, Entry, census};
use super::words::{Gap, Row, Word, rows};
use super::{Draft, Layout, MoveSense, ending};
use crate::text::{Source, Span};

/// Moves one after the other as in prose.
#[derive(Debug)]
pub struct Running;

impl Layout for Running {
    fn name(&self) -> &'static str {
        "running"
    }

    fn title(&self) -> &'static str {
        "moves in running text, wrapped anywhere"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let census = census(source, sense);
        let lines = census.numbered + census.crowded + census.other;
        if lines == 0 {
            return 0.0;
        }
        let crowded = census.crowded as f32 / lines as f32;
        let by_side = rows(source.text(), 0).take(200).filter(|row| side_mark(*row).is_some()).count();
        (0.3 + 0.6 * crowded).max(0.9 * by_side as f32 / lines as f32)
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut segmenter = Segmenter::new(source.text(), sense);
        passages(source, &mut segmenter)
            .into_iter()
            .map(|passage| read(source, passage, &mut segmenter))
            .filter(|draft| !draft.strand.cells.is_empty())
            .collect()
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        last_restart(head)
    }
}

/// The words of one game and the lines before them.
#[derive(Default)]
struct Passage<'a> {
    heading: Vec<Row<'a>>,
    words: Vec<Word<'a>>,
    /// Comments in braces, by the number of words before them.
    comments: Vec<(usize, String)>,
}

/// Cuts a source at tag pairs, at the number 1, and at headings between blank lines.
fn passages<'a>(source: &'a Source, segmenter: &mut Segmenter<'a, '_>) -> Vec<Passage<'a>> {
    let mut passages = Vec::new();
    let mut passage = Passage::default();
    let mut after_blank = true;
    let mut braces = Braces::default();
    for row in rows(source.text(), 0) {
        if row.is_blank() {
            after_blank = true;
            continue;
        }
        let inside = braces.open();
        let first = row.words().next();
        let starts = first.and_then(|word| anchor(word.text)).is_some_and(|a| a.number == 1 && !a.ellipsis);
        let is_heading = !inside
            && (tag_pair(row.text).is_some()
                || (side_mark(row).is_none()
                    && (after_blank || passage.words.is_empty())
                    && !is_score(row, segmenter)));
        let fresh = (starts && after_blank || is_heading && !ends(row)) && !inside;
        if fresh && !passage.words.is_empty() {
            passages.push(std::mem::take(&mut passage));
        }
        if is_heading && passage.words.is_empty() {
            passage.heading.push(row);
        } else {
            braces.strip(row, &mut passage);
        }
        after_blank = false;
    }
    if !passage.words.is_empty() {
        passages.push(passage);
    }
    passages
}

fn ends(row: Row<'_>) -> bool {
    ending::find(&row.words().collect::<Vec<_>>()).is_some_and(|(at, ..)| at < 3)
}

/// Whether a line holds moves: it has move numbers, or a good part of it looks like moves.
fn is_score<'a>(row: Row<'a>, segmenter: &mut Segmenter<'a, '_>) -> bool {
    let words: Vec<Word<'a>> = row.words().collect();
    if words.first().and_then(|word| anchor(word.text)).is_some_and(|a| a.dotted || words.len() > 2) {
        return true;
    }
    let bare: Vec<Word<'a>> = words.iter().copied().filter(|word| anchor(word.text).is_none()).collect();
    let cells: usize = segmenter
        .split(&bare, None)
        .iter()
        .map(|part| if let Part::Cell(range) = part { range.len() } else { 0 })
        .sum();
    cells * 2 > bare.len()
}

/// Comments in braces, which may go on over lines.
#[derive(Default)]
struct Braces(Option<String>);

impl Braces {
    fn open(&self) -> bool {
        self.0.is_some()
    }

    /// Adds the words of `row` that are outside braces; a brace inside a word cuts it.
    fn strip<'a>(&mut self, row: Row<'a>, passage: &mut Passage<'a>) {
        let mut at = 0;
        let mut first = self.0.is_none();
        while at < row.text.len() {
            let rest = &row.text[at..];
            if let Some(comment) = &mut self.0 {
                let end = rest.find('}');
                if !comment.is_empty() {
                    comment.push(' ');
                }
                comment.push_str(rest[..end.unwrap_or(rest.len())].trim());
                let Some(end) = end else { return };
                at += end + 1;
                passage.comments.extend(self.0.take().map(|text| (passage.words.len(), text)));
                continue;
            }
            let end = rest.find('{').unwrap_or(rest.len());
            for mut word in super::words::words(&rest[..end], row.start + at) {
                if !first && word.gap == Gap::Line {
                    word.gap = Gap::Comment;
                }
                first = false;
                passage.words.push(word);
            }
            at += end + 1;
            if end < rest.len() {
                self.0 = Some(String::new());
            }
        }
    }
}

/// `W.` or `B.` (or the word) at the start of a line that gives the move of that side.
fn side_mark(row: Row<'_>) -> Option<(Color, usize)> {
    let first = row.words().next()?;
    let side = match first.text {
        "W." | "W:" | "White." => Color::White,
        "B." | "B:" | "Black." => Color::Black,
        _ => return None,
    };
    (row.words().nth(1).is_some()).then_some((side, first.start + first.text.len()))
}

/// The words of a passage as a game.
fn read<'a>(source: &'a Source, passage: Passage<'a>, segmenter: &mut Segmenter<'a, '_>) -> Draft<'a> {
    let mut heading = Heading::default();
    passage.heading.iter().for_each(|row| heading.read(*row));
    let start = passage.heading.first().map_or_else(|| passage.words[0].start, |row| row.start);
    let end = passage.words.last().map_or(start, |word| word.span().end);
    let entries = entries(&passage.words, segmenter);
    let mut assembly = Assembly::new(source, segmenter, heading, Span::new(start, end));
    let mut comments = passage.comments.into_iter().peekable();
    let mut seen = 0;
    let last = entries.len();
    for (i, piece) in entries.into_iter().enumerate() {
        match piece {
            Piece::Numbered(entry, words) => {
                assembly.entry(&entry, i + 1 == last);
                seen += words;
            }
            Piece::Free(words) => {
                assembly.free(&words);
                seen += words.len();
            }
            Piece::Side(side, words) => {
                assembly.side(side, &words);
                seen += words.len() + 1;
            }
        }
        while let Some((_, text)) = comments.next_if(|(at, _)| *at <= seen) {
            assembly.comment(text);
        }
    }
    for (_, text) in comments {
        assembly.comment(text);
    }
    assembly.draft
}

enum Piece<'a> {
    /// A number and what follows it, with the count of words it covers.
    Numbered(Entry<'a>, usize),
    /// Moves without numbers.
    Free(Vec<Word<'a>>),
    /// A move with its side.
    Side(Color, Vec<Word<'a>>),
}

/// Cuts words at the move numbers that carry on the count; a bare number must not be the rank of
/// the square before it.
fn entries<'a>(words: &[Word<'a>], segmenter: &mut Segmenter<'a, '_>) -> Vec<Piece<'a>> {
    let dotted = words.iter().any(|word| anchor(word.text).is_some_and(|a| a.dotted));
    let mut pieces: Vec<Piece<'a>> = Vec::new();
    let mut number = 0;
    for (i, &word) in words.iter().enumerate() {
        if word.gap == Gap::Line
            && let Some(side) = match word.text {
                "W." | "W:" | "White." => Some(Color::White),
                "B." | "B:" | "Black." => Some(Color::Black),
                _ => None,
            }
        {
            pieces.push(Piece::Side(side, Vec::new()));
            continue;
        }
        let found = anchor(word.text).filter(|a| {
            let due =
                a.number == number + 1 || a.number == number || number == 0 || a.dotted && a.number > number;
            due && (a.dotted || !dotted) && (a.dotted || is_free(&pieces, word, segmenter, words.get(i + 1)))
        });
        match (found, pieces.last_mut()) {
            (Some(found), _) => {
                number = found.number;
                let (found, rest) = (found, word.skip(found.len));
                let count = 1;
                pieces.push(Piece::Numbered(numbered(found, rest), count));
            }
            (None, Some(Piece::Numbered(entry, count))) => {
                entry.words.push(word);
                *count += 1;
            }
            (None, Some(Piece::Free(words) | Piece::Side(_, words))) => words.push(word),
            (None, None) => pieces.push(Piece::Free(vec![word])),
        }
    }
    pieces
}

fn numbered<'a>(anchor: Anchor, rest: Option<Word<'a>>) -> Entry<'a> {
    Entry { anchor, words: rest.into_iter().collect() }
}

/// Whether a bare number is a move number: it does not complete the move before it.
fn is_free<'a>(
    pieces: &[Piece<'a>],
    word: Word<'a>,
    segmenter: &mut Segmenter<'a, '_>,
    next: Option<&Word<'a>>,
) -> bool {
    if next.is_none() {
        return false;
    }
    let before = match pieces.last() {
        None => return true,
        Some(Piece::Numbered(entry, _)) => &entry.words,
        Some(Piece::Free(words) | Piece::Side(_, words)) => words,
    };
    let mut longer = before.clone();
    longer.push(word);
    let clean = |parts: &[Part]| !parts.iter().any(|part| matches!(part, Part::Loose(_)));
    let parts = segmenter.split(&longer, None);
    match (clean(&segmenter.split(before, None)), clean(&parts)) {
        (true, false) => true,
        (true, true) => false,
        (false, _) => !matches!(parts.last(), Some(Part::Cell(range)) if range.end == longer.len()),
    }
}
