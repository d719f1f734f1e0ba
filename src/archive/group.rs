//! Groups: the header columns of up to 16,384 games, and questions to them without their moves.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::block::Header;
use super::chunk::{Builder, Entry, Head, Kind, SectionId};
use super::column::{Cell, Column, Strings, pack_strings, planes, unplane};
use super::stored::Stored;

/// A value before the lists of strings are made.
#[derive(Copy, Clone, Debug)]
enum Value<'a> {
    Absent,
    Number(u32),
    Text(&'a str),
    /// A text by its place in its list, in the order in which they came.
    Listed(u32),
}

/// The names of each game's tags in order, as one text for all games that have the same.
struct Shapes {
    texts: Vec<String>,
    /// Which tags of each of them the columns hold: the first of a name counts.
    columns: Vec<Vec<(usize, Column)>>,
    /// For each game the place of its text.
    of_game: Vec<usize>,
}

impl Shapes {
    fn of(games: &[Stored]) -> Shapes {
        let of_game = Vec::with_capacity(games.len());
        let mut shapes = Shapes { texts: Vec::new(), columns: Vec::new(), of_game };
        let mut last: Option<&Stored> = None;
        for game in games {
            let same = last.is_some_and(|last| last.tags.has_names_of(&game.tags));
            if !same {
                let names: Vec<&str> = game.tags.iter().map(|tag| tag.name.as_str()).collect();
                shapes.texts.push(names.join("\n"));
                let mut columns: Vec<(usize, Column)> = Vec::new();
                for (at, name) in names.iter().enumerate() {
                    if let Some(column) = Column::of_tag(name)
                        && columns.iter().all(|&(_, other)| other != column)
                    {
                        columns.push((at, column));
                    }
                }
                shapes.columns.push(columns);
            }
            last = Some(game);
            shapes.of_game.push(shapes.texts.len() - 1);
        }
        shapes
    }
}

/// The values of a game, by column.
fn values<'a>(game: &'a Stored, shapes: &'a Shapes, shape: usize) -> [Value<'a>; Column::ALL.len()] {
    let mut values = [Value::Absent; Column::ALL.len()];
    values[Column::Shape as usize] = Value::Text(&shapes.texts[shape]);
    values[Column::Plies as usize] = Value::Number(game.line().len() as u32);
    let mut columns = shapes.columns[shape].iter().peekable();
    for (at, tag) in game.tags.iter().enumerate() {
        let Some((_, column)) = columns.next_if(|(place, _)| *place == at) else { continue };
        values[*column as usize] = match column.number(&tag.value) {
            Some(number) => Value::Number(number),
            None => Value::Text(&tag.value),
        };
    }
    values
}

/// The bytes of the group chunk of these games.
pub(super) fn encode(games: &[Stored], first: u64, level: i32) -> Vec<u8> {
    let shapes = Shapes::of(games);
    let shaped = games.iter().zip(&shapes.of_game);
    let mut values: Vec<_> = shaped.map(|(game, &shape)| values(game, &shapes, shape)).collect();
    let mut builder = Builder::new(Kind::Group, first, games.len() as u32);
    let games = games.len();
    let mut lists: BTreeMap<u8, FxHashMap<&str, u32>> = BTreeMap::new();
    for column in Column::ALL {
        let list = lists.entry(column.strings()).or_default();
        for values in &mut values {
            if let Value::Text(text) = values[column as usize] {
                let next = list.len() as u32;
                values[column as usize] = Value::Listed(*list.entry(text).or_insert(next));
            }
        }
    }
    // Where the strings of a list go, by the order in which they came.
    let mut sorted: BTreeMap<u8, Vec<u32>> = BTreeMap::new();
    for (&id, list) in &lists {
        let mut strings: Vec<(&str, u32)> = list.iter().map(|(&text, &place)| (text, place)).collect();
        // Sorted, strings share their beginnings; but where most games have their own, the order of
        // the games makes the column itself cost nothing.
        if strings.len() * 2 > games {
            strings.sort_unstable_by_key(|&(_, place)| place);
        } else {
            strings.sort_unstable();
        }
        let places = sorted.entry(id).or_insert_with(|| vec![0; strings.len()]);
        for (place, &(_, came)) in (0..).zip(&strings) {
            places[came as usize] = place;
        }
        if !strings.is_empty() {
            let bytes = pack_strings(strings.iter().map(|&(text, _)| text));
            builder.packed(SectionId::Strings as u8 + id, 0, bytes, level);
        }
    }
    for column in Column::ALL {
        let places = sorted.get(&column.strings()).map(Vec::as_slice).unwrap_or_default();
        let cells: Vec<Cell> = values
            .iter()
            .map(|values| match values[column as usize] {
                Value::Absent | Value::Text(_) => Cell::Absent,
                Value::Number(number) => Cell::Number(number),
                Value::Listed(came) => Cell::Text(places[came as usize]),
            })
            .collect();
        let (bytes, width) = planes(&cells);
        builder.packed(SectionId::Column as u8 + column as u8, width, bytes, level);
    }
    builder.finish()
}

/// The header columns of a group, each read when it is first asked for.
#[derive(Debug)]
pub(super) struct Group {
    pub head: Head,
    pub offset: u64,
    columns: [OnceLock<Option<Vec<u32>>>; Column::ALL.len()],
    strings: [OnceLock<Option<Strings>>; 10],
}

impl Group {
    pub fn new(head: Head, offset: u64) -> Group {
        Group { head, offset, columns: Default::default(), strings: Default::default() }
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
        Some((Some(entry), entry.read(chunk)?))
    }

    fn read_codes(&self, file: &[u8], column: Column) -> Option<Vec<u32>> {
        let (entry, section) = self.section(file, SectionId::Column as u8 + column as u8)?;
        let games = self.head.games as usize;
        // A column of nothing but absent values has no section; its rows need no bytes to say so.
        if entry.is_none() {
            return (games <= super::GROUP).then(|| vec![0; games]);
        }
        unplane(&section.bytes, section.codec, games).ok()
    }

    /// The list of strings that the column points into; `None` if it is damaged.
    pub fn strings(&self, file: &[u8], column: Column) -> Option<&Strings> {
        let id = column.strings();
        self.strings[usize::from(id)]
            .get_or_init(|| {
                let (_, section) = self.section(file, SectionId::Strings as u8 + id)?;
                Strings::read(&section.bytes).ok()
            })
            .as_ref()
    }

    /// The value of a column for one game (counted in the group): `None` if damaged, else the text if
    /// the game has one.
    pub fn value(&self, file: &[u8], column: Column, row: usize) -> Option<Option<String>> {
        let &code = self.codes(file, column)?.get(row)?;
        Some(match Cell::from_code(code) {
            Cell::Absent => None,
            Cell::Number(number) => Some(column.text(number)),
            Cell::Text(place) => Some(self.strings(file, column)?.get(place as usize)?.to_owned()),
        })
    }

    /// The header of one game (counted in the group).
    pub fn header(&self, file: &[u8], row: usize) -> Option<Header> {
        let shape = self.value(file, Column::Shape, row)??;
        let mut header = Header::default();
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

    /// Names of the sections that a damaged byte was mended in, or that are lost.
    pub fn inspect(&self, file: &[u8]) -> (Vec<u64>, Vec<u64>) {
        let (mut healed, mut lost) = (Vec::new(), Vec::new());
        let chunk = usize::try_from(self.offset).ok().and_then(|at| file.get(at..)).unwrap_or_default();
        for entry in &self.head.entries {
            match entry.read(chunk) {
                Some(section) if section.healed => healed.push(self.offset + entry.start),
                Some(_) => {}
                None => lost.push(self.offset + entry.start),
            }
        }
        (healed, lost)
    }
}
