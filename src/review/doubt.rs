//! The doubts of a game: findings grouped by place.

use shakmaty::{CastlingMode, Chess, Move, Position, fen::Fen};

use super::ahead::Sight;
use super::answers::{Asked, answers};
use super::book::SourceView;
use super::cut::cut;
use super::data::{DoubtView, Other, squares};
use super::source::around;
use crate::convert::{Outlook, Proven};
use crate::corrections::CorrectionKind;
use crate::decode::{Decoder, GameState};
use crate::finding::{Finding, Severity, code};
use crate::notation;
use crate::notation::spelling::san;
use crate::text::Span;

/// The findings at one place.
struct FindingGroup<'f> {
    /// The text that a correction would be tied to.
    anchor: Span,
    ply: u32,
    findings: Vec<&'f Finding>,
    /// The record lacks the move: it belongs after the anchor.
    lost: bool,
    /// The move that was chosen, if no finding gives it.
    taken: Option<String>,
}

/// The doubts of a game, in source order.
pub fn doubts(proven: &Proven<'_>, view: &SourceView, decoder: &mut Decoder) -> Vec<DoubtView> {
    let seats = Seats::new(proven);
    let mut sight = Sight::new(proven, decoder, &view.known);
    let stops = |group: &FindingGroup<'_>| {
        group.ply as usize == proven.reading.cells.len() + 1 && !group.is_left_over()
    };
    // On a torn page a person begins with the first doubt.
    let mut is_first = proven.draft.unordered.is_some();
    let mut shown = |group: FindingGroup<'_>| {
        let in_full = stops(&group) || is_first && group.ply > 0;
        is_first &= group.ply == 0;
        show(&group, proven, view, &seats, &mut sight, in_full)
    };
    groups(proven).into_iter().map(&mut shown).collect()
}

impl FindingGroup<'_> {
    /// Whether it is text that no move explains.
    fn is_left_over(&self) -> bool {
        !self.findings.is_empty() && self.findings.iter().all(|finding| finding.code == &code::L320)
    }
}

/// A half-move of the game as a doubt although it has no finding; with `missing`, a move that the record
/// lacks before it.
#[cfg(feature = "server")]
pub fn half_move(
    proven: &Proven<'_>,
    view: &SourceView,
    decoder: &mut Decoder,
    ply: u32,
    missing: bool,
) -> Option<DoubtView> {
    let at = ply.checked_sub(1)? as usize;
    let seats = Seats::new(proven);
    let seat = seats.0.get(at)?;
    let read = proven.reading.game.moves().nth(at).filter(|_| !missing);
    let taken = read.map(|mv| san(&seat.position, mv));
    let cell = proven.reading.cells.get(at).copied().flatten();
    let cell = cell.and_then(|cell| proven.draft.mainline.cells.get(cell as usize));
    let lost = missing || cell.is_none_or(|cell| proven.source.slice(cell.span).trim().is_empty());
    let anchor = cell.filter(|_| !lost).map_or_else(|| before(proven, ply), |cell| cell.span);
    let group = FindingGroup { anchor, ply, findings: Vec::new(), lost, taken };
    let mut sight = Sight::new(proven, decoder, &view.known);
    Some(show(&group, proven, view, &seats, &mut sight, true))
}

fn groups<'f>(proven: &'f Proven<'_>) -> Vec<FindingGroup<'f>> {
    let mut groups: Vec<FindingGroup<'f>> = Vec::new();
    for located in &proven.findings {
        let finding = &located.finding;
        if finding.severity == Severity::Note {
            continue;
        }
        let lost = finding.ply.is_some() && proven.source.slice(finding.span).trim().is_empty();
        let anchor = if lost { before(proven, finding.ply.unwrap_or(1)) } else { place(proven, finding) };
        let ply = finding.ply.unwrap_or_default();
        // Of moves that are missing at one place, each is a doubt of its own.
        let is_same = |group: &&mut FindingGroup<'_>| {
            group.anchor == anchor && group.lost == lost && (!lost || group.ply == ply)
        };
        match groups.iter_mut().find(is_same) {
            Some(group) => {
                group.ply = group.ply.max(ply);
                group.findings.push(finding);
            }
            None => groups.push(FindingGroup { anchor, ply, findings: vec![finding], lost, taken: None }),
        }
    }
    // Text that is left over comes behind the doubts about moves.
    groups.sort_by_key(|group| (group.ply == 0, group.ply, group.is_left_over(), group.anchor.start));
    groups
}

/// The last cell with text before a missing half-move.
fn before(proven: &Proven<'_>, ply: u32) -> Span {
    let read = ply.saturating_sub(1) as usize;
    let cells = &proven.reading.cells[..read.min(proven.reading.cells.len())];
    let printed = |cell: &u32| {
        let cell = proven.draft.mainline.cells.get(*cell as usize)?;
        (!proven.source.slice(cell.span).trim().is_empty()).then_some(cell.span)
    };
    let is_printed = |span: &Span| !proven.source.slice(*span).trim().is_empty();
    let first = || proven.draft.mainline.cells.iter().map(|cell| cell.span).find(is_printed);
    cells.iter().rev().flatten().find_map(printed).or_else(first).unwrap_or_else(|| heading(proven))
}

/// The line in which a game begins that has no cell.
fn heading(proven: &Proven<'_>) -> Span {
    let start = proven.draft.span.start;
    let line = proven.source.text().get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    Span::new(start, start + line.trim_end().len())
}

/// Whether a half-move that the record lacks is missing behind the cell of [`before`] or before it, and the moves as they are read
/// between.
fn missing(proven: &Proven<'_>, ply: u32, seats: &Seats) -> (CorrectionKind, String) {
    let read = (ply.saturating_sub(1) as usize).min(proven.reading.cells.len());
    let printed = |ply: &usize| {
        let cell = proven.reading.cells[*ply].and_then(|cell| proven.draft.mainline.cells.get(cell as usize));
        cell.is_some_and(|cell| !proven.source.slice(cell.span).trim().is_empty())
    };
    let last = (0..read).rev().find(printed);
    // Behind its heading, if a game has no other text.
    let is_behind = last.is_some() || before(proven, ply) == heading(proven);
    let kind = if is_behind { CorrectionKind::MissingAfter } else { CorrectionKind::Missing };
    let moves = proven.reading.game.moves().take(read).enumerate().skip(last.map_or(0, |last| last + 1));
    let moves: Vec<String> = moves.map(|(at, m)| san(&seats.0[at].position, m)).collect();
    (kind, moves.join("; "))
}

/// The place of a finding; for a finding about the whole game, its first cell.
fn place(proven: &Proven<'_>, finding: &Finding) -> Span {
    let whole = finding.span == proven.draft.span || finding.span.is_empty();
    let first = proven.draft.mainline.cells.first().filter(|_| whole).map(|cell| cell.span);
    first.unwrap_or(finding.span)
}

/// The positions of the game, with their history.
struct Seats(Vec<GameState>);

impl Seats {
    fn new(proven: &Proven<'_>) -> Seats {
        let mut seats = vec![GameState::new(&proven.reading.game.start)];
        for mv in proven.reading.game.moves() {
            let mut next = seats[seats.len() - 1].clone();
            next.play(mv);
            seats.push(next);
        }
        Seats(seats)
    }
}

/// A doubt as the page shows it; with `in_full`, all legal moves are held against the print behind it, too.
fn show(
    group: &FindingGroup<'_>,
    proven: &Proven<'_>,
    view: &SourceView,
    seats: &Seats,
    sight: &mut Sight<'_, '_>,
    in_full: bool,
) -> DoubtView {
    let source = proven.source;
    let anchor = view.index.anchor(source, group.anchor);
    let lines = view.index.anchor(source, whole_lines(source.text(), group.anchor));
    let main = group.findings.iter().copied().max_by_key(|f| (f.fen.is_some(), f.severity));
    let own = group.ply.checked_sub(1).and_then(|at| seats.0.get(at as usize));
    let elsewhere = main.and_then(|finding| finding.fen.as_deref()).filter(|_| own.is_none());
    let seat =
        own.cloned().or_else(|| elsewhere.and_then(position).map(|position| GameState::new(&position)));
    let taken = group.findings.iter().find_map(|finding| finding.chosen.clone());
    let taken = taken.or_else(|| group.taken.clone());
    let cell = proven.draft.mainline.cells.iter().position(|cell| cell.span == group.anchor);
    let is_asked = in_full && own.is_some();
    let outlook = is_asked.then(|| proven.outlook(group.ply.saturating_sub(1) as usize));
    let is_too_dear = matches!(outlook, Some(Outlook::TooDear));
    let outlook = match outlook {
        Some(Outlook::Costs(costs)) => {
            let named = |(m, cost): (Move, f32)| seat.as_ref().map(|seat| (san(&seat.position, m), cost));
            costs.into_iter().map(named).collect()
        }
        _ => None,
    };
    let answers = seat.as_ref().map(|seat| {
        let asked = Asked {
            findings: &group.findings,
            anchor: group.anchor,
            text: if group.lost { "" } else { source.slice(group.anchor) },
            ply: group.ply,
            lost: group.lost,
            taken: taken.as_deref(),
            seat,
            own: own.is_some(),
            cell: cell.filter(|_| !group.lost),
            next: cell.filter(|_| !group.lost).map_or_else(|| behind(proven, group.ply), |cell| cell + 1),
            read: proven.reading.game.line.plies.len(),
            outlook,
        };
        answers(&asked, proven.reading.notation, sight)
    });
    let short = sight.was_short().then(|| {
        let words = "the rest was read exactly behind some of these moves, and not with misprints: that would take too long";
        (code::D110.id, words.to_owned())
    });
    let short = short.or_else(|| {
        let words =
            "not each legal move was held against what is printed behind it: that would take too long";
        is_too_dear.then(|| (code::D110.id, words.to_owned()))
    });
    let (kind, lead) =
        if group.lost { missing(proven, group.ply, seats) } else { (CorrectionKind::Move, String::new()) };
    let other = own.filter(|_| !group.lost).and_then(|seat| other(group, proven, view, seats, seat));
    let (ways, chance) = answers.map_or_else(Default::default, |answers| (answers.ways, answers.taken));
    DoubtView {
        anchor: (anchor.line, anchor.text, anchor.hash),
        lines: (lines.line, lines.text, lines.hash),
        ply: group.ply,
        page: page(proven, view, group.anchor.start),
        severity: group.findings.iter().map(|finding| finding.severity as u8).max().unwrap_or(1),
        findings: group.findings.iter().map(|f| (f.code.id, f.message.clone())).chain(short).collect(),
        context: around(source, group.anchor),
        taken,
        chance,
        ways,
        fen: elsewhere.map(str::to_owned),
        legal: seat.as_ref().map(legal).unwrap_or_default(),
        cut: cut(source, group.anchor),
        time: view.times.at(group.anchor),
        kind: group.lost.then_some(kind.as_str()),
        lead,
        other,
    }
}

/// What is corrected where a person plays a move that the text does not say.
fn other(
    group: &FindingGroup<'_>,
    proven: &Proven<'_>,
    view: &SourceView,
    seats: &Seats,
    seat: &GameState,
) -> Option<Other> {
    // What is left over between half-moves is mostly neither of them.
    let is_between = group.is_left_over() && group.ply as usize <= proven.reading.cells.len();
    let nothing = || is_between.then(Vec::new);
    let said = proven.says(group.anchor, &seat.position).or_else(nothing)?;
    let said: Vec<String> = said.into_iter().map(|m| san(&seat.position, m)).collect();
    let anchor = view.index.anchor(proven.source, before(proven, group.ply));
    let (kind, lead) = missing(proven, group.ply, seats);
    Some(Other {
        said: said.join(" "),
        anchor: (anchor.line, anchor.text, anchor.hash),
        kind: kind.as_str(),
        lead,
    })
}

/// The page of a place: its printed number and, if that differs, the number of its scan.
fn page(proven: &Proven<'_>, view: &SourceView, offset: usize) -> Option<String> {
    let number = proven.source.page_number(offset).map(|number| number.to_string());
    let number = number.map(|number| number.trim_start_matches("page ").to_owned());
    number.or_else(|| view.pages.at(offset).map(|number| number.to_string()))
}

/// Index of the first cell that is read as the half-move `ply` or a later one.
fn behind(proven: &Proven<'_>, ply: u32) -> usize {
    let cells = &proven.reading.cells;
    let at = (ply.saturating_sub(1) as usize).min(cells.len());
    let next = cells[at..].iter().flatten().next().map(|cell| *cell as usize);
    let last = || cells.iter().flatten().next_back().map_or(0, |cell| *cell as usize + 1);
    next.unwrap_or_else(last)
}

/// The span extended to whole lines; of a very long line, the part nearby.
fn whole_lines(text: &str, span: Span) -> Span {
    const MOST: usize = 400;
    let head = text.get(..span.start).unwrap_or_default();
    let tail = text.get(span.end..).unwrap_or_default();
    let from = head.rfind('\n').map_or(0, |at| at + 1);
    let to = tail.find('\n').map_or(text.len(), |at| span.end + at);
    if to - from > MOST { span } else { Span::new(from, to) }
}

fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

/// The legal moves with their squares and in English descriptive notation.
fn legal(seat: &GameState) -> String {
    let english = notation::find("english");
    let one = |mv: shakmaty::Move| {
        let written = english.and_then(|english| english.write(&seat.position, &seat.lineage, mv));
        let [from, to] = squares(mv);
        format!("{},{from}{to},{}", san(&seat.position, mv), written.unwrap_or_default())
    };
    let moves: Vec<String> = seat.position.legal_moves().into_iter().map(one).collect();
    moves.join("|")
}
