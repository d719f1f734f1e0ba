//! Selects games of a chunk, strips them, and writes them as PGN or as positions.

mod game;
mod strip;

use shakmaty::fen::{Epd, Fen};
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{EnPassantMode, Position};

use super::chunks::{Chunk, End};
use super::unique::Gone;
use crate::archive::VariantRules;
use crate::game::Tags;
use crate::pgn::Lexer;
use crate::query::Query;

use game::{SelectedGame, Shared};

/// What to remove from the movetext.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// Comments, including clocks and evaluations.
    pub comments: bool,
    /// Commands in comments: `[%clk …]`, `[%eval …]` and the like.
    pub commands: bool,
    /// Variations.
    pub variations: bool,
    /// Numeric annotation glyphs and written ones (`!?`).
    pub nags: bool,
}

/// The output of `select`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Written {
    /// The games as PGN.
    #[default]
    Pgn,
    /// The position before each half-move and the final position, as FEN, one per line.
    Fen,
    /// The same as EPD, with the move played (`sm`).
    Epd,
}

/// How games are split into files.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// By the tag `ECO`.
    Eco,
    /// By the tag `Event`.
    Event,
    /// By player: each game is written for both.
    Player,
    /// By the year of the tag `Date`.
    Year,
}

/// What to select and write.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// Which games; `None` for all.
    pub query: Option<Query>,
    /// What to remove from them.
    pub strip: Strip,
    /// What to write.
    pub written: Written,
    /// How to split them; `None`: not at all.
    pub part: Option<Part>,
}

/// A selected game.
#[derive(Clone, Debug, Default)]
pub struct Picked {
    /// The names of its parts, if the output is split by them.
    pub parts: Vec<String>,
    /// What is written of it.
    pub text: Vec<u8>,
}

/// The games selected from a chunk.
#[derive(Debug, Default)]
pub struct Selected {
    /// Index of the input, from 0.
    pub input: usize,
    /// Number of games examined.
    pub games: usize,
    /// The selected games.
    pub picked: Vec<Picked>,
    /// Number of selected games whose positions could not be written completely, since they are not proven.
    pub unproven: usize,
    /// Number of selected games that are left out, since they are duplicates.
    pub doubles: usize,
    /// Number of games that are too long for one chunk; they are skipped.
    pub too_long: usize,
    /// The error that ended the input early.
    pub failed: Option<std::io::Error>,
}

/// A byte order mark.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Selects games from a chunk, but for those that are `gone`.
#[must_use]
pub fn chunk(chunk: Chunk, wish: &Wish, gone: &Gone) -> Selected {
    let mut out = Selected { input: chunk.input, ..Selected::default() };
    let is_giant = matches!(chunk.end, End::Giant { .. });
    out.too_long = usize::from(matches!(chunk.end, End::Giant { head: true }));
    if let End::Failed(error) = chunk.end {
        out.failed = Some(error);
    }
    // The mark is no part of a game.
    let mark = if chunk.first && chunk.bytes.starts_with(BOM) { BOM.len() } else { 0 };
    let bytes: &[u8] = &chunk.bytes[mark..];
    let offset = chunk.offset + mark as u64;
    let shared = Shared::new(bytes, chunk.assumed);
    let mut lexer = Lexer::new(bytes);
    let mut room = Vec::new();
    while !is_giant && lexer.begin_game() {
        let game = SelectedGame::read(&mut lexer, &shared, std::mem::take(&mut room));
        if game.is_game {
            out.games += 1;
            if wish.query.as_ref().is_none_or(|query| query.holds(&game)) {
                out.take(&game, wish, gone.contains(chunk.input, offset + game.span.start as u64));
            }
        }
        room = game.tokens;
    }
    out
}

impl Selected {
    /// Takes a game that is wanted, unless it is a duplicate.
    fn take(&mut self, game: &SelectedGame<'_>, wish: &Wish, is_double: bool) {
        if is_double {
            self.doubles += 1;
            return;
        }
        let text = match wish.written {
            Written::Pgn => game.stripped(wish.strip),
            written => {
                let (text, whole) = positions(game, written);
                self.unproven += usize::from(!whole);
                text
            }
        };
        let parts = wish.part.map_or_else(Vec::new, |part| parts(&game.tags, part));
        self.picked.push(Picked { parts, text });
    }
}

/// The names of the parts of a game; `unknown` if the tag is missing.
fn parts(tags: &Tags, part: Part) -> Vec<String> {
    let tag = |name: &str| {
        let value = tags.get(name).map(str::trim).filter(|value| !matches!(*value, "" | "?" | "-"));
        value.unwrap_or("unknown").to_owned()
    };
    match part {
        Part::Eco => vec![tag("ECO")],
        Part::Event => vec![tag("Event")],
        Part::Player => {
            let mut both = vec![tag("White"), tag("Black")];
            both.dedup();
            both
        }
        Part::Year => {
            let date = tag("Date");
            let year = date.get(..4).filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
            vec![year.unwrap_or("unknown").to_owned()]
        }
    }
}

/// The positions of the main line, one per line, and whether the game is proven to its end.
fn positions(game: &SelectedGame<'_>, written: Written) -> (Vec<u8>, bool) {
    let (tags, report) = (&game.tags, game.report());
    let mut out = String::new();
    let start = VariantRules::of(tags).and_then(|rules| rules.start(tags).ok());
    let Some(mut position) = start else { return (Vec::new(), false) };
    let mut made = 0;
    for word in &report.moves {
        let Some(m) = word.to_move(&position) else { break };
        let before = position.clone();
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
        line(&before, written, Some(&san), &mut out);
        made += 1;
    }
    line(&position, written, None, &mut out);
    (out.into_bytes(), report.proven && made == report.plies)
}

fn line(position: &VariantPosition, written: Written, played: Option<&SanPlus>, out: &mut String) {
    use std::fmt::Write;
    let mode = EnPassantMode::Legal;
    let _ = match written {
        Written::Epd => {
            let (half, full) = (position.halfmoves(), position.fullmoves());
            let played = played.map(|san| format!(" sm {san};")).unwrap_or_default();
            writeln!(out, "{} hmvc {half}; fmvn {full};{played}", Epd::from_position(position, mode))
        }
        _ => writeln!(out, "{}", Fen::from_position(position, mode)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::supply::Bytes;

    fn select(text: &str, wish: &Wish) -> Selected {
        let bytes = Bytes::Owned(text.as_bytes().to_vec());
        let whole = Chunk {
            input: 0,
            offset: 0,
            bytes,
            column: 0,
            end: End::Input,
            first: true,
            recoded: false,
            assumed: None,
        };
        chunk(whole, wish, &Gone::default())
    }

    fn texts(text: &str, wish: &Wish) -> Vec<String> {
        select(text, wish).picked.into_iter().map(|picked| String::from_utf8(picked.text).unwrap()).collect()
    }

    const GAME: &str = "[White \"A\"]\n[Date \"1858.10.31\"]\n\n{before}\n1. e4 {[%clk 0:01:00]} e5 $1 (1... c5 {sharp}\n(1... e6) 2. Nf3) 2. Nf3 {good [%eval 0.3]}\n{end}\nNc6!? *\n";

    fn stripped(strip: Strip) -> String {
        let all = texts(GAME, &Wish { strip, ..Wish::default() });
        all[0].split_once("\n\n").unwrap().1.trim_end().to_owned()
    }

    #[test]
    fn strips_what_is_named_and_nothing_else() {
        let none = Strip::default();
        assert_eq!(stripped(none), GAME.split_once("\n\n").unwrap().1.trim_end());
        let all = Strip { comments: true, commands: true, variations: true, nags: true };
        assert_eq!(stripped(all), "1. e4 e5 2. Nf3\nNc6 *");
        let variations = Strip { variations: true, ..none };
        assert_eq!(
            stripped(variations),
            "{before}\n1. e4 {[%clk 0:01:00]} e5 $1 2. Nf3 {good [%eval 0.3]}\n{end}\nNc6!? *"
        );
        let clocks = Strip { commands: true, ..none };
        assert_eq!(
            stripped(clocks),
            "{before}\n1. e4 e5 $1 (1... c5 {sharp}\n(1... e6) 2. Nf3) 2. Nf3 {good }\n{end}\nNc6!? *"
        );
        let nags = stripped(Strip { nags: true, ..none });
        assert!(nags.contains("e5 (1... c5") && nags.ends_with("Nc6 *"), "{nags}");
    }

    #[test]
    fn numbers_of_black_go_with_what_they_stood_behind() {
        let text = "1. e4 {a} 1... e5 (1... c5 {b} 2. Nf3 (2. d4) 2... d6) 2. Nf3 (2. d4) 2... Nc6 *";
        let of = |strip| texts(text, &Wish { strip, ..Wish::default() }).remove(0).trim_end().to_owned();
        let comments = Strip { comments: true, ..Strip::default() };
        assert_eq!(of(comments), "1. e4 e5 (1... c5 2. Nf3 (2. d4) 2... d6) 2. Nf3 (2. d4) 2... Nc6 *");
        let variations = Strip { variations: true, ..Strip::default() };
        assert_eq!(of(variations), "1. e4 {a} 1... e5 2. Nf3 Nc6 *");
        assert_eq!(
            of(Strip { comments: true, variations: true, ..Strip::default() }),
            "1. e4 e5 2. Nf3 Nc6 *"
        );
    }

    #[test]
    fn no_line_is_left_empty_among_the_moves() {
        let all = Strip { comments: true, variations: true, ..Strip::default() };
        for text in ["1. e4\n{a}\n{b}\ne5 *", "1. e4\r\n{a}\r\n(1. d4)\r\ne5 *", "1. e4 ; a\n; b\ne5 *"] {
            let all = texts(text, &Wish { strip: all, ..Wish::default() });
            assert!(!all[0].trim_end().contains("\n\n") && !all[0].contains("\r\n\r\n"), "{:?}", all[0]);
            assert!(all[0].contains("e4") && all[0].contains("e5"));
        }
    }

    #[test]
    fn questions_are_those_of_archives() {
        let text = "[White \"Morphy\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. e4 (1. d4 d5) *\n\n";
        let picked = |question: &str| {
            let query = Some(question.parse().unwrap());
            texts(text, &Wish { query, ..Wish::default() }).len()
        };
        assert_eq!((picked("white ~ morphy"), picked("plies = 1"), picked("plies > 0")), (1, 1, 2));
        assert_eq!(
            (picked("black != x"), picked("date < 1900")),
            (2, 0),
            "what is not known answers nothing"
        );
    }

    #[test]
    fn questions_reach_positions_and_other_tags() {
        let text = "[TimeControl \"600+5\"]\n[Round \"3\"]\n\n1. e4 e5 2. Nf3 *\n\n[Ply \"7\"]\n\n1. d4 d5 2. Ke3 *\n\n[FEN \"4k3/8/8/8/8/8/P7/4K2r w - - 0 1\"]\n[SetUp \"1\"]\n\n1. Kd2 Rh2+ *\n\n";
        let picked = |question: &str| {
            let query = Some(question.parse().unwrap());
            texts(text, &Wish { query, ..Wish::default() }).len()
        };
        assert_eq!((picked("tag:TimeControl = 600+5"), picked("tag:TimeControl != 600+5")), (1, 2));
        assert_eq!((picked("tag:Ply > 6"), picked("tag:Ply < 7")), (1, 0));
        assert_eq!(picked("fen = */*/*/*/*/*N*/*/*"), 1);
        assert_eq!(picked("fen = */*/*/*/3P*/*/*/*"), 1, "what is proven of a broken game counts");
        assert_eq!(
            (picked("material = KPvKR"), picked("material = KRkp"), picked("material ~ Pv")),
            (1, 0, 3)
        );
        assert_eq!(picked("plies = 3 and not material = KPvKR and fen != '*/*/*/*/*/*N*/*/* b'"), 1);
    }

    #[test]
    fn writes_positions_of_what_is_proven() {
        let wish = Wish { written: Written::Epd, ..Wish::default() };
        let found = select("1. e4 e5 2. Ke3 *", &wish);
        assert_eq!(found.unproven, 1);
        let text = String::from_utf8(found.picked[0].text.clone()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; sm e4;");
        assert!(lines[2].ends_with("hmvc 0; fmvn 2;"), "{}", lines[2]);
        let fen = select("1. e4 *", &Wish { written: Written::Fen, ..Wish::default() });
        assert_eq!((fen.unproven, fen.picked[0].text.split(|&b| b == b'\n').count()), (0, 3));
    }

    #[test]
    fn parts_games() {
        let of = |part| select(GAME, &Wish { part: Some(part), ..Wish::default() }).picked.remove(0).parts;
        assert_eq!(of(Part::Year), ["1858"]);
        assert_eq!(of(Part::Player), ["A", "unknown"]);
        assert_eq!(of(Part::Eco), ["unknown"]);
    }
}
