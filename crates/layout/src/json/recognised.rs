//! Games as recognisers of handwriting, print or speech give them: for each half-move a text, several texts with the
//! logarithms of their probabilities, or `null` where nothing is legible. `docs/recognised.md` describes the form.
//!
//! ```json
//! {"White": "Anna", "plies": ["e4", [["e5", -0.1], ["c5", -2.4]], null, "Nc6"]}
//! {"sheets": [{"name": "white", "plies": ["e4", "e5"]}, {"name": "black", "plies": ["e4", "c5"]}]}
//! ```

use shakmaty::{Color, KnownOutcome, Outcome};

use super::{Object, items, unescaped};
use crate::finding::{Finding, code};
use crate::text::{Source, Span};
use crate::{Alternative, Cell, CellLine, Draft, Ending, Sheet, Start};

/// Fields that are tags though their first letter is small.
const TAGS: &[&str] = &[
    "event",
    "site",
    "date",
    "round",
    "white",
    "black",
    "whiteElo",
    "blackElo",
    "annotator",
    "eco",
    "timeControl",
];
/// Fields that say the result.
const RESULTS: &[&str] = &["Result", "result"];
/// A text that is less likely than one in e^60 is as good as not offered.
const DEAREST: f64 = 60.0;
/// What a text costs whose probability is not understood.
const UNKNOWN: f64 = 3.0;

/// Whether a text of JSON has such a list.
pub(super) fn is_in(text: &[u8]) -> bool {
    memchr::memmem::find_iter(text, b"\"plies\"").any(|at| {
        let value = text[at + b"\"plies\"".len()..].trim_ascii_start().strip_prefix(b":");
        let list = value.and_then(|value| value.trim_ascii_start().strip_prefix(b"["));
        list.is_some_and(|list| matches!(list.trim_ascii_start(), [b'"' | b'[' | b'n' | b']', ..]))
    })
}

/// The game of an object, if it is one of a recogniser.
pub(super) fn game<'a>(
    source: &'a Source,
    value: Span,
    items: &[(Option<&'a str>, Span)],
) -> Option<Draft<'a>> {
    let text = source.text();
    let field = |name: &str| items.iter().find(|(own, _)| *own == Some(name)).map(|(_, item)| *item);
    let is_list = |item: &Span| text[item.range()].starts_with('[');
    let mut reader = Reader { source, draft: Draft { span: value, is_table: true, ..Draft::default() } };
    let mut sheets: Vec<Sheet<'a>> = Vec::new();
    match (field("plies").filter(is_list), field("sheets").filter(is_list)) {
        (Some(plies), _) if is_in(text[value.range()].as_bytes()) => {
            sheets.push(Sheet { name: String::new(), line: reader.line(plies) });
        }
        (None, Some(list)) => {
            for (at, (_, item)) in super::items(text, list).into_iter().enumerate() {
                let object = Object { text, value: item };
                let plies = object.find(&["plies"]).filter(is_list)?;
                let name = object.string(&["name"]).unwrap_or_else(|| format!("sheet {}", at + 1));
                sheets.push(Sheet { name, line: reader.line(plies) });
            }
        }
        _ => return None,
    }
    let mut sheets = sheets.into_iter().filter(|sheet| !sheet.line.cells.is_empty());
    let first = sheets.next().unwrap_or_default();
    (reader.draft.name, reader.draft.mainline) = (first.name, first.line);
    reader.draft.sheets = sheets.collect();
    reader.head(Object { text, value }, items);
    Some(reader.explained())
}

/// A game under way.
struct Reader<'a> {
    source: &'a Source,
    draft: Draft<'a>,
}

impl<'a> Reader<'a> {
    /// What is said beside the half-moves.
    fn head(&mut self, object: Object<'_>, items: &[(Option<&'a str>, Span)]) {
        let is_tag = |name: &str| {
            TAGS.contains(&name)
                || name.starts_with(|c: char| c.is_ascii_uppercase())
                    && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        for &(name, item) in items {
            let Some(name) = name.filter(|name| is_tag(name) && !RESULTS.contains(name)) else { continue };
            if object.text[item.range()].starts_with(['{', '[']) {
                continue;
            }
            let Some(said) = object.string(&[name]).filter(|said| !said.is_empty() && said != "null") else {
                continue;
            };
            if matches!(name, "FEN" | "Fen") {
                self.draft.start = Start::Fen(said, item);
                continue;
            }
            let mut name = name.to_owned();
            if let Some(first) = name.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            self.draft.tags.set_default(if name == "Eco" { "ECO" } else { &name }, said);
        }
        let result = RESULTS.iter().find_map(|name| object.string(&[name]));
        self.draft.ending = result
            .and_then(|result| outcome(&result))
            .map(|outcome| (Ending::Marker(outcome), Span::at(self.draft.span.end)));
        let notation = object.string(&["notation"]).filter(|name| name != "null");
        let language = object.string(&["language"]).filter(|name| name != "null");
        self.draft.notation = notation.or(language.map(|language| match language.as_str() {
            "en" => "san".to_owned(),
            other => format!("san-{other}"),
        }));
    }

    /// The cells of a list, from White's first half-move on; an item that is `null` leaves its place empty.
    fn line(&mut self, list: Span) -> CellLine<'a> {
        let text = self.source.text();
        let mut cells = Vec::new();
        for ((_, item), at) in items(text, list).into_iter().zip(0u32..) {
            let side = if at.is_multiple_of(2) { Color::White } else { Color::Black };
            let cell = Cell { span: item, number: Some(at / 2 + 1), side: Some(side), ..Cell::default() };
            match text[item.range()].chars().next() {
                Some('"') => {
                    let said = unescaped(text, item).text;
                    if !said.trim().is_empty() {
                        cells.push(Cell { text: said.into(), span: inside(item), ..cell });
                    }
                }
                Some('[') => {
                    let (alternatives, span) = self.alternatives(item);
                    if let Some(first) = alternatives.first() {
                        cells.push(Cell { text: first.text.clone(), alternatives, span, ..cell });
                    }
                }
                _ if &text[item.range()] == "null" => {}
                _ => self.odd(item, "is neither a text, nor null, nor a list"),
            }
        }
        CellLine { cells, ..CellLine::default() }
    }

    /// The texts of a cell with their prices, the likeliest first, and the place of that one.
    fn alternatives(&mut self, list: Span) -> (Vec<Alternative<'a>>, Span) {
        let text = self.source.text();
        let mut found: Vec<(String, f64, Span)> = Vec::new();
        for (_, item) in items(text, list) {
            let pair = if text[item.range()].starts_with('[') { items(text, item) } else { Vec::new() };
            let [(_, said), (_, price)] = pair.as_slice() else {
                self.odd(item, "is no pair of a text and the logarithm of its probability");
                continue;
            };
            if !text[said.range()].starts_with('"') {
                if &text[said.range()] != "null" {
                    self.odd(item, "is no pair of a text and the logarithm of its probability");
                }
                continue;
            }
            let cost = match text[price.range()].parse::<f64>() {
                Ok(log) if log <= 0.0 => -log,
                _ if &text[price.range()] == "-Infinity" => DEAREST,
                _ => {
                    self.odd(*price, "is no logarithm of a probability: these are 0 or less");
                    UNKNOWN
                }
            };
            found.push((unescaped(text, *said).text, cost, inside(*said)));
        }
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        found.retain(|(_, cost, _)| *cost < DEAREST);
        let place = found.first().map_or(list, |first| first.2);
        let alternative = |(text, cost, _): (String, f64, Span)| Alternative {
            text: text.into(),
            cost: (cost * 1000.0).round() as u32,
        };
        (found.into_iter().map(alternative).collect(), place)
    }

    /// Tells that something is not as the form says.
    fn odd(&mut self, place: Span, what: &str) {
        let own = self.source.slice(place);
        self.draft.findings.push(Finding::new(&code::L117, place, format!("`{own}` {what}")).text(own));
    }

    /// The draft, with all of its text but the cells of the main line as understood.
    fn explained(self) -> Draft<'a> {
        let mut draft = self.draft;
        let mut at = draft.span.start;
        for cell in &draft.mainline.cells {
            draft.explained.push(Span::new(at, cell.span.start.max(at)));
            at = cell.span.end.max(at);
        }
        draft.explained.push(Span::new(at, draft.span.end.max(at)));
        draft
    }
}

/// The place of what stands between the quotes of a string.
fn inside(string: Span) -> Span {
    Span::new(string.start + 1, string.end.saturating_sub(1).max(string.start + 1))
}

/// The outcome that a result says.
fn outcome(result: &str) -> Option<Outcome> {
    match result {
        "1-0" => Some(Outcome::Known(KnownOutcome::Decisive { winner: Color::White })),
        "0-1" => Some(Outcome::Known(KnownOutcome::Decisive { winner: Color::Black })),
        "1/2-1/2" | "½-½" => Some(Outcome::Known(KnownOutcome::Draw)),
        "*" => Some(Outcome::Unknown),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Json;
    use crate::Draft;
    use crate::Layout;
    use crate::testing::Shapes;
    use crate::text::Source;

    fn cut(text: &str) -> Vec<Draft<'static>> {
        let source = Box::leak(Box::new(Source::from_bytes("test", text.into())));
        Json.cut(source, &Shapes)
    }

    /// The cells as `number side text/alternatives`.
    fn cells(draft: &Draft<'_>) -> Vec<String> {
        let cell = |cell: &crate::Cell<'_>| {
            let side = cell.side.map_or('?', |side| side.char());
            format!("{}{side} {} {}", cell.number.unwrap_or(0), cell.text, cell.alternatives.len())
        };
        draft.mainline.cells.iter().map(cell).collect()
    }

    #[test]
    fn texts_lists_and_nothing() {
        let text = r#"{"White": "Anna", "date": "2024.05.01", "Result": "1-0", "language": "de",
            "plies": ["e4", [["c5", -2.4], ["e5", -0.1]], null, "Sc6", [], [["Sf6", -0.25]]]}"#;
        let drafts = cut(text);
        assert_eq!(cells(&drafts[0]), ["1w e4 0", "1b e5 2", "2b Sc6 0", "3b Sf6 1"]);
        assert_eq!(drafts[0].mainline.cells[1].alternatives[1].cost, 2400);
        assert_eq!(drafts[0].tags.get("White"), Some("Anna"));
        assert_eq!(drafts[0].tags.get("Date"), Some("2024.05.01"));
        assert_eq!(drafts[0].notation.as_deref(), Some("san-de"));
        assert!(drafts[0].ending.is_some() && drafts[0].findings.is_empty());
        assert!(super::super::is_of_games(text.as_bytes()));
    }

    #[test]
    fn several_sheets_and_several_games() {
        let text = r#"{"sheets": [{"name": "Anna's", "plies": ["e4", "e5"]}, {"plies": ["e4", "c5"]}]}
{"plies": ["d4"]}"#;
        let drafts = cut(text);
        assert_eq!(drafts.len(), 2);
        assert_eq!((drafts[0].name.as_str(), drafts[0].sheets[0].name.as_str()), ("Anna's", "sheet 2"));
        assert_eq!(&*drafts[0].sheets[0].line.cells[1].text, "c5");
    }

    #[test]
    fn what_is_not_in_the_form_is_told() {
        for (text, told) in [
            (r#"{"plies": ["e4", 5]}"#, 1),
            (r#"{"plies": [[["e4", 0.9], ["d4", 0.1]]]}"#, 2),
            (r#"{"plies": [[["e4", NaN]], [["e5", "x"]], ["c4"]]}"#, 3),
            (r#"{"plies": [[["e4", -Infinity], ["d4", -0.1]]]}"#, 0),
            (r#"{"plies": [["#, 0),
            (r#"{"plies": [[["e4""#, 0),
            (r#"{"sheets": [{"plies": [1"#, 0),
        ] {
            let drafts = cut(text);
            let found: usize = drafts.iter().map(|draft| draft.findings.len()).sum();
            assert!(found >= told, "{text}: {found}");
        }
    }

    #[test]
    fn lists_of_objects_are_other_records() {
        assert!(cut(r#"{"plies": [{"text": "e4", "san": "e4"}]}"#).iter().all(|draft| !draft.is_table));
    }
}
