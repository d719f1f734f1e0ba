//! Decodes cells to moves: one cheapest-path search for the whole game.
//!
//! A hypothesis is a position, its cost and its path. Every cell extends the live hypotheses by the legal
//! moves that match ([`reader`]). A local ambiguity is several hypotheses, resolved by later moves; an error
//! is a cheapest path with a cost above 0, and the mismatch that causes the cost is the repair. [`search`]
//! fills a [`lattice`]; [`report`] reads the result and its rivals from it.
//!
//! ```
//! use scorebook_core::record::{Cell, CellLine, Draft};
//! use scorebook_decode::{Options, decode};
//!
//! // `B-B4` may mean c4 or f4; only one of them is legal.
//! let cells = "P-K4 P-K4 Kt-KB3 Kt-QB3 B-B4 B-B4".split(' ');
//! let cells = cells.map(|text| Cell { text: text.into(), ..Cell::default() }).collect();
//! let mainline = CellLine { cells, ..CellLine::default() };
//! let reading = decode(&Draft { mainline, ..Draft::default() }, &Options::default());
//! assert_eq!(reading.game.moves().count(), 6);
//! assert!(reading.findings.is_empty());
//! ```

pub mod ahead;
pub mod attempt;
mod beam;
pub mod bend;
pub mod by_hand;
pub mod cell_graph;
mod cost;
pub mod decided;
pub mod finding;
pub mod guess;
mod habits;
mod late_repair;
pub mod lattice;
pub mod lexicon;
mod missing_row;
pub mod move_lookup;
pub mod ocr_channel;
pub mod one_side;
mod prior_rescoring;
pub mod prose;
pub mod reader;
pub mod report;
pub mod search;
mod searched;
pub mod slip;
pub mod trust;
pub mod unordered;

use std::sync::Arc;

pub use bend::Bends;
pub use cost::Cost;
pub use report::{Beyond, GUESSED, GuessedPly, Reading};
pub use search::GameState;

use scorebook_core::{chess960, faults::faults, game, lineage, pass, record, skeleton, text};
use scorebook_likely as likely;
use scorebook_notation as notation;
use shakmaty::{CastlingMode, Chess, Move, Position, Role, fen::Fen};

use crate::finding::{Finding, code};
use crate::game::Verdict;
use crate::notation::{Family, Notation, Sense, Senses, pseudo};
use crate::record::{CellLine, Draft, Start};
use crate::skeleton::Deed;
use attempt::{Attempt, choose};
use by_hand::{ByHand, Witness, Writing};
use cell_graph::InSequence;
use guess::Guesser;
use lexicon::Lexicon;
use missing_row::MissingRow;
use ocr_channel::Noisy;
use reader::{Leniency, PlainReader, Reader, Weighings};
use report::{Report, Track};
use search::{Bounds, MarkHabits, search};
use searched::{Asked, AskedByHand, Searched};

/// The notation of a record.
#[derive(Copy, Clone, Default)]
pub enum NotationChoice {
    /// Detect it, game by game.
    #[default]
    Auto,
    /// This notation.
    Notation(&'static dyn Notation),
}

/// Options of the decoder.
#[derive(Copy, Clone)]
pub struct Options {
    /// The notation.
    pub from: NotationChoice,
    /// Whether illegal moves are kept as written, if the piece can move so.
    pub as_written: bool,
    /// Required probability of a reading against the best different one, from 0 to 1. `None`: the default for
    /// the kind of record ([`Options::confidence`], [`Options::confidence_in_torn`]).
    pub confidence: Option<f64>,
    /// Beam width: most readings kept after each half-move.
    pub beam: usize,
    /// Whether a game that stops is guessed on ([`Reading::beyond`]).
    pub guess: bool,
    /// How many half-moves of a score sheet to ask a person for ([`Reading::questions`]).
    pub ask: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            from: NotationChoice::Auto,
            as_written: false,
            confidence: None,
            beam: 256,
            guess: false,
            ask: 0,
        }
    }
}

impl Options {
    /// Required probability of a move, if the cells are in order.
    #[must_use]
    pub fn confidence(&self) -> f64 {
        self.confidence.unwrap_or(0.95)
    }

    /// Required probability of a whole game on a torn page. Higher, since an error in the order of moves is
    /// hard to see.
    #[must_use]
    pub fn confidence_in_unordered(&self) -> f64 {
        self.confidence.unwrap_or(0.99)
    }

    /// Least extra cost of the best different reading.
    #[must_use]
    pub fn margin(&self) -> Cost {
        let confidence = self.confidence().clamp(0.5, 0.999_999);
        Cost::of_odds((1.0 - confidence) / confidence)
    }
}

/// Decodes games. Caches the meanings of texts from one game to the next.
pub struct Decoder {
    options: Options,
    guesser: Guesser,
    searched: Searched,
    /// Whether a reading is an estimate only: a torn page is then searched once.
    estimates: bool,
    /// How many positions all searches have come by. It depends on the records alone, and on no machine.
    work: u64,
}

/// Decodes one game. For many games, a [`Decoder`] is faster.
#[must_use]
pub fn decode(draft: &Draft<'_>, options: &Options) -> Reading {
    Decoder::new(*options).decode(draft)
}

/// Of attempts of which several read the whole record as different games, the one in the notation of its notes.
fn told_by_notes(tries: &[Attempt], chosen: usize, draft: &Draft<'_>) -> Option<usize> {
    let is_whole = |attempt: &&Attempt| attempt.unread() == Cost::EXACT;
    let is_open = tries.get(chosen).is_some_and(|chosen| tries.iter().any(|other| other.rivals(chosen)));
    let language = prose::notation_of(&draft.mainline).filter(|_| is_open)?;
    tries.iter().position(|attempt| is_whole(&attempt) && attempt.notation.name() == language)
}

impl Decoder {
    /// A decoder with empty caches.
    #[must_use]
    pub fn new(options: Options) -> Decoder {
        Decoder {
            options,
            guesser: Guesser::default(),
            searched: Searched::default(),
            estimates: false,
            work: 0,
        }
    }

    /// Its options.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Decodes one game.
    #[must_use]
    pub fn decode(&mut self, mut draft: &Draft<'_>) -> Reading {
        if let Some(side) = one_side::side_of(draft).filter(|_| draft.sheets.is_empty()) {
            return one_side::reading(draft, side, self.notation_of(draft));
        }
        if draft.has_alternatives() || !draft.sheets.is_empty() {
            let whole = self.collate(draft, &Witness::all_of(draft, "", true));
            return whole.unwrap_or_else(|| self.first_choices(draft));
        }
        let (start, mut findings) = start_of(draft);
        findings.extend(unknown_notation(draft));
        let game_state = GameState::new(&start);
        let guesses = match self.notation_of(draft) {
            NotationChoice::Notation(notation) => vec![notation],
            NotationChoice::Auto => self.guesser.rank(&draft.mainline.cells),
        };
        let mut tries: Vec<Attempt> = Vec::new();
        for notation in guesses {
            tries.push(self.attempt(notation, &draft.mainline, &game_state, Leniency::Exact));
        }
        let mut chosen = choose(&mut tries);
        if let Some(notation) = self.other_notation(&tries[chosen], &draft.mainline, &game_state)
            && tries.iter().all(|other| other.notation.name() != notation.name())
        {
            tries.push(self.attempt(notation, &draft.mainline, &game_state, Leniency::Exact));
            chosen = choose(&mut tries);
        }
        let of_notes = told_by_notes(&tries, chosen, draft);
        chosen = of_notes.unwrap_or(chosen);
        let (attempt, unsure) = match &draft.unordered {
            Some(_) => {
                let (attempt, laid) = self.reorder(tries.swap_remove(chosen), draft, &game_state);
                draft = laid;
                (attempt, None)
            }
            None => {
                let (relaxed, unsure) =
                    self.decode_with_typos(tries.swap_remove(chosen), &draft.mainline, &game_state);
                let rubbed = self.decode_as_ocr(relaxed, &draft.mainline, &game_state);
                self.skip_unreadable(rubbed, unsure, &draft.mainline, &game_state)
            }
        };
        let gap = MissingRow::find(&draft.mainline.cells, &game_state.position)
            .filter(|_| draft.unordered.is_none() && !self.options.as_written);
        let before = gap.map(|gap| (gap, self.until(gap.cell, &attempt, &draft.mainline, &game_state)));
        let cells = draft.mainline.cells.len();
        let before = before.filter(|(gap, before)| {
            gap.is_bridged_badly(&Track::best(&attempt), &Track::best(before), cells)
        });
        let (attempt, unsure, gap) = match before {
            Some((gap, before)) => (before, None, Some(gap)),
            None => (attempt, unsure, None),
        };
        let mut attempt = attempt;
        if !attempt.unordered && !attempt.as_written {
            prior_rescoring::order_equals(&mut attempt.lattice, &game_state);
        }
        let rivals: Vec<&Attempt> = tries.iter().filter(|other| other.rivals(&attempt)).collect();
        let is_open = !rivals.is_empty() && of_notes.is_none();
        findings
            .extend(rivals.first().map(|rival| guess::several(&attempt, rival, draft, of_notes.is_some())));
        let lexicon = self.guesser.lexicon(attempt.notation, self.options.from);
        let mut report = Report::new(draft, &self.options, &attempt, &game_state, lexicon);
        report.findings.append(&mut findings);
        report.unsure = unsure.as_ref();
        report.missing_row = gap;
        let mut reading = report.finish();
        let alone = [Witness {
            name: String::new(),
            cells: &draft.mainline.cells,
            here: true,
            known: false,
            notation: None,
        }];
        let misplaced = out_of_column(&reading, draft);
        if let Some(by_hand) =
            self.read_by_hand(&reading, draft, &alone, &game_state, gap, misplaced.is_some())
            && let Some(by_hand) = self.report_by_hand(&by_hand, draft, &alone, &game_state)
        {
            return by_hand;
        }
        if self.options.ask > 0 && self.is_sheet(reading.notation, draft) {
            let notations = self.notations_with_spellings(draft, Some(reading.notation));
            let asked = self.by_spellings(&alone, &game_state, notations, Writing::Hand);
            reading.questions = asked.map_or_else(Vec::new, |asked| asked.questions(&alone, &game_state));
        }
        if let Some(finding) = misplaced {
            reading.findings.push(finding);
            reading.verdict = reading.verdict.max(Verdict::Repaired);
        }
        if self.options.guess && reading.rest.is_some() {
            reading.beyond = self.beyond(&attempt, unsure.as_ref(), &reading, draft, &game_state);
        }
        if is_open && matches!(reading.verdict, Verdict::Verified | Verdict::Settled) {
            reading.verdict = Verdict::Ambiguous;
        }
        if !rivals.is_empty() && reading.verdict == Verdict::Verified {
            reading.verdict = Verdict::Settled;
        }
        self.read_variations(&draft.mainline, &mut reading, attempt.notation);
        reading
    }

    /// The reading of the cells before `cell` alone.
    fn until(&mut self, cell: usize, own: &Attempt, line: &CellLine<'_>, game_state: &GameState) -> Attempt {
        let cells = line.cells.get(..cell).unwrap_or(&line.cells).to_vec();
        let line = CellLine { comments: Vec::new(), cells };
        let exact = self.attempt(own.notation, &line, game_state, Leniency::Exact);
        self.decode_with_typos(exact, &line, game_state).0
    }

    /// The reading of a score sheet in which no rule of repair goes to the end, if every cell as any legal move at a price
    /// goes farther. Only of records in columns, or across a row that is missing: prose makes a game too, and where every text names both
    /// squares, a move against the rules was played against the rules.
    fn read_by_hand(
        &mut self,
        read: &Reading,
        draft: &Draft<'_>,
        alone: &[Witness<'_>; 1],
        start: &GameState,
        gap: Option<MissingRow>,
        misplaced: bool,
    ) -> Option<Arc<ByHand>> {
        let in_doubt = misplaced || matches!(read.verdict, Verdict::Incomplete | Verdict::Ambiguous);
        if gap.is_some_and(|gap| !gap.may_be_inferred())
            || !in_doubt
            || self.options.as_written
            || self.estimates
            || draft.unordered.is_some()
        {
            return None;
        }
        let cells = &draft.mainline.cells;
        let in_columns = self.is_sheet(read.notation, draft);
        if is_of_squares(read.notation) || !in_columns && gap.is_none() {
            return None;
        }
        let told = told(cells);
        let written = told.iter().filter(|cell| says_anything(cell)).count();
        let mut notations = self.notations_with_spellings(draft, Some(read.notation));
        // In which hardly any cell is a move, wherever it may be played, none is read exactly.
        notations.retain(|notation| self.moves_among(*notation, told) as f32 >= LEGIBLE * written as f32);
        if told.is_empty() || notations.is_empty() {
            return None;
        }
        let alone = &[Witness { cells: told, ..alone[0].clone() }];
        let by_hand = self.by_spellings(alone, start, notations, Writing::Hand)?;
        if !in_columns && !by_hand.holds_inferred(cells, start) {
            return None;
        }
        let doubts = read.findings.iter().filter(|finding| finding.code == &code::A101).count();
        let expected = read.game.line.plies.len() as f32 - EVEN * doubts as f32;
        let better = (misplaced || by_hand.expected_plies() > expected) && by_hand.read_exactly() >= LEGIBLE;
        better.then_some(by_hand)
    }

    /// What a record is as spellings of moves, searched once for all places that have the same texts in it.
    fn by_spellings(
        &mut self,
        alone: &[Witness<'_>; 1],
        start: &GameState,
        notations: Vec<&'static dyn Notation>,
        writing: Writing,
    ) -> Option<Arc<ByHand>> {
        let names = notations.iter().map(|notation| notation.name()).collect();
        let asked = AskedByHand::new(names, (writing, self.options.ask), alone[0].cells, start);
        let ask = self.options.ask;
        self.searched.by_hand(asked, || by_hand::read(alone, start, &[notations], writing, ask))
    }

    /// The reading of a record whose print alone makes no game, and of which the rules of repair change more than they must: the one
    /// in which every cell is any legal move at a price, if that leaves more of the print as it stands, and nearly all of it,
    /// for prose makes a game too. Score sheets have been asked so already. Layouts are compared without it: it would hide what does not
    /// fit.
    #[must_use]
    pub fn mend(&mut self, draft: &Draft<'_>, read: Reading) -> Reading {
        self.mended(draft, &read).unwrap_or(read)
    }

    fn mended(&mut self, draft: &Draft<'_>, read: &Reading) -> Option<Reading> {
        let cells = &draft.mainline.cells;
        let is_doubted = matches!(read.verdict, Verdict::Repaired | Verdict::Ambiguous | Verdict::Incomplete);
        if !is_doubted
            || cells.len() < SHORTEST
            || self.options.as_written
            || draft.unordered.is_some()
            || draft.has_alternatives()
            || !draft.sheets.is_empty()
            || self.is_sheet(read.notation, draft)
            || is_of_squares(read.notation)
            || one_side::side_of(draft).is_some()
            || read.cells.iter().any(Option::is_none)
        {
            return None;
        }
        let notation = notation::find(read.notation)?;
        let start = GameState::new(&start_of(draft).0);
        let exact = self.attempt(notation, &draft.mainline, &start, Leniency::Exact);
        let as_printed = self.as_printed(draft, read, &start);
        if exact.unread() == Cost::EXACT || as_printed + 1 >= cells.len() || !self.are_moves(notation, cells)
        {
            return None;
        }
        let printed = (PRINTED * cells.len() as f32).ceil() as usize;
        // Letters of another script are no more bent than those of the reading before, which knows them.
        let most_bent = cells.len() - printed.min(cells.len());
        if out_of_count(cells) > most_bent {
            return None;
        }
        let fault = Track::best(&exact).next_cell();
        let is_played = self.breaks_rules(&exact, &draft.mainline, &start);
        let alone = [Witness { name: String::new(), cells, here: true, known: false, notation: None }];
        let mut notations = self.notations_with_spellings(draft, Some(read.notation));
        // In any other, too few cells would stand as printed.
        notations.retain(|notation| self.are_moves(*notation, cells));
        let by_hand = self.by_spellings(&alone, &start, notations, Writing::Print { most_bent })?;
        // A move that only the rules forbid was played all the same, so no other is put for it.
        if !by_hand.holds_inferred(cells, &start) || is_played && !by_hand.is_as_printed(fault) {
            return None;
        }
        let mended = self.report_by_hand(&by_hand, draft, &alone, &start)?;
        let stands = self.as_printed(draft, &mended, &start);
        // Of two that leave as much, the one that says less of its own is better.
        let plies = |reading: &Reading| reading.game.line.plies.len();
        let says_less = stands == as_printed && plies(&mended) < plies(read);
        let is_better = stands > as_printed || says_less;
        (is_better && stands as f32 >= PRINTED * cells.len() as f32).then_some(mended)
    }

    /// How many half-moves of a reading are what the cells of their record say.
    #[must_use]
    pub fn read_as_written(&mut self, draft: &Draft<'_>, reading: &Reading) -> usize {
        let (start, _) = start_of(draft);
        self.as_printed(draft, reading, &GameState::new(&start))
    }

    /// How many half-moves of a reading are what their cells say.
    fn as_printed(&mut self, draft: &Draft<'_>, reading: &Reading, start: &GameState) -> usize {
        let Some(notation) = notation::find(reading.notation) else { return 0 };
        let lexicon = self.guesser.lexicon(notation, self.options.from);
        let mut state = start.clone();
        let mut all = 0;
        for (ply, cell) in reading.game.line.plies.iter().zip(&reading.cells) {
            if let Some(cell) = cell.and_then(|cell| draft.mainline.cells.get(cell as usize)) {
                let mut found = Weighings::new();
                let legal = state.position.legal_moves();
                PlainReader { lexicon, leniency: Leniency::Exact }.weigh(
                    cell,
                    state.scene(),
                    &legal,
                    &mut found,
                );
                all += usize::from(found.iter().any(|fits| fits.mv == ply.mv && fits.how.is_exact()));
            }
            state.play(ply.mv);
        }
        all
    }

    /// Whether nearly all cells are moves of a notation, wherever they may be played.
    fn are_moves(&mut self, notation: &'static dyn Notation, cells: &[record::Cell<'_>]) -> bool {
        self.moves_among(notation, cells) as f32 >= PRINTED * cells.len() as f32
    }

    /// How many cells are moves of a notation, wherever they may be played.
    fn moves_among(&mut self, notation: &'static dyn Notation, cells: &[record::Cell<'_>]) -> usize {
        let lexicon = self.guesser.lexicon(notation, self.options.from);
        let says = |cell: &&record::Cell<'_>| {
            let side = cell.side.unwrap_or(shakmaty::Color::White);
            cell.decided.is_some() || !lexicon.look_up(&cell.text, side).senses.is_empty()
        };
        cells.iter().filter(says).count()
    }

    /// Whether a record is a score sheet: its cells stand in rows with numbers, and in columns of both sides. What a person has
    /// added has no place of its own.
    fn is_sheet(&self, notation: &str, draft: &Draft<'_>) -> bool {
        let is_placed = |cell: &record::Cell<'_>| {
            cell.side.is_some() && cell.number.is_some() || cell.text.is_empty() && cell.decided.is_some()
        };
        draft.is_table && !is_of_squares(notation) && draft.mainline.cells.iter().all(is_placed)
    }

    /// The notations in which a record may be written, of those whose spellings are known.
    fn notations_with_spellings(
        &mut self,
        draft: &Draft<'_>,
        known: Option<&str>,
    ) -> Vec<&'static dyn Notation> {
        if let NotationChoice::Notation(notation) = self.notation_of(draft) {
            return vec![notation];
        }
        let mut ranked = self.guesser.rank(&draft.mainline.cells);
        ranked.extend(known.and_then(notation::find));
        ranked.extend(notation::find("san"));
        ranked.retain(|notation| by_hand::has_spellings(*notation));
        let mut names = Vec::new();
        ranked.retain(|notation| {
            let new = !names.contains(&notation.name());
            names.push(notation.name());
            new
        });
        ranked
    }

    fn report_by_hand(
        &mut self,
        by_hand: &ByHand,
        draft: &Draft<'_>,
        witnesses: &[Witness<'_>],
        start: &GameState,
    ) -> Option<Reading> {
        let notation = by_hand.notation();
        let mut reading = by_hand.report(draft, witnesses, &self.options, start, &mut self.guesser)?;
        self.read_variations(&draft.mainline, &mut reading, notation);
        Some(reading)
    }

    /// Reads one game from several records of it together; `None` if their men have no letters. The reading is that of
    /// `draft`, whose main line is the first of the records.
    pub fn collate(&mut self, draft: &Draft<'_>, witnesses: &[Witness<'_>]) -> Option<Reading> {
        let (start, findings) = start_of(draft);
        let start = GameState::new(&start);
        let all = witnesses.len();
        let witnesses = &by_hand::longest(witnesses);
        let notations: Vec<_> = witnesses.iter().map(|witness| self.notations_of(witness)).collect();
        if notations.iter().any(Vec::is_empty) {
            return None;
        }
        // Beside a known game, what the records say exactly is dearer to pass over than the known move.
        let is_beside = witnesses.iter().any(|witness| witness.known);
        let writing = if is_beside { Writing::Beside } else { Writing::Hand };
        let by_hand = by_hand::read(witnesses, &start, &notations, writing, self.options.ask)?;
        let mut reading = self.report_by_hand(&by_hand, draft, witnesses, &start)?;
        reading.findings.splice(0..0, findings.into_iter().chain(unknown_notation(draft)));
        if witnesses.len() < all {
            let words = format!("{} records of this game were read together, of {all}", witnesses.len());
            reading.findings.push(Finding::new(&code::W103, draft.span, words));
        }
        Some(reading)
    }

    /// The notations in which a record may be written that is read together with others.
    fn notations_of(&mut self, witness: &Witness<'_>) -> Vec<&'static dyn Notation> {
        let named = witness.notation.and_then(notation::find);
        let mut own = match (self.options.from, named) {
            // What a known game is written in is known.
            (_, Some(named)) if witness.known => vec![named],
            (NotationChoice::Notation(given), _) => vec![given],
            (NotationChoice::Auto, Some(named)) => vec![named],
            (NotationChoice::Auto, None) => {
                let mut ranked = self.guesser.rank(witness.cells);
                ranked.extend(notation::find("san"));
                ranked
            }
        };
        own.retain(|notation| by_hand::can_be_read_together(*notation));
        let mut names = Vec::new();
        own.retain(|notation| {
            let new = !names.contains(&notation.name());
            names.push(notation.name());
            new
        });
        own
    }

    /// The notation that the user or the record names.
    fn notation_of(&self, draft: &Draft<'_>) -> NotationChoice {
        match (self.options.from, draft.notation.as_deref().and_then(notation::find)) {
            (NotationChoice::Auto, Some(own)) => NotationChoice::Notation(own),
            (given, _) => given,
        }
    }

    /// The reading of the first text of each cell, where the notation has no prices for the others. Nothing of it is claimed.
    fn first_choices(&mut self, draft: &Draft<'_>) -> Reading {
        let mut plain = draft.clone();
        plain.sheets.clear();
        plain.mainline.cells.iter_mut().for_each(|cell| cell.alternatives.clear());
        let mut reading = self.decode(&plain);
        let words = format!(
            "lists of texts and several sheets are read in algebraic notation and in descriptive English, and {} is neither: \
             only the first text of each cell of the first sheet was read",
            reading.notation
        );
        reading.findings.push(Finding::new(&code::N191, draft.span, words));
        reading.verdict = reading.verdict.max(Verdict::Ambiguous);
        reading
    }

    /// One search over a line of cells.
    fn attempt(
        &mut self,
        notation: &'static dyn Notation,
        cell_line: &CellLine<'_>,
        game_state: &GameState,
        leniency: Leniency,
    ) -> Attempt {
        let as_written = self.options.as_written;
        let limits = (as_written, self.options.beam);
        let asked = Asked::new(notation.name(), leniency, limits, &cell_line.cells, game_state);
        if let Some(lattice) = self.searched.get(&asked).cloned() {
            self.work += lattice.vertices.len() as u64;
            return Attempt { notation, leniency, as_written, unordered: false, lattice, rival: None };
        }
        let order = InSequence { cells: cell_line.cells.len() as u32 };
        let lexicon = self.guesser.lexicon(notation, self.options.from);
        let mut bounds = bounds(&self.options, leniency);
        let run = |lexicon: &mut Lexicon, bounds: &Bounds| {
            search(&cell_line.cells, &order, &mut PlainReader { lexicon, leniency }, game_state, bounds)
        };
        let mut lattice = run(lexicon, &bounds);
        let habits = habits::mark_habits(&lattice, &cell_line.cells, lexicon, game_state);
        if habits != bounds.habits {
            bounds.habits = habits;
            lattice = run(lexicon, &bounds);
        }
        self.work += lattice.vertices.len() as u64;
        self.searched.keep(asked, &lattice);
        Attempt { notation, leniency, as_written, unordered: false, lattice, rival: None }
    }

    /// The other notation of several cells that the attempt's own notation cannot read; it may read all
    /// cells.
    fn other_notation(
        &mut self,
        attempt: &Attempt,
        cell_line: &CellLine<'_>,
        game_state: &GameState,
    ) -> Option<&'static dyn Notation> {
        let lexicon = self.guesser.lexicon(attempt.notation, self.options.from);
        let mut turn = game_state.position.turn();
        let mut found: Vec<(&'static dyn Notation, usize)> = Vec::new();
        let (end, _) = attempt.lattice.end()?;
        for edge in attempt.lattice.path(end).iter().map(|&edge| &attempt.lattice.edges[edge as usize]) {
            let side = turn;
            turn = !turn;
            let Some(cell) = edge.cell.filter(|_| edge.how.foreign) else { continue };
            let entry = lexicon.look_up(&cell_line.cells[cell as usize].text, side).clone();
            let Some(notation) = lexicon.notation(&entry) else { continue };
            match found.iter_mut().find(|(known, _)| known.name() == notation.name()) {
                Some((_, count)) => *count += 1,
                None => found.push((notation, 1)),
            }
        }
        found.into_iter().max_by_key(|(_, count)| *count).filter(|(_, count)| *count > 1).map(|(n, _)| n)
    }

    /// Tries again with OCR errors if the reading stops early.
    fn decode_as_ocr(
        &mut self,
        relaxed: Attempt,
        cell_line: &CellLine<'_>,
        game_state: &GameState,
    ) -> Attempt {
        if relaxed.unread() == Cost::EXACT || relaxed.notation.name() != ENGLISH {
            return relaxed;
        }
        let order = InSequence { cells: cell_line.cells.len() as u32 };
        let lexicon = self.guesser.lexicon(relaxed.notation, self.options.from);
        let mut reader = Noisy::new(lexicon, true);
        let bounds = bounds(&self.options, Leniency::Ocr);
        let lattice = search(&cell_line.cells, &order, &mut reader, game_state, &bounds);
        let rubbed = Attempt {
            notation: relaxed.notation,
            leniency: Leniency::Ocr,
            as_written: false,
            unordered: false,
            lattice,
            rival: None,
        };
        if Track::best(&rubbed).len() > Track::best(&relaxed).len() { rubbed } else { relaxed }
    }

    /// Skips a cell that cannot be read if the following cells can.
    fn skip_unreadable(
        &mut self,
        read: Attempt,
        unsure: Option<Attempt>,
        cell_line: &CellLine<'_>,
        game_state: &GameState,
    ) -> (Attempt, Option<Attempt>) {
        let length = Track::best(&read).len();
        if read.as_written || length + MOST_UNREAD < cell_line.cells.len() {
            return (read, unsure);
        }
        if read.unread() == Cost::EXACT && length == cell_line.cells.len() {
            return (read, unsure);
        }
        if self.breaks_rules(&read, cell_line, game_state) {
            return (read, unsure);
        }
        let mut bridged = self.attempt(read.notation, cell_line, game_state, Leniency::Unreadable);
        self.doubt_bent_squares(&mut bridged, cell_line, game_state);
        let goes_on = Track::best(&bridged).len() > length;
        if goes_on && !self.bends_squares(&read, &bridged, cell_line, game_state) {
            (bridged, None)
        } else {
            (read, unsure)
        }
    }

    /// What the attempts say behind the place where the reading stops: the one that goes farthest, if need be past cells
    /// that cannot be read.
    fn beyond(
        &mut self,
        attempt: &Attempt,
        unsure: Option<&Attempt>,
        reading: &Reading,
        draft: &Draft<'_>,
        game_state: &GameState,
    ) -> Option<Box<Beyond>> {
        let cells = &draft.mainline.cells;
        let tries = [Some(attempt), unsure].into_iter().flatten();
        let mut all: Vec<Beyond> = tries.filter_map(|attempt| Beyond::of(attempt, reading, cells)).collect();
        let ends = all.iter().any(|beyond| beyond.rest.is_none());
        if !ends && draft.unordered.is_none() && cells.len() <= MOST_UNREAD {
            let line = &draft.mainline;
            let bridged = self.attempt(attempt.notation, line, game_state, Leniency::Unreadable);
            all.extend(Beyond::of(&bridged, reading, cells));
        }
        let length = |beyond: &Beyond| beyond.from + beyond.plies.len();
        // Of equals the first: it bends the print least.
        all.into_iter().rev().max_by_key(length).map(Box::new)
    }

    /// Whether the reading stops at a text that denotes an illegal move. The move may have been played all
    /// the same, so no other move is assumed there.
    fn breaks_rules(&mut self, read: &Attempt, cell_line: &CellLine<'_>, game_state: &GameState) -> bool {
        let track = Track::best(read);
        let mut game_state = game_state.clone();
        track.moves().for_each(|m| game_state.play(m));
        let Some(cell) = cell_line.cells.get(track.next_cell()) else { return false };
        if game_state.position.board().king_of(game_state.position.turn()).is_none() {
            return false;
        }
        let illegal = pseudo::illegal_moves(&game_state.position, &game_state.position.legal_moves());
        let lexicon = self.guesser.lexicon(read.notation, self.options.from);
        let mut found = Weighings::new();
        PlainReader { lexicon, leniency: Leniency::Exact }.weigh(
            cell,
            game_state.scene(),
            &illegal,
            &mut found,
        );
        !found.is_empty()
    }

    /// Whether the bent reading changes a text that the exact one has read, and that names both squares of its move.
    fn bends_squares(
        &mut self,
        exact: &Attempt,
        bent: &Attempt,
        cell_line: &CellLine<'_>,
        game_state: &GameState,
    ) -> bool {
        let (read, track) = (Track::best(exact).next_cell(), Track::best(bent));
        let lexicon = self.guesser.lexicon(exact.notation, self.options.from);
        let mut turn = game_state.position.turn();
        track.edges().any(|edge| {
            let side = turn;
            turn = !turn;
            let cell = edge.cell.map(|cell| cell as usize).filter(|&cell| cell < read);
            let Some(cell) = cell.and_then(|cell| cell_line.cells.get(cell)) else { return false };
            !edge.how.is_unbent() && names_squares(&lexicon.look_up(&cell.text, side).senses)
        })
    }

    /// Marks the repairs of texts that name both squares of their move, but for those that the moves behind them prove: each is a
    /// guess, since its text says exactly which move was meant.
    fn doubt_bent_squares(
        &mut self,
        attempt: &mut Attempt,
        cell_line: &CellLine<'_>,
        game_state: &GameState,
    ) {
        let lexicon = self.guesser.lexicon(attempt.notation, self.options.from);
        let first = game_state.position.turn();
        for (ply, edge) in Track::unproven_bends(attempt) {
            let side = if ply.is_multiple_of(2) { first } else { !first };
            let Some(edge) = attempt.lattice.edges.get_mut(edge as usize) else { continue };
            let cell = edge.cell.and_then(|cell| cell_line.cells.get(cell as usize));
            // A wrong mark of check or capture changes no square.
            edge.how.guessed |= cell.is_some_and(|cell| {
                let senses = &lexicon.look_up(&cell.text, side).senses;
                names_squares(senses)
                    && !senses.iter().any(|sense| has_squares_of(sense, edge.mv, names_man(&cell.text)))
            });
        }
    }

    /// Looks for another order of the cells, unless the printed order reads farther.
    fn reorder<'d, 't>(
        &mut self,
        exact: Attempt,
        draft: &'d Draft<'t>,
        game_state: &GameState,
    ) -> (Attempt, &'d Draft<'t>) {
        if exact.unread() == Cost::EXACT {
            return (exact, draft);
        }
        let lexicon = self.guesser.lexicon(exact.notation, self.options.from);
        let estimates = self.estimates;
        let (worn, laid) =
            unordered::read(draft, game_state, exact.notation, &self.options, estimates, lexicon);
        if Track::best(&worn).len() > Track::best(&exact).len() { (worn, laid) } else { (exact, draft) }
    }

    /// Tries again with misspellings if an exact reading does not reach the end. If that goes farther only by
    /// repairs that are too uncertain, it is returned too.
    fn decode_with_typos(
        &mut self,
        exact: Attempt,
        cell_line: &CellLine<'_>,
        game_state: &GameState,
    ) -> (Attempt, Option<Attempt>) {
        if exact.unread() == Cost::EXACT {
            return (exact, None);
        }
        let mut bent = self.attempt(exact.notation, cell_line, game_state, Leniency::Slips);
        self.doubt_bent_squares(&mut bent, cell_line, game_state);
        // If every text gives both squares, an illegal move was an oversight of the player, so no earlier
        // move is changed to make it legal.
        if exact.notation.family() == Family::Squares && self.breaks_rules(&exact, cell_line, game_state) {
            return (exact, Some(bent));
        }
        // The error is where the rules say it is: a legal move that names both its squares is not changed for it, and one that
        // is not legal is no other move unless those behind it prove that.
        if self.bends_squares(&exact, &bent, cell_line, game_state) {
            return (exact, Some(bent));
        }
        if Track::best(&bent).len() > Track::best(&exact).len() { (bent, None) } else { (exact, Some(bent)) }
    }

    /// Decodes the variations of all moves, each from its position.
    fn read_variations(
        &mut self,
        cell_line: &CellLine<'_>,
        reading: &mut Reading,
        notation: &'static dyn Notation,
    ) {
        if cell_line.cells.iter().all(|cell| cell.variations.is_empty()) {
            return;
        }
        let mut game_state = GameState::new(&reading.game.start);
        let cells = reading.cells.clone();
        for (ply, cell) in cells.iter().enumerate() {
            let Some(mv) = reading.game.line.plies.get(ply).map(|ply| ply.mv) else { break };
            let variations =
                cell.and_then(|cell| cell_line.cells.get(cell as usize)).map(|cell| &cell.variations);
            for variation in variations.into_iter().flatten() {
                let line = self.read_variation(variation, &game_state, notation, &mut reading.findings, 1);
                if let Some(ply) = reading.game.line.plies.get_mut(ply) {
                    ply.variations.push(line);
                }
            }
            game_state.play(mv);
        }
    }

    fn read_variation(
        &mut self,
        cell_line: &CellLine<'_>,
        game_state: &GameState,
        notation: &'static dyn Notation,
        findings: &mut Vec<Finding>,
        depth: u32,
    ) -> crate::game::Line {
        let attempt = self.attempt(notation, cell_line, game_state, Leniency::Exact);
        let lexicon = self.guesser.lexicon(notation, self.options.from);
        let (mut line, cells) =
            report::variation(cell_line, &self.options, &attempt, game_state, lexicon, findings);
        let mut game_state = game_state.clone();
        for (ply, cell) in line.plies.iter_mut().zip(cells) {
            for inner in cell
                .and_then(|cell| cell_line.cells.get(cell as usize))
                .into_iter()
                .flat_map(|c| &c.variations)
            {
                if depth >= MOST_NESTED {
                    findings.push(Finding::new(
                        &code::S190,
                        inner.cells.first().map_or_else(Default::default, |c| c.span),
                        "variations are nested too deeply; this one is skipped",
                    ));
                    continue;
                }
                ply.variations.push(self.read_variation(inner, &game_state, notation, findings, depth + 1));
            }
            game_state.play(ply.mv);
        }
        line
    }
}

/// Whether every meaning of a text is a move from one square to another, or castling.
fn names_squares(senses: &Senses) -> bool {
    let both = |sense: &Sense| match &sense.skeleton.deed {
        Deed::Castle(side) => side.is_some(),
        Deed::Displace(said) => said.from.count() == 1 && said.to.count() == 1,
        Deed::Pass | Deed::Same => false,
    };
    !senses.is_empty() && senses.iter().all(both)
}

/// Whether a meaning of a text goes from and to the squares of a move, or names its man and goes to its square: then the man and
/// where it goes say which move is meant, though it stands elsewhere (`La5-b3` with the bishop on a4).
fn has_squares_of(sense: &Sense, mv: Move, has_letter: bool) -> bool {
    match &sense.skeleton.deed {
        Deed::Castle(side) => mv.is_castle() && side.is_none_or(|side| mv.castling_side() == Some(side)),
        Deed::Displace(said) => {
            let names_man = has_letter && said.roles.contains(mv.role());
            let goes_from = mv.from().is_some_and(|from| said.from.contains(from));
            (goes_from || names_man && mv.role() != Role::Pawn) && said.to.contains(mv.to())
        }
        Deed::Pass | Deed::Same => false,
    }
}

/// Whether a text begins with the letter of a man, before the first square: `La5-b3`, `N b8-c6`.
fn names_man(text: &str) -> bool {
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    signs.next().is_some_and(char::is_alphabetic) && signs.next().is_some_and(char::is_alphabetic)
}

/// A game with more unread cells is not tried again.
const MOST_UNREAD: usize = 400;

/// Share of the cells that must be moves as they stand for a sheet to be read by hand.
const LEGIBLE: f32 = 0.4;

/// The cells of a sheet up to the last that says anything; none where so many of them are empty, or one behind the other, that every move is
/// as good as any other.
fn told<'c, 't>(cells: &'c [record::Cell<'t>]) -> &'c [record::Cell<'t>] {
    let last = cells.iter().rposition(says_anything).map_or(0, |last| last + 1);
    let cells = &cells[..last];
    let written = cells.iter().filter(|cell| says_anything(cell)).count();
    let longest = cells.split(says_anything).map(<[_]>::len).max().unwrap_or(0);
    if longest > MOST_SILENT || (written as f32) < LEGIBLE * last as f32 { &[] } else { cells }
}

/// Whether a cell of a sheet is not empty.
fn says_anything(cell: &record::Cell<'_>) -> bool {
    cell.decided.is_some() || !cell.text.trim().is_empty()
}

/// Most empty cells, one behind the other, over which a sheet can be read.
const MOST_SILENT: usize = 6;

/// Share of the cells of any other record that must be moves as they stand for the rest to be mended.
const PRINTED: f32 = 0.85;

/// Shorter records say too little for that.
const SHORTEST: usize = 12;

/// What an ambiguous half-move counts.
const EVEN: f32 = 0.5;

/// The notation that the OCR channel supports.
const ENGLISH: &str = "english";

/// Deepest nesting of variations that is decoded.
const MOST_NESTED: u32 = 100;

pub(crate) fn bounds(options: &Options, leniency: Leniency) -> Bounds {
    let (beam, window, patience, each) = match leniency {
        Leniency::Exact => (options.beam, 12_000, 100_000, 2_500),
        Leniency::Slips | Leniency::Unreadable => (options.beam, 16_000, 50_000, 1_500),
        Leniency::Ocr => (options.beam.min(WORN_BEAM), 24_000, 80_000, 3_000),
    };
    let [window, patience, each] = [window, patience, each].map(Cost::new);
    Bounds {
        beam,
        beside: 0,
        window,
        narrow: window,
        habits: MarkHabits::default(),
        bend_marks: matches!(leniency, Leniency::Slips | Leniency::Unreadable),
        as_written: options.as_written,
        late_repairs: 0,
        ceiling: Cost::NEVER,
        patience,
        each,
    }
}

/// Beam width with OCR errors; few of the many readings survive.
const WORN_BEAM: usize = 70;

/// How many cells cannot be read as they stand, whatever the moves are: a number stands for one move of each side.
fn out_of_count(cells: &[record::Cell<'_>]) -> usize {
    let mut times: std::collections::HashMap<u32, usize> = std::collections::HashMap::new();
    for number in cells.iter().filter_map(|cell| cell.number) {
        *times.entry(number).or_default() += 1;
    }
    times.values().map(|&times| times.saturating_sub(2)).sum()
}

/// The finding that a cell of a table is read as a move of the side whose column it does not stand in; the first of these.
fn out_of_column(reading: &Reading, draft: &Draft<'_>) -> Option<Finding> {
    if !draft.is_table {
        return None;
    }
    (1u32..).zip(&reading.cells).find_map(|(ply, cell)| {
        let cell = draft.mainline.cells.get((*cell)? as usize)?;
        let (number, side) = game::mover_at(&reading.game.start, ply);
        let column = cell.side.filter(|own| *own != side)?;
        let words = format!(
            "“{}” stands in the column of {}, and is read as a move of {}: a cell before it may be lost",
            cell.text,
            column.fold_wb("White", "Black"),
            side.fold_wb("White", "Black")
        );
        Some(Finding::new(&code::M115, cell.span, words).text(&*cell.text).at_ply(ply, number, side))
    })
}

/// Whether every text of a notation names both squares of a move.
fn is_of_squares(notation: &str) -> bool {
    notation::find(notation).is_some_and(|known| known.family() == Family::Squares)
}

/// The finding that a record names a notation that is not known.
fn unknown_notation(draft: &Draft<'_>) -> Option<Finding> {
    let name = draft.notation.as_ref().filter(|name| notation::find(name).is_none())?;
    let words =
        format!("the record is said to be in `{name}`, which is no notation that is known: it is guessed");
    Some(Finding::new(&code::N192, draft.span, words).text(name))
}

/// The starting position, and findings about it.
fn start_of(draft: &Draft<'_>) -> (Chess, Vec<Finding>) {
    let (fen, span) = match &draft.start {
        Start::Array => return (Chess::default(), Vec::new()),
        Start::Fen(fen, span) | Start::Odds(fen, span) => (fen, *span),
    };
    let setup = match fen.parse::<Fen>() {
        Ok(setup) => setup,
        Err(error) => {
            let why =
                format!("invalid FEN: {error}; the moves are read from the first position of a game instead");
            let finding = Finding::new(&code::P901, span, why).text(fen);
            return (Chess::default(), vec![finding]);
        }
    };
    let is_named = draft.tags.get("Variant").is_some_and(chess960::is_named);
    let mode = match is_named {
        true => CastlingMode::detect(setup.as_setup()),
        false => chess960::castling_of_fen(fen, setup.as_setup()),
    };
    let setup = setup.into_setup();
    match setup.clone().position::<Chess>(mode) {
        Ok(position) => (position, Vec::new()),
        Err(error) => {
            // Rights that nobody can have are told as such; the game is played without them.
            let error = match error.ignore_invalid_castling_rights() {
                Ok(position) => return (position, Vec::new()),
                Err(error) => error,
            };
            let mut why = format!("no legal position: {}", faults(&setup.board, setup.turn, error.kinds()));
            let position = error
                .ignore_invalid_ep_square()
                .or_else(shakmaty::PositionError::ignore_too_much_material)
                .or_else(shakmaty::PositionError::ignore_impossible_check);
            if position.is_err() {
                why.push_str("; the moves are read from the first position of a game instead");
            }
            let finding = Finding::new(&code::P902, span, why).text(fen);
            (position.unwrap_or_default(), vec![finding])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sheet_that_says_next_to_nothing_is_not_searched() {
        let written = |texts: &[&'static str]| {
            let cell = |text: &&'static str| record::Cell { text: (*text).into(), ..record::Cell::default() };
            told(&texts.iter().map(cell).collect::<Vec<_>>()).len()
        };
        assert_eq!(written(&["e4", "e5", "", "Nc6", "Bb5"]), 5);
        // Empty rows below the game are none of it.
        assert_eq!(written(&["e4", "e5", "", " ", "", "", "", "", "", "", "", "", "", "", ""]), 2);
        assert_eq!(written(&["e4", "", "", "", "", "", "", "", "", "", "e5", "Nf3", "Nc6", "Bb5"]), 0);
        assert_eq!(written(&["", "", "e4", "", "", "e5", "", "", ""]), 0);
        assert_eq!(written(&["", "\u{2028}"]), 0);
    }

    #[test]
    fn a_sheet_of_words_that_are_no_moves_is_not_searched() {
        let words = ["O", "X[1]", "bxc3", "??", "O", "O;", "zz", "d5", "O", "X[1]", "O", "O;"];
        let cell = |(at, text): (usize, &&'static str)| record::Cell {
            text: (*text).into(),
            number: Some(at as u32 / 2 + 1),
            side: Some(shakmaty::Color::from_white(at % 2 == 0)),
            ..record::Cell::default()
        };
        let cells = words.iter().enumerate().map(cell).collect();
        let mainline = CellLine { cells, ..CellLine::default() };
        let draft = Draft { mainline, is_table: true, ..Draft::default() };
        let mut decoder = Decoder::new(Options::default());
        assert!(decoder.decode(&draft).game.line.plies.len() < 3);
        assert_eq!(decoder.searched.by_spellings(), 0);
    }
}
