//! White's column, then Black's: two lists of single moves, numbered or not.

use scorebook_lexicon::side_of;
use shakmaty::Color;

use super::anchor::anchor;
use super::heading::Heading;
use super::numbered_rows::Assembly;
use super::restart::last_restart_of_two;
use super::segment::Segmenter;
use super::words::{Row, Word, rows, span_of};
use super::{Draft, Layout, MoveSense, ending};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// One column for each side, White's first.
#[derive(Debug)]
pub struct Columns;

impl Layout for Columns {
    fn name(&self) -> &'static str {
        "columns"
    }

    fn title(&self) -> &'static str {
        "White's column of moves, then Black's"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let mut segmenter = Segmenter::new(source.text(), sense);
        // The first part is enough: in a long record it shows the columns of the first games.
        let text = source.text();
        let head = text.match_indices('\n').nth(SAMPLE).map_or(text, |(end, _)| &text[..end]);
        let mut lists = lists(head, &mut segmenter);
        let mut head = head;
        if head.len() < text.len() {
            // The last column is cut off, or has no partner.
            lists.truncate(lists.len().saturating_sub(1) / 2 * 2);
            head = lists.last().map_or(head, |list| &head[..list.end()]);
        }
        let listed: usize = lists.iter().map(|list| list.moves.len()).sum();
        let ends: usize = lists.iter().map(|list| list.ends.len()).sum();
        let lines = head.lines().filter(|line| !line.trim().is_empty() && !is_side_name(line)).count();
        let even = lists.len().is_multiple_of(2)
            && lists.chunks(2).all(|pair| pair.len() == 2 && pair[0].fits(&pair[1]));
        if !even || listed < 4 || lists.iter().any(|list| list.moves.len() < 2) {
            return 0.0;
        }
        0.97 * ((listed + ends) as f32 / lines as f32).min(1.0)
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let mut segmenter = Segmenter::new(source.text(), sense);
        let mut lists = lists(source.text(), &mut segmenter).into_iter();
        let mut drafts = Vec::new();
        while let Some(white) = lists.next() {
            drafts.push(game(source, &mut segmenter, white, lists.next()));
        }
        drafts
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        last_restart_of_two(head)
    }
}

/// Lines that are examined to detect this layout.
const SAMPLE: usize = 600;

/// One column: its moves with their numbers, and the lines before it.
#[derive(Debug, Default)]
struct List<'a> {
    heading: Vec<Row<'a>>,
    moves: Vec<(u32, Vec<Word<'a>>)>,
    /// Lines after the last move that say how the game ended.
    ends: Vec<Vec<Word<'a>>>,
}

impl List<'_> {
    /// Offset of the end of its last line.
    fn end(&self) -> usize {
        let last = |words: &[Word<'_>]| span_of(words).end;
        let moves = self.moves.last().map_or(0, |(_, words)| last(words));
        self.ends.last().map_or(moves, |words| last(words).max(moves))
    }

    /// Whether `black` may be Black's column to this one.
    fn fits(&self, black: &List<'_>) -> bool {
        let (w, b) = (self.moves.len(), black.moves.len());
        (w == b || w == b + 1) && self.moves.first().map(|m| m.0) == black.moves.first().map(|m| m.0)
    }
}

/// The columns of a source: runs of single moves, numbered consecutively or without numbers.
fn lists<'a>(text: &'a str, segmenter: &mut Segmenter<'a, '_>) -> Vec<List<'a>> {
    let mut lists: Vec<List<'a>> = Vec::new();
    let mut list = List::default();
    let mut open = false;
    for row in rows(text, 0) {
        if row.is_blank() {
            open &= list.moves.is_empty();
            continue;
        }
        let words: Vec<Word<'a>> = row.words().collect();
        let found = single(&words, list.moves.last().map_or(1, |last| last.0 + 1), segmenter);
        match found {
            Some((number, words)) => {
                let follows = list.moves.last().is_some_and(|last| last.0.saturating_add(1) == number);
                let numbered = anchor(row.text.split_whitespace().next().unwrap_or_default()).is_some();
                if !list.moves.is_empty() && (!follows || (!numbered && !open)) {
                    lists.push(std::mem::take(&mut list));
                }
                let number = if list.moves.is_empty() && !numbered { 1 } else { number };
                list.moves.push((number, words));
                open = true;
            }
            None if !list.moves.is_empty() && ending::find(&words).is_some_and(|(at, ..)| at < 3) => {
                list.ends.push(words);
            }
            None => {
                if !list.moves.is_empty() {
                    lists.push(std::mem::take(&mut list));
                }
                list.heading.push(row);
            }
        }
    }
    if !list.moves.is_empty() {
        lists.push(list);
    }
    lists
}

/// A line with exactly one move, with the expected number or none.
fn single<'a>(
    words: &[Word<'a>],
    due: u32,
    segmenter: &mut Segmenter<'a, '_>,
) -> Option<(u32, Vec<Word<'a>>)> {
    let first = *words.first()?;
    let (number, rest) = match anchor(first.text) {
        Some(found) => {
            let mut rest: Vec<Word<'a>> = first.skip(found.len).into_iter().collect();
            rest.extend_from_slice(&words[1..]);
            (found.number, rest)
        }
        None => (due, words.to_vec()),
    };
    (!rest.is_empty() && rest.len() <= 12 && segmenter.likeness(&rest) >= 0.5).then_some((number, rest))
}

fn game<'a>(
    source: &'a Source,
    segmenter: &mut Segmenter<'a, '_>,
    white: List<'a>,
    black: Option<List<'a>>,
) -> Draft<'a> {
    let mut heading = Heading::default();
    let mut span = Span::at(white.moves.first().map_or(0, |(_, words)| span_of(words).start));
    let black = black.unwrap_or_default();
    for row in white.heading.iter().chain(&black.heading) {
        span = span.join(row.span());
        if !is_side_name(row.text) {
            heading.read(*row);
        }
    }
    let uneven = !white.fits(&black);
    let mut assembly = Assembly::new(source, segmenter, heading, span);
    let (mut whites, mut blacks) = (white.moves.iter().peekable(), black.moves.iter().peekable());
    loop {
        let due = whites.peek().map(|m| m.0).into_iter().chain(blacks.peek().map(|m| m.0)).min();
        let Some(number) = due else { break };
        if let Some((_, words)) = whites.next_if(|m| m.0 == number) {
            assembly.push(words, number, Color::White);
        }
        if let Some((_, words)) = blacks.next_if(|m| m.0 == number) {
            assembly.push(words, number, Color::Black);
        }
    }
    for words in white.ends.iter().chain(&black.ends) {
        assembly.line(words);
    }
    let mut draft = assembly.draft;
    draft.span = draft.mainline.cells.iter().fold(span, |span, cell| span.join(cell.span));
    if uneven {
        let message =
            format!("White's column has {} moves, Black's {}", white.moves.len(), black.moves.len());
        draft.findings.push(Finding::new(&code::L106, draft.span, message));
    }
    draft
}

/// Whether a line is the head of a column: `White`, `NEGRAS.`, `Black's moves`.
fn is_side_name(line: &str) -> bool {
    let word = line.trim().trim_end_matches(['.', ':']).to_lowercase();
    side_of(word.strip_suffix("'s moves").unwrap_or(&word)).is_some()
}
