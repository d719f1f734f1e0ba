//! Several records of the same games, read together: each record brings what it says of each half-move to one search.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;

use scorebook_decode::by_hand::{Saying, Witness};
use scorebook_decode::one_side::side_of;

use super::audit::Coverage;
use super::headed;
use super::known::{self, Comparison, Known};
use super::printed;
use super::sense::NotationSense;
use super::tidy::tidy;
use super::{Converted, Plan, Unit, prove, spell};
use crate::decode::{Decoder, GameState, Reading};
use crate::finding::{Finding, Severity, code};
use crate::game::{Game, Line, Ply, Verdict, mover_at};
use crate::notation::{self, spelling::san};
use crate::record::{Cell, Draft, MoveSense, Start};
use crate::sink::{self, Located};
use crate::text::{Source, Span};
use shakmaty::{Color, EnPassantMode, Move, Position, fen::Fen};

/// Two readings are of one game if this share of the shorter one stands in the other in the same order, or this share if each
/// source has one game only.
const SAME_GAME: f32 = 0.5;
const SAME_GAME_ALONE: f32 = 0.25;
/// How far a half-move may stand from its place in the other reading.
const ASTRAY: usize = 8;
/// So much of a game must be alike for a doubt whether it is the same.
const PERHAPS: f32 = 0.25;
/// What equal and other names of a player add to the likeness.
const NAME: f32 = 0.1;

/// A game as one source tells it.
struct Told<'u> {
    /// Index of its source.
    source: usize,
    unit: &'u Unit,
    draft: Draft<'u>,
    /// The pages behind its first one.
    pages: Vec<Page<'u>>,
    /// The game as this source tells it alone.
    reading: Reading,
}

impl Told<'_> {
    /// What it brings to a reading that is reported on the source of `base`.
    fn witnesses(&self, base: &Unit) -> Vec<Witness<'_>> {
        Witness::all_of(&self.draft, self.unit.source.name(), std::ptr::eq(self.unit, base))
    }

    /// What its print and that of its pages says beside the game, as this source tells it; the places are at the end of `base`.
    fn unread(&self, base: &Draft<'_>, sense: &dyn MoveSense) -> Vec<Finding> {
        let source = &self.unit.source;
        let mut own = Reading { findings: Vec::new(), ..self.reading.clone() };
        let coverage = Coverage::of(source, std::slice::from_ref(&self.draft), &[]);
        coverage.settle(source, 0, &self.draft, &mut own, sense);
        let end = end_of(base);
        let mut found: Vec<Finding> =
            own.findings.drain(..).map(|finding| elsewhere(finding, source, end)).collect();
        self.pages.iter().for_each(|page| page.settle(end, &mut own, sense));
        found.extend(own.findings);
        found.retain(|finding| finding.code == &code::L320);
        found
    }
}

/// A finding on another source than that of the reading: it names its place, and has that of the `end` of the reading.
fn elsewhere(finding: Finding, source: &Source, end: Span) -> Finding {
    let line = source.locate(finding.span.start).0;
    let message = format!("{}, line {line}: {}", source.name(), finding.message);
    Finding { span: end, message, ..finding }
}

/// A page behind the first one of a record.
struct Page<'u> {
    /// Index of its source.
    source: usize,
    unit: &'u Unit,
    draft: Draft<'u>,
    /// Where its cells begin among those of the record.
    from: usize,
}

impl Page<'_> {
    /// Holds its print to what was read of it, as the print of the first page is held to it; what is found has its place at the end of
    /// the first page.
    fn settle(&self, end: Span, reading: &mut Reading, sense: &dyn MoveSense) {
        let cells = &self.draft.mainline.cells;
        let own = |cell: &Option<u32>| {
            let place = (cell.as_ref().copied()? as usize).checked_sub(self.from)?;
            (place < cells.len()).then_some(place as u32)
        };
        let mut plies = (0..reading.cells.len()).filter(|&ply| own(&reading.cells[ply]).is_some());
        let Some(first) = plies.next().filter(|_| reading.rest.is_none()) else { return };
        let plies = first..plies.next_back().unwrap_or(first) + 1;
        let mut start = reading.game.start.clone();
        reading.game.moves().take(first).for_each(|mv| start.play_unchecked(mv));
        let line = Line { comments: Vec::new(), plies: reading.game.line.plies[plies.clone()].to_vec() };
        let read: Vec<Option<u32>> = reading.cells[plies].iter().map(own).collect();
        let mut last = Span::at(self.draft.span.start);
        let spans = read.iter().map(|cell| {
            last = cell.map_or(Span::at(last.end), |cell| cells[cell as usize].span);
            last
        });
        let mut page = Reading {
            game: Game { start, line, ..reading.game.clone() },
            findings: Vec::new(),
            spans: spans.collect(),
            cells: read,
            ..reading.clone()
        };
        let source = &self.unit.source;
        let coverage = Coverage::of(source, std::slice::from_ref(&self.draft), &[]);
        coverage.settle(source, 0, &self.draft, &mut page, sense);
        reading.verdict = reading.verdict.max(page.verdict);
        reading.findings.extend(page.findings.into_iter().map(|finding| {
            let ply = finding.ply.map(|ply| ply + first as u32);
            elsewhere(Finding { ply, ..finding }, source, end)
        }));
    }
}

/// How the PGN tells what records say that differ from what was read.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum VariantsAs {
    /// As a comment.
    #[default]
    Comment,
    /// As a variation where a record says one other move that the rules allow, and as a comment elsewhere.
    Rav,
    /// Not at all: the report has them.
    None,
}

/// A half-move beside what each record says of it.
#[derive(Clone, Debug)]
pub struct Row {
    /// Move number and side.
    pub mover: (u32, Color),
    /// The move in SAN.
    pub san: String,
    /// The position before it.
    pub fen: String,
    /// What each record says of it.
    pub sayings: Vec<Saying>,
    /// What is to be said of it: codes and words.
    pub findings: Vec<String>,
}

/// A game with what each of its records says, half-move by half-move.
#[derive(Clone, Debug)]
pub struct Apparatus {
    /// White, Black, date and result, as far as they are known.
    pub title: String,
    /// What its reading is worth.
    pub verdict: Verdict,
    /// The half-moves.
    pub rows: Vec<Row>,
    /// What is to be said of the whole.
    pub findings: Vec<String>,
}

impl Apparatus {
    fn of(proven: &super::Proven<'_>) -> Apparatus {
        let reading = &proven.reading;
        let words = |ply: Option<u32>| -> Vec<String> {
            let own = proven.findings.iter().filter(|located| located.finding.ply == ply);
            own.map(|located| format!("{}: {}", located.finding.code.id, located.finding.message)).collect()
        };
        let mut position = reading.game.start.clone();
        let mut rows = Vec::new();
        for (at, mv) in reading.game.moves().enumerate() {
            rows.push(Row {
                mover: mover_at(&reading.game.start, at as u32 + 1),
                san: san(&position, mv),
                fen: Fen::from_position(&position, EnPassantMode::Legal).to_string(),
                sayings: reading.sayings.get(at).cloned().unwrap_or_default(),
                findings: words(Some(at as u32 + 1)),
            });
            position.play_unchecked(mv);
        }
        let tag = |name: &str| reading.game.tags.get(name).unwrap_or("?").to_owned();
        let title = format!("{} – {}, {}, {}", tag("White"), tag("Black"), tag("Date"), tag("Result"));
        Apparatus { title, verdict: reading.verdict, rows, findings: words(None) }
    }
}

/// A game that was read from all its records.
pub struct Collated {
    /// The name of the record on which its places are.
    pub file: String,
    /// The game.
    pub game: Converted,
    /// The known game that it is, half-move by half-move, if there is one.
    pub comparison: Option<Comparison>,
    /// What each of its records says of each half-move, if it has several.
    pub apparatus: Option<Apparatus>,
}

/// Reads the games of several sources together, in the order of the first; games that only one source has come as it tells them.
/// Each is compared with the game of `known` that it is.
#[must_use]
pub fn collate(
    sources: &[Vec<Unit>],
    plan: &Plan,
    known: Option<&Known>,
    variants_as: VariantsAs,
) -> Vec<Collated> {
    let mut decoder = Decoder::new(plan.options);
    let told = join_pages(tell(sources, plan, &mut decoder), &mut decoder);
    let counts = |source: usize| told.iter().filter(|told| told.source == source).count();
    let alone = (0..sources.len()).all(|source| counts(source) <= 1);
    let mut together: Vec<(Vec<usize>, Option<Reading>)> = Vec::new();
    for group in group(&told, if alone { SAME_GAME_ALONE } else { SAME_GAME }) {
        match all_together(&told, &group, &mut decoder) {
            Some(reading) if is_of_several(&reading, &told, &group) => {
                together.extend(group.into_iter().map(|at| (vec![at], None)));
            }
            reading => together.push((group, reading)),
        }
    }
    together.sort_by_key(|(group, _)| group[0]);
    let groups: Vec<Vec<usize>> = together.iter().map(|(group, _)| group.clone()).collect();
    let read = |(group, together): (Vec<usize>, Option<Reading>)| {
        let of = Of { told: &told, groups: &groups, group: &group, sources: sources.len() };
        read_together(&of, together, plan, known, variants_as, &mut decoder)
    };
    let mut games: Vec<Collated> = together.into_iter().map(read).collect();
    let found: Vec<usize> =
        games.iter().filter_map(|game| Some(game.comparison.as_ref()?.known - 1)).collect();
    let missing = known.map_or_else(Vec::new, |known| known.missing(&found));
    games.extend(missing.into_iter().map(|finding| {
        let located = Located { finding, line: 1, column: 1, page: None, context: String::new(), cut: 0 };
        let file = known.map_or_else(String::new, |known| known.name().to_owned());
        Collated { file, game: Converted::remark(located), comparison: None, apparatus: None }
    }));
    games
}

/// The games of all sources, each as its source tells it.
fn tell<'u>(sources: &'u [Vec<Unit>], plan: &Plan, decoder: &mut Decoder) -> Vec<Told<'u>> {
    let sense = NotationSense::new(plan.options.from);
    let mut told = Vec::new();
    for (source, units) in sources.iter().enumerate() {
        for unit in units {
            let mut drafts = unit.layout.get().cut(&unit.source, &sense as &dyn MoveSense);
            tidy(&unit.source, &mut drafts);
            headed::name(unit, &mut drafts);
            drafts.retain(|draft| !draft.mainline.cells.is_empty());
            let games = printed::read(unit, plan, &drafts).map_or_else(Vec::new, |(games, _)| games);
            let (games, drafts) = of_each(games, drafts);
            told.extend(games.into_iter().map(|printed::Read { draft, reading }| {
                let draft = with_places(draft, &reading);
                Told { source, unit, draft, pages: Vec::new(), reading }
            }));
            for draft in drafts {
                let reading = decoder.decode(&draft);
                let reading = decoder.mend(&draft, reading);
                told.push(Told { source, unit, draft, pages: Vec::new(), reading });
            }
        }
    }
    told
}

/// The reader of printed books leaves out what it does not trust. Beside other records, all that is printed helps: of a draft whose
/// cells it mostly left, the draft is taken, and of all others what the reader of books has made of them.
fn of_each<'u>(
    games: Vec<printed::Read<'u>>,
    drafts: Vec<Draft<'u>>,
) -> (Vec<printed::Read<'u>>, Vec<Draft<'u>>) {
    let is_in = |game: &printed::Read<'_>, draft: &Draft<'_>| {
        let first = game.draft.mainline.cells.first().map_or(game.draft.span.start, |cell| cell.span.start);
        draft.span.range().contains(&first)
    };
    let is_left = |draft: &Draft<'_>| {
        let read = games.iter().filter(|game| is_in(game, draft)).map(|game| game.reading.cells.len());
        read.sum::<usize>() * 2 < draft.mainline.cells.len()
    };
    let left: Vec<Draft<'u>> = drafts.into_iter().filter(|draft| is_left(draft)).collect();
    let kept = games
        .into_iter()
        .filter(|game| !game.draft.mainline.cells.is_empty() && !left.iter().any(|draft| is_in(game, draft)));
    (kept.collect(), left)
}

/// A game of a printed book, each cell in the place of the half-move that the book's reader takes it for: what is lost between two
/// leaves a place empty.
fn with_places<'u>(mut draft: Draft<'u>, reading: &Reading) -> Draft<'u> {
    for (ply, cell) in (1u32..).zip(&reading.cells) {
        if let Some(cell) = cell.and_then(|cell| draft.mainline.cells.get_mut(cell as usize)) {
            let (number, side) = mover_at(&reading.game.start, ply);
            cell.number.get_or_insert(number);
            cell.side.get_or_insert(side);
        }
    }
    draft
}

/// The games with the pages that continue them: a record from the array whose first number is not 1 continues one that ends right
/// before it, whatever the order of the sources; of several the one behind which it reads best.
fn join_pages<'u>(told: Vec<Told<'u>>, decoder: &mut Decoder) -> Vec<Told<'u>> {
    let (mut later, mut firsts): (Vec<_>, Vec<_>) =
        told.into_iter().partition(|told| first_number(&told.draft).is_some());
    later.sort_by_key(|told| first_number(&told.draft));
    for page in later {
        let can_be = firsts.iter().enumerate().filter(|(_, first)| goes_on(&first.draft, &page.draft));
        let joined = can_be.map(|(at, first)| {
            let draft = with_page(&first.draft, &page);
            let reading = decoder.decode(&draft);
            (gain(&first.reading, &reading), at, draft, reading)
        });
        // Of those behind which it reads equally well, the first.
        let best = joined.filter(|joined| joined.0 > 0).min_by_key(|joined| (Reverse(joined.0), joined.1));
        match best {
            Some((_, at, draft, reading)) => {
                let Told { source, unit, draft: own, .. } = page;
                let from = firsts[at].draft.mainline.cells.len();
                // What it continues is known.
                let own = Draft { is_delimited: true, ..own };
                firsts[at].pages.push(Page { source, unit, draft: own, from });
                (firsts[at].draft, firsts[at].reading) = (draft, reading);
            }
            None => firsts.push(page),
        }
    }
    firsts
}

/// Half-moves that a doubt or a repair outweighs.
const DOUBT: isize = 2;

/// How many more half-moves a reading has with a page behind it, less some for each doubt or repair that it takes.
fn gain(alone: &Reading, joined: &Reading) -> isize {
    let plies = |reading: &Reading| reading.game.moves().count() as isize;
    let doubts = |reading: &Reading| {
        reading.findings.iter().filter(|finding| finding.severity > Severity::Note).count() as isize
    };
    plies(joined) - plies(alone) - DOUBT * (doubts(joined) - doubts(alone))
}

/// The number that a record from the array begins with, if it is not 1: the page before it is elsewhere.
fn first_number(draft: &Draft<'_>) -> Option<u32> {
    let number = draft.mainline.cells.first()?.number?;
    (number > 1 && draft.start == Start::Array).then_some(number)
}

/// Whether a page can stand right behind a record: its numbers go on, and no name says that it is of another game.
fn goes_on(first: &Draft<'_>, page: &Draft<'_>) -> bool {
    let last = first.mainline.cells.iter().rev().find_map(|cell| cell.number);
    let follows = last
        .zip(first_number(page))
        .is_some_and(|(last, next)| (last..=last.saturating_add(1)).contains(&next));
    let other = |name: &str| {
        let value =
            |draft: &Draft<'_>| draft.tags.get(name).filter(|value| *value != "?").map(str::to_lowercase);
        value(first).zip(value(page)).is_some_and(|(one, other)| one != other)
    };
    follows && !other("White") && !other("Black")
}

/// A record with a page behind it. The places of the page are all at the end of the record, whose source is the only one that is
/// reported on; a note names the page.
fn with_page<'u>(first: &Draft<'u>, page: &Told<'u>) -> Draft<'u> {
    let end = end_of(first);
    let mut draft = first.clone();
    let cells = page.draft.mainline.cells.iter().cloned();
    draft.mainline.cells.extend(cells.map(|cell| Cell { span: end, ..cell }));
    draft.ending = draft.ending.or_else(|| page.draft.ending.clone().map(|(ending, _)| (ending, end)));
    let number = first_number(&page.draft).unwrap_or_default();
    let words = format!("from move {number} on this is {}", page.unit.source.name());
    draft.findings.push(Finding::new(&code::W107, end, words));
    draft
}

/// Behind the last cell of a record.
fn end_of(draft: &Draft<'_>) -> Span {
    Span::at(draft.mainline.cells.last().map_or(draft.span.end, |cell| cell.span.end))
}

/// The games that are one, as indices of what was told; each source is in a group once. The likest find each other first, in whatever
/// order the sources have them.
fn group(told: &[Told<'_>], same: f32) -> Vec<Vec<usize>> {
    let mut pairs = Vec::new();
    for (at, own) in told.iter().enumerate() {
        for (before, other) in told[..at].iter().enumerate().filter(|(_, other)| other.source != own.source) {
            let likeness = alike(other, own);
            if likeness >= same {
                pairs.push((likeness, before, at));
            }
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut groups: Vec<Vec<usize>> = (0..told.len()).map(|at| vec![at]).collect();
    let mut of: Vec<usize> = (0..told.len()).collect();
    for (_, one, other) in pairs {
        let (first, second) = (of[one].min(of[other]), of[one].max(of[other]));
        let shares_source = |&own: &usize| groups[first].iter().any(|&a| told[a].source == told[own].source);
        if first != second && !groups[second].iter().any(shares_source) {
            let moved = std::mem::take(&mut groups[second]);
            moved.iter().for_each(|&at| of[at] = first);
            groups[first].extend(moved);
            groups[first].sort_unstable();
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// How alike two games are, from 0 to about 1.
fn alike(one: &Told<'_>, other: &Told<'_>) -> f32 {
    let names = likeness_of_names(one, other);
    let share = if are_columns_of_one(&one.draft, &other.draft) {
        SAME_GAME_ALONE
    } else {
        share_of_moves(one, other).max(share_of_texts(one, other)).max(share_of_texts(other, one))
    };
    share + names
}

/// The share of the shorter reading that the other has in the same order.
fn share_of_moves(one: &Told<'_>, other: &Told<'_>) -> f32 {
    let moves = |told: &Told<'_>| told.reading.game.moves().collect::<Vec<Move>>();
    let (first, second) = (moves(one), moves(other));
    share(first.len(), second.len(), |a, b| first[a] == second[b])
}

/// Shorter readings are too little to be looked for in texts.
const FEWEST_READ: usize = 8;

/// The share of the half-moves of one reading that the texts of the other record can be, in the same order: a record that could not be
/// read alone is known by what it says.
fn share_of_texts(read: &Told<'_>, record: &Told<'_>) -> f32 {
    let moves: Vec<Move> = read.reading.game.moves().collect();
    let cells = &record.draft.mainline.cells;
    let Some(notation) = notation::find(record.reading.notation).filter(|_| moves.len() >= FEWEST_READ)
    else {
        return 0.0;
    };
    // Where the record was read, its moves tell as much.
    if record.reading.game.moves().count() + ASTRAY >= cells.len() {
        return 0.0;
    }
    let senses: Vec<[notation::Senses; 2]> = cells
        .iter()
        .map(|cell| [Color::White, Color::Black].map(|side| notation::read(notation, &cell.text, side)))
        .collect();
    let mut state = GameState::new(&read.reading.game.start);
    let mut states = Vec::with_capacity(moves.len());
    for &mv in &moves {
        states.push(state.clone());
        state.play(mv);
    }
    share(moves.len(), cells.len(), |ply, cell| {
        let own: &GameState = &states[ply];
        let side = usize::from(own.position.turn().is_black());
        senses[cell][side].iter().any(|sense| sense.skeleton.admits(own.scene(), moves[ply]))
    })
}

/// What the names of the players add to the likeness of two games.
fn likeness_of_names(one: &Told<'_>, other: &Told<'_>) -> f32 {
    let names = ["White", "Black"].into_iter().filter_map(|side| {
        Some(if known::is_same_name(name(one, side)?, name(other, side)?) { NAME } else { -NAME })
    });
    names.sum()
}

/// The name of a player.
fn name<'t>(told: &'t Told<'_>, side: &str) -> Option<&'t str> {
    told.draft.tags.get(side).filter(|value| *value != "?")
}

/// Whether two records may be of one game, so far as their players and their moves tell.
fn is_perhaps(one: &Told<'_>, other: &Told<'_>) -> bool {
    let names = likeness_of_names(one, other);
    names >= 2.0 * NAME || names >= 0.0 && alike(one, other) >= PERHAPS
}

/// Whether one record has the moves of White only, and the other as many of Black only.
fn are_columns_of_one(one: &Draft<'_>, other: &Draft<'_>) -> bool {
    let (Some(side), Some(others)) = (side_of(one), side_of(other)) else { return false };
    side != others && one.mainline.cells.len().abs_diff(other.mainline.cells.len()) <= ASTRAY
}

/// The share of the shorter of two lists that the other has in the same order, none far from its place.
fn share(first: usize, second: usize, is_same: impl Fn(usize, usize) -> bool) -> f32 {
    let mut before = vec![0usize; second + 1];
    for at in 0..first {
        let mut now = vec![0; second + 1];
        for place in 0..second {
            now[place + 1] = if at.abs_diff(place) <= ASTRAY && is_same(at, place) {
                before[place] + 1
            } else {
                now[place].max(before[place + 1])
            };
        }
        before = now;
    }
    let common = before.last().copied().unwrap_or_default();
    if common == 0 { 0.0 } else { common as f32 / first.min(second) as f32 }
}

/// Adds each other move that a record says as a variation, with the names of those that say it.
fn add_variations(reading: &mut Reading) {
    for (ply, sayings) in reading.game.line.plies.iter_mut().zip(&reading.sayings) {
        let mut others: Vec<(Move, Vec<&str>)> = Vec::new();
        for saying in sayings {
            let Some(mv) = saying.instead else { continue };
            match others.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, names)) => names.push(&saying.witness),
                None => others.push((mv, vec![&saying.witness])),
            }
        }
        ply.variations.extend(others.into_iter().map(|(mv, names)| {
            let mut other = Ply::from(mv);
            other.comments.push(names.join(", "));
            Line { comments: Vec::new(), plies: vec![other] }
        }));
    }
}

/// Writes the PGN again without the comments on what records say that differs; what no variation tells stays one.
fn leave_out_variants(proven: &mut super::Proven<'_>, variants_as: VariantsAs) {
    let is_told = |located: &Located| {
        let ply = located.finding.ply.and_then(|ply| proven.reading.game.line.plies.get(ply as usize - 1));
        let is_varied = ply.is_some_and(|ply| !ply.variations.is_empty());
        located.finding.code == &code::W101 && (variants_as == VariantsAs::None || is_varied)
    };
    let all = proven.findings.clone();
    let kept = all.iter().filter(|located| !is_told(located)).cloned().collect();
    proven.findings = kept;
    let mut pgn = String::new();
    sink::pgn::write(&proven.record(), &mut pgn);
    proven.pgn = pgn;
    proven.findings = all;
}

/// The names of the sources of a group.
fn names_of(told: &[Told<'_>], group: &[usize]) -> String {
    let names: Vec<&str> = group.iter().map(|&at| told[at].unit.source.name()).collect();
    names.join(" and ")
}

/// A record of a source that a group lacks, in a group that lacks its sources, which may be of the same game.
fn perhaps_the_same<'t, 'u>(
    told: &'t [Told<'u>],
    groups: &[Vec<usize>],
    group: &[usize],
) -> Option<&'t Told<'u>> {
    let has_source = |group: &[usize], source: usize| group.iter().any(|&at| told[at].source == source);
    let others = groups.iter().filter(|other| !other.iter().any(|&at| has_source(group, told[at].source)));
    others.flatten().map(|&at| &told[at]).find(|other| is_perhaps(&told[group[0]], other))
}

/// A game among all that is told.
struct Of<'t, 'u> {
    told: &'t [Told<'u>],
    groups: &'t [Vec<usize>],
    /// The records of the game.
    group: &'t [usize],
    /// How many sources there are.
    sources: usize,
}

/// All records of a game; places are those of the first.
fn witnesses_of<'t>(told: &'t [Told<'_>], group: &[usize]) -> Vec<Witness<'t>> {
    let base = told[group[0]].unit;
    group.iter().flat_map(|&at| told[at].witnesses(base)).collect()
}

/// The reading of several records together; `None` if there is one only, or if they cannot be read together.
fn all_together(told: &[Told<'_>], group: &[usize], decoder: &mut Decoder) -> Option<Reading> {
    if group.len() < 2 {
        return None;
    }
    decoder.collate(&told[group[0]].draft, &witnesses_of(told, group))
}

/// A record of which less agrees with what was read of all is of another game.
const AGREES: f32 = 0.4;

/// Whether what was read together are several games: one of the records hardly says what was read.
fn is_of_several(reading: &Reading, told: &[Told<'_>], group: &[usize]) -> bool {
    let witnesses = witnesses_of(told, group);
    let names: BTreeSet<&str> =
        reading.sayings.iter().flatten().map(|saying| saying.witness.as_str()).collect();
    names.into_iter().any(|name| {
        let own = reading.sayings.iter().flatten().filter(|saying| saying.witness == name);
        let agree = own.filter(|saying| saying.agrees && saying.text.is_some()).count();
        let cells: usize = witnesses
            .iter()
            .filter(|witness| witness.name == name)
            .map(|witness| witness.cells.iter().filter(|cell| !cell.text.is_empty()).count())
            .sum();
        (agree as f32) < AGREES * cells as f32
    })
}

/// One game from all that is told of it.
fn read_together(
    &Of { told, groups, group, sources }: &Of<'_, '_>,
    together: Option<Reading>,
    plan: &Plan,
    known: Option<&Known>,
    variants_as: VariantsAs,
    decoder: &mut Decoder,
) -> Collated {
    let base = &told[group[0]];
    let witnesses = witnesses_of(told, group);
    let is_apart = together.is_none() && group.len() > 1;
    let mut reading = together.unwrap_or_else(|| base.reading.clone());
    if is_apart {
        let words = format!(
            "{} could not be read together, in notations whose spellings are not known: this is {} alone",
            names_of(told, group),
            base.unit.source.name()
        );
        reading.findings.push(Finding::new(&code::W103, base.draft.span, words));
        reading.verdict = reading.verdict.max(Verdict::Ambiguous);
    }
    let own =
        group.iter().flat_map(|&at| told[at].pages.iter().map(|page| page.source).chain([told[at].source]));
    if own.collect::<BTreeSet<_>>().len() < sources {
        let mut words = format!("this game is in {} only", names_of(told, group));
        // What may be the same game elsewhere contradicts it, or is not read: nothing is claimed beside it.
        if let Some(other) = perhaps_the_same(told, groups, group) {
            let source = other.unit.source.name();
            let line = other.unit.source.locate(other.draft.span.start).0;
            let _ = write!(
                words,
                "; {source}, line {line}, may be the same game, and was not read together with it"
            );
            reading.verdict = reading.verdict.max(Verdict::Repaired);
        }
        reading.findings.push(Finding::new(&code::W102, base.draft.span, words));
    }
    // Tags that the first source lacks are taken from the others.
    for &other in &group[1..] {
        for tag in told[other].draft.tags.iter() {
            if reading.game.tags.get(&tag.name).is_none() {
                reading.game.tags.push(tag.clone());
            }
        }
    }
    let mut comparison = None;
    if let Some(known) = known {
        match known.find(&reading.game.tags, &reading) {
            Some(game) => {
                if reading.verdict > Verdict::Settled
                    && let Some(cells) = game.cells()
                {
                    let name = known.game_name(&game);
                    let mut witnesses = witnesses.clone();
                    let notation = Some(known::WRITTEN);
                    witnesses.push(Witness { name, cells: &cells, here: false, known: true, notation });
                    let beside = decoder.collate(&base.draft, &witnesses);
                    // What the record says exactly stands, and no less of it than without the known game.
                    let stands = decoder.read_as_written(&base.draft, &reading);
                    if let Some(mut beside) =
                        beside.filter(|beside| decoder.read_as_written(&base.draft, beside) >= stands)
                    {
                        beside.game.tags = reading.game.tags.clone();
                        reading = beside;
                    }
                }
                let compared = known::compare(&base.unit.source, &base.draft, &mut reading, known, &game);
                comparison = Some(compared);
            }
            None => {
                let words = format!("{} has no such game", known.name());
                reading.findings.push(Finding::new(&code::W105, base.draft.span, words));
            }
        }
    }
    let sense = NotationSense::new(plan.options.from);
    base.pages.iter().for_each(|page| page.settle(end_of(&base.draft), &mut reading, &sense));
    let drafts = std::slice::from_ref(&base.draft);
    let coverage = Coverage::of(&base.unit.source, drafts, &[]);
    // Nothing is claimed of which one of the records says something more.
    if matches!(reading.verdict, Verdict::Verified | Verdict::Settled) {
        let unread: Vec<Finding> =
            group[1..].iter().flat_map(|&other| told[other].unread(&base.draft, &sense)).collect();
        if !unread.is_empty() {
            reading.verdict = Verdict::Repaired;
            reading.findings.extend(unread);
        }
    }
    // Nothing is claimed that a known game contradicts.
    if reading.findings.iter().any(|finding| finding.code == &code::W104) {
        reading.verdict = reading.verdict.max(Verdict::Repaired);
    }
    if variants_as == VariantsAs::Rav {
        add_variations(&mut reading);
    }
    let mut proven = prove(base.unit, 0, &base.draft, reading, &coverage, plan);
    if variants_as != VariantsAs::Comment {
        leave_out_variants(&mut proven, variants_as);
    }
    let apparatus = (!proven.reading.sayings.is_empty()).then(|| Apparatus::of(&proven));
    let file = base.unit.source.name().to_owned();
    Collated { file, game: spell(proven, plan), comparison, apparatus }
}
