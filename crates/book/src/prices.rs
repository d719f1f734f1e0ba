//! The prices of the reader, in nats; their values stand in `prices.toml`.

use serde::Deserialize;

/// What ways, numbers and losses cost.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// How much dearer than the best a hypothesis may be.
    pub beam: f32,
    /// Hypotheses that are kept.
    pub width: usize,
    /// The same, of those whose last move the print has not.
    pub width_lost: usize,
    /// Hypotheses kept whose last cells are the same.
    pub width_alike: usize,
    /// The same where a game that went badly is read once more.
    pub width_alike_again: usize,
    /// How many times as many hypotheses are kept where the printed numbers say where each move stands.
    pub wider: f32,
    /// The part of a place that each of these takes but the first.
    pub share: f32,
    /// How far ahead a cell is looked for, in characters.
    pub reach: u32,
    /// Per nat of strength of a move that is passed over.
    pub passed: f32,
    /// The most that may be passed over.
    pub most_passed: f32,
    /// Passing over as many moves as the last time.
    pub again: f32,
    /// The most that is paid for what is left unread of a side's column.
    pub leave: f32,
    /// The most that is paid for passing over a few cells to the number of the move.
    pub across: f32,
    /// Going down a column anew, and once more.
    pub column: f32,
    /// See `column`.
    pub again_column: f32,
    /// Going over to a new column, at a gap, and more inside a block.
    pub open: f32,
    /// See `open`.
    pub open_inside: f32,
    /// Going over to a new column once more.
    pub open_again: f32,
    /// What less it costs below the name of the side, and to the number of the move.
    pub open_headed: f32,
    /// See `open_headed`.
    pub open_numbered: f32,
    /// Passing over words that say that a game ends.
    pub closing: f32,
    /// What less it costs to end before such words.
    pub closed: f32,
    /// The part of moves behind such words that counts as unread.
    pub behind_end: f32,
    /// Rows ahead in which a column may begin, and how many are tried.
    pub open_rows: usize,
    /// See `open_rows`.
    pub open_most: u32,
    /// Going to a number elsewhere.
    pub jump: f32,
    /// Going to where the printed numbers put the move.
    pub grid: f32,
    /// Going back to the first cells that were passed over.
    pub back: f32,
    /// Per nat of doubt that the row is score.
    pub row: f32,
    /// A move without a number where the side's last one had one, or the other way round.
    pub unlabelled: f32,
    /// The most that is paid for moves right before the first one.
    pub before: f32,
    /// A number that is no number of the move, where the side's moves bear none.
    pub stray: f32,
    /// Per nat by which a move surprises more than moves of games do, who knows what people play.
    pub surprise: f32,
    /// What a move of a game surprises on the average, in nats.
    pub surprise_usual: f32,
    /// The same per nat of a move that the print has not.
    pub guess: f32,
    /// What of print left behind unexplained counts at once.
    pub debt: f32,
    /// Per nat of a number that is another.
    pub label: f32,
    /// Worn print that is compared with a move letter by letter, beside what the letters cost; more than a clean text costs, so
    /// that each such move has a finding.
    pub misread: f32,
    /// A move of White's behind dots.
    pub dots: f32,
    /// A cell beyond the start of the next game.
    pub beyond: f32,
    /// A move whose cell is worn away, aside from which.
    pub worn: f32,
    /// The same in a row that lacks as many cells as it has worn ones.
    pub worn_in_row: f32,
    /// The same, in addition, where the cell reads as a move, but another one.
    pub worn_readable: f32,
    /// A move that the print has not, aside from which.
    pub lost: f32,
    /// Only where the cheapest cell costs more than this a move is taken for lost.
    pub trouble: f32,
    /// Reading a piece of print once more.
    pub twice: f32,
    /// How far behind the end unread moves count, in characters.
    pub tail_reach: u32,
}

impl Default for Prices {
    fn default() -> Prices {
        toml::from_str(include_str!("prices.toml")).expect("the project's own file holds every price")
    }
}

impl Prices {
    /// The same with a beam as narrow as clean print needs.
    #[must_use]
    pub fn narrow(&self) -> Prices {
        let third = |width: usize| (width / 3).max(4);
        Prices {
            beam: self.beam * 2.0 / 3.0,
            width: third(self.width),
            width_lost: self.width_lost / 5,
            width_alike: third(self.width_alike),
            ..self.clone()
        }
    }

    /// The same with a beam for one game that goes badly.
    #[must_use]
    pub fn wide(&self) -> Prices {
        Prices { width_lost: self.width_lost * 2, wider: self.wider * 2.0, ..self.clone() }
    }

    /// The same with a beam that holds what is much dearer: a way that is searched anew stands beside it.
    #[must_use]
    pub fn far(&self) -> Prices {
        Prices { beam: self.beam * 1.5, ..self.clone() }
    }
}
