//! What several tests share: seeded random games and positions, and what a text names.
#![allow(dead_code)]

use std::io::Write as _;

use scorebook::archive::{MoveCodec, Options, Stored, Writer};
pub use scorebook_random::Random;
// The benchmarks share this module and use a part of it.
#[allow(unused_imports)]
pub use scorebook_spoiled::{Spot, named};
use shakmaty::{CastlingMode, Move, Position};

/// The text of a file of positions with known verdicts; `None` where it is not there.
pub fn shared_positions(name: &str) -> Option<String> {
    Some(std::fs::read_to_string(shared(&format!("positions/{name}"))?).unwrap())
}

/// A printed book of one game in two columns, and the heading of another, whose moves are torn away.
pub fn torn_book() -> String {
    let prose = "It was in those years that the club met in rooms above the market, and the strongest players of the town came there to try\n\
                 the newer openings against each other until late in the evening.\n\n"
        .repeat(6);
    let white = "1. PtoK4\n2. KttoKB3\n3. PtoQ4\n4. PxP\nb. QxB\n6. BtoQB4\n7. QtoQKtB\n8. KttoB3\n9. BtoKKt5\n10. KtxP\n11. BxKtP ch\n12. CastlesQR\n";
    let black = "PtoK4\nPtoQ3\nBtoKt5\nBxKt\nPxP\nKttoKB3\nQtoK2\nPtoB3\nPtoQKt4\nPxKt\nQKttoQ2\nRtoQ1\n";
    format!(
        "{prose}Game 1.\n\nWHITE (Morphy).\n\n{white}\nBLACK (Isouard).\n\n{black}\n{prose}Game 2.\n\nWHITE (Smith).  BLACK (Brown).\n\n\
         the lower half of this page is torn away\n\n{prose}"
    )
}

/// The games as an archive.
pub fn pack(games: &[Stored], codec: MoveCodec) -> Vec<u8> {
    let mut writer =
        Writer::new(std::io::Cursor::new(Vec::new()), Options { codec, exact: false }).expect("writer");
    for game in games {
        writer.push(game.clone(), b"").expect("push");
    }
    writer.finish().expect("finish").0.into_inner()
}

/// The games of a record as `convert --to json` writes them.
pub fn converted(text: &str, args: &[&str]) -> Vec<serde_json::Value> {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_scorebook"));
    let output =
        command.args(["convert", "-q", "--to", "json"]).args(args).arg("-").write_stdin(text).output();
    let lines = String::from_utf8(output.unwrap().stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The half-moves of a game of [`converted`] in SAN.
pub fn sans(game: &serde_json::Value) -> String {
    let plies = game["plies"].as_array().unwrap();
    plies.iter().map(|ply| ply["san"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

/// A random legal game of at most `plies` half-moves. Rare moves (captures, promotions, castling, en
/// passant) are taken more often than their share, so that short games meet them.
pub fn random_game(random: &mut Random, plies: usize) -> Vec<Move> {
    random.game(plies)
}

/// `count` spots met in random games, at random depths.
pub fn random_spots(seed: u64, count: usize) -> Vec<Spot> {
    let mut random = Random::new(seed);
    let mut spots = Vec::with_capacity(count);
    while spots.len() < count {
        let moves = random_game(&mut random, 160);
        let depth = random.below(moves.len() + 1);
        let mut spot = Spot::start();
        moves[..depth].iter().for_each(|&m| spot.play(m));
        if !spot.position.legal_moves().is_empty() {
            spots.push(spot);
        }
    }
    spots
}

/// `moves` in UCI, sorted.
pub fn uci(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|m| m.to_uci(CastlingMode::Standard).to_string()).collect();
    texts.sort();
    texts
}

/// Whether the long sizes of tests are asked for.
pub fn thorough() -> bool {
    std::env::var_os("SCOREBOOK_THOROUGH").is_some_and(|value| value != "0")
}

/// Reports that a check is skipped, and why. With `SCOREBOOK_REQUIRE=all` the check fails instead, so that a machine that
/// has everything (browser, tesseract, shared data) shows that all checks ran.
///
/// The report goes to standard error directly: the test harness hides what `eprintln!` prints in a test that passes.
#[track_caller]
pub fn skip(reason: impl std::fmt::Display) {
    let required = std::env::var_os("SCOREBOOK_REQUIRE").is_some_and(|value| value == "all");
    assert!(!required, "SCOREBOOK_REQUIRE=all, but this check is skipped: {reason}");
    let test = std::thread::current();
    let _ = writeln!(std::io::stderr(), "{} skipped: {reason}", test.name().unwrap_or("a check is"));
}

/// A path in the shared material, if it is there.
pub fn shared(path: &str) -> Option<std::path::PathBuf> {
    let path = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared")).join(path);
    if path.exists() {
        Some(path)
    } else {
        skip(format_args!("{} is not here", path.display()));
        None
    }
}
