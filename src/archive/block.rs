//! Blocks: up to 256 games, readable without any other block.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use shakmaty::variant::VariantPosition;

use super::annotations::{self, Streams};
use super::bytes::{Cursor, Malformed, Put, unzigzag, zigzag};
use super::chunk::{Builder, Head, Kind, SectionId};
use super::clock;
use super::column::Column;
use super::error::Damage;
use super::moves::{self, MoveCodec};
use super::stored::{Body, Moves, Note, Rules, Stored, Termination};
use crate::game::{Tag, Tags};

/// Games whose moves share a section: the least that must be read and checked for one game. What is
/// packed together packs better.
const fn part(codec: MoveCodec) -> usize {
    match codec {
        MoveCodec::Zstd => super::BLOCK,
        _ => 64,
    }
}

/// The first section of moves; part `n` is at this plus `n`.
const MOVES: u8 = 128;

/// Bits of a game's kind: how it ended (0 as the `Result` tag says, else the termination plus 1), …
const TERMINATION: u8 = 7;
/// … that it is kept as text, …
const TEXT: u8 = 8;
/// … that its moves are words though the codec is another.
const AS_WORDS: u8 = 16;

/// The tags of a game that have no column, in order: names that have one when they come again.
fn remaining(tags: &Tags) -> impl Iterator<Item = &Tag> {
    let mut seen = [false; Column::ALL.len()];
    tags.iter().filter(move |tag| match Column::of_tag(&tag.name) {
        Some(column) => std::mem::replace(&mut seen[column as usize], true),
        None => true,
    })
}

/// The bytes of a block; games are counted from `first`.
pub(super) fn encode(games: &[Stored], first: u64, codec: MoveCodec, spelling: Option<Vec<u8>>) -> Vec<u8> {
    let mut builder = Builder::new(Kind::Block, first, games.len() as u32);
    let level = codec.level();
    let (mut sizes, mut kinds, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    let mut parts = Vec::new();
    for part in games.chunks(part(codec)) {
        let mut bytes = Vec::new();
        for game in part {
            let at = bytes.len();
            let mut kind = 0;
            match &game.body {
                Body::Text(text) => {
                    kind |= TEXT;
                    texts.string(text);
                }
                Body::Moves(found) => {
                    if found.termination != Termination::of_tag(&game.tags) {
                        kind |= found.termination as u8 + 1;
                    }
                    let start = || Rules::of(&game.tags)?.start(&game.tags).ok();
                    let start = match codec {
                        MoveCodec::Digits | MoveCodec::Dense => start(),
                        MoveCodec::Words | MoveCodec::Zstd => None,
                    };
                    if !moves::encode(codec, start.as_ref(), &found.line, &mut bytes) {
                        kind |= AS_WORDS;
                    }
                }
            }
            kinds.push(kind);
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
    builder.packed(SectionId::Starts as u8, 0, starts(games), level);
    let notes = games.iter().map(|game| match &game.body {
        Body::Moves(moves) => moves.notes.as_slice(),
        Body::Text(_) => &[],
    });
    let streams = annotations::split(notes);
    builder.packed(SectionId::Clocks as u8, 0, clock::encode_clocks(&streams.clocks), 0);
    builder.packed(SectionId::Evals as u8, 0, clock::encode_evals(&streams.evals), 0);
    builder.packed(SectionId::Notes as u8, 0, streams.notes, level);
    builder.packed(SectionId::Comments as u8, 0, streams.comments, level);
    builder.packed(SectionId::SideMoves as u8, 0, streams.side_moves, level);
    builder.packed(SectionId::Tags as u8, 0, pack_tags(games), level);
    builder.packed(SectionId::Texts as u8, 0, texts, level);
    if let Some(spelling) = spelling {
        builder.plain(SectionId::Spelling as u8, 0, spelling);
    }
    builder.plain(SectionId::Content as u8, 0, content(games).to_vec());
    for (bytes, id) in parts.into_iter().zip(MOVES..) {
        match codec {
            MoveCodec::Zstd => builder.packed(id, codec as u8, bytes, level),
            _ => builder.plain(id, codec as u8, bytes),
        }
    }
    builder.finish()
}

/// The SHA-256 of the games in canonical form.
pub(super) fn content(games: &[Stored]) -> [u8; 32] {
    let mut bytes = Vec::new();
    for game in games {
        game.canonical(&mut bytes);
    }
    Sha256::digest(&bytes).into()
}

/// The values of the `FEN` tags, for each game that has one.
fn starts(games: &[Stored]) -> Vec<u8> {
    let mut out = Vec::new();
    for (index, game) in games.iter().enumerate() {
        if let Some(fen) = remaining(&game.tags).find(|tag| tag.name == "FEN") {
            out.varint(index as u64);
            out.string(fen.value.as_bytes());
        }
    }
    out
}

/// The remaining tags by name: the games that have it, then the values.
fn pack_tags(games: &[Stored]) -> Vec<u8> {
    let mut by_name: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
    for (index, game) in games.iter().enumerate() {
        let mut fen = false;
        for tag in remaining(&game.tags) {
            // The first FEN has its own section.
            if tag.name == "FEN" && !std::mem::replace(&mut fen, true) {
                continue;
            }
            by_name.entry(&tag.name).or_default().push((index, &tag.value));
        }
    }
    if by_name.is_empty() {
        return Vec::new();
    }
    let mut out = Vec::new();
    out.varint(by_name.len() as u64);
    for (name, values) in by_name {
        out.string(name.as_bytes());
        out.varint(values.len() as u64);
        let mut last = 0;
        for (index, _) in &values {
            out.varint((index - last) as u64);
            last = *index;
        }
        for (_, value) in &values {
            out.varint(value.len() as u64);
        }
        for (_, value) in &values {
            out.extend_from_slice(value.as_bytes());
        }
    }
    out
}

/// The remaining tags of each game.
type ByGame = Vec<Vec<Tag>>;

fn unpack_tags(bytes: &[u8], starts: &[Option<String>]) -> Result<ByGame, Malformed> {
    let mut games: ByGame = vec![Vec::new(); starts.len()];
    for (game, start) in games.iter_mut().zip(starts) {
        game.extend(start.iter().map(|fen| Tag { name: "FEN".to_owned(), value: fen.clone() }));
    }
    let mut cursor = Cursor(bytes);
    if cursor.is_empty() {
        return Ok(games);
    }
    let text = |bytes: &[u8]| std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| Malformed);
    for _ in 0..cursor.count(3)? {
        let name = text(cursor.string()?)?;
        let count = cursor.count(2)?;
        let mut owners = Vec::with_capacity(count);
        let mut index = 0usize;
        for _ in 0..count {
            index = index.checked_add(cursor.varint()? as usize).ok_or(Malformed)?;
            owners.push(index);
        }
        let mut lengths = Vec::with_capacity(count);
        for _ in 0..count {
            lengths.push(usize::try_from(cursor.varint()?).map_err(|_| Malformed)?);
        }
        for (owner, length) in owners.into_iter().zip(lengths) {
            let value = text(cursor.take(length)?)?;
            games.get_mut(owner).ok_or(Malformed)?.push(Tag { name: name.clone(), value });
        }
    }
    cursor.is_empty().then_some(games).ok_or(Malformed)
}

/// The columns of one game: the names of its tags in order, and what the columns hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub names: Vec<String>,
    pub columns: BTreeMap<u8, String>,
}

impl Header {
    /// Puts columns and remaining tags together, in the order of the names.
    fn tags(&self, mut rest: Vec<Tag>) -> Option<Tags> {
        let mut tags = Tags::default();
        let mut columns = self.columns.clone();
        for name in &self.names {
            let value = Column::of_tag(name).and_then(|column| columns.remove(&(column as u8)));
            let value = match value {
                Some(value) => value,
                None => {
                    let at = rest.iter().position(|tag| tag.name == *name)?;
                    rest.remove(at).value
                }
            };
            tags.push(Tag { name: name.clone(), value });
        }
        rest.is_empty().then_some(tags)
    }
}

/// A block of an archive, its parts read when they are asked for.
pub struct Block<'a> {
    bytes: &'a [u8],
    offset: u64,
    head: Head,
    layout: OnceCell<Result<Layout, String>>,
    rest: OnceCell<Result<Rest, String>>,
    /// Half-moves of each game, which the headers of the group know.
    plies: Option<Vec<usize>>,
    healed: std::cell::RefCell<Vec<Damage>>,
    touched: std::cell::Cell<u64>,
}

/// Sizes and kinds of a block's games.
struct Layout {
    codec: MoveCodec,
    /// Bytes of each game's moves.
    sizes: Vec<usize>,
    kinds: Vec<u8>,
}

/// What games have beside their moves.
struct Rest {
    notes: Vec<Vec<Note>>,
    tags: ByGame,
    texts: Vec<Option<Vec<u8>>>,
}

impl<'a> Block<'a> {
    /// A block whose head was read at `offset` of the file.
    pub(super) fn new(bytes: &'a [u8], offset: u64, head: Head, plies: Option<Vec<usize>>) -> Block<'a> {
        let block = Block {
            bytes,
            offset,
            head,
            layout: OnceCell::new(),
            rest: OnceCell::new(),
            plies,
            healed: std::cell::RefCell::default(),
            touched: std::cell::Cell::new(0),
        };
        if block.head.healed {
            block.note_healed("the table of a block", 0);
        }
        block
    }

    /// Number of its first game in the archive, from 0.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.head.first
    }

    /// How many games it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.head.games as usize
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.head.games == 0
    }

    /// How many bytes of the file have been read for this block so far.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.touched.get() + self.head.entries.first().map_or(0, |entry| entry.start)
    }

    /// The damage that was put right while reading.
    pub fn take_healed(&self) -> Vec<Damage> {
        std::mem::take(&mut self.healed.borrow_mut())
    }

    fn note_healed(&self, what: &str, at: u64) {
        self.healed.borrow_mut().push(Damage {
            offset: self.offset + at,
            what: format!("a damaged byte in {what}"),
            games: self.head.first..self.head.first,
            healed: true,
        });
    }

    /// Everything that is lost if this block is.
    pub(super) fn lost(&self, what: &str) -> Damage {
        Damage {
            offset: self.offset,
            what: what.to_owned(),
            games: self.head.first..self.head.first + u64::from(self.head.games),
            healed: false,
        }
    }

    /// A section, unpacked; empty if the block does not have it.
    fn section(&self, id: u8, name: &str) -> Result<(Cow<'a, [u8]>, u8), String> {
        let Some(entry) = self.head.entry(id) else { return Ok((Cow::Borrowed(&[]), 0)) };
        self.touched.set(self.touched.get() + u64::from(entry.stored));
        let section = entry.read(self.bytes).ok_or_else(|| format!("{name} of a block are damaged"))?;
        if section.healed {
            self.note_healed(name, entry.start);
        }
        Ok((section.bytes, section.codec))
    }

    fn layout(&self) -> Result<&Layout, String> {
        self.layout.get_or_init(|| self.read_layout()).as_ref().map_err(Clone::clone)
    }

    fn read_layout(&self) -> Result<Layout, String> {
        let games = self.len();
        let (kinds, _) = self.section(SectionId::Kinds as u8, "the kinds")?;
        let kinds = match kinds.len() {
            0 => vec![0; games],
            n if n == games => kinds.into_owned(),
            _ => return Err("the kinds of a block are malformed".to_owned()),
        };
        let codec =
            self.head.entry(MOVES).map_or(Some(MoveCodec::Words), |entry| MoveCodec::from_code(entry.codec));
        let codec = codec.ok_or("a block's codec is not known")?;
        let plies = self.plies.as_deref().ok_or("the headers of a group are damaged")?;
        let (sizes, _) = self.section(SectionId::Sizes as u8, "the sizes")?;
        read_sizes(&sizes, codec, kinds, plies).map_err(|_| "the sizes of a block are malformed".to_owned())
    }

    fn rest(&self) -> Result<&Rest, String> {
        self.rest.get_or_init(|| self.read_rest()).as_ref().map_err(Clone::clone)
    }

    fn read_rest(&self) -> Result<Rest, String> {
        let layout = self.layout()?;
        let games = self.len();
        let get = |id: SectionId, name: &str| self.section(id as u8, name).map(|(bytes, _)| bytes);
        let notes = get(SectionId::Notes, "the notes")?;
        let comments = get(SectionId::Comments, "the comments")?;
        let streams = Streams {
            clocks: clock::decode_clocks(&get(SectionId::Clocks, "the clocks")?)
                .ok_or("the clocks of a block are malformed")?,
            evals: clock::decode_evals(&get(SectionId::Evals, "the evaluations")?)
                .ok_or("the evaluations of a block are malformed")?,
            notes: notes.into_owned(),
            comments: comments.into_owned(),
            side_moves: get(SectionId::SideMoves, "the variations")?.into_owned(),
        };
        let malformed = |_: Malformed| "the notes or tags of a block are malformed".to_owned();
        let notes = annotations::join(&streams, games).map_err(malformed)?;
        let starts = get(SectionId::Starts, "the starting positions")?;
        let starts = read_starts(&starts, games).map_err(malformed)?;
        let tags = unpack_tags(&get(SectionId::Tags, "the tags")?, &starts).map_err(malformed)?;
        let bytes = get(SectionId::Texts, "the texts")?;
        let mut cursor = Cursor(&bytes);
        let mut texts = Vec::with_capacity(games);
        for kind in &layout.kinds {
            let text =
                if kind & TEXT != 0 { Some(cursor.string().map_err(malformed)?.to_vec()) } else { None };
            texts.push(text);
        }
        Ok(Rest { notes, tags, texts })
    }

    /// A game of the block, with the header that the group holds.
    pub(super) fn game(&self, index: usize, header: &Header) -> Result<Stored, String> {
        let layout = self.layout()?;
        let rest = self.rest()?;
        let (Some(tags), Some(&kind)) = (rest.tags.get(index), layout.kinds.get(index)) else {
            return Err("no such game".to_owned());
        };
        let tags = header.tags(tags.clone()).ok_or("a game's tags do not fit its header")?;
        if let Some(text) = rest.texts.get(index).and_then(Option::as_ref) {
            return Ok(Stored { tags, body: Body::Text(text.clone()) });
        }
        let plies = self.plies.as_deref().and_then(|plies| plies.get(index)).copied().unwrap_or(0);
        let (part, each) = (index / part(layout.codec), part(layout.codec));
        let (bytes, _) = self.section(MOVES + part as u8, "the moves")?;
        let before: usize = layout.sizes[part * each..index].iter().sum();
        let bytes =
            bytes.get(before..before + layout.sizes[index]).ok_or("the moves of a block are malformed")?;
        let start = || -> Option<VariantPosition> { Rules::of(&tags)?.start(&tags).ok() };
        let line = moves::decode(layout.codec, kind & AS_WORDS != 0, start, plies, bytes)
            .ok_or("the moves of a game are malformed")?;
        let termination = match (kind & TERMINATION).checked_sub(1) {
            None => Termination::of_tag(&tags),
            Some(code) => Termination::from_code(code).ok_or("a game's kind is malformed")?,
        };
        let notes = rest.notes.get(index).cloned().unwrap_or_default();
        Ok(Stored { tags, body: Body::Moves(Moves { line, notes, termination }) })
    }

    /// The SHA-256 that the block was written with.
    pub(super) fn content(&self) -> Result<Vec<u8>, String> {
        self.section(SectionId::Content as u8, "the hash").map(|(bytes, _)| bytes.into_owned())
    }

    /// What gives back the source's own bytes, if it was kept.
    pub(super) fn spelling(&self) -> Result<Option<Vec<u8>>, String> {
        if self.head.entry(SectionId::Spelling as u8).is_none() {
            return Ok(None);
        }
        self.section(SectionId::Spelling as u8, "the spelling").map(|(bytes, _)| Some(bytes.into_owned()))
    }
}

fn read_sizes(bytes: &[u8], codec: MoveCodec, kinds: Vec<u8>, plies: &[usize]) -> Result<Layout, Malformed> {
    let mut cursor = Cursor(bytes);
    let mut sizes = Vec::with_capacity(kinds.len());
    for (&kind, &plies) in kinds.iter().zip(plies) {
        let size = if codec == MoveCodec::Dense {
            let size = unzigzag(cursor.varint()?).checked_add(expected(plies));
            size.and_then(|size| usize::try_from(size).ok()).filter(|&n| n < 1 << 29).ok_or(Malformed)?
        } else if kind & TEXT != 0 {
            0
        } else {
            moves::length(codec, kind & AS_WORDS != 0, plies).ok_or(Malformed)?
        };
        sizes.push(size);
    }
    (cursor.is_empty() && sizes.len() == kinds.len())
        .then_some(Layout { codec, sizes, kinds })
        .ok_or(Malformed)
}

/// Bytes that so many half-moves usually take when dense: sizes are kept as what differs from it.
const fn expected(plies: usize) -> i64 {
    plies as i64 * 3 / 8
}

fn read_starts(bytes: &[u8], games: usize) -> Result<Vec<Option<String>>, Malformed> {
    let mut starts = vec![None; games];
    let mut cursor = Cursor(bytes);
    while !cursor.is_empty() {
        let index = usize::try_from(cursor.varint()?).map_err(|_| Malformed)?;
        let fen = std::str::from_utf8(cursor.string()?).map_err(|_| Malformed)?;
        *starts.get_mut(index).ok_or(Malformed)? = Some(fen.to_owned());
    }
    Ok(starts)
}
