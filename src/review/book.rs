//! All data of a review: games, remarks, and existing corrections.

use std::path::Path;

use shakmaty::{Chess, EnPassantMode, fen::Fen};

use super::ahead::Known;
use super::cut::Pictures;
#[cfg(feature = "server")]
use super::data::DoubtView;
use super::data::{GameView, Remark, UnitText, squares};
use super::doubt::doubts;
#[cfg(feature = "server")]
use super::doubt::half_move;
use super::recording::{Recording, Times, beside};
use super::source::Pages;
use crate::convert::{Plan, Proven, Unit, announced, each, ruled};
use crate::corrections::{Correction, Index};
use crate::decode::Decoder;
use crate::finding::code;
use crate::notation::spelling::san;
use crate::pass::Passing;
use crate::render::{LeftOut, count};
use crate::sink::{Located, pgn};
use crate::text::Span;

/// What is known about a source besides its text. A server keeps it.
pub struct SourceView {
    /// For finding anchors.
    pub index: Index,
    /// Its pages.
    pub pages: Pages,
    /// When its words were said.
    pub(super) times: Times,
    /// What looking ahead in its games has shown.
    pub(super) known: Known,
}

impl SourceView {
    /// Of the text of a unit.
    #[must_use]
    pub fn of(unit: &Unit) -> SourceView {
        let text = unit.source.text();
        SourceView {
            index: Index::new(text),
            pages: Pages::of(text),
            times: Times::of(text),
            known: Known::default(),
        }
    }
}

/// The data of a page.
#[derive(Default)]
pub struct Book {
    /// The names of the inputs.
    pub files: Vec<String>,
    /// The games in the order of the inputs.
    pub games: Vec<GameView>,
    /// Findings about the inputs.
    pub remarks: Vec<Remark>,
    /// The texts of the units, as far as there is room for them.
    pub texts: Vec<UnitText>,
    /// Existing corrections.
    pub prior: Vec<Correction>,
    /// For each input an address that contains its recording.
    pub recordings: Vec<Option<String>>,
}

/// The limit on the total size of pictures in one page, in bytes.
pub struct Room {
    /// Bytes left.
    pub left: usize,
    /// Number of doubts whose picture did not fit.
    pub without: usize,
}

enum BookItem {
    /// With the place of its first move.
    Game(Box<GameView>, Span),
    /// Moves that are no game: the page as a finding names it, and the line.
    Passage(Option<String>, usize),
    Remark(Remark),
}

/// Most bytes of text in one page.
const MOST_TEXT: usize = 4 << 20;

impl Book {
    /// Adds the games of unit number `unit_at` of the input `file`, both from 0.
    pub fn add(&mut self, file: usize, unit_at: usize, unit: &Unit, view: &SourceView, plan: &Plan) {
        let text = unit.source.text();
        let known: usize = self.texts.iter().map(|unit| unit.text.len()).sum();
        if known + text.len() <= MOST_TEXT {
            let first = unit.source.locate(0).0;
            self.texts.push(UnitText { at: (file, unit_at), first, text: text.replace('\r', "") });
        }
        let mut found = read(file, unit_at, unit, view, plan, None);
        let is_game = |found: &BookItem| matches!(found, BookItem::Game(..));
        let is_passage = |found: &BookItem| matches!(found, BookItem::Passage(..));
        // Where there is nothing else, they are shown.
        if found.iter().any(is_passage) && !found.iter().any(is_game) {
            let plan = Plan { fragments: true, ..plan.clone() };
            found = read(file, unit_at, unit, view, &plan, None);
        }
        let (mut left, mut first) = (LeftOut::default(), 0);
        let mut places = Vec::new();
        for found in found {
            match found {
                BookItem::Game(game, place) => {
                    places.push(place);
                    self.games.push(*game);
                }
                BookItem::Passage(page, line) => {
                    first = if left.count() == 0 { line } else { first };
                    left.add(page, line);
                }
                BookItem::Remark(remark) => self.remarks.push(remark),
            }
        }
        if left.count() > 0 {
            let passages = count(left.count(), "passage");
            let message =
                format!("{passages} with moves but no game, on {}; --fragments shows them", left.places());
            let file = unit.source.name().to_owned();
            self.remarks.push(Remark { file, line: first, code: code::L321.id, message });
        }
        let unshown = ruled::findings(&unit.source, &plan.variants);
        let remarks = unshown.into_iter().chain(announced(unit, &places));
        self.remarks.extend(remarks.map(|located| remark(unit, located)));
    }

    /// Embeds the recordings that lie beside the inputs whose doubts have times.
    pub fn listen(&mut self) {
        let is_timed = |file: usize| {
            let own = self.games.iter().filter(|game| game.file == file);
            own.flat_map(|game| &game.doubts).any(|doubt| doubt.time.is_some())
        };
        let beside = |(file, name): (usize, &String)| {
            if is_timed(file) { beside(Path::new(name)) } else { Recording::None }
        };
        let found: Vec<Recording> = self.files.iter().enumerate().map(beside).collect();
        for (recording, name) in found.into_iter().zip(self.files.clone()) {
            if let Recording::Large(path) = &recording {
                let message = format!("the page does not contain {}: it is too large", path.display());
                self.remarks.push(Remark { file: name, line: 1, code: "B106", message });
            }
            self.recordings.push(match recording {
                Recording::Url(url) => Some(url),
                Recording::None | Recording::Large(_) => None,
            });
        }
    }

    /// Embeds the pictures of the doubts of a unit, until there is no room left.
    pub fn embed(
        &mut self,
        file: usize,
        unit_at: usize,
        unit: &Unit,
        pictures: &mut Pictures,
        room: &mut Room,
    ) {
        let Some(scan) = unit.source.scan() else { return };
        let games = self.games.iter_mut().filter(|game| game.file == file && game.at.0 == unit_at);
        for cut in games.flat_map(|game| &mut game.doubts).filter_map(|doubt| doubt.cut.as_mut()) {
            let url = (room.left > 0).then(|| pictures.url(scan, cut.page, cut.around)).flatten();
            match url {
                Some(url) if url.len() <= room.left => {
                    room.left -= url.len();
                    cut.image = Some(url);
                }
                Some(_) => {
                    room.left = 0;
                    room.without += 1;
                }
                None => room.without += usize::from(room.left == 0),
            }
        }
    }
}

/// Reads one game of a unit again.
#[cfg(feature = "server")]
#[must_use]
pub fn again(
    file: usize,
    unit_at: usize,
    unit: &Unit,
    view: &SourceView,
    plan: &Plan,
    at: usize,
) -> Option<GameView> {
    read(file, unit_at, unit, view, plan, Some(at)).into_iter().find_map(|found| match found {
        BookItem::Game(game, _) => Some(*game),
        BookItem::Passage(..) | BookItem::Remark(_) => None,
    })
}

/// A half-move of one game of a unit, from 1, as a doubt; with `missing`, a move that the record lacks before
/// it.
#[cfg(feature = "server")]
#[must_use]
pub fn asked(
    unit: &Unit,
    view: &SourceView,
    plan: &Plan,
    at: usize,
    ply: u32,
    missing: bool,
) -> Option<DoubtView> {
    let show = |proven: Proven<'_>, decoder: &mut Decoder| half_move(&proven, view, decoder, ply, missing);
    each(unit, plan, Some(at), &|_| None, &show).into_iter().flatten().next()
}

fn read(
    file: usize,
    unit_at: usize,
    unit: &Unit,
    view: &SourceView,
    plan: &Plan,
    only: Option<usize>,
) -> Vec<BookItem> {
    let remark = |located: Located| BookItem::Remark(remark(unit, located));
    let game = |proven: Proven<'_>, decoder: &mut Decoder| {
        if only.is_none() && !plan.fragments && proven.is_passage() {
            let page = unit.source.page_number(proven.draft.span.start).map(|page| page.to_string());
            return BookItem::Passage(page, proven.record().line);
        }
        let place = proven.first_move();
        BookItem::Game(Box::new(game(file, unit_at, &proven, view, decoder)), place)
    };
    each(unit, plan, only, &remark, &game)
}

fn remark(unit: &Unit, located: Located) -> Remark {
    Remark {
        file: unit.source.name().to_owned(),
        line: located.line,
        code: located.finding.code.id,
        message: located.finding.message,
    }
}

fn game(
    file: usize,
    unit_at: usize,
    proven: &Proven<'_>,
    view: &SourceView,
    decoder: &mut Decoder,
) -> GameView {
    let reading = &proven.reading;
    let mut position = reading.game.start.clone();
    let (mut moves, mut places) = (Vec::new(), String::new());
    for mv in reading.game.moves() {
        moves.push(san(&position, mv));
        places.extend(squares(mv));
        position.play_or_pass(mv);
    }
    let start = &reading.game.start;
    let tag = |name: &str| reading.game.tags.get(name).unwrap_or_default().to_owned();
    let cells: Vec<String> = proven.cells.iter().map(|(_, text)| text.replace(['\t', '\n'], " ")).collect();
    GameView {
        file,
        at: (unit_at, proven.at),
        among: proven.among,
        line: proven.record().line,
        tags: [
            tag("White"),
            tag("Black"),
            tag("Event"),
            tag("Date"),
            pgn::result(reading.game.outcome).to_owned(),
        ],
        reading: reading.verdict.as_str(),
        notation: reading.notation,
        start: (*start != Chess::default())
            .then(|| Fen::from_position(start, EnPassantMode::Legal).to_string()),
        moves: moves.join(" "),
        squares: places,
        cells: cells.join("\t"),
        rest: proven.rest.clone(),
        doubts: doubts(proven, view, decoder),
        codes: proven.findings.iter().map(|located| located.finding.code.id).collect(),
    }
}
