//! Where the chunks of a file are: by its index, or without one; and which of them are its own.

use std::collections::BTreeMap;
use std::ops::Range;

use memchr::memmem;

use super::chunk::{ChunkKind, Head, Identity, MARK, NoChunk, SectionId};
use super::error::Damage;
use super::index::{self, ChunkEntry, Index};

/// The index as it was found.
pub(super) struct FoundIndex {
    pub index: Index,
    /// The archive that it is of.
    pub identity: Identity,
    /// Where its chunk ends.
    pub end: u64,
    /// Whether a byte of it or of the trailer was fixed.
    pub healed: bool,
}

/// The index, by the trailer.
pub(super) fn find_index(file: &[u8]) -> Option<FoundIndex> {
    let (at, mended) = index::read_trailer(file)?;
    let mut found = read_index(file, usize::try_from(at).ok()?)?;
    found.healed |= mended;
    Some(found)
}

fn read_index(file: &[u8], at: usize) -> Option<FoundIndex> {
    let bytes = file.get(at..)?;
    let head = Head::read(bytes).ok().filter(|head| head.kind == ChunkKind::Index)?;
    let section = head.entry(SectionId::Index as u8)?.read(bytes)?;
    let index = Index::read(&section.bytes).ok()?;
    let end = (at as u64).saturating_add(head.length);
    Some(FoundIndex { index, identity: head.identity, end, healed: head.healed || section.healed })
}

/// What a search through a file found of one archive.
#[derive(Default)]
pub(super) struct Salvage {
    /// Groups first; by their games.
    pub places: Vec<ChunkEntry>,
    /// Its index, wherever it stands: its offsets may not hold.
    pub index: Option<Index>,
    pub damage: Vec<Damage>,
}

/// Walks through the file from chunk to chunk, and looks for the next mark where that fails. Only what is
/// of the archive `identity` is taken; if that is not known, of the archive that has most games here.
pub(super) fn search(file: &[u8], start: usize, identity: Option<Identity>) -> (Identity, Salvage) {
    let chunks = walk(file, start.min(file.len()));
    let identity = identity.unwrap_or_else(|| most_games(&chunks));
    let mut found = Salvage::default();
    let mut foreign: Option<Foreign> = None;
    for Chunk { at, identity: of, what } in chunks {
        if of != identity {
            match foreign.as_mut().filter(|run| run.identity == of) {
                Some(run) => run.take(&what),
                None => {
                    let mut run = Foreign { identity: of, at, games: None };
                    run.take(&what);
                    found.damage.extend(foreign.replace(run).map(Foreign::damage));
                }
            }
            continue;
        }
        found.damage.extend(foreign.take().map(Foreign::damage));
        match what {
            What::ChunkEntry(place) => found.places.push(place),
            What::Index => {
                found.index = found.index.or_else(|| read_index(file, at).map(|found| found.index));
            }
            What::Broken(why, games) => found.damage.push(Damage::lost(why, at as u64, games)),
        }
    }
    found.damage.extend(foreign.map(Foreign::damage));
    found.places.sort_by_key(|place| (place.kind != ChunkKind::Group, place.first));
    let of = |place: &ChunkEntry| (place.kind as u8, place.first);
    for twice in found.places.windows(2).filter(|pair| of(&pair[0]) == of(&pair[1])) {
        found.damage.push(Damage::lost("a part that stands twice; the first is read", twice[1].offset, 0..0));
    }
    found.places.dedup_by_key(|place| of(place));
    (identity, found)
}

/// A chunk as the walk meets it, whosever it is.
struct Chunk {
    at: usize,
    identity: Identity,
    what: What,
}

enum What {
    ChunkEntry(ChunkEntry),
    Index,
    /// Why it cannot be read, and its games.
    Broken(&'static str, Range<u64>),
}

impl What {
    fn games(&self) -> Range<u64> {
        match self {
            What::ChunkEntry(place) => place.first..place.first + u64::from(place.games),
            What::Index => 0..0,
            What::Broken(_, games) => games.clone(),
        }
    }
}

fn walk(file: &[u8], start: usize) -> Vec<Chunk> {
    let finder = memmem::Finder::new(&MARK);
    let mut chunks = Vec::new();
    let mut at = start;
    while let Some(rest) = file.get(at..).filter(|rest| !rest.is_empty()) {
        let games = |first: u64, games: u32| first..first.saturating_add(u64::from(games));
        let mut push = |identity, what| chunks.push(Chunk { at, identity, what });
        match Head::read(rest) {
            Ok(head) => {
                let most = if head.kind == ChunkKind::Block { super::BLOCK } else { super::GROUP };
                let Head { kind, first, games, identity, .. } = head;
                if kind == ChunkKind::Index {
                    push(identity, What::Index);
                } else if games as usize <= most && first < 1 << 48 {
                    push(identity, What::ChunkEntry(ChunkEntry { kind, offset: at as u64, first, games }));
                }
                at += head.length.max(1) as usize;
            }
            Err(broken) => {
                match broken {
                    NoChunk::Cut { first, games: count, identity } if count as usize <= super::GROUP => {
                        let what = What::Broken("the file ends inside a chunk", games(first, count));
                        push(identity, what);
                    }
                    NoChunk::Table { first, games: count, identity } if count as usize <= super::GROUP => {
                        let what = What::Broken("the table of a chunk is damaged", games(first, count));
                        push(identity, what);
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
    chunks
}

/// The archive that most games are of.
fn most_games(chunks: &[Chunk]) -> Identity {
    let mut games: BTreeMap<Identity, u64> = BTreeMap::new();
    for chunk in chunks {
        if let What::ChunkEntry(place) = &chunk.what
            && place.kind == ChunkKind::Block
        {
            *games.entry(chunk.identity).or_default() += u64::from(place.games);
        }
    }
    games.into_iter().max_by_key(|&(_, games)| games).map(|(identity, _)| identity).unwrap_or_default()
}

/// Chunks of another archive, one after the other.
struct Foreign {
    identity: Identity,
    at: usize,
    games: Option<Range<u64>>,
}

impl Foreign {
    fn take(&mut self, what: &What) {
        let games = what.games();
        if !games.is_empty() {
            let known = self.games.get_or_insert(games.clone());
            *known = known.start.min(games.start)..known.end.max(games.end);
        }
    }

    fn damage(self) -> Damage {
        let whose = name(self.identity);
        let what = match self.games {
            Some(games) => format!("games {} to {} of {whose} are left out", games.start + 1, games.end),
            None => format!("a part of {whose} is left out"),
        };
        Damage::foreign(what, self.at as u64)
    }
}

/// What to call another archive.
pub(super) fn name(identity: Identity) -> String {
    if identity == Identity::default() {
        return "an archive of format 1 or 2".to_owned();
    }
    let hex: String = identity.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("another archive ({hex})")
}
