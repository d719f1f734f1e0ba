//! The tags of a block's games that have no column.

use std::collections::BTreeMap;

use compact_str::CompactString;

use super::super::bytes::{Cursor, Malformed, Put};
use super::super::column::Column;
use super::super::stored::Stored;
use crate::game::{Tag, Tags};

/// Which tags of games have no column, in order: also those that have one when they come again.
#[derive(Default)]
pub(super) struct Remaining<'a> {
    /// Most games have the tags of the one before.
    like: Option<&'a Tags>,
    places: Vec<usize>,
}

impl<'a> Remaining<'a> {
    /// Those of the next game.
    pub fn of(&mut self, tags: &'a Tags) -> &[usize] {
        if !self.like.is_some_and(|like| like.has_names_of(tags)) {
            let mut seen = [false; Column::ALL.len()];
            let has_none = |(at, tag): (usize, &Tag)| match Column::of_tag(&tag.name) {
                Some(column) => std::mem::replace(&mut seen[column as usize], true).then_some(at),
                None => Some(at),
            };
            self.places = tags.iter().enumerate().filter_map(has_none).collect();
        }
        self.like = Some(tags);
        &self.places
    }
}

/// The tags of games without a column.
pub(super) struct Packed {
    /// The first `FEN` of each game that has one, by its place.
    pub starts: Vec<u8>,
    /// All others by name: the games that have it, then the values.
    pub tags: Vec<u8>,
}

/// Packs the tags of a part's games that have no column.
pub(super) fn pack(games: &[Stored]) -> Packed {
    let mut starts = Vec::new();
    let mut by_name: BTreeMap<&str, Vec<(usize, &str)>> = BTreeMap::new();
    let mut remaining = Remaining::default();
    for (index, game) in games.iter().enumerate() {
        let rest = remaining.of(&game.tags);
        if rest.is_empty() {
            continue;
        }
        let mut fen = false;
        for (at, tag) in game.tags.iter().enumerate() {
            if !rest.contains(&at) {
                continue;
            }
            if tag.name == "FEN" && !std::mem::replace(&mut fen, true) {
                starts.varint(index as u64);
                starts.string(tag.value.as_bytes());
                continue;
            }
            by_name.entry(&tag.name).or_default().push((index, &tag.value));
        }
    }
    Packed { starts, tags: pack_by_name(by_name) }
}

fn pack_by_name(by_name: BTreeMap<&str, Vec<(usize, &str)>>) -> Vec<u8> {
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

/// The tags of [`Packed`]; `starts` are the `FEN` tags.
pub(super) fn unpack(bytes: &[u8], starts: &[Option<String>]) -> Result<ByGame, Malformed> {
    let mut games: ByGame = vec![Vec::new(); starts.len()];
    for (game, start) in games.iter_mut().zip(starts) {
        game.extend(start.iter().map(|fen| Tag { name: "FEN".into(), value: fen.into() }));
    }
    let mut cursor = Cursor(bytes);
    if cursor.is_empty() {
        return Ok(games);
    }
    let text = |bytes| std::str::from_utf8(bytes).map(CompactString::from).map_err(|_| Malformed);
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

/// The starting positions of [`Packed`].
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
