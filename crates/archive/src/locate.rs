//! Where the parts of an archive are, and which archive it is.

use super::chunk::Identity;
use super::error::Damage;
use super::index::{self, ChunkEntry, FileHeader};
use super::search::{Salvage, find_index, name, search};

/// The parts of an archive.
pub(super) struct Located {
    /// Which archive the file is.
    pub identity: Identity,
    pub places: Vec<ChunkEntry>,
    /// The SHA-256 of all games, if the index was found.
    pub content: Option<[u8; 32]>,
    /// How many games it has or had.
    pub games: u64,
    /// Whether the file was searched, so that there may be gaps.
    pub searched: bool,
}

/// Finds the parts by the index, or by a search through the file where that is not to be trusted.
///
/// Which archive it is says the file header; if that is damaged the index, and if that is gone too most of
/// the games.
pub(super) fn locate(file: &[u8], header: Option<FileHeader>, damage: &mut Vec<Damage>) -> Located {
    let known = header.and_then(|header| header.identity);
    let mut searched = "the index is missing or damaged: the file was searched for games".to_owned();
    match find_index(file) {
        // The index of another archive says nothing of this one.
        Some(found) if known.is_some_and(|known| known != found.identity) => {
            searched = format!("the index is of {}: the file was searched for games", name(found.identity));
        }
        Some(found) => {
            if found.healed {
                let what = "a damaged byte in the index or the trailer";
                damage.push(Damage::healed(what, file.len() as u64));
            }
            let end = (file.len() - index::TRAILER) as u64;
            if let Some(more) = end.checked_sub(found.end).filter(|&more| more > 0) {
                damage.push(Damage::lost(unknown(more), found.end, 0..0));
            }
            return Located {
                identity: found.identity,
                games: games(&found.index.places),
                places: found.index.places,
                content: Some(found.index.content),
                searched: false,
            };
        }
        None => {}
    }
    damage.push(Damage::lost(searched, file.len() as u64, 0..0));
    let (identity, found) = search(file, header.map_or(0, FileHeader::size), known);
    let Salvage { places, index, damage: more } = found;
    damage.extend(more);
    let expected = index.as_ref().map_or(0, |index| games(&index.places));
    let content = index.map(|index| index.content);
    Located { identity, games: expected.max(games(&places)), places, content, searched: true }
}

/// Bytes that the index does not name.
pub(super) fn unknown(bytes: u64) -> String {
    format!("{bytes} {UNKNOWN}")
}

const UNKNOWN: &str = "bytes that are no part of the archive";

/// Whether a damage is bytes that the index does not name.
pub(super) fn is_unknown(damage: &Damage) -> bool {
    damage.what.ends_with(UNKNOWN)
}

fn games(places: &[ChunkEntry]) -> u64 {
    places.iter().map(|place| place.first.saturating_add(u64::from(place.games))).max().unwrap_or(0)
}
