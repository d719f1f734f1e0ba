//! How far a game can be read if a cell is read differently.

use crate::convert::Proven;
use crate::decode::ahead::Ahead;
use crate::decode::{Decoder, GameState, decided};
use crate::finding::Severity;
use crate::notation::{self, Notation};
use crate::record::CellLine;
use crate::text::Span;
use shakmaty::Position;

/// Looks ahead in one game. The amount of work depends on the record only, not on time.
pub struct Sight<'s, 'g> {
    proven: &'s Proven<'g>,
    notation: Option<&'static dyn Notation>,
    decoder: &'s mut Decoder,
    left: u32,
}

/// Most readings of one game: enough for several stops with all their legal moves.
const READINGS: u32 = 400;
/// Most readings of a torn page, where each one decodes the whole game again.
const READINGS_UNORDERED: u32 = 8;

/// A place in the game.
pub struct Here<'h> {
    /// Index of its cell; `None` if the text stands between the cells.
    pub cell: Option<usize>,
    /// Index of the first cell behind it.
    pub next: usize,
    /// Number of half-moves before it.
    pub before: usize,
    /// Byte range of its text.
    pub anchor: Span,
    /// The position before it, if it is a position of the game.
    pub seat: Option<&'h GameState>,
}

impl<'s, 'g> Sight<'s, 'g> {
    /// For one game.
    pub fn new(proven: &'s Proven<'g>, decoder: &'s mut Decoder) -> Sight<'s, 'g> {
        let left = if proven.draft.unordered.is_some() { READINGS_UNORDERED } else { READINGS };
        Sight { proven, notation: notation::find(proven.reading.notation), decoder, left }
    }

    /// Decodes the game with the text of a place replaced by `said`; an empty text removes it. Returns the
    /// half-moves read, whether the record is complete, and the number of remaining doubts; `None` when the
    /// limit of readings is reached.
    pub fn ahead(&mut self, here: &Here<'_>, said: &str) -> Option<(usize, u8, usize)> {
        self.left = self.left.checked_sub(1)?;
        match (here.seat, self.notation) {
            (Some(seat), Some(notation)) if self.proven.draft.unordered.is_none() => {
                Some(self.go_on(here, seat.clone(), said, notation))
            }
            _ => Some(row(self.glance(here.cell?, said)?)),
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
        let cells = self.proven.draft.mainline.cells.get(here.next..).unwrap_or_default();
        let cell_line = CellLine { cells: cells.to_vec(), ..CellLine::default() };
        let ahead = self.decoder.go_on(&cell_line, &seat, notation);
        let earlier = self.proven.findings.iter().map(|located| &located.finding);
        let earlier = earlier.filter(|f| f.severity > Severity::Note && f.span.start < here.anchor.start);
        let plies = here.before + usize::from(said.is_some()) + ahead.plies;
        row(Ahead { plies, doubts: earlier.count() + ahead.doubts, ..ahead })
    }

    fn glance(&mut self, at: usize, said: &str) -> Option<Ahead> {
        let mut draft = self.proven.draft.clone();
        if said.is_empty() {
            draft.mainline.cells.remove(at);
            if let Some(unordered) = draft.unordered.as_mut().filter(|unordered| at < unordered.places.len())
            {
                unordered.places.remove(at);
            }
        } else {
            draft.mainline.cells.get_mut(at)?.decided = Some(said.to_owned());
        }
        Some(self.decoder.glance(&draft))
    }
}

/// In the form of the page: half-moves, 1 if the record is complete, doubts.
fn row(ahead: Ahead) -> (usize, u8, usize) {
    (ahead.plies, u8::from(ahead.whole), ahead.doubts)
}
