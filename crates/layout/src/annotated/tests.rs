use super::*;
use crate::{Board, Start};

/// A move is a letter and a digit; as the half-move n, all with the digit n can be played.
struct Digits;

impl MoveSense for Digits {
    fn likeness(&self, text: &str) -> f32 {
        let text = text.trim_end_matches(['!', '?']);
        f32::from(matches!(text.as_bytes(), [a, b] if a.is_ascii_lowercase() && b.is_ascii_digit()))
    }

    fn board(&self, _: &Start) -> Option<Box<dyn Board>> {
        Some(Box::new(At(0)))
    }
}

struct At(u8);

impl Board for At {
    fn after(&self, text: &str) -> Option<Box<dyn Board>> {
        let digit = text.as_bytes().get(1).map(|digit| digit - b'0');
        (digit == Some(self.0 + 1)).then(|| Box::new(At(self.0 + 1)) as Box<dyn Board>)
    }

    fn key(&self) -> u64 {
        self.0.into()
    }

    fn positions(&self) -> Vec<u64> {
        vec![self.key()]
    }
}

/// The moves of the games of a text, and the codes of what is said of them.
fn read(text: &str) -> Vec<(String, Vec<&'static str>)> {
    let source = Source::from_bytes("", text.as_bytes().to_vec());
    let game = |draft: &Draft<'_>| {
        let moves: Vec<&str> = draft.mainline.cells.iter().map(|cell| &*cell.text).collect();
        (moves.join(" "), draft.findings.iter().map(|finding| finding.code.id).collect())
    };
    Annotated.cut(&source, &Digits).iter().map(game).collect()
}

fn one(text: &str) -> (String, Vec<&'static str>) {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{text}: {games:?}");
    games.remove(0)
}

#[test]
fn the_moves_of_notes_are_not_the_games() {
    for note in [
        "Not 2. x3 y4 3. z5, which loses.",
        "(2. x3 y4 3. z5 with the better game)",
        "Here \"2. x3\" was expected.",
        "| |\nI thought of 2. x3 here. |",
    ] {
        let text = format!("1. a1 b2\n{note}\n2. c3 d4\n3. e5 f6 1-0");
        assert_eq!(one(&text), ("a1 b2 c3 d4 e5 f6".into(), vec![]), "{note}");
    }
}

#[test]
fn black_goes_on_behind_dots_alone_or_behind_an_aside() {
    for middle in
        ["a word of it\n1... b2", "a word of it\n... b2", "a word of it\nb2\nand more", "(a word of it) b2"]
    {
        let text = format!("1. a1 {middle}\n2. c3 d4 3. e5 f6 1-0");
        assert_eq!(one(&text).0, "a1 b2 c3 d4 e5 f6", "{middle}");
    }
}

#[test]
fn the_line_that_goes_on_is_the_games() {
    // The first 2. is a note that could be played, but the game has a line for its own.
    let text = "1. a1 b2 So far so good. 2. x3 Looks well.\n\n2. c3 d4 3. e5 f6 1-0";
    assert_eq!(one(text).0, "a1 b2 c3 d4 e5 f6");
}

#[test]
fn what_may_go_on_is_said() {
    let quiet = "1. a1 b2\nThis is well known by now.\n2. c3 d4\n3. e5 f6\n";
    assert_eq!(one(quiet).1, Vec::<&str>::new());
    assert_eq!(one(&format!("{quiet}Here he thought about 4. g7 for an hour.")).1, ["L306"]);
    let sentence = "1. a1 b2 This is well known by now. 2. c3 d4 3. e5 f6 And so on.";
    assert_eq!(one(sentence).1, ["L305"]);
}

#[test]
fn what_cannot_be_played_but_follows_is_said() {
    let game = "1. a1 b2\nThis is well known by now.\n2. c3 d4\n3. e5 f6\n";
    for behind in [
        "4. x9 winning at once",
        "4. ??9 winning at once",
        "A word of it.\n\n4... x9 winning at once",
        "Then he played on. 4. x9",
        "5. x9 winning at once",
        "x9",
        "g7 winning at once",
    ] {
        assert_eq!(one(&format!("{game}{behind}\n1-0")).1, ["L306"], "{behind}");
    }
    for behind in
        ["Not 3. x9 of course.", "3. x9 was no better", "At move 4 he resigned.", "40 people were there"]
    {
        assert_eq!(one(&format!("{game}{behind}\n1-0")).1, Vec::<&str>::new(), "{behind}");
    }
}

#[test]
fn without_notes_other_layouts_know_better() {
    assert_eq!(read("1. a1 b2 2. c3 d4 3. e5 f6 1-0"), []);
    let games = playable(&Source::from_bytes("", b"1. a1 b2 2. c3 d4 3. e5 f6".to_vec()), &Digits);
    assert_eq!(games.iter().map(|game| game.half_moves.len()).collect::<Vec<_>>(), [6]);
}

#[test]
fn each_game_begins_with_its_own_line() {
    let game = "1. a1 b2\nThis is well known by now.\n2. c3 d4\n3. e5 f6\n\n";
    assert_eq!(read(&game.repeat(3)).len(), 3);
}

/// Plays anything.
struct Anything;

impl MoveSense for Anything {
    fn likeness(&self, text: &str) -> f32 {
        f32::from(matches!(text.as_bytes(), [a, b] if a.is_ascii_lowercase() && b.is_ascii_digit()))
    }

    fn board(&self, _: &Start) -> Option<Box<dyn Board>> {
        Some(Box::new(Anything))
    }
}

impl Board for Anything {
    fn after(&self, _: &str) -> Option<Box<dyn Board>> {
        Some(Box::new(Anything))
    }

    fn key(&self) -> u64 {
        0
    }

    fn positions(&self) -> Vec<u64> {
        vec![self.key()]
    }
}

#[test]
fn long_games_and_hostile_texts() {
    let game: String = (1..700).map(|number| format!("{number}. a1 b2\nThis is a remark.\n")).collect();
    let same = "1. a1 ".repeat(3_000);
    let brackets = format!("1. a1 {} b2 2. c3", "(".repeat(5_000));
    let numbers: String = (0..3_000).map(|at| format!("{}. a1\n", at % 40)).collect();
    for text in [game, same, brackets, numbers] {
        let source = Source::from_bytes("", text.into_bytes());
        let read = std::thread::spawn(move || {
            Annotated.cut(&source, &Anything).iter().map(|draft| draft.mainline.cells.len()).max()
        });
        assert!(read.join().unwrap().is_none_or(|cells| cells <= 1200));
    }
}
