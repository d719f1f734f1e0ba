//! A record of a variant before any rules are applied: tags, moves as text, comments.

use crate::convert::play::Play;
use crate::decode::NotationChoice;
use crate::finding::Finding;
use crate::game::{Tag, Tags};
use crate::pgn::{Lexer, TokenKind as Kind};
use crate::record::{Board, Start};
use crate::text::Span;

/// One item of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SheetItem {
    /// A move.
    Move(String),
    /// A comment.
    Comment(String),
    /// A numeric annotation glyph.
    Nag(u8),
    /// A variation begins; it replaces the move before it.
    Open,
    /// The variation ends.
    Close,
    /// Text that is not part of a game.
    Stray(String),
}

/// A record.
#[derive(Clone, Debug, Default)]
pub(super) struct VariantRecord {
    /// Its byte range in the source.
    pub span: Span,
    /// The tags as written.
    pub tags: Tags,
    /// Moves, comments and variations, in order.
    pub items: Vec<(SheetItem, Span)>,
    /// The termination marker and its place.
    pub marker: Option<(String, Span)>,
    /// Findings on the record as a whole, by its form.
    pub findings: Vec<Finding>,
}

impl VariantRecord {
    /// Whether all of its first moves, or half of them and several, are moves of chess, in any notation: then the name of a variant that
    /// nobody knows says little. A move or two may look like those of some language.
    pub(super) fn is_chess(&self) -> bool {
        /// So many moves tell.
        const FIRST: usize = 20;
        /// Fewest where others are none.
        const FEWEST: usize = 4;
        let start = match self.tags.get("FEN") {
            None => Start::Array,
            Some(fen) => Start::Fen(fen.to_owned(), self.span),
        };
        let mut depth = 0_usize;
        let mut moves: Vec<&str> = Vec::new();
        for (item, _) in &self.items {
            match item {
                SheetItem::Open => depth += 1,
                SheetItem::Close => depth = depth.saturating_sub(1),
                SheetItem::Move(text) if depth == 0 && moves.len() < FIRST => moves.push(text),
                _ => {}
            }
        }
        let mut board = Play::new(NotationChoice::Auto, &start).map(|play| Box::new(play) as Box<dyn Board>);
        let mut played = 0;
        for text in &moves {
            board = board.and_then(|board| board.after(text));
            played += usize::from(board.is_some());
        }
        played == moves.len() || played >= FEWEST && played * 2 >= moves.len()
    }
}

/// The same items, with a wall behind a comma (`e2e4,e4e5`) joined to its move: a comma is no sign of PGN.
fn with_walls(items: Vec<(SheetItem, Span)>) -> Vec<(SheetItem, Span)> {
    let mut joined: Vec<(SheetItem, Span)> = Vec::with_capacity(items.len());
    for (item, span) in items {
        if let SheetItem::Move(wall) = &item
            && let [.., (SheetItem::Move(text), place), (SheetItem::Stray(comma), between)] = &mut joined[..]
            && comma == ","
            && place.end == between.start
            && between.end == span.start
        {
            text.push(',');
            text.push_str(wall);
            *place = place.join(span);
            joined.pop();
            continue;
        }
        joined.push((item, span));
    }
    joined
}

/// The games of a PGN text.
pub(super) fn sheets(text: &str) -> Vec<VariantRecord> {
    let bytes = text.as_bytes();
    let mut lexer = Lexer::new(bytes);
    let mut sheets = Vec::new();
    while lexer.begin_game() {
        let mut sheet = VariantRecord { span: Span::at(lexer.offset()), ..VariantRecord::default() };
        let mut depth = 0usize;
        while let Some(token) = lexer.next_token() {
            sheet.span.end = token.span.end;
            let said = || String::from_utf8_lossy(token.text(bytes)).into_owned();
            let comment = || String::from_utf8_lossy(token.comment(bytes)).trim().to_owned();
            let item = match token.kind {
                Kind::Tag(tag) => {
                    let name = String::from_utf8_lossy(bytes.get(tag.name.range()).unwrap_or_default());
                    let value = String::from_utf8_lossy(&tag.unescaped(bytes)).into_owned();
                    sheet.tags.push(Tag { name: name.as_ref().into(), value: value.into() });
                    continue;
                }
                Kind::Symbol => SheetItem::Move(said()),
                Kind::Null => SheetItem::Move("--".to_owned()),
                Kind::Comment { .. } | Kind::LineComment => SheetItem::Comment(comment()),
                Kind::Nag(Some(nag)) | Kind::Glyph(Some(nag)) => SheetItem::Nag(nag),
                Kind::Open => {
                    depth += 1;
                    SheetItem::Open
                }
                Kind::Close => {
                    depth = depth.saturating_sub(1);
                    SheetItem::Close
                }
                Kind::Result { outcome, .. } => {
                    if depth == 0 {
                        sheet.marker = Some((outcome.to_string(), token.span));
                    }
                    continue;
                }
                Kind::Stray | Kind::Control | Kind::Nag(None) | Kind::Glyph(None) => SheetItem::Stray(said()),
                Kind::Number { .. } | Kind::Dots | Kind::EnPassant | Kind::Escape | Kind::Invisible => {
                    continue;
                }
            };
            sheet.items.push((item, token.span));
        }
        sheet.items = with_walls(std::mem::take(&mut sheet.items));
        sheets.push(sheet);
    }
    sheets
}
