//! Columns of a page: where a gutter parts print that is read one part after the other.
//!
//! A gap down the page may part two columns of the page, two halves of a table, or White's moves from Black's. Which it
//! is the numbers of the moves tell: in the right order they rise by one with two moves between them.

mod block;
mod chain;
mod line;
mod order;
mod tune;

use rayon::prelude::*;

use crate::grammar::Grammar;
use crate::page;
use crate::print::{Piece, Print};
use crate::progress::{Counter, Stage, Told};
use crate::token::Tokens;
use line::{Line, MoveMark};
use order::Page;

/// The pieces of a text in the order in which its columns are read.
#[must_use]
pub fn pieces(text: &str, grammar: Grammar) -> Vec<Piece> {
    pieces_telling(text, grammar, &|_| ())
}

/// The same; `told` hears how many pages are done.
pub(crate) fn pieces_telling(text: &str, grammar: Grammar, told: Told<'_>) -> Vec<Piece> {
    let lines = page::lines(text);
    let print = Print::new(text, &lines);
    let tokens = Tokens::find(&print, grammar);
    let marks = marks(&print, &tokens);
    let pages: Vec<&[Piece]> = lines.chunk_by(|a, b| a.page == b.page).collect();
    let pages_read = Counter::new(told, Stage::Columns, pages.len());
    let read = |lines: &&[Piece]| {
        let lines = lines.iter().map(|piece| Line::new(text, piece, &marks)).collect();
        let pieces = Page { lines }.pieces();
        pages_read.step();
        pieces
    };
    let mut out: Vec<Piece> = pages.par_iter().with_max_len(1).flat_map_iter(read).collect();
    page::indent(&mut out);
    out
}

fn marks(print: &Print, tokens: &Tokens) -> Vec<MoveMark> {
    tokens
        .cut
        .iter()
        .filter(|cut| cut.2 > 3.0)
        .filter_map(|&(start, ..)| {
            let range = tokens.within(start, start + 1);
            let token = tokens.all.get(range.start)?;
            let label = token.label.values.iter().min_by(|a, b| a.1.total_cmp(&b.1));
            let byte = |at: u32| print.bytes[at as usize] as usize;
            let number =
                label.filter(|_| !token.label.apart).map(|(value, _)| (*value, byte(token.label.start)));
            Some(MoveMark { byte: byte(start), number })
        })
        .collect()
}
