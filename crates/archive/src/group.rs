//! Groups: the header columns of up to 16,384 games, which can be queried without reading moves.

use std::sync::{Mutex, OnceLock};

use compact_str::CompactString;

use super::block::GameHeader;
use super::chunk::{Builder, ChunkKind, Entry, Head, SectionId};
use super::column::{Cell, Column, Strings, pack_strings, planes, unplane};
use super::error::Damage;
use super::interner::Interner;
use super::stored::Stored;

/// The columns of the games of a group being written.
#[derive(Default)]
pub(super) struct Columns {
    games: usize,
    /// The lists of strings, by number.
    lists: [Interner; LISTS],
    /// For each column, the code of each game; texts are numbered in order of appearance.
    codes: [Vec<u32>; Column::ALL.len()],
    /// The names of the last game's tags, and which of them the columns hold: the first of a name counts.
    names: Vec<CompactString>,
    held: Vec<Option<Column>>,
    /// The code of these names.
    shape: u32,
}

/// How many lists of strings there may be.
const LISTS: usize = 10;

impl Columns {
    /// Adds games.
    pub fn add(&mut self, games: &[Stored]) {
        for codes in &mut self.codes {
            codes.resize(self.games + games.len(), Cell::Absent.code());
        }
        for game in games {
            self.add_one(game);
            self.games += 1;
        }
    }

    /// Adds a game; its row exists already.
    fn add_one(&mut self, game: &Stored) {
        let row = self.games;
        let same = self.names.len() == game.tags.len()
            && self.names.iter().zip(&game.tags).all(|(name, tag)| *name == tag.name);
        if !same || row == 0 {
            self.reshape(game);
        }
        self.codes[Column::Shape as usize][row] = self.shape;
        self.codes[Column::Plies as usize][row] = Cell::Number(game.line().len() as u32).code();
        for (tag, held) in game.tags.iter().zip(&self.held) {
            let Some(column) = *held else { continue };
            let codes = &mut self.codes[column as usize];
            codes[row] = match column.number(&tag.value) {
                Some(number) => Cell::Number(number).code(),
                None => {
                    let list = &mut self.lists[usize::from(column.strings())];
                    // Consecutive games are often of the same event.
                    match row.checked_sub(1).map(|before| Cell::from_code(codes[before])) {
                        Some(Cell::Text(place)) if list.get(place) == tag.value.as_str() => {
                            Cell::Text(place).code()
                        }
                        _ => Cell::Text(list.place(&tag.value)).code(),
                    }
                }
            };
        }
    }

    /// Takes in the names of a game's tags.
    fn reshape(&mut self, game: &Stored) {
        self.names.clear();
        self.names.extend(game.tags.iter().map(|tag| tag.name.clone()));
        self.held.clear();
        let mut seen = [false; Column::ALL.len()];
        for name in &self.names {
            let column = Column::of_tag(name);
            self.held.push(column.filter(|&column| !std::mem::replace(&mut seen[column as usize], true)));
        }
        let names = self.names.join("\n");
        let list = &mut self.lists[usize::from(Column::Shape.strings())];
        self.shape = Cell::Text(list.place(&names)).code();
    }

    /// The bytes of the group chunk of the games so far; clears them.
    pub fn finish(&mut self, first: u64, level: i32) -> Vec<u8> {
        let mut builder = Builder::new(ChunkKind::Group, first, self.games as u32);
        let mut places = Vec::with_capacity(LISTS);
        for (id, list) in (0..).zip(&self.lists) {
            let mut strings: Vec<(&str, u32)> = list.iter().collect();
            // Sorted strings share prefixes; but if most games have their own string, game order makes the
            // column itself free.
            if strings.len() * 2 <= self.games {
                strings.sort_unstable();
            }
            // Where each goes, by the order in which they came.
            let mut goes = vec![0; strings.len()];
            for (place, &(_, came)) in (0..).zip(&strings) {
                goes[came as usize] = place;
            }
            places.push(goes);
            if !strings.is_empty() {
                let bytes = pack_strings(strings.iter().map(|&(text, _)| text));
                builder.packed(SectionId::Strings as u8 + id, 0, bytes, level);
            }
        }
        for column in Column::ALL {
            let goes = &places[usize::from(column.strings())];
            let codes = &mut self.codes[column as usize];
            for code in codes.iter_mut() {
                if let Cell::Text(came) = Cell::from_code(*code) {
                    *code = Cell::Text(goes[came as usize]).code();
                }
            }
            let (bytes, width) = planes(codes);
            builder.packed(SectionId::Column as u8 + column as u8, width, bytes, level);
            codes.clear();
        }
        self.lists.iter_mut().for_each(Interner::clear);
        self.games = 0;
        builder.finish()
    }
}

/// The header columns of a group, each read when needed.
#[derive(Debug)]
pub(super) struct Group {
    pub head: Head,
    pub offset: u64,
    columns: [OnceLock<Option<Vec<u32>>>; Column::ALL.len()],
    strings: [OnceLock<Option<Strings>>; LISTS],
    /// Offsets of sections that were corrected when read.
    healed: Mutex<Vec<u64>>,
}

impl Group {
    pub fn new(head: Head, offset: u64) -> Group {
        Group {
            head,
            offset,
            columns: Default::default(),
            strings: Default::default(),
            healed: Mutex::default(),
        }
    }

    pub fn first(&self) -> u64 {
        self.head.first
    }

    pub fn games(&self) -> u64 {
        u64::from(self.head.games)
    }

    /// The codes of a column; `None` if it is damaged.
    pub fn codes(&self, file: &[u8], column: Column) -> Option<&[u32]> {
        self.columns[column as usize].get_or_init(|| self.read_codes(file, column)).as_deref()
    }

    fn section<'a>(
        &'a self,
        file: &'a [u8],
        id: u8,
    ) -> Option<(Option<&'a Entry>, super::chunk::Section<'a>)> {
        let Some(entry) = self.head.entry(id) else {
            return Some((
                None,
                super::chunk::Section { bytes: [].as_slice().into(), codec: 0, healed: false },
            ));
        };
        let chunk = file.get(usize::try_from(self.offset).ok()?..)?;
        let section = entry.read(chunk)?;
        if section.healed
            && let Ok(mut healed) = self.healed.lock()
        {
            healed.push(self.offset + entry.start);
        }
        Some((Some(entry), section))
    }

    fn read_codes(&self, file: &[u8], column: Column) -> Option<Vec<u32>> {
        let (entry, section) = self.section(file, SectionId::Column as u8 + column as u8)?;
        let games = self.head.games as usize;
        // A column with absent values only has no section.
        if entry.is_none() {
            return (games <= super::GROUP).then(|| vec![0; games]);
        }
        unplane(&section.bytes, section.codec, games).ok()
    }

    /// The list of strings of the column; `None` if it is damaged.
    pub fn strings(&self, file: &[u8], column: Column) -> Option<&Strings> {
        let id = column.strings();
        self.strings[usize::from(id)]
            .get_or_init(|| {
                let (_, section) = self.section(file, SectionId::Strings as u8 + id)?;
                Strings::read(&section.bytes).ok()
            })
            .as_ref()
    }

    /// The value of a column for a game (index in the group): `None` if damaged, otherwise the text if the
    /// game has one.
    pub fn value(&self, file: &[u8], column: Column, row: usize) -> Option<Option<String>> {
        let &code = self.codes(file, column)?.get(row)?;
        Some(match Cell::from_code(code) {
            Cell::Absent => None,
            Cell::Number(number) => Some(column.text(number)),
            Cell::Text(place) => Some(self.strings(file, column)?.get(place as usize)?.to_owned()),
        })
    }

    /// The header of one game (counted in the group).
    pub fn header(&self, file: &[u8], row: usize) -> Option<GameHeader> {
        let shape = self.value(file, Column::Shape, row)??;
        let mut header = GameHeader::default();
        if !shape.is_empty() {
            header.names = shape.split('\n').map(str::to_owned).collect();
        }
        for column in Column::ALL {
            if column.tag().is_some()
                && let Some(text) = self.value(file, column, row)?
            {
                header.columns.insert(column as u8, text);
            }
        }
        Some(header)
    }

    /// The damage that was corrected when columns were read.
    pub fn take_healed(&self) -> Vec<Damage> {
        let places = self.healed.lock().map(|mut healed| std::mem::take(&mut *healed));
        let damage = |at| Damage::healed("a damaged byte in the headers of a group", at);
        places.unwrap_or_default().into_iter().map(damage).collect()
    }

    /// Checks all sections; returns their damage, corrected or not.
    pub fn inspect(&self, file: &[u8]) -> Vec<Damage> {
        let chunk = usize::try_from(self.offset).ok().and_then(|at| file.get(at..)).unwrap_or_default();
        let damage = |entry: &Entry| {
            let at = self.offset + entry.start;
            match entry.read(chunk) {
                Some(section) if !section.healed => None,
                Some(_) => Some(Damage::healed("a damaged byte in the headers of a group", at)),
                None => {
                    let games = self.first()..self.first() + self.games();
                    Some(Damage::lost("headers of a group are damaged", at, games))
                }
            }
        };
        self.head.entries.iter().filter_map(damage).collect()
    }
}
