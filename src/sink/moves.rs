//! A game in any notation that writes: tag pairs, then the moves, wrapped at 80 columns.

use scorebook_export::Wrapped;
use shakmaty::{Chess, Move, fen::Fen};

use super::movetext::{self, Spell};
use super::{Located, Record, pgn};
use crate::finding::{Finding, code};
use crate::game::mover_at;
use crate::lineage::Lineage;
use crate::notation::Notation;
use crate::notation::spelling::{NULL, san};
use crate::pass::{Passing, is_null};
use crate::text::Span;

/// Notations for machines: their moves are written without move numbers.
const BARE: [&str; 3] = ["international", "iccf", "uci"];

struct Spelling {
    notation: &'static dyn Notation,
    /// Moves that the notation cannot express.
    unsaid: Vec<(String, String)>,
}

impl Spell for Spelling {
    fn spell(&mut self, position: &Chess, lineage: &Lineage, m: Move) -> String {
        if is_null(m) {
            return if self.notation.name() == "uci" { "0000" } else { NULL }.to_owned();
        }
        self.notation.write(position, lineage, m).unwrap_or_else(|| {
            let san = san(position, m);
            let fen = Fen::from_position(position, shakmaty::EnPassantMode::Legal);
            self.unsaid.push((san.clone(), fen.to_string()));
            san
        })
    }

    fn numbers(&self) -> bool {
        !BARE.contains(&self.notation.name())
    }
}

/// Appends the game. Returns a finding for each move that the notation cannot express; such moves are written
/// in SAN.
pub fn write(record: &Record<'_>, notation: &'static dyn Notation, out: &mut String) -> Vec<Located> {
    pgn::tags(record, out);
    out.push('\n');
    let mut wrapped = Wrapped::new(out);
    let mut spelling = Spelling { notation, unsaid: Vec::new() };
    movetext::write(&mut wrapped, &record.line(), &record.game.start, &mut spelling, &|_, _| {});
    pgn::end(record, &mut wrapped);
    wrapped.end();
    out.push('\n');
    let place = |ply: u32| record.cells.get(ply as usize - 1).map_or(Span::default(), |(span, _)| *span);
    let mut position = record.game.start.clone();
    let mut unsaid = spelling.unsaid.into_iter().peekable();
    let mut findings = Vec::new();
    for (ply, m) in (1..).zip(record.game.moves()) {
        let fen = unsaid.peek().map(|(_, fen)| fen.clone());
        let here = fen
            .filter(|fen| *fen == Fen::from_position(&position, shakmaty::EnPassantMode::Legal).to_string());
        if here.is_some()
            && let Some((san, fen)) = unsaid.next()
        {
            let (number, side) = mover_at(&record.game.start, ply);
            let message = format!("{san} cannot be expressed in {}; it is written in SAN", notation.name());
            let finding =
                Finding::new(&code::L180, place(ply), message).at_ply(ply, number, side).fen(fen).chosen(san);
            findings.push(Located {
                finding,
                line: record.line,
                column: 1,
                page: None,
                context: String::new(),
                cut: 0,
            });
        }
        position.play_or_pass(m);
    }
    findings
}
