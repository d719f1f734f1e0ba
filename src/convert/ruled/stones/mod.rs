//! Games of stones (go-moku, renju): records in SGF (`GM[4]`), in Gomocup's `.psq`, Turbo's listings, and lists of points.

mod listing;
pub(super) mod points;
pub(super) mod psq;
pub(super) mod sgf;

use scorebook_variants::{Board, Side, Square};

use super::sheet::{SheetItem, VariantRecord};
use crate::finding::{Finding, code};
use crate::game::Tag;
use crate::text::Span;

/// A form in which games of stones are written.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum StonesForm {
    /// Smart Game Format.
    Sgf,
    /// Gomocup's format.
    Psq,
}

impl StonesForm {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            StonesForm::Sgf => "sgf",
            StonesForm::Psq => "psq",
        }
    }
}

/// Whether a text is in one of these forms.
pub(super) fn looks_like(text: &str) -> bool {
    sgf::looks_like(text) || psq::looks_like(text) || listing::looks_like(text) || points::looks_like(text)
}

/// The games of such a text.
pub(super) fn sheets(text: &str) -> Vec<VariantRecord> {
    if sgf::looks_like(text) {
        sgf::sheets(text)
    } else if psq::looks_like(text) {
        psq::sheets(text)
    } else if points::looks_like(text) {
        points::sheets(text)
    } else {
        listing::sheets(text)
    }
}

/// The variant of a board with so many files and ranks under rules of that name, as records name them.
fn variant(rules: &str, (files, ranks): (u32, u32)) -> String {
    let rules = rules.to_ascii_lowercase();
    let named = |part: &str| rules.contains(part);
    let name = match () {
        () if named("renju") => "renju",
        () if named("standard") || named("exact") => "gomoku-standard",
        () => "gomoku",
    };
    match (files, ranks) {
        (15, 15) => name.to_owned(),
        (files, ranks) if files == ranks => format!("{name}{files}"),
        (files, ranks) => format!("{name}{files}x{ranks}"),
    }
}

/// Sets the variant of a record; says so if no rules fit.
fn set_variant(sheet: &mut VariantRecord, rules: &str, size: (u32, u32), span: Span) {
    let name = variant(rules, size);
    if scorebook_variants::Rules::called(&name, &[]).is_none() {
        let (files, ranks) = size;
        let message = format!("no rules are known for this game on {files} × {ranks} points: {name}");
        sheet.findings.push(Finding::new(&code::N201, span, message));
    }
    tag(sheet, "Variant", name);
}

fn tag(sheet: &mut VariantRecord, name: &str, value: impl Into<String>) {
    let value: String = value.into();
    sheet.tags.push(Tag { name: name.into(), value: value.into() });
}

/// The result by the side that has won.
fn result(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
        None => "1/2-1/2",
    }
}

/// The point in column `x` and row `y` of a board with so many rows, both from 0 and from the upper left corner.
fn point(x: u32, y: u32, ranks: u32) -> Option<Square> {
    let file = u8::try_from(x).ok().filter(|&file| file < scorebook_variants::MAX_SIDE)?;
    let rank =
        u8::try_from(ranks.checked_sub(y + 1)?).ok().filter(|&rank| rank < scorebook_variants::MAX_SIDE)?;
    Some(Square::new(file, rank))
}

/// Column and row of a point, both from 0 and from the upper left corner.
fn place(square: Square, board: Board) -> (u8, u8) {
    (square.file(), (board.ranks - 1).saturating_sub(square.rank()))
}

/// Adds a move, or text that is none.
fn push(sheet: &mut VariantRecord, text: String, span: Span) {
    sheet.items.push((SheetItem::Move(text), span));
}
