//! Whole books: games among prose, notes, variations, headings, diagrams and page furniture, in clean
//! transcriptions and in raw scans.
//!
//! Each line is labelled ([`line`]); rows of moves give cells with their printed numbers ([`cells`]); starts
//! and headings divide these into games ([`games`]); and the chain of numbers finds the main line among notes
//! and variations ([`chain`]). If the chain leaves doubt, the draft has all cells and their order is marked
//! as [unordered](crate::Unordered), so that legality decides.

mod cells;
mod chain;
mod ending;
mod games;
pub(super) mod heading;
mod line;
mod row;
mod scan;
pub mod shape;

use std::borrow::Cow;
use std::cell::OnceCell;

use self::cells::Printed;
use self::games::GameLines;
use self::line::{BookLine, BookLineKind};
use self::shape::Shape;
use super::odds;
use super::{Cell, CellLine, Draft, Layout, MoveSense, Start, restart};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};

/// A whole book.
pub struct PrintedBook;

/// Most lines of a note between the rows of a game.
const NOTE: usize = 3;
/// Rows of a page that contains a game.
const PAGE_ROWS: usize = 10;

/// Fewest cells of a game; an article may quote a line or two of moves.
const FEWEST_CELLS: usize = 4;

impl Layout for PrintedBook {
    fn name(&self) -> &'static str {
        "book"
    }

    fn title(&self) -> &'static str {
        "a whole book: games among prose, notes, headings and diagrams, typed or scanned"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        /// Bytes that suffice to recognise a book.
        const SAMPLE: usize = 400_000;
        let text = source.text();
        let mut end = text.len().min(SAMPLE);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let text = &text[..end];
        if text
            .lines()
            .take(200)
            .filter(|line| line.starts_with('[') && line.trim_end().ends_with("\"]"))
            .count()
            >= 3
        {
            return 0.0;
        }
        let lines = line::read(text, sense);
        let prose = lines.iter().filter(|line| line.kind == BookLineKind::Prose).count();
        // Headings alone do not make a book.
        let wide = lines
            .iter()
            .filter(|line| line.kind == BookLineKind::Prose && line.span.len() > line::WIDE_PROSE);
        let wide = wide.count();
        let rows = lines.iter().filter(|line| matches!(line.kind, BookLineKind::Row(_))).count();
        let printed = cells::collect(text, &lines);
        let games = games::find(text, &lines, &printed).len();
        // A newspaper page: only this layout has notes between the rows of a game.
        let first = lines.iter().position(|line| matches!(line.kind, BookLineKind::Row(_))).unwrap_or(0);
        let last = lines.iter().rposition(|line| matches!(line.kind, BookLineKind::Row(_))).unwrap_or(0);
        let is_wide =
            |line: &BookLine| line.kind == BookLineKind::Prose && line.span.len() > line::WIDE_PROSE;
        let between = lines[first..last].iter().filter(|line| is_wide(line)).count();
        let named = lines.iter().any(|line| scan::title::names_players(&text[line.span.range()]));
        match (games, prose) {
            _ if named && between >= NOTE && rows >= PAGE_ROWS => 0.9,
            (0, _) => 0.0,
            _ if wide >= 30 && rows >= 6 => 0.9,
            (_, prose) if prose * 2 > rows => 0.6,
            _ => 0.3,
        }
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let text = source.text();
        let lines = line::read(text, sense);
        let printed = cells::collect(text, &lines);
        let regions = games::find(text, &lines, &printed);
        let drafts = cut_by_numbers(text, &lines, &printed, &regions);
        let unordered = drafts.iter().filter(|draft| draft.unordered.is_some()).count();
        // If the numbers do not determine most games, the book is a raw scan.
        if unordered * 2 > drafts.len() || drafts.is_empty() { scan::cut(text, &lines) } else { drafts }
    }

    fn piece_end(&self, head: &[u8]) -> Option<usize> {
        // A game may refer to a game printed long before it, so a book of usual size stays whole.
        if head.len() < WHOLE_BOOK { None } else { last_game(head) }
    }
}

/// The games of a well printed book, by the chains of their numbers.
fn cut_by_numbers<'a>(
    text: &'a str,
    lines: &[BookLine],
    printed: &[Printed],
    regions: &[GameLines],
) -> Vec<Draft<'a>> {
    let mut drafts: Vec<Draft<'a>> = Vec::new();
    let page = OnceCell::new();
    for (index, region) in regions.iter().enumerate() {
        let cells = &printed[region.cells.clone()];
        if cells.len() < FEWEST_CELLS {
            continue;
        }
        let heading: Vec<&str> =
            lines[region.heading.clone()].iter().map(|line| &text[line.span.range()]).collect();
        let tags = heading::tags(&heading).0;
        let until = regions.get(index + 1).map_or(lines.len(), |next| next.heading.start);
        let mut draft = Cutter { text, lines, page: &page, region, cells, until }.cut();
        draft.tags = tags;
        drafts.push(draft);
    }
    drafts
}

/// Size in bytes that no printed book exceeds.
const WHOLE_BOOK: usize = 8 << 20;

/// The offset before the heading of the last row numbered 1 that is soon followed by a row numbered 2.
fn last_game(head: &[u8]) -> Option<usize> {
    const SOON: usize = 12;
    const HEADING: usize = 40;
    let second = |line: &[u8]| matches!(line.trim_ascii_start(), [b'2', b'.' | b' ', ..]);
    restart::first_rows(head)
        .take_while(|&row| row > head.len() / 2)
        .filter(|&row| head[row..].split(|&b| b == b'\n').take(SOON).any(second))
        .find_map(|row| {
            // The heading begins after the last numbered row, or a fixed number of lines back.
            let mut at = row;
            let mut gap = None;
            for line in head[..row].split_inclusive(|&b| b == b'\n').rev().take(HEADING) {
                let text = line.trim_ascii();
                if text.is_empty() {
                    gap = Some(at);
                } else if text[0].is_ascii_digit() {
                    break;
                }
                at -= line.len();
            }
            gap
        })
}

/// Cuts one game.
struct Cutter<'a, 'b> {
    text: &'a str,
    lines: &'b [BookLine],
    /// The lines as labelled for scans, computed when needed.
    page: &'b OnceCell<Vec<scan::page::ScanLine>>,
    region: &'b GameLines,
    cells: &'b [Printed],
    /// The line at which the heading of the next game may begin.
    until: usize,
}

impl<'a> Cutter<'a, '_> {
    fn cut(&self) -> Draft<'a> {
        let first = if self.region.is_borrowed {
            self.cells.first().and_then(|cell| cell.plies().min()).unwrap_or(0)
        } else {
            0
        };
        let chain = chain::mainline(self.cells, first);
        let (start, mut findings) = self.start();
        let straight = self.is_straight(&chain);
        let span = self.span();
        if straight {
            let cells = chain.iter().map(|&at| self.cell(&self.cells[at])).collect();
            let ending = chain.iter().rev().find_map(|&at| self.cells[at].ending.clone());
            let mainline = CellLine { comments: Vec::new(), cells };
            return Draft { start, mainline, ending, findings, span, ..Draft::default() };
        }
        findings.push(Finding::new(
            &code::L301,
            span,
            "the order of the moves is uncertain; legality decides it",
        ));
        // Rows that the plain reader could not split count too.
        let page = self.page.get_or_init(|| scan::page::read_lines(self.text, self.lines));
        let first = self.cells.first().map_or(self.until, |cell| cell.line);
        let rows = first..self.until.max(first);
        let (mainline, unordered, ending) =
            scan::layout_region(self.text, page, rows.clone(), scan::OrderSource::RowNumbering);
        let unordered = Some(unordered);
        let mut draft = Draft { start, mainline, unordered, ending, findings, span, ..Draft::default() };
        draft.alternative_layout = scan::alternative_layout(&draft, self.text, page, rows);
        draft
    }

    fn span(&self) -> Span {
        let head = self.lines.get(self.region.heading.start).map_or(0, |line| line.span.start);
        let last = self.cells.last().map_or(head, |cell| cell.span.end);
        Span::new(head.min(last), last)
    }

    fn cell(&self, printed: &Printed) -> Cell<'a> {
        let body = &self.text[printed.span.range()];
        let (text, span) = match printed.wrapped {
            Some(rest) => {
                (Cow::Owned(format!("{body} {}", &self.text[rest.range()])), printed.span.join(rest))
            }
            None => (Cow::Borrowed(body), printed.span),
        };
        Cell { text, span, number: printed.number, side: printed.side, ..Cell::default() }
    }

    /// Whether the chain of numbers is the whole game: all its cells are clean, and no cell is left that
    /// could continue it.
    fn is_straight(&self, chain: &[usize]) -> bool {
        let Some(&last) = chain.last() else { return false };
        let clean = chain.iter().filter(|&&at| self.cells[at].shape == Shape::Clean).count();
        if clean * 50 < chain.len() * 49 {
            return false;
        }
        // The cells at which the chain itself ends.
        let end = (chain.len() as u32).saturating_sub(1) + self.cells[chain[0]].plies().min().unwrap_or(0);
        let after = self.cells[last].ending.is_none();
        let more =
            self.cells.iter().flat_map(Printed::plies).any(|ply| after && ply > end + 1 && ply < end + 24);
        !more
    }

    /// The starting position, with the odds that the heading states.
    fn start(&self) -> (Start, Vec<Finding>) {
        start(self.text, self.lines[self.region.heading.clone()].iter().map(|line| line.span))
    }
}

/// The starting position, with the odds that one of these lines states.
fn start(text: &str, heading: impl Iterator<Item = Span>) -> (Start, Vec<Finding>) {
    for span in heading {
        if let Some(fen) = odds::read(&text[span.range()]) {
            let finding = Finding::new(&code::L303, span, format!("game at odds, from {fen}"))
                .text(text[span.range()].trim());
            return (Start::Odds(fen, span), vec![finding]);
        }
    }
    (Start::Array, Vec::new())
}
