//! How pages were read, for people: what each line was taken for and why, the parts of a page, and which words became which
//! half-move. [`text`] writes it as text, [`picture`] draws it over the page.

pub mod picture;
pub mod text;

use rustc_hash::FxHashMap;
use scorebook_book::columns;
use scorebook_book::decode::Evidence;
use scorebook_book::grammar::Grammar;
use scorebook_book::print::{Piece, Print};
use scorebook_book::taken::{self, Part, Taken, TakenRow};
use scorebook_book::{Book, book, page};
use scorebook_source::Area;
use shakmaty::Color;

use crate::convert::{Converted, Plan, Unit};
use crate::finding::{Code, code};
use crate::text::{Source, Span};

/// How the pages of a unit were read.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The name of the file.
    pub file: String,
    /// The layout, and what it is for.
    pub layout: (&'static str, &'static str),
    /// Whether its games were read as those of a printed book, page by page.
    pub as_book: bool,
    /// Its pages.
    pub pages: Vec<PageShown>,
}

/// A page.
#[derive(Clone, Debug)]
pub struct PageShown {
    /// Its number for people; `None` if the input has no pages.
    pub name: Option<String>,
    /// Its index in the scan, if there is one.
    pub scanned: Option<usize>,
    /// Width and height in the unit of its areas.
    pub size: (f32, f32),
    /// Whether the areas are those of the input; else they are made of lines and columns of the text.
    pub placed: bool,
    /// Its parts in reading order, in words.
    pub parts: Vec<String>,
    /// Its lines in reading order.
    pub lines: Vec<LineShown>,
}

/// A line, or the part of it in one column of the page.
#[derive(Clone, Debug)]
pub struct LineShown {
    /// Its number in the file, from 1.
    pub line: usize,
    /// Its text, cut where it is very long.
    pub text: String,
    /// What it was taken for.
    pub taken: Taken,
    /// Why.
    pub why: String,
    /// The half-moves that were read from it.
    pub moves: Vec<MoveShown>,
    /// What looks like a move in it, and became none.
    pub unread: Vec<WordShown>,
    /// All its words; the whole line where they have no places of their own.
    pub words: Vec<WordShown>,
}

/// Some words of a line.
#[derive(Clone, Debug)]
pub struct WordShown {
    /// Their text.
    pub text: String,
    /// Their place on the page.
    pub area: Area,
}

/// A half-move.
#[derive(Clone, Debug)]
pub struct MoveShown {
    /// The index of its game among the results of the unit.
    pub game: usize,
    /// Its number, as in `12.` or `12...`.
    pub number: String,
    /// The move in SAN.
    pub san: String,
    /// How it was read.
    pub how: String,
    /// Whether it was simply the next one, and as printed.
    pub plain: bool,
    /// Whether it is guessed.
    pub guessed: bool,
    /// The words that became it.
    pub words: WordShown,
}

/// A half-move of a result, with the place of its text.
#[derive(Clone, Debug)]
pub struct HalfMove {
    /// The place of its text.
    pub span: Span,
    /// Move number and side.
    pub mover: (u32, Color),
    /// The move in SAN.
    pub san: String,
    /// Whether it is guessed.
    pub guessed: bool,
    /// What was found at it.
    pub codes: Vec<&'static Code>,
}

/// How most half-moves are read.
const PLAIN: &[&str] = &["the first move, as printed", "the next cell, as printed", "as written"];
/// Longer lines are cut.
const LONGEST: usize = 160;
/// Width and height of a character of a page without areas.
const CHARACTER: (f32, f32) = (9.0, 18.0);

/// Explains how a unit was read; `games` are its results, made with a plan that asks for it.
#[must_use]
pub fn explain(unit: &Unit, games: &[Converted], plan: &Plan) -> Explained {
    let source = &unit.source;
    let layout = unit.layout.get();
    let book = unit.printed.get();
    plan.progress.say(source.name(), "explaining the pages");
    let own;
    let evidence = match book {
        Some(book) => &book.evidence,
        None => {
            let grammar = Grammar::of(source.text());
            let pieces = pieces(source.text(), grammar);
            own = book::evidence(Print::new(source.text(), &pieces), grammar);
            &own
        }
    };
    let places = Places::of(source, evidence);
    let mut rows: Vec<Row> = taken::rows(evidence).into_iter().map(Row::from).collect();
    if let Some(book) = book {
        for (row, _, tag, text) in taken::headings(&book.evidence.print, &book.games) {
            rows[row].bears(tag, &text);
        }
    }
    let as_book = assign(games, book, &places, &mut rows);
    let parts = taken::parts(&evidence.print, &|byte| places.line_of(byte));
    let mut pages: Vec<PageShown> = Vec::new();
    for page in parts.chunk_by(|a, b| a.page == b.page) {
        pages.push(places.page(page, &mut rows));
    }
    Explained { file: source.name().to_owned(), layout: (layout.name(), layout.title()), as_book, pages }
}

/// A page of more lines is none: its text has no page breaks, and no columns of print.
const LINES: usize = 2000;

/// The lines of a text in the order in which the columns of its pages are read.
fn pieces(text: &str, grammar: Grammar) -> Vec<Piece> {
    let lines = page::lines(text);
    let longest = lines.chunk_by(|a, b| a.page == b.page).map(<[Piece]>::len).max();
    if longest.unwrap_or(0) > LINES { lines } else { columns::pieces(text, grammar) }
}

/// A row with what became of it.
struct Row {
    taken: TakenRow,
    /// Whether the heading of a game was read from it.
    is_heading: bool,
    moves: Vec<(usize, HalfMove, String)>,
}

impl From<TakenRow> for Row {
    fn from(taken: TakenRow) -> Row {
        Row { taken, is_heading: false, moves: Vec::new() }
    }
}

impl Row {
    /// A heading was read from it.
    fn bears(&mut self, tag: &str, text: &str) {
        let said = format!("{tag} of the game is `{text}`");
        self.taken.why = if self.is_heading { format!("{}; {said}", self.taken.why) } else { said };
        self.taken.taken = Taken::Heading;
        self.is_heading = true;
    }
}

/// Gives each half-move to the row of its text. Whether most of them are those of the printed book.
fn assign(games: &[Converted], book: Option<&Book>, places: &Places<'_>, rows: &mut [Row]) -> bool {
    let mut hows: FxHashMap<(Span, String), String> = FxHashMap::default();
    for game in book.iter().flat_map(|book| &book.games) {
        for read in taken::half_moves(&game.reading) {
            let bytes = places.evidence.print.span(read.cell.clone());
            let span = Span::new(bytes.start, bytes.end.max(bytes.start));
            hows.insert((span, read.san.clone()), read.how());
        }
    }
    let (mut all, mut of_book) = (0, 0);
    for (at, game) in games.iter().enumerate() {
        for half_move in &game.moves {
            let Some(row) = places.row_of(half_move.span.start) else { continue };
            let how = hows.get(&(half_move.span, half_move.san.clone()));
            (all, of_book) = (all + 1, of_book + usize::from(how.is_some()));
            let mut how = how.cloned().unwrap_or_else(|| match half_move.span.is_empty() {
                true => "no text for it: inferred".to_owned(),
                false if half_move.codes.is_empty() => "as written".to_owned(),
                false => String::new(),
            });
            for code in half_move.codes.iter().filter(|code| **code != &code::A109) {
                how.push_str(if how.is_empty() { "" } else { "; " });
                how.push_str(&format!("{} {}", code.id, code.title));
            }
            if half_move.guessed {
                how.push_str("; guessed");
            }
            rows[row].moves.push((at, half_move.clone(), how));
        }
    }
    of_book * 2 > all
}

/// Where the rows of a print stand in the text and on the page.
struct Places<'p> {
    source: &'p Source,
    evidence: &'p Evidence,
    /// Start and end of each row in the text, with its index, by start.
    rows: Vec<(Span, usize)>,
    /// The starts of the lines of the text.
    lines: Vec<usize>,
}

impl<'p> Places<'p> {
    fn of(source: &'p Source, evidence: &'p Evidence) -> Places<'p> {
        let text = source.text();
        let mut rows: Vec<(Span, usize)> =
            (0..evidence.print.rows.len()).map(|row| (row_span(&evidence.print, row), row)).collect();
        rows.sort_unstable();
        let lines = std::iter::once(0).chain(memchr::memchr_iter(b'\n', text.as_bytes()).map(|at| at + 1));
        Places { source, evidence, rows, lines: lines.collect() }
    }

    /// The line of the text, from 1.
    fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte)
    }

    fn row_of(&self, byte: usize) -> Option<usize> {
        let behind = self.rows.partition_point(|(span, _)| span.start <= byte);
        behind.checked_sub(1).map(|at| self.rows[at].1)
    }

    fn page(&self, parts: &[Part], rows: &mut [Row]) -> PageShown {
        let print = &self.evidence.print;
        let all = parts[0].rows.start..parts[parts.len() - 1].rows.end;
        let first = row_span(print, all.start).start;
        let name = self.source.page_number(first).map(|number| number.to_string());
        let scan = self.source.scan();
        let scanned =
            scan.and_then(|scan| scan.pages().partition_point(|page| page.start <= first).checked_sub(1));
        let words = |row: usize| scan.map_or(&[][..], |scan| scan.words(row_span(print, row)));
        let placed =
            scan.is_some() && all.clone().all(|row| words(row).iter().all(|word| word.area.is_some()));
        let top = all.clone().map(|row| self.line_of(row_span(print, row).start)).min().unwrap_or(1);
        let mut said = Vec::new();
        for (at, part) in parts.iter().enumerate().filter(|_| parts.len() > 1) {
            said.push(self.part(at, part, rows));
        }
        if let Some([read, across]) = taken::follow(self.evidence, all.clone()).filter(|[read, _]| read.1 > 1)
        {
            let [(a, of), (b, _)] = [read, across];
            said.push(match parts.len() {
                1 => format!("one column; of {of} numbers of moves {a} follow the one before"),
                _ => format!(
                    "of {of} numbers of moves {a} follow the one before in this order; line by line {b} would"
                ),
            });
        }
        let mut lines = Vec::new();
        for row in all {
            let area = |span: Span| match placed {
                true => self.placed(span),
                false => self.typed(span, row, top),
            };
            lines.push(self.line(row, &mut rows[row], placed, &area));
        }
        let size = scanned.filter(|_| placed).and_then(|at| scan?.pages().get(at)?.size);
        let areas = lines.iter().flat_map(|line| &line.words).map(|word| word.area);
        let extent = areas.reduce(Area::join).unwrap_or_default();
        let size = match size.filter(|(width, height)| *width > 0 && *height > 0) {
            Some((width, height)) => (width as f32, height as f32),
            None => (extent.x1 + CHARACTER.0 * 2.0, extent.y1 + CHARACTER.1),
        };
        PageShown { name, scanned, size: (size.0.max(1.0), size.1.max(1.0)), placed, parts: said, lines }
    }

    /// A part of a page in words.
    fn part(&self, at: usize, part: &Part, rows: &[Row]) -> String {
        let print = &self.evidence.print;
        let line = |row: usize| self.source.locate(row_span(print, row).start).0;
        let (first, last) = (line(part.rows.start), line(part.rows.end - 1));
        let is_row = |row: &&Row| matches!(row.taken.taken, Taken::Row | Taken::Running);
        let own = rows[part.rows.clone()].iter().filter(is_row);
        let numbers: Vec<u16> = own.filter_map(|row| row.taken.number).collect();
        let beside = match part.parted {
            0 => String::new(),
            lines => format!(
                "; {lines} of them are parted by a gutter, and only columns {} to {} are read here",
                part.columns.start + 1,
                part.columns.end
            ),
        };
        let numbers = match (numbers.first(), numbers.last()) {
            (Some(first), Some(last)) => format!("; numbers {first} to {last}"),
            _ => String::new(),
        };
        format!("part {}: lines {first} to {last}{beside}{numbers}", at + 1)
    }

    /// `placed`: whether words have areas of their own.
    fn line(&self, row: usize, of: &mut Row, placed: bool, area: &dyn Fn(Span) -> Option<Area>) -> LineShown {
        let print = &self.evidence.print;
        let span = row_span(print, row);
        let shown = |span: Span| area(span).map(|area| WordShown { text: self.excerpt(span), area });
        let mut moves = Vec::new();
        of.moves.sort_by_key(|(game, half_move, _)| (half_move.span.start, *game));
        for (game, half_move, how) in std::mem::take(&mut of.moves) {
            let here =
                Span::new(half_move.span.start, half_move.span.end.min(span.end).max(half_move.span.start));
            let (number, side) = half_move.mover;
            let words = shown(here).unwrap_or(WordShown { text: String::new(), area: Area::default() });
            let dots = side.fold_wb(".", "...");
            let (san, guessed) = (half_move.san, half_move.guessed);
            let (number, plain) = (format!("{number}{dots}"), PLAIN.contains(&how.as_str()));
            moves.push((here, MoveShown { game, number, san, how, plain, guessed, words }));
        }
        let mut unread = Vec::new();
        for chars in &of.taken.moves {
            let bytes = print.span(chars.clone());
            let place = Span::new(bytes.start, bytes.end.clamp(bytes.start, span.end.max(bytes.start)));
            let is_read = moves.iter().any(|(span, _)| span.start < place.end && place.start < span.end);
            unread.extend(shown(place).filter(|_| !is_read));
        }
        let (mut taken, mut why) = (of.taken.taken, std::mem::take(&mut of.taken.why));
        if !moves.is_empty() && !matches!(taken, Taken::Row | Taken::Cells | Taken::Running) {
            why = format!("moves were read here, although: {why}");
            taken = if of.taken.number.is_some() { Taken::Row } else { Taken::Cells };
        }
        LineShown {
            line: self.source.locate(span.start).0,
            text: self.excerpt(span),
            taken,
            why,
            moves: moves.into_iter().map(|(_, shown)| shown).collect(),
            unread,
            // Letters without places of their own are drawn by lines.
            words: if placed {
                self.words(span).filter_map(shown).collect()
            } else {
                shown(span).into_iter().collect()
            },
        }
    }

    /// The words of a part of the text.
    fn words(&self, span: Span) -> impl Iterator<Item = Span> + use<'p> {
        let text: &'p str = self.source.text().get(span.start..span.end).unwrap_or_default();
        let word = move |word: &'p str| {
            let at = span.start + (word.as_ptr() as usize - text.as_ptr() as usize);
            Span::new(at, at + word.len())
        };
        text.split_whitespace().map(word).take(MOST)
    }

    /// The area of some words of a scan.
    fn placed(&self, span: Span) -> Option<Area> {
        self.source.scan()?.words(span).iter().filter_map(|word| word.area).reduce(Area::join)
    }

    /// The area of a part of the text on a page made of characters.
    fn typed(&self, span: Span, row: usize, top: usize) -> Option<Area> {
        let print = &self.evidence.print;
        let start = row_span(print, row).start;
        let text = self.source.text();
        let before = text.get(start..span.start)?.chars().take(WIDEST).count() as f32;
        let left = print.rows[row].left as f32 + before;
        let width = text.get(span.start..span.end)?.chars().take(WIDEST).count() as f32;
        let (line, (wide, high)) = (self.line_of(start).saturating_sub(top) as f32, CHARACTER);
        Some(Area {
            x0: (left + 1.0) * wide,
            y0: (line + 0.1) * high,
            x1: (left + 1.0 + width) * wide,
            y1: (line + 0.9) * high,
        })
    }

    /// Text on one line, cut where it is very long.
    fn excerpt(&self, span: Span) -> String {
        let text = self.source.text().get(span.start..span.end).unwrap_or_default();
        let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
        let mut shown: String = plain.take(LONGEST).collect();
        if text.char_indices().nth(LONGEST).is_some() {
            shown.push('…');
        }
        shown
    }
}

/// No line shows more words, or stands farther to the right.
const MOST: usize = 400;
/// See `MOST`.
const WIDEST: usize = 1000;

/// The place of a row in the text.
fn row_span(print: &Print, row: usize) -> Span {
    let chars = &print.rows[row].chars;
    let byte = |at: u32| print.bytes.get(at as usize).copied().unwrap_or_default() as usize;
    Span::new(byte(chars.start), byte(chars.end).max(byte(chars.start)))
}

/// The number of a game in the output, in words; `numbers` has it for each result of the unit.
fn game_name(game: usize, numbers: &[Option<usize>]) -> String {
    match numbers.get(game).copied().flatten() {
        Some(number) => format!("game {number}"),
        None => "a game that is left out".to_owned(),
    }
}
