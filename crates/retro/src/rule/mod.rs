//! The rules, a tier a file. Each is sound: what it refutes no game can reach.
//!
//! The idea of tiers of retrograde rules that explain themselves is that of RETRO (B. E. P. Alden,
//! *An expert system approach to retrograde-analysis*, Open University). The rules are our own; they
//! do not follow RETRO's one by one.

pub(super) mod t0_field;
pub(super) mod t1_count;
pub(super) mod t2_check;
pub(super) mod t3_cage;
pub(super) mod t3_parity;
pub(super) mod t4_pawns;
pub(super) mod t4_victims;
pub(super) mod t5_last;
pub(super) mod t5_locked_cluster;
pub(super) mod t5_shuffle;
pub(super) mod t6_kernel;
pub(super) mod t7_order;

use super::{
    Effort,
    case::Case,
    facts::Facts,
    premises::Premises,
    refutation::{Refutation, Rule},
    work::Work,
};

/// Every rule by tier.
pub static TABLE: &[&[&Rule]] = &[
    t0_field::RULES,
    t1_count::RULES,
    t2_check::RULES,
    t3_cage::RULES,
    t3_parity::RULES,
    t4_pawns::RULES,
    t4_victims::RULES,
    t5_locked_cluster::RULES,
    t5_last::RULES,
    t6_kernel::RULES,
    t7_order::RULES,
];

/// What the rules remember from position to position.
#[derive(Debug)]
pub(super) struct Memory {
    pub work: Work,
    pub kernels: t6_kernel::Kernels,
    /// None if locked clusters are not searched.
    pub clusters: Option<t5_locked_cluster::LockedClusters>,
    /// None where the order of captures is not looked at.
    pub orders: Option<t7_order::Orders>,
}

impl Memory {
    /// A search that finds no more work left is given up.
    pub fn new(effort: Effort, work: &Work) -> Memory {
        Memory {
            work: work.clone(),
            kernels: t6_kernel::Kernels::new(effort.kernel, work.clone()),
            clusters: (effort.clusters > 0)
                .then(|| t5_locked_cluster::LockedClusters::new(effort.clusters, work.clone())),
            orders: (effort.orders > 0).then(|| t7_order::Orders::new(effort.orders, work.clone())),
        }
    }
}

/// The rules about a single position, cheapest first.
pub(super) fn refute_still(premises: &Premises, case: &Case, memory: &mut Memory) -> Option<Refutation> {
    t0_field::check(premises, case)
        .or_else(|| t2_check::check(case))
        .or_else(|| t1_count::check(premises, case))
        .or_else(|| {
            let facts = Facts::new(premises, case);
            t3_cage::check(premises, case, &facts)
                .or_else(|| t3_parity::check(premises, case, &facts))
                .or_else(|| t4_pawns::check(premises, case, &facts))
                .or_else(|| t6_kernel::check(premises, case, &facts, &mut memory.kernels))
                .or_else(|| {
                    let clusters = memory.clusters.as_mut()?;
                    t4_victims::check(premises, case, &facts)
                        .or_else(|| t5_locked_cluster::check(premises, case, &facts, clusters))
                })
                .or_else(|| {
                    let orders = memory.orders.as_mut()?;
                    t7_order::check(premises, case, &facts, orders)
                })
        })
}
