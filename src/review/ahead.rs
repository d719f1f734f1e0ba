//! How far a game goes when a place is read in another way.

use crate::convert::Proven;
use crate::decode::ahead::Ahead;
use crate::decode::{Decoder, GameState, decided};
use crate::finding::Severity;
use crate::notation::{self, Notation};
use crate::record::Strand;
use crate::text::Span;
use shakmaty::Position;

/// Looks ahead in one game. What is looked at depends on the record alone, never on the clock.
pub struct Sight<'s, 'g> {
    proven: &'s Proven<'g>,
    notation: Option<&'static dyn Notation>,
    decoder: &'s mut Decoder,
    left: u32,
}

/// Games read on from a place, at most: several stops with all their legal moves.
const READINGS: u32 = 400;
/// On a torn page every look reads the whole game anew.
const READINGS_TORN: u32 = 8;

/// A place in the game.
pub struct Here<'h> {
    /// Its cell.
    pub cell: usize,
    /// Half-moves before it.
    pub before: usize,
    /// The cell's place in the text.
    pub anchor: Span,
    /// The position, where it is one of the game's own.
    pub seat: Option<&'h GameState>,
}

impl<'s, 'g> Sight<'s, 'g> {
    /// For one game.
    pub fn new(proven: &'s Proven<'g>, decoder: &'s mut Decoder) -> Sight<'s, 'g> {
        let left = if proven.draft.torn.is_some() { READINGS_TORN } else { READINGS };
        Sight { proven, notation: notation::find(proven.reading.notation), decoder, left }
    }

    /// Half-moves read, whether that is the whole record, and the doubts left, when the cell is `said`; an empty
    /// text takes the cell out. `None` when that is more than is looked at.
    pub fn ahead(&mut self, here: &Here<'_>, said: &str) -> Option<(usize, u8, usize)> {
        self.left = self.left.checked_sub(1)?;
        match (here.seat, self.notation) {
            (Some(seat), Some(notation)) if self.proven.draft.torn.is_none() => {
                Some(self.go_on(here, seat.clone(), said, notation))
            }
            _ => Some(row(self.glance(here.cell, said)?)),
        }
    }

    fn go_on(
        &mut self,
        here: &Here<'_>,
        mut seat: GameState,
        said: &str,
        notation: &'static dyn Notation,
    ) -> (usize, u8, usize) {
        let legal = seat.position.legal_moves();
        let said = decided::named(said, &[], seat.scene(), &legal).first().copied();
        said.into_iter().for_each(|mv| seat.play(mv));
        let cells = self.proven.draft.strand.cells.get(here.cell + 1..).unwrap_or_default();
        let strand = Strand { cells: cells.to_vec(), ..Strand::default() };
        let ahead = self.decoder.go_on(&strand, &seat, notation);
        let earlier = self.proven.findings.iter().map(|located| &located.finding);
        let earlier = earlier.filter(|f| f.severity > Severity::Note && f.span.start < here.anchor.start);
        let plies = here.before + usize::from(said.is_some()) + ahead.plies;
        row(Ahead { plies, doubts: earlier.count() + ahead.doubts, ..ahead })
    }

    fn glance(&mut self, at: usize, said: &str) -> Option<Ahead> {
        let mut draft = self.proven.draft.clone();
        if said.is_empty() {
            draft.strand.cells.remove(at);
            if let Some(torn) = draft.torn.as_mut().filter(|torn| at < torn.places.len()) {
                torn.places.remove(at);
            }
        } else {
            draft.strand.cells.get_mut(at)?.decided = Some(said.to_owned());
        }
        Some(self.decoder.glance(&draft))
    }
}

/// As the page has it: half-moves, whether that is the whole record, doubts.
fn row(ahead: Ahead) -> (usize, u8, usize) {
    (ahead.plies, u8::from(ahead.whole), ahead.doubts)
}
