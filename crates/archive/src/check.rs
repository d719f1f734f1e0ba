//! Is everything in an archive as it was packed?

use sha2::{Digest, Sha256};

use super::error::{Damage, Error};
use super::stored::{Body, Event, Rules, Stored};
use super::{Archive, block, moves};

impl<B: AsRef<[u8]>> Archive<B> {
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
