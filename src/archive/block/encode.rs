//! Games to the bytes of a block.

use sha2::{Digest, Sha256};

use super::super::annotations::{self, Streams};
use super::super::bytes::{Put, zigzag};
use super::super::chunk::{Builder, Kind, SectionId};
use super::super::moves::{self, MoveCodec};
use super::super::numbers::Control;
use super::super::stored::{Body, Note, Rules, Stored, Termination};
use super::{AS_WORDS, MOVES, TEXT, WHOLE, expected, tags};

/// Bytes of annotations and tags that a part may have, about; all of them are read for one of its games.
/// Smaller parts pack worse: codecs that are chosen for size have larger ones.
const fn rest_weight(codec: MoveCodec) -> usize {
    match codec {
        MoveCodec::Words | MoveCodec::Digits => 8 << 10,
        MoveCodec::Zstd | MoveCodec::Dense => 40 << 10,
    }
}

/// The smallest part, by the binary logarithm of its games. The numbers of a part's games are read up to
/// the one that is asked for, one by one. (No part may be smaller than 16 games: a table has room for 255
/// sections.)
const fn least_part(codec: MoveCodec) -> u8 {
    match codec {
        MoveCodec::Words | MoveCodec::Digits => 4,
        MoveCodec::Zstd | MoveCodec::Dense => 5,
    }
}

/// Games whose moves share a section, by its binary logarithm: the least that is read for one of them.
const fn moves_part(codec: MoveCodec) -> u8 {
    match codec {
        MoveCodec::Dense => 6,
        _ => 5,
    }
}

/// A block that is ready to be written.
pub(in crate::archive) struct Encoded {
    pub bytes: Vec<u8>,
    /// SHA-256 of its games in canonical form.
    pub content: [u8; 32],
}

/// The bytes of a block; games are counted from `first`.
pub(in crate::archive) fn encode(
    games: &[Stored],
    first: u64,
    codec: MoveCodec,
    spelling: Option<Vec<u8>>,
) -> Encoded {
    let level = codec.level();
    let rest = rest(games, codec);
    let mut builder = Builder::new(Kind::Block, first, games.len() as u32);
    builder.parts = [moves_part(codec), rest.part];
    let (mut sizes, mut kinds) = (Vec::new(), Vec::new());
    let mut parts = Vec::new();
    for part in games.chunks(1 << moves_part(codec)) {
        let mut bytes = Vec::new();
        for game in part {
            let at = bytes.len();
            kinds.push(append_moves(game, codec, &mut bytes));
            if codec == MoveCodec::Dense {
                sizes.varint(zigzag((bytes.len() - at) as i64 - expected(game.line().len())));
            }
        }
        parts.push(bytes);
    }
    builder.packed(SectionId::Sizes as u8, codec as u8, sizes, level);
    if kinds.iter().any(|&kind| kind != 0) {
        builder.packed(SectionId::Kinds as u8, 0, kinds, level);
    }
    for (rest, part) in rest.parts.into_iter().zip(0..) {
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
    Encoded { bytes: builder.finish(), content }
}

/// Appends the moves of a game; its kind.
fn append_moves(game: &Stored, codec: MoveCodec, out: &mut Vec<u8>) -> u8 {
    let Body::Moves(found) = &game.body else { return TEXT };
    let mut kind = 0;
    if found.termination != Termination::of_tag(&game.tags) {
        kind |= found.termination as u8 + 1;
    }
    let start = match codec {
        MoveCodec::Digits | MoveCodec::Dense => {
            Rules::of(&game.tags).and_then(|rules| rules.start(&game.tags).ok())
        }
        MoveCodec::Words | MoveCodec::Zstd => None,
    };
    if !moves::encode(codec, start.as_ref(), &found.line, out) {
        kind |= AS_WORDS;
    }
    kind
}

/// What the games of a part have beside their moves, as sections.
struct RestPart {
    starts: Vec<u8>,
    streams: Streams,
    tags: Vec<u8>,
    texts: Vec<u8>,
}

impl RestPart {
    fn of(games: &[Stored], codec: MoveCodec) -> RestPart {
        let notes = games.iter().map(|game| {
            let notes: &[Note] = match &game.body {
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

    /// Whether one in so many parts of it is read quickly.
    fn is_quick(&self, codec: MoveCodec, parts: usize) -> bool {
        self.weight() <= rest_weight(codec) * parts
    }

    /// About how many bytes it will take.
    fn weight(&self) -> usize {
        let numbers = self.streams.clocks.len() + self.streams.evals.len();
        let texts = self.streams.comments.len() + self.starts.len() + self.tags.len() + self.texts.len();
        numbers + texts / 2 + self.streams.side_moves.len() / 2 + self.streams.notes.len() / 4
    }
}

/// What all games of a block have beside their moves.
struct RestParts {
    /// The binary logarithm of the games of a part.
    part: u8,
    parts: Vec<RestPart>,
}

/// In as many parts as it takes to read one of them quickly, and no more: together they pack better.
fn rest(games: &[Stored], codec: MoveCodec) -> RestParts {
    let whole = RestPart::of(games, codec);
    let mut part = WHOLE;
    while part > least_part(codec) && !whole.is_quick(codec, 1 << (WHOLE - part)) {
        part -= 1;
    }
    let parts = if part == WHOLE {
        vec![whole]
    } else {
        games.chunks(1 << part).map(|games| RestPart::of(games, codec)).collect()
    };
    RestParts { part, parts }
}

/// The SHA-256 of the games in canonical form.
pub(in crate::archive) fn content(games: &[Stored]) -> [u8; 32] {
    let mut bytes = Vec::new();
    for game in games {
        game.canonical(&mut bytes);
    }
    Sha256::digest(&bytes).into()
}
