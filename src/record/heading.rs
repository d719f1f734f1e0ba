//! What stands before a game: tag pairs, `White: Name`, `A v. B`, a FEN, odds, other lines.

use shakmaty::fen::Fen;

use super::words::Row;
use super::{Start, odds};
use crate::game::{Tag, Tags};

/// What a game's heading says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Heading {
    pub tags: Tags,
    pub start: Start,
    /// Lines that are none of these.
    pub remarks: Vec<String>,
}

/// Names that people put before a colon, and the tags that they mean.
const LABELS: &[(&str, &str)] = &[
    ("white", "White"),
    ("black", "Black"),
    ("blancas", "White"),
    ("negras", "Black"),
    ("blancs", "White"),
    ("noirs", "Black"),
    ("event", "Event"),
    ("tournament", "Event"),
    ("match", "Event"),
    ("site", "Site"),
    ("place", "Site"),
    ("date", "Date"),
    ("year", "Date"),
    ("round", "Round"),
    ("result", "Result"),
    ("opening", "Opening"),
    ("eco", "ECO"),
    ("annotator", "Annotator"),
    ("source", "Source"),
];

impl Heading {
    /// Takes in one line.
    pub(super) fn read(&mut self, row: Row<'_>) {
        let line = row.text.trim();
        if line.is_empty()
            || self.tag_pair(line)
            || self.fen(row)
            || self.columns(line)
            || self.labelled(line)
        {
            return;
        }
        if let Some(fen) = odds::read(line) {
            self.start = Start::Odds(fen, row.span());
            self.remarks.push(line.to_owned());
            return;
        }
        if !self.players(line) && !self.place_and_year(line) {
            self.remarks.push(line.to_owned());
        }
    }

    /// `[Name "value"]`
    fn tag_pair(&mut self, line: &str) -> bool {
        let Some((name, value)) = tag_pair(line) else { return false };
        self.tags.push(Tag { name, value });
        true
    }

    /// A FEN, alone or after "FEN:" or in a tag pair already read.
    fn fen(&mut self, row: Row<'_>) -> bool {
        let line = row.text.trim();
        let text = line.strip_prefix("FEN").map_or(line, |rest| rest.trim_start_matches([':', ' ']));
        let is_fen = text.matches('/').count() == 7 && text.parse::<Fen>().is_ok();
        if is_fen {
            self.start = Start::Fen(text.to_owned(), row.span());
        }
        is_fen
    }

    /// `WHITE        BLACK` over two columns, with the names in brackets if there are any.
    fn columns(&mut self, line: &str) -> bool {
        let lower = line.to_ascii_lowercase();
        let (Some(white), Some(black)) = (lower.find("white"), lower.find("black")) else { return false };
        if white != 0 || black < 5 {
            return false;
        }
        let name = |text: &str| {
            let text = text.trim().trim_end_matches('.').trim();
            text.strip_prefix('(')
                .and_then(|t| t.split_once(')'))
                .map(|(name, rest)| (name.to_owned(), rest.trim().is_empty()))
        };
        let (left, right) = (&line[5..black], &line[black + 5..]);
        if left.trim_matches([' ', '\t', '.', '|']).is_empty()
            && right.trim_matches([' ', '\t', '.', '|']).is_empty()
        {
            return true;
        }
        match (name(left), name(right)) {
            (Some((white, true)), Some((black, true))) => {
                self.tags.set_default("White", white);
                self.tags.set_default("Black", black);
                true
            }
            _ => false,
        }
    }

    /// `White: Anderssen`
    fn labelled(&mut self, line: &str) -> bool {
        let Some((label, value)) = line.split_once(':') else { return false };
        let label = label.trim().to_lowercase();
        let Some((_, name)) = LABELS.iter().find(|(known, _)| *known == label) else { return false };
        let value = value.trim();
        if !value.is_empty() {
            let value = if *name == "Date" { date(value) } else { value.to_owned() };
            self.tags.set(name, value);
        }
        true
    }

    /// `Anderssen v. Kieseritzky`
    fn players(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let versus =
            |word: &&str| matches!(word.to_ascii_lowercase().as_str(), "v." | "v" | "vs." | "vs" | "versus");
        let Some(at) = words.iter().position(versus).filter(|&at| at > 0 && at + 1 < words.len()) else {
            return false;
        };
        let (white, rest) = (words[..at].join(" "), words[at + 1..].join(" "));
        if white.chars().count() > 40 || self.tags.get("White").is_some() {
            return false;
        }
        // "Anderssen v. Kieseritzky, London, 1851": what follows the first comma is place and year.
        let (black, place) = match rest.split_once(", ") {
            Some((black, place)) if ends_with_year(place) => (black.to_owned(), Some(place)),
            _ => (rest, None),
        };
        self.tags.set("White", white);
        self.tags.set_default("Black", black.trim_end_matches('.'));
        if let Some(place) = place {
            self.place_and_year(place);
        }
        true
    }

    /// `London, 1851.`
    fn place_and_year(&mut self, line: &str) -> bool {
        let line = line.trim().trim_end_matches('.');
        if !ends_with_year(line) || line.split_whitespace().count() > 5 {
            return false;
        }
        let (place, year) = line.split_at(line.len() - 4);
        let place = place.trim().trim_end_matches([',', '(']).trim();
        if place.chars().any(|c| c.is_ascii_digit()) {
            return false;
        }
        self.tags.set_default("Date", format!("{year}.??.??"));
        if !place.is_empty() {
            self.tags.set_default("Site", place);
        }
        true
    }
}

/// A whole line that is a tag pair, with its value unescaped.
pub(super) fn tag_pair(line: &str) -> Option<(String, String)> {
    let inner = line.trim().strip_prefix('[')?.trim_end().strip_suffix(']')?.trim();
    let (name, _) = inner.split_once(|c: char| c.is_whitespace() || c == '"')?;
    let value = inner[name.len()..].trim().strip_prefix('"')?.strip_suffix('"')?;
    let named = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    named.then(|| (name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

fn ends_with_year(line: &str) -> bool {
    let line = line.trim().trim_end_matches('.');
    let year = line.len().checked_sub(4).and_then(|at| line.get(at..)).and_then(|y| y.parse::<u32>().ok());
    year.is_some_and(|year| (1400..2100).contains(&year))
        && !line[..line.len() - 4].ends_with(|c: char| c.is_ascii_digit())
}

/// A date as PGN writes it: `1851` → `1851.??.??`, `1851-06-21` → `1851.06.21`; else as it is.
fn date(text: &str) -> String {
    let parts: Vec<&str> = text.split(['.', '-', '/']).map(str::trim).collect();
    let number = |part: &str, len: usize| {
        part.len() <= len && part.bytes().all(|b| b.is_ascii_digit()) && !part.is_empty()
    };
    match parts.as_slice() {
        [year] if number(year, 4) && year.len() == 4 => format!("{year}.??.??"),
        [year, month, day] if year.len() == 4 && number(year, 4) && number(month, 2) && number(day, 2) => {
            format!("{year}.{month:0>2}.{day:0>2}")
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::words::rows;

    fn read(text: &str) -> Heading {
        let mut heading = Heading::default();
        rows(text, 0).for_each(|row| heading.read(row));
        heading
    }

    #[test]
    fn headings_in_many_dresses() {
        let heading = read("The Immortal Game\nAnderssen v. Kieseritzky, London, 1851.\n");
        assert_eq!(heading.tags.get("White"), Some("Anderssen"));
        assert_eq!(heading.tags.get("Black"), Some("Kieseritzky"));
        assert_eq!(heading.tags.get("Site"), Some("London"));
        assert_eq!(heading.tags.get("Date"), Some("1851.??.??"));
        assert_eq!(heading.remarks, ["The Immortal Game"]);

        let heading = read("White: A. Bell\nBlack: N. Jacobi\nDate: 1978-02-01\nWHITE     BLACK\n");
        assert_eq!(heading.tags.get("White"), Some("A. Bell"));
        assert_eq!(heading.tags.get("Date"), Some("1978.02.01"));
        assert!(heading.remarks.is_empty());

        let heading = read("WHITE (Mr. Morphy).      BLACK (Mr. Barnes).\n");
        assert_eq!(heading.tags.get("White"), Some("Mr. Morphy"));
        assert_eq!(heading.tags.get("Black"), Some("Mr. Barnes"));

        let heading = read("[White \"O'Kelly \\\"Bill\\\"\"]\n");
        assert_eq!(heading.tags.get("White"), Some("O'Kelly \"Bill\""));
    }

    #[test]
    fn starts_that_are_not_the_array() {
        let fen = "3R1r2/2R3P1/1p2kp1p/2PpPbP1/2P3r1/p4p1p/1P4P1/4Q1K1 w - d6 0 1";
        assert!(matches!(read(fen).start, Start::Fen(found, _) if found == fen));
        assert!(matches!(read(&format!("FEN: {fen}")).start, Start::Fen(found, _) if found == fen));
        let Start::Odds(fen, _) = read("Remove White's Q's Kt.").start else { panic!("no odds") };
        assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq"), "{fen}");
    }
}
