//! What holds for a token in all hypotheses of one half-move: looked up once a half-move.

use super::Search;

/// A token as it is seen at one half-move.
#[derive(Clone, Copy)]
pub(super) struct Now {
    /// The half-move, from 1; 0 for none.
    at: u32,
    /// Whether it is part of a cell that is not read again.
    pub(super) taken: bool,
    /// What the number before it costs as that of the move; `None` without one.
    pub(super) label: Option<f32>,
    /// What the printed numbers say against it; `None` if nothing.
    pub(super) against: Option<f32>,
}

/// What was looked up, by token: those of a game stand close together.
#[derive(Default)]
pub(super) struct Looked {
    /// The token that stands first in the list.
    base: usize,
    list: Vec<Now>,
}

/// Tokens farther behind are not noted.
const MOST: usize = 1 << 14;

impl Looked {
    /// For tokens from one on.
    pub(super) fn from(base: usize) -> Looked {
        Looked { base, list: Vec::new() }
    }
}

const NOTHING: Now = Now { at: 0, taken: false, label: None, against: None };

impl Search<'_> {
    /// A token as it is seen at this half-move.
    #[inline]
    pub(super) fn now(&mut self, token: u32) -> Now {
        let place = (token as usize).checked_sub(self.looked.base).filter(|place| *place < MOST);
        let Some(place) = place else { return self.look(token) };
        if let Some(known) = self.looked.list.get(place)
            && known.at == self.ply as u32 + 1
        {
            return *known;
        }
        let now = self.look(token);
        if place >= self.looked.list.len() {
            self.looked.list.resize(place + place / 2 + 64, NOTHING);
        }
        self.looked.list[place] = now;
        now
    }

    #[inline(never)]
    fn look(&self, token: u32) -> Now {
        let number = self.ply as u16 / 2 + 1;
        let side = self.ply % 2;
        let own = &self.evidence.tokens.all[token as usize];
        Now {
            at: self.ply as u32 + 1,
            taken: self.is_taken(own.start),
            label: own.label.cost(number),
            against: self.grid.as_ref().and_then(|numbers| numbers.grid.against(own.start, side, number)),
        }
    }
}
