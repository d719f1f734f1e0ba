//! The moves of a game in an object: a text, or a list of texts, of half-moves, or of pairs in many forms.

use shakmaty::Color;

use super::{Games, Object, explain_around, items, unescaped};
use crate::csv::take_moves;
use crate::text::Span;
use crate::{Cell, Draft, Start, anchor, shape};

/// Names of White's move and of Black's in a pair.
const SIDES: [(Color, &[&str]); 2] = [
    (Color::White, &["white", "w", "white_move", "whitemove", "white_moves", "whitemoves", "weiss", "weiß"]),
    (Color::Black, &["black", "b", "black_move", "blackmove", "black_moves", "blackmoves", "schwarz"]),
];
/// Names of the number of a pair.
const NUMBERS: &[&str] =
    &["number", "move_number", "moveNumber", "no", "nr", "n", "num", "movenumber", "move_no"];
/// Deepest nesting of lists.
const DEEPEST: usize = 6;

/// Whether a value can be a game's moves: a text, a list, or an object whose names are numbers.
pub(super) fn is_of_moves(text: &str, value: Span) -> bool {
    match text[value.range()].as_bytes().first() {
        Some(b'"' | b'[') => true,
        Some(b'{') => is_numbered(&items(text, value)),
        _ => false,
    }
}

/// The lists of White's moves and of Black's, `{"white": ["e4", "Nf3"], "black": ["e5", "Nc6"]}`.
pub(super) fn sides(text: &str, object: &[(Option<&str>, Span)]) -> Option<[Vec<Span>; 2]> {
    let list = |names: &[&str]| {
        let is = |own: &Option<&str>| {
            own.is_some_and(|own| names.iter().any(|name| own.eq_ignore_ascii_case(name)))
        };
        let value = object.iter().find(|(own, _)| is(own)).map(|(_, item)| *item)?;
        let is_single =
            |item: &Span| text[item.range()].starts_with('"') && !text[item.range()].contains(' ');
        let moves: Vec<Span> = items(text, value).into_iter().map(|(_, item)| item).collect();
        (text[value.range()].starts_with('[') && moves.iter().all(is_single)).then_some((value, moves))
    };
    let ((value, white), (_, black)) = (list(SIDES[0].1)?, list(SIDES[1].1)?);
    let alternate = white.len().wrapping_sub(black.len()) < 2 && !black.is_empty();
    (alternate && super::is_list_of_moves(text[value.range()].as_bytes())).then_some([white, black])
}

/// Whether the names of an object are numbers: `{"1": ["e4", "e5"], "2": "Nf3 Nc6"}`.
fn is_numbered(fields: &[(Option<&str>, Span)]) -> bool {
    let mut due = 1..;
    !fields.is_empty()
        && fields
            .iter()
            .all(|(name, _)| name.is_some_and(|name| name.trim_end_matches('.').parse().ok() == due.next()))
}

/// The number of a half-move by its own, or by that of the pair and the side.
fn half_move_number(object: &Object<'_>) -> Option<u64> {
    let number = |names: &[&str]| names.iter().find_map(|name| object.number(&[name]));
    number(&["ply", "halfmove", "half_move", "ply_number", "plynumber"]).or_else(|| {
        let side = ["side", "color", "colour", "turn"].iter().find_map(|name| object.string(&[name]))?;
        let pair = number(NUMBERS)?.checked_mul(2)?;
        match shape::side(&side)? {
            Color::White => pair.checked_sub(1),
            Color::Black => Some(pair),
        }
    })
}

/// The number of the first of several half-moves, where each stands beside the position before it or behind it: these follow each other,
/// `{"move": "e2e4", "fen": "… b … 1"}`.
fn told_by_positions(text: &str, objects: &[Span]) -> Option<u64> {
    /// Fewest of them.
    const FEWEST: usize = 2;
    let played = |value: &Span| {
        let object = text[value.range()].starts_with('{').then_some(Object { text, value: *value })?;
        let fen = object.string(&["fen"])?;
        let fields: Vec<&str> = fen.split(' ').collect();
        let number: u64 = fields.get(5)?.parse().ok().filter(|&number| number > 0)?;
        number.checked_sub(1)?.checked_mul(2)?.checked_add(u64::from(fields[1] == "b"))
    };
    let first = objects.first().and_then(played).filter(|first| *first < 2)?;
    // The last one may be cut off.
    let is_last = |at: usize| at + 1 == objects.len();
    let follow = objects.iter().enumerate().all(|(at, value)| match played(value) {
        Some(count) => count == first + at as u64,
        None => is_last(at),
    });
    (objects.len() >= FEWEST && follow).then_some(1)
}

/// The place of what stands between the quotes of a string.
pub(super) fn inside(string: Span) -> Span {
    Span::new(string.start + 1, string.end.saturating_sub(1).max(string.start + 1))
}

/// The text of a move that is told as an object, `{"san": "e4", "uci": "e2e4"}`.
fn named_move(text: &str, item: Span) -> Option<Span> {
    /// Names of such a text, those first that say most.
    const NAMES: &[&str] = &["san", "uci", "lan", "move", "moves", "notation", "ply", "text"];
    let object = text[item.range()].starts_with('{').then_some(Object { text, value: item })?;
    let is_move = |value: &Span| {
        let word = text[value.range()].trim_matches('"');
        text[value.range()].starts_with('"') && word.bytes().any(|b| !b.is_ascii_digit()) || word.len() > 3
    };
    NAMES.iter().filter_map(|name| object.find(&[name])).find(is_move)
}

/// The comments and the glyphs of a move that is told as an object.
fn remarks(text: &str, item: Span) -> (Vec<String>, Vec<u8>) {
    let Some(object) = text[item.range()].starts_with('{').then_some(Object { text, value: item }) else {
        return Default::default();
    };
    let list = |name: &str| -> Vec<Span> {
        match object.find(&[name]) {
            Some(list) if text[list.range()].starts_with('[') => {
                items(text, list).into_iter().map(|(_, item)| item).collect()
            }
            Some(value) => vec![value],
            None => Vec::new(),
        }
    };
    let texts = ["comments", "comment"].into_iter().flat_map(list);
    let texts = texts.filter(|value| text[value.range()].starts_with('"'));
    let comments = texts.map(|value| unescaped(text, value).text).filter(|text| !text.is_empty());
    let nags = list("nags").into_iter().filter_map(|value| text[value.range()].parse().ok());
    (comments.collect(), nags.collect())
}

/// Whether a number is two squares in figures, and a piece perhaps: `5254`, as some programs write correspondence.
fn is_of_squares(value: &str) -> bool {
    (4..=5).contains(&value.len()) && value.bytes().all(|b| matches!(b, b'1'..=b'8'))
}

/// Whether a text does not begin with a move number.
fn is_bare(said: &str) -> bool {
    anchor::anchor(said).is_none_or(|found| found.len == 0)
}

/// A text of one move without the figures behind it: `e4 5400`, `Nf3 0:59:31`. All else stays as it is.
pub(super) fn without_clock(said: &str) -> &str {
    let Some((mv, clock)) = said.split_once(' ') else { return said };
    let is_figure = |word: &str| {
        word.bytes().any(|b| b.is_ascii_digit())
            && word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'.'))
    };
    // Moves by digits alone are two moves.
    let is_move = mv.contains(char::is_alphabetic) && is_bare(mv);
    let is_clock = clock.split_whitespace().all(is_figure)
        && !clock.trim_end().ends_with('.')
        && !clock.trim().is_empty();
    if is_move && is_clock { mv } else { said }
}

/// The number and the side that an object gives its move.
type Place = (Option<u32>, Option<Color>);

impl<'a> Games<'a, '_> {
    /// A text of moves, or a list of them.
    pub(super) fn moves(&self, draft: &mut Draft<'a>, value: Span) {
        let text = self.source.text();
        if text[value.range()].starts_with('"') {
            let inner = unescaped(text, value);
            if inner.text.trim_start().starts_with('[') {
                self.pgn(draft, value);
            } else {
                take_moves(draft, &inner, self.source, self.sense);
            }
            return;
        }
        match self.cells_in_order(value).filter(|_| draft.start == Start::Array) {
            Some(cells) => {
                // A place without a move is a move that is not known.
                draft.is_table = true;
                cells.into_iter().for_each(|(item, place)| self.line(draft, item, place, 0));
            }
            None => {
                let before = draft.mainline.cells.len();
                self.line(draft, value, Place::default(), 0);
                self.better_as_table(draft, value, before);
            }
        }
        explain_around(draft, value);
    }

    /// The moves of a list of single moves, of pairs, or of objects with White's and Black's, each with its place, if a place before
    /// the last one is empty: `["e4", null, "Nf3"]`.
    fn cells_in_order(&self, value: Span) -> Option<Vec<(Span, Place)>> {
        let text = self.source.text();
        let own = |item: Span| text[item.range()].as_bytes();
        let rows = items(text, value);
        let list: Vec<Span> = match own(rows.first()?.1).first()? {
            b'[' => rows
                .iter()
                .map(|(_, row)| {
                    let pair = items(text, *row);
                    (own(*row).starts_with(b"[") && pair.len() == 2).then(|| [pair[0].1, pair[1].1])
                })
                .collect::<Option<Vec<_>>>()?
                .concat(),
            b'{' => {
                let sides = |row: Span| {
                    let object = Object { text, value: row };
                    SIDES.map(|(_, names)| names.iter().find_map(|name| object.find(&[name])))
                };
                // Where only one side's moves have a name that is known, the other's are not empty.
                let has = |side: usize| rows.iter().any(|(_, row)| sides(*row)[side].is_some());
                if !has(0) || !has(1) {
                    return None;
                }
                rows.iter()
                    .map(|(_, row)| {
                        let [white, black] = sides(*row);
                        (white.is_some() || black.is_some())
                            .then(|| [white.unwrap_or(Span::at(row.end)), black.unwrap_or(Span::at(row.end))])
                    })
                    .collect::<Option<Vec<_>>>()?
                    .concat()
            }
            _ => rows.iter().map(|(_, item)| *item).collect(),
        };
        let is_empty = |item: &Span| matches!(own(*item), b"" | b"null" | b"\"\"" | b"\"-\"" | b"\"--\"");
        let is_single = |item: &Span| {
            let said = text[item.range()].trim_matches('"');
            own(*item).starts_with(b"\"") && !said.contains([' ', '\\']) && is_bare(said)
        };
        let last = list.iter().rposition(|item| !is_empty(item))?;
        let list = &list[..=last];
        if !list.iter().any(is_empty) || !list.iter().all(|item| is_empty(item) || is_single(item)) {
            return None;
        }
        let placed = |(at, item): (usize, &Span)| {
            let side = if at % 2 == 0 { Color::White } else { Color::Black };
            (*item, (u32::try_from(at / 2 + 1).ok(), Some(side)))
        };
        Some(list.iter().enumerate().map(placed).collect())
    }

    /// Adds the moves of a value in a list.
    fn line(&self, draft: &mut Draft<'a>, value: Span, place: Place, depth: usize) {
        let text = self.source.text();
        match text[value.range()].as_bytes().first() {
            _ if depth > DEEPEST => {}
            Some(b'[') => {
                items(text, value).into_iter().for_each(|(_, item)| self.line(draft, item, place, depth + 1));
            }
            Some(b'{') => self.of_object(draft, value, depth),
            Some(b'"') => self.said(draft, value, place),
            // Beside moves in letters, it is a clock.
            Some(b'1'..=b'8')
                if is_of_squares(&text[value.range()])
                    && draft.mainline.cells.iter().all(|cell| is_of_squares(&cell.text)) =>
            {
                let (number, side) = place;
                let said = self.source.slice(value).into();
                draft.mainline.cells.push(Cell { text: said, span: value, number, side, ..Cell::default() });
            }
            _ => {}
        }
    }

    /// Adds the moves of an object: one with its remarks, or White's and Black's.
    fn of_object(&self, draft: &mut Draft<'a>, value: Span, depth: usize) {
        let text = self.source.text();
        let object = Object { text, value };
        let number =
            NUMBERS.iter().find_map(|name| object.number(&[name])).and_then(|n| u32::try_from(n).ok());
        let sides = SIDES.map(|(side, names)| (side, names.iter().find_map(|name| object.find(&[name]))));
        if let Some([white, black]) = self::sides(text, &items(text, value)) {
            for at in 0..white.len() {
                for (side, moves) in [(Color::White, &white), (Color::Black, &black)] {
                    let place = (u32::try_from(at + 1).ok(), Some(side));
                    moves.get(at).into_iter().for_each(|item| self.said(draft, *item, place));
                }
            }
            return;
        }
        if sides.iter().any(|(_, item)| item.is_some()) {
            for (side, item) in sides {
                if let Some(item) = item {
                    self.line(draft, item, (number, Some(side)), depth + 1);
                }
            }
            return;
        }
        if let Some(item) = named_move(text, value) {
            let ply =
                half_move_number(&object).and_then(|ply| u32::try_from(ply).ok()).filter(|&ply| ply > 0);
            let place = ply.map_or((number, None), |ply| {
                let side = if ply % 2 == 1 { Color::White } else { Color::Black };
                (Some(ply.div_ceil(2)), Some(side))
            });
            let (comments, nags) = remarks(text, value);
            let before = draft.mainline.cells.len();
            self.said(draft, item, place);
            if let Some(cell) = draft.mainline.cells.get_mut(before..).and_then(<[_]>::last_mut) {
                cell.comments.extend(comments);
                cell.nags.extend(nags);
            }
            return;
        }
        let fields = items(text, value);
        if is_numbered(&fields) {
            fields.into_iter().for_each(|(_, item)| self.line(draft, item, Place::default(), depth + 1));
        } else if let Some(list) = object.find(&["moves"]) {
            self.line(draft, list, Place::default(), depth + 1);
        }
    }

    /// Adds the moves of a string: mostly one, but `1. e4 e5` is two.
    fn said(&self, draft: &mut Draft<'a>, value: Span, place: Place) {
        let span = inside(value);
        let said = self.source.slice(span);
        if said.trim().is_empty() || matches!(said.trim(), "-" | "--" | "..." | "…" | "null") {
            return;
        }
        let whole = said;
        let said = without_clock(whole);
        let span = Span::new(span.start, span.start + said.len());
        let is_plain = !said.contains([' ', '\\']) && is_bare(said);
        if is_plain {
            let (number, side) = place;
            let clock = whole[said.len()..].trim();
            let comments = (!clock.is_empty()).then(|| clock.to_owned()).into_iter().collect();
            let cell = Cell { text: said.into(), span, number, side, comments, ..Cell::default() };
            draft.mainline.cells.push(cell);
            return;
        }
        take_moves(draft, &unescaped(self.source.text(), value), self.source, self.sense);
    }

    /// The games of objects that are half-moves in order, `{"ply": 1, "san": "e4"}`, each from its number 1 on; none if they
    /// are anything else.
    pub(super) fn half_moves(&self, objects: &[Span]) -> Vec<Draft<'a>> {
        let mut drafts: Vec<Draft<'a>> = Vec::new();
        let told = told_by_positions(self.source.text(), objects);
        for (at, &value) in objects.iter().enumerate() {
            let told = told.map(|first| first + at as u64);
            let Some((ply, cell)) = self.half_move(value, told) else { return Vec::new() };
            match drafts.last_mut() {
                Some(draft) if draft.mainline.cells.len() as u64 + 1 == ply => {
                    draft.mainline.cells.push(cell);
                    draft.span = draft.span.join(value);
                }
                _ if ply == 1 => {
                    let mut draft = Draft { span: value, ..Draft::default() };
                    draft.mainline.cells.push(cell);
                    drafts.push(draft);
                }
                _ => return Vec::new(),
            }
        }
        for draft in &mut drafts {
            let span = draft.span;
            explain_around(draft, span);
        }
        drafts
    }

    /// An object with a half-move and its number, or that which is told elsewhere.
    fn half_move(&self, value: Span, told: Option<u64>) -> Option<(u64, Cell<'a>)> {
        let text = self.source.text();
        let object = text[value.range()].starts_with('{').then_some(Object { text, value })?;
        let ply = half_move_number(&object).or(told)?;
        // A text of several moves is no half-move.
        let item = named_move(text, value).filter(|item| !text[item.range()].contains(' '))?;
        let span = Span::new(item.start + 1, item.end.saturating_sub(1).max(item.start + 1));
        let side = if ply % 2 == 1 { Color::White } else { Color::Black };
        Some((ply, Cell { text: self.source.slice(span).into(), span, side: Some(side), ..Cell::default() }))
    }
}
