//! The query language, by `fixtures/queries.toml`: one answer in PGN and in archives, and errors that say what and where.

use std::io::Cursor;
use std::path::Path;

use scorebook::archive::{Archive, Options, Writer, import};
use scorebook::corpus::chunks::Chunk;
use scorebook::corpus::select::{self, Wish};
use scorebook::corpus::unique::Gone;
use scorebook::query::Query;
use serde::Deserialize;

#[derive(Deserialize)]
struct Fixture {
    query: Vec<Asked>,
    wrong: Vec<Wrong>,
}

#[derive(Deserialize)]
struct Asked {
    #[serde(rename = "where")]
    query: String,
    games: Vec<usize>,
}

#[derive(Deserialize)]
struct Wrong {
    #[serde(rename = "where")]
    query: String,
    why: String,
    at: String,
}

fn fixture() -> (Fixture, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let rows = std::fs::read_to_string(folder.join("queries.toml")).unwrap();
    let games = std::fs::read_to_string(folder.join("queries/games.pgn")).unwrap();
    (toml::from_str(&rows).unwrap(), games)
}

/// The games of a PGN, each from its tags on.
fn split(games: &str) -> Vec<String> {
    let starts: Vec<usize> = games.match_indices("[Event ").map(|(at, _)| at).collect();
    let ends = starts.iter().copied().skip(1).chain([games.len()]);
    starts.iter().zip(ends).map(|(&start, end)| games[start..end].to_owned()).collect()
}

/// The numbers of the games that `select` picks.
fn selected(all: &[String], query: Query) -> Vec<usize> {
    let chunk = Chunk::whole(all.concat().into_bytes());
    let wish = Wish { query: Some(query), ..Wish::default() };
    let found = select::chunk(chunk, &wish, &Gone::default(), &[]);
    assert_eq!(found.games, all.len());
    let number = |text: &[u8]| {
        let text = std::str::from_utf8(text).unwrap().trim();
        1 + all.iter().position(|game| game.trim() == text).expect("a game as it was")
    };
    found.picked.into_iter().map(|picked| number(&picked.text.numbered(1).unwrap())).collect()
}

#[test]
fn a_query_has_one_answer_in_pgn_and_in_archives() {
    let (fixture, games) = fixture();
    let games = split(&games);
    let mut writer = Writer::new(Cursor::new(Vec::new()), Options::default()).unwrap();
    for game in &games {
        writer.push(import(game.as_bytes()).unwrap(), game.as_bytes()).unwrap();
    }
    let archive = Archive::open(writer.finish().unwrap().0.into_inner()).unwrap();
    assert!(fixture.query.len() > 90);
    let mut other = Vec::new();
    for Asked { query: text, games: wanted } in fixture.query {
        let query: Query = match text.parse() {
            Ok(query) => query,
            Err(error) => {
                other.push(format!("{text}: {error}"));
                continue;
            }
        };
        let (found, damage) = archive.find(&query).unwrap();
        let found: Vec<usize> = found.into_iter().map(|number| number as usize + 1).collect();
        assert!(damage.is_empty());
        let selected = selected(&games, query);
        if found != wanted || selected != wanted {
            other.push(format!("{text}: {wanted:?}, but {selected:?} in PGN, {found:?} in the archive"));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
}

#[test]
fn findings_are_asked_of_pgn_only() {
    let games = [
        "[Event \"a\"]\n\n1. e4 e5 2. Ke3 *\n\n".to_owned(),
        "[Event \"b\"]\n\n1. e4 e5 2. Nf3 1-0\n\n".to_owned(),
        "[Event \"c\"]\n\n1. e4 e5 (1... c5 *\n\n".to_owned(),
    ];
    for (query, wanted) in [
        ("finding = M201", [1].as_slice()),
        ("finding ~ M", &[1]),
        ("finding in (m201, S103)", &[1, 3]),
        ("finding ~ S1 and not finding ~ M", &[3]),
        ("exists finding", &[1, 2, 3]),
    ] {
        assert_eq!(selected(&games, query.parse().unwrap()), wanted, "{query}");
    }
    let writer = Writer::new(Cursor::new(Vec::new()), Options::default()).unwrap();
    let archive = Archive::open(writer.finish().unwrap().0.into_inner()).unwrap();
    let error = archive.find(&"plies > 3 and finding = M201".parse().unwrap()).unwrap_err();
    assert_eq!(error.at, 24);
    assert!(error.message.contains("an archive keeps no findings"));
}

#[test]
fn what_is_wrong_in_a_query_is_told_with_its_place() {
    for Wrong { query: text, why, at } in fixture().0.wrong {
        let error = text.parse::<Query>().err().unwrap_or_else(|| panic!("`{text}` was taken"));
        assert!(error.message.contains(&why), "{text}: {error}");
        assert!(text[error.at..].starts_with(&at), "{text}: marked at `{}`", &text[error.at..]);
        assert!(at.is_empty() == text[error.at..].is_empty(), "{text}: marked at `{}`", &text[error.at..]);
    }
}

#[test]
fn queries_of_the_documentation_can_be_asked() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut asked = 0;
    for file in ["docs/queries.md", "README.md", "src/cli/select/mod.rs"] {
        let text = std::fs::read_to_string(root.join(file)).unwrap().replace("\\\"", "\"");
        for query in text.split("--where '").skip(1).filter_map(|rest| rest.split('\'').next()) {
            query.parse::<Query>().unwrap_or_else(|error| panic!("{file}: {query}: {error}"));
            asked += 1;
        }
    }
    assert!(asked >= 10, "{asked}");
}
