//! The half-moves that a game is known to begin with: each is played from its cell, whatever other readings there are.

use super::{Candidate, Candidates, Hypothesis, NONE, Search, Way, index};

impl Search<'_> {
    /// Plays the next known half-move; nothing where it is not legal.
    pub(super) fn follow(&mut self, hypothesis: &Hypothesis, number: u16, out: &mut Candidates) {
        let steps = self.known.moves.steps;
        let Some(step) = steps.get(self.ply) else { return };
        let node = &self.positions.nodes[hypothesis.node as usize];
        let Some(legal) = node.legal.iter().position(|legal| legal.m == step.m) else { return };
        let side = index(node.turn());
        let (cell, way) = (step.cell.clone(), step.way);
        let mut next = *hypothesis;
        next.cost += step.cost - self.ply.checked_sub(1).map_or(0.0, |last| steps[last].cost);
        if cell.is_empty() {
            next.pointers[side].way = way;
        } else {
            self.enter(hypothesis, &mut next, side, number);
        }
        let (text, travel, passed) = (step.text, step.travel, step.passed);
        let rank = next.cost;
        out.push(Candidate { hypothesis: next, legal: legal as u16, cell, way, text, travel, passed, rank });
    }

    /// Moves the pointer of a side to the cell of the next known half-move, and counts what is read with it.
    fn enter(&self, before: &Hypothesis, next: &mut Hypothesis, side: usize, number: u16) {
        let step = &self.known.moves.steps[self.ply];
        let (cell, way) = (&step.cell, step.way);
        let other = before.pointers[1 - side];
        let own = &mut next.pointers[side];
        let continues = own.end > other.end && way == Way::Next(0);
        if way != Way::Column && !continues {
            own.run = cell.start;
        }
        match way {
            Way::Next(1..) | Way::Open if before.skipped == NONE => next.skipped = own.end.max(other.end),
            Way::Back => {
                next.explained -= next.passed_over;
                (next.skipped, next.returned, next.passed_over) = (NONE, true, 0.0);
            }
            _ => {}
        }
        own.end = cell.end;
        own.way = way;
        own.opened |= way == Way::Open;
        next.furthest = next.furthest.max(cell.end);
        let tokens = &self.evidence.tokens.all;
        if let Ok(at) = tokens.binary_search_by_key(&cell.start, |token| token.start) {
            let (label, piece) = (&tokens[at].label, tokens[at].piece);
            let numbering = self.numbering(&before.pointers[side], label, number);
            own.numbered = (own.numbered + if numbering.numbered { 1 } else { -1 }).clamp(-3, 3);
            own.offset = numbering.offset;
            if piece > 0 {
                next.read[(piece % 256 / 64) as usize] |= 1 << (piece % 64);
            }
        }
        let worn = &self.evidence.rows.worn;
        if let Ok(at) = worn.binary_search_by_key(&cell.start, |worn| worn.start) {
            next.read[4 + (at % 128 / 64)] |= 1 << (at % 64);
        }
        if matches!(way, Way::Back | Way::Jump) && cell.end < other.end {
            let other = &mut next.pointers[1 - side];
            (other.end, other.run) = (cell.start, cell.start);
        }
        if cell.start >= self.begin {
            if matches!(way, Way::Next(1..)) && next.skipped != NONE {
                next.passed_over += step.passed;
            }
            next.explained += step.passed + self.passed(cell.start, cell.end);
        }
    }
}
