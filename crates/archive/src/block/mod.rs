//! Blocks: up to 256 games, independent of other blocks.

mod cut;
mod encode;
mod tags;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use shakmaty::variant::VariantPosition;

pub(super) use self::encode::{content, encode};
use self::tags::ByGame;
use super::annotations::{self, Streams};
use super::bytes::{Cursor, Malformed, unzigzag};
use super::chunk::{Entry, Head, SectionId};
use super::column::Column;
use super::error::Damage;
use super::first_numbers::FirstReader;
use super::moves::{self, MoveCodec};
use super::numbers::{Control, Reader};
use super::stored::{AnnotatedMoves, Body, PlacedAnnotation, Stored, Termination, VariantRules};
use crate::game::{Tag, Tags};

/// Games per section of moves in version 1, which does not store it.
const fn first_part(codec: MoveCodec) -> usize {
    match codec {
        MoveCodec::Zstd => super::BLOCK,
        _ => 64,
    }
}

/// Binary logarithm of the number of games in a full block.
const WHOLE: u8 = super::BLOCK.ilog2() as u8;

/// The first section of moves; part `n` is at this plus `n`.
const MOVES: u8 = 128;

/// Bits of a game's kind: the termination (0: as in the `Result` tag, otherwise the termination plus 1), …
const TERMINATION: u8 = 7;
/// … whether it is stored as text, …
const TEXT: u8 = 8;
/// … whether its moves are words although the codec is another.
const AS_WORDS: u8 = 16;

/// The columns of one game: the names of its tags in order, and what the columns hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameHeader {
    pub names: Vec<String>,
    pub columns: BTreeMap<u8, String>,
}

impl GameHeader {
    /// Merges columns and remaining tags in the order of names.
    fn tags(&self, mut rest: Vec<Tag>) -> Option<Tags> {
        let mut tags = Tags::default();
        let mut columns = self.columns.clone();
        for name in &self.names {
            let value = Column::of_tag(name).and_then(|column| columns.remove(&(column as u8)));
            let value = match value {
                Some(value) => value.into(),
                None => {
                    let at = rest.iter().position(|tag| tag.name == *name)?;
                    rest.remove(at).value
                }
            };
            tags.push(Tag { name: name.as_str().into(), value });
        }
        rest.is_empty().then_some(tags)
    }
}

/// A block of an archive; its parts are read when needed.
pub struct GameBlock<'a> {
    bytes: &'a [u8],
    offset: u64,
    head: Head,
    layout: OnceCell<Result<Layout, String>>,
    /// By part.
    rest: Vec<RestCell>,
    /// Half-moves of each game, known from the group's headers.
    plies: Option<Vec<usize>>,
    healed: std::cell::RefCell<Vec<Damage>>,
    touched: std::cell::Cell<u64>,
    /// Offsets of the sections that were read.
    read: std::cell::RefCell<BTreeSet<u64>>,
}

/// Sizes and kinds of a block's games.
struct Layout {
    codec: MoveCodec,
    /// Games that share a section of moves.
    part: usize,
    /// Bytes of each game's moves.
    sizes: Vec<usize>,
    kinds: Vec<u8>,
}

/// A part's [`Rest`]: read up to the first game asked for, and completely if another game is asked for.
#[derive(Default)]
struct RestCell {
    head: OnceCell<Result<Rest, String>>,
    whole: OnceCell<Result<Rest, String>>,
}

/// The data of a part's games besides the moves; the notes of some games may not have been read.
struct Rest {
    notes: Vec<Option<Vec<PlacedAnnotation>>>,
    tags: ByGame,
    texts: Vec<Option<Vec<u8>>>,
}

impl<'a> GameBlock<'a> {
    /// A block whose head was read at `offset` of the file.
    pub(super) fn new(bytes: &'a [u8], offset: u64, head: Head, plies: Option<Vec<usize>>) -> GameBlock<'a> {
        let parts = (head.games as usize).div_ceil(rest_part(&head));
        let block = GameBlock {
            bytes,
            offset,
            head,
            layout: OnceCell::new(),
            rest: std::iter::repeat_with(RestCell::default).take(parts).collect(),
            plies,
            healed: std::cell::RefCell::default(),
            touched: std::cell::Cell::new(0),
            read: std::cell::RefCell::default(),
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

    /// Number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.head.games as usize
    }

    /// Whether it has no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.head.games == 0
    }

    /// Number of bytes of the file read for this block so far.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.touched.get() + self.head.entries.first().map_or(0, |entry| entry.start)
    }

    /// The damage that was corrected while reading.
    pub fn take_healed(&self) -> Vec<Damage> {
        std::mem::take(&mut self.healed.borrow_mut())
    }

    fn note_healed(&self, what: &str, at: u64) {
        let damage = Damage::healed(format!("a damaged byte in {what}"), self.offset + at);
        let mut healed = self.healed.borrow_mut();
        // A section of moves is read for each of its games.
        if !healed.contains(&damage) {
            healed.push(damage);
        }
    }

    /// Version 1 does not say what its parts are.
    fn is_of_version_1(&self) -> bool {
        self.head.parts == [0; 2]
    }

    /// The damage if this whole block is lost.
    pub(super) fn lost(&self, what: &str) -> Damage {
        let games = self.head.first..self.head.first + u64::from(self.head.games);
        Damage::lost(what, self.offset, games)
    }

    /// A section, decompressed; empty if the block does not have it.
    fn section(&self, id: u8, name: &str) -> Result<Cow<'a, [u8]>, String> {
        self.take(self.head.entry(id), name)
    }

    fn take(&self, entry: Option<&Entry>, name: &str) -> Result<Cow<'a, [u8]>, String> {
        let Some(entry) = entry else { return Ok(Cow::Borrowed(&[])) };
        self.touched.set(self.touched.get() + u64::from(entry.stored));
        self.read.borrow_mut().insert(entry.start);
        let section = entry.read(self.bytes).ok_or_else(|| format!("{name} of a block are damaged"))?;
        if section.healed {
            self.note_healed(name, entry.start);
        }
        Ok(section.bytes)
    }

    fn layout(&self) -> Result<&Layout, String> {
        self.layout.get_or_init(|| self.read_layout()).as_ref().map_err(Clone::clone)
    }

    fn read_layout(&self) -> Result<Layout, String> {
        let games = self.len();
        let kinds = self.section(SectionId::Kinds as u8, "the kinds")?;
        let kinds = match kinds.len() {
            0 => vec![0; games],
            n if n == games => kinds.into_owned(),
            _ => return Err("the kinds of a block are malformed".to_owned()),
        };
        // Parts without a move have no section.
        let entry = self.head.entries.iter().find(|entry| entry.id >= MOVES);
        let codec = entry.map_or(Some(MoveCodec::Words), |entry| MoveCodec::from_code(entry.codec));
        let codec = codec.ok_or("a block's codec is not known")?;
        let part = match self.head.parts[0] {
            0 => first_part(codec),
            log @ 1..=WHOLE => 1 << log,
            _ => return Err("the parts of a block are malformed".to_owned()),
        };
        let plies = self.plies.as_deref().ok_or("the headers of a group are damaged")?;
        let sizes = self.section(SectionId::Sizes as u8, "the sizes")?;
        let sizes = read_sizes(&sizes, codec, &kinds, plies)
            .map_err(|_| "the sizes of a block are malformed".to_owned())?;
        Ok(Layout { codec, part, sizes, kinds })
    }

    /// What the games of a part have beside their moves, with the notes of the game at `place` at least.
    fn rest(&self, part: usize, place: usize) -> Result<&Rest, String> {
        let cell = self.rest.get(part).ok_or("no such game")?;
        let reaches = |rest: &Rest| matches!(rest.notes.get(place), Some(Some(_)));
        let rest = match (cell.whole.get(), cell.head.get()) {
            (None, None) => cell.head.get_or_init(|| self.read_rest(part, Some(place))),
            (None, Some(head)) if head.as_ref().map_or(true, reaches) => head,
            _ => cell.whole.get_or_init(|| self.read_rest(part, None)),
        };
        rest.as_ref().map_err(Clone::clone)
    }

    fn read_rest(&self, part: usize, wanted: Option<usize>) -> Result<Rest, String> {
        let layout = self.layout()?;
        let each = rest_part(&self.head);
        let kinds = layout.kinds.chunks(each).nth(part).unwrap_or_default();
        let games = kinds.len();
        let get = |id: SectionId, name: &str| self.take(self.head.entry_of_part(id, part as u8), name);
        let malformed = |_: Malformed| "the notes or tags of a block are malformed".to_owned();
        let starts = get(SectionId::Starts, "the starting positions")?;
        let starts = tags::unpack_starts(&starts, games).map_err(malformed)?;
        let tags = tags::unpack(&get(SectionId::Tags, "the tags")?, &starts).map_err(malformed)?;
        let has = |id: SectionId| self.head.entry_of_part(id, part as u8).is_some();
        let by_game = has(SectionId::GameClocks) || has(SectionId::GameEvals);
        let (clocks, evals) = match by_game {
            true => (SectionId::GameClocks, SectionId::GameEvals),
            false => (SectionId::Clocks, SectionId::Evals),
        };
        let streams = Streams {
            clocks: get(clocks, "the clocks")?.into_owned(),
            evals: get(evals, "the evaluations")?.into_owned(),
            by_game,
            notes: get(SectionId::Notes, "the notes")?.into_owned(),
            comments: get(SectionId::Comments, "the comments")?.into_owned(),
            side_moves: get(SectionId::SideMoves, "the variations")?.into_owned(),
        };
        let controls: Vec<Control> = tags.iter().map(Control::of).collect();
        let malformed_numbers = || "the clocks or evaluations of a block are malformed".to_owned();
        let notes = if self.is_of_version_1() {
            let numbers = FirstReader::new(&streams.clocks, &streams.evals);
            annotations::join(&streams, &mut numbers.ok_or_else(malformed_numbers)?, &controls, wanted)
        } else {
            let new = if by_game { Reader::by_game } else { Reader::new };
            let numbers = new(&streams.clocks, &streams.evals);
            annotations::join(&streams, &mut numbers.ok_or_else(malformed_numbers)?, &controls, wanted)
        };
        let notes = notes.map_err(malformed)?;
        let bytes = get(SectionId::Texts, "the texts")?;
        let mut cursor = Cursor(&bytes);
        let mut texts = Vec::with_capacity(games);
        for kind in kinds {
            let text =
                if kind & TEXT != 0 { Some(cursor.string().map_err(malformed)?.to_vec()) } else { None };
            texts.push(text);
        }
        Ok(Rest { notes, tags, texts })
    }

    /// A game of the block, with the header that the group holds.
    pub(super) fn game(&self, index: usize, header: &GameHeader) -> Result<Stored, String> {
        let layout = self.layout()?;
        let each = rest_part(&self.head);
        let place = index % each;
        let rest = self.rest(index / each, place)?;
        let (Some(tags), Some(&kind)) = (rest.tags.get(place), layout.kinds.get(index)) else {
            return Err("no such game".to_owned());
        };
        let tags = header.tags(tags.clone()).ok_or("a game's tags do not fit its header")?;
        if let Some(text) = rest.texts.get(place).and_then(Option::as_ref) {
            return Ok(Stored { tags, body: Body::Text(text.clone()) });
        }
        let plies = self.plies.as_deref().and_then(|plies| plies.get(index)).copied().unwrap_or(0);
        let part = index / layout.part;
        let bytes = self.section(MOVES + part as u8, "the moves")?;
        let before: usize = layout.sizes[part * layout.part..index].iter().sum();
        let bytes =
            bytes.get(before..before + layout.sizes[index]).ok_or("the moves of a block are malformed")?;
        let start = || -> Option<VariantPosition> { VariantRules::of(&tags)?.start(&tags).ok() };
        let line = moves::decode(layout.codec, kind & AS_WORDS != 0, start, plies, bytes)
            .ok_or("the moves of a game are malformed")?;
        let termination = match (kind & TERMINATION).checked_sub(1) {
            None => Termination::of_tag(&tags),
            Some(code) => Termination::from_code(code).ok_or("a game's kind is malformed")?,
        };
        let notes = rest.notes.get(place).cloned().flatten().unwrap_or_default();
        Ok(Stored { tags, body: Body::Moves(AnnotatedMoves { line, notes, termination }) })
    }

    /// Checks the sections that have not been read and returns their damage, corrected or not. No readable
    /// game needs them.
    pub fn look_at_rest(&self) -> Vec<Damage> {
        let read = self.read.borrow();
        let unread = self.head.entries.iter().filter(|entry| !read.contains(&entry.start));
        unread
            .filter_map(|entry| {
                let at = self.offset + entry.start;
                match entry.stored(self.bytes) {
                    Some((_, false)) => None,
                    Some((_, true)) => Some(Damage::healed("a damaged byte in a part not needed", at)),
                    None => Some(Damage::lost("a part not needed for the games is damaged", at, 0..0)),
                }
            })
            .collect()
    }

    /// The SHA-256 stored in the block.
    pub(super) fn content(&self) -> Result<Vec<u8>, String> {
        self.section(SectionId::Content as u8, "the hash").map(Cow::into_owned)
    }

    /// The data for restoring the original bytes, if it is stored.
    pub(super) fn spelling(&self) -> Result<Option<Vec<u8>>, String> {
        if self.head.entry(SectionId::Spelling as u8).is_none() {
            return Ok(None);
        }
        self.section(SectionId::Spelling as u8, "the spelling").map(|bytes| Some(bytes.into_owned()))
    }
}

/// Games that share the sections that are not of moves; a malformed number is found when they are read.
fn rest_part(head: &Head) -> usize {
    match head.parts[1] {
        log @ 1..WHOLE => 1 << log,
        _ => super::BLOCK,
    }
}

/// Bytes of the moves of each game.
fn read_sizes(
    bytes: &[u8],
    codec: MoveCodec,
    kinds: &[u8],
    plies: &[usize],
) -> Result<Vec<usize>, Malformed> {
    let mut cursor = Cursor(bytes);
    let mut sizes = Vec::with_capacity(kinds.len());
    for (&kind, &plies) in kinds.iter().zip(plies) {
        let size = if codec.is_dense() {
            let size = unzigzag(cursor.varint()?).checked_add(expected(plies));
            size.and_then(|size| usize::try_from(size).ok()).filter(|&n| n < 1 << 29).ok_or(Malformed)?
        } else if kind & TEXT != 0 {
            0
        } else {
            moves::length(codec, kind & AS_WORDS != 0, plies).ok_or(Malformed)?
        };
        sizes.push(size);
    }
    (cursor.is_empty() && sizes.len() == kinds.len()).then_some(sizes).ok_or(Malformed)
}

/// Bytes that so many half-moves usually take when dense: sizes are kept as what differs from it.
const fn expected(plies: usize) -> i64 {
    plies as i64 * 3 / 8
}
