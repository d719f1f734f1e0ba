//! What the search asks of every place of a print, put side by side: it asks often.

use shakmaty::Color;

use crate::print::Print;
use crate::rows::Rows;
use crate::token::Tokens;

/// A token, as far as it is asked at every look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) start: u32,
    /// See [`Token::piece`](crate::token::Token::piece).
    pub(super) piece: u32,
    pub(super) entry: f32,
    /// What its cheapest reading costs.
    pub(super) least: f32,
    /// The logarithm of the chance that it stands in score.
    pub(super) log_chance: f32,
    /// Where the shortest and the longest of its texts end.
    pub(super) ends: (u32, u32),
    /// Whether dots stand before it.
    pub(super) dots: bool,
}

/// A row of score that begins with a move: a column may begin there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    pub(super) row: u32,
    pub(super) token: u32,
    /// The first character of the row.
    pub(super) start: u32,
    /// The side whose name stands above it.
    pub(super) headed: Option<Color>,
    pub(super) opens: bool,
}

/// Characters of a row in which the first move of a column stands.
const HEAD: u32 = 8;
/// The chance from which on a row is score.
const SCORE: f32 = 0.3;

/// The places of a print.
#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    /// By character, how many tokens start before it.
    tokens_before: Vec<u32>,
    /// By character, how many words stand before it that say that a game ends.
    closings_before: Vec<u32>,
    pub(super) spots: Vec<Spot>,
    /// By row.
    openings: Vec<Opening>,
    /// No token costs less, with its entry.
    pub(super) floor: f32,
}

impl Places {
    pub(super) fn new(print: &Print, tokens: &Tokens, rows: &Rows) -> Places {
        let many = print.chars.len() + 1;
        let spots: Vec<Spot> = tokens
            .all
            .iter()
            .map(|token| Spot {
                start: token.start,
                piece: token.piece,
                entry: token.entry,
                least: token.said.first().map_or(f32::INFINITY, |said| said.cost),
                log_chance: rows.log_chance(print, token.start),
                ends: token
                    .said
                    .iter()
                    .fold((u32::MAX, 0), |(near, far), said| (near.min(said.end), far.max(said.end))),
                dots: token.label.dots,
            })
            .collect();
        let floor = spots.iter().map(|spot| spot.entry + spot.least).fold(0.0, f32::min);
        let mut places = Places {
            tokens_before: before(spots.iter().map(|spot| spot.start), many),
            closings_before: before(rows.closings.iter().copied(), many),
            spots,
            openings: Vec::new(),
            floor,
        };
        places.openings = (0u32..)
            .zip(&print.rows)
            .filter(|(row, _)| rows.score[*row as usize] >= SCORE)
            .filter_map(|(row, here)| {
                let chars = &here.chars;
                let mut first = places.within(chars.start, (chars.start + HEAD).min(chars.end));
                let token = first.next()? as u32;
                let headed = rows.headed[row as usize];
                Some(Opening { row, token, start: chars.start, headed, opens: here.opens })
            })
            .collect();
        places
    }

    /// The tokens that start in a range of characters.
    pub(super) fn within(&self, from: u32, to: u32) -> std::ops::Range<usize> {
        let at = |place: u32| self.tokens_before[(place as usize).min(self.tokens_before.len() - 1)] as usize;
        let first = at(from);
        first..at(to).max(first)
    }

    /// How many words between two characters say that a game ends.
    pub(super) fn closings(&self, from: u32, to: u32) -> u32 {
        let at = |place: u32| self.closings_before[(place as usize).min(self.closings_before.len() - 1)];
        at(to).saturating_sub(at(from))
    }

    /// The rows in a range where a column may begin.
    pub(super) fn openings(&self, rows: std::ops::Range<usize>) -> &[Opening] {
        let at = |row: usize| self.openings.partition_point(|opening| (opening.row as usize) < row);
        let first = at(rows.start);
        &self.openings[first..at(rows.end).max(first)]
    }
}

/// By character, how many of some places in ascending order are before it.
fn before(places: impl Iterator<Item = u32>, many: usize) -> Vec<u32> {
    let mut sums = Vec::with_capacity(many);
    let mut count = 0;
    for place in places {
        sums.resize((place as usize + 1).min(many).max(sums.len()), count);
        count += 1;
    }
    sums.resize(many, count);
    sums
}

#[cfg(test)]
mod tests {
    use crate::book;
    use crate::columns;
    use crate::decode::Evidence;
    use crate::grammar::Grammar;
    use crate::print::Print;

    #[test]
    fn places_say_what_the_lists_say() {
        let text = "Game 1.\n\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 Resigns.\n\nA note on the game.\n\n1. P-Q4 P-Q4\n2. P-QB4 P-K3\n";
        let grammar = Grammar::english();
        let evidence = book::evidence(Print::new(text, &columns::pieces(text, grammar)), grammar);
        same(&evidence);
        assert!(!evidence.places.openings(0..evidence.print.rows.len()).is_empty());
        // The same where a person has said that some print is no move.
        let mut evidence = evidence;
        let many = evidence.tokens.all.len();
        evidence.change(|tokens, _| tokens.all.truncate(many / 2));
        same(&evidence);
        assert_eq!(evidence.places.spots.len(), many / 2);
    }

    fn same(evidence: &Evidence) {
        let many = evidence.print.chars.len() as u32;
        for from in 0..many {
            for to in from..many + 9 {
                assert_eq!(evidence.places.within(from, to), evidence.tokens.within(from, to), "{from} {to}");
                let closings = evidence.rows.closings(from, to);
                assert_eq!(evidence.places.closings(from, to) as usize, closings, "{from} {to}");
            }
        }
    }
}
