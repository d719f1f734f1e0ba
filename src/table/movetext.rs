//! Parts of a game's text: tag pairs, and what comments show of the moves.

use std::borrow::Cow;

use crate::game::{Tag, Tags};
use crate::pgn::{Lexer, PlainTag, TagToken, TokenKind};
use crate::text::Span;

use super::Shown;

/// Decodes UTF-8, or else Windows-1252.
pub(super) fn text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// The tag pairs of a game, unmodified, and the offset after them.
pub(super) fn tags(game: &[u8]) -> (Tags, usize) {
    let mut tags = Tags::with_room();
    let mut lexer = Lexer::new(game);
    lexer.begin_game();
    let mut end = 0;
    let mut push = |tag: &TagToken, span: Span| {
        let name = text(game.get(tag.name.range()).unwrap_or_default());
        let value = tag.unescaped(game);
        tags.push(Tag { name: name.as_ref().into(), value: text(&value).as_ref().into() });
        end = span.end;
    };
    while let Some(PlainTag { token, span, .. }) = lexer.plain_tag(None) {
        push(&token, span);
    }
    while let Some(token) = lexer.next_token() {
        match token.kind {
            TokenKind::Tag(tag) => push(&tag, token.span),
            TokenKind::Comment { .. } | TokenKind::LineComment | TokenKind::Escape | TokenKind::Invisible => {
            }
            _ => break,
        }
    }
    (tags, end)
}

/// What the comments of the main line show. The tag pairs end at `start`.
pub(super) fn shown(game: &[u8], start: usize, tags: &Tags) -> Shown {
    let mut shown = Shown::of_fen(tags.get("FEN"));
    if memchr::memchr(b'{', &game[start..]).is_none() {
        return shown;
    }
    let mut lexer = Lexer::new(game);
    lexer.begin_game();
    lexer.go_on(start, 0);
    let (mut depth, mut plies) = (0_u32, 0);
    while let Some(token) = lexer.next_token() {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            TokenKind::Symbol | TokenKind::Null if depth == 0 => plies += 1,
            TokenKind::Comment { .. } if depth == 0 => shown.comment(plies, &text(token.comment(game))),
            _ => {}
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_tags_and_clocks() {
        let game = b"[White \"A \\\"B\\\"\"]\n{c}\n[Black \"M\xfcller\"]\n\n{[%clk 9:00:00]} 1. e4 {[%clk 0:01:00]} (1. d4 {[%clk 0:02:00]} d5) e5 $1 { [%eval 0.3] } 1-0";
        let (tags, end) = tags(game);
        assert_eq!((tags.get("White"), tags.get("Black")), (Some("A \"B\""), Some("Müller")));
        let found = shown(game, end, &tags);
        assert_eq!(found.clocks, [Some(60.0)]);
        assert_eq!(found.evals, [None, Some(0.3)]);
    }
}
