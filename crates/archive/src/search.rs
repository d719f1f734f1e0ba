//! Where the chunks of a file are: by its index, or without one.

use std::ops::Range;

use memchr::memmem;

use super::chunk::{Head, Kind, MARK, NoChunk, SectionId};
use super::error::Damage;
use super::index::{self, Index, Place};

/// The index, by the trailer.
pub(super) fn find_index(file: &[u8]) -> Option<(Index, bool)> {
    let (at, mended) = index::read_trailer(file)?;
    let at = usize::try_from(at).ok()?;
    let bytes = file.get(at..)?;
    let head = Head::read(bytes).ok().filter(|head| head.kind == Kind::Index)?;
    let section = head.entry(SectionId::Index as u8)?.read(bytes)?;
    Some((Index::read(&section.bytes).ok()?, mended || head.healed || section.healed))
}

/// Walks through the file from chunk to chunk, and looks for the next mark where that fails.
pub(super) fn search(file: &[u8], damage: &mut Vec<Damage>) -> Vec<Place> {
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
