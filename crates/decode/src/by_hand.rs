//! Reads a record as a hand wrote it: every cell may be any legal move at a price (`scorebook-search`).
//!
//! Score sheets are full of slips that no list of repairs foresees, so a game is not given up at the first of them: the
//! search goes to the end of the record, and each half-move that the text does not say exactly has a finding with its chance.
//! What people play decides what is written first; what is *claimed* rests on the record alone.

use rustc_hash::FxHashSet;
use scorebook_search::Nats;
use scorebook_search::grammar::Grammar;
use scorebook_search::lattice::{Lattice, Ply as FoundPly, Said};
use scorebook_search::{
    Channel, Prices, Record, Written, record::readings, search::MOST_RECORDS, search::search_records_in,
};
use shakmaty::{Chess, Color, EnPassantMode, Move, Outcome, Position, fen::Fen};
use smallvec::SmallVec;

use crate::finding::{Candidate, Code, Finding, code};
use crate::game::{Game, Line, Ply, Verdict, mover_at};
use crate::guess::Guesser;
use crate::lexicon::Lexicon;
use crate::notation::Notation;
use crate::notation::spelling::san;
use crate::reader::{Leniency, PlainReader, Reader, ScoredMove, Weighings};
use crate::record::{Cell, Draft};
use crate::text::Span;
use crate::{ENGLISH, GameState, Options, Reading};

/// Width of the search that chooses among notations.
const NARROW: usize = 24;
/// Records with more cells are no game that was ever played.
const LONGEST: usize = 1_200;
/// Numbers that jump by more rows than this are misread, not a sign of lost rows.
const LOST_ROWS: u32 = 4;
/// The price of a half-move of a known game that is not that of the records: they are believed more.
const KNOWN_DIFFERS: Nats = 2.5;
/// A half-move that is less likely than this is more likely wrong than right.
const EVEN: f32 = 0.5;
/// A game that is read from lists of texts is claimed only if the chance that all of it is right is no smaller.
const CLAIMED: f32 = 0.99;
/// Alternatives have their prices in thousandths of a nat.
const THOUSANDTHS: Nats = 1000.0;
/// Most moves that are told of those that fit as well.
const MOST_TOLD: usize = 4;
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
            // A record from the array begins with row 1, even if its first rows are lost.
            let (row, before) = row_of_number.unwrap_or((0, 1));
            let rows = cell.number.map_or(0, |number| number.saturating_sub(before));
            if (row_of_number.is_some() || first.is_white()) && rows > 0 && rows <= LOST_ROWS + 1 {
                place = place.max(2 * (row + rows as usize));
            }
            let black = usize::from(
                cell.side
                    .unwrap_or(if place.is_multiple_of(2) { Color::White } else { Color::Black })
                    .is_black(),
            );
            if place % 2 != black && (cell.side.is_some() || place == 0 && first.is_black()) {
                place += 1;
            }
            if let Some(number) = cell.number {
                row_of_number = Some((place / 2, number));
            }
            sheet.record.leave_empty(place);
            sheet.cells.resize(place, None);
            if let Some(said) = &cell.decided {
                sheet.record.decided.insert(place as u32, said.clone());
            }
            sheet.record.cells.push(readings_of(cell));
            sheet.cells.push(Some(at as u32));
        }
        sheet
    }
}

/// A half-move to ask a person for.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The half-move, from 1.
    pub ply: u32,
    /// The cell of the first record that it was read from; `None` if that has none.
    pub cell: Option<u32>,
    /// The last cell before it.
    pub before: Option<u32>,
    /// The position, as FEN, if all that is read before is right.
    pub fen: String,
    /// The moves that it may be in SAN, the likeliest first, each with its chance.
    pub answers: Vec<(String, f32)>,
    /// How many more half-moves will be right once it is answered, itself among them.
    pub settles: f32,
}

/// What a cell may say, at which price.
fn readings_of(cell: &Cell<'_>) -> SmallVec<[Written; 1]> {
    match (&cell.decided, cell.alternatives.as_slice()) {
        (Some(said), _) => Written::of_text(said, 0.0).into_iter().collect(),
        (None, []) => Written::of_text(&cell.text, 0.0).into_iter().collect(),
        (None, texts) => readings(texts.iter().map(|known| (&*known.text, known.cost as Nats / THOUSANDTHS))),
    }
}

/// What one record tells of a game.
#[derive(Clone)]
pub struct Witness<'w> {
    /// Its name, for people; empty if it is the only one.
    pub name: String,
    /// Its cells.
    pub cells: &'w [Cell<'w>],
    /// Whether its places are those of the source on which the reading is reported.
    pub here: bool,
    /// Whether it is a game that is known from elsewhere: it helps where the records say nothing, and is no record itself.
    pub known: bool,
    /// The notation that it says it is in, by name.
    pub notation: Option<&'w str>,
}

impl<'w> Witness<'w> {
    /// All records of a draft: its main line, and what is to be read together with it. `source` is put before their names;
    /// `here`: the reading is reported on the source of the draft.
    #[must_use]
    pub fn all_of(draft: &'w Draft<'w>, source: &str, here: bool) -> Vec<Witness<'w>> {
        let named = |name: &str| match (source.is_empty(), name.is_empty()) {
            (_, true) => source.to_owned(),
            (true, false) => name.to_owned(),
            (false, false) => format!("{source}, {name}"),
        };
        let notation = draft.notation.as_deref();
        let own =
            Witness { name: named(&draft.name), cells: &draft.mainline.cells, here, known: false, notation };
        let others = draft.sheets.iter().map(|sheet| Witness {
            name: named(&sheet.name),
            cells: &sheet.line.cells,
            here,
            known: false,
            notation,
        });
        std::iter::once(own).chain(others).filter(|witness| !witness.cells.is_empty()).collect()
    }

    /// The place of a cell, or of the end of what was read before it in the source of the reading.
    fn place(&self, cell: &Cell<'_>, last: Span) -> Span {
        if self.here { cell.span } else { Span::at(last.end) }
    }
}

/// As many records as are read together: the first, a known game, and the longest of the others, in their order.
pub(crate) fn longest<'w>(witnesses: &[Witness<'w>]) -> Vec<Witness<'w>> {
    let mut order: Vec<usize> = (1..witnesses.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse((witnesses[at].known, witnesses[at].cells.len())));
    order.truncate(MOST_RECORDS - 1);
    order.push(0);
    order.sort_unstable();
    order.into_iter().filter_map(|at| witnesses.get(at).cloned()).collect()
}

/// A reading of one sheet, or of several sheets of one game.
pub(crate) struct ByHand {
    /// For each record its notation and the spellings of it.
    written: Vec<(&'static dyn Notation, Grammar)>,
    sheets: Vec<Sheet>,
    /// The half-moves with their chances in the light of what people play.
    plies: Vec<FoundPly>,
    /// The chances that the records alone give them.
    by_record: Vec<f32>,
    /// For each half-move of which nothing is said, the other moves behind which all that follows can be read as well. The search drops
    /// those that nobody would play.
    as_good: Vec<Vec<Move>>,
    /// The chance that all of them are right, by the records alone or with what people play, whichever is smaller.
    chance: f32,
    /// The same in doubt of all that is written.
    chance_in_doubt: f32,
    /// The half-moves to ask a person for.
    questions: Vec<scorebook_search::lattice::Question>,
    /// Whether a recogniser has offered several texts for some cells.
    is_recognised: bool,
    /// Number of half-moves that are worth writing: behind them wrong ones outweigh right ones.
    length: usize,
    /// Whether the search ended before the records did, for they hardly tell what is played.
    given_up: bool,
}

/// Reads the game of some witnesses together, each in the likeliest of its notations, and finds `ask` questions; `None` if there is no
/// table of the spellings of one.
pub(crate) fn read(
    witnesses: &[Witness<'_>],
    start: &GameState,
    notations: &[Vec<&'static dyn Notation>],
    writing: Writing,
    ask: usize,
) -> Option<ByHand> {
    let is_game = |witness: &Witness<'_>| (1..=LONGEST).contains(&witness.cells.len());
    if witnesses.is_empty() || !witnesses.iter().all(is_game) {
        return None;
    }
    let turn = start.position.turn();
    let sheet = |witness: &Witness<'_>| {
        let mut sheet = Sheet::of(witness.cells, turn);
        sheet.record.misfit = witness.known.then_some(KNOWN_DIFFERS);
        sheet
    };
    let sheets: Vec<Sheet> = witnesses.iter().map(sheet).collect();
    let records: Vec<Record> = sheets.iter().map(|sheet| sheet.record.clone()).collect();
    let chosen = choose_notations(&records, notations, start, writing)?;
    let grammar = |(at, &notation): (usize, &&'static dyn Notation)| {
        Some((notation, grammar_of(notation, std::slice::from_ref(records.get(at)?))?))
    };
    let written: Vec<_> = chosen.iter().enumerate().map(grammar).collect::<Option<_>>()?;
    let grammars = grammars_of(&written);
    let lattice = look(&records, start, &grammars, writing, Prices::default().width);
    if writing.is_print() && lattice.given_up {
        return None;
    }
    let plies = lattice.best();
    let by_record = lattice.best_by_records().iter().map(|ply| ply.chance).collect();
    // What a known game has behind the end of the records is not theirs.
    let is_told = |ply: &FoundPly| {
        witnesses.iter().zip(&ply.said).any(|(witness, said)| !witness.known && *said != Said::Nothing)
    };
    let told = plies.iter().rposition(is_told).map_or(0, |last| last + 1);
    let length = worth_writing(&plies).min(told);
    let as_good: Vec<Vec<Move>> = (0..plies.len())
        .map(|ply| if ply < length { as_good(&plies, ply, &records, &grammars, start) } else { Vec::new() })
        .collect();
    let held: f32 = as_good.iter().map(|others| share(others)).product();
    let chance = lattice.chance(1.0).min(lattice.chance_by_records()).min(held);
    let chance_in_doubt = lattice.chance(1.0).min(lattice.chance_in_doubt()).min(held);
    // What a person adds stands behind the cell before it, so of several half-moves without one only the first can be asked for.
    let has_cell = |ply: usize| plies[ply].said[0] != Said::Nothing;
    let can_be_asked = |ply: usize| ply < length && (has_cell(ply) || ply > 0 && has_cell(ply - 1));
    let mut position = start.position.clone();
    let legal: Vec<_> = plies
        .iter()
        .map(|ply| {
            let legal = position.legal_moves();
            position.play_unchecked(ply.mv);
            legal
        })
        .collect();
    let questions = lattice.questions(ask, |ply, mv| can_be_asked(ply) && legal[ply].contains(&mv));
    let is_recognised =
        witnesses.iter().flat_map(|witness| witness.cells).any(|cell| !cell.alternatives.is_empty());
    Some(ByHand {
        written,
        sheets,
        plies,
        by_record,
        as_good,
        chance,
        chance_in_doubt,
        questions,
        is_recognised,
        length,
        given_up: lattice.given_up,
    })
}

/// The chance of a move of which nothing is said, beside others that fit as well.
fn share(others: &[Move]) -> f32 {
    1.0 / (1.0 + others.len() as f32)
}

/// The other moves that a half-move may be of which no record says anything: behind them, all that follows can be read as it was.
fn as_good(
    plies: &[FoundPly],
    silent: usize,
    records: &[Record],
    grammars: &[&Grammar],
    start: &GameState,
) -> Vec<Move> {
    if plies[silent].said.iter().any(|said| *said != Said::Nothing) {
        return Vec::new();
    }
    let mut before = start.position.clone();
    plies[..silent].iter().for_each(|ply| before.play_unchecked(ply.mv));
    let mut others = before.legal_moves();
    others.retain(|other| *other != plies[silent].mv);
    let fits = |other: &Move| {
        let (mut read, mut instead) = (before.clone(), before.clone());
        read.play_unchecked(plies[silent].mv);
        instead.play_unchecked(*other);
        for ply in &plies[silent + 1..] {
            if read == instead {
                return true;
            }
            let Some(mv) = said_as_well(ply, &read, &instead, records, grammars) else { return false };
            read.play_unchecked(ply.mv);
            instead.play_unchecked(mv);
        }
        true
    };
    others.into_iter().filter(fits).collect()
}

/// The move of another position that the texts of a half-move are as well: of the same man, to the same square.
fn said_as_well(
    ply: &FoundPly,
    read: &Chess,
    other: &Chess,
    records: &[Record],
    grammars: &[&Grammar],
) -> Option<Move> {
    let own = ply.mv;
    let legal = other.legal_moves();
    if legal.contains(&own) {
        return Some(own);
    }
    let is_like = |mv: &&Move| {
        mv.role() == own.role()
            && mv.to() == own.to()
            && mv.promotion() == own.promotion()
            && mv.capture() == own.capture()
            && !mv.is_castle()
    };
    let mv = *legal.iter().find(is_like)?;
    // What the texts say of the square that the man leaves is true of this one, too.
    let looks_of = |grammar: &Grammar, position: &Chess, wanted: Move| {
        let legal = position.legal_moves();
        let looks = grammar.looks(position.turn(), &legal);
        looks.into_iter().zip(&legal).find(|(_, mv)| **mv == wanted).map(|(look, _)| look)
    };
    let says = |(at, record): (usize, &Record)| {
        let Said::Cell(cell) = ply.said[at] else { return Some(true) };
        let text = &record.cells.get(cell as usize)?.first()?.text;
        let is_own = grammars[at].is_spelled(&looks_of(grammars[at], read, own)?, text);
        Some(!is_own || grammars[at].is_spelled(&looks_of(grammars[at], other, mv)?, text))
    };
    records.iter().enumerate().all(|record| says(record).unwrap_or(false)).then_some(mv)
}

/// A notation of its own must explain a record so much better, in nats, than the one that is best for all records together.
const OWN_NOTATION: Nats = 20.0;

/// The notation of each record, of those in which it may be written: one for all, but for records that are clearly in another.
fn choose_notations(
    records: &[Record],
    notations: &[Vec<&'static dyn Notation>],
    start: &GameState,
    writing: Writing,
) -> Option<Vec<&'static dyn Notation>> {
    let mut all: Vec<&'static dyn Notation> = Vec::new();
    for &notation in notations.iter().flatten() {
        if all.iter().all(|known| known.name() != notation.name()) {
            all.push(notation);
        }
    }
    if let [only] = all.as_slice() {
        return Some(vec![*only; records.len()]);
    }
    // What each record costs in each of its notations.
    let costs: Vec<Vec<Option<Nats>>> = records
        .iter()
        .zip(notations)
        .map(|(record, own)| {
            let cost = |notation: &&'static dyn Notation| {
                if !own.iter().any(|known| known.name() == notation.name()) {
                    return None;
                }
                let record = std::slice::from_ref(record);
                let lattice = look(record, start, &[&grammar_of(*notation, record)?], writing, NARROW);
                Some(lattice.end().map_or(Nats::INFINITY, |end| end.1))
            };
            all.iter().map(cost).collect()
        })
        .collect();
    let together = |notation: usize| -> Option<Nats> { costs.iter().map(|of| of[notation]).sum() };
    let of_all = (0..all.len()).filter_map(|notation| Some((notation, together(notation)?)));
    let of_all = of_all.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(notation, _)| notation);
    let of_each = costs.iter().map(|of| {
        let known = of.iter().enumerate().filter_map(|(notation, cost)| Some((notation, (*cost)?)));
        let (own, least) = known.min_by(|a, b| a.1.total_cmp(&b.1))?;
        let shared = of_all.filter(|&shared| of[shared].is_some_and(|cost| cost <= least + OWN_NOTATION));
        Some(all[shared.unwrap_or(own)])
    });
    of_each.collect()
}

/// The grammar of each record; records of one notation share one, so that it is asked once.
fn grammars_of<'w>(written: &'w [(&'static dyn Notation, Grammar)]) -> Vec<&'w Grammar> {
    let first = |(notation, grammar): &'w (&'static dyn Notation, Grammar)| {
        let same = written
            .iter()
            .find(|(known, own)| known.name() == notation.name() && own.letters() == grammar.letters());
        same.map_or(grammar, |(_, grammar)| grammar)
    };
    written.iter().map(first).collect()
}

/// How records are written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Writing {
    /// By the hands of players.
    Hand,
    /// By hands or in print, beside a game that is known from elsewhere.
    Beside,
    /// In print, or typed: few signs are wrong. Nobody wants a reading that takes more cells than this for what they do not say.
    Print { most_bent: usize },
}

impl Writing {
    fn is_print(self) -> bool {
        matches!(self, Writing::Print { .. })
    }

    /// What a text costs, in nats, beside its channel, that is not what the move is spelled as.
    fn misread(self) -> f32 {
        match self {
            Writing::Hand => 0.0,
            Writing::Beside | Writing::Print { .. } => 3.0,
        }
    }
}

/// The spellings of a notation; `None` if there is no table of them.
fn grammar_of(notation: &dyn Notation, records: &[Record]) -> Option<Grammar> {
    if notation.name() == ENGLISH {
        // `N` is also written for `Kt`.
        let texts = || records.iter().flat_map(|record| record.cells.iter().flatten());
        let written = |sign: char| texts().filter(|written| written.text.contains(&sign)).count();
        return Some(Grammar::english(if written('N') > written('t') { "N" } else { "Kt" }));
    }
    if notation.name() == COORDINATES {
        return Some(Grammar::coordinates());
    }
    notation.letters().map(Grammar::algebraic)
}

/// The notation of squares in which servers and engines write.
const COORDINATES: &str = "uci";

/// Whether records in a notation can be read by the price of each legal move.
pub(crate) fn has_spellings(notation: &dyn Notation) -> bool {
    notation.name() == ENGLISH || notation.letters().is_some()
}

/// Whether a record in a notation can be read together with others.
pub(crate) fn can_be_read_together(notation: &dyn Notation) -> bool {
    has_spellings(notation) || notation.name() == COORDINATES
}

/// Searches for the game of the records, as widely as this.
fn look(
    records: &[Record],
    start: &GameState,
    grammars: &[&Grammar],
    writing: Writing,
    width: usize,
) -> Lattice {
    let most_bent = match writing {
        Writing::Hand | Writing::Beside => usize::MAX,
        Writing::Print { most_bent } => most_bent,
    };
    let prices = Prices { width, misread: writing.misread(), most_bent, ..Prices::default() };
    search_records_in(records, &start.position, grammars, &Channel::handwriting(), &prices)
}

/// Whether the text of a half-move costs nothing or little.
fn is_exact(ply: &FoundPly) -> bool {
    ply.cost - ply.surprise < Prices::default().misfit / 4.0
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

    /// Whether each half-move of which the record says nothing is held down by those around it, whatever people play, and all
    /// others have the numbers of their cells. What is written twice, a cell or a row, moves the numbers on.
    pub(crate) fn holds_inferred(&self, cells: &[Cell<'_>], start: &GameState) -> bool {
        let (mut copies, mut last) = (0, None);
        // For White and Black: the half-moves that are not written, and how many rows their column stands too high for it.
        let (mut lost, mut high) = ([0u32; 2], [0u32; 2]);
        (0..self.length).all(|at| {
            let side = usize::from(mover_at(&start.position, at as u32 + 1).1.is_black());
            let Some(own) = self.cell(0, at) else {
                lost[side] += 1;
                return self.by_record[at] >= EVEN;
            };
            let Some(cell) = cells.get(own as usize) else { return true };
            copies += last.map_or(0, |last| copied(cells, last, own));
            last = Some(own);
            let due = mover_at(&start.position, at as u32 + 1 + copies).0;
            cell.number.is_none_or(|number| {
                let fits = |high: u32| number.saturating_add(high) == due;
                if let Some(higher) = (0..=lost[side]).find(|&high| fits(high)) {
                    high[side] = higher;
                }
                fits(high[side])
            })
        })
    }

    /// The half-moves to ask a person for.
    pub(crate) fn questions(&self, witnesses: &[Witness<'_>], start: &GameState) -> Vec<Question> {
        let mut questions = Vec::new();
        let mut state = start.clone();
        for (ply, found) in self.plies[..self.length].iter().enumerate() {
            for asked in self.questions.iter().filter(|asked| asked.ply == ply) {
                let legal = state.position.legal_moves();
                let answers = asked.answers.iter().filter(|(mv, _)| legal.contains(mv));
                let question = Question {
                    ply: ply as u32 + 1,
                    cell: self.cell(0, ply),
                    before: (0..ply).rev().find_map(|before| self.cell(0, before)),
                    fen: fen_of(&state),
                    answers: answers.map(|&(mv, chance)| (san(&state.position, mv), chance)).collect(),
                    settles: asked.settles,
                };
                let is_decided = |cell: u32| {
                    let cells = witnesses.first().map_or(&[][..], |witness| witness.cells);
                    cells.get(cell as usize).is_some_and(|cell| cell.decided.is_some())
                };
                if !question.cell.is_some_and(is_decided) {
                    questions.push(question);
                }
            }
            state.play(found.mv);
        }
        questions.sort_by_key(|question| {
            self.questions.iter().position(|asked| asked.ply + 1 == question.ply as usize)
        });
        questions
    }

    /// Share of the written cells whose text costs nothing or little.
    pub(crate) fn read_exactly(&self) -> f32 {
        let written = self.plies.iter().filter(|ply| ply.said[0] != Said::Nothing).count();
        if written == 0 { 0.0 } else { self.as_printed() as f32 / written as f32 }
    }

    /// How many of the written cells are read as they stand.
    pub(crate) fn as_printed(&self) -> usize {
        self.plies.iter().filter(|ply| ply.said[0] != Said::Nothing && is_exact(ply)).count()
    }

    /// Whether a cell is read as it stands.
    pub(crate) fn is_as_printed(&self, cell: usize) -> bool {
        (0..self.length).any(|at| self.cell(0, at) == Some(cell as u32) && is_exact(&self.plies[at]))
    }

    /// The name of the known game that has this half-move.
    fn known_to_have<'w>(
        &self,
        witnesses: &'w [Witness<'_>],
        ply: usize,
        state: &GameState,
    ) -> Option<&'w str> {
        let place = witnesses.iter().position(|witness| witness.known)?;
        let cell = self.cell(place, ply).and_then(|cell| witnesses[place].cells.get(cell as usize))?;
        let text = readings_of(cell).into_iter().next()?;
        let legal = state.position.legal_moves();
        let grammar = &self.written[place].1;
        let looks = grammar.looks(state.position.turn(), &legal);
        let own = legal.iter().position(|&mv| mv == self.plies[ply].mv)?;
        grammar.is_spelled(looks.get(own)?, &text.text).then_some(&*witnesses[place].name)
    }

    /// The cell of a witness that a half-move was read from.
    fn cell(&self, witness: usize, ply: usize) -> Option<u32> {
        match self.plies[ply].said[witness] {
            Said::Cell(cell) => self.sheets[witness].cells.get(cell as usize).copied().flatten(),
            Said::Nothing => None,
        }
    }

    /// The reading with its verdict and findings; places are those of the first witness.
    pub(crate) fn report(
        &self,
        draft: &Draft<'_>,
        witnesses: &[Witness<'_>],
        options: &Options,
        start: &GameState,
        guesser: &mut Guesser,
    ) -> Option<Reading> {
        let cells = witnesses.first()?.cells;
        let mut state = start.clone();
        let (mut findings, mut verdict) = (draft.findings.clone(), Verdict::Verified);
        // Whether every half-move stands in some record, and everything that is written is a half-move.
        let mut is_whole = self.length == self.plies.len();
        let mut spans = Vec::new();
        let mut last = cells.first().map_or_else(Span::default, |cell| Span::at(cell.span.start));
        let mut next = vec![0; witnesses.len()];
        let read: Vec<FxHashSet<u32>> = (0..witnesses.len())
            .map(|of| (0..self.length).filter_map(|at| self.cell(of, at)).collect())
            .collect();
        let mut astray = vec![Astray::default(); witnesses.len()];
        let mut printed = None;
        let mut sayings = Vec::new();
        for (at, found) in self.plies[..self.length].iter().enumerate() {
            let mut told = Vec::new();
            let mut rivals = Vec::new();
            for (of, witness) in witnesses.iter().enumerate().filter(|(_, witness)| !witness.known) {
                let cell = self.cell(of, at);
                // Where a column stands a row too high or too low, its cells are read before or after those beside them.
                let passed = (next[of]..cell.unwrap_or(0)).filter(|passed| !read[of].contains(passed));
                for skipped in passed {
                    findings.extend(passed_over(witness, skipped as usize, last));
                    rivals.extend(witness.cells.get(skipped as usize).filter(|_| witnesses.len() == 1));
                    verdict = verdict.max(Verdict::Repaired);
                    is_whole = false;
                }
                next[of] = next[of].max(cell.map_or(0, |cell| cell + 1));
                if let Some(cell) = cell
                    && let Some(finding) = astray[of].read(witness, at, cell as usize, last)
                {
                    let (number, side) = mover_at(&start.position, at as u32 + 1);
                    findings.push(finding.at_ply(at as u32 + 1, number, side));
                    verdict = verdict.max(Verdict::Repaired);
                    is_whole = false;
                }
                let cell = cell.and_then(|cell| witness.cells.get(cell as usize));
                let (notation, grammar) = &self.written[of];
                told.push(Told { name: &witness.name, cell, notation: *notation, grammar });
            }
            is_whole &= found.held && told.iter().any(|told| told.cell.is_some());
            if let Some((finding, number)) =
                told[0].cell.and_then(|cell| Some((jump(cell, printed), cell.number?)))
            {
                is_whole &= finding.is_none();
                findings.extend(finding);
                printed = printed.max(Some(number));
            }
            let seen = told.iter().zip(witnesses).find_map(|(told, witness)| {
                witness.here.then_some(())?;
                told.cell.map(|cell| cell.span)
            });
            last = told[0].cell.map_or(Span::at(last.end), |cell| cell.span);
            spans.push(last);
            let place = Place {
                ply: at as u32 + 1,
                found,
                by_record: self.by_record[at].min(share(&self.as_good[at])),
                as_good: &self.as_good[at],
                known: self.known_to_have(witnesses, at, &state),
                state: &state,
                start,
                span: seen.unwrap_or(last),
            };
            if told.len() > 1 {
                sayings.push(place.sayings(&told, options, guesser));
            }
            if let Some((finding, worth)) = place.finding(&told, options, guesser) {
                verdict = verdict.max(worth);
                findings.push(finding);
            }
            let rival = rivals.iter().find_map(|cell| place.rival(cell, &told[0], options, guesser));
            if let Some(finding) = rival {
                verdict = verdict.max(Verdict::Ambiguous);
                findings.push(finding);
            }
            state.play(found.mv);
        }
        let others = witnesses.iter().zip(&next).skip(1);
        for (witness, &next) in others.filter(|(witness, _)| !witness.known) {
            let rest = next as usize..witness.cells.len();
            findings.extend(rest.filter_map(|cell| passed_over(witness, cell, last)));
            if (next as usize) < witness.cells.len() {
                verdict = verdict.max(Verdict::Repaired);
                is_whole = false;
            }
        }
        let next = next[0];
        let rest = cells.get(next as usize).and_then(|first| Some(first.span.join(cells.last()?.span)));
        if rest.is_some() {
            verdict = Verdict::Incomplete;
            if let Some(cell) = cells.get(next as usize) {
                let ply = self.length as u32 + 1;
                let (number, side) = mover_at(&start.position, ply);
                let mut words = "from here on more half-moves would be wrong than right".to_owned();
                if self.given_up {
                    words.push_str(
                        "; the search ended where hardly any of many half-moves is what the record says",
                    );
                }
                let finding =
                    Finding::new(&code::M101, cell.span, words).text(&*cell.text).at_ply(ply, number, side);
                findings.push(finding.fen(fen_of(&state)));
            }
        }
        if witnesses.iter().any(|witness| witness.known) {
            verdict = verdict.max(Verdict::Repaired);
        }
        if self.is_recognised && verdict < Verdict::Repaired {
            verdict = Verdict::Settled;
            if self.chance < CLAIMED || self.length < self.plies.len() {
                verdict = Verdict::Ambiguous;
                let words = format!(
                    "the chance that all half-moves are right is {}: less than the {} that a game read from lists of texts \
                     needs",
                    percent(self.chance),
                    percent(CLAIMED)
                );
                findings.push(Finding::new(&code::A108, draft.span, words));
            }
        }
        let is_told_twice = witnesses.iter().filter(|witness| !witness.known).count() > 1;
        let is_known = witnesses.iter().any(|witness| witness.known);
        if verdict == Verdict::Repaired
            && is_told_twice
            && !is_known
            && is_whole
            && self.chance_in_doubt >= CLAIMED
        {
            verdict = Verdict::Settled;
            let words = format!(
                "the records leave one game: the chance that all of its {} half-moves are right is {:.1} %",
                self.length,
                // No more is known than that.
                (self.chance_in_doubt * 100.0).min(99.9)
            );
            findings.push(Finding::new(&code::A112, Span::at(draft.span.start), words));
        }
        let plies = (0..self.length).map(|at| {
            let mut ply = Ply::from(self.plies[at].mv);
            if let Some(cell) = self.cell(0, at).and_then(|cell| cells.get(cell as usize)) {
                ply.nags.clone_from(&cell.nags);
                ply.comments.clone_from(&cell.comments);
            }
            ply
        });
        let line = Line { comments: draft.mainline.comments.clone(), plies: plies.collect() };
        Some(Reading {
            game: Game {
                tags: draft.tags.clone(),
                start: start.position.clone(),
                line,
                outcome: Outcome::Unknown,
            },
            verdict,
            findings,
            notation: self.notation().name(),
            spans,
            cells: (0..self.length).map(|at| self.cell(0, at)).collect(),
            rest,
            beyond: None,
            guessed: Vec::new(),
            chances: self.plies[..self.length].iter().map(|ply| ply.chance).collect(),
            chance: Some(self.chance_in_doubt),
            questions: self.questions(witnesses, start),
            sayings,
        })
    }

    /// The notation of the first record.
    pub(crate) fn notation(&self) -> &'static dyn Notation {
        self.written[0].0
    }
}

fn fen_of(state: &GameState) -> String {
    Fen::from_position(&state.position, EnPassantMode::Legal).to_string()
}

/// Where the cells of a witness are read in another order than they stand.
#[derive(Clone, Copy, Default)]
struct Astray {
    /// The cell that was read last.
    last: Option<usize>,
    /// The half-move, from 0, that was last read from a cell before the one that was read before it.
    back: Option<usize>,
}

impl Astray {
    /// Takes note of the cell of a half-move; the finding that it stands before the one that is read before it, at the first of a run of
    /// such cells: where one column stands higher than the other, each second cell is one.
    fn read(&mut self, witness: &Witness<'_>, ply: usize, cell: usize, place: Span) -> Option<Finding> {
        let before = self.last.replace(cell).filter(|last| cell < *last)?;
        let is_told = self.back.replace(ply).is_some_and(|back| ply <= back + 2);
        let [own, before] = [witness.cells.get(cell)?, witness.cells.get(before)?];
        (!is_told).then(|| {
            let by = if witness.name.is_empty() { String::new() } else { format!(" in {}", witness.name) };
            let words = format!(
                "“{}” stands before “{}”{by}, and is read as the move behind it: a cell is missing, empty or in the wrong place",
                own.text, before.text
            );
            Finding::new(&code::M115, witness.place(own, place), words).text(&*own.text)
        })
    }
}

/// The finding that a cell stands for no half-move. `last`: what was read before it.
fn passed_over(witness: &Witness<'_>, cell: usize, last: Span) -> Option<Finding> {
    let cell = witness.cells.get(cell)?;
    let by = if witness.name.is_empty() { String::new() } else { format!(" in {}", witness.name) };
    let words = format!("“{}”{by} stands for no move of the game, as the other moves show", cell.text);
    Some(Finding::new(&code::L312, witness.place(cell, last), words).text(&*cell.text))
}

/// The finding that the number of a cell jumps: rows are missing before it, and what stands for them is inferred.
fn jump(cell: &Cell<'_>, before: Option<u32>) -> Option<Finding> {
    let (number, due) = (cell.number?, before? + 1);
    (number > due).then(|| {
        let words = format!("move number {number}, expected {due}: a move may be missing before it");
        Finding::new(&code::L310, cell.span, words).text(&*cell.text)
    })
}

/// What one of several records says of a half-move that was read from all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Saying {
    /// The name of the record.
    pub witness: String,
    /// Its text; `None` if it has no cell for the half-move.
    pub text: Option<String>,
    /// Whether its text can be the move that was read; an empty or illegible cell says nothing else.
    pub agrees: bool,
    /// The move that its text is instead, if it is one and no other by the rules.
    pub instead: Option<Move>,
}

/// What a witness says of a half-move.
struct Told<'p> {
    name: &'p str,
    cell: Option<&'p Cell<'p>>,
    notation: &'static dyn Notation,
    grammar: &'p Grammar,
}

/// How what a witness says agrees with the move.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Agreement {
    /// It has nothing to say.
    Silent,
    /// Its text is this move and no other.
    Exact,
    /// Its text is this move and no other, in another style than the notation's own: `NxP` for Nxe5.
    Styled,
    /// Its text is this move, or one of so many others.
    Among(usize),
    /// This move is one of the texts that a recogniser has offered, in this place of the list, from 0.
    Offered(usize),
    /// Its text is not this move.
    Differs,
}

/// A half-move on which to report.
struct Place<'p> {
    ply: u32,
    found: &'p FoundPly,
    by_record: f32,
    /// Other moves that fit as well, where nothing is said.
    as_good: &'p [Move],
    /// The known game that has this half-move.
    known: Option<&'p str>,
    state: &'p GameState,
    start: &'p GameState,
    span: Span,
}

impl Place<'_> {
    /// What is to be said of the half-move, and what it is worth; nothing if all that is written says exactly this move.
    fn finding(
        &self,
        told: &[Told<'_>],
        options: &Options,
        guesser: &mut Guesser,
    ) -> Option<(Finding, Verdict)> {
        let decided =
            told.iter().filter_map(|told| told.cell).find_map(|cell| Some((cell, cell.decided.as_ref()?)));
        if let Some((cell, said)) = decided {
            let words = format!("decided by a person: “{}” is {said}", cell.text);
            return Some((self.tell(&code::D101, words, &cell.text), Verdict::Decided));
        }
        let agreements: Vec<Agreement> = told
            .iter()
            .map(|told| self.agreement(told, guesser.lexicon(told.notation, options.from)))
            .collect();
        let has = |wanted: Agreement| agreements.contains(&wanted);
        let sure = f64::from(self.found.chance) >= options.confidence();
        let by_record = f64::from(self.by_record) >= options.confidence();
        let (san, chance) = (self.san(self.found.mv), percent(self.found.chance));
        let text = told.iter().find_map(|told| told.cell).map_or("", |cell| &*cell.text);
        let among = agreements.iter().find_map(|agreement| match agreement {
            Agreement::Among(moves) => Some(*moves),
            _ => None,
        });
        let offered = agreements.iter().find_map(|agreement| match agreement {
            Agreement::Offered(place) => Some(*place),
            _ => None,
        });
        if sure && by_record && told.len() == 1 && offered == Some(0) {
            return None;
        }
        let (code, words, verdict) = if has(Agreement::Differs) && told.len() > 1 {
            let verdict = if sure { Verdict::Repaired } else { Verdict::Ambiguous };
            (&code::W101, format!("{}; read as {san} ({chance})", each_says(told)), verdict)
        } else if has(Agreement::Exact) {
            if sure {
                return None;
            }
            (
                &code::A101,
                format!("“{text}” fits, but the moves around it allow another way ({san}: {chance})"),
                Verdict::Ambiguous,
            )
        } else if has(Agreement::Styled) && sure {
            (&code::N111, format!("“{text}” is {san}, in another style than most moves"), Verdict::Repaired)
        } else if offered.is_some() && !has(Agreement::Differs) {
            match (sure, by_record) {
                (true, true) if offered == Some(0) => return None,
                (true, true) => (
                    &code::A102,
                    format!("“{text}” is likeliest by itself; the rest of the record leaves only {san}"),
                    Verdict::Settled,
                ),
                (true, false) => (
                    &code::A111,
                    format!("the lists do not decide here; by what people play it is {san} ({chance})"),
                    Verdict::Repaired,
                ),
                (false, _) => (
                    &code::A101,
                    format!("the texts offered do not decide here; {san} is the likeliest ({chance})"),
                    Verdict::Ambiguous,
                ),
            }
        } else if let Some(others) = among {
            if sure && by_record {
                (
                    &code::A102,
                    format!("{} moves fit; the rest of the record leaves only {san}", others + 1),
                    Verdict::Settled,
                )
            } else {
                let words = format!(
                    "{} moves fit, and the record does not decide between them; {san} is the likeliest ({chance})",
                    others + 1
                );
                (&code::A101, words, Verdict::Ambiguous)
            }
        } else if has(Agreement::Differs) || has(Agreement::Styled) {
            match sure {
                true => (&code::M110, format!("“{text}” is read as {san}"), Verdict::Repaired),
                false => (&code::A101, format!("“{text}” may be {san} ({chance})"), Verdict::Ambiguous),
            }
        } else {
            let verdict = if sure && by_record { Verdict::Repaired } else { Verdict::Ambiguous };
            let words = match (sure, self.known) {
                (true, Some(known)) => format!("a move is missing; {san} is that of {known}, and fits"),
                (true, None) if by_record => {
                    format!("a move is missing; {san} is inferred from the moves around it")
                }
                (true, None) if !self.as_good.is_empty() => format!(
                    "a move is missing; {san} and {} fit, and by what people play it is {san} ({chance})",
                    self.others_in_words()
                ),
                (true, None) => format!("a move is missing; by what people play it is {san} ({chance})"),
                (false, _) => format!("a move is missing; {san} is the likeliest ({chance})"),
            };
            (&code::M112, words, verdict)
        };
        Some((self.tell(code, words, text), verdict))
    }

    /// The finding that a cell which was passed over has the number of this half-move and is another move.
    fn rival(
        &self,
        cell: &Cell<'_>,
        told: &Told<'_>,
        options: &Options,
        guesser: &mut Guesser,
    ) -> Option<Finding> {
        let (number, side) = mover_at(&self.start.position, self.ply);
        let is_due = cell.number == Some(number) && cell.side.is_none_or(|own| own == side);
        let fitting = if is_due {
            self.fitting(cell, guesser.lexicon(told.notation, options.from))
        } else {
            Vec::new()
        };
        let [other] = fitting.as_slice() else { return None };
        if !other.how.is_exact() || other.mv == self.found.mv {
            return None;
        }
        let words = format!(
            "“{}” has the number of this half-move, and is passed over: {} is read, as what follows is",
            cell.text,
            self.san(self.found.mv)
        );
        Some(self.tell(&code::A101, words, &cell.text))
    }

    /// What each witness says.
    fn sayings(&self, told: &[Told<'_>], options: &Options, guesser: &mut Guesser) -> Vec<Saying> {
        let saying = |told: &Told<'_>| {
            let lexicon = guesser.lexicon(told.notation, options.from);
            let agrees = self.agreement(told, lexicon) != Agreement::Differs;
            let fitting = match told.cell.filter(|_| !agrees) {
                Some(cell) => self.fitting(cell, lexicon),
                None => Vec::new(),
            };
            let instead = match fitting.as_slice() {
                [only] if only.how.is_exact() => Some(only.mv),
                _ => None,
            };
            let text = told.cell.map(|cell| cell.text.to_string());
            Saying { witness: told.name.to_owned(), text, agrees, instead }
        };
        told.iter().map(saying).collect()
    }

    /// How what a witness says agrees with the move that was found.
    fn agreement(&self, told: &Told<'_>, lexicon: &mut Lexicon) -> Agreement {
        let Some(cell) = told.cell.filter(|cell| !readings_of(cell).is_empty()) else {
            return Agreement::Silent;
        };
        if !cell.alternatives.is_empty() && cell.decided.is_none() {
            let place = cell
                .alternatives
                .iter()
                .position(|known| self.is_said(&known.text, cell, told.grammar, lexicon));
            return place.map_or(Agreement::Differs, Agreement::Offered);
        }
        let fitting = self.fitting(cell, lexicon);
        let own = fitting.iter().any(|fits| fits.mv == self.found.mv && fits.how.is_exact());
        match (own, fitting.iter().filter(|fits| fits.mv != self.found.mv).count()) {
            (false, _) => self.style(cell, told.grammar),
            (true, 0) => Agreement::Exact,
            (true, others) => Agreement::Among(others),
        }
    }

    /// Whether one of the texts that a recogniser offers for a cell can be this move.
    fn is_said(&self, text: &str, cell: &Cell<'_>, grammar: &Grammar, lexicon: &mut Lexicon) -> bool {
        let one = Cell { text: text.into(), side: cell.side, ..Cell::default() };
        let fits = |fits: &ScoredMove| fits.mv == self.found.mv && fits.how.is_exact();
        self.fitting(&one, lexicon).iter().any(fits) || self.style(&one, grammar) != Agreement::Differs
    }

    /// The same of a text that the notation alone does not read so.
    fn style(&self, cell: &Cell<'_>, grammar: &Grammar) -> Agreement {
        let Some(written) = Written::of_text(&cell.text, 0.0) else { return Agreement::Differs };
        let legal = self.state.position.legal_moves();
        let spelled = grammar.looks(self.state.position.turn(), &legal).into_iter().zip(&legal);
        let spelled = spelled.filter(|(look, _)| grammar.is_spelled(look, &written.text));
        let meant: Vec<Move> = spelled.map(|(_, mv)| *mv).collect();
        match (meant.contains(&self.found.mv), meant.len()) {
            (false, _) => Agreement::Differs,
            (true, 1) => Agreement::Styled,
            (true, all) => Agreement::Among(all - 1),
        }
    }

    /// The legal moves that the text of a cell denotes.
    fn fitting(&self, cell: &Cell<'_>, lexicon: &mut Lexicon) -> Vec<ScoredMove> {
        let legal = self.state.position.legal_moves();
        let mut found = Weighings::new();
        PlainReader { lexicon, leniency: Leniency::Exact }.weigh(
            cell,
            self.state.scene(),
            &legal,
            &mut found,
        );
        found.into_iter().collect()
    }

    /// The other moves that fit as well, so many as are worth telling.
    fn others_in_words(&self) -> String {
        let told = self.as_good.iter().take(MOST_TOLD).map(|&mv| self.san(mv)).collect::<Vec<_>>().join(", ");
        match self.as_good.len().saturating_sub(MOST_TOLD) {
            0 => told,
            more => format!("{told} and {more} more"),
        }
    }

    fn san(&self, mv: Move) -> String {
        san(&self.state.position, mv)
    }

    fn tell(&self, code: &'static Code, words: String, text: &str) -> Finding {
        let (number, side) = mover_at(&self.start.position, self.ply);
        let own = std::iter::once((self.found.mv, self.found.chance));
        let legal = self.state.position.legal_moves();
        let rivals = self
            .found
            .rivals
            .iter()
            .copied()
            .filter(|(mv, chance)| *chance >= WORTH_TELLING && legal.contains(mv));
        let known: Vec<(Move, f32)> = own.chain(rivals).collect();
        let unlikely = self.as_good.iter().filter(|&other| known.iter().all(|(mv, _)| mv != other));
        let unlikely = unlikely.take(MOST_TOLD).map(|&mv| Candidate::new(self.san(mv)));
        let likely = known.iter().map(|&(mv, odds)| Candidate { san: self.san(mv), odds: Some(odds) });
        let candidates: Vec<Candidate> = likely.chain(unlikely).collect();
        Finding::new(code, self.span, words)
            .text(text)
            .at_ply(self.ply, number, side)
            .fen(fen_of(self.state))
            .chosen(self.san(self.found.mv))
            .candidates(candidates)
    }
}

/// What each witness says, in words.
fn each_says(told: &[Told<'_>]) -> String {
    let each = told.iter().map(|told| match told.cell {
        Some(cell) => format!("{} has “{}”", told.name, cell.text),
        None => format!("{} has nothing", told.name),
    });
    each.collect::<Vec<_>>().join(", ")
}

/// A chance for people: certain only where it rounds to it.
fn percent(chance: f32) -> String {
    format!("{:.0} %", (chance * 100.0).clamp(1.0, 99.0))
}

/// How many cells between two others say what those before them say: one that is written twice, or a row.
fn copied(cells: &[Cell<'_>], last: u32, own: u32) -> u32 {
    let (last, own) = (last as usize, own as usize);
    let says = |at: usize, before: usize| {
        at.checked_sub(before).is_some_and(|earlier| cells[at].text == cells[earlier].text)
    };
    match own.checked_sub(last) {
        Some(2) if says(last + 1, 1) => 1,
        Some(3) if says(last + 1, 2) && says(last + 2, 2) => 2,
        _ => 0,
    }
}
