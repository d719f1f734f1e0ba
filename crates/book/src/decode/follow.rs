//! The half-moves that a game is known to begin with: each is played from its cell, whatever other readings there are.

use super::enter::Entry;
use super::{Candidate, Candidates, Enters, Hypothesis, Search};

impl Search<'_> {
    /// Plays the next known half-move; nothing where it is not legal.
    pub(super) fn follow(&mut self, hypothesis: &Hypothesis, at: u32, number: u16, out: &mut Candidates) {
        let steps = self.known.game.steps;
        let Some(step) = steps.get(self.ply) else { return };
        let node = self.positions.listed(hypothesis.node);
        let Some(legal) = node.legal.iter().position(|legal| legal.m == step.m) else { return };
        let next = self.at_known(hypothesis, self.ply % 2, number);
        let cost =
            hypothesis.cost + (step.cost - self.ply.checked_sub(1).map_or(0.0, |last| steps[last].cost));
        let candidate = Candidate {
            parent: at,
            legal: legal as u16,
            enters: Enters::Known,
            cell: (step.cell.start, step.cell.end),
            ends: next.pointers.map(|pointer| pointer.end),
            way: step.way,
            text: step.text,
            travel: step.travel,
            passed: step.passed,
            cost,
            debt: 0.0,
            is_weighed: true,
        };
        let turn = out.turns(1);
        out.push(cost, turn, candidate);
    }

    /// The hypothesis with a side's pointer at the cell of the next known half-move, and what is read there noted.
    pub(super) fn at_known(&self, before: &Hypothesis, side: usize, number: u16) -> Hypothesis {
        let Some(step) = self.known.game.steps.get(self.ply) else { return *before };
        if step.cell.is_empty() {
            let mut next = *before;
            next.pointers[side].way = step.way;
            return next;
        }
        let tokens = &self.evidence.tokens.all;
        let token = tokens.binary_search_by_key(&step.cell.start, |token| token.start);
        let token = token.ok().map(|at| &tokens[at]);
        let numbering = token.map(|token| {
            self.numbering(&before.pointers[side], &token.label, token.label.cost(number), number)
        });
        let (cell, numbering) = (step.cell.clone(), numbering.as_ref());
        let entry = Entry { side, cell, way: step.way, passed: step.passed, numbering };
        let mut next = self.entered(before, &entry).of(before);
        if let Some(piece) = token.map(|token| token.piece).filter(|piece| *piece > 0) {
            next.read[(piece % 256 / 64) as usize] |= 1 << (piece % 64);
        }
        let worn = &self.evidence.rows.worn;
        if let Ok(at) = worn.binary_search_by_key(&step.cell.start, |worn| worn.start) {
            next.read[4 + (at % 128 / 64)] |= 1 << (at % 64);
        }
        next
    }
}
