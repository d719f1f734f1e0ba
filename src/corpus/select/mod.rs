//! Selects games of a chunk, strips them, and writes them; or counts them, or what was played in them.

mod game;
mod key;
mod lines;
mod rewrite;
mod strip;
mod training;
mod tree;
mod written;

use super::chunks::{Chunk, End};
use super::unique::Gone;
use crate::game::Tags;
use crate::pgn::Lexer;
use crate::query::Query;

pub use key::{Counts, Key, Order, Results};
pub use lines::lines;
pub use rewrite::{KeptTags, Shape};
pub use tree::{Root, Tree, TreeForm};
pub use written::{Opcodes, TableRow, Text, Written};

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

/// What to make of the selected games.
#[derive(Clone, Debug)]
pub enum Made {
    /// The games, in this format.
    Games(Written),
    /// How many they are, and with which results, by a key.
    Counts(Key),
    /// The moves that were played from a position.
    Tree(Box<Root>),
}

impl Default for Made {
    fn default() -> Made {
        Made::Games(Written::Pgn)
    }
}

/// What to select and write.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// Which games; `None` for all.
    pub query: Option<Query>,
    /// What to remove from them.
    pub strip: Strip,
    /// How to write PGN anew; only `plies` matters to other formats.
    pub shape: Shape,
    /// What to make of them.
    pub made: Made,
    /// How to split them; `None`: not at all.
    pub part: Option<Part>,
    /// In which order; empty: as they are.
    pub order: Vec<Order>,
}

/// A selected game.
#[derive(Clone, Debug, Default)]
pub struct Picked {
    /// Its number among the games of its chunk, from 1; in an archive its number there.
    pub number: u64,
    /// The names of its parts, if the output is split by them.
    pub parts: Vec<String>,
    /// Bytes in whose order games are sorted; empty if they are not.
    pub key: Vec<u8>,
    /// What is written of it.
    pub text: Text,
}

/// The games selected from a chunk.
#[derive(Debug, Default)]
pub struct Selected {
    /// Index of the input, from 0.
    pub input: usize,
    /// Number of games examined.
    pub games: usize,
    /// Number of games selected.
    pub found: usize,
    /// The selected games, if games are made.
    pub picked: Vec<Picked>,
    /// The games counted by a key, if that is made.
    pub counts: Counts,
    /// The moves played, if that is made.
    pub tree: Tree,
    /// Number of selected games that could not be written completely, since they are not proven.
    pub unproven: usize,
    /// Number of positions that are left out, since no evaluation or result is known.
    pub silent: usize,
    /// Number of games, selected or not, that the query was asked about as far as they are proven.
    pub half_asked: usize,
    /// Number of selected games that are left out, since they are duplicates.
    pub doubles: usize,
    /// Number of games that are too long for one chunk; they are skipped.
    pub too_long: usize,
    /// The error that ended the input early.
    pub failed: Option<std::io::Error>,
}

/// A byte order mark.
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Selects games from a chunk, but for those that are `gone`. `names` are the names of the inputs.
#[must_use]
pub fn chunk(chunk: Chunk, wish: &Wish, gone: &Gone, names: &[String]) -> Selected {
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
    let name = names.get(chunk.input).map_or("", String::as_str);
    let shared = Shared::new(bytes, chunk.assumed);
    let mut lexer = Lexer::new(bytes);
    let mut room = Vec::new();
    while !is_giant && lexer.begin_game() {
        let game = SelectedGame::read(&mut lexer, &shared, std::mem::take(&mut room));
        if game.is_game {
            out.games += 1;
            let is_wanted = wish.query.as_ref().is_none_or(|query| {
                let holds = query.holds(&game);
                out.half_asked += usize::from(query.asks_moves() && game.is_broken_off());
                holds
            });
            if is_wanted {
                if gone.contains(chunk.input, offset + game.span.start as u64) {
                    out.doubles += 1;
                } else {
                    let at = Some(offset + game.span.start as u64);
                    out.take(&game, out.games as u64, wish, name, at);
                }
            }
        }
        room = game.tokens;
    }
    out
}

/// Takes games of an archive, each as PGN with its number there; the query is not asked again.
#[must_use]
pub fn stored(games: &[(u64, Vec<u8>)], wish: &Wish, name: &str) -> Selected {
    let mut out = Selected { games: games.len(), ..Selected::default() };
    for (number, text) in games {
        let shared = Shared::new(text, None);
        let mut lexer = Lexer::new(text);
        if lexer.begin_game() {
            out.take(&SelectedGame::read(&mut lexer, &shared, Vec::new()), *number, wish, name, None);
        }
    }
    out
}

impl Selected {
    /// Takes a game that is wanted, and stands at an offset of its input.
    fn take(&mut self, game: &SelectedGame<'_>, number: u64, wish: &Wish, name: &str, at: Option<u64>) {
        let (text, whole) = match &wish.made {
            Made::Counts(key) => {
                let results = Results::of(&game.tags);
                let groups = key.groups(game);
                groups.into_iter().for_each(|group| self.counts.0.entry(group).or_default().add(results));
                self.found += 1;
                return;
            }
            Made::Tree(root) => {
                self.found += usize::from(self.tree.add(game, root));
                return;
            }
            Made::Games(Written::Pgn) if wish.shape.is_asked() => {
                let (text, whole) = game.rewritten(wish.strip, &wish.shape);
                (Text::Whole(text), whole)
            }
            Made::Games(Written::Pgn) => (Text::Whole(game.stripped(wish.strip)), true),
            Made::Games(written) => {
                let made = game.written(*written, wish.shape.plies, name, at);
                self.silent += made.silent;
                (made.text, made.whole)
            }
        };
        self.found += 1;
        self.unproven += usize::from(!whole);
        let parts = wish.part.map_or_else(Vec::new, |part| parts(&game.tags, part));
        let key = key::sort_key(&wish.order, game);
        self.picked.push(Picked { number, parts, key, text });
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

#[cfg(test)]
mod tests {
    use super::*;

    fn select(text: &str, wish: &Wish) -> Selected {
        chunk(Chunk::whole(text.as_bytes().to_vec()), wish, &Gone::default(), &[])
    }

    fn texts(text: &str, wish: &Wish) -> Vec<String> {
        select(text, wish).picked.into_iter().map(written_text).collect()
    }

    fn written_text(picked: Picked) -> String {
        String::from_utf8(picked.text.numbered(1).unwrap()).unwrap()
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
        let wish = Wish { made: Made::Games(Written::Epd(Opcodes::default())), ..Wish::default() };
        let found = select("1. e4 e5 2. Ke3 *", &wish);
        assert_eq!(found.unproven, 1);
        let text = written_text(found.picked[0].clone());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1; sm e4;");
        assert!(lines[2].ends_with("hmvc 0; fmvn 2;"), "{}", lines[2]);
        let fen = select("1. e4 *", &Wish { made: Made::Games(Written::Fen), ..Wish::default() });
        assert_eq!((fen.unproven, written_text(fen.picked[0].clone()).split('\n').count()), (0, 3));
    }

    #[test]
    fn parts_games() {
        let of = |part| select(GAME, &Wish { part: Some(part), ..Wish::default() }).picked.remove(0).parts;
        assert_eq!(of(Part::Year), ["1858"]);
        assert_eq!(of(Part::Player), ["A", "unknown"]);
        assert_eq!(of(Part::Eco), ["unknown"]);
    }
}
