//! Games in a table: one row per half-move, per pair, or per game.

mod across;
mod column;
mod fact;
mod field;
mod order;
mod row;
mod squares;
mod standing;

use std::collections::BTreeMap;

use scorebook_lexicon::sides_of_letters;
use shakmaty::Color;

use super::heading::Heading;
use super::shape::{self, TableShape};
use super::twins::can_be_one;
use super::words::Row;
use super::{Draft, Layout, MoveSense, Start};
use crate::finding::{Finding, code};
use crate::text::{Source, Span, moves_in_rows};
use across::Across;
use field::{records, separator};
use row::{Place, TableRow};
use standing::Standing;

pub use column::Column;
pub(super) use column::tag_value;
pub(super) use field::Field;
pub(super) use row::{outcome_for, outcome_of, take_moves, take_pgn, won_by};

/// The layout of a table whose columns are named by its first row, or by the user.
#[derive(Clone, Debug, Default)]
pub struct Csv {
    /// Columns by name or by number (from 1), from `--columns`; empty: use the first row.
    columns: Vec<(String, Column)>,
}

/// A table whose first row names the columns.
pub static CSV: Csv = Csv { columns: Vec::new() };

impl Csv {
    /// Columns as `kind=name-or-number`, separated by commas: `game=1,white-move=3,black-move=4`.
    ///
    /// # Errors
    /// A message that names the part that is not `KIND=COLUMN` or whose kind is unknown.
    ///
    /// ```
    /// use scorebook_layout::Csv;
    /// assert!(Csv::with_columns("game=1,white-move=W,black-move=B").is_ok());
    /// assert!(Csv::with_columns("gmae=1").is_err());
    /// ```
    pub fn with_columns(text: &str) -> Result<Csv, String> {
        let columns = text
            .split(',')
            .map(|part| {
                let (kind, place) = part.split_once('=').ok_or_else(|| format!("`{part}` must be KIND=COLUMN"))?;
                let column = Column::named(kind.trim())
                    .ok_or_else(|| format!("`{kind}` is not a kind of column: game, number, ply, side, move, white-move, black-move, moves, comment, fen, result, or a tag like White"))?;
                Ok((place.trim().to_owned(), column))
            })
            .collect::<Result<_, String>>()?;
        Ok(Csv { columns })
    }
}

impl Csv {
    /// The meaning of the columns by index (from 0), and whether the first row is a heading.
    fn columns(&self, first: &[Field<'_>]) -> (BTreeMap<usize, Column>, bool) {
        if self.columns.is_empty() {
            let mut named: BTreeMap<usize, Column> = first
                .iter()
                .enumerate()
                .filter_map(|(i, field)| Some((i, Column::named(&field.text)?)))
                .collect();
            set_twins_apart(&mut named, first);
            set_ratings(&mut named, first);
            return (named, true);
        }
        let mut heading = false;
        let by_place = self.columns.iter().filter_map(|(place, column)| {
            if let Ok(number) = place.parse::<usize>() {
                return Some((number.checked_sub(1)?, column.clone()));
            }
            heading = true;
            let index = first.iter().position(|field| field.text.eq_ignore_ascii_case(place))?;
            Some((index, column.clone()))
        });
        let columns = by_place.collect();
        // Columns given by number only: the first row is a heading if all its fields name columns.
        heading |= is_heading(first);
        (columns, heading)
    }
}

/// Of several columns of moves the one that says most is that of the moves; the others have the same moves in other notations.
fn set_twins_apart(columns: &mut BTreeMap<usize, Column>, heads: &[Field<'_>]) {
    /// Names of such columns, the first say most.
    const NAMES: &[&str] = &["san", "lan", "uci", "notation", "move", "text"];
    let rank = |at: usize| {
        let name = heads[at].text.trim().to_lowercase();
        NAMES.iter().position(|own| *own == name).unwrap_or(NAMES.len())
    };
    let of_moves = |columns: &BTreeMap<usize, Column>| -> Vec<usize> {
        columns.iter().filter(|(_, column)| **column == Column::Move).map(|(&at, _)| at).collect()
    };
    let all = of_moves(columns);
    let best = all.iter().copied().min_by_key(|&at| rank(at));
    for at in all.into_iter().filter(|at| Some(*at) != best) {
        columns.insert(at, Column::Twin);
    }
}

/// A column that is named like a rating without a side is that of the player left of it, or else right of it.
fn set_ratings(columns: &mut BTreeMap<usize, Column>, heads: &[Field<'_>]) {
    const NAMES: &[&str] = &["elo", "rating", "rtg", "dwz", "rat", "elo1", "elo2", "rating1", "rating2"];
    let of_rating =
        |at: usize| NAMES.contains(&heads[at].text.trim().trim_end_matches('.').to_lowercase().as_str());
    let places: Vec<usize> = (0..heads.len()).filter(|&at| of_rating(at)).collect();
    for at in places {
        let player = |near: Option<usize>| match columns.get(&near?) {
            Some(Column::Tag(name)) if matches!(name.as_str(), "White" | "Black") => {
                Some(format!("{name}Elo"))
            }
            _ => None,
        };
        let is_free =
            |tag: &String| !columns.values().any(|column| matches!(column, Column::Tag(own) if own == tag));
        let side = [at.checked_sub(1), Some(at + 1)].into_iter().filter_map(player).find(is_free);
        if let Some(tag) = side {
            columns.insert(at, Column::Tag(tag));
        } else {
            columns.remove(&at);
        }
    }
}

/// The rows of a table. Where it is continued on another page its heading stands there again, which is no row of it.
fn rows(text: &str, separator: char) -> impl Iterator<Item = Vec<Field<'_>>> {
    let mut heading: Option<Vec<Field<'_>>> = None;
    records(text, separator).filter(move |row| {
        if !is_heading(row) {
            return true;
        }
        let is_known = heading.as_ref().is_some_and(|known| {
            known.len() == row.len()
                && known.iter().zip(row).all(|(one, other)| one.text.trim() == other.text.trim())
        });
        if !is_known {
            heading = Some(row.clone());
        }
        !is_known
    })
}

/// The rows of a text that are drawn with strokes, `| White | e4 | Nf3 |`; the lines between them have one field.
fn ruled(text: &str) -> Vec<Vec<Field<'_>>> {
    /// Lines before the table in which its strokes are looked for.
    const LEAD: usize = 12;
    let is_drawn = |line: &str| line.matches('|').count() > 3;
    if !text.lines().take(LEAD).any(is_drawn) {
        return Vec::new();
    }
    // A line `|---|---|` is drawn, and says nothing.
    let is_rule = |row: &Vec<Field<'_>>| {
        row.len() > 1 && row.iter().all(|field| !field.text.contains(char::is_alphanumeric))
    };
    records(text, '|').filter(|row| !is_rule(row)).collect()
}

/// Whether all fields of a row name columns.
fn is_heading(row: &[Field<'_>]) -> bool {
    !row.is_empty() && row.iter().all(|field| Column::named(&field.text).is_some())
}

fn holds_moves(columns: &BTreeMap<usize, Column>) -> bool {
    columns
        .values()
        .any(|c| matches!(c, Column::Move | Column::WhiteMove | Column::BlackMove | Column::Moves))
}

/// Takes a column of moves whose values are lists of moves as one of whole games, and the columns `White` and `Black` as
/// moves, not player names, if there is no other column of moves and their values look like moves.
fn settle(
    columns: &mut BTreeMap<usize, Column>,
    heads: &[Field<'_>],
    sample: &[Vec<Field<'_>>],
    sense: &dyn MoveSense,
) {
    set_sides_by_letters(columns, heads, sample, sense);
    set_games(columns, sample);
    set_plies(columns, sample);
    for (at, column) in columns.iter_mut().filter(|(_, column)| **column == Column::Move) {
        if holds_numbers(*at, sample) {
            *column = Column::Number;
        } else if holds_lists(*at, sample, sense) {
            *column = Column::Moves;
        }
    }
    if holds_moves(columns) {
        return;
    }
    let side = |columns: &BTreeMap<usize, Column>, name: &str| {
        columns.iter().find(|(_, c)| matches!(c, Column::Tag(tag) if tag == name)).map(|(&i, _)| i)
    };
    let (Some(white), Some(black)) = (side(columns, "White"), side(columns, "Black")) else { return };
    if holds_single_moves(white, sample, sense) {
        columns.insert(white, Column::WhiteMove);
        columns.insert(black, Column::BlackMove);
    }
}

/// Whether most values of a column are moves.
fn holds_single_moves(at: usize, sample: &[Vec<Field<'_>>], sense: &dyn MoveSense) -> bool {
    let texts = sample.iter().filter_map(|row| row.get(at)).filter(|field| !field.text.trim().is_empty());
    let likeness: Vec<f32> = texts.map(|field| sense.likeness(&field.text)).collect();
    !likeness.is_empty() && likeness.iter().sum::<f32>() >= likeness.len() as f32 * 0.6
}

/// Takes two columns whose heads are the letters of the sides in a language (`w` and `s`, `б` and `ч`) as their moves, if they
/// hold moves.
fn set_sides_by_letters(
    columns: &mut BTreeMap<usize, Column>,
    heads: &[Field<'_>],
    sample: &[Vec<Field<'_>>],
    sense: &dyn MoveSense,
) {
    let is_letter = |at: &usize| heads[*at].text.trim().trim_end_matches('.').chars().count() == 1;
    let letters: Vec<usize> = (0..heads.len()).filter(is_letter).collect();
    let letter = |at: usize| heads[at].text.trim().trim_end_matches('.');
    for (place, &one) in letters.iter().enumerate() {
        for &other in &letters[place + 1..] {
            let Some(sides) = sides_of_letters(letter(one), letter(other)) else { continue };
            let hold = [one, other].iter().any(|&at| holds_single_moves(at, sample, sense));
            if hold && !holds_moves(columns) {
                let of = |side: Color| side.fold_wb(Column::WhiteMove, Column::BlackMove);
                columns.extend([(one, of(sides[0])), (other, of(sides[1]))]);
                return;
            }
        }
    }
}

/// Takes a column that is named like the number of a game as that of the rows, if each row has another one.
fn set_games(columns: &mut BTreeMap<usize, Column>, sample: &[Vec<Field<'_>>]) {
    let of = |wanted: &Column| columns.values().any(|column| column == wanted);
    if of(&Column::Moves) || !(of(&Column::Move) || of(&Column::WhiteMove)) {
        return;
    }
    let is_counted = of(&Column::Number) || of(&Column::Ply);
    let Some((&at, _)) = columns.iter().find(|(_, column)| **column == Column::Game) else { return };
    let values: Vec<&str> =
        sample.iter().filter_map(|row| row.get(at)).map(|field| field.text.trim()).collect();
    if values.len() > 2 && values.windows(2).all(|pair| pair[0] != pair[1]) {
        columns.remove(&at);
        if !is_counted && values.iter().all(|value| value.parse::<u32>().is_ok()) {
            columns.insert(at, Column::Number);
        }
    }
}

/// Takes the numbers of a table with a move a row as those of half-moves, if they count every row.
fn set_plies(columns: &mut BTreeMap<usize, Column>, sample: &[Vec<Field<'_>>]) {
    let has = |columns: &BTreeMap<usize, Column>, wanted: &Column| columns.values().any(|own| own == wanted);
    if has(columns, &Column::Ply)
        || has(columns, &Column::WhiteMove)
        || has(columns, &Column::BlackMove)
        || !has(columns, &Column::Move)
    {
        return;
    }
    let Some((&at, _)) = columns.iter().find(|(_, column)| **column == Column::Number) else { return };
    let count = |row: &Vec<Field<'_>>| row.get(at)?.text.trim().trim_end_matches('.').parse::<u32>().ok();
    let counted: Vec<u32> = sample.iter().filter_map(count).collect();
    let by_one = counted.windows(2).filter(|pair| pair[1] == pair[0] + 1).count();
    if counted.len() > 2 && counted[0] <= 1 && by_one * 4 >= (counted.len() - 1) * 3 {
        columns.insert(at, Column::Ply);
    }
}

/// Takes a column that has both squares of every move, beside one that has not, as the same moves in a second notation.
fn set_second_notation(columns: &mut BTreeMap<usize, Column>, sample: &[Vec<Field<'_>>]) {
    let place = |wanted: &Column| columns.iter().find(|(_, column)| *column == wanted).map(|(&at, _)| at);
    let (Some(white), Some(black)) = (place(&Column::WhiteMove), place(&Column::BlackMove)) else { return };
    let is_long = |field: &Field<'_>| {
        matches!(field.text.as_bytes(), [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..])
    };
    let all_long = |at: usize| {
        let mut filled = sample.iter().filter_map(|row| row.get(at)).filter(|field| !field.text.is_empty());
        filled.all(is_long)
    };
    let (own, second) = match (all_long(white), all_long(black)) {
        (false, true) => (white, black),
        (true, false) => (black, white),
        _ => return,
    };
    columns.extend([(own, Column::Move), (second, Column::Twin)]);
}

/// The games of rows that are named values of data, the first row their names; none if they hold no moves.
pub(super) fn of_rows<'a>(
    source: &'a Source,
    sense: &dyn MoveSense,
    all: &[Vec<Field<'a>>],
) -> Vec<Draft<'a>> {
    let joined = squares::joined(all);
    let all = joined.as_deref().unwrap_or(all);
    let Some((heads, data)) = all.split_first() else { return Vec::new() };
    let (mut columns, _) = Csv::default().columns(heads);
    let sample = &data[..data.len().min(50)];
    settle(&mut columns, heads, sample, sense);
    if !holds_moves(&columns) {
        let Some(shape) = TableShape::of(all, sense) else { return Vec::new() };
        columns.extend(shape.columns.into_iter().filter(|(_, column)| {
            matches!(
                column,
                Column::Move | Column::WhiteMove | Column::BlackMove | Column::Number | Column::Ply
            )
        }));
        set_second_notation(&mut columns, sample);
        set_plies(&mut columns, sample);
    }
    let of_moves = [Column::Move, Column::WhiteMove, Column::BlackMove];
    let is_held =
        |(&at, column): (&usize, &Column)| of_moves.contains(column) && holds_single_moves(at, sample, sense);
    if !columns.iter().any(is_held) { Vec::new() } else { games(source, sense, data, &columns) }
}

/// Whether most values of a column are numbers: `Zug` and `Move` are heads of the moves, and of their numbers.
fn holds_numbers(at: usize, sample: &[Vec<Field<'_>>]) -> bool {
    // A line below the table, a result, is no row of it.
    let rows = sample.iter().filter(|row| row.len() > 1);
    let texts: Vec<&str> = rows
        .filter_map(|row| row.get(at))
        .map(|field| field.text.trim())
        .filter(|text| !text.is_empty())
        .collect();
    let numbers = texts.iter().filter(|text| text.trim_end_matches('.').parse::<u32>().is_ok()).count();
    !texts.is_empty() && numbers * 4 > texts.len() * 3
}

/// Whether the values of a column are lists of moves: `e2e4 e7e5 g1f3`.
fn holds_lists(at: usize, sample: &[Vec<Field<'_>>], sense: &dyn MoveSense) -> bool {
    let texts = || sample.iter().filter_map(|row| row.get(at)).map(|field| field.text.trim());
    let is_list = |text: &str| {
        let is_move = |word: &str| sense.likeness(word) >= 0.5;
        text.split_whitespace().nth(2).is_some() && text.split_whitespace().all(is_move)
    };
    texts().any(|text| !text.is_empty()) && texts().all(|text| text.is_empty() || is_list(text))
}

/// Whether the heading names a column of whole games and its values are movetext: tables on the web have many columns of
/// other kinds.
fn is_of_games(columns: &BTreeMap<usize, Column>, sample: &[Vec<Field<'_>>], sense: &dyn MoveSense) -> bool {
    let Some((&at, _)) = columns.iter().find(|(_, column)| **column == Column::Moves) else { return false };
    let texts = sample.iter().filter_map(|row| row.get(at)).map(|field| field.text.trim());
    let mut texts = texts.filter(|text| !text.is_empty()).peekable();
    texts.peek().is_some() && texts.all(|text| is_movetext(text, sense))
}

/// Whether a text is PGN or begins with moves.
fn is_movetext(text: &str, sense: &dyn MoveSense) -> bool {
    /// Words that are looked at.
    const WORDS: usize = 6;
    let plain = |word: &&str| !word.starts_with(|c: char| c.is_ascii_digit()) || sense.likeness(word) >= 0.5;
    let words: Vec<&str> = text.split_whitespace().take(WORDS).filter(plain).collect();
    let moves = words.iter().filter(|word| sense.likeness(word) >= 0.5).count();
    text.starts_with('[') || !words.is_empty() && moves * 2 >= words.len()
}

impl Layout for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn title(&self) -> &'static str {
        "a table: a row a half-move, a pair or a game (see --columns)"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        if Across::of(&ruled(source.text()), sense).is_some() {
            return 0.96;
        }
        let Some(separator) = separator(source.text()) else { return 0.0 };
        let table: Vec<_> = rows(source.text(), separator).take(60).collect();
        let table = squares::joined(&table).unwrap_or(table);
        if Across::of(&table, sense).is_some() {
            return 0.96;
        }
        if let Some(shape) = shaped(&table, sense) {
            let rows = &table[shape.data..];
            let width = rows.first().map_or(0, Vec::len);
            let even = rows.iter().filter(|row| row.len() == width || row.len() == width + 1).count();
            return if width > 1 { 0.96 * even as f32 / rows.len() as f32 } else { 0.0 };
        }
        let mut all = table.into_iter();
        let Some(first) = all.next() else { return 0.0 };
        let sample: Vec<_> = all.take(20).collect();
        let even = sample.iter().filter(|row| row.len() == first.len()).count();
        let (mut columns, _) = Csv::default().columns(&first);
        settle(&mut columns, &first, &sample, sense);
        let known = columns.len() * 2 > first.len() || is_of_games(&columns, &sample, sense);
        let fits = holds_moves(&columns) && known && !sample.is_empty() && first.len() > 1;
        if fits { 0.96 * even as f32 / sample.len() as f32 } else { 0.0 }
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        if let Some(across) = Across::of(&ruled(source.text()), sense).filter(|_| self.columns.is_empty()) {
            return vec![across.draft(source, sense)];
        }
        let separator = separator(source.text()).unwrap_or(',');
        let all: Vec<Vec<Field<'a>>> = rows(source.text(), separator).collect();
        let all = squares::joined(&all).filter(|_| self.columns.is_empty()).unwrap_or(all);
        if let Some(across) = Across::of(&all, sense).filter(|_| self.columns.is_empty()) {
            return vec![across.draft(source, sense)];
        }
        if self.columns.is_empty()
            && let Some(shape) = shaped(&all, sense)
        {
            return shape_cut(source, sense, &all, &shape);
        }
        let Some(first) = all.first() else { return Vec::new() };
        let (mut columns, heading) = self.columns(first);
        let data = &all[usize::from(heading).min(all.len())..];
        settle(&mut columns, first, &data[..data.len().min(50)], sense);
        if !holds_moves(&columns) {
            let finding = Finding::new(
                &code::L107,
                Span::new(0, 0),
                "no column of moves; name the columns with --columns",
            );
            return vec![Draft { findings: vec![finding], ..Draft::default() }];
        }
        games(source, sense, data, &columns)
    }
}

/// The meaning of the columns by their values, if their heads alone do not say which hold the moves.
fn shaped(table: &[Vec<Field<'_>>], sense: &dyn MoveSense) -> Option<TableShape> {
    let first = table.first()?;
    let (mut named, _) = Csv::default().columns(first);
    let sample = &table[1..table.len().min(51)];
    settle(&mut named, first, sample, sense);
    let repeated =
        first.iter().filter(|field| matches!(Column::named(&field.text), Some(Column::Number))).count() > 1;
    let is_of_games = is_of_games(&named, sample, sense);
    let known = named.len() * 2 > first.len() && !repeated || is_of_games;
    let shape = TableShape::of(table, sense).filter(|shape| shape.columns.len() > 1);
    // Below the heads there may be the names of the players, or other lines.
    let is_late = !is_of_games && shape.as_ref().is_some_and(|shape| shape.data > 1);
    if holds_moves(&named) && known && !is_late {
        return None;
    }
    shape
}

/// That moves stand in a row which is not read as moves.
fn unread_moves(row: &[Field<'_>], sense: &dyn MoveSense) -> Option<Finding> {
    /// Fewest moves.
    const FEWEST: usize = 2;
    // Squares alone may be the names of columns.
    let is_told = |field: &&Field<'_>| shape::is_move(&field.text, sense) && field.text.trim().len() > 2;
    let all: Vec<&Field<'_>> = row.iter().filter(|field| shape::is_move(&field.text, sense)).collect();
    let is_row = all.len() >= FEWEST && all.iter().any(is_told);
    let place = all.first().map(|first| first.span.join(all[all.len() - 1].span))?;
    let why = "moves stand in this row, and it was not read as a row of moves";
    is_row.then(|| Finding::new(&code::L106, place, why))
}

/// That a game stands in a field that is not read as moves: a field may be too many in its row, or missing.
fn unread_game(row: &[Field<'_>], columns: &BTreeMap<usize, Column>) -> Option<Finding> {
    let is_of_notes = |at: usize| matches!(columns.get(&at), Some(Column::Comment | Column::Twin));
    let mut others = row.iter().enumerate().filter(|(at, _)| !is_of_notes(*at)).map(|(_, field)| field);
    let field = others.find(|field| !moves_in_rows(&field.text).is_empty())?;
    let why = "moves stand in this row, and not in the column of the moves; the row may have a field too many, or lack one";
    Some(Finding::new(&code::L106, field.span, why))
}

/// The games of a table whose columns were recognised by their values.
fn shape_cut<'a>(
    source: &'a Source,
    sense: &dyn MoveSense,
    all: &[Vec<Field<'a>>],
    shape: &TableShape,
) -> Vec<Draft<'a>> {
    let data = &all[shape.data..];
    let mut columns = shape.columns.clone();
    set_games(&mut columns, &data[..data.len().min(50)]);
    let blocks: Vec<Vec<Field<'a>>>;
    let data = match shape.block {
        Some(width) => {
            // Block by block, each from top to bottom.
            let count = data.iter().map(|row| row.len().div_ceil(width)).max().unwrap_or(0);
            let block =
                |at: usize| data.iter().filter_map(move |row| row.chunks(width).nth(at)).map(<[_]>::to_vec);
            blocks = (0..count).flat_map(block).collect();
            &blocks
        }
        None => data,
    };
    let mut drafts = games(source, sense, data, &columns);
    let Some(draft) = drafts.first_mut() else { return drafts };
    let mut heading = Heading::default();
    for row in &all[..shape.data] {
        draft.findings.extend(unread_moves(row, sense));
        if fact::read(row, draft) || is_heading_row(row) || fact::names(row, &columns, draft) {
            draft.explained.extend(row.iter().map(|field| field.span));
            continue;
        }
        for field in row.iter().filter(|field| !field.text.trim().is_empty()) {
            heading.read(Row { text: source.slice(field.span), start: field.span.start });
        }
    }
    let heading = heading.finish();
    for tag in heading.tags.iter() {
        if draft.tags.get(&tag.name).is_none() {
            draft.tags.push(tag.clone());
        }
    }
    if draft.start == Start::Array {
        draft.start = heading.start;
    }
    draft.mainline.comments.extend(heading.remarks);
    drafts
}

/// Whether all fields of a row are heads of columns, or empty.
fn is_heading_row(row: &[Field<'_>]) -> bool {
    let mut filled = row.iter().map(|field| field.text.trim()).filter(|text| !text.is_empty()).peekable();
    let is_head = |text: &str| match Column::named(text) {
        Some(Column::Tag(name)) => shape::side(text).is_some() || matches!(name.as_str(), "White" | "Black"),
        Some(_) => true,
        None => shape::side(text).is_some(),
    };
    filled.peek().is_some() && filled.all(is_head)
}

/// The games of the rows of a table.
fn games<'a>(
    source: &'a Source,
    sense: &dyn MoveSense,
    data: &[Vec<Field<'a>>],
    columns: &BTreeMap<usize, Column>,
) -> Vec<Draft<'a>> {
    let mut told: Vec<Finding> = Vec::new();
    let columns = &standing::by_values(data, columns);
    let named = order::with_sides(data, columns);
    let data = named.as_deref().unwrap_or(data);
    let unshifted = order::put_back(data, columns, sense, &mut told);
    let data = unshifted.as_deref().unwrap_or(data);
    let ordered = order::by_numbers(data, columns, &mut told);
    let data = ordered.as_deref().unwrap_or(data);
    let mut drafts: Vec<Draft<'a>> = Vec::new();
    let mut twins: Vec<Twin<'a>> = Vec::new();
    let mut standings: Vec<Standing> = Vec::new();
    let mut key: Option<String> = None;
    let seats = Seats::of(data, columns);
    let (mut seat, mut base) = (0, 0);
    for (at, row) in data.iter().enumerate() {
        if row.iter().all(|field| field.text.trim().is_empty()) {
            seat += u32::from(!drafts.is_empty());
            continue;
        }
        if let Some(draft) = drafts.last_mut()
            && fact::below(row, draft)
        {
            continue;
        }
        let row = TableRow { fields: row, columns };
        let whole = row.get(&Column::Moves).is_some();
        let game = row.get(&Column::Game).map(|field| field.text.to_string());
        let number = row.number();
        let ply = row
            .get(&Column::Ply)
            .and_then(|field| field.text.trim().trim_end_matches('.').parse::<u32>().ok());
        // Some count half-moves from 0.
        let ply = ply.map(|ply| {
            if ply == 0 && row.get(&Column::Move).is_some() {
                base = 1;
            }
            ply + base
        });
        let restarts = game.is_none()
            && drafts.last().is_some_and(|d| !d.mainline.cells.is_empty())
            && (ply == Some(1) || (ply.is_none() && number == Some(1) && row.starts_pair(&drafts)));
        if drafts.is_empty() || whole || restarts || (game.is_some() && game != key) {
            let is_delimited = whole || game.is_some();
            drafts.push(Draft { span: row.span(), is_table: true, is_delimited, ..Draft::default() });
            seat = 0;
        }
        seat += 1;
        key = game.or(key);
        if let Some(draft) = drafts.last_mut() {
            let before = draft.mainline.cells.len();
            let place = match seats {
                Seats::HalfMoves(last) if at <= last => {
                    Place { number: Some(seat.div_ceil(2)), ply: Some(seat) }
                }
                Seats::Pairs(last) if at <= last => Place { number: Some(seat), ply: None },
                _ => Place { number: ply.map(|ply| ply.div_ceil(2)), ply },
            };
            row.read(source, sense, draft, place);
            let after = draft.mainline.cells.len();
            if after == before {
                told.extend(unread_game(row.fields, columns));
            }
            if !whole {
                standings.extend(standing::of_row(&row, drafts.len() - 1, before..after));
            }
            if after == before + 1 {
                let fields = row.twins().into_iter();
                twins.extend(fields.map(|(column, field)| Twin {
                    draft: drafts.len() - 1,
                    cell: before,
                    column,
                    field,
                }));
            }
        }
    }
    standing::settle(&mut drafts, standings, sense);
    explain_twins(&mut drafts, &twins, sense);
    for finding in told {
        let of_it = |draft: &&mut Draft<'_>| {
            draft.span.start <= finding.span.start && finding.span.end <= draft.span.end
        };
        if let Some(draft) = drafts.iter_mut().find(of_it) {
            let text = source.slice(finding.span);
            draft.findings.push(finding.text(text));
        }
    }
    drafts
}

/// Whether the moves of a table have their numbers by their rows: it has no numbers, and rows before the last move, whose index is
/// given, have none. A place without a move is a move that is lost.
#[derive(Copy, Clone)]
enum Seats {
    HalfMoves(usize),
    Pairs(usize),
    Unknown,
}

impl Seats {
    fn of(data: &[Vec<Field<'_>>], columns: &BTreeMap<usize, Column>) -> Seats {
        let has = |wanted: &Column| columns.values().any(|column| column == wanted);
        if [Column::Number, Column::Ply, Column::Side, Column::Game, Column::Moves].iter().any(has) {
            return Seats::Unknown;
        }
        let is_filled =
            |row: &Vec<Field<'_>>, wanted: &Column| TableRow { fields: row, columns }.get(wanted).is_some();
        if has(&Column::Move) {
            let Some(last) = data.iter().rposition(|row| is_filled(row, &Column::Move)) else {
                return Seats::Unknown;
            };
            let is_whole = data[..last].iter().all(|row| is_filled(row, &Column::Move));
            return if is_whole { Seats::Unknown } else { Seats::HalfMoves(last) };
        }
        let (white, black) = (Column::WhiteMove, Column::BlackMove);
        let is_any = |row: &Vec<Field<'_>>| is_filled(row, &white) || is_filled(row, &black);
        let Some(last) = data.iter().rposition(is_any) else { return Seats::Unknown };
        let is_whole = data[..last].iter().all(|row| is_filled(row, &white) && is_filled(row, &black));
        if is_whole && is_filled(&data[last], &white) { Seats::Unknown } else { Seats::Pairs(last) }
    }
}

/// A move of a table in a second notation.
struct Twin<'a> {
    draft: usize,
    /// The cell with the move.
    cell: usize,
    column: usize,
    field: Field<'a>,
}

/// Says of the moves in a second notation that they are understood, if they lead to the same positions.
fn explain_twins(drafts: &mut [Draft<'_>], twins: &[Twin<'_>], sense: &dyn MoveSense) {
    for line in twins.chunk_by(|one, other| one.draft == other.draft) {
        let draft = &mut drafts[line[0].draft];
        let mut columns: Vec<usize> = line.iter().map(|twin| twin.column).collect();
        columns.sort_unstable();
        columns.dedup();
        for column in columns {
            let mut boards = sense.board(&draft.start).zip(sense.board(&draft.start));
            let mut own = line.iter().filter(|twin| twin.column == column).peekable();
            for (at, cell) in draft.mainline.cells.iter().enumerate() {
                let Some(twin) = own.next_if(|twin| twin.cell == at) else { break };
                boards =
                    boards.and_then(|(one, other)| one.after(&cell.text).zip(other.after(&twin.field.text)));
                if !boards.as_ref().is_some_and(|(one, other)| can_be_one(&**one, &**other)) {
                    break;
                }
                draft.explained.push(twin.field.span);
            }
        }
    }
}
