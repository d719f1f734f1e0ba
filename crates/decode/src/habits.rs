//! What a record marks consistently.

use shakmaty::{Color, Position};

use super::Cost;
use super::lattice::Lattice;
use super::lexicon::Lexicon;
use super::search::{GameState, MarkHabits};
use crate::record::Cell;
use crate::skeleton::Mark;

/// What the record always marks, so that a missing mark is evidence. Computed only if something is still
/// ambiguous.
pub(super) fn mark_habits(
    lattice: &Lattice,
    cells: &[Cell<'_>],
    lexicon: &mut Lexicon,
    start: &GameState,
) -> MarkHabits {
    let mut habits = MarkHabits::default();
    let Some((end, _)) = lattice.end() else { return habits };
    let path = lattice.path(end);
    if path.len() == lattice.edges.len() {
        return habits;
    }
    let (mut checks, mut passing) = (Tally::default(), Tally::default());
    let mut game_state = start.clone();
    for edge in path {
        let edge = &lattice.edges[edge as usize];
        let side: Color = game_state.position.turn();
        game_state.play(edge.mv);
        let (check, en_passant) = (game_state.position.is_check(), edge.mv.is_en_passant());
        if !check && !en_passant {
            continue;
        }
        let text = edge.cell.and_then(|cell| cells.get(cell as usize)).map_or("", |cell| &cell.text);
        let senses = &lexicon.look_up(text, side).senses;
        if check {
            checks.count(senses.iter().any(|sense| sense.skeleton.mark != Mark::None));
        }
        if en_passant {
            passing.count(senses.iter().any(|sense| sense.skeleton.says_en_passant()));
        }
    }
    if checks.marked >= 3 && checks.bare == 0 {
        habits.unmarked_check = WITHOUT_FAIL;
    }
    if passing.marked >= 1 && passing.bare == 0 {
        habits.unmarked_en_passant = WITHOUT_FAIL;
    }
    habits
}

/// Cost of a missing mark in a record that otherwise always has it.
const WITHOUT_FAIL: Cost = Cost::new(3_500);

#[derive(Default)]
struct Tally {
    marked: u32,
    bare: u32,
}

impl Tally {
    fn count(&mut self, marked: bool) {
        *if marked { &mut self.marked } else { &mut self.bare } += 1;
    }
}
