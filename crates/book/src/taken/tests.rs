//! Rows of every kind, and strange ones.

use super::*;
use crate::book;
use crate::columns;
use crate::grammar::Grammar;

fn read(text: &str) -> (Evidence, Vec<(Taken, String)>) {
    let grammar = Grammar::of(text);
    let evidence = book::evidence(Print::new(text, &columns::pieces(text, grammar)), grammar);
    let rows = rows(&evidence);
    let texts = (0..rows.len()).map(|row| evidence.print.text(row));
    let said = rows.iter().zip(texts).map(|(row, text)| (row.taken, text)).collect();
    (evidence, said)
}

fn of(said: &[(Taken, String)], part: &str) -> Taken {
    said.iter().find(|(_, text)| text.contains(part)).unwrap_or_else(|| panic!("{part}: {said:?}")).0
}

const BOOK: &str = "\
The second game of the match was played before a large company, and it lasted until the small hours.

GAME II.

Smith v. Brown.

WHITE.        BLACK.
1. P-K4       P-K4
2. Kt-KB3     Kt-QB3
3. B-B4       B-B4
4. P-B3 (a)   Kt-B3
5. P-Q4       PxP
6. PxP        B-Kt5 ch
7. B-Q2       BxB ch
Resigns.

(a) The usual move. If instead 4. Castles, then 4... Kt-B3 5. P-Q3 P-Q3, and the game is even.

| r | n | b | q | k | b | n | r |
| p | p | p | p | p | p | p | p |
";

#[test]
fn each_kind_of_row_is_told() {
    let (evidence, said) = read(BOOK);
    for (part, taken) in [
        ("large company", Taken::Prose),
        ("GAME II", Taken::Heading),
        ("Smith v. Brown", Taken::Heading),
        ("WHITE.", Taken::Heading),
        ("1. P-K4", Taken::Row),
        ("7. B-Q2", Taken::Row),
        ("Resigns.", Taken::Ending),
        ("The usual move", Taken::Note),
        ("| r | n |", Taken::Diagram),
    ] {
        assert_eq!(of(&said, part), taken, "{part}");
    }
    let rows = rows(&evidence);
    let row = rows.iter().find(|row| row.number == Some(5)).unwrap();
    assert_eq!(row.moves.len(), 2);
    assert!(row.why.contains("begins with the number 5; 2 moves"), "{}", row.why);
    assert!(rows.iter().all(|row| !row.why.is_empty()));
}

#[test]
fn running_text_and_page_numbers_are_told() {
    let (_, said) = read(
        "Game 3.\n\n1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-B4, B-B4;\n4. P-B3, Kt-B3; 5. P-Q4, PxP; 6. PxP,\n\
         B-Kt5 ch; 7. B-Q2, BxB ch;\n\n31\n\u{c}~ '\n",
    );
    assert_eq!(of(&said, "1. P-K4"), Taken::Running);
    assert_eq!(of(&said, "4. P-B3"), Taken::Running);
    assert_eq!(of(&said, "31"), Taken::Furniture);
}

#[test]
fn columns_are_parts() {
    let left = ["1 P-K4   P-K4", "2 Kt-KB3 Kt-QB3", "3 B-B4   B-B4", "4 P-B3   Kt-B3"];
    let right = ["5 P-Q4   PxP", "6 PxP    B-Kt5", "7 B-Q2   BxB", "8 QKtxB  P-Q4"];
    let lines: Vec<String> =
        left.iter().zip(right).map(|(left, right)| format!("{left:26}{right}\n")).collect();
    let (evidence, _) = read(&lines.concat());
    let line_of = |byte: usize| lines.concat()[..byte].matches('\n').count() + 1;
    let parts = parts(&evidence.print, &line_of);
    assert_eq!(parts.len(), 2, "{parts:?}");
    assert_eq!((parts[0].rows.clone(), parts[1].rows.clone()), (0..4, 4..8));
    assert_eq!((parts[0].parted, parts[1].columns.start), (4, 26));
    let [read, across] = follow(&evidence, 0..8).unwrap();
    assert_eq!(read, (7, 7));
    assert!(across.0 < 4, "{across:?}");
}

#[test]
fn half_moves_say_how_they_were_found() {
    let book = crate::read(BOOK, &Default::default());
    let moves = half_moves(&book.games[0].reading);
    assert_eq!((moves[0].san.as_str(), moves[13].san.as_str()), ("e4", "Bxd2+"));
    assert_eq!(moves[0].how(), "the first move, as printed");
    assert_eq!(moves[1].how(), "the next cell, as printed");
}

#[test]
fn strange_text_is_told_too() {
    for text in
        ["", "\n\n\u{c}\n", &"x".repeat(5000), &"1. P-K4 ".repeat(500), "\u{1F600}\u{0}\u{feff} ♞♞ ((((("]
    {
        let (evidence, said) = read(text);
        assert_eq!(said.len(), evidence.print.rows.len());
        let parts = parts(&evidence.print, &|byte| byte);
        assert_eq!(parts.iter().map(|part| part.rows.len()).sum::<usize>(), said.len());
        let _ = follow(&evidence, 0..said.len());
    }
}
