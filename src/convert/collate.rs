//! Several records of the same games, read together: each record brings what it says of each half-move to one search.

use scorebook_decode::by_hand::Witness;

use super::audit::Coverage;
use super::headed;
use super::known::{self, Comparison, Known};
use super::sense::NotationSense;
use super::tidy::tidy;
use super::{Converted, Plan, Unit, prove, spell};
use crate::decode::{Decoder, Reading};
use crate::finding::{Finding, code};
use crate::game::Verdict;
use crate::record::{Draft, MoveSense};
use crate::sink::Located;
use shakmaty::Move;

/// Two readings are of one game if this share of the shorter one stands in the other in the same order, or this share if each
/// source has one game only.
const SAME_GAME: f32 = 0.5;
const SAME_GAME_ALONE: f32 = 0.25;
/// How far a half-move may stand from its place in the other reading.
const ASTRAY: usize = 8;
/// What equal and other names of a player add to the likeness.
const NAME: f32 = 0.1;

/// A game as one source tells it.
struct Told<'u> {
    /// Index of its source.
    source: usize,
    unit: &'u Unit,
    draft: Draft<'u>,
    /// The game as this source tells it alone.
    reading: Reading,
}

impl Told<'_> {
    /// What it brings to a reading that is reported on the source of `base`.
    fn witnesses(&self, base: &Unit) -> Vec<Witness<'_>> {
        Witness::all_of(&self.draft, self.unit.source.name(), std::ptr::eq(self.unit, base))
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
}

/// Reads the games of several sources together, in the order of the first; games that only one source has come as it tells them.
/// Each is compared with the game of `known` that it is.
#[must_use]
pub fn collate(sources: &[Vec<Unit>], plan: &Plan, known: Option<&Known>) -> Vec<Collated> {
    let mut decoder = Decoder::new(plan.options);
    let told = tell(sources, plan, &mut decoder);
    let counts = |source: usize| told.iter().filter(|told| told.source == source).count();
    let alone = (0..sources.len()).all(|source| counts(source) <= 1);
    let groups = group(&told, if alone { SAME_GAME_ALONE } else { SAME_GAME });
    let read = |group: &Vec<usize>| read_together(&told, group, sources.len(), plan, known, &mut decoder);
    let mut games: Vec<Collated> = groups.iter().map(read).collect();
    let found: Vec<usize> =
        games.iter().filter_map(|game| Some(game.comparison.as_ref()?.known - 1)).collect();
    let missing = known.map_or_else(Vec::new, |known| known.missing(&found));
    games.extend(missing.into_iter().map(|finding| {
        let located = Located { finding, line: 1, column: 1, page: None, context: String::new() };
        let file = known.map_or_else(String::new, |known| known.name().to_owned());
        Collated { file, game: Converted::remark(located), comparison: None }
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
            for draft in drafts {
                let reading = decoder.decode(&draft);
                told.push(Told { source, unit, draft, reading });
            }
        }
    }
    told
}

/// The games that are one, as indices of what was told; each source is in a group once.
fn group(told: &[Told<'_>], same: f32) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (at, own) in told.iter().enumerate() {
        let free = groups
            .iter()
            .enumerate()
            .filter(|(_, group)| group.iter().all(|&other| told[other].source != own.source));
        let likeness = free.map(|(index, group)| {
            (index, group.iter().map(|&other| alike(&told[other], own)).fold(0.0, f32::max))
        });
        match likeness.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, likeness)| *likeness >= same) {
            Some((index, _)) => groups[index].push(at),
            None => groups.push(vec![at]),
        }
    }
    groups
}

/// How alike two games are, from 0 to about 1.
fn alike(one: &Told<'_>, other: &Told<'_>) -> f32 {
    let moves = |told: &Told<'_>| told.reading.game.moves().collect::<Vec<Move>>();
    let (first, second) = (moves(one), moves(other));
    let shorter = first.len().min(second.len());
    if shorter == 0 {
        return 0.0;
    }
    let share = common(&first, &second) as f32 / shorter as f32;
    let names = ["White", "Black"].into_iter().filter_map(|name| {
        let value =
            |told: &Told<'_>| told.draft.tags.get(name).filter(|value| *value != "?").map(str::to_lowercase);
        Some(if value(one)? == value(other)? { NAME } else { -NAME })
    });
    share + names.sum::<f32>()
}

/// The length of the longest common subsequence of which no half-move is far from its place.
fn common(first: &[Move], second: &[Move]) -> usize {
    let mut before = vec![0; second.len() + 1];
    for (at, mv) in first.iter().enumerate() {
        let mut now = vec![0; second.len() + 1];
        for (place, other) in second.iter().enumerate() {
            now[place + 1] = if at.abs_diff(place) > ASTRAY || mv != other {
                now[place].max(before[place + 1])
            } else {
                before[place] + 1
            };
        }
        before = now;
    }
    before.last().copied().unwrap_or_default()
}

/// One game from all that is told of it.
fn read_together(
    told: &[Told<'_>],
    group: &[usize],
    sources: usize,
    plan: &Plan,
    known: Option<&Known>,
    decoder: &mut Decoder,
) -> Collated {
    let base = &told[group[0]];
    let witnesses: Vec<Witness<'_>> = group.iter().flat_map(|&at| told[at].witnesses(base.unit)).collect();
    let together = if group.len() > 1 { decoder.collate(&base.draft, &witnesses) } else { None };
    let mut reading = together.unwrap_or_else(|| base.reading.clone());
    if group.len() < sources {
        let names: Vec<&str> = group.iter().map(|&at| told[at].unit.source.name()).collect();
        let words = format!("this game is in {} only", names.join(" and "));
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
                    && let Some(cells) = game.cells(reading.notation)
                {
                    let name = known.game_name(&game);
                    let mut witnesses = witnesses.clone();
                    witnesses.push(Witness { name, cells: &cells, here: false, known: true });
                    let beside = decoder.collate(&base.draft, &witnesses);
                    if let Some(mut beside) = beside.filter(|beside| !known::overrules(&reading, beside)) {
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
    let drafts = std::slice::from_ref(&base.draft);
    let coverage = Coverage::of(&base.unit.source, drafts, &[]);
    // Nothing is claimed that one of the witnesses contradicts.
    if reading.findings.iter().any(|finding| [&code::W101, &code::W104].contains(&finding.code)) {
        reading.verdict = reading.verdict.max(Verdict::Repaired);
    }
    let proven = prove(base.unit, 0, &base.draft, reading, &coverage, plan);
    Collated { file: base.unit.source.name().to_owned(), game: spell(proven, plan), comparison }
}
