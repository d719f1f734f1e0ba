//! Records in the manners of people, whole: text in, moves and tags out.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::common::{converted, sans};

#[derive(Deserialize)]
struct Fixtures {
    record: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    name: String,
    text: String,
    moves: String,
    tags: BTreeMap<String, String>,
}

#[test]
fn records_are_read_whole_without_being_told_how() {
    let fixtures: Fixtures = toml::from_str(include_str!("../fixtures/records.toml")).unwrap();
    assert!(fixtures.record.len() >= 14);
    for Record { name, text, moves, tags } in fixtures.record {
        let games = converted(&text, &[]);
        let [game] = games.as_slice() else { panic!("{name}: {} games", games.len()) };
        assert_eq!(sans(game), moves, "{name}");
        assert_eq!(game["reading"], "verified", "{name}");
        for (tag, value) in tags {
            assert_eq!(game["tags"][&tag], value.as_str(), "{name}: {tag}");
        }
    }
}
