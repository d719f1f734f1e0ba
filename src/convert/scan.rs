//! Scans of any format as units: pages of words, laid out as one text.

mod lays;

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::{Arc, OnceLock};

use scorebook_book::Book;
use scorebook_book::token::Tokens;
use scorebook_book::{columns, grammar::Grammar, print::Print};
use scorebook_source::{
    Document, Error, Form, Note, NoteKind, Options, Page, Pages, PrintedNumbers, recognise,
};

use lays::Lays;

use super::Plan;
use super::input::Input;
use super::readings::Readings;
use super::redecided::Reread;
use super::unit::{HEAD, Unit, UnitLayout, choose};
use super::{foreign, lines};
use crate::decode::Reading;
use crate::finding::{Code, Finding, code};
use crate::record::{epd, json};
use crate::text::{Scan, Source, Span};

/// Most bytes of text in one unit; limits memory.
const MOST: usize = 8 << 20;

/// Number of characters that are read with several page layouts to find the best.
const TRIED: usize = 48 << 10;

/// The kind of an input.
pub(super) enum InputKind {
    /// Text of any kind.
    Text,
    /// A scan: pages of words.
    Scan,
}

/// The kind of an input with these first bytes; games of other rules than chess are read if `rules` are named.
///
/// # Errors
/// A message that names the format, if it cannot be a record.
pub(super) fn kind(name: &str, head: &[u8], has_rules: bool) -> io::Result<InputKind> {
    if !has_rules && let Some(what) = foreign::game(head) {
        return Err(other(Error::NoRecord { file: name.to_owned(), what: what.to_owned() }));
    }
    if let Some(what) = unplayed(head) {
        return Err(other(Error::NoRecord { file: name.to_owned(), what: what.to_owned() }));
    }
    if json::is_of_games(head) {
        return Ok(InputKind::Text);
    }
    match recognise(head) {
        Ok(Form::Text) => Ok(InputKind::Text),
        Ok(_) => Ok(InputKind::Scan),
        // An empty file is a text without games; other markup is removed when the text is read.
        Err(_) if head.trim_ascii().is_empty() || is_markup(head) => Ok(InputKind::Text),
        Err(_) if json::may_hold_moves(head) => Ok(InputKind::Text),
        Err(_) if scorebook_spoken::is_json(&String::from_utf8_lossy(head)) => Ok(InputKind::Text),
        Err(what) => Err(other(Error::NoRecord { file: name.to_owned(), what })),
    }
}

/// What an input is that names moves which nobody is said to have played. Games may stand behind the first bytes of a longer one.
fn unplayed(head: &[u8]) -> Option<&'static str> {
    if head.len() as u64 >= HEAD {
        return None;
    }
    let text = String::from_utf8_lossy(head);
    if epd::is_of_tests(&text) {
        return Some("a list of positions with answers (EPD, bm), and nothing says that a move was played");
    }
    lines::are_openings(&text).then_some(
        "a list of openings with the moves that lead to them, and nothing says that they were played",
    )
}

fn is_markup(head: &[u8]) -> bool {
    let start = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let utf16 = matches!(head, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    utf16 || start.starts_with(b"<") && !head.contains(&0)
}

/// Converts an error of the crate `source` into an `io::Error`.
fn other(error: Error) -> io::Error {
    match error {
        Error::Io { error, .. } => error,
        error => io::Error::other(error),
    }
}

/// The finding code and message for an input that could not be read.
#[must_use]
pub fn unreadable(name: &str, error: &io::Error) -> Finding {
    let known = error.get_ref().and_then(|error| error.downcast_ref::<Error>());
    let (code, message): (&'static Code, String) = match known {
        Some(error @ (Error::NoRecord { .. } | Error::Empty { .. })) => (&code::B103, error.to_string()),
        Some(error @ Error::ToolMissing { .. }) => (&code::B104, error.to_string()),
        Some(error) => (&code::B101, error.to_string()),
        None => (&code::B101, format!("{name} cannot be read: {error}")),
    };
    Finding::new(code, Span::default(), message)
}

/// Reads the pages of a scan and makes units of them.
pub(super) struct Scanned {
    name: String,
    pages: Pages,
    /// Tesseract's page segmentation modes that were chosen, with the number of pages for each.
    ways: Vec<(u8, usize)>,
    /// Number of notes reported with earlier units.
    told: usize,
    /// The page layouts, once they are chosen.
    lays: Option<Lays>,
    /// The text of the first pages in that layout, and how it was read.
    known: Option<(String, Known)>,
    /// Number of pages in the units so far.
    given: usize,
    /// Pages that were read to choose the layout.
    ahead: VecDeque<Page>,
    is_first: bool,
    ended: bool,
}

impl Scanned {
    /// Opens the pages of an input.
    pub fn open(input: &Input, options: &Options) -> io::Result<Scanned> {
        let pages = match input {
            Input::Stream(_) => {
                let mut bytes = Vec::new();
                input.open()?.read_to_end(&mut bytes)?;
                Pages::from_bytes(&input.name(), bytes, options)
            }
            Input::File(path) => Pages::open(path, options),
            Input::Pages(dir, files) => Pages::of_files(&dir.display().to_string(), files, options),
        };
        Ok(Scanned::of(input.name(), pages.map_err(other)?))
    }

    /// Opens the pages in a byte buffer.
    pub fn bytes(name: &str, bytes: Vec<u8>, options: &Options) -> io::Result<Scanned> {
        Ok(Scanned::of(name.to_owned(), Pages::from_bytes(name, bytes, options).map_err(other)?))
    }

    fn of(name: String, pages: Pages) -> Scanned {
        Scanned {
            name,
            pages,
            ways: Vec::new(),
            told: 0,
            lays: None,
            known: None,
            given: 0,
            ahead: VecDeque::new(),
            is_first: true,
            ended: false,
        }
    }

    /// The next unit: as many pages as fit, which is all of most books.
    pub fn next_unit(&mut self, plan: &Plan) -> io::Result<Option<Unit>> {
        if self.ended {
            return Ok(None);
        }
        let lays = self.lays(plan)?;
        let (mut scan, mut text) = (Scan::default(), String::new());
        let mut numbers = PrintedNumbers::default();
        while text.len() < MOST || plan.whole {
            let Some(page) = self.next_page()? else {
                self.ended = true;
                break;
            };
            numbers.add(&page);
            scan.push(&page, lays.of(self.given), &mut text);
            self.given += 1;
        }
        let whole = self.is_first && self.ended;
        if scan.pages().is_empty() {
            let what = self.pages.notes().last().map(|note| note.message.clone());
            let what = what.unwrap_or_else(|| self.pages.form.name().to_owned());
            return match self.is_first {
                true => Err(other(Error::Empty { file: self.name.clone(), what })),
                false => Ok(None),
            };
        }
        self.is_first = false;
        scan.set_printed(numbers.settle());
        let end = text.len();
        let source = Source::of_scan(self.name.as_str(), text, scan, None);
        let mut remarks = self.remarks(&source);
        if !whole && !self.ended {
            let message = format!("the text is split here, after {} MB, between two pages", MOST >> 20);
            remarks.push(Finding::new(&code::L111, Span::at(end), message));
        }
        // Do not read a book twice.
        let known = self.known.take().filter(|(text, _)| text == source.text());
        let Known { layout, said, printed, unordered, readings } =
            known.map_or_else(|| Known::of(&source, plan), |(_, known)| known);
        remarks.extend(said);
        // Corrections change what the layout cuts out.
        let is_free = plan.decisions.of(source.name()).is_empty();
        Ok(Some(Unit {
            bytes: end,
            source,
            layout,
            whole,
            remarks,
            direct: None,
            printed,
            shown: OnceLock::new(),
            places: OnceLock::new(),
            readings,
            reread: Reread::default(),
            seen: None,
            unordered: if is_free { unordered } else { OnceLock::new() },
        }))
    }

    /// The next page, in the best of its readings.
    fn next_page(&mut self) -> io::Result<Option<Page>> {
        if let Some(page) = self.ahead.pop_front() {
            return Ok(Some(page));
        }
        match self.pages.next() {
            Some(Ok(page)) => Ok(Some(self.best(page))),
            Some(Err(error)) => {
                self.ended = true;
                Err(other(error))
            }
            None => Ok(None),
        }
    }

    /// Chooses the page layouts by the first pages.
    fn lays(&mut self, plan: &Plan) -> io::Result<Lays> {
        if let Some(lays) = &self.lays {
            return Ok(lays.clone());
        }
        let mut letters = 0;
        let mut pages = Vec::new();
        while letters < TRIED {
            let Some(page) = self.next_page()? else { break };
            letters += page.words().map(|word| word.text.len() + 1).sum::<usize>();
            pages.push(page);
        }
        let (lays, known) = lays::best(&self.name, &pages, plan);
        self.ahead = pages.into();
        self.known = known;
        Ok(self.lays.insert(lays).clone())
    }

    /// The reading of a page with the most moves.
    fn best(&mut self, mut page: Page) -> Page {
        let readings = std::mem::take(&mut page.readings);
        if readings.is_empty() {
            return page;
        }
        let best = match readings.as_slice() {
            [only] => Some((0, only.psm)),
            several => {
                let worths = several.iter().map(|reading| worth(&reading.page));
                // Prefer the first of equals.
                let best = worths.enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
                best.and_then(|(at, _)| Some((at, several.get(at)?.psm)))
            }
        };
        let Some((at, psm)) = best else { return page };
        match self.ways.iter_mut().find(|(way, _)| *way == psm) {
            Some((_, count)) => *count += 1,
            None => self.ways.push((psm, 1)),
        }
        let taken = readings.into_iter().nth(at).map(|reading| reading.page);
        Page { lines: taken.map_or(page.lines, |taken| taken.lines), ..page }
    }

    /// The findings on the pages read since the last unit.
    fn remarks(&mut self, source: &Source) -> Vec<Finding> {
        let notes = self.pages.notes();
        let new = notes.get(self.told..).unwrap_or_default();
        self.told = notes.len();
        let mut out: Vec<Finding> = Vec::new();
        let recognised: Vec<&Note> = new.iter().filter(|note| note.kind == NoteKind::Recognised).collect();
        if let Some(first) = recognised.first() {
            let ways: Vec<String> =
                self.ways.iter().map(|(psm, count)| format!("--psm {psm}: {count}")).collect();
            let pages: usize = self.ways.iter().map(|(_, count)| count).sum();
            let message =
                format!("tesseract has read {} ({})", crate::render::count(pages, "page"), ways.join(", "));
            out.push(Finding::new(&code::B208, place(source, first), message));
        }
        let rest = new.iter().filter(|note| note.kind != NoteKind::Recognised);
        out.extend(rest.map(|note| remark(source, note)));
        out
    }
}

/// Converts a note of the crate `source` into a finding.
pub(super) fn remark(source: &Source, note: &Note) -> Finding {
    let code = match note.kind {
        NoteKind::BrokenOff => &code::B102,
        NoteKind::Encoding => &code::B206,
        NoteKind::Limit => &code::B106,
        NoteKind::MixedForms => &code::B207,
        NoteKind::Estimated => &code::B209,
        NoteKind::Recognised => &code::B208,
        _ => &code::B105,
    };
    let message = if note.file == source.name() || note.file.is_empty() {
        note.message.clone()
    } else {
        format!("{}: {}", note.file, note.message)
    };
    Finding::new(code, place(source, note), message)
}

/// The start of the note's page in the text.
fn place(source: &Source, note: &Note) -> Span {
    let pages = source.scan().map_or(&[][..], Scan::pages);
    let page = note.page.and_then(|number| pages.iter().find(|page| page.scanned == number));
    page.map_or_else(Span::default, |page| Span::at(page.start))
}

/// How a text was read.
struct Known {
    layout: UnitLayout,
    /// What is uncertain of the layout.
    said: Vec<Finding>,
    /// See [`Unit`].
    printed: OnceLock<Book>,
    /// See [`Unit`].
    unordered: OnceLock<Vec<Reading>>,
    /// See [`Unit`].
    readings: Arc<Readings>,
}

impl Known {
    /// The layout of a text that was not read yet.
    fn of(source: &Source, plan: &Plan) -> Known {
        let readings = Arc::<Readings>::default();
        let (layout, said) = choose(source, plan, &readings);
        Known { layout, said, printed: OnceLock::new(), unordered: OnceLock::new(), readings }
    }
}

/// How well a page can be read as moves, in nats: high for a page that was segmented well.
fn worth(page: &Page) -> f32 {
    let text = Document::text(page);
    let grammar = Grammar::of(&text);
    let print = Print::new(&text, &columns::pieces(&text, grammar));
    let tokens = Tokens::find(&print, grammar);
    let strength: f32 = tokens.cut.iter().map(|cut| cut.2.max(0.0)).sum();
    // Move numbers that follow each other show that the moves are in order.
    let numbers: Vec<u16> = tokens
        .cut
        .iter()
        .filter(|cut| cut.2 > 3.0)
        .filter_map(|cut| {
            let token = tokens.all.get(tokens.within(cut.0, cut.0 + 1).start)?;
            let label = token.label.values.iter().min_by(|a, b| a.1.total_cmp(&b.1));
            label.filter(|_| !token.label.apart).map(|(value, _)| *value)
        })
        .collect();
    let follow = numbers.windows(2).filter(|pair| pair[1] == pair[0] + 1 || pair[1] == pair[0]).count();
    strength + 3.0 * follow as f32
}
