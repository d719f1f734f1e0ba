//! Of several ways to write a move, the shortest that names it alone.

use shakmaty::{Chess, Move, Position};

use super::Senses;
use crate::lineage::Lineage;
use crate::skeleton::Scene;

/// The first of `forms` that, read back, describes `m` and no other legal move, by any habit and
/// whatever its mark. Put the short ones first.
pub fn first_alone(
    position: &Chess,
    lineage: &Lineage,
    m: Move,
    forms: impl IntoIterator<Item = String>,
    read: impl Fn(&str) -> Senses,
) -> Option<String> {
    let legal = position.legal_moves();
    let scene = Scene { position, lineage, last: None };
    forms.into_iter().find(|form| {
        let senses = read(form);
        let mut found =
            legal.iter().filter(|&&other| senses.iter().any(|sense| sense.skeleton.describes(scene, other)));
        found.next() == Some(&m) && found.next().is_none()
    })
}

/// The mark that `m` deserves: `mate`, `check` or nothing.
#[must_use]
pub fn mark_of<'t>(position: &Chess, m: Move, check: &'t str, mate: &'t str) -> &'t str {
    let mut after = position.clone();
    after.play_unchecked(m);
    if after.is_checkmate() {
        mate
    } else if after.is_check() {
        check
    } else {
        ""
    }
}
