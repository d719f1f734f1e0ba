//! Units of work: whole files, or pieces of long files, which limits memory.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use super::asides::Asides;
use super::input::Input;
use super::readings::Readings;
use super::redecided::{Places, Reread, Shown};
use super::scan::{InputKind, Scanned, kind};
use super::seen::{self, Seen};
use super::sense::NotationSense;
use super::{LayoutChoice, Plan, count, direct, font, marks, styles, trial, typed_sheet, words};
use crate::decode::NotationChoice;
use crate::finding::{Finding, code};
use crate::record::pgn::Pgn;
use crate::record::{CERTAIN, Csv, Exercises, Layout, restart, sniff};
use crate::text::{Encoding, Source, Span, is_data};
use scorebook_export::CleanGames;

/// Least bytes of a piece; it is longer only if no game begins there.
const PIECE: usize = 1 << 20;
/// Most bytes of a piece: it is cut here even if no game begins.
const MOST: usize = 16 * PIECE;
/// If the scores of two layouts differ by less, the choice is reported as uncertain.
const NEAR: f32 = 0.04;

/// The layout of a unit.
#[derive(Clone)]
pub enum UnitLayout {
    /// A built-in layout.
    Named(&'static dyn Layout),
    /// A built-in layout, and others for some games.
    Mixed(trial::Mixed),
    /// A table with columns given by the user.
    Table(Csv),
}

impl UnitLayout {
    /// The layout.
    #[must_use]
    pub fn get(&self) -> &dyn Layout {
        match self {
            UnitLayout::Named(layout) => *layout,
            UnitLayout::Mixed(mixed) => mixed,
            UnitLayout::Table(csv) => csv,
        }
    }
}

/// A file or a piece of a file.
pub struct Unit {
    /// The text.
    pub source: Source,
    /// The layout of the text.
    pub layout: UnitLayout,
    /// Whether the source is the whole file.
    pub whole: bool,
    /// Findings about the file.
    pub remarks: Vec<Finding>,
    /// Size in bytes, decompressed.
    pub bytes: usize,
    /// The games of PGN without a defect, if they may go straight to the writer.
    pub(super) direct: Option<OnceLock<CleanGames>>,
    /// Cache: the games as the reader of printed books sees them.
    pub(crate) printed: OnceLock<scorebook_book::Book>,
    /// Cache: the games of a torn book, cut by the layout and decoded.
    pub(super) unordered: OnceLock<Vec<crate::decode::Reading>>,
    /// Cache: the games without corrections, if those of that reader are used.
    pub(super) shown: OnceLock<Option<Shown>>,
    /// Cache: the characters of that reader's print.
    pub(super) places: OnceLock<Places>,
    /// Cache: what its drafts were read as.
    pub(super) readings: Arc<Readings>,
    /// Cache: games read again after corrections.
    pub(super) reread: Reread,
    /// How it was seen, if it is a picture of a score sheet.
    pub(super) seen: Option<Seen>,
}

impl Unit {
    /// A part of a file, with nothing in its caches.
    pub(super) fn of(source: Source, layout: UnitLayout, remarks: Vec<Finding>) -> Unit {
        Unit {
            bytes: source.text().len(),
            source,
            layout,
            whole: false,
            remarks,
            direct: None,
            printed: OnceLock::new(),
            unordered: OnceLock::new(),
            shown: OnceLock::new(),
            places: OnceLock::new(),
            readings: Arc::default(),
            reread: Reread::default(),
            seen: None,
        }
    }

    /// The characters of the unit's printed book.
    pub(super) fn places(&self, book: &scorebook_book::Book) -> &Places {
        self.places.get_or_init(|| Places::of(book))
    }

    /// The characters of a span of the source in the unit's printed book.
    pub(super) fn chars(&self, book: &scorebook_book::Book, span: Span) -> Option<std::ops::Range<u32>> {
        self.places(book).chars(book, span)
    }
}

/// The units of one input, in order.
pub struct Units<'p> {
    name: String,
    /// The pages, if the input is a scan.
    scanned: Option<Box<Scanned>>,
    reader: Box<dyn Read + Send>,
    plan: &'p Plan,
    /// Bytes that were read but not returned.
    buffer: Vec<u8>,
    layout: Option<UnitLayout>,
    offset: usize,
    lines: usize,
    /// Number of form feeds before the buffer.
    feeds: usize,
    done: bool,
    /// Whether it may be data of a format in which a game can stand in several places.
    is_data: bool,
    /// The lengths of the parts of the buffer, if a short text holds records of several styles.
    parts: VecDeque<usize>,
    /// How the input was seen, if it is a picture of a score sheet.
    seen: Option<Seen>,
}

/// Bytes that are read to detect the format of an input.
pub(super) const HEAD: u64 = 64 << 10;

impl<'p> Units<'p> {
    /// Opens an input.
    ///
    /// # Errors
    /// If it cannot be opened, is not a record, or needs a program that is not installed.
    pub fn open(input: &Input, plan: &'p Plan) -> io::Result<Units<'p>> {
        if matches!(input, Input::Pages(..)) {
            return Ok(Units::of(input.name(), plan).with(Scanned::open(input, &plan.scan)?));
        }
        let mut reader = input.open()?;
        let head = head(&mut reader)?;
        if seen::may_be_sheet(&head, plan) {
            return Units::picture(input.name(), head, reader, plan, Some(input));
        }
        let kind = kind(&input.name(), &head, plan.reads_anything())?;
        if let (InputKind::Scan, Input::File(_)) = (&kind, input) {
            return Ok(Units::of(input.name(), plan).with(Scanned::open(input, &plan.scan)?));
        }
        Units::begun(input.name(), head, kind, reader, plan)
    }

    /// The units of the decompressed text or scan in `reader`, reported under `name`.
    ///
    /// # Errors
    /// If the first bytes cannot be read, it is not a record, or it needs a program that is not installed.
    pub fn stream(name: String, mut reader: Box<dyn Read + Send>, plan: &'p Plan) -> io::Result<Units<'p>> {
        let head = head(&mut reader)?;
        if seen::may_be_sheet(&head, plan) {
            return Units::picture(name, head, reader, plan, None);
        }
        let kind = kind(&name, &head, plan.reads_anything())?;
        Units::begun(name, head, kind, reader, plan)
    }

    /// Like `stream`, after the first bytes were read and looked at.
    fn begun(
        name: String,
        head: Vec<u8>,
        kind: InputKind,
        mut reader: Box<dyn Read + Send>,
        plan: &'p Plan,
    ) -> io::Result<Units<'p>> {
        let mut units = Units::of(name, plan);
        match kind {
            InputKind::Scan => {
                let mut bytes = head;
                reader.read_to_end(&mut bytes)?;
                let scanned = Scanned::bytes(&units.name, bytes, &plan.scan)?;
                return Ok(units.with(scanned));
            }
            InputKind::Text => {}
        }
        units.buffer = head;
        units.reader = reader;
        Ok(units)
    }

    /// The units of the text in `reader`, reported under `name`.
    #[must_use]
    pub fn read(name: String, reader: Box<dyn Read + Send>, plan: &'p Plan) -> Units<'p> {
        Units { reader, ..Units::of(name, plan) }
    }

    fn of(name: String, plan: &'p Plan) -> Units<'p> {
        Units {
            name,
            scanned: None,
            reader: Box::new(io::empty()),
            plan,
            buffer: Vec::new(),
            layout: None,
            offset: 0,
            lines: 0,
            feeds: 0,
            done: false,
            is_data: false,
            parts: VecDeque::new(),
            seen: None,
        }
    }

    /// The units of a picture, which is `head` and the rest of `reader`: a score sheet, or a page like any other.
    fn picture(
        name: String,
        head: Vec<u8>,
        mut reader: Box<dyn Read + Send>,
        plan: &'p Plan,
        input: Option<&Input>,
    ) -> io::Result<Units<'p>> {
        let mut bytes = head;
        reader.read_to_end(&mut bytes)?;
        if let Some((text, seen)) = seen::sheet(&bytes, plan)? {
            return Ok(Units { buffer: text.into_bytes(), seen: Some(seen), ..Units::of(name, plan) });
        }
        let scanned = match input {
            Some(input @ Input::File(_)) => Scanned::open(input, &plan.scan)?,
            _ => Scanned::bytes(&name, bytes, &plan.scan)?,
        };
        Ok(Units::of(name, plan).with(scanned))
    }

    fn with(mut self, scanned: Scanned) -> Units<'p> {
        self.scanned = Some(Box::new(scanned));
        self
    }

    /// The next unit, or `None` at the end.
    ///
    /// # Errors
    /// If reading or decompressing fails, or scorebook fails while it takes the input apart; the next call returns `None`.
    pub fn next_unit(&mut self) -> io::Result<Option<Unit>> {
        if self.done {
            return Ok(None);
        }
        catch_unwind(AssertUnwindSafe(|| self.following())).unwrap_or_else(|panic| {
            self.done = true;
            Err(io::Error::other(format!(
                "internal error ({}); please report it with the input",
                words(&*panic)
            )))
        })
    }

    fn following(&mut self) -> io::Result<Option<Unit>> {
        if let Some(scanned) = &mut self.scanned {
            let unit = scanned.next_unit(self.plan);
            self.done = !matches!(unit, Ok(Some(_)));
            return unit;
        }
        if let Some(length) = self.parts.pop_front() {
            let rest = self.buffer.split_off(length.min(self.buffer.len()));
            let bytes = std::mem::replace(&mut self.buffer, rest);
            self.done = self.parts.is_empty();
            let is_first = self.offset == 0;
            let mut unit = self.unit(bytes, true);
            if !is_first {
                let message = "another style begins here: this part of the text is read by itself";
                unit.remarks.push(Finding::new(&code::L112, Span::at(0), message));
            }
            return Ok(Some(unit));
        }
        let mut wanted = PIECE;
        loop {
            if let Err(error) = self.fill(wanted) {
                self.done = true;
                return Err(error);
            }
            if self.buffer.len() < wanted {
                self.parts = self.styles();
                if !self.parts.is_empty() {
                    return self.following();
                }
                self.done = true;
                let bytes = std::mem::take(&mut self.buffer);
                if bytes.is_empty() && self.offset > 0 {
                    return Ok(None);
                }
                return Ok(Some(self.unit(bytes, self.offset == 0)));
            }
            if let Some(at) = self.cut() {
                let rest = self.buffer.split_off(at);
                let bytes = std::mem::replace(&mut self.buffer, rest);
                return Ok(Some(self.unit(bytes, false)));
            }
            if wanted >= MOST && !self.stays_whole() {
                let at = restart::anywhere(&self.buffer);
                let rest = self.buffer.split_off(at);
                let bytes = std::mem::replace(&mut self.buffer, rest);
                let mut unit = self.unit(bytes, false);
                unit.remarks.push(forced(&unit.source));
                return Ok(Some(unit));
            }
            wanted = wanted.saturating_mul(2);
        }
    }

    /// Reads until the buffer holds `wanted` bytes or the input ends.
    fn fill(&mut self, wanted: usize) -> io::Result<()> {
        let missing = wanted.saturating_sub(self.buffer.len()) as u64;
        (&mut self.reader).take(missing).read_to_end(&mut self.buffer)?;
        Ok(())
    }

    /// The lengths of the parts of a whole text of several styles; none of a text of one.
    fn styles(&self) -> VecDeque<usize> {
        let is_auto = matches!(self.plan.layout, LayoutChoice::Auto)
            && matches!(self.plan.options.from, NotationChoice::Auto);
        let is_open = self.offset == 0 && self.buffer.len() <= styles::LONGEST && self.seen.is_none();
        if !is_auto || !is_open || self.stays_whole() {
            return VecDeque::new();
        }
        let Ok(text) = std::str::from_utf8(&self.buffer) else { return VecDeque::new() };
        let source = Source::from_bytes_in(self.name.as_str(), self.buffer.clone(), self.plan.charset);
        let cuts = styles::cuts(&source, text);
        let starts = std::iter::once(0).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([text.len()]);
        if cuts.is_empty() {
            VecDeque::new()
        } else {
            starts.zip(ends).map(|(start, end)| end - start).collect()
        }
    }

    /// Whether the input must stay in one piece: UTF-16, data, or corrections exist, whose places are
    /// searched in the whole file.
    fn stays_whole(&self) -> bool {
        let utf16 = self.offset == 0 && matches!(self.buffer.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
        utf16 || self.is_data || self.plan.whole || !self.plan.decisions.of(&self.name).is_empty()
    }

    /// Where the buffer can be cut, if the layout allows it.
    fn cut(&mut self) -> Option<usize> {
        if self.offset == 0 && self.layout.is_none() && !self.is_data {
            let head = &self.buffer[..self.buffer.len().min(HEAD as usize)];
            self.is_data = is_data(&String::from_utf8_lossy(head));
        }
        if self.stays_whole() {
            return None;
        }
        if self.layout.is_none() {
            let head = {
                let bytes = self.buffer[..PIECE.min(self.buffer.len())].to_vec();
                Source::from_bytes_in(self.name.as_str(), bytes, self.plan.charset)
            };
            let is_pgn =
                direct::of(&head, None, self.plan).is_some_and(|games| direct::is_pgn(&games, head.text()));
            self.layout = Some(match is_pgn {
                true => UnitLayout::Named(&Pgn),
                false => choose(&head, self.plan, &Readings::default()).0,
            });
        }
        let layout = self.layout.as_ref()?.get();
        layout.piece_end(&self.buffer).filter(|&at| at > 0)
    }

    fn unit(&mut self, bytes: Vec<u8>, whole: bool) -> Unit {
        let length = bytes.len();
        let lines = memchr::memchr_iter(b'\n', &bytes).count();
        let feeds = memchr::memchr_iter(b'\x0c', &bytes).count();
        let source =
            Source::piece(self.name.as_str(), bytes, self.offset, self.lines, self.feeds, self.plan.charset);
        self.offset += length;
        self.lines += lines;
        self.feeds += feeds;
        let known = self.layout.as_ref().filter(|_| !whole);
        let direct = direct::of(&source, known, self.plan);
        let readings = Arc::<Readings>::default();
        let (source, layout, mut remarks, direct) = match (direct, known) {
            (Some(games), Some(layout)) => (source, layout.clone(), Vec::new(), Some(games)),
            (Some(games), None) if direct::is_pgn(&games, source.text()) => {
                (source, UnitLayout::Named(&Pgn), Vec::new(), Some(games))
            }
            (games, _) => {
                let (source, drawn) = match font::read(&source, self.plan.options.from) {
                    Some((spelled, finding)) => (spelled, Some(finding)),
                    None => (source, None),
                };
                let is_heard = super::spoken::is_transcript(&source, self.plan);
                let counted = if is_heard { None } else { count::read(&source) };
                let (source, numbers) = counted.unwrap_or((source, Vec::new()));
                let source = marks::read(&source).unwrap_or(source);
                let typed = if is_heard { None } else { typed_sheet::read(&source) };
                let source = typed.unwrap_or(source);
                let (layout, mut remarks) = match known {
                    Some(layout) => (layout.clone(), Vec::new()),
                    None => choose(&source, self.plan, &readings),
                };
                // Only a text as it stands in the file can be taken apart.
                let games = games.filter(|_| source.parts(&[]).is_some() && direct::is_plain(&layout));
                remarks.extend(drawn);
                remarks.extend(numbers);
                (source, layout, remarks, games)
            }
        };
        remarks.extend(self.seen.as_ref().map(Seen::remark));
        remarks.extend(left_out(&source));
        remarks.extend(assumed(&source));
        if let Some(why) = source.broken() {
            let end = source.text().len();
            let words = format!("the file is truncated or damaged: {why}; everything before is read");
            remarks.push(Finding::new(&code::B102, Span::new(end, end), words));
        }
        let seen = self.seen.take();
        Unit { whole, bytes: length, direct, seen, readings, ..Unit::of(source, layout, remarks) }
    }
}

/// The first [`HEAD`] bytes of an input.
fn head(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    reader.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// The finding on text that was removed with the markup, if there is any.
fn left_out(source: &Source) -> Option<Finding> {
    let (first, _) = source.left_out().first()?;
    let mut kinds: Vec<&str> = source.left_out().iter().map(|(_, what)| *what).collect();
    let count = kinds.len();
    kinds.sort_unstable();
    kinds.dedup();
    let message = format!("removed with the markup, first here: {} ({count} in total)", kinds.join(", "));
    Some(Finding::new(&code::B206, Span::at(*first), message))
}

/// The finding that says which character set a source was taken to be in, if it is not UTF-8.
fn assumed(source: &Source) -> Option<Finding> {
    let assumed = source.assumed()?;
    let first = source.text().find(|c: char| !c.is_ascii())?;
    let mixed = if matches!(source.encoding(), Encoding::Mixed(_)) { ", but not in every line" } else { "" };
    let words = format!("the text is not UTF-8{mixed}; read as {}", assumed.words());
    let code = if assumed.is_sure { &code::B210 } else { &code::B211 };
    Some(Finding::new(code, Span::at(first), words))
}

/// The finding that a text was cut where no game is known to begin.
fn forced(source: &Source) -> Finding {
    let message =
        format!("no game starts in the {} MB before this place; the text is split here", MOST >> 20);
    Finding::new(&code::L111, Span::at(source.text().len()), message)
}

/// Detects the layout of a source; the findings say what is uncertain. What its drafts are read as on the way is kept.
pub(super) fn choose(source: &Source, plan: &Plan, readings: &Readings) -> (UnitLayout, Vec<Finding>) {
    match &plan.layout {
        LayoutChoice::Named(layout) => (UnitLayout::Named(*layout), Vec::new()),
        LayoutChoice::Table(csv) => (UnitLayout::Table(csv.clone()), Vec::new()),
        LayoutChoice::Auto => {
            plan.progress.say(source.name(), "choosing a layout");
            let sense = NotationSense::new(plan.options.from);
            // Positions with words about their moves are read with both.
            let exercises: &dyn Layout = &Exercises;
            if exercises.sniff(source, &sense) >= CERTAIN {
                return (UnitLayout::Named(&Exercises), Vec::new());
            }
            let asides = Asides::of(source);
            let bare = (!asides.is_empty()).then(|| asides.without(source));
            // What was read aloud has no layout, and needs none to be read.
            let has_start = asides.has_start();
            if !has_start && super::spoken::is_whole(source, plan, readings) {
                return (UnitLayout::Named(&crate::record::Running), Vec::new());
            }
            let source = bare.as_ref().unwrap_or(source);
            let ranked = sniff(source, &sense);
            let mut remarks = Vec::new();
            // The trial does not know that a game starts from a board.
            if !has_start
                && let Some((layout, said)) = trial::better(source, &ranked, plan.options, &sense, readings)
            {
                return (UnitLayout::Mixed(layout), said);
            }
            // Nor can it compare two layouts then; what the first one leaves unread is told of the game.
            if let [(first, best), (second, next), ..] = ranked.as_slice()
                && !has_start
                && *next > 0.3
                && best - next < NEAR
                && !is_running(source, *second)
                && differ(source, *first, *second, &sense)
                && trial::are_rivals(source, [*first, *second], plan.options, &sense, readings)
            {
                let message = format!(
                    "the record may be laid out as `{}` ({}) or as `{}` ({}); the first is used; choose one with --layout",
                    first.name(),
                    first.title(),
                    second.name(),
                    second.title()
                );
                remarks.push(Finding::new(&code::L105, Span::default(), message));
            }
            let layout = ranked.first().map_or(&crate::record::Running as &dyn Layout, |(layout, _)| *layout);
            (UnitLayout::Named(layout), remarks)
        }
    }
}

/// Whether a layout would read a source as PGN although it has no tag pair: that is running text, and no second arrangement of it.
fn is_running(source: &Source, layout: &dyn Layout) -> bool {
    layout.name() == Pgn.name() && !source.text().lines().any(|line| line.trim_start().starts_with('['))
}

/// Whether two layouts cut different moves from a source.
fn differ(source: &Source, a: &dyn Layout, b: &dyn Layout, sense: &NotationSense) -> bool {
    let cells = |layout: &dyn Layout| -> Vec<String> {
        let drafts = layout.cut(source, sense);
        drafts.iter().flat_map(|d| d.mainline.cells.iter().map(|cell| cell.text.to_string())).collect()
    };
    cells(a) != cells(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::Options;

    /// The lengths and remarks of the pieces of `text`.
    fn pieces(text: &[u8], layout: &str) -> Vec<(usize, Vec<&'static str>)> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        let plan = Plan {
            options: Options::default(),
            charset: None,
            layout: LayoutChoice::Named(crate::record::find(layout).unwrap()),
            format: crate::convert::Format::Pgn,
            decisions: std::sync::Arc::default(),
            direct: false,
            whole: false,
            fragments: true,
            comments: crate::sink::Comments::All,
            explain: false,
            variants: crate::convert::ruled::Variants::default(),
            scan: scorebook_source::Options::default(),
            sheets: Default::default(),
            spoken: Default::default(),
            progress: crate::convert::Progress::default(),
        };
        let input = Input::File(file.path().to_owned());
        let mut units = Units::open(&input, &plan).unwrap();
        let mut found = Vec::new();
        while let Some(unit) = units.next_unit().unwrap() {
            found.push((unit.bytes, unit.remarks.iter().map(|finding| finding.code.id).collect()));
        }
        found
    }

    #[test]
    fn long_files_come_in_pieces() {
        let rows = "A v. B\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n\n";
        let text = rows.repeat(3 * PIECE / rows.len());
        for layout in ["pairs", "blocks", "running"] {
            let pieces = pieces(text.as_bytes(), layout);
            assert!(pieces.len() >= 3, "{layout}: {pieces:?}");
            let whole = |(bytes, remarks): &(usize, Vec<_>)| bytes % rows.len() == 0 && remarks.is_empty();
            assert!(pieces.iter().all(whole), "{layout}: {pieces:?}");
        }
    }

    #[test]
    fn what_has_no_gap_is_cut_with_a_finding() {
        let text = vec![b'x'; MOST * 2 + PIECE];
        for layout in ["pgn", "pairs", "columns", "blocks", "running", "book"] {
            let pieces = pieces(&text, layout);
            assert_eq!(pieces.iter().map(|(bytes, _)| bytes).sum::<usize>(), text.len(), "{layout}");
            assert!(pieces.iter().all(|(bytes, _)| *bytes <= MOST), "{layout}: {pieces:?}");
            assert!(pieces[..2].iter().all(|(_, remarks)| remarks == &["L111"]), "{layout}: {pieces:?}");
        }
    }
}
