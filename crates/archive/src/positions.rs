//! The index of positions: which games come to a placement of men. A file beside the archive, so that an archive does
//! not depend on it; `FORMAT.md` specifies it.
//!
//! It tells which games *may* have a position: equal hashes say no more. The games themselves are asked after it.

use std::io::Write;

use rayon::prelude::*;
use scorebook_query::hashes_of;

use super::bytes::{Cursor, Malformed, Put};
use super::checksum::Checksum;
use super::chunk::Identity;
use super::error::{Damage, Error};
use super::reader::Archive;

const MAGIC: [u8; 8] = *b"\x89SBP\r\n\x1a\n";
const END: [u8; 8] = *b"\x89SBPend\n";
const VERSION: u16 = 1;
/// Bytes of the trailer.
const TRAILER: usize = 64;
/// Bytes of an entry of the directory.
const ENTRY: usize = 16;
/// Games in a page.
const PAGE: usize = 1024;
/// Most entries that are sorted at once: half a gigabyte.
const AT_ONCE: u64 = 1 << 26;

/// An index that was opened.
pub(super) struct PositionIndex<B> {
    bytes: B,
    /// By hash.
    pages: Vec<Page>,
}

struct Page {
    /// The first hash.
    first: u32,
    castagnoli: u32,
    start: usize,
    end: usize,
}

impl<B: AsRef<[u8]>> PositionIndex<B> {
    /// # Errors
    /// In words, why it is of no use for this archive.
    pub fn open(bytes: B, identity: Identity, games: u64) -> Result<PositionIndex<B>, String> {
        let file = bytes.as_ref();
        let damaged = |_: Malformed| "damaged".to_owned();
        let pages = || -> Result<_, Malformed> {
            let at = file.len().checked_sub(TRAILER).ok_or(Malformed)?;
            let (body, trailer) = file.split_at(at);
            let (sealed, rest) = trailer.split_at(TRAILER - 16);
            if !file.starts_with(&MAGIC) || rest[8..] != END {
                return Err(Malformed);
            }
            let (sealed, _) = Checksum::read(&mut Cursor(rest))?.mend(sealed).ok_or(Malformed)?;
            let mut cursor = Cursor(&sealed);
            let version = cursor.u16()?;
            cursor.array::<6>()?;
            let of: Identity = cursor.array()?;
            let (count, directory) = (cursor.u64()?, cursor.u64()?);
            let directory =
                usize::try_from(directory).ok().filter(|&at| at >= MAGIC.len()).ok_or(Malformed)?;
            let table = body.get(directory..).ok_or(Malformed)?;
            let sums = cursor.u64()?.to_le_bytes();
            let (table, _) = Checksum::read(&mut Cursor(&sums))?.mend(table).ok_or(Malformed)?;
            Ok((version, of, count, directory, read_directory(&table, directory)?))
        };
        let (version, of, count, _, pages) = pages().map_err(damaged)?;
        if version != VERSION {
            return Err("of a later version".to_owned());
        }
        if of != identity || count != games || of == Identity::default() {
            return Err("of another archive, or of an earlier state of this one".to_owned());
        }
        Ok(PositionIndex { bytes, pages })
    }

    /// The games, in order, that may come to one of the placements with these hashes; `None` if a part that is needed is damaged.
    pub fn candidates(&self, hashes: &[u32]) -> Option<Vec<u64>> {
        let mut games = Vec::new();
        for &hash in hashes {
            let first = self.pages.partition_point(|page| page.first < hash).saturating_sub(1);
            for page in self.pages[first..].iter().take_while(|page| page.first <= hash) {
                let bytes = self.bytes.as_ref().get(page.start..page.end)?;
                if crc32c::crc32c(bytes) != page.castagnoli {
                    return None;
                }
                read_page(bytes, page.first, hash, &mut games).ok()?;
            }
        }
        games.sort_unstable();
        games.dedup();
        Some(games)
    }
}

fn read_directory(table: &[u8], end: usize) -> Result<Vec<Page>, Malformed> {
    let mut cursor = Cursor(table);
    let mut pages = Vec::with_capacity(table.len() / ENTRY);
    let mut start = MAGIC.len();
    while !cursor.is_empty() {
        let (first, castagnoli) = (cursor.u32()?, cursor.u32()?);
        let until = usize::try_from(cursor.u64()?).map_err(|_| Malformed)?;
        let in_order = pages.last().is_none_or(|page: &Page| page.first <= first);
        if until < start || until > end || !in_order {
            return Err(Malformed);
        }
        pages.push(Page { first, castagnoli, start, end: until });
        start = until;
    }
    Ok(pages)
}

/// Appends the games of a page that have a hash.
fn read_page(bytes: &[u8], first: u32, wanted: u32, games: &mut Vec<u64>) -> Result<(), Malformed> {
    let mut cursor = Cursor(bytes);
    let (mut hash, mut game) = (u64::from(first), 0u64);
    while !cursor.is_empty() && hash <= u64::from(wanted) {
        let step = cursor.varint()?;
        let number = cursor.varint()?;
        hash = hash.checked_add(step).ok_or(Malformed)?;
        game = if step > 0 { number } else { game.checked_add(number).ok_or(Malformed)? };
        if hash == u64::from(wanted) {
            games.push(game);
        }
    }
    Ok(())
}

impl<A: AsRef<[u8]> + Sync> Archive<A> {
    /// Writes the index of positions of this archive.
    ///
    /// # Errors
    /// If a game is damaged, or writing fails.
    pub fn write_positions(&self, out: &mut impl Write) -> Result<(), Error> {
        let identity = self.identity().ok_or(Error::NotAnArchive)?;
        let plies = self.statistics().plies + self.games();
        let passes = plies.div_ceil(AT_ONCE).max(1);
        out.write_all(&MAGIC)?;
        let mut at = MAGIC.len() as u64;
        let mut directory = Vec::new();
        for pass in 0..passes {
            let bound = |pass: u64| (pass << 32) / passes;
            let entries = self.entries(&|hash| (bound(pass)..bound(pass + 1)).contains(&u64::from(hash)))?;
            let mut page = Vec::new();
            for entries in entries.chunks(PAGE) {
                page.clear();
                let first = (entries[0] >> 32) as u32;
                let mut before = u64::from(first) << 32;
                for &entry in entries {
                    let step = (entry >> 32) - (before >> 32);
                    let game = entry & u64::from(u32::MAX);
                    page.varint(step);
                    page.varint(if step > 0 { game } else { game - (before & u64::from(u32::MAX)) });
                    before = entry;
                }
                out.write_all(&page)?;
                at += page.len() as u64;
                directory.extend_from_slice(&first.to_le_bytes());
                directory.extend_from_slice(&crc32c::crc32c(&page).to_le_bytes());
                directory.extend_from_slice(&at.to_le_bytes());
            }
        }
        out.write_all(&directory)?;
        let mut trailer = Vec::with_capacity(TRAILER);
        trailer.extend_from_slice(&VERSION.to_le_bytes());
        trailer.extend_from_slice(&[0; 6]);
        trailer.extend_from_slice(&identity);
        trailer.extend_from_slice(&self.games().to_le_bytes());
        trailer.extend_from_slice(&at.to_le_bytes());
        trailer.extend_from_slice(&Checksum::of(&directory).to_bytes());
        trailer.extend_from_slice(&[0; 8]);
        let sums = Checksum::of(&trailer).to_bytes();
        trailer.extend_from_slice(&sums);
        trailer.extend_from_slice(&END);
        Ok(out.write_all(&trailer)?)
    }

    /// The hashes of all games, each over the number of its game, in order.
    fn entries(&self, wanted: &(dyn Fn(u32) -> bool + Sync)) -> Result<Vec<u64>, Error> {
        let of_block = |number: usize| -> Result<Vec<u64>, Error> {
            let block = self.block(number)?;
            let mut entries = Vec::new();
            for index in 0..block.len() {
                let game = self.game_in(&block, index)?;
                // The writer of an index numbers games in 32 bits.
                let number = u64::from(
                    u32::try_from(block.first() + index as u64).map_err(|_| Error::NoGame(u64::MAX))?,
                );
                let first = entries.len();
                hashes_of(&game, &mut |hash| {
                    if wanted(hash) {
                        entries.push(u64::from(hash) << 32 | number);
                    }
                });
                entries[first..].sort_unstable();
            }
            entries.dedup();
            Ok(entries)
        };
        let blocks: Vec<Vec<u64>> =
            (0..self.block_count()).into_par_iter().map(of_block).collect::<Result<_, _>>()?;
        let mut entries = blocks.concat();
        drop(blocks);
        entries.par_sort_unstable();
        Ok(entries)
    }

    /// The games that a query with these hashes can only match, if there is an index; else what is wrong with it.
    pub(super) fn candidates(&self, hashes: Option<Vec<u32>>) -> (Option<Vec<u64>>, Option<Damage>) {
        let (Some(hashes), Some(index)) = (hashes, &self.positions) else { return (None, None) };
        let told = |why: &str| {
            let what = format!("the index of positions is {why}; all games are searched");
            (None, Some(Damage::lost(what, 0, 0..0)))
        };
        match index {
            Err(why) => told(why),
            Ok(index) => match index.candidates(&hashes) {
                Some(games) => (Some(games), None),
                None => told("damaged"),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use scorebook_query::Query;
    use scorebook_random::Random;
    use shakmaty::fen::Fen;
    use shakmaty::san::SanPlus;
    use shakmaty::{Chess, EnPassantMode, Position};

    use super::*;
    use crate::{MoveCodec, Options, Writer, import};

    /// An archive of random games, and the placements that they come to.
    fn archive(seed: u64) -> (Vec<u8>, Vec<String>) {
        let mut random = Random::new(seed);
        let options = Options { codec: MoveCodec::Words, exact: false };
        let mut writer = Writer::new(std::io::Cursor::new(Vec::new()), options).unwrap();
        let mut placements = Vec::new();
        for _ in 0..300 {
            let mut position = Chess::default();
            let mut text = String::from("[Result \"*\"]\n\n");
            for _ in 0..10 {
                let legal = position.legal_moves();
                let m = *random.pick(&legal[..legal.len().min(4)]);
                text += &format!("{} ", SanPlus::from_move_and_play_unchecked(&mut position, m));
                let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
                placements.push(fen.split(' ').take(2).collect::<Vec<_>>().join(" "));
            }
            writer.push(import(format!("{text}*").as_bytes()).unwrap(), b"").unwrap();
        }
        (writer.finish().unwrap().0.into_inner(), placements)
    }

    fn found(archive: &Archive<Vec<u8>>, query: &str) -> (Vec<u64>, usize) {
        let (games, damage) = archive.find(&query.parse::<Query>().unwrap()).unwrap();
        (games, damage.len())
    }

    #[test]
    fn with_an_index_the_same_games_are_found() {
        let (bytes, placements) = archive(1);
        let plain = Archive::open(bytes.clone()).unwrap();
        let mut index = Vec::new();
        plain.write_positions(&mut index).unwrap();
        let mut indexed = Archive::open(bytes.clone()).unwrap();
        indexed.set_positions(index.clone());
        assert!(matches!(indexed.positions, Some(Ok(_))));
        let mut random = Random::new(2);
        let mut damaged = 0;
        for at in (0..placements.len()).step_by(37) {
            let (one, other) = (&placements[at], random.pick(&placements));
            let men = one.split(' ').next().unwrap();
            for query in [
                format!("fen = \"{one}\""),
                format!("fen = \"{men}\""),
                format!("fen = \"{one}\" or fen = \"{other}\""),
                format!("fen = \"{one}\" and not fen = \"{other}\""),
                format!("not fen = \"{one}\""),
                format!("position(fen = \"{one}\", ply > 2) then fen = \"{other}\""),
                "line \"1. a3\"".to_owned(),
            ] {
                let expected = found(&plain, &query);
                assert_eq!(found(&indexed, &query), expected, "{query}");
                // A wrong byte anywhere is told where it matters, and changes no answer.
                let mut broken = index.clone();
                let place = random.below(broken.len());
                broken[place] ^= 1 << random.below(8);
                let mut wrong = Archive::open(bytes.clone()).unwrap();
                wrong.set_positions(broken);
                let (games, told) = found(&wrong, &query);
                assert_eq!(games, expected.0, "{query}, byte {place}");
                damaged += told;
            }
        }
        assert!(damaged > 10, "{damaged}");
        assert_eq!(indexed.candidates(Some(vec![1, 2, 3])).0.map(|games| games.len()), Some(0));
    }

    #[test]
    fn an_index_of_another_archive_is_told_and_not_used() {
        let (one, _) = archive(3);
        let (other, placements) = archive(4);
        let mut index = Vec::new();
        Archive::open(one).unwrap().write_positions(&mut index).unwrap();
        let mut archive = Archive::open(other).unwrap();
        let query = format!("fen = \"{}\"", placements[9]);
        let expected = found(&archive, &query);
        archive.set_positions(index.clone());
        assert_eq!(found(&archive, &query), (expected.0.clone(), 1));
        for length in [0, 1, 63, 64, index.len() - 1] {
            archive.set_positions(index[..length].to_vec());
            assert_eq!(found(&archive, &query), (expected.0.clone(), 1), "{length}");
        }
    }
}
