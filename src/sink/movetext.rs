//! Movetext: numbers, moves, glyphs, comments and variations, wrapped at 80 columns.

use shakmaty::{Chess, Color, Move, Position};

use scorebook_export::Wrapped;

use crate::game::{Line, Ply};
use crate::lineage::Lineage;
use crate::pass::Passing;

/// How a format writes moves.
pub(super) trait Spell {
    /// The text of `m`, which is played in `position`.
    fn spell(&mut self, position: &Chess, lineage: &Lineage, m: Move) -> String;

    /// Whether move numbers are written.
    fn numbers(&self) -> bool {
        true
    }

    /// Whether the text depends on the lineage of pieces.
    fn needs_lineage(&self) -> bool {
        true
    }
}

/// Writes a line of moves from `position`. `remarks(ply)` gives the comments after a ply of the main line,
/// from 1.
pub(super) fn write(
    out: &mut Wrapped<'_>,
    line: &Line,
    start: &Chess,
    spell: &mut dyn Spell,
    remarks: &dyn Fn(u32, &mut Vec<String>),
) {
    let lineage = Lineage::new(start);
    let mut remarks_of = |ply: u32, comments: &mut Vec<String>| remarks(ply, comments);
    write_line(out, line, start.clone(), lineage, spell, &mut remarks_of);
}

/// The recursion is as deep as variations are nested, which the decoder limits.
fn write_line(
    out: &mut Wrapped<'_>,
    line: &Line,
    mut position: Chess,
    mut lineage: Lineage,
    spell: &mut dyn Spell,
    remarks: &mut dyn FnMut(u32, &mut Vec<String>),
) {
    line.comments.iter().for_each(|comment| out.comment(comment));
    let mut numbered = false;
    let mut extra = Vec::new();
    for (i, ply) in line.plies.iter().enumerate() {
        if spell.numbers() && (position.turn() == Color::White || !numbered) {
            let dots = if position.turn() == Color::White { "." } else { "..." };
            out.token(&format!("{}{dots}", position.fullmoves()));
        }
        out.token(&spell.spell(&position, &lineage, ply.mv));
        numbered = !interrupts(ply);
        ply.nags.iter().for_each(|nag| out.token(&format!("${nag}")));
        ply.comments.iter().for_each(|comment| out.comment(comment));
        extra.clear();
        remarks(i as u32 + 1, &mut extra);
        numbered &= extra.is_empty();
        extra.iter().for_each(|comment| out.comment(comment));
        for variation in ply.variations.iter().filter(|line| !line.plies.is_empty()) {
            out.open();
            write_line(out, variation, position.clone(), lineage, spell, &mut |_, _| {});
            out.close();
        }
        if spell.needs_lineage() {
            lineage.play(&position, ply.mv);
        }
        position.play_or_pass(ply.mv);
    }
}

fn interrupts(ply: &Ply) -> bool {
    !ply.comments.is_empty() || ply.variations.iter().any(|line| !line.plies.is_empty())
}
