//! `FORMAT.md` agrees with the writer: its hexdump is compiled and compared.

use scorebook::archive::{Archive, Options, Writer, import};

/// The game of the hexdump.
const GAME: &[u8] = b"[White \"Bell\"]\n[Result \"*\"]\n\n1. e4 d5 $1 {Ja} 2. e5 *";

#[test]
fn the_hexdump_of_the_page_is_an_archive_of_its_game() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/FORMAT.md")).expect("FORMAT.md");
    let dump =
        page.split("```hexdump\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a hexdump");
    let mut bytes = Vec::new();
    for line in dump.lines() {
        let (offset, rest) = line.split_once(':').expect("an offset");
        assert_eq!(usize::from_str_radix(offset.trim(), 16), Ok(bytes.len()), "{line}");
        let (hex, remark) = rest.split_once('|').expect("a remark");
        assert!(!remark.trim().is_empty(), "{line}");
        bytes.extend(hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("hex")));
    }
    let mut writer = Writer::new(std::io::Cursor::new(Vec::new()), Options::default()).expect("writer");
    writer.push(import(GAME).expect("game"), b"").expect("push");
    let written = writer.finish().expect("finish").0.into_inner();
    let shown: Vec<String> = written.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(bytes, written, "the writer writes\n{}", shown.join(" "));
    assert_eq!(Archive::open(bytes).expect("opens").game(0).expect("game"), import(GAME).expect("game"));
}

/// A reader in Python, written from the page, reads what the writer writes, and finds the SHA-256 of each block.
#[test]
fn a_second_reader_reads_the_same_games() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let python = std::env::var("SCOREBOOK_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = std::process::Command::new(&python).args(["-c", "import chess.variant, zstandard"]).output();
    if !has.is_ok_and(|run| run.status.success()) {
        return crate::common::skip("no python3 with chess and zstandard (SCOREBOOK_PYTHON names another)");
    }
    let folder = tempfile::tempdir().expect("folder");
    let measured = "[TimeControl \"180+2\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.17] [%clk 0:03:00]} e5 {[%clk 0:03:00.4]} 2. Nf3 {[%clk 0:02:59]} \
        Nc6 {[%eval -0.3] [%clk 0:02:31.2]} 3. Bb5 {[%eval #5][%clk 0:03:01]} (3. Bc4 {x [%eval #-2]} Bc5 (3... Nf6) 4. c3) a6 $1 {[%clk 0:01:12]} 4. O-O {[%eval 0.0]} 1-0\n\n\
        [SetUp \"1\"]\n[FEN \"8/P5k1/8/3pP3/8/8/8/R3K2R w KQ d6 0 1\"]\n[Date \"1858.??.??\"]\n[WhiteElo \"2690\"]\n\n1. exd6 Kf6 2. O-O-O Kf5 3. a8=N *\n\n\n\
        [SetUp \"1\"]\n[FEN \"8/3b2n1/2p1kp2/2Pp3p/1P3K1P/3B1NP1/8/8 b - - 7 62\"]\n\n62... Nf5 63. Nd4+ Nxd4 64. Ke3 *\n";
    let inputs = [
        ("opera.pgn", std::fs::read_to_string(root.join("corpus/opera.pgn")).expect("a corpus")),
        ("games.pgn", std::fs::read_to_string(root.join("fixtures/queries/games.pgn")).expect("a fixture")),
        ("measured.pgn", measured.to_owned()),
    ];
    for (name, text) in inputs {
        std::fs::write(folder.path().join(name), &text).expect("a file");
        let lines = text.split("\n\n").filter(|part| part.starts_with(|c: char| c.is_ascii_digit()));
        let games = text.matches("[Result ").count().max(lines.count());
        for codec in ["16", "12", "zstd", "dense", "densest"] {
            let pack = ["pack", "-q", name, "-o", "games.sbk", "--codec", codec];
            let mut command = assert_cmd::Command::cargo_bin("scorebook").expect("binary");
            command.current_dir(folder.path()).args(pack).assert().code(0);
            let run = std::process::Command::new(&python)
                .arg(root.join("examples/archive/sbk.py"))
                .args(["--check", "games.sbk"])
                .current_dir(folder.path())
                .output()
                .expect("python runs");
            let (told, wrong) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
            let wanted = format!("{games} games, as their SHA-256 says\n");
            assert!(run.status.success() && told == wanted, "{name}, {codec}: {told}{wrong}");
            std::fs::remove_file(folder.path().join("games.sbk")).expect("a file");
        }
    }
}
