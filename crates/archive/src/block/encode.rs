//! Games to the bytes of a block.

use sha2::{Digest, Sha256};

use super::super::annotations::{self, Streams};
use super::super::bytes::{Put, zigzag};
use super::super::chunk::{Builder, ChunkKind, SectionId};
use super::super::moves::{self, MoveCodec};
use super::super::numbers::Control;
use super::super::spelling;
use super::super::stored::{Body, PlacedAnnotation, Stored, Termination, VariantRules};
use super::super::unruly::is_unruly;
use super::{AS_WORDS, MOVES, TEXT, WHOLE, cut, expected, tags};

/// Binary logarithm of the number of games whose moves share a section, which is the least that must be read
/// for one game.
const fn moves_part(codec: MoveCodec, rest: u8) -> u8 {
    match codec {
        MoveCodec::Dense | MoveCodec::Densest => 6,
        MoveCodec::Zstd => 5,
        MoveCodec::Words | MoveCodec::Digits if rest < WHOLE => 4,
        MoveCodec::Words | MoveCodec::Digits => 5,
    }
}

/// A block that is ready to be written.
pub(crate) struct Encoded {
    pub bytes: Vec<u8>,
    pub games: usize,
    /// SHA-256 of its games in canonical form.
    pub content: [u8; 32],
}

/// The blocks for up to 256 games: usually one, more if some games are large. Games are numbered from
/// `first`; `sources` are their original texts, if those are stored.
pub(crate) fn encode(
    games: &[Stored],
    first: u64,
    codec: MoveCodec,
    sources: Option<&[Vec<u8>]>,
) -> Vec<Encoded> {
    let weights = cut::weights(games);
    let mut blocks = Vec::new();
    for range in cut::blocks(&weights) {
        let (weights, games) = (&weights[range.clone()], &games[range.clone()]);
        let spelling =
            sources.and_then(|sources| sources.get(range.clone())).map(|bytes| spelling::pack(games, bytes));
        let first = first + range.start as u64;
        blocks.push(block(games, weights, first, codec, spelling));
    }
    blocks
}

/// The bytes of a block of games with these weights.
fn block(
    games: &[Stored],
    weights: &[usize],
    first: u64,
    codec: MoveCodec,
    spelling: Option<Vec<u8>>,
) -> Encoded {
    let (level, part) = (codec.level(), cut::part(weights, codec));
    let mut builder = Builder::new(ChunkKind::Block, first, games.len() as u32);
    let moves_part = moves_part(codec, part);
    builder.parts = [moves_part, part];
    let (mut sizes, mut kinds) = (Vec::new(), Vec::new());
    let mut parts = Vec::new();
    for part in games.chunks(1 << moves_part) {
        let mut bytes = Vec::with_capacity(2 * part.iter().map(|game| game.line().len()).sum::<usize>());
        for game in part {
            let at = bytes.len();
            kinds.push(append_moves(game, codec, &mut bytes));
            if codec.is_dense() {
                sizes.varint(zigzag((bytes.len() - at) as i64 - expected(game.line().len())));
            }
        }
        parts.push(bytes);
    }
    builder.packed(SectionId::Sizes as u8, codec as u8, sizes, level);
    if kinds.iter().any(|&kind| kind != 0) {
        builder.packed(SectionId::Kinds as u8, 0, kinds, level);
    }
    // Small parts are compressed at a higher level.
    let level = if part < WHOLE { level.max(12) } else { level };
    for ((games, weights), part) in games.chunks(1 << part).zip(weights.chunks(1 << part)).zip(0..) {
        if weights.iter().all(|&weight| weight == 0) {
            continue;
        }
        let rest = RestPart::of(games, codec);
        let mut add = |id: SectionId, bytes, level| builder.packed(id as u8, part, bytes, level);
        add(SectionId::Starts, rest.starts, level);
        // Numbers are as dense as they get.
        let (clocks, evals) = match rest.streams.by_game {
            true => (SectionId::GameClocks, SectionId::GameEvals),
            false => (SectionId::Clocks, SectionId::Evals),
        };
        add(clocks, rest.streams.clocks, 0);
        add(evals, rest.streams.evals, 0);
        add(SectionId::Notes, rest.streams.notes, level);
        add(SectionId::Comments, rest.streams.comments, level);
        add(SectionId::SideMoves, rest.streams.side_moves, level);
        add(SectionId::Tags, rest.tags, level);
        add(SectionId::Texts, rest.texts, level);
    }
    if let Some(spelling) = spelling {
        builder.plain(SectionId::Spelling as u8, 0, spelling);
    }
    let content = content(games);
    builder.plain(SectionId::Content as u8, 0, content.to_vec());
    for (bytes, id) in parts.into_iter().zip(MOVES..) {
        match codec {
            MoveCodec::Zstd => builder.packed_words(id, codec as u8, bytes),
            _ => builder.plain(id, codec as u8, bytes),
        }
    }
    Encoded { bytes: builder.finish(), games: games.len(), content }
}

/// Appends the moves of a game; returns its kind.
fn append_moves(game: &Stored, codec: MoveCodec, out: &mut Vec<u8>) -> u8 {
    let Body::Moves(found) = &game.body else { return TEXT };
    let mut kind = 0;
    if found.termination != Termination::of_tag(&game.tags) {
        kind |= found.termination as u8 + 1;
    }
    let start = match codec {
        MoveCodec::Digits | MoveCodec::Dense | MoveCodec::Densest if !is_unruly(&game.tags) => {
            VariantRules::of(&game.tags).and_then(|rules| rules.start(&game.tags).ok())
        }
        _ => None,
    };
    if !moves::encode(codec, start.as_ref(), &found.line, out) {
        kind |= AS_WORDS;
    }
    kind
}

/// The data of a part's games besides the moves, as sections.
struct RestPart {
    starts: Vec<u8>,
    streams: Streams,
    tags: Vec<u8>,
    texts: Vec<u8>,
}

impl RestPart {
    fn of(games: &[Stored], codec: MoveCodec) -> RestPart {
        let notes = games.iter().map(|game| {
            let notes: &[PlacedAnnotation] = match &game.body {
                Body::Moves(moves) => &moves.notes,
                Body::Text(_) => &[],
            };
            // Without notes there is no clock.
            let control = if notes.is_empty() { Control::default() } else { Control::of(&game.tags) };
            (control, notes)
        });
        let mut texts = Vec::new();
        for game in games {
            if let Body::Text(text) = &game.body {
                texts.string(text);
            }
        }
        let streams = annotations::split(notes, matches!(codec, MoveCodec::Words | MoveCodec::Digits));
        let tags::Packed { starts, tags } = tags::pack(games);
        RestPart { starts, streams, tags, texts }
    }
}

/// The SHA-256 of the games in canonical form.
pub(crate) fn content(games: &[Stored]) -> [u8; 32] {
    let mut sha = Sha256::new();
    let mut bytes = Vec::new();
    for game in games {
        bytes.clear();
        game.canonical(&mut bytes);
        sha.update(&bytes);
    }
    sha.finalize().into()
}
