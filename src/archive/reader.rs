//! Reading an archive: the whole of it, or one game.

use std::collections::BTreeMap;
use std::ops::Range;

use memchr::memmem;
use sha2::{Digest, Sha256};

use super::block::{self, Block};
use super::bytes::Cursor;
use super::chunk::{Head, Kind, MARK, NoChunk, SectionId};
use super::column::{Cell, Column};
use super::dense;
use super::error::{Damage, Error};
use super::group::Group;
use super::index::{self, DENSE, Header, Index, Place, SPELLING};
use super::moves::{self, MoveCodec};
use super::stored::{Body, Event, Rules, Stored};
use super::text::Style;
use super::writer::styled;

/// An archive in memory, or in a file mapped into it.
///
/// ```
/// use scorebook::archive::{Archive, Options, Writer, import};
/// let mut writer = Writer::new(Vec::new(), Options::default())?;
/// writer.push(import(b"[White \"Morphy\"]\n\n1. e4 e5 *").unwrap(), b"")?;
/// let (bytes, _) = writer.finish()?;
/// let archive = Archive::open(bytes)?;
/// assert_eq!(archive.games(), 1);
/// assert_eq!(archive.game(0)?.tags.get("White"), Some("Morphy"));
/// # Ok::<(), scorebook::archive::Error>(())
/// ```
pub struct Archive<B> {
    bytes: B,
    header: Option<Header>,
    groups: Vec<Group>,
    blocks: Vec<Place>,
    content: Option<[u8; 32]>,
    damage: Vec<Damage>,
    games: u64,
}

/// What an archive is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Bytes of the file by the sections they are in, heads and tables apart.
    pub sections: BTreeMap<&'static str, u64>,
    /// Half-moves of all mainlines.
    pub plies: u64,
}

impl<B: AsRef<[u8]>> Archive<B> {
    /// Opens an archive. Without its header or its index it is searched for whatever is whole; what had
    /// to be done is in [`Archive::damage`].
    ///
    /// # Errors
    /// When there is nothing of an archive in the bytes, or it needs a newer scorebook.
    pub fn open(bytes: B) -> Result<Archive<B>, Error> {
        let file = bytes.as_ref();
        let mut damage = Vec::new();
        let note = |what: &str, offset: u64, healed: bool| Damage {
            offset,
            what: what.to_owned(),
            games: 0..0,
            healed,
        };
        let header = Header::read(file)?;
        match header {
            Some((header, healed)) => {
                if header.features & DENSE != 0 && header.model != dense::model_id() {
                    return Err(Error::OtherModel);
                }
                if healed {
                    damage.push(note("a damaged byte in the file header", 0, true));
                }
            }
            None => damage.push(note("the file header is damaged", 0, false)),
        }
        let found = find_index(file);
        let (index, mended) = match found {
            Some((index, healed)) => (Some(index), healed),
            None => (None, false),
        };
        if mended {
            damage.push(note("a damaged byte in the index or the trailer", file.len() as u64, true));
        }
        let (places, content) = match index {
            Some(index) => (index.places, Some(index.content)),
            None => {
                damage.push(note(
                    "the index is missing or damaged: the file was searched for games",
                    file.len() as u64,
                    false,
                ));
                (search(file, &mut damage), None)
            }
        };
        if header.is_none() && places.is_empty() {
            return Err(Error::NotAnArchive);
        }
        let mut archive = Archive {
            header: header.map(|(header, _)| header),
            groups: Vec::new(),
            blocks: places.iter().filter(|place| place.kind == Kind::Block).copied().collect(),
            games: places.iter().map(|place| place.first + u64::from(place.games)).max().unwrap_or(0),
            content,
            damage,
            bytes,
        };
        archive.open_groups(&places);
        archive.note_gaps();
        Ok(archive)
    }

    fn open_groups(&mut self, places: &[Place]) {
        let file = self.bytes.as_ref();
        for place in places.iter().filter(|place| place.kind == Kind::Group) {
            let at = usize::try_from(place.offset).ok().and_then(|at| file.get(at..)).unwrap_or_default();
            let games = place.first..place.first + u64::from(place.games);
            match Head::read(at) {
                Ok(head) if head.kind == Kind::Group => {
                    if head.healed {
                        self.damage.push(Damage {
                            offset: place.offset,
                            what: "a damaged byte in the table of a group".to_owned(),
                            games: games.start..games.start,
                            healed: true,
                        });
                    }
                    self.groups.push(Group::new(head, place.offset));
                }
                _ => self.damage.push(Damage {
                    offset: place.offset,
                    what: "the headers of a group are damaged".to_owned(),
                    games,
                    healed: false,
                }),
            }
        }
    }

    /// Says which games have no block, when the index could not say.
    fn note_gaps(&mut self) {
        if self.content.is_some() {
            return;
        }
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
                self.damage.push(Damage {
                    offset: self.bytes.as_ref().len() as u64,
                    what: "blocks are missing".to_owned(),
                    games,
                    healed: false,
                });
            }
        }
    }

    /// How many games it holds, damaged ones included.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How its moves are stored, if the file header can be read.
    #[must_use]
    pub fn codec(&self) -> Option<MoveCodec> {
        self.header.map(|header| header.codec)
    }

    /// The version of the format, if the file header can be read.
    #[must_use]
    pub fn version(&self) -> Option<u16> {
        self.header.map(|header| header.version)
    }

    /// Whether the bytes of the sources can be given back.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.header.is_some_and(|header| header.features & SPELLING != 0)
    }

    /// The SHA-256 of all games, over those of the blocks.
    #[must_use]
    pub fn content(&self) -> Option<[u8; 32]> {
        self.content
    }

    /// What was found damaged on opening.
    #[must_use]
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// How many blocks there are.
    #[must_use]
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Opens the block of that number.
    ///
    /// # Errors
    /// When its head is damaged: what is lost.
    pub fn block(&self, number: usize) -> Result<Block<'_>, Error> {
        let place = self.blocks.get(number).ok_or(Error::NoGame(self.games))?;
        let file = self.bytes.as_ref();
        let at = usize::try_from(place.offset).ok().and_then(|at| file.get(at..)).unwrap_or_default();
        let lost = |what: &str| {
            Error::Damaged(Damage {
                offset: place.offset,
                what: what.to_owned(),
                games: place.first..place.first + u64::from(place.games),
                healed: false,
            })
        };
        match Head::read(at) {
            Ok(head)
                if head.kind == Kind::Block && head.first == place.first && head.games == place.games =>
            {
                if head.games as usize > super::BLOCK {
                    return Err(lost("a block claims too many games"));
                }
                let plies = self.plies_of(place);
                Ok(Block::new(at, place.offset, head, plies))
            }
            Ok(_) => Err(lost("the index points to what is no block of its games")),
            Err(NoChunk::Cut { .. }) => Err(lost("the file ends inside a block")),
            Err(_) => Err(lost("the head of a block is damaged")),
        }
    }

    /// Half-moves of the games of a block, by the headers of their group.
    fn plies_of(&self, place: &Place) -> Option<Vec<usize>> {
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

    /// The number of the block that holds a game, counted from 0.
    #[must_use]
    pub fn block_of(&self, game: u64) -> Option<usize> {
        let number = self.blocks.partition_point(|place| place.first <= game).checked_sub(1)?;
        let place = self.blocks.get(number)?;
        (game < place.first + u64::from(place.games)).then_some(number)
    }

    /// A game of a block that is open already; counted in the block.
    ///
    /// # Errors
    /// When it or its header is damaged.
    pub fn game_in(&self, block: &Block<'_>, index: usize) -> Result<Stored, Error> {
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
    /// When there is no such game, or it is damaged.
    pub fn game(&self, number: u64) -> Result<Stored, Error> {
        if number >= self.games {
            return Err(Error::NoGame(number));
        }
        let missing = || {
            Error::Damaged(Damage {
                offset: self.bytes.as_ref().len() as u64,
                what: "the block of a game is missing".to_owned(),
                games: number..number + 1,
                healed: false,
            })
        };
        let block = self.block(self.block_of(number).ok_or_else(missing)?)?;
        self.game_in(&block, (number - block.first()) as usize)
    }

    fn group_of(&self, game: u64) -> Option<&Group> {
        let number = self.groups.partition_point(|group| group.first() <= game).checked_sub(1)?;
        self.groups.get(number).filter(|group| game < group.first() + group.games())
    }

    /// The value of a header column for one game, without reading its block; `None` where the game has
    /// no such tag or its header is damaged.
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

    /// The source's own bytes of a block, by game; `None` if they were not kept.
    ///
    /// # Errors
    /// When the block is damaged.
    pub fn exact(&self, block: &Block<'_>) -> Result<Option<Vec<Vec<u8>>>, Error> {
        let lost = |what: &str| Error::Damaged(block.lost(what));
        let Some(spelling) = block.spelling().map_err(|what| lost(&what))? else { return Ok(None) };
        let games: Vec<Stored> =
            (0..block.len()).map(|i| self.game_in(block, i)).collect::<Result<_, _>>()?;
        give_back(&spelling, &games).map(Some).ok_or_else(|| lost("the spelling of a block is malformed"))
    }

    /// Sizes by section, and totals.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let file = self.bytes.as_ref();
        let mut statistics = Statistics::default();
        for group in &self.groups {
            for entry in &group.head.entries {
                *statistics.sections.entry(section_name(entry.id)).or_default() += u64::from(entry.stored);
            }
            for code in group.codes(file, Column::Plies).unwrap_or_default() {
                if let Cell::Number(plies) = Cell::from_code(*code) {
                    statistics.plies += u64::from(plies);
                }
            }
        }
        for place in &self.blocks {
            let Some(at) = usize::try_from(place.offset).ok().and_then(|at| file.get(at..)) else { continue };
            for entry in Head::read(at).iter().flat_map(|head| &head.entries) {
                *statistics.sections.entry(section_name(entry.id)).or_default() += u64::from(entry.stored);
            }
        }
        let named: u64 = statistics.sections.values().sum();
        statistics.sections.insert("tables and index", (file.len() as u64).saturating_sub(named));
        statistics
    }

    /// Checks one block: checksums, the hash of its games, and every move of every game against the
    /// rules. Returns what is wrong, healed damage included.
    #[must_use]
    pub fn check_block(&self, number: usize) -> Vec<Damage> {
        let block = match self.block(number) {
            Ok(block) => block,
            Err(Error::Damaged(damage)) => return vec![damage],
            Err(_) => return Vec::new(),
        };
        let mut found = Vec::new();
        let mut games = Vec::with_capacity(block.len());
        for index in 0..block.len() {
            match self.game_in(&block, index) {
                Ok(game) => {
                    if let Err(what) = replay(&game) {
                        let mut damage = block.lost(&what);
                        let at = block.first() + index as u64;
                        damage.games = at..at + 1;
                        found.push(damage);
                    }
                    games.push(game);
                }
                Err(Error::Damaged(damage)) => found.push(damage),
                Err(_) => {}
            }
        }
        match block.content() {
            Ok(hash) if games.len() == block.len() && hash != block::content(&games) => {
                found.push(block.lost("the games of a block are not those that were packed"));
            }
            Ok(_) => {}
            Err(what) => found.push(block.lost(&what)),
        }
        if let Err(what) = block.spelling() {
            let mut damage = block.lost(&what);
            damage.games.end = damage.games.start;
            found.push(damage);
        }
        found.extend(block.take_healed());
        found.dedup();
        found
    }

    /// Checks the headers of all groups and the hash of the whole archive.
    #[must_use]
    pub fn check_headers(&self) -> Vec<Damage> {
        let file = self.bytes.as_ref();
        let mut found = self.damage.clone();
        for group in &self.groups {
            let (healed, lost) = group.inspect(file);
            let games = group.first()..group.first() + group.games();
            for (offset, healed) in
                healed.into_iter().map(|at| (at, true)).chain(lost.into_iter().map(|at| (at, false)))
            {
                let what = if healed {
                    "a damaged byte in the headers of a group"
                } else {
                    "headers of a group are damaged"
                };
                let games = if healed { games.start..games.start } else { games.clone() };
                found.push(Damage { offset, what: what.to_owned(), games, healed });
            }
        }
        if let Some(content) = self.content {
            let mut sha = Sha256::new();
            let whole = (0..self.blocks.len()).all(|number| {
                let hash = self.block(number).ok().and_then(|block| block.content().ok());
                hash.is_some_and(|hash| {
                    sha.update(hash);
                    true
                })
            });
            if whole && <[u8; 32]>::from(sha.finalize()) != content {
                found.push(Damage {
                    offset: 0,
                    what: "the blocks are not those that the index was made for".to_owned(),
                    games: 0..0,
                    healed: false,
                });
            }
        }
        found
    }
}

/// Plays all moves of a game, variations too.
fn replay(game: &Stored) -> Result<(), String> {
    let Body::Moves(found) = &game.body else { return Ok(()) };
    let rules = Rules::of(&game.tags).ok_or("a game of an unknown variant has moves")?;
    if found.notes.iter().any(|note| matches!(note.event, Event::Open)) {
        return super::write_pgn(game, &mut Vec::new());
    }
    let illegal = |ply: usize| format!("half-move {} is against the rules", ply + 1);
    if let Some(mut position) = rules.chess_start(&game.tags) {
        for (ply, &word) in found.line.iter().enumerate() {
            moves::play_chess(&mut position, word).ok_or_else(|| illegal(ply))?;
        }
        return Ok(());
    }
    let mut position = rules.start(&game.tags)?;
    for (ply, &word) in found.line.iter().enumerate() {
        moves::play(&mut position, word).ok_or_else(|| illegal(ply))?;
    }
    Ok(())
}

/// The index, by the trailer.
fn find_index(file: &[u8]) -> Option<(Index, bool)> {
    let (at, mended) = index::read_trailer(file)?;
    let at = usize::try_from(at).ok()?;
    let bytes = file.get(at..)?;
    let head = Head::read(bytes).ok().filter(|head| head.kind == Kind::Index)?;
    let section = head.entry(SectionId::Index as u8)?.read(bytes)?;
    Some((Index::read(&section.bytes).ok()?, mended || head.healed || section.healed))
}

/// Walks through the file from chunk to chunk, and looks for the next mark where that fails.
fn search(file: &[u8], damage: &mut Vec<Damage>) -> Vec<Place> {
    let finder = memmem::Finder::new(&MARK);
    let mut places = Vec::new();
    let mut at = index::HEADER.min(file.len());
    while let Some(rest) = file.get(at..).filter(|rest| !rest.is_empty()) {
        let lost = |what: &str, games: Range<u64>| Damage {
            offset: at as u64,
            what: what.to_owned(),
            games,
            healed: false,
        };
        let games = |first: u64, games: u32| first..first.saturating_add(u64::from(games));
        match Head::read(rest) {
            Ok(head) if head.kind == Kind::Index => at += head.length as usize,
            Ok(head) => {
                let most = if head.kind == Kind::Block { super::BLOCK } else { super::GROUP };
                if head.games as usize <= most && head.first < 1 << 48 {
                    places.push(Place {
                        kind: head.kind,
                        offset: at as u64,
                        first: head.first,
                        games: head.games,
                    });
                }
                at += head.length.max(1) as usize;
            }
            Err(broken) => {
                match broken {
                    NoChunk::Cut { first, games: count } if count as usize <= super::GROUP => {
                        damage.push(lost("the file ends inside a chunk", games(first, count)));
                    }
                    NoChunk::Table { first, games: count, .. } if count as usize <= super::GROUP => {
                        damage.push(lost("the table of a chunk is damaged", games(first, count)));
                    }
                    _ => {}
                }
                match finder.find(&rest[1..]) {
                    Some(next) => at += 1 + next,
                    None => break,
                }
            }
        }
    }
    places.sort_by_key(|place| (place.kind != Kind::Group, place.first));
    places.dedup_by_key(|place| (place.kind as u8, place.first));
    places
}

/// Undoes `spelling` of the writer.
fn give_back(spelling: &[u8], games: &[Stored]) -> Option<Vec<Vec<u8>>> {
    let mut cursor = Cursor(spelling);
    let style = Style::read(&mut cursor).ok()?;
    let lengths: Vec<usize> = games
        .iter()
        .map(|_| cursor.varint().ok().and_then(|n| usize::try_from(n).ok()).filter(|&n| n < 1 << 31))
        .collect::<Option<_>>()?;
    let total = lengths.iter().sum::<usize>();
    let model = styled(games, style);
    let source = match cursor.byte().ok()? {
        0 => model,
        1 => {
            let mut decoder = zstd::stream::read::Decoder::with_dictionary(cursor.0, &model).ok()?;
            let mut out = Vec::new();
            std::io::Read::read_to_end(&mut std::io::Read::take(&mut decoder, total as u64 + 1), &mut out)
                .ok()?;
            out
        }
        2 => cursor.0.to_vec(),
        _ => return None,
    };
    let mut rest = Cursor(&source);
    let back =
        lengths.iter().map(|&length| rest.take(length).ok().map(<[u8]>::to_vec)).collect::<Option<_>>()?;
    rest.is_empty().then_some(back)
}

/// What to call a section.
fn section_name(id: u8) -> &'static str {
    const BY_ID: [(SectionId, &str); 12] = [
        (SectionId::Sizes, "sizes"),
        (SectionId::Kinds, "kinds"),
        (SectionId::Starts, "starting positions"),
        (SectionId::Notes, "notes"),
        (SectionId::Comments, "comments"),
        (SectionId::SideMoves, "variations"),
        (SectionId::Clocks, "clocks"),
        (SectionId::Evals, "evaluations"),
        (SectionId::Tags, "other tags"),
        (SectionId::Texts, "games as text"),
        (SectionId::Spelling, "spelling"),
        (SectionId::Content, "hashes"),
    ];
    match id {
        128.. => "moves",
        64..96 => "header strings",
        32..64 => "header columns",
        _ => BY_ID.iter().find(|(section, _)| *section as u8 == id).map_or("unknown", |(_, name)| name),
    }
}
