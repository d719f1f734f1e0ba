//! The answers that the page offers for a doubt: moves, how far the game can then be read, and how probable each
//! is.

use shakmaty::Position;

use super::ahead::{Here, Sight};
use super::data::Way;
use super::likeness::{Features, Likeness, Place, unexamined};
use crate::decode::GameState;
use crate::finding::Finding;
use crate::likely;
use crate::notation::spelling::san;
use crate::text::Span;

/// Most other readings that are shown.
const MOST: usize = 8;
/// Fewest other readings that are shown, if there are so many.
const FEWEST: usize = 5;

/// Cost in nats of a move as usual as most where the record lacks it.
const UNSEEN: f32 = 6.0;
/// The surprise of such a move, in nats, and how much surprise counts where the record lacks the move, and where it has one.
const USUAL: f32 = 2.0;
const PRIOR: (f32, f32) = (1.0, 0.3);

/// A place to answer for.
pub struct Asked<'a> {
    /// Its findings.
    pub findings: &'a [&'a Finding],
    /// The byte range of its text.
    pub anchor: Span,
    /// Its text; empty if the record lacks the move.
    pub text: &'a str,
    /// The half-move, from 1; 0 if it is none of the game.
    pub ply: u32,
    /// Whether the record lacks the move.
    pub lost: bool,
    /// The move that was chosen.
    pub taken: Option<&'a str>,
    /// The position.
    pub seat: &'a GameState,
    /// Whether the position is one of the game.
    pub own: bool,
    /// Index of the cell of the text, and of the first cell behind it.
    pub cell: Option<usize>,
    /// The first cell behind it.
    pub next: usize,
    /// Half-moves that the game has now.
    pub read: usize,
    /// The legal moves with their costs in nats by all that is printed, the cheapest first, where that is known.
    pub outlook: Option<Vec<(String, f32)>>,
}

impl Asked<'_> {
    /// Most other readings that are shown: with the answer that the text is no move, there is a key for each.
    fn most(&self) -> usize {
        if self.lost { MOST + 1 } else { MOST }
    }
}

/// How much a nat of an outlook counts.
const CERTAINTY: f32 = 0.5;
/// What it costs in an outlook that a text is no move, and a move that leads nowhere.
const NO_MOVE: f32 = 4.0;
const FARTHEST: f32 = 14.0;

/// The answers, most probable first, and the chance of the move that was chosen, in per cent.
pub struct Answers {
    /// The answers; an empty move means that the text is no move.
    pub ways: Vec<Way>,
    /// The chance of the chosen move.
    pub taken: Option<u8>,
}

/// The answers for a place.
pub fn answers(asked: &Asked<'_>, notation: &str, sight: &mut Sight<'_, '_>) -> Answers {
    let before = asked.ply.saturating_sub(1) as usize;
    let here = Here {
        cell: asked.cell.filter(|_| !asked.lost),
        next: asked.next,
        before,
        anchor: asked.anchor,
        seat: asked.own.then_some(asked.seat),
    };
    let likeness = Likeness::new(asked.seat, asked.text, notation);
    let surprises = surprises(asked);
    let weight = if asked.lost { PRIOR.0 } else { PRIOR.1 };
    let known = |said: &str| surprises.iter().find(|(san, _)| san == said);
    let prior = |said: &str| known(said).map_or(0.0, |(_, surprise)| weight * (surprise - USUAL));
    let others = match &asked.outlook {
        Some(outlook) => promising(asked, outlook, &surprises),
        None => others(asked, &|said| likeness.cost(said) + prior(said)),
    };
    sight.look(&here, &others);
    let mut look =
        |said: &str| if here.seat.is_some() || here.cell.is_some() { sight.ahead(&here, said) } else { None };
    let place = match (here.cell.is_some() || asked.lost, before < asked.read) {
        (true, _) => Place::Cell,
        (false, true) => Place::Between,
        (false, false) => Place::Behind,
    };
    let mut judge = |said: &str, taken: bool| {
        let far = look(said);
        let (plies, whole, left) = far.unwrap_or((before, 0, 0));
        let cost = (!said.is_empty()).then(|| if asked.lost { UNSEEN } else { likeness.cost(said) });
        let gained = plies.saturating_sub(before);
        let score = match &asked.outlook {
            Some(outlook) => expected(said, outlook),
            None => Features { place, cost, gained, whole: whole == 1, left, taken }.score() - prior(said),
        };
        (Way(said.to_owned(), far, 0), score)
    };
    let by_score = |a: &(Way, f32), b: &(Way, f32)| b.1.total_cmp(&a.1);
    let mut judged: Vec<(Way, f32)> = others.iter().map(|said| judge(said, false)).collect();
    judged.sort_by(by_score);
    // A reading that cannot be continued and does not look like the print is not shown, except for a few if no
    // reading can be continued.
    if asked.taken.is_none() && asked.outlook.is_none() && judged.len() > FEWEST {
        let leads = |(way, _): &(Way, f32)| way.1.is_none_or(|(plies, ..)| plies > asked.read + 1);
        let good = judged.iter().rposition(leads).map_or(0, |last| last + 1);
        judged.truncate(good.clamp(FEWEST, MOST));
    }
    judged.truncate(asked.most());
    if !asked.lost {
        judged.push(judge("", false));
        judged.sort_by(by_score);
    }
    let taken = asked.taken.map(|taken| judge(taken, true).1);
    let other = if asked.outlook.is_some() { f32::MIN } else { unexamined(place) };
    let best = judged.iter().map(|(_, score)| *score).chain(taken).fold(other, f32::max);
    // Where the game stops, differences say twice as much.
    let is_stop = place == Place::Cell && taken.is_none() && asked.outlook.is_none();
    let sharp = if is_stop { 2.0 } else { 1.0 };
    let weight = |score: f32| (sharp * (score - best)).exp();
    let all = judged.iter().map(|(_, score)| *score).chain(taken).chain([other]);
    let sum: f32 = all.map(weight).sum();
    let chance = |score: f32| (100.0 * weight(score) / sum).round() as u8;
    let ways = judged.into_iter().map(|(way, score)| Way(way.0, way.1, chance(score))).collect();
    Answers { ways, taken: taken.map(chance) }
}

/// How much each legal move would surprise those who play, in nats.
fn surprises(asked: &Asked<'_>) -> Vec<(String, f32)> {
    let mut all = Vec::new();
    let position = &asked.seat.position;
    likely::surprises(&mut likely::GameWalk::new(position), &mut all);
    all.into_iter().map(|(m, surprise)| (san(position, m), surprise)).collect()
}

/// The moves that are expected most; where few lead on, those that surprise least.
fn promising(asked: &Asked<'_>, outlook: &[(String, f32)], surprises: &[(String, f32)]) -> Vec<String> {
    let known = |said: &str| outlook.iter().any(|(known, _)| known == said);
    let mut more: Vec<&(String, f32)> = surprises.iter().filter(|(said, _)| !known(said)).collect();
    more.sort_by(|a, b| a.1.total_cmp(&b.1));
    let all = outlook.iter().chain(more).map(|(said, _)| said);
    all.filter(|said| Some(said.as_str()) != asked.taken).take(asked.most()).cloned().collect()
}

/// The logarithm of the weight of a move, or of the answer that the text is none, among those of an outlook.
fn expected(said: &str, outlook: &[(String, f32)]) -> f32 {
    let least = outlook.first().map_or(0.0, |(_, cost)| *cost);
    let cost = outlook.iter().find(|(known, _)| known == said).map(|(_, cost)| cost - least);
    -CERTAINTY * cost.unwrap_or(if said.is_empty() { NO_MOVE } else { FARTHEST })
}

/// The moves to examine: the candidates of the findings and the moves most like the print; every legal move where
/// the game stops or the record lacks the move.
fn others(asked: &Asked<'_>, cost: &dyn Fn(&str) -> f32) -> Vec<String> {
    let mut others: Vec<String> = Vec::new();
    let candidates = asked.findings.iter().flat_map(|finding| &finding.candidates);
    for san in candidates.map(|candidate| &candidate.san) {
        if Some(san.as_str()) != asked.taken && !others.contains(san) {
            others.push(san.clone());
        }
    }
    let legal = asked.seat.position.legal_moves();
    let mut more: Vec<String> = legal.into_iter().map(|mv| san(&asked.seat.position, mv)).collect();
    more.retain(|said| Some(said.as_str()) != asked.taken && !others.contains(said));
    let stops = asked.lost || asked.taken.is_none() && asked.cell.is_some();
    if !stops {
        others.truncate(MOST);
        let mut by_cost: Vec<(f32, String)> = more.into_iter().map(|said| (cost(&said), said)).collect();
        by_cost.sort_by(|a, b| a.0.total_cmp(&b.0));
        more = by_cost.into_iter().map(|(_, said)| said).take(MOST - others.len()).collect();
    }
    others.append(&mut more);
    others
}
