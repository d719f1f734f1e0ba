//! What the print of a book says while a person's corrections are made in it.

use std::borrow::Cow;
use std::ops::Range;

use scorebook_book::board::Node;
use scorebook_book::decode::Evidence;
use scorebook_book::desc::{Desc, Man, Mark, Said, Taking};
use scorebook_book::rows::Rows;
use scorebook_book::token::{Token, Tokens};
use scorebook_book::{Book, english, number};
use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingSide, Chess, Move, Role};

use crate::corrections::CorrectionKind as Kind;

/// Cost in nats of text between two corrected moves that is not read as a move.
const STRENGTH: f32 = 8.0;

/// A correction: its row, characters, kind and value.
#[derive(Clone, Debug, Hash)]
pub(super) struct Change {
    pub row: usize,
    pub chars: Range<u32>,
    pub kind: Kind,
    pub value: String,
}

impl Change {
    /// The moves that it names.
    pub(super) fn values(&self) -> impl Iterator<Item = &str> {
        self.value.split(';').map(str::trim).filter(|value| !value.is_empty())
    }

    /// Whether its values can be read as moves at all; else why not.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.values().all(|value| meaning(value).is_some()) {
            return Ok(());
        }
        let is_one = matches!(self.kind, Kind::Move | Kind::Misprint);
        Err(if is_one { "the value is not a move" } else { "one value is not a move" }.to_owned())
    }
}

/// What the print says with the corrections made so far.
pub(super) struct Desk<'b> {
    pub base: &'b Book,
    pub evidence: Cow<'b, Evidence>,
}

impl<'b> Desk<'b> {
    /// The print of a book without corrections.
    pub(super) fn new(base: &'b Book) -> Desk<'b> {
        Desk { base, evidence: Cow::Borrowed(&base.evidence) }
    }

    /// Makes a correction in the print.
    pub(super) fn apply(&mut self, change: &Change) {
        let chars = change.chars.clone();
        match change.kind {
            Kind::NotScore | Kind::Junk => self.clear(chars),
            Kind::Move | Kind::Misprint => {
                if let Some(desc) = change.values().next().and_then(meaning) {
                    self.put(chars, desc);
                }
            }
            // Where they stand, if anywhere, the search finds.
            Kind::Missing | Kind::MissingAfter | Kind::Leave | Kind::Tag | Kind::Game => {}
        }
    }

    /// Removes all tokens and worn text that overlap the characters.
    fn clear(&mut self, chars: Range<u32>) {
        self.evidence.to_mut().change(|tokens, rows| without(tokens, rows, &chars));
    }

    /// Adds a token that is certainly this move.
    fn put(&mut self, chars: Range<u32>, desc: Desc) {
        let label = number::before(&self.evidence.print.chars, chars.start, |_| true);
        let Range { start, end } = chars;
        self.evidence.to_mut().change(|tokens, rows| {
            without(tokens, rows, &chars);
            // Tokens that began earlier end where the new one begins.
            for token in tokens.all.iter_mut().rev().filter(|token| token.start < start).take(12) {
                token.said.retain(|said| said.end <= start);
            }
            tokens.all.retain(|token| !token.said.is_empty());
            let at = tokens.all.partition_point(|token| token.start < start);
            let said = vec![Said { end, cost: 0.0, desc }];
            tokens.all.insert(at, Token { start, said, label, entry: 0.0, figures: start, piece: 0 });
            let at = tokens.cut.partition_point(|cut| cut.0 < start);
            tokens.cut.insert(at, (start, end, STRENGTH));
        });
    }
}

/// Removes all tokens and worn text that overlap the characters.
fn without(tokens: &mut Tokens, rows: &mut Rows, chars: &Range<u32>) {
    tokens.all.retain(|token| !chars.contains(&token.start));
    tokens.cut.retain(|cut| cut.1 <= chars.start || cut.0 >= chars.end);
    rows.worn.retain(|worn| worn.end <= chars.start || worn.start >= chars.end);
}

/// The move that a person names in a position, in SAN or the notation of books.
pub(super) fn named(value: &str, position: &Chess) -> Option<Move> {
    let san = value.parse::<SanPlus>().ok().and_then(|said| said.san.to_move(position).ok());
    san.or_else(|| {
        let node = Node::new(position.clone());
        let mut found: Vec<(f32, Move)> = Vec::new();
        node.fits(&meaning(value)?, |legal, cost| found.push((cost, node.legal[legal].m)));
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        match found.as_slice() {
            [only] => Some(only.1),
            [first, second, ..] if first.0 < second.0 => Some(first.1),
            _ => None,
        }
    })
}

/// The meaning of a corrected move in any position, from SAN or the notation of books.
fn meaning(value: &str) -> Option<Desc> {
    let value = value.trim();
    let Ok(san) = value.trim_end_matches(['!', '?']).trim_end_matches(['+', '#']).parse::<San>() else {
        let chars: Vec<char> = value.chars().collect();
        let end = chars.len() as u32;
        return english::read(&chars, 0, &Default::default())
            .into_iter()
            .find(|said| said.end == end)
            .map(|said| said.desc);
    };
    Some(match san {
        San::Normal { role, file, capture, rank, to, promotion } => {
            let bit = |square: shakmaty::Square| 1_u64 << u32::from(square);
            let from = shakmaty::Square::ALL.into_iter().filter(|square| {
                file.is_none_or(|file| square.file() == file) && rank.is_none_or(|rank| square.rank() == rank)
            });
            Desc {
                taking: if capture { Taking::Takes } else { Taking::Unsaid },
                from: from.map(bit).sum(),
                to: bit(to),
                promotion,
                mark: Mark::None,
                absolute: true,
                ..Desc::of(Man::of(role))
            }
        }
        San::Castle(side) => {
            let wing = match side {
                CastlingSide::KingSide => scorebook_book::desc::Wing::King,
                CastlingSide::QueenSide => scorebook_book::desc::Wing::Queen,
            };
            Desc { castle: Some(Some(wing)), ..Desc::of(Man::of(Role::King)) }
        }
        _ => return None,
    })
}
