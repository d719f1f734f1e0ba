//! The cells of a sheet as a witness of its game.

use scorebook_search::grammar::Spelling;
use scorebook_search::lattice::Lattice;
use scorebook_search::search::search;
use scorebook_search::{Nats, Prices, Witness};
use shakmaty::Chess;

use crate::{Letters, Look, MOST};

/// What a cell costs behind the last move in which a square is named. One with anything else (a result, a signature) costs less,
/// an empty one hardly anything.
const BEHIND: Nats = 20.0;
const BEHIND_OTHER: Nats = 10.0;
const BEHIND_EMPTY: Nats = 0.5;
/// A cell is empty behind the last move if that costs no more.
const EMPTY: Nats = 1.0;
/// A cell is empty among the moves if that costs no more.
const SURELY_EMPTY: Nats = 0.02;
/// What a cell costs among the moves that is empty: players hardly leave one.
const LEFT_EMPTY: Nats = 4.0;
/// What a form of a move costs beside the picture, of what it costs by the table: that was made for texts, and the picture shows
/// what was written.
const FORM: Nats = 0.3;

/// What the search pays for on a sheet that is seen, for so many readings at once.
fn prices(width: usize) -> Prices {
    Prices {
        misfit: MOST,
        empty: LEFT_EMPTY,
        lost: 11.0,
        lost_more: 6.0,
        idle: 18.0,
        surprise: 0.6,
        trouble: 3.0,
        window: 16.0,
        width,
        ..Prices::default()
    }
}

/// Cells that were looked at, in the order of the half-moves.
pub(super) struct Cells<'l> {
    looks: Vec<&'l Look>,
    behind: Vec<Nats>,
}

impl<'l> Cells<'l> {
    pub fn of(looks: Vec<&'l Look>) -> Cells<'l> {
        let behind = looks.iter().map(|look| cost_behind(look)).collect();
        Cells { looks, behind }
    }

    /// What the cells say of a game, written in these letters.
    pub fn search(&self, letters: Letters, width: usize) -> Lattice {
        search(&[self], &Chess::default(), &letters.grammar(), &prices(width))
    }
}

impl Witness for Cells<'_> {
    fn cells(&self) -> usize {
        self.looks.len()
    }

    fn is_written(&self, cell: usize) -> bool {
        self.looks.get(cell).is_some_and(|look| look.cost("") > SURELY_EMPTY)
    }

    fn heeds_check(&self, _cell: usize) -> bool {
        true
    }

    fn cost(&self, cell: usize, spellings: &[Spelling], gives_check: bool) -> Nats {
        let look = self.looks[cell];
        let mut least = MOST;
        for (spelling, price) in spellings.iter().filter(|(_, price)| price * FORM < MOST) {
            least = least.min(price * FORM + look.cost(spelling));
            if gives_check {
                least = least.min(price * FORM + look.cost(&format!("{spelling}+")));
            }
        }
        least
    }

    fn unread(&self, cell: usize, _usual: Nats) -> Nats {
        self.behind[cell]
    }
}

/// What a cell costs behind the last move.
fn cost_behind(look: &Look) -> Nats {
    if look.cost("") <= EMPTY {
        return BEHIND_EMPTY;
    }
    let text = look.text();
    let names_square = text
        .as_bytes()
        .windows(2)
        .any(|two| (b'a'..=b'h').contains(&two[0]) && (b'1'..=b'8').contains(&two[1]));
    if names_square { BEHIND } else { BEHIND_OTHER }
}
