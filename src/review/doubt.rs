//! The doubts of a game: findings grouped by place.

use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

use super::ahead::{Here, Sight};
use super::book::SourceView;
use super::cut::cut;
use super::data::{DoubtView, Way, squares};
use super::likeness::TypedLikeness;
use super::source::around;
use crate::convert::Proven;
use crate::corrections::CorrectionKind;
use crate::decode::{Decoder, GameState};
use crate::finding::{Finding, Severity};
use crate::notation;
use crate::notation::spelling::san;
use crate::text::Span;

/// Most other readings that are shown.
const MOST_WAYS: usize = 8;
/// Fewest other readings that are shown, if there are so many.
const FEWEST_WAYS: usize = 5;

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
    let mut sight = Sight::new(proven, decoder);
    groups(proven).into_iter().map(|group| show(&group, proven, view, &seats, &mut sight)).collect()
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
    let mut sight = Sight::new(proven, decoder);
    Some(show(&group, proven, view, &seats, &mut sight))
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
        match groups.iter_mut().find(|group| group.anchor == anchor && group.lost == lost) {
            Some(group) => {
                group.ply = group.ply.max(finding.ply.unwrap_or_default());
                group.findings.push(finding);
            }
            None => groups.push(FindingGroup {
                anchor,
                ply: finding.ply.unwrap_or_default(),
                findings: vec![finding],
                lost,
                taken: None,
            }),
        }
    }
    groups.sort_by_key(|group| (group.ply == 0, group.ply, group.anchor.start));
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
    let first = || proven.draft.mainline.cells.first().map(|cell| cell.span);
    cells.iter().rev().flatten().find_map(printed).or_else(first).unwrap_or(proven.draft.span)
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

fn show(
    group: &FindingGroup<'_>,
    proven: &Proven<'_>,
    view: &SourceView,
    seats: &Seats,
    sight: &mut Sight<'_, '_>,
) -> DoubtView {
    let source = proven.source;
    let anchor = view.index.anchor(source, group.anchor);
    let lines = view.index.anchor(source, whole_lines(source.text(), group.anchor));
    let main = group.findings.iter().copied().max_by_key(|f| (f.fen.is_some(), f.severity));
    let own = group.ply.checked_sub(1).and_then(|at| seats.0.get(at as usize));
    let other = main.and_then(|finding| finding.fen.as_deref()).filter(|_| own.is_none());
    let seat = own.cloned().or_else(|| other.and_then(position).map(|position| GameState::new(&position)));
    let taken = group.findings.iter().find_map(|finding| finding.chosen.clone());
    let taken = taken.or_else(|| group.taken.clone());
    let cell = proven.draft.mainline.cells.iter().position(|cell| cell.span == group.anchor);
    let mut ways = Vec::new();
    if let (Some(cell), Some(seat), false) = (cell, &seat, group.lost) {
        let before = group.ply.saturating_sub(1) as usize;
        let here = Here { cell, before, anchor: group.anchor, seat: own };
        let likeness = TypedLikeness::new(seat, source.slice(group.anchor), proven.reading.notation);
        let mut look = |said: &str| sight.ahead(&here, said);
        for said in others(group, taken.as_deref(), seat) {
            let far = look(&said);
            ways.push(Way(said, far));
        }
        likeness.rank(&mut ways, before);
        // A reading that cannot be continued and does not look like the print is not shown, except for a few
        // if no reading can be continued.
        let read = proven.reading.game.line.plies.len();
        if taken.is_none() && ways.len() > FEWEST_WAYS {
            let leads = |way: &Way| way.1.is_none_or(|(plies, ..)| plies > read + 1);
            let good = ways.iter().rposition(leads).map_or(0, |last| last + 1);
            ways.truncate(good.clamp(FEWEST_WAYS, MOST_WAYS));
        }
        // If a move was chosen and there are few rivals, also offer moves that look like the print, without
        // looking ahead.
        if let Some(taken) = taken.as_deref().filter(|_| ways.len() < FEWEST_WAYS) {
            let known: Vec<&str> = ways.iter().map(|way| way.0.as_str()).chain([taken]).collect();
            let mut more = unlooked(seat, &known, &likeness);
            more.truncate(FEWEST_WAYS - ways.len());
            ways.append(&mut more);
        }
        ways.truncate(MOST_WAYS);
        ways.push(Way(String::new(), look("")));
    } else if let (Some(seat), false) = (&seat, group.lost) {
        // For text outside the cells: offer moves that look like it, or that it is not a move.
        let likeness = TypedLikeness::new(seat, source.slice(group.anchor), proven.reading.notation);
        ways = unlooked(seat, &taken.iter().map(String::as_str).collect::<Vec<_>>(), &likeness);
        ways.truncate(MOST_WAYS);
        ways.push(Way(String::new(), None));
    }
    DoubtView {
        anchor: (anchor.line, anchor.text, anchor.hash),
        lines: (lines.line, lines.text, lines.hash),
        ply: group.ply,
        page: source.page(group.anchor.start).or_else(|| view.pages.at(group.anchor.start)),
        severity: group.findings.iter().map(|finding| finding.severity as u8).max().unwrap_or(1),
        findings: group.findings.iter().map(|f| (f.code.id, f.message.clone())).collect(),
        context: around(source, group.anchor),
        taken,
        ways,
        fen: other.map(str::to_owned),
        legal: seat.as_ref().map(legal).unwrap_or_default(),
        cut: cut(source, group.anchor),
        kind: group.lost.then_some(CorrectionKind::MissingAfter.as_str()),
    }
}

/// The legal moves except the `known` ones, most similar to the print first, without looking ahead.
fn unlooked(seat: &GameState, known: &[&str], likeness: &TypedLikeness<'_>) -> Vec<Way> {
    let legal = seat.position.legal_moves().into_iter().map(|mv| san(&seat.position, mv));
    let mut ways: Vec<Way> =
        legal.filter(|said| !known.contains(&said.as_str())).map(|said| Way(said, None)).collect();
    likeness.rank(&mut ways, 0);
    ways
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

/// The readings to examine: the candidates of the findings, or every legal move where the game stops.
fn others(group: &FindingGroup<'_>, taken: Option<&str>, seat: &GameState) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    let candidates = group.findings.iter().flat_map(|finding| &finding.candidates);
    for san in candidates.map(|candidate| &candidate.san) {
        if Some(san.as_str()) != taken && !others.contains(san) {
            others.push(san.clone());
        }
    }
    if taken.is_none() {
        for mv in seat.position.legal_moves() {
            let san = san(&seat.position, mv);
            if !others.contains(&san) {
                others.push(san);
            }
        }
    } else {
        others.truncate(MOST_WAYS);
    }
    others
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
