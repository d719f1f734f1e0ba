//! Objects or lists that are rows of a table: their names are its heads, and the reader of tables reads them. What a row
//! lacks is lost there, as in any table.

use super::{Games, Object, items, unescaped};
use crate::csv::{self, Field};
use crate::game::Tags;
use crate::text::Span;
use crate::{Draft, Ending};

/// Deepest nesting of the objects of a row.
const DEEPEST: usize = 3;
/// Names of a move in an object that is named like what it is of: `"white": {"san": "e4"}`.
const OF_MOVES: &[&str] = &["san", "move", "uci", "lan", "notation", "text", "value", "ply"];

/// A row under way: its names with their values.
type Named = Vec<(String, Span)>;

impl<'a> Games<'a, '_> {
    /// The games of rows, with what the objects between them say of them; none if they hold no moves.
    pub(super) fn table(&self, rows: &[Span]) -> Vec<Draft<'a>> {
        let text = self.source.text();
        let is_row = |row: &Span| text[row.range()].starts_with(['{', '[']);
        if rows.len() < 2 || !rows.iter().all(is_row) {
            return Vec::new();
        }
        let named: Vec<Named> = rows.iter().map(|row| self.named(*row)).collect();
        let heads = self.heads_of_moves(&named);
        if heads.is_empty() {
            return Vec::new();
        }
        let mut drafts: Vec<Draft<'a>> = Vec::new();
        let mut said: Vec<Span> = Vec::new();
        let mut run: Vec<usize> = Vec::new();
        for at in 0..=rows.len() {
            let holds = named.get(at).is_some_and(|row| self.is_of_moves(row, &heads));
            if holds {
                run.push(at);
                continue;
            }
            let row = rows.get(at).copied();
            // Between two games stands who plays the next one; anything else that is said goes with the game.
            if !run.is_empty() && (row.is_none() || row.is_some_and(|row| self.names_players(row))) {
                self.run(&mut drafts, rows, &named, &run, &said);
                run.clear();
                said.clear();
            }
            said.extend(row);
        }
        drafts
    }

    /// Adds the games of a run of rows.
    fn run(&self, drafts: &mut Vec<Draft<'a>>, rows: &[Span], named: &[Named], run: &[usize], said: &[Span]) {
        let mut heads: Vec<&str> = Vec::new();
        for (name, _) in run.iter().flat_map(|&at| &named[at]) {
            if !heads.contains(&name.as_str()) {
                heads.push(name);
            }
        }
        let start = Span::at(rows[run[0]].start);
        let mut table: Vec<Vec<Field<'a>>> =
            vec![heads.iter().map(|name| Field { text: (*name).to_owned().into(), span: start }).collect()];
        for &at in run {
            let behind = Span::at(rows[at].end);
            let field = |head: &&str| match named[at].iter().find(|(name, _)| name == head) {
                Some((_, value)) => self.field(*value),
                None => Field { text: "".into(), span: behind },
            };
            table.push(heads.iter().map(field).collect());
        }
        let mut found = csv::of_rows(self.source, self.sense, &table);
        let whole = rows[run[0]].join(rows[run[run.len() - 1]]);
        if let [draft] = found.as_mut_slice() {
            draft.span = whole;
        }
        for draft in &mut found {
            // Around the moves all is told; spans inside others would say less.
            draft.explained.clear();
            let span = draft.span;
            super::explain_around(draft, span);
        }
        for &value in said {
            let object = Object { text: self.source.text(), value };
            let mut tags = Tags::default();
            object.tags(&mut tags);
            if let Some(draft) = found.first_mut() {
                tags.iter().for_each(|tag| draft.tags.set_default(&tag.name, tag.value.clone()));
                draft.explained.push(value);
            }
            let outcome = object.outcome();
            if let (Some(draft), Some(outcome)) = (found.last_mut(), outcome) {
                draft.ending.get_or_insert((Ending::Marker(outcome), Span::at(value.end)));
            }
        }
        drafts.extend(found);
    }

    /// Whether an object says who plays.
    fn names_players(&self, value: Span) -> bool {
        let mut tags = Tags::default();
        Object { text: self.source.text(), value }.tags(&mut tags);
        tags.get("White").is_some() || tags.get("Black").is_some()
    }

    /// The values of a row with their names; of a list, the names are its places.
    fn named(&self, row: Span) -> Named {
        let text = self.source.text();
        let mut named = Named::new();
        if text[row.range()].starts_with('[') {
            let all = items(text, row).into_iter().enumerate();
            named.extend(all.map(|(at, (_, item))| (format!("column{at}"), item)));
        } else {
            self.flatten(row, None, &mut named, 0);
        }
        named
    }

    fn flatten(&self, object: Span, of: Option<&str>, named: &mut Named, depth: usize) {
        let text = self.source.text();
        for (name, item) in items(text, object) {
            let name = super::plain_name(name.unwrap_or_default());
            if text[item.range()].starts_with('{') && depth < DEEPEST {
                self.flatten(item, Some(&name), named, depth + 1);
                continue;
            }
            let name = match of {
                None => name.into_owned(),
                Some(of) if OF_MOVES.contains(&&*name.to_lowercase()) => of.to_owned(),
                Some("move" | "zug" | "coup") => name.into_owned(),
                Some(of) => format!("{of}.{name}"),
            };
            if !named.iter().any(|(own, _)| *own == name) {
                named.push((name, item));
            }
        }
    }

    /// A value as a field: a string without its quotes, `null` as nothing.
    fn field(&self, value: Span) -> Field<'a> {
        let text = self.source.text();
        let raw = &text[value.range()];
        if raw.starts_with('"') {
            let span = super::moves::inside(value);
            let own = self.source.slice(span);
            let said = if own.contains('\\') { unescaped(text, value).text.into() } else { own.into() };
            return Field { text: said, span };
        }
        let is_nothing = raw == "null" || raw.starts_with(['{', '[']);
        let said = if is_nothing { "".into() } else { self.source.slice(value).into() };
        Field { text: said, span: value }
    }

    /// Whether a value is the text of a move.
    fn is_move(&self, value: Span) -> bool {
        let text = &self.source.text()[value.range()];
        text.starts_with('"') && self.sense.likeness(text.trim_matches('"')) >= 0.5
    }

    /// The names whose values are mostly moves.
    fn heads_of_moves(&self, rows: &[Named]) -> Vec<String> {
        let text = self.source.text();
        // Moves, and all texts that are not empty.
        let mut counts: Vec<(&str, usize, usize)> = Vec::new();
        for (name, value) in rows.iter().flatten() {
            let is_text = text[value.range()].starts_with('"') && value.len() > 2;
            if !is_text {
                continue;
            }
            let moves = usize::from(self.is_move(*value));
            match counts.iter_mut().find(|(own, ..)| own == name) {
                Some(count) => (count.1, count.2) = (count.1 + moves, count.2 + 1),
                None => counts.push((name, moves, 1)),
            }
        }
        // Squares alone are places of anything.
        let is_square = |value: &Span| {
            matches!(text[value.range()].trim_matches('"').as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
        };
        let mut moves = rows.iter().flatten().map(|(_, value)| value).filter(|value| self.is_move(**value));
        if moves.all(is_square) {
            return Vec::new();
        }
        let most = counts.iter().map(|count| count.1).max().unwrap_or(0);
        let are_moves = |count: &&(&str, usize, usize)| {
            count.1 * 5 >= count.2 * 3 && count.1 * 3 >= most && count.1 > 0 && most > 1
        };
        counts.iter().filter(are_moves).map(|count| count.0.to_owned()).collect()
    }

    /// Whether a row has a place for a move, filled or not.
    fn is_of_moves(&self, row: &Named, heads: &[String]) -> bool {
        let text = self.source.text();
        let own: Vec<Span> =
            row.iter().filter(|(name, _)| heads.contains(name)).map(|(_, item)| *item).collect();
        let is_empty = |item: &Span| matches!(&text[item.range()], "null" | "\"\"");
        let said = own.iter().filter(|item| !is_empty(item));
        !own.is_empty() && (said.clone().count() == 0 || said.clone().any(|item| self.is_move(*item)))
    }

    /// Reads the rows of a list of moves as a table where that says more than the names of their values do: more moves, or
    /// moves that are lost, or numbers of half-moves.
    pub(super) fn better_as_table(&self, draft: &mut Draft<'a>, value: Span, before: usize) {
        // The fields of an object are no rows.
        if !self.source.text()[value.range()].starts_with('[') {
            return;
        }
        let rows: Vec<Span> = items(self.source.text(), value).into_iter().map(|(_, item)| item).collect();
        let mut tables = self.table(&rows);
        let Some(mut table) = tables.pop().filter(|_| tables.is_empty() && before == 0) else { return };
        let (old, new) = (&draft.mainline.cells, &table.mainline.cells);
        let is_renumbered = old.len() == new.len()
            && old.iter().zip(new).any(|(old, new)| old.number.is_some() && old.number != new.number);
        let has_gap = has_gap(&table) && draft.start == crate::Start::Array;
        if new.len() <= old.len() && !is_renumbered && !has_gap {
            return;
        }
        if old.len() == new.len() {
            for (old, new) in old.iter().zip(&mut table.mainline.cells) {
                new.comments.clone_from(&old.comments);
                new.nags.clone_from(&old.nags);
            }
        }
        draft.mainline = table.mainline;
        draft.explained.extend(table.explained);
        draft.findings.extend(table.findings);
        draft.is_table |= has_gap;
        draft.ending = draft.ending.take().or(table.ending);
    }
}

/// Whether the places of a game's moves leave one out.
fn has_gap(draft: &Draft<'_>) -> bool {
    let place = |cell: &crate::Cell<'_>| {
        let side = cell.side?;
        Some(cell.number? * 2 + side.fold_wb(0, 1))
    };
    let places: Option<Vec<u32>> = draft.mainline.cells.iter().map(place).collect();
    places.is_some_and(|places| {
        places.first().is_some_and(|first| *first > 2) || places.windows(2).any(|pair| pair[1] > pair[0] + 1)
    })
}
