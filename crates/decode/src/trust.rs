//! How sure a reading of a torn page is.
//!
//! What a reading costs does not tell whether it is right: a wrong rook costs nothing where it stays
//! legal. What tells is how much dearer the best reading is that says something else at some half-move,
//! whether a stretch of the game costs more than worn print does (a reading that has gone wrong pays
//! at every move), and what is left unread. The chance that no half-move is wrong is a logistic
//! function of these, fitted to books whose games are known (`docs/history.md`).

use super::Cost;
use super::lattice::{Edge, Lattice};

/// What speaks for and against a reading, in nats where nothing else is said.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Evidence {
    /// How much dearer the best reading is that differs at some half-move, and at which.
    pub margin: f32,
    /// The first half-move (from 0) to doubt: that of the margin, or where the dearest stretch begins.
    pub at: usize,
    /// The dearest stretch of [`STRETCH`] half-moves.
    pub stretch: f32,
    /// The cost of a half-move on the whole.
    pub mean: f32,
    /// Moves that the page has lost.
    pub lost: f32,
    /// What stopping where it stops costs.
    pub stop: f32,
}

/// Half-moves of a stretch: a wrong reading seldom lasts as long without paying.
const STRETCH: usize = 8;
/// A stretch that costs more may have gone wrong where it begins.
const WORN_STRETCH: f32 = 12.0;
/// Larger margins tell no more.
const SURE: f32 = 12.0;

/// Stopping dearer than this tells no more.
const STOPS_ILL: f32 = 20.0;

/// The logistic function's weights: a constant, then those of the margin, the stretch, the mean, lost moves
/// and stopping. Fitted to 429 readings, 251 of them right: of made books (0.4, 1 and 2 % of characters
/// misread, four settings of columns, 216 master games), and of two raw books with a reference (wrong ones
/// only where they share 24 half-moves with a game of it: others may be other games). Each eighth held
/// against the fit of the rest: 91 readings are given 0.95 or more, of which 3 are wrong somewhere, 10 are
/// given 0.99, and none of those is wrong.
const WEIGHTS: [f32; 6] = [0.655, 1.041, -0.053, -1.180, -0.333, -0.058];

impl Evidence {
    /// The chance that no half-move of the reading is wrong.
    #[must_use]
    pub fn chance(&self) -> f64 {
        let features = [1.0, self.margin, self.stretch, self.mean, self.lost, self.stop.min(STOPS_ILL)];
        let sum: f32 = WEIGHTS.iter().zip(features).map(|(weight, feature)| weight * feature).sum();
        1.0 / (1.0 + f64::from(-sum).exp())
    }

    /// The same beside a rival that says something else from half-move `at` on, and is so much dearer.
    #[must_use]
    pub fn beside(self, at: usize, dearer: Cost) -> Evidence {
        let dearer = dearer.millinats() as f32 / 1000.0;
        if dearer < self.margin { Evidence { margin: dearer, at, ..self } } else { self }
    }

    /// The evidence for the cheapest reading of a lattice.
    #[must_use]
    pub fn of(lattice: &Lattice) -> Option<Evidence> {
        let (end, total) = lattice.end()?;
        let edges: Vec<&Edge> =
            lattice.path(end).into_iter().map(|edge| &lattice.edges[edge as usize]).collect();
        let remaining = lattice.remaining();
        let nats = |millinats: u32| millinats as f32 / 1000.0;
        let (mut margin, mut at) = (SURE, 0);
        for (layer, ours) in edges.iter().enumerate() {
            let others = lattice.layer(layer).iter().filter(|other| other.mv != ours.mv);
            let best = others
                .map(|other| {
                    let before = lattice.vertices[other.from as usize].cost;
                    before + other.cost + remaining[other.to as usize]
                })
                .min();
            let best = best.map_or(SURE, |best| nats(best.above(total).millinats()));
            if best < margin {
                (margin, at) = (best, layer);
            }
        }
        let costs: Vec<f32> =
            edges.iter().map(|edge| nats(edge.cost.above(edge.surprise).millinats())).collect();
        let mut stretch = (0.0, at);
        for (from, part) in costs.windows(STRETCH.min(costs.len()).max(1)).enumerate() {
            let sum = part.iter().sum::<f32>();
            if sum > stretch.0 {
                stretch = (sum, from);
            }
        }
        let (stretch, dearest) = stretch;
        Some(Evidence {
            margin,
            at: if stretch > WORN_STRETCH { at.min(dearest) } else { at },
            stretch,
            mean: costs.iter().sum::<f32>() / (costs.len().max(1) as f32),
            lost: edges.iter().filter(|edge| edge.how.lost).count() as f32,
            stop: nats(lattice.vertices[end as usize].stop.millinats()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(margin: f32, stretch: f32, mean: f32, lost: f32) -> f64 {
        Evidence { margin, at: 0, stretch, mean, lost, stop: 0.0 }.chance()
    }

    #[test]
    fn doubt_grows_with_what_speaks_against() {
        let clean = chance(4.0, 1.0, 0.05, 0.0);
        assert!(clean > 0.99, "{clean}");
        assert!(chance(0.0, 1.0, 0.05, 0.0) < 0.75, "two readings at the same price");
        assert!(chance(4.0, 20.0, 0.8, 0.0) < 0.95, "a stretch that does not agree");
        assert!(chance(4.0, 1.0, 0.05, 2.0) < clean);
    }
}
