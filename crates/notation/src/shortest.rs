//! Selects the shortest unambiguous form of a move.

use shakmaty::{Chess, Move, Position};

use super::Senses;
use crate::lineage::Lineage;
use crate::skeleton::Scene;

/// The first of `forms` that, when read, describes `m` and no other legal move, with any habit and ignoring
/// the mark. Sort the forms by length.
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

/// The correct mark for `m`: `mate`, `check` or none.
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
