//! Converts PGN to archive games; proves every move.

use compact_str::CompactString;
use scorebook_charset::{Assumed, detect};
use shakmaty::CastlingMode;
use shakmaty::variant::VariantPosition;

use super::ruled;
use super::stored::{AnnotatedMoves, Annotation, Body, PlacedAnnotation, Stored, Termination, VariantRules};
use super::strand::{Lean, MoveLine, ShakmatyLine, Unread};
use super::unruly;
use crate::game::{Tag, Tags};
use crate::international::Move16;
use crate::pgn::{Lexer, PlainTag, Token, TokenKind, swallowed_tag};
use scorebook_core::text::Span;

/// Why a game is not proven.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// In words.
    pub reason: String,
    /// The place in the input.
    pub span: Span,
    /// The half-move of the main line, from 1, if there is one.
    pub ply: Option<u32>,
    /// Whether the game is legal but the notation cannot express it (a drop in crazyhouse).
    pub beyond_notation: bool,
    /// The tags that were read.
    pub tags: Tags,
}

const SWALLOWED: &str = "a tag pair inside a comment: its end was lost, and a game with it";

/// What a comment says; `None` if it has swallowed a game.
fn comment(token: &Token, bytes: &[u8], assumed: Assumed) -> Option<String> {
    let text = token.comment(bytes);
    let in_braces = matches!(token.kind, TokenKind::Comment { .. });
    (!in_braces || swallowed_tag(text).is_none()).then(|| assumed.decode(text).into_owned())
}

/// A text of a tag.
fn compact(bytes: &[u8], assumed: Assumed) -> CompactString {
    CompactString::from_utf8(bytes).unwrap_or_else(|_| CompactString::from(assumed.decode(bytes)))
}

/// Reads the one game in `bytes` and proves each of its moves.
///
/// # Errors
/// The first defect that leaves the game unproven; boxed, as it is rare.
///
/// ```
/// use scorebook_archive::import;
/// let game = import(b"[White \"A\"]\n\n1. e4 e5 {ok} 2. Nf3 (2. f4) *").unwrap();
/// assert_eq!(game.line().len(), 3);
/// let refusal = import(b"1. e4 e5 2. Ke3 *").unwrap_err();
/// assert_eq!(refusal.ply, Some(3));
/// ```
pub fn import(bytes: &[u8]) -> Result<Stored, Box<Refusal>> {
    only_game(bytes, Kept::Legal)
}

/// The same, with illegal moves as they are written.
#[cfg(test)]
pub(super) fn import_as_written(bytes: &[u8]) -> Result<Stored, Box<Refusal>> {
    only_game(bytes, Kept::AsWritten)
}

fn only_game(bytes: &[u8], kept: Kept) -> Result<Stored, Box<Refusal>> {
    let mut lexer = Lexer::new(bytes);
    match next_game_kept(&mut lexer, detect(bytes).unwrap_or_default(), kept) {
        Some((_, game)) => game,
        None => Err(refuse(&Tags::default(), Span::at(0), "there is no game")),
    }
}

/// Which moves of a game are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Kept {
    /// Legal ones; illegal ones of games whose tag `Reading` is `illegal`.
    #[default]
    Legal,
    /// Illegal ones too, if they are written with both squares (`Bf1c4`). A game that has some gets the tag.
    AsWritten,
}

/// Reads and proves the next game of a lexer, with its span; `None` at the end of the input. Lines that are not UTF-8 are
/// in the character set that is assumed.
pub fn next_game(lexer: &mut Lexer<'_>, assumed: Assumed) -> Option<(Span, Result<Stored, Box<Refusal>>)> {
    next_game_kept(lexer, assumed, Kept::Legal)
}

/// The same, with the moves that are to be kept.
pub fn next_game_kept(
    lexer: &mut Lexer<'_>,
    assumed: Assumed,
    kept: Kept,
) -> Option<(Span, Result<Stored, Box<Refusal>>)> {
    if !lexer.begin_game() {
        return None;
    }
    let start = lexer.offset();
    let game = game(lexer, assumed, kept);
    let mut end = lexer.offset();
    // Skip the rest of a refused game.
    while let Some(token) = lexer.next_token() {
        end = token.span.end;
    }
    Some((Span::new(start, end.max(start)), game))
}

fn refuse(tags: &Tags, span: Span, reason: &str) -> Box<Refusal> {
    Box::new(Refusal {
        reason: reason.to_owned(),
        span,
        ply: None,
        beyond_notation: false,
        tags: tags.clone(),
    })
}

fn game(lexer: &mut Lexer<'_>, assumed: Assumed, kept: Kept) -> Result<Stored, Box<Refusal>> {
    let bytes = lexer.bytes();
    let begin = lexer.offset();
    let mut tags = Tags::with_room();
    let mut first = None;
    let mut early = Vec::new();
    while let Some(PlainTag { token: tag, .. }) = lexer.plain_tag(None) {
        let text = |span: Span| compact(bytes.get(span.range()).unwrap_or_default(), assumed);
        tags.push(Tag { name: text(tag.name), value: text(tag.value) });
    }
    while let Some(token) = lexer.next_token() {
        match token.kind {
            TokenKind::Tag(tag) => {
                let name = assumed.decode(bytes.get(tag.name.range()).unwrap_or_default());
                if tag.fault.is_some() || name.is_empty() || name.contains('\n') {
                    return Err(refuse(&tags, token.span, "the tag pair is malformed"));
                }
                let value = CompactString::from(assumed.decode(&tag.unescaped(bytes)));
                tags.push(Tag { name: CompactString::from(name), value });
            }
            TokenKind::Comment { closed: true } | TokenKind::LineComment => {
                let text =
                    comment(&token, bytes, assumed).ok_or_else(|| refuse(&tags, token.span, SWALLOWED))?;
                early.push(PlacedAnnotation { ply: 0, event: Annotation::Comment(text) });
            }
            TokenKind::Escape | TokenKind::Invisible => {}
            _ => {
                first = Some(token);
                break;
            }
        }
    }
    let whole = Span::new(begin, lexer.offset());
    let variant = ruled::rules(&tags);
    let rules = match (VariantRules::of(&tags), variant) {
        (Some(rules), _) => rules,
        (None, Some(_)) => VariantRules::STANDARD,
        (None, None) => return Err(refuse(&tags, whole, "the variant is not known")),
    };
    let mut moves =
        AnnotatedMoves { line: Vec::with_capacity(128), notes: early, termination: Termination::Missing };
    let read = if let Some(variant) = variant {
        let start = ruled::start(variant, &tags).map_err(|reason| refuse(&tags, whole, &reason))?;
        movetext(lexer, first, ruled::Reading::new(start), rules.castling, &mut moves, assumed)
    } else if (kept == Kept::AsWritten || unruly::is_unruly(&tags))
        && let Some(start) = rules.chess_start(&tags)
    {
        let mut line = unruly::Reading::new(start);
        let read = movetext_of(lexer, first, &mut line, rules.castling, &mut moves, assumed);
        if line.broken && !unruly::is_unruly(&tags) {
            unruly::mark(&mut tags);
        }
        read
    } else if rules == VariantRules::STANDARD && tags.get("FEN").is_none() {
        movetext(lexer, first, Lean::usual(), rules.castling, &mut moves, assumed)
    } else {
        match rules.start(&tags).map_err(|reason| refuse(&tags, whole, &reason))? {
            VariantPosition::Chess(p) => {
                movetext(lexer, first, Lean::new(&p), rules.castling, &mut moves, assumed)
            }
            VariantPosition::Atomic(p) => {
                movetext(lexer, first, ShakmatyLine::new(p), rules.castling, &mut moves, assumed)
            }
            VariantPosition::Antichess(p) => {
                movetext(lexer, first, ShakmatyLine::new(p), rules.castling, &mut moves, assumed)
            }
            VariantPosition::KingOfTheHill(p) => {
                movetext(lexer, first, ShakmatyLine::new(p), rules.castling, &mut moves, assumed)
            }
            VariantPosition::ThreeCheck(p) => {
                movetext(lexer, first, ShakmatyLine::new(p), rules.castling, &mut moves, assumed)
            }
            VariantPosition::Crazyhouse(p) => {
                movetext(lexer, first, ShakmatyLine::new(p), rules.castling, &mut moves, assumed)
            }
            VariantPosition::RacingKings(p) => {
                movetext(lexer, first, ShakmatyLine::new(p), rules.castling, &mut moves, assumed)
            }
            VariantPosition::Horde(p) => {
                movetext(lexer, first, ShakmatyLine::new(p), rules.castling, &mut moves, assumed)
            }
        }
    };
    match read {
        Ok(()) => Ok(Stored { tags, body: Body::Moves(moves) }),
        Err(mut refusal) => {
            refusal.tags = tags;
            Err(refusal)
        }
    }
}

fn movetext<S: MoveLine>(
    lexer: &mut Lexer<'_>,
    first: Option<Token>,
    mut start: S,
    castling: CastlingMode,
    moves: &mut AnnotatedMoves,
    assumed: Assumed,
) -> Result<(), Box<Refusal>> {
    movetext_of(lexer, first, &mut start, castling, moves, assumed)
}

/// Reads the moves on from `strand`.
fn movetext_of<S: MoveLine>(
    lexer: &mut Lexer<'_>,
    first: Option<Token>,
    strand: &mut S,
    castling: CastlingMode,
    moves: &mut AnnotatedMoves,
    assumed: Assumed,
) -> Result<(), Box<Refusal>> {
    let bytes = lexer.bytes();
    let mut outer: Vec<S> = Vec::new();
    let mut next = first;
    loop {
        if next.is_none() {
            let ply = moves.line.len() as u32;
            if outer.is_empty() {
                strand.make_plain(lexer, |word| moves.line.push(word));
            } else {
                let notes = &mut moves.notes;
                strand.make_plain(lexer, |word| {
                    notes.push(PlacedAnnotation { ply, event: Annotation::Move(word) })
                });
            }
        }
        let Some(token) = next.take().or_else(|| lexer.next_token()) else { break };
        let ply = moves.line.len() as u32;
        let top = outer.is_empty();
        let refuse = |reason: String, beyond_notation: bool| {
            let on_line = top && matches!(token.kind, TokenKind::Symbol | TokenKind::Null);
            Box::new(Refusal {
                reason,
                span: token.span,
                ply: on_line.then_some(ply + 1),
                beyond_notation,
                tags: Tags::default(),
            })
        };
        let word = match token.kind {
            TokenKind::Symbol => {
                let text = token.text(bytes);
                match strand.make(text, castling) {
                    Ok(word) => word,
                    Err(unread) => {
                        let shown = String::from_utf8_lossy(text);
                        return Err(match unread {
                            Unread::Wrong(why) => refuse(format!("`{shown}`{why}"), false),
                            Unread::BeyondNotation => {
                                refuse(format!("`{shown}` is a move that the notation cannot carry"), true)
                            }
                        });
                    }
                }
            }
            TokenKind::Null => {
                if !strand.pass() {
                    return Err(refuse("a null move in check".to_owned(), false));
                }
                Move16::NULL
            }
            TokenKind::Nag(Some(nag)) | TokenKind::Glyph(Some(nag)) => {
                moves.notes.push(PlacedAnnotation { ply, event: Annotation::Nag(nag) });
                continue;
            }
            TokenKind::Comment { closed: true } | TokenKind::LineComment => {
                let text =
                    comment(&token, bytes, assumed).ok_or_else(|| refuse(SWALLOWED.to_owned(), false))?;
                moves.notes.push(PlacedAnnotation { ply, event: Annotation::Comment(text) });
                continue;
            }
            TokenKind::Open => {
                let before = strand.before();
                let before = before.ok_or_else(|| refuse("a variation before any move".to_owned(), false))?;
                outer.push(std::mem::replace(strand, before));
                moves.notes.push(PlacedAnnotation { ply, event: Annotation::Open });
                continue;
            }
            TokenKind::Close => {
                *strand =
                    outer.pop().ok_or_else(|| refuse("a `)` without a matching `(`".to_owned(), false))?;
                moves.notes.push(PlacedAnnotation { ply, event: Annotation::Close });
                continue;
            }
            TokenKind::Result { outcome, .. } if outer.is_empty() => {
                moves.termination = outcome.into();
                continue;
            }
            TokenKind::Number { .. }
            | TokenKind::Dots
            | TokenKind::EnPassant
            | TokenKind::Escape
            | TokenKind::Invisible => continue,
            // A termination marker inside a variation is ignored.
            TokenKind::Result { .. } => continue,
            TokenKind::Nag(None) | TokenKind::Glyph(None) => {
                return Err(refuse("a glyph that has no number".to_owned(), false));
            }
            TokenKind::Comment { closed: false } => {
                return Err(refuse("a comment is not closed".to_owned(), false));
            }
            TokenKind::Tag(_) => return Err(refuse("a tag pair among the moves".to_owned(), false)),
            TokenKind::Control | TokenKind::Stray => {
                return Err(refuse("text that is no part of a game".to_owned(), false));
            }
        };
        if outer.is_empty() {
            moves.line.push(word);
        } else {
            moves.notes.push(PlacedAnnotation { ply, event: Annotation::Move(word) });
        }
    }
    if outer.is_empty() {
        return Ok(());
    }
    let span = Span::at(lexer.offset());
    let reason = "a variation is not closed".to_owned();
    Err(Box::new(Refusal { reason, span, ply: None, beyond_notation: false, tags: Tags::default() }))
}
