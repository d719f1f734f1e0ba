//! Archives that were damaged or mixed up: whatever became of the bytes, no game of another archive and no
//! wrong game is given out, and the damage is reported.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use crate::common::Random;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use scorebook::archive::{AnnotatedMoves, Archive, Body, Damage, MoveCodec, Options, Stored, Writer};
use scorebook::game::{Tag, Tags};
use scorebook::international::Move16;
use shakmaty::{CastlingMode, Chess, Position};

fn games(seed: u64, count: usize) -> Vec<Stored> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|number| {
            let mut tags = Tags::default();
            let mut tag =
                |name: &str, value: String| tags.push(Tag { name: name.into(), value: value.into() });
            tag("Event", format!("Match {seed}"));
            tag("White", format!("White {}", random.below(91)));
            tag("Black", format!("Black {number}"));
            let mut position = Chess::default();
            let mut moves = AnnotatedMoves::default();
            for _ in 0..random.below(30) {
                let legal = position.legal_moves();
                let mv = legal[random.below(legal.len())];
                moves.line.push(Move16::of(mv, CastlingMode::Standard).expect("word"));
                position.play_unchecked(mv);
                if position.legal_moves().is_empty() {
                    break;
                }
            }
            Stored { tags, body: Body::Moves(moves) }
        })
        .collect()
}

fn pack(games: &[Stored], codec: MoveCodec) -> Vec<u8> {
    let mut writer = Writer::new(Cursor::new(Vec::new()), Options { codec, exact: false }).expect("writer");
    for game in games {
        writer.push(game.clone(), b"").expect("push");
    }
    writer.finish().expect("finish").0.into_inner()
}

/// Where the chunks of an archive begin.
fn chunks(bytes: &[u8]) -> Vec<usize> {
    memchr::memmem::find_iter(bytes, &bytes[48..56]).collect()
}

fn check(archive: &Archive<&[u8]>) -> Vec<Damage> {
    let mut found = archive.check_headers();
    (0..archive.block_count()).for_each(|number| found.extend(archive.check_block(number)));
    found
}

/// Opens the bytes and holds every game that is read to the games of its archive; how many are read.
fn read(bytes: &[u8], games: &[Stored], why: &str) -> usize {
    let Ok(archive) = Archive::open(bytes) else { return 0 };
    assert!(!check(&archive).is_empty(), "{why}: nothing was said");
    let mut count = 0;
    for number in 0..archive.games() {
        if let Ok(game) = archive.game(number) {
            assert!(games.get(number as usize) == Some(&game), "{why}: game {number} is another");
            count += 1;
        }
    }
    count
}

#[test]
fn every_flipped_bit_is_found_and_mended() {
    for codec in MoveCodec::ALL {
        // Dense moves take longer to read.
        let games = games(1, if matches!(codec, MoveCodec::Dense | MoveCodec::Densest) { 40 } else { 300 });
        let bytes = pack(&games, codec);
        let mut random = Random::new(17);
        for _ in 0..300 {
            let (at, bit) = (random.below(bytes.len()), random.below(8));
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            let archive = Archive::open(damaged.as_slice()).expect("opens");
            let found = check(&archive);
            assert!(!found.is_empty(), "{codec}: bit {bit} of byte {at}");
            assert!(found.iter().all(|damage| damage.games.is_empty()), "{codec}: byte {at}: {found:?}");
        }
    }
}

#[test]
fn of_two_archives_joined_only_the_games_of_one_are_read() {
    for codec in MoveCodec::ALL {
        let (ours, theirs) = (games(2, 600), games(3, 600));
        let (a, b) = (pack(&ours, codec), pack(&theirs, codec));
        let mut random = Random::new(codec as u64);
        for _ in 0..if matches!(codec, MoveCodec::Dense | MoveCodec::Densest) { 4 } else { 12 } {
            let (head, tail) = (random.below(a.len()), random.below(b.len()));
            let joined = [&a[..head], &b[tail..]].concat();
            let games = if head < 48 { &theirs } else { &ours };
            read(&joined, games, &format!("{codec}: {head} bytes, then from {tail}"));
        }
        let read = |bytes: &[u8], why: &str| read(bytes, &ours, &format!("{codec}: {why}"));
        assert_eq!(read(&[a.as_slice(), &b].concat(), "one behind the other"), 600);
        let (here, there) = (chunks(&a), chunks(&b));
        // At the ends of chunks: group, three blocks, index.
        assert_eq!((here.len(), there.len()), (5, 5));
        let kept = read(&[&a[..here[2]], &b[there[2]..]].concat(), "from the second block on");
        assert_eq!(kept, 256);
        let middle = [&a[..here[2]], &b[there[2]..there[3]], &a[here[3]..]].concat();
        assert_eq!(read(&middle, "another block in the middle"), 600 - 256);
        let headless = [&b[..there[1]], &a[here[1]..]].concat();
        let archive = Archive::open(headless.as_slice()).expect("opens");
        assert!((0..600).all(|number| archive.game(number).is_err()), "{codec}: headers of the other");
        let both = [&a[..here[3]], &b[there[1]..there[2]], &a[here[3]..]].concat();
        assert_eq!(read(&both, "a block more"), 600);
        let whose = Archive::open(b.as_slice()).expect("opens").identity().expect("identity");
        let whose: String = whose.iter().map(|byte| format!("{byte:02x}")).collect();
        let archive = Archive::open(both.as_slice()).expect("opens");
        let foreign: Vec<&Damage> = archive.damage().iter().filter(|damage| damage.foreign).collect();
        assert!(foreign.len() == 1 && foreign[0].what.contains(&whose), "{:?}", archive.damage());
    }
}

#[test]
fn without_file_header_and_index_it_is_the_archive_of_most_games() {
    let (ours, theirs) = (games(4, 600), games(5, 300));
    let (a, b) = (pack(&ours, MoveCodec::Words), pack(&theirs, MoveCodec::Words));
    let end = *chunks(&a).last().expect("index");
    let joined = [&b[48..*chunks(&b).last().expect("index")], &a[48..end]].concat();
    assert_eq!(read(&joined, &ours, "no header"), 600);
}

#[test]
fn torn_zeroed_and_overwritten_archives_give_no_wrong_game() {
    for codec in MoveCodec::ALL {
        let games = games(6, 600);
        let bytes = pack(&games, codec);
        let mut random = Random::new(23);
        for round in 0..if matches!(codec, MoveCodec::Dense | MoveCodec::Densest) { 8 } else { 30 } {
            let mut damaged = bytes.clone();
            let (at, len) = (random.below(bytes.len()), 1 + random.below(bytes.len() / 3));
            let end = (at + len).min(bytes.len());
            match round % 4 {
                0 => damaged.truncate(at),
                1 => damaged[at..end].fill(0),
                2 => damaged[at..end].iter_mut().for_each(|byte| *byte = random.below(256) as u8),
                _ => drop(damaged.drain(at..end)),
            }
            if damaged != bytes {
                read(&damaged, &games, &format!("{codec}: round {round}, {len} bytes at {at}"));
            }
        }
    }
}

#[test]
fn the_same_games_give_the_same_archive_and_others_another() {
    let one = pack(&games(7, 20), MoveCodec::Words);
    assert!(one == pack(&games(7, 20), MoveCodec::Words));
    let identity = |bytes: &[u8]| Archive::open(bytes).expect("opens").identity();
    let mut seen = vec![identity(&one), identity(&pack(&games(7, 21), MoveCodec::Words))];
    seen.push(identity(&pack(&games(7, 20), MoveCodec::Zstd)));
    seen.push(identity(
        &fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/archive/version-2.sbk")).unwrap(),
    ));
    assert!(seen[3].is_none());
    seen.dedup();
    assert_eq!(seen.len(), 4);
}

fn scorebook(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("scorebook").expect("binary");
    command.current_dir(folder);
    command
}

#[test]
fn commands_tell_of_healed_bytes_and_of_each_hole_once() {
    let folder = tempfile::tempdir().expect("folder");
    let bytes = pack(&games(8, 600), MoveCodec::Words);
    let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect("write");
    put("whole.sbk", &bytes);
    for command in [["unpack", "whole.sbk"].as_slice(), &["info", "--check", "whole.sbk"]] {
        scorebook(folder.path()).args(command).assert().code(0).stderr("");
    }
    let mut random = Random::new(29);
    for _ in 0..12 {
        let mut damaged = bytes.clone();
        damaged[random.below(bytes.len())] ^= 1 << random.below(8);
        put("bit.sbk", &damaged);
        for command in
            [["unpack", "bit.sbk"].as_slice(), &["info", "--check", "bit.sbk"], &["verify", "bit.sbk"]]
        {
            scorebook(folder.path()).args(command).assert().code(1).stderr(contains("K201"));
        }
    }
    // The headers of the group: all its games, in one line.
    let marks = chunks(&bytes);
    let mut damaged = bytes.clone();
    damaged[marks[0] + 8..marks[1]].fill(0);
    put("headers.sbk", &damaged);
    let one_hole = || predicate::function(|text: &str| text.matches("K203").count() == 1);
    for command in ["verify", "unpack"] {
        let told = scorebook(folder.path()).args([command, "headers.sbk"]).assert().code(1);
        told.stderr(contains("games 1 to 600 are lost").and(one_hole()));
    }
    let mut damaged = bytes.clone();
    damaged[marks[1] + 8..marks[3]].fill(0);
    put("blocks.sbk", &damaged);
    let told = scorebook(folder.path()).args(["verify", "blocks.sbk"]).assert().code(1);
    told.stderr(contains("games 1 to 512 are lost").and(one_hole()));
    let other = pack(&games(9, 600), MoveCodec::Words);
    let joined = [&bytes[..marks[2]], &other[chunks(&other)[2]..]].concat();
    put("joined.sbk", &joined);
    let told = scorebook(folder.path()).args(["unpack", "joined.sbk"]).assert().code(1);
    told.stderr(contains("K204")).stdout(contains("Match 8").and(contains("Match 9").not()));
    scorebook(folder.path()).args(["repair", "joined.sbk", "-o", "kept.sbk"]).assert().code(1);
    scorebook(folder.path())
        .args(["info", "--check", "kept.sbk"])
        .assert()
        .code(0)
        .stdout(contains("256 in 1"));
}
