//! PGN in the export format of its standard (Edwards, 1994, section 8): the seven tag roster, other
//! tags, movetext of less than 80 columns.

use rustc_hash::FxHashSet;
use scorebook_export::{ROSTER, Wrapped, is_name, pair, roster_value};
use shakmaty::{Chess, EnPassantMode, Move, Outcome, Position, fen::Fen};

use super::movetext::{self, Spell};
use super::{Comments, Record};
use crate::finding::{Finding, code};
use crate::lineage::Lineage;
use crate::notation::spelling::san;
use crate::pass::is_null;

/// Standard algebraic notation; illegal moves in long form.
struct Algebraic {
    /// Whether all moves are legal, so that they need not be tested.
    lawful: bool,
}

impl Spell for Algebraic {
    fn spell(&mut self, position: &Chess, _: &Lineage, m: Move) -> String {
        if self.lawful && !is_null(m) {
            shakmaty::san::SanPlus::from_move(position.clone(), m).to_string()
        } else {
            san(position, m)
        }
    }

    fn needs_lineage(&self) -> bool {
        false
    }
}

/// Appends the game, with an empty line after it.
pub fn write(record: &Record<'_>, out: &mut String) {
    tags(record, out);
    out.push('\n');
    let mut wrapped = Wrapped::new(out);
    let remarks = |ply: u32, comments: &mut Vec<String>| {
        if record.comments != Comments::All {
            return;
        }
        let (left_over, others): (Vec<_>, Vec<_>) =
            record.at_ply(ply).partition(|finding| finding.code == &code::L320);
        comments.extend(others.iter().map(|finding| format!("{}: {}", finding.code.id, finding.message)));
        comments.extend(left_over.first().map(|finding| unread(finding)));
    };
    let mut spell = Algebraic { lawful: !record.keeps_illegal() };
    movetext::write(&mut wrapped, &record.line(), &record.game.start, &mut spell, &remarks);
    // What stands behind the last move was not read.
    if record.rest.is_none() {
        let mut behind = Vec::new();
        remarks(record.game.line.plies.len() as u32 + 1, &mut behind);
        behind.iter().for_each(|comment| wrapped.comment(comment));
    }
    end(record, &mut wrapped);
    wrapped.end();
    out.push('\n');
}

/// The comment on text that was not read: its beginning. The report has it whole.
fn unread(finding: &Finding) -> String {
    /// Characters that are shown.
    const SHOWN: usize = 40;
    let words = finding.text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= SHOWN {
        return format!("L320: {words}");
    }
    let shown: String = words.chars().take(SHOWN - 1).collect();
    format!("L320: {shown}…")
}

/// Writes the text that could not be read as a comment, then the result.
pub(super) fn end(record: &Record<'_>, out: &mut Wrapped<'_>) {
    if let Some(rest) = record.rest.filter(|_| record.comments == Comments::All) {
        // A finding on the first unread ply has no move after which it could be written.
        let next = record.game.line.plies.len() as u32 + 1;
        for finding in record.at_ply(next) {
            out.comment(&format!("{}: {}", finding.code.id, finding.message));
        }
        out.comment(&format!("not read: {rest}"));
    }
    out.token(result(record.game.outcome));
}

/// Writes the tag pairs: the seven-tag roster, the others in their order, `Reading` last.
pub(super) fn tags(record: &Record<'_>, out: &mut String) {
    let tags = &record.game.tags;
    let start = &record.game.start;
    for name in ROSTER {
        let value = if name == "Result" { Some(result(record.game.outcome)) } else { tags.get(name) };
        pair(name, roster_value(name, value), out);
    }
    let ours = |name: &str| matches!(name, "FEN" | "SetUp" | "Reading") || ROSTER.contains(&name);
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    for tag in tags.iter().filter(|tag| !ours(&tag.name) && is_name(&tag.name)) {
        if seen.insert(&tag.name) {
            pair(&tag.name, &tag.value, out);
        }
    }
    if *start != Chess::default() || start.fullmoves().get() != 1 {
        pair("SetUp", "1", out);
        pair("FEN", &Fen::from_position(start, EnPassantMode::Legal).to_string(), out);
    }
    pair("Reading", record.verdict.as_str(), out);
}

/// The termination marker.
#[must_use]
pub fn result(outcome: Outcome) -> &'static str {
    outcome.as_str()
}
