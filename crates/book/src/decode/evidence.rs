//! What is known of a print before its games are looked for, and how it leads from cell to cell.

use rustc_hash::FxHashMap;

use super::places::Places;
use crate::print::Print;
use crate::rows::Rows;
use crate::token::Tokens;
use crate::wear::Wear;

/// All that is known of a print before games are looked for.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The characters.
    pub print: Print,
    /// Where moves may stand.
    pub tokens: Tokens,
    /// What the rows are.
    pub rows: Rows,
    /// Tokens whose label is a number, by the number.
    pub anchors: FxHashMap<u16, Vec<u32>>,
    /// How worn it is.
    pub wear: Wear,
    /// The same by place.
    pub(super) places: Places,
}

impl Evidence {
    /// All that is known of a print.
    #[must_use]
    pub fn new(print: Print, tokens: Tokens, rows: Rows, wear: Wear) -> Evidence {
        let anchors = tokens.by_number();
        let places = Places::new(&print, &tokens, &rows);
        Evidence { print, tokens, rows, anchors, wear, places }
    }

    /// Changes where moves may stand, as where a person has said what the print says.
    pub fn change(&mut self, how: impl FnOnce(&mut Tokens, &mut Rows)) {
        how(&mut self.tokens, &mut self.rows);
        self.anchors = self.tokens.by_number();
        self.places = Places::new(&self.print, &self.tokens, &self.rows);
    }

    /// The beginning of a game at a place: with the token there, or somewhere behind it.
    #[must_use]
    pub fn begin(&self, place: u32) -> Begin {
        let token = self.tokens.all.binary_search_by_key(&place, |token| token.start);
        token.map_or(Begin::Place(place), |at| Begin::Token(at as u32))
    }
}

/// How the print leads from a side's last cell to its next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Nothing was read yet.
    Start,
    /// Forward from the last cell of either side, past so many moves.
    Next(u8),
    /// Down the side's own column.
    Column,
    /// Over to a new column.
    Open,
    /// To a number elsewhere.
    Jump,
    /// Back to the first cell that was passed over, as in a table of two halves that is read across.
    Back,
    /// To where the printed numbers put the move.
    Grid,
    /// The print has no cell for the move.
    Lost,
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// With the token at this place of the list.
    Token(u32),
    /// Somewhere behind this character.
    Place(u32),
}

impl Begin {
    /// The character where it begins.
    #[must_use]
    pub fn place(self, evidence: &Evidence) -> u32 {
        match self {
            Begin::Token(token) => evidence.tokens.all[token as usize].start,
            Begin::Place(place) => place,
        }
    }
}
