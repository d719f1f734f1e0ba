//! The order of the rooms: dependencies point down only.

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up. A room may use itself, its own floor's exceptions below, and what is under it.
const FLOORS: &[&[&str]] = &[
    &["text", "words"],
    &["skeleton", "lineage", "game", "finding", "international", "likely"],
    &["notation", "record"],
    &["decode"],
    &["verify", "position", "archive", "corrections"],
    &["sink"],
    &["convert", "corpus"],
    &["render", "picture"],
    &["review"],
    &["cli"],
];
/// Rooms of one floor that may use each other; `notation` and `record` never do.
const NEIGHBOURS: &[(&str, &str)] = &[
    ("skeleton", "lineage"),
    ("game", "finding"),
    ("likely", "international"),
    ("archive", "verify"),
    ("verify", "position"),
    ("convert", "corpus"),
    ("corpus", "convert"),
];

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

fn files(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            out.push(path);
        }
    }
}

/// The rooms that a source names after `crate::`, outside comments and test modules.
fn used(source: &str) -> Vec<(usize, String)> {
    let mut rooms = Vec::new();
    for (number, line) in source.lines().enumerate() {
        if line.trim_start().starts_with("#[cfg(test)]") {
            break;
        }
        let code = line.split("//").next().unwrap_or_default();
        for part in code.split("crate::").skip(1) {
            let inner = part.strip_prefix('{').unwrap_or(part);
            let names: Vec<&str> =
                if part.starts_with('{') { inner.split([',', '}']).collect() } else { vec![inner] };
            for name in names {
                let room: String =
                    name.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if !room.is_empty() {
                    rooms.push((number + 1, room));
                }
            }
        }
    }
    rooms
}

#[test]
fn dependencies_point_down_only() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut all = Vec::new();
    files(&src, &mut all);
    let mut faults = Vec::new();
    for path in &all {
        let inside = path.strip_prefix(&src).unwrap();
        let room = inside.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs");
        if matches!(room, "lib" | "main" | "bin") || path.to_str().unwrap().contains("test") {
            continue;
        }
        let Some(here) = floor(room) else {
            faults.push(format!("{room}: a room without a floor; give it one in this test"));
            continue;
        };
        for (line, used) in used(&fs::read_to_string(path).unwrap()) {
            let Some(there) = floor(&used) else { continue };
            let allowed = used == room || there < here || NEIGHBOURS.contains(&(room, used.as_str()));
            if !allowed {
                faults.push(format!("{}:{line}: {room} uses {used}", inside.display()));
            }
        }
    }
    assert!(all.len() > 40, "the sources were not found");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_reader_of_uses_sees_them() {
    let rooms = |text| used(text).into_iter().map(|(_, room)| room).collect::<Vec<_>>();
    assert_eq!(rooms("use crate::text::Span;"), ["text"]);
    assert_eq!(rooms("use crate::{game, record::Draft};"), ["game", "record"]);
    assert_eq!(rooms("let x = crate::sink::pgn::write();"), ["sink"]);
    assert!(rooms("// use crate::cli;").is_empty());
}
