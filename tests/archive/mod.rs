//! The archive: what goes in comes out, and damage is found, reported and survived.

mod recipe;

use self::recipe::{cook, recipe};
use crate::common::pack;
use proptest::prelude::*;
use scorebook::archive::{
    Annotation, Archive, Body, Error, MoveCodec, Stored, Termination, import, write_pgn,
};
use scorebook::query::Query;

fn all(archive: &Archive<impl AsRef<[u8]>>) -> Vec<Result<Stored, Error>> {
    let mut open: Option<scorebook::archive::GameBlock<'_>> = None;
    let mut game = |number: u64| {
        let fits = open.as_ref().is_some_and(|b| (b.first()..b.first() + b.len() as u64).contains(&number));
        if !fits {
            let Some(block) = archive.block_of(number) else { return archive.game(number) };
            open = Some(archive.block(block)?);
        }
        let block = open.as_ref().expect("open");
        archive.game_in(block, (number - block.first()) as usize)
    };
    (0..archive.games()).map(&mut game).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: if thorough() { 2000 } else { 48 }, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_games_come_back_in_every_codec(recipes in proptest::collection::vec(recipe(80), 0..12)) {
        let games: Vec<Stored> = recipes.iter().map(cook).collect();
        let mut contents = Vec::new();
        for codec in MoveCodec::ALL {
            let archive = Archive::open(pack(&games, codec)).unwrap();
            prop_assert!(archive.damage().is_empty());
            contents.push(archive.content());
            for number in 0..archive.block_count() {
                let found = archive.check_block(number);
                prop_assert!(found.is_empty(), "{:?}", found);
            }
            let back: Vec<Stored> = all(&archive).into_iter().map(Result::unwrap).collect();
            prop_assert_eq!(&back, &games);
        }
        contents.dedup();
        prop_assert_eq!(contents.len(), 1, "the hash depends on the codec");
    }

    /// As text and back: but what PGN cannot say (a brace and a line end in one comment, a termination
    /// that is missing before the next game) is left out.
    #[test]
    fn any_game_comes_back_from_its_pgn(recipe in recipe(60)) {
        let mut game = cook(&recipe);
        if let Body::Moves(moves) = &mut game.body {
            moves.notes.retain(|note| !matches!(&note.event, Annotation::Comment(text) if scorebook::record::pgn::swallowed_tag(text.as_bytes()).is_some() || text.contains(['}', '\u{1}', '\u{2}', '\u{3}', '\u{4}', '\u{5}', '\u{6}', '\u{7}'])));
            if moves.termination == Termination::Missing { moves.termination = Termination::Unknown }
        }
        let mut text = Vec::new();
        write_pgn(&game, &mut text).unwrap();
        let back = import(&text).unwrap_or_else(|refusal| panic!("{refusal:?}\n{}", String::from_utf8_lossy(&text)));
        prop_assert_eq!(&back, &game, "{}", String::from_utf8_lossy(&text));
    }

    #[test]
    fn rubbish_is_refused_and_never_panics(mut bytes in proptest::collection::vec(any::<u8>(), 0..400), cut in any::<bool>()) {
        if cut {
            let mut whole = pack(&sample(3), MoveCodec::Words);
            let at = whole.len().min(bytes.len());
            whole.truncate(at.max(40));
            whole.extend_from_slice(&bytes);
            bytes = whole;
        }
        if let Ok(archive) = Archive::open(&bytes) {
            for game in all(&archive).into_iter().take(600) { drop(game); }
            let _ = archive.check_headers();
        }
    }
}

fn thorough() -> bool {
    std::env::var_os("SCOREBOOK_THOROUGH").is_some()
}

/// A few games with everything in them, always the same.
fn sample(count: usize) -> Vec<Stored> {
    let texts: [&[u8]; 4] = [
        b"[Event \"Casual\"]\n[White \"Morphy, Paul\"]\n[Black \"Duke\"]\n[Date \"1858.??.??\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 d6 3. d4 Bg4 {[%clk 0:01:00]} 4. dxe5 (4. Nc3 Nf6 $1 (4... Nc6)) 4... Bxf3 {a note} 5. Qxf3 dxe5 1-0",
        b"[White \"A\"]\n[Black \"B\"]\n[WhiteElo \"2500\"]\n[ECO \"C20\"]\n[Result \"*\"]\n\n1. e4 {[%clk 0:03:00] [%eval 0.3]} e5 {[%clk 0:02:59] [%eval 0.25]} 2. Bc4 {[%clk 0:02:58]} *",
        b"[White \"C\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n[Result \"1/2-1/2\"]\n\n1. a8=N Kd7 1/2-1/2",
        b"[White \"D\"]\n[Annotator \"E\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1",
    ];
    texts.iter().cycle().take(count).map(|text| import(text).expect("sample")).collect()
}

#[test]
fn every_flipped_byte_is_found_and_nothing_wrong_is_read() {
    for codec in MoveCodec::ALL {
        // Two groups' worth would be slow; two blocks are enough to see one survive the other.
        let games = if codec == MoveCodec::Words { sample(260) } else { sample(9) };
        let bytes = pack(&games, codec);
        let step = if thorough() || bytes.len() < 4000 { 1 } else { 7 };
        for at in (0..bytes.len()).step_by(step) {
            let mut damaged = bytes.clone();
            damaged[at] ^= if at % 3 == 0 { 1 } else { 0xa5 };
            let archive = match Archive::open(damaged) {
                Ok(archive) => archive,
                // A flipped version or feature bit of a header whose checksum cannot mend it.
                Err(error) => panic!("byte {at}: {error}"),
            };
            assert_eq!(archive.games(), games.len() as u64, "byte {at}");
            let mut found = archive.check_headers();
            for number in 0..archive.block_count() {
                found.extend(archive.check_block(number));
            }
            assert!(!found.is_empty(), "{codec}: damage of byte {at} of {} was not found", bytes.len());
            for (number, game) in all(&archive).into_iter().enumerate() {
                let game = game.unwrap_or_else(|error| panic!("{codec}: byte {at}: {error}"));
                assert_eq!(game, games[number], "{codec}: byte {at}, game {number}");
            }
        }
    }
}

#[test]
fn two_damaged_bytes_lose_one_block_at_most() {
    let games = sample(1000);
    let bytes = pack(&games, MoveCodec::Words);
    let step = if thorough() { 11 } else { bytes.len() / 60 };
    for at in (0..bytes.len() - 40).step_by(step.max(1)) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x5a;
        damaged[at + 33] ^= 0xa5;
        let archive = Archive::open(damaged).expect("opens");
        let mut lost = Vec::new();
        for (number, game) in all(&archive).into_iter().enumerate() {
            match game {
                Ok(game) => assert_eq!(game, games[number], "byte {at}"),
                Err(_) => lost.push(number / 256),
            }
        }
        let mut found = archive.check_headers();
        (0..archive.block_count()).for_each(|number| found.extend(archive.check_block(number)));
        assert!(!found.is_empty(), "byte {at}");
        // Headers of a group are its games' names: with two bytes of one section gone, they are lost.
        let headers = archive.check_headers().iter().any(|damage| !damage.healed && !damage.games.is_empty());
        lost.dedup();
        assert!(lost.len() <= 1 || headers, "byte {at}: blocks {lost:?}");
    }
}

#[test]
fn a_truncated_file_gives_back_every_whole_block() {
    let games = sample(700);
    let bytes = pack(&games, MoveCodec::Words);
    let whole = Archive::open(&bytes).expect("opens");
    // Where each block ends, by the file's own marks.
    let mark = &bytes[48..56];
    let marks: Vec<usize> = memchr::memmem::find_iter(&bytes, mark).collect();
    assert_eq!(marks.len(), 1 + whole.block_count() + 1);
    let step = if thorough() { 1 } else { 997 };
    for length in (0..bytes.len()).step_by(step) {
        let Ok(archive) = Archive::open(&bytes[..length]) else {
            assert!(length < 32, "{length} bytes");
            continue;
        };
        let complete = (1..marks.len() - 1).filter(|&i| marks[i + 1] <= length).count();
        let read = all(&archive).into_iter().filter_map(Result::ok).count();
        assert_eq!(read, (complete * 256).min(games.len()), "{length} bytes");
        assert!(!archive.damage().is_empty(), "{length} bytes: the cut was not said");
        for (number, game) in all(&archive).into_iter().enumerate() {
            if let Ok(game) = game {
                assert_eq!(game, games[number]);
            }
        }
    }
}

#[test]
fn an_archive_of_no_games() {
    for codec in MoveCodec::ALL {
        let archive = Archive::open(pack(&[], codec)).expect("opens");
        assert_eq!(archive.games(), 0);
        assert!(archive.check_headers().is_empty());
        assert!(matches!(archive.game(0), Err(Error::NoGame(0))));
    }
}

#[test]
fn what_is_no_archive_is_said_to_be_none() {
    for bytes in [b"".as_slice(), b"[Event \"x\"]\n\n1. e4 *", &[0; 4096]] {
        assert!(matches!(Archive::open(bytes), Err(Error::NotAnArchive)));
    }
}

#[test]
fn a_file_of_four_gibibytes() {
    if !thorough() {
        crate::common::skip(format_args!("set SCOREBOOK_THOROUGH to run"));
        return;
    }
    let file = tempfile::NamedTempFile::new().expect("file");
    let bytes = pack(&sample(300), MoveCodec::Words);
    std::fs::write(file.path(), &bytes).expect("write");
    // What follows the archive is a hole of zeros; the index is not at the end, the games are found.
    file.as_file().set_len(1 << 32).expect("length");
    let archive = Archive::open(scorebook::text::FileBytes::open(file.path()).expect("map")).expect("opens");
    assert_eq!(all(&archive).into_iter().filter_map(Result::ok).count(), 300);
    assert!(!archive.damage().is_empty());
    let zeros = tempfile::NamedTempFile::new().expect("file");
    zeros.as_file().set_len(1 << 32).expect("length");
    let map = scorebook::text::FileBytes::open(zeros.path()).expect("map");
    assert!(matches!(Archive::open(map), Err(Error::NotAnArchive)));
}

#[test]
fn a_newer_archive_is_refused_with_its_reason() {
    let text = Error::TooNew { version: 9, features: 0x80 }.to_string();
    assert!(text.contains("format 9") && text.contains("0x80"));
}

#[test]
fn questions_find_what_a_plain_look_finds() {
    let mut games = sample(40);
    for (index, game) in games.iter_mut().enumerate() {
        game.tags.set("Date", format!("{}.{:02}.??", 1850 + index, index % 12 + 1));
        game.tags.set("Black", if index % 3 == 0 { "Anderssen, Adolf" } else { "Löwenthal" });
    }
    let archive = Archive::open(pack(&games, MoveCodec::Words)).expect("opens");
    let tag = |game: &Stored, name: &str| game.tags.get(name).unwrap_or_default().to_owned();
    type Plain<'a> = &'a dyn Fn(&Stored) -> bool;
    let cases: [(&str, Plain<'_>); 11] = [
        ("white ~ morphy", &|g| tag(g, "White").contains("Morphy")),
        ("white ~ \"Morphy\" and date < 1860 and plies > 4", &|g| {
            tag(g, "White").contains("Morphy") && tag(g, "Date").as_str() < "1860" && g.line().len() > 4
        }),
        ("date >= 1860.03", &|g| tag(g, "Date").as_str() >= "1860.03"),
        ("date = 1855.06.01", &|_| false),
        ("player = 'Anderssen, Adolf' or plies = 5", &|g| {
            tag(g, "Black").starts_with("And") || g.line().len() == 5
        }),
        ("not (result = 1-0 or result = 0-1)", &|g| !["1-0", "0-1"].contains(&tag(g, "Result").as_str())),
        ("black ~ LÖWEN", &|g| tag(g, "Black") == "Löwenthal"),
        ("elo >= 2500", &|g| tag(g, "WhiteElo") == "2500"),
        ("eco >= C10 and eco < D00", &|g| tag(g, "ECO") == "C20"),
        ("whiteelo != 2500", &|g| tag(g, "WhiteElo") != "2500" && !tag(g, "WhiteElo").is_empty()),
        ("event !~ casual", &|g| !tag(g, "Event").contains("Casual")),
    ];
    for (text, plain) in cases {
        let query: Query = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        let (found, damage) = archive.find(&query).unwrap();
        let expected: Vec<u64> = (0..).zip(&games).filter(|(_, game)| plain(game)).map(|(n, _)| n).collect();
        assert_eq!(found, expected, "{text}");
        assert!(damage.is_empty());
    }
}

#[test]
fn questions_that_cannot_be_understood_say_where() {
    for (text, at, word) in [
        ("", 0, "field"),
        ("white", 5, "="),
        ("white ~", 7, "value"),
        ("wite ~ x", 0, "wite"),
        ("white ~ \"x", 8, "quote"),
        ("(white ~ x", 10, "bracket"),
        ("white ~ x)", 9, "end"),
        ("white ~ x plies > 2", 10, "and"),
        ("plies > many", 8, "number"),
        ("date < yesterday", 7, "date"),
        ("white < x", 8, "text"),
        ("not", 3, "field"),
    ] {
        let error = text.parse::<Query>().unwrap_err();
        assert_eq!(error.at, at, "{text}: {error}");
        assert!(error.message.contains(word), "{text}: {error}");
    }
    assert!(format!("{}plies = 1{}", "(".repeat(5000), ")".repeat(5000)).parse::<Query>().is_err());
}

#[test]
fn proof_games_come_back() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/positions/proof-games.tsv");
    let Ok(text) = std::fs::read_to_string(path) else {
        crate::common::skip(format_args!("{path} is not here"));
        return;
    };
    let games: Vec<Stored> = text
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(_, moves)| {
            import(format!("{moves} *").as_bytes()).unwrap_or_else(|refusal| panic!("{refusal:?}: {moves}"))
        })
        .collect();
    // The set has 538 games with those of its other half; what is here must all come back.
    assert!(games.len() >= 269);
    for codec in MoveCodec::ALL {
        let archive = Archive::open(pack(&games, codec)).expect("opens");
        let back: Vec<Stored> = all(&archive).into_iter().map(|game| game.expect("game")).collect();
        assert!(back == games, "{codec}");
    }
}

#[test]
fn deep_variations_need_no_deep_stack() {
    let depth = 50_000;
    let text = format!("1. e4 {} e5 {} *", "(1. d4 ".repeat(depth), ")".repeat(depth));
    // Each variation replaces the first move, so all are first moves of White.
    let text = text.replacen(" e5 ", " ", 1);
    let game = import(text.as_bytes()).expect("deep");
    let archive = Archive::open(pack(std::slice::from_ref(&game), MoveCodec::Zstd)).expect("opens");
    assert!(archive.game(0).expect("game") == game);
}

#[test]
fn every_version_still_opens() {
    for (name, version, codec) in [
        ("version-1", 1, MoveCodec::Words),
        ("version-2", 2, MoveCodec::Zstd),
        ("version-3", 3, MoveCodec::Densest),
        ("version-3-dense", 3, MoveCodec::Dense),
    ] {
        let path = format!("{}/fixtures/archive/{name}.sbk", env!("CARGO_MANIFEST_DIR"));
        // A fixture is written once, when a version of the format or a codec is made, and never again.
        if std::env::var_os("SCOREBOOK_WRITE_FIXTURE").is_some_and(|write| *write == *name) {
            std::fs::write(&path, pack(&sample(4), codec)).expect("write");
        }
        let bytes = std::fs::read(path).expect("fixture");
        let archive = Archive::open(bytes).expect("opens");
        assert_eq!((archive.version(), archive.codec()), (Some(version), Some(codec)));
        assert!(archive.damage().is_empty() && archive.check_headers().is_empty());
        let back: Vec<Stored> = all(&archive).into_iter().map(|game| game.expect("game")).collect();
        assert!(back == sample(4), "{name}");
    }
}

#[test]
fn sources_kept_by_an_earlier_program_come_back() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/archive/spelling.sbk");
    let archive = Archive::open(std::fs::read(path).expect("fixture")).expect("opens");
    // Its text was written where a pass did not count as a move, and the spelling builds on that.
    let source = "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n\
        1. e4 e5 2. Nf3 Nc6 (2... -- 2. Bc4 -- (2... d6) 2. Bxf7+) 3. Bb5 a6 *\n\n";
    let block = archive.block(0).expect("block");
    let kept = archive.exact(&block).expect("sound").expect("kept");
    assert_eq!(kept, [source.as_bytes()]);
    let mut text = Vec::new();
    scorebook::archive::write_pgn(&archive.game(0).expect("game"), &mut text).expect("legal");
    let counted = source.replace("-- 2. Bc4 -- (2... d6) 2. Bxf7+", "-- 3. Bc4 -- (3... d6) 4. Bxf7+");
    assert_eq!(String::from_utf8_lossy(&text), counted);
}
