//! The tags of a block's games that have no column.

use std::collections::BTreeMap;

use super::super::bytes::{Cursor, Malformed, Put};
use super::super::column::Column;
use super::super::stored::Stored;
use crate::game::{Tag, Tags};

/// The tags of a game that have no column, in order: names that have one when they come again.
fn remaining(tags: &Tags) -> impl Iterator<Item = &Tag> {
    let mut seen = [false; Column::ALL.len()];
    tags.iter().filter(move |tag| match Column::of_tag(&tag.name) {
        Some(column) => std::mem::replace(&mut seen[column as usize], true),
        None => true,
    })
}

/// The values of the `FEN` tags, for each game that has one.
pub(super) fn pack_starts(games: &[Stored]) -> Vec<u8> {
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
pub(super) fn pack(games: &[Stored]) -> Vec<u8> {
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
pub(super) type ByGame = Vec<Vec<Tag>>;

/// Undoes [`pack`]; `starts` are the `FEN` tags.
pub(super) fn unpack(bytes: &[u8], starts: &[Option<String>]) -> Result<ByGame, Malformed> {
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

/// Undoes [`pack_starts`].
pub(super) fn unpack_starts(bytes: &[u8], games: usize) -> Result<Vec<Option<String>>, Malformed> {
    let mut starts = vec![None; games];
    let mut cursor = Cursor(bytes);
    while !cursor.is_empty() {
        let index = usize::try_from(cursor.varint()?).map_err(|_| Malformed)?;
        let fen = std::str::from_utf8(cursor.string()?).map_err(|_| Malformed)?;
        *starts.get_mut(index).ok_or(Malformed)? = Some(fen.to_owned());
    }
    Ok(starts)
}
