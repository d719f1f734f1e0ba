//! Reads archives: as a whole or single games.

use super::block::GameBlock;
use super::chunk::{ChunkKind, Head, Identity, NoChunk};
use super::column::{Cell, Column};
use super::error::{Damage, Error};
use super::group::Group;
use super::index::{ChunkEntry, DENSE, DICTIONARY, FileHeader, LIGHT, SPELLING};
use super::locate::{Located, locate};
use super::moves::MoveCodec;
use super::positions::PositionIndex;
use super::search::name;
use super::stored::Stored;
use super::{dense, spelling, words};

/// An archive in memory or in a mapped file.
///
/// ```
/// use scorebook_archive::{Archive, Options, Writer, import};
/// # use std::io::Cursor;
/// let mut writer = Writer::new(Cursor::new(Vec::new()), Options::default())?;
/// writer.push(import(b"[White \"Morphy\"]\n\n1. e4 e5 *").unwrap(), b"")?;
/// let (bytes, _) = writer.finish()?;
/// let archive = Archive::open(bytes.into_inner())?;
/// assert_eq!(archive.games(), 1);
/// assert_eq!(archive.game(0)?.tags.get("White"), Some("Morphy"));
/// # Ok::<(), scorebook_archive::Error>(())
/// ```
pub struct Archive<B> {
    pub(super) bytes: B,
    header: Option<FileHeader>,
    pub(super) identity: Identity,
    pub(super) groups: Vec<Group>,
    pub(super) blocks: Vec<ChunkEntry>,
    pub(super) content: Option<[u8; 32]>,
    pub(super) damage: Vec<Damage>,
    games: u64,
    /// The index of positions beside it, or why it is of no use.
    pub(super) positions: Option<Result<PositionIndex<B>, String>>,
}

impl<B: AsRef<[u8]>> Archive<B> {
    /// Opens an archive. If its header or index is missing, searches for undamaged chunks;
    /// [`Archive::damage`] tells.
    ///
    /// # Errors
    /// If the bytes contain no part of an archive, or need a newer version.
    pub fn open(bytes: B) -> Result<Archive<B>, Error> {
        let file = bytes.as_ref();
        let mut damage = Vec::new();
        let header = match FileHeader::read(file)? {
            Some((header, healed)) => {
                let other = |feature: u32, id: [u8; 8]| header.features & feature != 0 && header.model != id;
                if other(LIGHT, dense::light_id())
                    || other(DENSE, dense::model_id())
                    || other(DICTIONARY, words::id())
                {
                    return Err(Error::OtherModel);
                }
                if healed {
                    damage.push(Damage::healed("a damaged byte in the file header", 0));
                } else if header.identity.is_none() {
                    damage.push(Damage::lost("the identity in the file header is damaged", 0, 0..0));
                }
                Some(header)
            }
            None => {
                damage.push(Damage::lost("the file header is damaged", 0, 0..0));
                None
            }
        };
        let Located { identity, places, content, games, searched } = locate(file, header, &mut damage);
        if header.is_none() && places.is_empty() {
            return Err(Error::NotAnArchive);
        }
        let mut archive = Archive {
            header,
            identity,
            groups: Vec::new(),
            blocks: places.iter().filter(|place| place.kind == ChunkKind::Block).copied().collect(),
            games,
            content,
            damage,
            bytes,
            positions: None,
        };
        archive.open_groups(&places);
        if searched {
            archive.note_gaps();
        }
        Ok(archive)
    }

    fn open_groups(&mut self, places: &[ChunkEntry]) {
        let file = self.bytes.as_ref();
        for place in places.iter().filter(|place| place.kind == ChunkKind::Group) {
            let at = usize::try_from(place.offset).ok().and_then(|at| file.get(at..)).unwrap_or_default();
            let games = place.first..place.first + u64::from(place.games);
            match Head::read(at) {
                Ok(head) if head.kind == ChunkKind::Group && head.identity != self.identity => {
                    let what = format!("headers of {} stand in the place of this one's", name(head.identity));
                    self.damage.push(Damage::lost(what, place.offset, games));
                }
                Ok(head) if head.kind == ChunkKind::Group => {
                    if head.healed {
                        self.damage
                            .push(Damage::healed("a damaged byte in the table of a group", place.offset));
                    }
                    self.groups.push(Group::new(head, place.offset));
                }
                _ => {
                    let what = "the headers of a group are damaged";
                    self.damage.push(Damage::lost(what, place.offset, games));
                }
            }
        }
    }

    /// Reports games without a block, if the index is missing.
    fn note_gaps(&mut self) {
        let mut next = 0;
        let mut gaps = Vec::new();
        for place in &self.blocks {
            if place.first > next {
                gaps.push(next..place.first);
            }
            next = next.max(place.first + u64::from(place.games));
        }
        if self.games > next {
            gaps.push(next..self.games);
        }
        for games in gaps {
            let known = |damage: &Damage| {
                !damage.healed && damage.games.start <= games.start && games.end <= damage.games.end
            };
            if !self.damage.iter().any(known) {
                let end = self.bytes.as_ref().len() as u64;
                self.damage.push(Damage::lost("blocks are missing", end, games));
            }
        }
    }

    /// Gives it the index of positions that stands beside it. One that does not belong to it is told when it is needed.
    pub fn set_positions(&mut self, index: B) {
        self.positions = Some(PositionIndex::open(index, self.identity, self.games));
    }

    /// What its bytes are read from.
    #[must_use]
    pub fn source(&self) -> &B {
        &self.bytes
    }

    /// Size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.bytes.as_ref().len() as u64
    }

    /// Number of games, including damaged ones.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The codec of its moves, if the file header can be read.
    #[must_use]
    pub fn codec(&self) -> Option<MoveCodec> {
        self.header.map(|header| header.codec)
    }

    /// The version of the format, if the file header can be read.
    #[must_use]
    pub fn version(&self) -> Option<u16> {
        self.header.map(|header| header.version)
    }

    pub(super) fn header_size(&self) -> Option<u64> {
        self.header.map(|header| header.size() as u64)
    }

    /// Whether the original bytes of the sources can be restored.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.header.is_some_and(|header| header.features & SPELLING != 0)
    }

    /// The SHA-256 of all games, computed from those of the blocks.
    #[must_use]
    pub fn content(&self) -> Option<[u8; 32]> {
        self.content
    }

    /// The identity of the archive, which every part has. `None` in versions 1 and 2.
    #[must_use]
    pub fn identity(&self) -> Option<[u8; 8]> {
        Some(self.identity).filter(|identity| *identity != Identity::default())
    }

    /// The damage in headers that was corrected since the last call.
    pub fn take_healed(&self) -> Vec<Damage> {
        self.groups.iter().flat_map(Group::take_healed).collect()
    }

    /// The damage found on opening.
    #[must_use]
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Number of blocks.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Opens the block with this index.
    ///
    /// # Errors
    /// If its head is damaged: the loss.
    pub fn block(&self, number: usize) -> Result<GameBlock<'_>, Error> {
        let place = self.blocks.get(number).ok_or(Error::NoGame(self.games))?;
        let file = self.bytes.as_ref();
        let at = usize::try_from(place.offset).ok().and_then(|at| file.get(at..)).unwrap_or_default();
        let lost = |what: &str| {
            let games = place.first..place.first + u64::from(place.games);
            Error::Damaged(Damage::lost(what, place.offset, games))
        };
        match Head::read(at) {
            Ok(head) if head.identity != self.identity => {
                Err(lost(&format!("a part of {} stands in the place of a block", name(head.identity))))
            }
            Ok(head)
                if head.kind == ChunkKind::Block
                    && head.first == place.first
                    && head.games == place.games =>
            {
                if head.games as usize > super::BLOCK {
                    return Err(lost("a block claims too many games"));
                }
                let plies = self.plies_of(place);
                Ok(GameBlock::new(at, place.offset, head, plies))
            }
            Ok(_) => Err(lost("the index points to what is no block of its games")),
            Err(NoChunk::Cut { .. }) => Err(lost("the file ends inside a block")),
            Err(_) => Err(lost("the head of a block is damaged")),
        }
    }

    /// Half-moves of the games of a block, by the headers of their group.
    fn plies_of(&self, place: &ChunkEntry) -> Option<Vec<usize>> {
        let group = self.group_of(place.first)?;
        let codes = group.codes(self.bytes.as_ref(), Column::Plies)?;
        let first = (place.first - group.first()) as usize;
        let codes = codes.get(first..first.checked_add(place.games as usize)?)?;
        let plies = codes.iter().map(|&code| match Cell::from_code(code) {
            Cell::Number(plies) => Some(plies as usize),
            _ => None,
        });
        plies.collect()
    }

    /// Index of the block that contains a game, both counted from 0.
    #[must_use]
    pub fn block_of(&self, game: u64) -> Option<usize> {
        let number = self.blocks.partition_point(|place| place.first <= game).checked_sub(1)?;
        let place = self.blocks.get(number)?;
        (game < place.first + u64::from(place.games)).then_some(number)
    }

    /// The number, from 0, of the first game behind a block.
    pub(super) fn end_of_block(&self, block: usize) -> u64 {
        self.blocks.get(block).map_or(0, |place| place.first + u64::from(place.games))
    }

    /// A game of an open block, by its index in the block.
    ///
    /// # Errors
    /// If it or its header is damaged.
    pub fn game_in(&self, block: &GameBlock<'_>, index: usize) -> Result<Stored, Error> {
        let number = block.first() + index as u64;
        let lost = |what: String| {
            let mut damage = block.lost(&what);
            damage.games = number..number + 1;
            Error::Damaged(damage)
        };
        let header = self
            .group_of(number)
            .and_then(|group| group.header(self.bytes.as_ref(), (number - group.first()) as usize));
        let header = header.ok_or_else(|| lost("the header of a game is damaged".to_owned()))?;
        block.game(index, &header).map_err(lost)
    }

    /// A game, counted from 0. To read many, open their block once and use [`Archive::game_in`].
    ///
    /// # Errors
    /// If there is no such game, or it is damaged.
    pub fn game(&self, number: u64) -> Result<Stored, Error> {
        if number >= self.games {
            return Err(Error::NoGame(number));
        }
        let missing = || {
            let end = self.bytes.as_ref().len() as u64;
            Error::Damaged(Damage::lost("the block of a game is missing", end, number..number + 1))
        };
        let block = self.block(self.block_of(number).ok_or_else(missing)?)?;
        self.game_in(&block, (number - block.first()) as usize)
    }

    fn group_of(&self, game: u64) -> Option<&Group> {
        let number = self.groups.partition_point(|group| group.first() <= game).checked_sub(1)?;
        self.groups.get(number).filter(|group| game < group.first() + group.games())
    }

    /// The value of a header column for one game, without reading its block; `None` if the game has no such
    /// tag or its header is damaged.
    #[must_use]
    pub fn header(&self, game: u64, column: Column) -> Option<String> {
        let group = self.group_of(game)?;
        group.value(self.bytes.as_ref(), column, (game - group.first()) as usize)?
    }

    /// Half-moves of a game, without reading its block.
    #[must_use]
    pub fn plies(&self, game: u64) -> Option<u32> {
        let group = self.group_of(game)?;
        let codes = group.codes(self.bytes.as_ref(), Column::Plies)?;
        match Cell::from_code(*codes.get((game - group.first()) as usize)?) {
            Cell::Number(plies) => Some(plies),
            _ => None,
        }
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = (&Group, &[u8])> {
        self.groups.iter().map(|group| (group, self.bytes.as_ref()))
    }

    /// The original bytes of a block, by game; `None` if they are not stored.
    ///
    /// # Errors
    /// If the block is damaged.
    pub fn exact(&self, block: &GameBlock<'_>) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let lost = |what: &str| Error::Damaged(block.lost(what));
        let Some(packed) = block.spelling().map_err(|what| lost(&what))? else { return Ok(None) };
        let games: Vec<Stored> =
            (0..block.len()).map(|i| self.game_in(block, i)).collect::<Result<_, _>>()?;
        let sources = spelling::unpack(&packed, &games);
        sources.map(Some).ok_or_else(|| lost("the spelling of a block is malformed"))
    }
}
