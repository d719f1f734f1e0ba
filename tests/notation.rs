//! Every notation: tables of forms, and that it reads back what it writes.

use crate::common;

use common::{Random, Spot, named, random_game, random_spots, thorough, uci};
use scorebook::international::Digits;
use scorebook::notation::{self, Notation};
use serde::Deserialize;
use shakmaty::{Move, Position};

#[derive(Deserialize)]
struct Table {
    /// Where the forms come from.
    source: String,
    row: Vec<Row>,
}

/// A text and the moves that it names.
#[derive(Deserialize)]
struct Row {
    notation: String,
    text: String,
    /// The standard starting position if there is none.
    fen: Option<String>,
    /// In UCI; more than one where the text is ambiguous, none where it is not legal or no move.
    moves: Vec<String>,
    /// A note for people.
    #[allow(dead_code)]
    note: Option<String>,
}

#[test]
fn tables_of_forms() {
    let mut failures = Vec::new();
    let mut rows = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/notation")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "toml") || path.ends_with("games.toml") {
            continue;
        }
        let table: Table = toml::from_str(&std::fs::read_to_string(&path).unwrap())
            .unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        assert!(!table.source.is_empty(), "{} names no source", path.display());
        for row in table.row {
            rows += 1;
            let notation = notation::find(&row.notation).unwrap_or_else(|| panic!("no {}", row.notation));
            let spot = row.fen.as_deref().map_or_else(Spot::start, Spot::fen);
            let found = uci(&named(notation, &row.text, &spot));
            let mut wanted = row.moves.clone();
            wanted.sort();
            if found != wanted {
                failures.push(format!(
                    "{}: {} {:?} names {found:?}, not {wanted:?} in {}",
                    path.file_name().unwrap_or_default().display(),
                    row.notation,
                    row.text,
                    spot.to_fen()
                ));
            }
        }
    }
    assert!(rows > 100, "only {rows} rows");
    assert!(failures.is_empty(), "{} of {rows}:\n{}", failures.len(), failures.join("\n"));
}

#[derive(Deserialize)]
struct Games {
    game: Vec<WholeGame>,
}

/// A whole record, cell by cell.
#[derive(Deserialize)]
struct WholeGame {
    source: String,
    notation: String,
    cells: String,
    moves: String,
    /// The first ply, from 1, that breaks the rules.
    unruly: Option<usize>,
    several: Vec<usize>,
}

/// The moves that `text` names among `all`.
fn named_among(notation: &dyn Notation, text: &str, spot: &Spot, all: &[Move]) -> Vec<Move> {
    let senses = notation.read(text, spot.position.turn());
    let describes = |m: Move| senses.iter().any(|sense| sense.skeleton.describes(spot.scene(), m));
    all.iter().copied().filter(|&m| describes(m)).collect()
}

#[test]
fn whole_games_cell_by_cell() {
    let table: Games = toml::from_str(include_str!("../fixtures/notation/games.toml")).unwrap();
    for game in table.game {
        let notation = notation::find(&game.notation).unwrap();
        let cells: Vec<&str> = if game.cells.contains('|') {
            game.cells.split('|').collect()
        } else {
            game.cells.split_whitespace().collect()
        };
        let moves: Vec<&str> = game.moves.split_whitespace().collect();
        assert_eq!(cells.len(), moves.len(), "{}", game.source);
        let mut spot = Spot::start();
        for (ply, (cell, wanted)) in (1..).zip(cells.iter().zip(moves)) {
            let unruly = game.unruly.is_some_and(|first| ply >= first);
            let all = if unruly {
                scorebook::notation::pseudo::reachable(&spot.position)
            } else {
                spot.position.legal_moves().to_vec()
            };
            let wanted = match wanted.parse::<Digits>() {
                Ok(digits) => digits.to_word(&spot.position).and_then(|word| word.as_move(&spot.position)),
                Err(_) => {
                    let uci: shakmaty::uci::UciMove = wanted.parse().unwrap();
                    uci.to_move(&spot.position).ok()
                }
            };
            let wanted = wanted.unwrap_or_else(|| panic!("{}: no move at ply {ply}", game.source));
            let found = named_among(notation, cell, &spot, &all);
            assert!(found.contains(&wanted), "{}: {cell} at ply {ply} does not name {wanted}", game.source);
            assert_eq!(
                found.len() > 1,
                game.several.contains(&ply),
                "{}: {cell} at ply {ply} names {:?}",
                game.source,
                uci(&found)
            );
            if game.unruly == Some(ply) {
                assert!(
                    !spot.position.legal_moves().contains(&wanted),
                    "{}: ply {ply} is legal",
                    game.source
                );
            }
            spot.play(wanted);
        }
    }
}

fn writers() -> impl Iterator<Item = &'static dyn Notation> {
    notation::TABLE.iter().copied().filter(|notation| notation.writes())
}

/// Holds that `notation` writes every legal move of `spot` so that it reads it back alone.
fn hold_every_move(notation: &dyn Notation, spot: &Spot) {
    for m in spot.position.legal_moves() {
        hold_move(notation, spot, m);
    }
}

fn hold_move(notation: &dyn Notation, spot: &Spot, m: Move) {
    let text = notation.write(&spot.position, &spot.lineage, m);
    let text = text.unwrap_or_else(|| panic!("{} cannot say {m:?} in {}", notation.name(), spot.to_fen()));
    let found = named(notation, &text, spot);
    assert_eq!(found, [m], "{} writes {text:?} for {} in {}", notation.name(), uci(&[m])[0], spot.to_fen());
}

#[test]
fn every_move_of_many_positions_is_read_back() {
    for spot in random_spots(1978, if thorough() { 10_000 } else { 300 }) {
        for notation in writers() {
            hold_every_move(notation, &spot);
        }
    }
}

/// Positions with many pieces of a kind, promotions, pins and en passant, where short forms collide.
#[test]
fn every_move_of_crowded_positions_is_read_back() {
    for fen in [
        "3R1r2/2R3P1/1p2kp1p/2PpPbP1/2P3r1/p4p1p/1P4P1/4Q1K1 w - d6 0 1",
        "r3k2r/pPppqpb1/bn2pnp1/3PN3/4P3/2N2Q1p/PPPBBP2/R3K2R w KQkq - 0 1",
        "8/Q1Q5/8/Q1Q5/7k/8/8/K7 w - - 0 1",
        "4k3/1N1N1N2/8/N5N1/8/N5N1/1N1N1N2/4K3 w - - 0 1",
        "n1n3k1/1P1P4/8/8/8/8/1p1p4/N1N3K1 w - - 0 1",
        "n1n3k1/1P1P4/8/8/8/8/1p1p4/N1N3K1 b - - 0 1",
        "7k/8/8/2pPpPpP/8/8/8/K7 w - c6 0 1",
        "k7/8/8/8/2PpPpPp/8/8/7K b - g3 0 1",
        "4k3/8/8/8/8/2p1p3/1B1P1B2/2B1K1B1 w - - 0 1",
        "rrr1k3/rrr5/rrr5/8/8/8/8/4K3 b - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "2b3k1/1b6/8/1B1p1p2/2P1P3/8/1P6/4K3 w - - 0 1",
    ] {
        let spot = Spot::fen(fen);
        writers().for_each(|notation| hold_every_move(notation, &spot));
    }
}

#[test]
fn random_games_are_read_back() {
    let games = if thorough() { 100_000 } else { 100 };
    let mut random = Random::new(22);
    for number in 1..=games {
        if thorough() && number % 1000 == 0 {
            eprintln!("{number} games");
        }
        let moves = random_game(&mut random, 100);
        let mut spot = Spot::start();
        for m in moves {
            writers().for_each(|notation| hold_move(notation, &spot, m));
            spot.play(m);
        }
    }
}

#[test]
fn names_and_aliases_are_unique() {
    let mut names: Vec<&str> = notation::TABLE
        .iter()
        .flat_map(|n| std::iter::once(n.name()).chain(n.aliases().iter().copied()))
        .collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    assert!(notation::TABLE.iter().all(|n| !n.title().is_empty()));
}

#[test]
fn no_man_stands_on_two_files() {
    // The king's pawn on the bishop's file is the one born on e2, not one that stands on both files.
    let english = notation::find("english").expect("the table has it");
    let senses = english.read("KPcxK", shakmaty::Color::White);
    let froms = senses.iter().filter_map(|sense| match sense.skeleton.deed {
        scorebook::skeleton::Deed::Displace(d) => Some(d.from),
        _ => None,
    });
    assert_eq!(froms.filter(|from| from.is_empty()).count(), 0);
    assert!(!senses.is_empty());
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(2000))]
    /// Hostile text is no move, never a panic.
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,24}") {
        for notation in notation::TABLE {
            for side in shakmaty::Color::ALL {
                let _ = notation.read(&text, side);
            }
        }
    }

    #[test]
    fn any_text_of_chess_signs_is_read_or_refused(
        text in "[KQRBNPSTDCAFabcdefghx:*=()0-9/O .+#-]{0,12}",
    ) {
        for notation in notation::TABLE {
            for side in shakmaty::Color::ALL {
                for sense in notation.read(&text, side) {
                    // A sense must be one that some move could have: no empty masks.
                    if let scorebook::skeleton::Deed::Displace(d) = sense.skeleton.deed {
                        proptest::prop_assert!(d.from.any() && d.to.any(), "{} {:?}", notation.name(), text);
                    }
                }
            }
        }
    }
}

/// What `convert` writes it also reads, in every format: the same moves, all verified.
#[test]
fn every_output_is_read_back() {
    // A queen's-side castling behind which `R. P.` would be a man of its own, and a capture of each kind.
    let games = "[Event \"A\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O h6 5. c3 Nf6 \
                 6. d4 exd4 7. cxd4 Bb6 8. e5 d5 9. exf6 dxc4 10. Re1+ Kf8 1-0\n\n[Event \"B\"]\n[White \"Carl\"]\n[Black \"Dora\"]\n\
                 [Result \"*\"]\n\n1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5. O-O-O O-O-O 6. a3 a6 7. h3 e6 8. g4 Be4 *\n";
    let wanted: Vec<String> = common::converted(games, &[]).iter().map(common::sans).collect();
    let mut formats: Vec<&str> = vec!["pgn", "csv", "json"];
    formats.extend(notation::TABLE.iter().filter(|known| known.writes()).map(|known| known.name()));
    let mut failures = Vec::new();
    for format in formats {
        let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_scorebook"));
        let written =
            command.args(["convert", "-q", "--to", format, "-"]).write_stdin(games).output().unwrap();
        let written = String::from_utf8(written.stdout).unwrap();
        let read = common::converted(&written, &[]);
        let moves: Vec<String> = read.iter().map(common::sans).collect();
        if moves != wanted || read.iter().any(|game| game["reading"] != "verified") {
            failures.push(format!("{format}: {moves:?}\n{written}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
