//! One game is read from few bytes of the archive, and questions to headers need no block at all.

use crate::common::{Random, pack};
use scorebook::archive::{AnnotatedMoves, Annotation, Archive, Body, MoveCodec, PlacedAnnotation, Stored};
use scorebook::game::{Tag, Tags};
use scorebook::international::Move16;
use scorebook::query::Query;
use shakmaty::{CastlingMode, Chess, Position};

/// Bytes that are destroyed at a time.
const SLICE: usize = 1024;

/// The most that one game may cost.
const MOST: usize = 16 << 10;

/// The most that one may cost beside games with long comments of random digits: parts are cut by an estimate for prose,
/// and such text packs worse.
const MOST_UNPACKED: usize = 24 << 10;

/// Games of up to 120 moves by chance, always the same; where `annotated`, with the clock of each move
/// and more tags.
fn games(count: u64, annotated: bool) -> Vec<Stored> {
    let mut random = Random::new(7);
    let mut random = |below: usize| random.below(below);
    let mut one = |number: u64| {
        let mut tags = Tags::default();
        let mut tag = |name: &str, value: String| tags.push(Tag { name: name.into(), value: value.into() });
        tag("White", format!("White {}", number % 91));
        tag("Date", format!("{}.01.??", 1800 + number % 200));
        if annotated {
            tag("TimeControl", "600+5".into());
            tag("Link", format!("https://example.org/game/{}", number * 7919 % 100_003));
        }
        let mut position = Chess::default();
        let (mut moves, mut clocks) = (AnnotatedMoves::default(), [6000, 6000]);
        for ply in 0..random(240) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let m = legal[random(legal.len())];
            moves.line.push(Move16::of(m, CastlingMode::Standard).expect("word"));
            position.play_unchecked(m);
            if annotated {
                let clock = &mut clocks[ply % 2];
                *clock = (*clock + 50usize).saturating_sub(random(160));
                let (seconds, tenth) = (*clock / 10, *clock % 10);
                let text = format!("[%clk 0:{:02}:{:02}.{tenth}]", seconds / 60 % 60, seconds % 60);
                let event = Annotation::Comment(text);
                moves.notes.push(PlacedAnnotation { ply: ply as u32 + 1, event });
            }
        }
        Stored { tags, body: Body::Moves(moves) }
    };
    (0..count).map(&mut one).collect()
}

/// Destroys slice after slice of the blocks, and counts those without which the game cannot be read: what
/// is read is checked, so what can be destroyed unnoticed was not read.
fn bytes_needed(bytes: &[u8], number: u64, expected: &Stored) -> usize {
    let mark = &bytes[48..56];
    let marks: Vec<usize> = memchr::memmem::find_iter(bytes, mark).collect();
    let (blocks, index) = (marks[1], *marks.last().expect("an index"));
    let mut needed = 0;
    for at in (blocks..index).step_by(SLICE) {
        let mut damaged = bytes.to_vec();
        let end = (at + SLICE).min(index);
        damaged[at..end].iter_mut().for_each(|byte| *byte = !*byte);
        let archive = Archive::open(damaged).expect("opens");
        match archive.game(number) {
            Ok(game) => assert!(game == *expected, "a wrong game"),
            Err(_) => needed += end - at,
        }
    }
    needed
}

#[test]
fn one_game_is_read_from_few_bytes() {
    for annotated in [false, true] {
        let games = games(300, annotated);
        for codec in MoveCodec::ALL {
            // The small codecs read more of what is annotated: they are chosen for size.
            if annotated && matches!(codec, MoveCodec::Zstd | MoveCodec::Dense | MoveCodec::Densest) {
                continue;
            }
            let bytes = pack(&games, codec);
            let archive = Archive::open(&bytes).expect("opens");
            for number in [77, 299] {
                let block = archive.block(archive.block_of(number).expect("block")).expect("block");
                let game = archive.game_in(&block, (number - block.first()) as usize).expect("game");
                assert!(game == games[number as usize]);
                let counted = block.bytes_read() as usize;
                assert!(counted <= MOST, "{codec}, game {number}: {counted} bytes");
                let needed = bytes_needed(&bytes, number, &game);
                // A slice may reach over the ends of what is read.
                assert!(needed.abs_diff(counted) <= 8 * SLICE, "{counted}, {needed}");
            }
        }
    }
}

/// Games of 40 moves, some with a little said about them, some with very much.
fn commented(count: u64) -> Vec<Stored> {
    let mut random = Random::new(11);
    let mut random = |below: usize| random.below(below);
    let mut games = games(count, false);
    for game in &mut games {
        let Body::Moves(moves) = &mut game.body else { continue };
        let most = [0, 0, 0, 20, 200, 2500][random(6)];
        for ply in 0..moves.line.len().min(80) as u32 {
            let words: Vec<String> =
                (0..random(most / 20 + 1)).map(|_| format!("{:x}", random(40) * random(4000))).collect();
            if !words.is_empty() {
                moves.notes.push(PlacedAnnotation { ply, event: Annotation::Comment(words.join(" ")) });
            }
        }
    }
    games
}

#[test]
fn much_said_about_some_games_does_not_make_others_slow() {
    let games = commented(700);
    let mut contents = Vec::new();
    for codec in MoveCodec::ALL {
        let archive = Archive::open(pack(&games, codec)).expect("opens");
        contents.push(archive.content());
        let mut alone = 0;
        for (number, expected) in (0..).zip(&games) {
            let block = archive.block(archive.block_of(number).expect("a block")).expect("opens");
            let game = archive.game_in(&block, (number - block.first()) as usize).expect("game");
            assert!(game == *expected, "{codec}: game {number}");
            alone += usize::from(block.len() == 1);
            if matches!(codec, MoveCodec::Words | MoveCodec::Digits) && block.len() > 1 {
                let most = MOST_UNPACKED as u64;
                assert!(block.bytes_read() <= most, "{codec}: {} for {number}", block.bytes_read());
            }
        }
        assert!(alone > 0 && archive.block_count() < games.len() / 2, "{alone} of {}", archive.block_count());
    }
    contents.dedup();
    assert_eq!(contents.len(), 1, "the hash depends on the codec");
}

#[test]
fn games_of_a_block_come_in_any_order() {
    let games = games(300, true);
    for codec in [MoveCodec::Words, MoveCodec::Zstd] {
        let bytes = pack(&games, codec);
        let archive = Archive::open(&bytes).expect("opens");
        let block = archive.block(0).expect("block");
        // Up to the game that is asked for first, before it, behind it, in other parts.
        for index in [9, 9, 3, 10, 15, 255, 0, 16, 130, 129, 131] {
            let game = archive.game_in(&block, index).expect("game");
            assert!(game == games[index], "{codec}, game {index}");
        }
    }
}

#[test]
fn headers_are_asked_without_any_block() {
    let games = games(600, false);
    let bytes = pack(&games, MoveCodec::Words);
    let query: Query = "white ~ \"White 7\" and date < 1900 and plies > 40".parse().expect("query");
    let (found, _) = Archive::open(&bytes).expect("opens").find(&query).unwrap();
    assert!(!found.is_empty());
    let mark = &bytes[48..56];
    let marks: Vec<usize> = memchr::memmem::find_iter(&bytes, mark).collect();
    let mut damaged = bytes.clone();
    damaged[marks[1]..*marks.last().expect("an index")].fill(0);
    let archive = Archive::open(damaged).expect("opens");
    assert!(archive.game(found[0]).is_err());
    assert_eq!(archive.find(&query).unwrap(), (found, Vec::new()));
}
