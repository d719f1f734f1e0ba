//! The prices of the reader, in nats.

/// What ways, numbers and losses cost.
#[derive(Clone, Debug)]
pub struct Prices {
    /// How much dearer than the best a hypothesis may be.
    pub beam: f32,
    /// Hypotheses that are kept.
    pub width: usize,
    /// The same, of those whose last move the print has not.
    pub width_lost: usize,
    /// How far ahead a cell is looked for, in characters.
    pub reach: u32,
    /// Per nat of strength of a move that is passed over.
    pub passed: f32,
    /// The most that may be passed over.
    pub most_passed: f32,
    /// Passing over as many moves as the last time.
    pub again: f32,
    /// Going down a column anew, and once more.
    pub column: f32,
    /// See `column`.
    pub again_column: f32,
    /// Going over to a new column, at a gap, and more inside a block.
    pub open: f32,
    /// See `open`.
    pub open_inside: f32,
    /// Rows ahead in which a column may begin, and how many are tried.
    pub open_rows: usize,
    /// See `open_rows`.
    pub open_most: u32,
    /// Going to a number elsewhere.
    pub jump: f32,
    /// Per nat of doubt that the row is score.
    pub row: f32,
    /// A move of White's without a number.
    pub unlabelled: f32,
    /// Per nat of a number that is another.
    pub label: f32,
    /// A move of White's behind dots.
    pub dots: f32,
    /// A cell beyond the start of the next game.
    pub beyond: f32,
    /// A move whose cell is worn away, aside from which.
    pub worn: f32,
    /// A move that the print has not, aside from which.
    pub lost: f32,
    /// Only where the cheapest cell costs more than this a move is taken for lost.
    pub trouble: f32,
    /// How far behind the end unread moves count, in characters.
    pub tail_reach: u32,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices {
            beam: 15.0,
            width: 60,
            width_lost: 120,
            reach: 4000,
            passed: 1.0,
            most_passed: 20.0,
            again: 0.8,
            column: 3.5,
            again_column: 0.2,
            open: 4.5,
            open_inside: 2.0,
            open_rows: 80,
            open_most: 45,
            jump: 5.5,
            row: 1.0,
            unlabelled: 0.9,
            label: 1.0,
            dots: 3.0,
            beyond: 5.0,
            worn: 3.5,
            lost: 4.0,
            trouble: 3.0,
            tail_reach: 8000,
        }
    }
}
