//! Checks an archive completely.

use sha2::{Digest, Sha256};

use super::chunk::Head;
use super::error::{Damage, Error};
use super::index;
use super::locate::{is_unknown, unknown};
use super::stored::{Annotation, Body, Stored, VariantRules};
use super::unruly::is_unruly;
use super::{Archive, block, moves, ruled};

impl<B: AsRef<[u8]>> Archive<B> {
    /// Checks one block: checksums, the hash of its games, and the legality of every move. Returns the
    /// damage, including what was corrected.
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
        found.extend(block.look_at_rest());
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
            found.extend(group.inspect(file));
        }
        found.extend(self.unexplained());
        let complete = self.blocks.iter().map(|place| u64::from(place.games)).sum::<u64>() == self.games();
        if let Some(content) = self.content.filter(|_| complete) {
            let mut sha = Sha256::new();
            let whole = (0..self.blocks.len()).all(|number| {
                let hash = self.block(number).ok().and_then(|block| block.content().ok());
                hash.is_some_and(|hash| {
                    sha.update(hash);
                    true
                })
            });
            if whole && <[u8; 32]>::from(sha.finalize()) != content {
                found.push(Damage::lost("the blocks are not those that the index was made for", 0, 0..0));
            }
        }
        found
    }

    /// Bytes that belong to no chunk, according to the index.
    fn unexplained(&self) -> Vec<Damage> {
        let file = self.bytes.as_ref();
        // Where chunks are lost it is not known what their bytes were.
        if self.damage.iter().any(|damage| !damage.healed && !is_unknown(damage)) {
            return Vec::new();
        }
        let Some((end, _)) = index::read_trailer(file) else { return Vec::new() };
        let groups = self.groups.iter().map(|group| (group.offset, Some(group.head.length)));
        let blocks = self.blocks.iter().map(|place| {
            let chunk = usize::try_from(place.offset).ok().and_then(|at| file.get(at..));
            (place.offset, chunk.and_then(|chunk| Head::read(chunk).ok()).map(|head| head.length))
        });
        let mut parts: Vec<(u64, Option<u64>)> = groups.chain(blocks).collect();
        parts.sort_unstable();
        parts.push((end, None));
        let mut found = Vec::new();
        let mut at = self.header_size();
        for (offset, length) in parts {
            // After an unreadable chunk nothing is known.
            match at {
                Some(at) if at < offset => {
                    found.push(Damage::lost(unknown(offset - at), at, 0..0));
                }
                Some(at) if at > offset => {
                    found.push(Damage::lost(
                        "a part that stands in another, or is named twice",
                        offset,
                        0..0,
                    ));
                }
                _ => {}
            }
            at = length.map(|length| offset.saturating_add(length));
        }
        found
    }
}

/// Replays all moves of a game, including variations.
fn replay(game: &Stored) -> Result<(), String> {
    let Body::Moves(found) = &game.body else { return Ok(()) };
    let variant = ruled::rules(&game.tags);
    if variant.is_none() && VariantRules::of(&game.tags).is_none() {
        return Err("a game of an unknown variant has moves".to_owned());
    }
    if found.notes.iter().any(|note| matches!(note.event, Annotation::Open)) {
        return super::write_pgn(game, &mut Vec::new());
    }
    let illegal = |ply: usize| format!("half-move {} is against the rules", ply + 1);
    if let Some(rules) = variant {
        let mut position = ruled::start(rules, &game.tags)?;
        for (ply, &word) in found.line.iter().enumerate() {
            ruled::play(&mut position, word).ok_or_else(|| illegal(ply))?;
        }
        return Ok(());
    }
    let rules = VariantRules::of(&game.tags).unwrap_or(VariantRules::STANDARD);
    if is_unruly(&game.tags) {
        return super::write_pgn(game, &mut Vec::new());
    }
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
