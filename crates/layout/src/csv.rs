//! Games in a table: a row a half-move, a row a pair, or a row a game.

use std::collections::HashMap;

use shakmaty::Color;
use shakmaty::fen::Fen;

use super::anchor::anchor;
use super::heading::Heading;
use super::running::Running;
use super::shape::{self, Shape};
use super::words::{Row, words};
use super::{Cell, Draft, Layout, MoveSense, Start, Strand, ending};
use crate::finding::{Finding, code};
use crate::game::Tag;
use crate::text::{Source, Span};

/// What a column holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// What tells one game from the next.
    Game,
    /// The move number.
    Number,
    /// The half-move, counted from 1.
    Ply,
    /// The side to move: `w`, `white`, `b`, `black`.
    Side,
    /// The move.
    Move,
    /// White's move.
    WhiteMove,
    /// Black's move.
    BlackMove,
    /// A whole game's moves.
    Moves,
    /// What is said about the move.
    Comment,
    /// The starting position.
    Fen,
    /// The result.
    Result,
    /// Any other tag, by its name.
    Tag(String),
}

/// A table whose columns are named by its first row, or by the user.
#[derive(Clone, Debug, Default)]
pub struct Csv {
    /// Columns by name or by number (from 1), as the user gave them; empty: by the first row.
    columns: Vec<(String, Column)>,
}

/// A table whose first row names the columns.
pub static CSV: Csv = Csv { columns: Vec::new() };

impl Csv {
    /// Columns as `kind=name-or-number`, separated by commas: `game=1,white-move=3,black-move=4`.
    ///
    /// # Errors
    /// Says which part is wrong.
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

impl Column {
    /// The kind of column that a heading names; `White` alone is a tag until the values say otherwise.
    pub(super) fn named(name: &str) -> Option<Column> {
        let plain: String = name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        Some(match plain.as_str() {
            "game" | "gameid" | "id" | "gameno" | "gamenumber" => Column::Game,
            "number" | "no" | "movenumber" | "moveno" | "n" | "nr" | "num" | "numero" | "número"
            | "nummer" | "zugnummer" | "zugnr" | "movenr" => Column::Number,
            "ply" | "halfmove" | "halbzug" | "demicoup" => Column::Ply,
            "side" | "color" | "colour" | "turn" | "farbe" | "couleur" | "colore" | "kleur" | "цвет"
            | "seite" => Column::Side,
            "zug" | "coup" | "jugada" | "mossa" | "zet" | "ход" | "ruch" | "tah" | "lance" => Column::Move,
            "time" | "clock" | "zeit" | "temps" | "tiempo" | "tempo" | "eval" | "evaluation"
            | "bewertung" | "bemerkung" | "kommentar" | "commentaire" | "comentario" | "opmerking"
            | "comments" | "notes" => Column::Comment,
            "move" | "text" | "san" | "uci" | "notation" | "lan" => Column::Move,
            "whitemove" | "wmove" => Column::WhiteMove,
            "blackmove" | "bmove" => Column::BlackMove,
            "moves" | "pgn" | "movetext" | "gamemoves" => Column::Moves,
            "comment" | "note" | "remark" | "annotation" => Column::Comment,
            "fen" | "position" | "start" => Column::Fen,
            "result" | "score" => Column::Result,
            "white" | "whiteplayer" => Column::Tag("White".into()),
            "black" | "blackplayer" => Column::Tag("Black".into()),
            side if side.chars().count() > 2 && shape::side(side).is_some() => {
                let white = shape::side(side) == Some(Color::White);
                Column::Tag(if white { "White" } else { "Black" }.into())
            }
            "event" | "tournament" => Column::Tag("Event".into()),
            "site" | "place" => Column::Tag("Site".into()),
            "date" => Column::Tag("Date".into()),
            "round" => Column::Tag("Round".into()),
            "eco" => Column::Tag("ECO".into()),
            "opening" => Column::Tag("Opening".into()),
            _ if name.starts_with(|c: char| c.is_ascii_uppercase())
                && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') =>
            {
                Column::Tag(name.to_owned())
            }
            _ => return None,
        })
    }
}

/// One field: its text and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Field<'a> {
    pub text: std::borrow::Cow<'a, str>,
    span: Span,
}

/// The records of a table with the places of their fields, which no CSV crate tells: a field may be
/// quoted, with doubled quotes and line ends inside.
fn records(text: &str, separator: char) -> impl Iterator<Item = Vec<Field<'_>>> {
    let mut at = body(text).1;
    std::iter::from_fn(move || {
        if at >= text.len() {
            return None;
        }
        let mut fields = Vec::new();
        loop {
            let (field, next) = field(text, at, separator);
            fields.push(field);
            at = next;
            match text[at..].chars().next() {
                Some(c) if c == separator => at += c.len_utf8(),
                Some('\r') if text[at..].starts_with("\r\n") => {
                    at += 2;
                    return Some(fields);
                }
                Some(c) => {
                    at += c.len_utf8();
                    return Some(fields);
                }
                None => return Some(fields),
            }
        }
    })
}

fn field(text: &str, start: usize, separator: char) -> (Field<'_>, usize) {
    let rest = &text[start..];
    if let Some(body) = rest.strip_prefix('"') {
        let mut end = 0;
        loop {
            match body[end..].find('"') {
                Some(quote) if body[end + quote + 1..].starts_with('"') => end += quote + 2,
                Some(quote) => {
                    end += quote;
                    break;
                }
                None => {
                    end = body.len();
                    break;
                }
            }
        }
        let inner = &body[..end];
        let text = if inner.contains('"') { inner.replace("\"\"", "\"").into() } else { inner.into() };
        let span = Span::new(start + 1, start + 1 + end);
        // What follows the closing quote up to the separator is no part of the field.
        let after = (start + end + 2).min(rest.len() + start);
        let skip = rest[after - start..].find([separator, '\n', '\r']).unwrap_or(rest.len() + start - after);
        return (Field { text, span }, after + skip);
    }
    let end = rest.find([separator, '\n', '\r']).unwrap_or(rest.len());
    let raw = &rest[..end];
    let text = raw.trim();
    let lead = raw.len() - raw.trim_start().len();
    (Field { text: text.into(), span: Span::new(start + lead, start + lead + text.len()) }, start + end)
}

/// The table without the line that tells Excel the separator, and where it begins.
fn body(text: &str) -> (&str, usize) {
    let Some(rest) = text.strip_prefix("sep=").or_else(|| text.strip_prefix("SEP=")) else {
        return (text, 0);
    };
    let start = rest.find('\n').map_or(text.len(), |end| 4 + end + 1);
    (&text[start..], start)
}

/// The separator that the first line with any uses most.
fn separator(text: &str) -> Option<char> {
    let line = body(text).0.lines().take(LEAD).find(|line| line.contains(['\t', ';', ',']))?;
    ['\t', ';', ','].into_iter().max_by_key(|&c| line.matches(c).count()).filter(|&c| line.contains(c))
}

impl Csv {
    /// The kinds of the columns by index, and whether the first row is a heading.
    fn columns(&self, first: &[Field<'_>]) -> (HashMap<usize, Column>, bool) {
        if self.columns.is_empty() {
            let named: HashMap<usize, Column> = first
                .iter()
                .enumerate()
                .filter_map(|(i, field)| Some((i, Column::named(&field.text)?)))
                .collect();
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
        // With numbers only, the first row is a heading if it does not look like data.
        heading |= first.iter().all(|field| !field.text.is_empty() && Column::named(&field.text).is_some());
        (columns, heading)
    }
}

/// Lines before the table in which its separator is looked for.
const LEAD: usize = 6;

fn holds_moves(columns: &HashMap<usize, Column>) -> bool {
    columns
        .values()
        .any(|c| matches!(c, Column::Move | Column::WhiteMove | Column::BlackMove | Column::Moves))
}

/// `White` and `Black` hold moves, not names, where no other column does and the values look so.
fn settle_sides(columns: &mut HashMap<usize, Column>, sample: &[Vec<Field<'_>>], sense: &dyn MoveSense) {
    if holds_moves(columns) {
        return;
    }
    let side = |columns: &HashMap<usize, Column>, name: &str| {
        columns.iter().find(|(_, c)| matches!(c, Column::Tag(tag) if tag == name)).map(|(&i, _)| i)
    };
    let (Some(white), Some(black)) = (side(columns, "White"), side(columns, "Black")) else { return };
    let texts = sample.iter().filter_map(|row| row.get(white)).filter(|field| !field.text.is_empty());
    let likeness: Vec<f32> = texts.map(|field| sense.likeness(&field.text)).collect();
    if !likeness.is_empty() && likeness.iter().sum::<f32>() >= likeness.len() as f32 * 0.6 {
        columns.insert(white, Column::WhiteMove);
        columns.insert(black, Column::BlackMove);
    }
}

impl Layout for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn title(&self) -> &'static str {
        "a table: a row a half-move, a pair or a game (see --columns)"
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        let Some(separator) = separator(source.text()) else { return 0.0 };
        let table: Vec<_> = records(source.text(), separator).take(60).collect();
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
        settle_sides(&mut columns, &sample, sense);
        let fits =
            holds_moves(&columns) && columns.len() * 2 > first.len() && !sample.is_empty() && first.len() > 1;
        if fits { 0.96 * even as f32 / sample.len() as f32 } else { 0.0 }
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let separator = separator(source.text()).unwrap_or(',');
        let all: Vec<Vec<Field<'a>>> = records(source.text(), separator).collect();
        if self.columns.is_empty()
            && let Some(shape) = shaped(&all, sense)
        {
            return shape_cut(source, sense, &all, &shape);
        }
        let Some(first) = all.first() else { return Vec::new() };
        let (mut columns, heading) = self.columns(first);
        let data = &all[usize::from(heading).min(all.len())..];
        settle_sides(&mut columns, &data[..data.len().min(50)], sense);
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

/// Tells the columns by what stands in them, where their heads alone do not say which hold the moves.
fn shaped(table: &[Vec<Field<'_>>], sense: &dyn MoveSense) -> Option<Shape> {
    let first = table.first()?;
    let (mut named, _) = Csv::default().columns(first);
    let sample = &table[1..table.len().min(51)];
    settle_sides(&mut named, sample, sense);
    let repeated =
        first.iter().filter(|field| matches!(Column::named(&field.text), Some(Column::Number))).count() > 1;
    // A column of moves that holds numbers is none.
    let wrong = named.iter().any(|(&at, column)| {
        *column == Column::Move
            && sample
                .iter()
                .filter_map(|row| row.get(at))
                .all(|field| field.text.trim().parse::<u32>().is_ok())
    });
    if holds_moves(&named) && named.len() * 2 > first.len() && !wrong && !repeated {
        return None;
    }
    Shape::of(table, sense).filter(|shape| shape.columns.len() > 1)
}

/// The games of a table whose columns are told by what stands in them.
fn shape_cut<'a>(
    source: &'a Source,
    sense: &dyn MoveSense,
    all: &[Vec<Field<'a>>],
    shape: &Shape,
) -> Vec<Draft<'a>> {
    let data = &all[shape.data..];
    let blocks: Vec<Vec<Field<'a>>>;
    let data = match shape.block {
        Some(width) => {
            // Block by block, each down to its end.
            let count = data.iter().map(|row| row.len().div_ceil(width)).max().unwrap_or(0);
            let block =
                |at: usize| data.iter().filter_map(move |row| row.chunks(width).nth(at)).map(<[_]>::to_vec);
            blocks = (0..count).flat_map(block).collect();
            &blocks
        }
        None => data,
    };
    let mut drafts = games(source, sense, data, &shape.columns);
    let Some(draft) = drafts.first_mut() else { return drafts };
    let mut heading = Heading::default();
    let head = shape.head.unwrap_or(shape.data);
    for field in all[..head].iter().flatten().filter(|field| !field.text.trim().is_empty()) {
        heading.read(Row { text: source.slice(field.span), start: field.span.start });
    }
    // Heads that name no side are the players.
    for (&at, column) in &shape.columns {
        let (side, field) = (column.side(), shape.head.and_then(|head| all[head].get(at)));
        if let (Some(side), Some(field)) = (side, field)
            && shape::side(&field.text).is_none()
            && !field.text.trim().is_empty()
        {
            let name = if side == Color::White { "White" } else { "Black" };
            draft.tags.push(Tag { name: name.into(), value: field.text.trim().into() });
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
    draft.strand.comments.extend(heading.remarks);
    drafts
}

/// The games of the rows of a table.
fn games<'a>(
    source: &'a Source,
    sense: &dyn MoveSense,
    data: &[Vec<Field<'a>>],
    columns: &HashMap<usize, Column>,
) -> Vec<Draft<'a>> {
    let mut drafts: Vec<Draft<'a>> = Vec::new();
    let mut key: Option<String> = None;
    for row in data {
        if row.iter().all(|field| field.text.trim().is_empty()) {
            continue;
        }
        let row = Line { fields: row, columns };
        let whole = row.get(&Column::Moves).is_some();
        let game = row.get(&Column::Game).map(|field| field.text.to_string());
        let number = row.number();
        let ply = row.get(&Column::Ply).and_then(|field| field.text.parse::<u32>().ok());
        let restarts = game.is_none()
            && drafts.last().is_some_and(|d| !d.strand.cells.is_empty())
            && (ply == Some(1) || (ply.is_none() && number == Some(1) && row.starts_pair(&drafts)));
        if drafts.is_empty() || whole || restarts || (game.is_some() && game != key) {
            drafts.push(Draft { span: row.span(), ..Draft::default() });
        }
        key = game.or(key);
        if let Some(draft) = drafts.last_mut() {
            row.read(source, sense, draft, ply);
        }
    }
    drafts
}

/// One record with the kinds of its columns.
struct Line<'r, 'a> {
    fields: &'r [Field<'a>],
    columns: &'r HashMap<usize, Column>,
}

impl<'a> Line<'_, 'a> {
    fn get(&self, column: &Column) -> Option<&Field<'a>> {
        let index = self.columns.iter().find(|(_, c)| *c == column).map(|(&i, _)| i)?;
        self.fields.get(index).filter(|field| !field.text.trim().is_empty())
    }

    fn number(&self) -> Option<u32> {
        anchor(self.get(&Column::Number)?.text.trim()).map(|found| found.number)
    }

    fn side(&self) -> Option<Color> {
        shape::side(&self.get(&Column::Side)?.text)
    }

    /// Whether a row numbered 1 begins a game: it holds White's move, not Black's answer.
    fn starts_pair(&self, drafts: &[Draft<'a>]) -> bool {
        if self.get(&Column::WhiteMove).is_some() || self.side() == Some(Color::White) {
            return true;
        }
        let cells = drafts.last().map_or(0, |draft| draft.strand.cells.len());
        self.side().is_none() && cells > 1
    }

    fn span(&self) -> Span {
        let mut spans = self.fields.iter().map(|field| field.span);
        let first = spans.next().unwrap_or_default();
        spans.fold(first, Span::join)
    }

    fn read(&self, source: &'a Source, sense: &dyn MoveSense, draft: &mut Draft<'a>, ply: Option<u32>) {
        draft.span = draft.span.join(self.span());
        for (&index, column) in self.columns {
            let Some(field) = self.fields.get(index).filter(|field| !field.text.trim().is_empty()) else {
                continue;
            };
            let explained = match column {
                Column::Move | Column::WhiteMove | Column::BlackMove | Column::Moves => false,
                // A row without its number has a move there.
                Column::Number | Column::Ply => !field.text.contains(char::is_alphabetic),
                _ => true,
            };
            if explained {
                draft.explained.push(field.span);
            }
            match column {
                Column::Tag(name) if draft.tags.get(name).is_none() => {
                    draft.tags.push(Tag { name: name.as_str().into(), value: field.text.trim().into() });
                }
                Column::Fen if draft.strand.cells.is_empty() && field.text.trim().parse::<Fen>().is_ok() => {
                    draft.start = Start::Fen(field.text.trim().to_owned(), field.span);
                }
                Column::Result => {
                    if let Some(outcome) = ending::marker(&field.text) {
                        draft.ending = Some((super::Ending::Marker(outcome), field.span));
                    }
                }
                _ => {}
            }
        }
        if let Some(field) = self.get(&Column::Moves) {
            read_moves(source, sense, draft, field);
            return;
        }
        let number = self.number();
        if let Some((ending, span)) = self.only_ends() {
            draft.ending = Some((ending, span));
            return;
        }
        let mut push = |column: &Column, side: Option<Color>| {
            let Some(field) = self.get(column) else { return };
            let all: Vec<_> = words(&field.text, field.span.start).collect();
            if let Some((0, ending, span)) = ending::find(&all) {
                draft.ending = Some((ending, span));
                return;
            }
            draft.strand.cells.push(Cell {
                text: field.text.clone(),
                span: field.span,
                number,
                side,
                comments: self.remarks(column),
                ..Cell::default()
            });
        };
        let by_ply = ply.map(|ply| if ply % 2 == 1 { Color::White } else { Color::Black });
        push(&Column::Move, self.side().or(by_ply));
        push(&Column::WhiteMove, Some(Color::White));
        push(&Column::BlackMove, Some(Color::Black));
    }

    /// What stands in columns of remarks right behind a move, up to the next; those before all moves go with the
    /// first.
    fn remarks(&self, column: &Column) -> Vec<String> {
        let is_move = |c: &Column| matches!(c, Column::Move | Column::WhiteMove | Column::BlackMove);
        let mut moves: Vec<usize> =
            self.columns.iter().filter(|(_, c)| is_move(c)).map(|(&at, _)| at).collect();
        moves.sort_unstable();
        let filled = |at: usize| self.fields.get(at).is_some_and(|field| !field.text.trim().is_empty());
        moves.retain(|&at| filled(at));
        let Some(own) = moves.iter().position(|at| self.columns.get(at) == Some(column)) else {
            return Vec::new();
        };
        let from = if own == 0 { 0 } else { moves[own] };
        let to = moves.get(own + 1).copied().unwrap_or(self.fields.len());
        (from..to)
            .filter(|at| self.columns.get(at) == Some(&Column::Comment) && filled(*at))
            .map(|at| self.fields[at].text.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    }

    /// How the game ended, where the row says nothing else: `1-0;;`, `Black resigns,,`.
    fn only_ends(&self) -> Option<(super::Ending, Span)> {
        let mut fields = self.fields.iter().filter(|field| !field.text.trim().is_empty());
        let field = fields.next()?;
        if fields.next().is_some() {
            return None;
        }
        let all: Vec<_> = words(&field.text, field.span.start).collect();
        ending::find(&all).filter(|(at, ..)| *at == 0).map(|(_, ending, span)| (ending, span))
    }
}

/// The moves of a whole game in one field, read as running text. Their places are those in the
/// field; where the field has doubled quotes they are off by those.
fn read_moves<'a>(source: &'a Source, sense: &dyn MoveSense, draft: &mut Draft<'a>, field: &Field<'a>) {
    let inner = Source::from_bytes(source.name(), field.text.as_bytes().to_vec());
    let shift = |span: Span| Span::new(span.start + field.span.start, span.end + field.span.start);
    for game in Running.cut(&inner, sense) {
        let strand = Strand {
            comments: game.strand.comments,
            cells: game
                .strand
                .cells
                .into_iter()
                .map(|cell| Cell {
                    text: cell.text.into_owned().into(),
                    span: shift(cell.span),
                    number: cell.number,
                    side: cell.side,
                    nags: cell.nags,
                    comments: cell.comments,
                    ..Cell::default()
                })
                .collect(),
        };
        draft.strand.comments.extend(strand.comments);
        draft.strand.cells.extend(strand.cells);
        draft.explained.extend(game.explained.into_iter().map(shift));
        draft.findings.extend(game.findings.into_iter().map(|mut finding| {
            finding.span = shift(finding.span);
            finding
        }));
        if draft.ending.is_none() {
            draft.ending = game.ending.map(|(ending, span)| (ending, shift(span)));
        }
    }
}
