//! The audit of a game that was read: is each claim (`verified`, `settled`) what the print says?
//!
//! No part of it trusts a layout or a reader: each looks at the text itself, and at the moves as they will be written.
//!
//! - [`coverage`]: all text of the record is accounted for (L320), and what the other parts find is reported;
//! - [`numbering`] and [`number_chain`]: the printed numbers agree with the moves as read;
//! - [`literal_text`]: each text says its one move, literally;
//! - [`uniqueness`]: the texts of the game are one game and no other;
//! - [`reprint`]: a plain writer, given the moves, would print this; [`letters`]: with the letters of one alphabet;
//! - [`tolerated`]: what is read as it was meant, though not printed so, is noted;
//! - [`continuation`]: what follows the last move cannot be played on.

pub(super) mod continuation;
mod coverage;
mod letters;
mod literal_text;
mod number_chain;
mod numbering;
mod places;
mod reprint;
mod tolerated;
mod uniqueness;

pub(super) use coverage::{Coverage, Said, result_of_line};
