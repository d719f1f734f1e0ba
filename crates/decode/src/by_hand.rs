//! Reads a record as a hand wrote it: every cell may be any legal move at a price (`scorebook-search`).
//!
//! Score sheets are full of slips that no list of repairs foresees, so a game is not given up at the first of them: the
//! search goes to the end of the record, and each half-move that the text does not say exactly has a finding with its chance.
//! What people play decides what is written first; what is *claimed* rests on the record alone.

use scorebook_search::grammar::Grammar;
use scorebook_search::lattice::{Lattice, Ply as FoundPly, Said};
use scorebook_search::{Channel, Prices, Record, Written, search::search};
use shakmaty::{Color, EnPassantMode, Move, Outcome, Position, fen::Fen};
use smallvec::SmallVec;

use crate::finding::{Candidate, Code, Finding, code};
use crate::game::{Game, Line, Ply, Verdict, mover_at};
use crate::lexicon::Lexicon;
use crate::notation::Notation;
use crate::notation::spelling::san;
use crate::reader::{Leniency, PlainReader, Reader, ScoredMove, Weighings};
use crate::record::{Cell, Draft};
use crate::text::Span;
use crate::{GameState, Options, Reading};

/// Width of the search that chooses among notations.
const NARROW: usize = 24;
/// Records with more cells are no game that was ever played.
const LONGEST: usize = 1_200;
/// Numbers that jump by more rows than this are misread, not a sign of lost rows.
const LOST_ROWS: u32 = 4;
/// A half-move that is less likely than this is more likely wrong than right.
const EVEN: f32 = 0.5;
/// A chance below this is not told as a rival.
const WORTH_TELLING: f32 = 0.01;

/// A record as the search takes it.
pub(crate) struct Sheet {
    record: Record,
    /// For each of its cells the cell of the draft; none where the sheet is empty.
    cells: Vec<Option<u32>>,
}

impl Sheet {
    /// The cells in their rows: what the printed numbers and the columns leave out is empty.
    pub(crate) fn of(cells: &[Cell<'_>], first: Color) -> Sheet {
        let mut sheet = Sheet { record: Record::default(), cells: Vec::new() };
        let mut row_of_number: Option<(usize, u32)> = None;
        for (at, cell) in cells.iter().enumerate() {
            let mut place = sheet.cells.len();
            if let (Some(number), Some((row, before))) = (cell.number, row_of_number) {
                let rows = number.saturating_sub(before);
                if rows > 0 && rows <= LOST_ROWS + 1 {
                    place = place.max(2 * (row + rows as usize));
                }
            }
            let black = usize::from(cell.side.unwrap_or(if place % 2 == 0 { Color::White } else { Color::Black }).is_black());
            if place % 2 != black && (cell.side.is_some() || place == 0 && first.is_black()) {
                place += 1;
            }
            if let Some(number) = cell.number {
                row_of_number = Some((place / 2, number));
            }
            sheet.record.leave_empty(place);
            sheet.cells.resize(place, None);
            let text = cell.decided.as_deref().unwrap_or(&cell.text);
            sheet.record.cells.push(Written::of_text(text, 0.0).into_iter().collect::<SmallVec<[Written; 1]>>());
            sheet.cells.push(Some(at as u32));
        }
        sheet
    }
}

/// A reading of a sheet.
pub(crate) struct ByHand {
    notation: &'static dyn Notation,
    sheet: Sheet,
    /// The half-moves with their chances in the light of what people play.
    plies: Vec<FoundPly>,
    /// The chances that the record alone gives them.
    by_record: Vec<f32>,
    /// Number of half-moves that are worth writing: behind them wrong ones outweigh right ones.
    length: usize,
}

/// Reads the cells of a draft in the likeliest of the notations; `None` if none of these has letters of men.
pub(crate) fn read(
    draft: &Draft<'_>,
    start: &GameState,
    notations: &[&'static dyn Notation],
) -> Option<ByHand> {
    let cells = &draft.mainline.cells;
    if cells.is_empty() || cells.len() > LONGEST {
        return None;
    }
    let sheet = Sheet::of(cells, start.position.turn());
    let channel = Channel::handwriting();
    let look = |notation: &'static dyn Notation, width: usize| -> Option<Lattice> {
        let grammar = Grammar::algebraic(notation.letters()?);
        let prices = Prices { width, ..Prices::default() };
        Some(search(std::slice::from_ref(&sheet.record), &start.position, &grammar, &channel, &prices))
    };
    let notation = match notations {
        [only] => *only,
        _ => {
            let costs = notations.iter().filter_map(|&notation| {
                Some((notation, look(notation, NARROW)?.end().map_or(f32::INFINITY, |end| end.1)))
            });
            costs.min_by(|a, b| a.1.total_cmp(&b.1))?.0
        }
    };
    let lattice = look(notation, Prices::default().width)?;
    let plies = lattice.best();
    let by_record = lattice.best_by_records().iter().map(|ply| ply.chance).collect();
    let length = worth_writing(&plies);
    Some(ByHand { notation, sheet, plies, by_record, length })
}

/// The number of half-moves after which more would be wrong than right.
fn worth_writing(plies: &[FoundPly]) -> usize {
    let (mut sum, mut best, mut length) = (0.0, 0.0, 0);
    for (at, ply) in plies.iter().enumerate() {
        sum += ply.chance - EVEN;
        if sum >= best {
            (best, length) = (sum, at + 1);
        }
    }
    length
}

impl ByHand {
    /// How many of its half-moves are right, so far as it knows.
    pub(crate) fn expected_plies(&self) -> f32 {
        self.plies[..self.length].iter().map(|ply| ply.chance).sum()
    }

    /// Share of the written cells whose text costs nothing or little.
    pub(crate) fn read_exactly(&self) -> f32 {
        let written = self.plies.iter().filter(|ply| ply.said[0] != Said::Nothing);
        let (all, exact) = written.fold((0, 0), |(all, exact), ply| {
            (all + 1, exact + usize::from(ply.cost - ply.surprise < Prices::default().misfit / 8.0))
        });
        if all == 0 { 0.0 } else { exact as f32 / all as f32 }
    }

    /// The cell of the draft that a half-move was read from.
    fn cell(&self, ply: usize) -> Option<u32> {
        match self.plies[ply].said[0] {
            Said::Cell(cell) => self.sheet.cells.get(cell as usize).copied().flatten(),
            Said::Nothing => None,
        }
    }

    /// The reading with its verdict and findings.
    pub(crate) fn report(
        &self,
        draft: &Draft<'_>,
        options: &Options,
        start: &GameState,
        lexicon: &mut Lexicon,
    ) -> Reading {
        let cells = &draft.mainline.cells;
        let mut state = start.clone();
        let (mut findings, mut verdict) = (draft.findings.clone(), Verdict::Verified);
        let mut spans = Vec::new();
        let mut last = cells.first().map_or_else(Span::default, |cell| Span::at(cell.span.start));
        let mut next = 0;
        for (at, found) in self.plies[..self.length].iter().enumerate() {
            let cell = self.cell(at);
            if let Some(cell) = cell {
                for skipped in next..cell {
                    findings.push(passed_over(&cells[skipped as usize]));
                    verdict = verdict.max(Verdict::Repaired);
                }
                next = next.max(cell + 1);
                last = cells[cell as usize].span;
            } else {
                last = Span::at(last.end);
            }
            spans.push(last);
            let place = Place { ply: at as u32 + 1, found, by_record: self.by_record[at], state: &state, start, span: last };
            let cell = cell.and_then(|cell| cells.get(cell as usize));
            if let Some((finding, worth)) = place.finding(cell, options, lexicon) {
                verdict = verdict.max(worth);
                findings.push(finding);
            }
            state.play(found.mv);
        }
        let rest = cells.get(next as usize).and_then(|first| Some(first.span.join(cells.last()?.span)));
        if rest.is_some() {
            verdict = Verdict::Incomplete;
            if let Some(cell) = cells.get(next as usize) {
                let ply = self.length as u32 + 1;
                let (number, side) = mover_at(&start.position, ply);
                let words = "from here on more half-moves would be wrong than right".to_owned();
                let finding = Finding::new(&code::M101, cell.span, words).text(&*cell.text).at_ply(ply, number, side);
                findings.push(finding.fen(fen_of(&state)));
            }
        }
        let plies = (0..self.length).map(|at| {
            let mut ply = Ply::from(self.plies[at].mv);
            if let Some(cell) = self.cell(at).and_then(|cell| cells.get(cell as usize)) {
                ply.nags.clone_from(&cell.nags);
                ply.comments.clone_from(&cell.comments);
            }
            ply
        });
        let line = Line { comments: draft.mainline.comments.clone(), plies: plies.collect() };
        Reading {
            game: Game {
                tags: draft.tags.clone(),
                start: start.position.clone(),
                line,
                outcome: Outcome::Unknown,
            },
            verdict,
            findings,
            notation: self.notation.name(),
            spans,
            cells: (0..self.length).map(|at| self.cell(at)).collect(),
            rest,
            beyond: None,
            guessed: Vec::new(),
        }
    }

    /// Its notation.
    pub(crate) fn notation(&self) -> &'static dyn Notation {
        self.notation
    }
}

fn fen_of(state: &GameState) -> String {
    Fen::from_position(&state.position, EnPassantMode::Legal).to_string()
}

/// The finding that a cell stands for no half-move.
fn passed_over(cell: &Cell<'_>) -> Finding {
    let words = format!("“{}” stands for no move of the game, as the other moves show", cell.text);
    Finding::new(&code::L312, cell.span, words).text(&*cell.text)
}

/// A half-move on which to report.
struct Place<'p> {
    ply: u32,
    found: &'p FoundPly,
    by_record: f32,
    state: &'p GameState,
    start: &'p GameState,
    span: Span,
}

impl Place<'_> {
    /// What is to be said of the half-move, and what it is worth; nothing if the text says exactly this move.
    fn finding(&self, cell: Option<&Cell<'_>>, options: &Options, lexicon: &mut Lexicon) -> Option<(Finding, Verdict)> {
        let sure = f64::from(self.found.chance) >= options.confidence();
        let by_record = f64::from(self.by_record) >= options.confidence();
        let san = self.san(self.found.mv);
        let Some(cell) = cell else {
            let words = if sure {
                format!("a move is missing; {san} is inferred from the moves around it")
            } else {
                format!("a move is missing; {san} is the likeliest ({})", percent(self.found.chance))
            };
            let verdict = if sure && by_record { Verdict::Repaired } else { Verdict::Ambiguous };
            return Some((self.tell(&code::M112, words, ""), verdict));
        };
        if let Some(said) = &cell.decided {
            let words = format!("decided by a person: “{}” is {said}", cell.text);
            return Some((self.tell(&code::D101, words, &cell.text), Verdict::Decided));
        }
        let fitting = self.fitting(cell, lexicon);
        let own = fitting.iter().find(|fits| fits.mv == self.found.mv && fits.how.is_exact());
        let others = fitting.iter().filter(|fits| fits.mv != self.found.mv).count();
        let (code, words, verdict) = match (own, others, sure) {
            (Some(_), 0, true) => return None,
            (Some(_), 0, false) => {
                let words = format!("“{}” fits, but another way is about as likely ({san}: {})", cell.text, percent(self.found.chance));
                (&code::A101, words, Verdict::Ambiguous)
            }
            (Some(_), _, _) if by_record => {
                (&code::A102, format!("{} moves fit; the rest of the record leaves only {san}", others + 1), Verdict::Settled)
            }
            (Some(_), ..) => {
                let words = format!("{} moves fit, and the record does not decide between them; {san} is the likeliest ({})", others + 1, percent(self.found.chance));
                (&code::A101, words, Verdict::Ambiguous)
            }
            (None, _, true) => (&code::M110, format!("“{}” is read as {san}", cell.text), Verdict::Repaired),
            (None, _, false) => {
                let words = format!("“{}” may be {san} ({})", cell.text, percent(self.found.chance));
                (&code::A101, words, Verdict::Ambiguous)
            }
        };
        Some((self.tell(code, words, &cell.text), verdict))
    }

    /// The legal moves that the text of a cell denotes.
    fn fitting(&self, cell: &Cell<'_>, lexicon: &mut Lexicon) -> Vec<ScoredMove> {
        let legal = self.state.position.legal_moves();
        let mut found = Weighings::new();
        PlainReader { lexicon, leniency: Leniency::Exact }.weigh(cell, self.state.scene(), &legal, &mut found);
        found.into_iter().collect()
    }

    fn san(&self, mv: Move) -> String {
        san(&self.state.position, mv)
    }

    fn tell(&self, code: &'static Code, words: String, text: &str) -> Finding {
        let (number, side) = mover_at(&self.start.position, self.ply);
        let own = std::iter::once((self.found.mv, self.found.chance));
        let legal = self.state.position.legal_moves();
        let rivals = self.found.rivals.iter().copied().filter(|(mv, chance)| *chance >= WORTH_TELLING && legal.contains(mv));
        let candidates = own.chain(rivals).map(|(mv, odds)| Candidate { san: self.san(mv), odds: Some(odds) });
        Finding::new(code, self.span, words)
            .text(text)
            .at_ply(self.ply, number, side)
            .fen(fen_of(self.state))
            .chosen(self.san(self.found.mv))
            .candidates(candidates)
    }
}

/// A chance for people: certain only where it rounds to it.
fn percent(chance: f32) -> String {
    format!("{:.0} %", (chance * 100.0).clamp(1.0, 99.0))
}
