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
