//! Tier 5: locked clusters. Pieces that stand close together may lock each other in: whatever the rest of the
//! board does, taking back their own moves never frees them, and they did not begin so (see
//! [`crate::locked_cluster`]).

use rustc_hash::FxHashMap;
use shakmaty::Bitboard;

use crate::{
    case::{Case, list},
    facts::Facts,
    locked_cluster::{Arrangement, ClusterSearch, Frame, LockedCluster},
    premises::{Premises, StartKind},
    refutation::{Refutation, Rule},
    work::Work,
};

/// Pieces that lock each other in came in somehow.
pub static KNOT: Rule = Rule {
    tier: 5,
    id: "T5-knot",
    doc: "pieces close together can retract, move by move, to their original or promotion squares",
};

pub(crate) static RULES: &[&Rule] = &[&KNOT];

/// LockedClusters already searched, and how long each may take.
#[derive(Debug)]
pub(crate) struct LockedClusters {
    /// Most arrangements of a locked cluster that are looked at.
    most: usize,
    work: Work,
    done: FxHashMap<(Frame, Arrangement), Bitboard>,
}

impl LockedClusters {
    pub fn new(most: usize, work: Work) -> LockedClusters {
        LockedClusters { most, work, done: FxHashMap::default() }
    }
}

pub(crate) fn check(
    premises: &Premises,
    case: &Case,
    facts: &Facts,
    clusters: &mut LockedClusters,
) -> Option<Refutation> {
    if premises.kind != StartKind::Standard || premises.is_start(case) {
        return None;
    }
    let frame = Frame::new(premises, facts);
    let cluster = LockedCluster::new(premises, case, &frame);
    let loose = men_on(case, case.board.occupied() & !frame.steady);
    let slow = cluster.slow(loose);
    for bundle in bundles(slow) {
        let men = men_on(case, bundle);
        let key = (frame.clone(), men);
        let tied = match clusters.done.get(&key) {
            Some(&tied) => tied,
            None => {
                let tied = tie(&cluster, &key.1, clusters);
                clusters.done.insert(key, tied);
                tied
            }
        };
        if tied.any() {
            return Some(Refutation::new(
                &KNOT,
                tied,
                format!("the pieces on {} lock each other in: no order of moves leads there", list(tied)),
            ));
        }
    }
    None
}

fn men_on(case: &Case, squares: Bitboard) -> Arrangement {
    squares.into_iter().filter_map(|square| Some((square, case.board.piece_at(square)?))).collect()
}

/// The pieces that tie, if these do, or some of them: while there are too many arrangements, the piece
/// that moves about most is left out.
fn tie(cluster: &LockedCluster<'_>, men: &Arrangement, clusters: &LockedClusters) -> Bitboard {
    let mut men = men.clone();
    while !men.is_empty() {
        match cluster.search(&men, clusters.most, &clusters.work) {
            ClusterSearch::Tied => return men.iter().map(|(square, _)| *square).collect(),
            ClusterSearch::Loose => return Bitboard::EMPTY,
            ClusterSearch::GivenUp => {
                clusters.work.give_up(&KNOT);
                return Bitboard::EMPTY;
            }
            ClusterSearch::Many(restless) => men.retain(|(square, _)| *square != restless),
        }
    }
    Bitboard::EMPTY
}

/// Pieces that stand near each other, bundle by bundle.
fn bundles(mut men: Bitboard) -> Vec<Bitboard> {
    let mut bundles = Vec::new();
    while let Some(first) = men.first() {
        let mut bundle = Bitboard::from(first);
        loop {
            let near: Bitboard = men
                .into_iter()
                .filter(|square| bundle.into_iter().any(|other| other.distance(*square) <= 2))
                .collect();
            if near == bundle {
                break;
            }
            bundle = near;
        }
        men &= !bundle;
        bundles.push(bundle);
    }
    bundles
}
