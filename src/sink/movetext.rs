//! Movetext: numbers, moves, glyphs, comments and variations, wrapped at 80 columns.

use shakmaty::{Chess, Color, Move, Position};

use crate::game::{Line, Ply};
use crate::lineage::Lineage;
use crate::pass::Passing;
use crate::render::without_hidden;

/// Most columns of a line in PGN's export format.
const COLUMNS: usize = 79;

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

/// Collects tokens into lines. The last token is held back until it is certain that no closing parenthesis
/// follows, which must not be separated from it.
pub(crate) struct Wrapped<'o> {
    out: &'o mut String,
    column: usize,
    held: String,
    /// Opening parentheses to be joined to the next token.
    open: usize,
}

impl<'o> Wrapped<'o> {
    pub(crate) fn new(out: &'o mut String) -> Wrapped<'o> {
        Wrapped { out, column: 0, held: String::new(), open: 0 }
    }

    /// Adds a token that must not be broken.
    pub(crate) fn token(&mut self, token: &str) {
        self.flush();
        self.held.extend(std::iter::repeat_n('(', self.open));
        self.open = 0;
        self.held.push_str(token);
    }

    /// Begins a variation.
    pub(crate) fn open(&mut self) {
        self.open += 1;
    }

    /// Ends a variation.
    pub(crate) fn close(&mut self) {
        self.held.push(')');
    }

    fn flush(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let width = self.held.chars().count();
        if self.column > 0 && self.column + 1 + width > COLUMNS {
            self.out.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(&self.held);
        self.column += width;
        self.held.clear();
    }

    /// Adds a comment in braces, broken at spaces; a closing brace inside becomes `)`.
    pub(crate) fn comment(&mut self, text: &str) {
        let text = without_hidden(text).replace('{', "(").replace('}', ")");
        let mut words = text.split_whitespace().peekable();
        let mut first = true;
        while let Some(word) = words.next() {
            let open = if first { "{" } else { "" };
            let close = if words.peek().is_none() { "}" } else { "" };
            self.token(&format!("{open}{word}{close}"));
            first = false;
        }
    }

    pub(crate) fn end(mut self) {
        self.flush();
        self.out.push('\n');
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
