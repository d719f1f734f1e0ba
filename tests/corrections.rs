//! Corrections: what a person has decided, applied to the record it was decided for.

use std::fs;
use std::path::Path;
use std::process::Output;

use assert_cmd::Command;
use scorebook::corrections::{Anchor, Correction, CorrectionKind, Index, write};
use scorebook::text::{Source, Span};

const SHEET: &str = "White: Morphy\nBlack: Isouard\n\n1. P-K4    P-K4\n2. N-KB3   P-Q3\n3. P-Q4    B-N5\n\
    4. PxP     BxN\n5. QxB     PxP\n6. B-QB4   N-KB3\n7. Q-QN3   Q-K2\n8. N-B3    P-B3\n9. B-KN5   P-N4\n\
    10. NxP    PxN\n11. BxNP   QN-Q2\n12. O-O-O  R-Q1\n13. RxN    RxR\n14. R-Q1   Q-K3\n";

/// The row that decides on the `nth` place (from 0) where `text` stands in `record`.
fn row(file: &str, record: &str, text: &str, nth: usize, kind: CorrectionKind, value: &str) -> Correction {
    let source = Source::from_bytes(file, record.as_bytes().to_vec());
    let (at, _) = record.match_indices(text).nth(nth).expect(text);
    let anchor = Index::new(record).anchor(&source, Span::new(at, at + text.len()));
    Correction { anchor, kind, value: value.into(), note: String::new(), row: 0 }
}

/// The layout said: else what breaks off would be read as a book, which mends by itself what is decided here.
const PAIRS: &[&str] = &["--layout", "pairs"];

struct Desk {
    dir: tempfile::TempDir,
}

impl Desk {
    fn new(record: &str, rows: &[Correction]) -> Desk {
        let desk = Desk { dir: tempfile::tempdir().unwrap() };
        desk.put("game.txt", record);
        desk.decide(rows);
        desk
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.dir.path().join(name)
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn decide(&self, rows: &[Correction]) {
        let mut out = Vec::new();
        write(&mut out, rows).unwrap();
        fs::write(self.path("c.csv"), out).unwrap();
    }

    fn convert(&self, more: &[&str]) -> (Output, String, Vec<String>) {
        let output = Command::cargo_bin("scorebook")
            .unwrap()
            .current_dir(self.dir.path())
            .args(["convert", "game.txt", "--corrections", "c.csv", "--report", "r.csv"])
            .args(more)
            .output()
            .unwrap();
        let pgn = String::from_utf8(output.stdout.clone()).unwrap();
        let codes = codes(&self.path("r.csv"));
        (output, pgn, codes)
    }
}

fn codes(report: &Path) -> Vec<String> {
    let mut reader = csv::Reader::from_path(report).unwrap();
    let at = reader.headers().unwrap().iter().position(|field| field == "code").unwrap();
    reader.records().map(|record| record.unwrap()[at].to_owned()).collect()
}

fn tag(pgn: &str, name: &str) -> String {
    let start = format!("[{name} \"");
    let line = pgn.lines().find(|line| line.starts_with(&start)).unwrap_or_default();
    line.trim_start_matches(&start).trim_end_matches("\"]").to_owned()
}

/// The moves of the first game, without numbers and result.
fn moves(pgn: &str) -> Vec<String> {
    let text = pgn.split("\n\n").nth(1).unwrap_or_default();
    let bare: Vec<&str> =
        text.split('{').map(|part| part.split('}').next_back().unwrap_or_default()).collect();
    bare.join(" ")
        .split_whitespace()
        .filter(|word| !word.ends_with('.') && *word != "*" && !word.starts_with("1-0"))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_cell_means_the_move_decided_in_any_notation() {
    for said in ["Qd6", "e7d6", "Q-Q3", "Dd6", "Queen to Queen's third"] {
        let desk = Desk::new(SHEET, &[row("game.txt", SHEET, "Q-K3", 0, CorrectionKind::Move, said)]);
        let (_, pgn, codes) = desk.convert(&[]);
        assert_eq!(moves(&pgn).last().map(String::as_str), Some("Qd6"), "{said}: {pgn}");
        assert_eq!(tag(&pgn, "Reading"), "decided", "{said}");
        assert!(codes.contains(&"D101".to_owned()), "{said}: {codes:?}");
    }
}

#[test]
fn worn_running_text_is_read_as_decided() {
    let worn = "White: Mr. Alden. Black: Mr. Byrd.\n1 P to K i P to K 4 2 Rt to KB 3 Kt toQ B 3 3 B to B 4 B to E 4 4 P lo B 3\
                Rt to B 8 5 P to Q 4P takes P 6 p takes P B to Xt 5 ch 7Kl to B 3 Kt takes K p 8 Castlcs B takesKt 9 P takes \
                BP to Q 4l0 B toR3 P takes B 11 R io K sq Bto K 3 12 R takes Kt O to Q 4 l3 Q to X 2 Castles 0 R\n";
    let decided = row("game.txt", worn, "Q to X 2", 0, CorrectionKind::Move, "Qe2");
    let named = row("game.txt", worn, "P to K 4", 0, CorrectionKind::Tag, "Event=Club match");
    let (_, before, _) = Desk::new(worn, &[]).convert(&[]);
    let (_, pgn, codes) = Desk::new(worn, &[decided, named]).convert(&[]);
    assert_eq!(moves(&pgn), moves(&before));
    assert_eq!(moves(&pgn).len(), 26, "{pgn}");
    assert!(codes.contains(&"D101".to_owned()), "{codes:?}");
    assert_eq!(tag(&pgn, "Event"), "Club match", "{pgn}");
    // What a person says is read, though the print says otherwise.
    let other = row("game.txt", worn, "Q to X 2", 0, CorrectionKind::Move, "Qd3");
    let (_, pgn, codes) = Desk::new(worn, &[other]).convert(&[]);
    assert!(
        moves(&pgn).contains(&"Qd3".to_owned()) || codes.iter().any(|code| code == "D107"),
        "{pgn} {codes:?}"
    );
}

#[test]
fn corrections_applied_twice_change_nothing() {
    let decided = row("game.txt", SHEET, "Q-K3", 0, CorrectionKind::Move, "Qd6");
    let once = Desk::new(SHEET, std::slice::from_ref(&decided));
    let (_, first, _) = once.convert(&[]);
    let (_, again, _) = once.convert(&[]);
    assert_eq!(first, again);
    // The same rows twice, in one file or in two: the games are the same, and it is told.
    let (_, copied, codes) = once.convert(&["--corrections", "c.csv"]);
    assert_eq!(copied, first);
    assert_eq!(codes.iter().filter(|code| *code == "D103").count(), 1);
}

#[test]
fn junk_is_left_out_and_what_is_missing_put_in() {
    let unordered =
        SHEET.replace("10. NxP    PxN", "10. NxP  P-KR8  PxN").replace("2. N-KB3   P-Q3", "2. N-KB3");
    let rows = [
        row("game.txt", &unordered, "P-KR8", 0, CorrectionKind::Junk, ""),
        row("game.txt", &unordered, "N-KB3", 0, CorrectionKind::MissingAfter, "P-Q3"),
    ];
    let (_, before, _) = Desk::new(&unordered, &[]).convert(PAIRS);
    assert_eq!(tag(&before, "Reading"), "repaired");
    let (_, pgn, codes) = Desk::new(&unordered, &rows).convert(PAIRS);
    let (_, whole, _) = Desk::new(SHEET, &[]).convert(PAIRS);
    assert_eq!(moves(&pgn), moves(&whole));
    assert_eq!(tag(&pgn, "Reading"), "decided");
    // That half of a pair is missing in print stays true.
    assert_eq!(codes, ["L102", "D101", "D101"]);
    // Several moves at once, before a cell.
    let gap = SHEET.replace("2. N-KB3   P-Q3\n3. P-Q4    B-N5\n", "2. N-KB3\n");
    let rows = [row("game.txt", &gap, "PxP", 0, CorrectionKind::Missing, "P-Q3; P-Q4; Bg4")];
    let (_, pgn, _) = Desk::new(&gap, &rows).convert(PAIRS);
    assert_eq!(moves(&pgn), moves(&whole));
}

#[test]
fn lines_that_are_not_score_are_passed_over() {
    let advert = "8. PILLS  FOR\n9. THE  LIVER\n";
    let book = SHEET.replace("8. N-B3", &format!("{advert}8. N-B3"));
    let (_, before, _) = Desk::new(&book, &[]).convert(PAIRS);
    let desk = Desk::new(&book, &[row("game.txt", &book, advert, 0, CorrectionKind::NotScore, "")]);
    let (_, pgn, codes) = desk.convert(PAIRS);
    let (_, whole, _) = Desk::new(SHEET, &[]).convert(PAIRS);
    assert_ne!(moves(&before), moves(&whole), "the lines do no harm; take worse ones");
    assert_eq!(moves(&pgn), moves(&whole));
    assert_eq!(codes, ["D101"]);
}

#[test]
fn a_game_starts_where_a_person_says() {
    // The second game has lost its first move, so nothing but a person can tell that it is one.
    let two = "1. P-K4 P-K4\n2. N-KB3 N-QB3\n3. B-B4 B-B4\n2. P-QB4 N-KB3\n3. N-QB3 P-K3\n4. N-B3 B-K2\n";
    let (_, before, _) = Desk::new(two, &[]).convert(&[]);
    assert_eq!(before.matches("[Event ").count(), 1);
    let desk = Desk::new(
        two,
        &[
            row("game.txt", two, "2. P-QB4", 0, CorrectionKind::Game, ""),
            row("game.txt", two, "P-QB4", 0, CorrectionKind::Missing, "d4; d5"),
            row("game.txt", two, "P-QB4", 0, CorrectionKind::Tag, "White=Pillsbury \"the\" lion"),
        ],
    );
    let (_, pgn, codes) = desk.convert(&[]);
    assert_eq!(pgn.matches("[Event ").count(), 2, "{pgn}");
    let second = moves(&pgn.split_inclusive("\n\n").skip(2).collect::<String>()).join(" ");
    assert_eq!(second, "d4 d5 c4 Nf6 Nc3 e6 Nf3 Be7");
    assert!(pgn.contains(r#"[White "Pillsbury \"the\" lion"]"#), "{pgn}");
    assert!(!codes.contains(&"D102".to_owned()), "{codes:?}");
    let first = pgn.split("[Event ").nth(1).unwrap();
    assert!(first.contains(r#"[Reading "verified"]"#) && first.contains("3. Bc4 Bc5"), "{first}");
}

#[test]
fn tags_are_set_and_a_result_overrules_the_print() {
    let record = format!("{SHEET}\nResigns\n");
    let rows = [
        row("game.txt", &record, "P-K4", 0, CorrectionKind::Tag, "Event=Paris Opera"),
        row("game.txt", &record, "P-K4", 0, CorrectionKind::Tag, "Result=1/2-1/2"),
    ];
    let (_, pgn, codes) = Desk::new(&record, &rows).convert(&[]);
    assert_eq!((tag(&pgn, "Event"), tag(&pgn, "Result")), ("Paris Opera".into(), "1/2-1/2".into()));
    assert_eq!(codes, ["D101", "D101"]);
}

#[test]
fn rows_survive_edits_elsewhere_and_say_when_they_do_not() {
    let decided = row("game.txt", SHEET, "Q-K3", 0, CorrectionKind::Move, "Qd6");
    let edited =
        format!("Copied from the club's book.\n\n{}", SHEET.replace("12. O-O-O ", "12. Castles Q. R."));
    let (_, pgn, codes) = Desk::new(&edited, std::slice::from_ref(&decided)).convert(&[]);
    assert_eq!(moves(&pgn)[27], "Qd6");
    assert!(!codes.contains(&"D102".to_owned()));
    let changed = SHEET.replace("Q-K3", "Q-Q3");
    let (output, pgn, codes) = Desk::new(&changed, &[decided]).convert(&[]);
    assert_eq!(moves(&pgn)[27], "Qd6");
    assert_eq!((codes.as_slice(), output.status.code()), (["D102".to_owned()].as_slice(), Some(1)));
}

#[test]
fn contradictions_count_for_nothing() {
    let rows = [
        row("game.txt", SHEET, "Q-K3", 0, CorrectionKind::Move, "Qd6"),
        row("game.txt", SHEET, "Q-K3", 0, CorrectionKind::Junk, ""),
    ];
    let (_, pgn, codes) = Desk::new(SHEET, &rows).convert(&[]);
    assert_eq!(moves(&pgn)[27], "Qe6");
    assert_eq!(codes, ["D104"]);
}

#[test]
fn a_move_that_cannot_be_played_is_told() {
    let rows = [row("game.txt", SHEET, "Q-K3", 0, CorrectionKind::Move, "Ka1")];
    let (_, pgn, codes) = Desk::new(SHEET, &rows).convert(&[]);
    assert_eq!(tag(&pgn, "Reading"), "incomplete");
    assert_eq!(moves(&pgn).len(), 27);
    assert!(codes.contains(&"D107".to_owned()), "{codes:?}");
}

#[test]
fn a_file_of_another_book_is_told_and_does_nothing() {
    let rows = [row("volume-2.txt", SHEET, "Q-K3", 0, CorrectionKind::Move, "Qd6")];
    let (_, pgn, codes) = Desk::new(SHEET, &rows).convert(&[]);
    assert_eq!(tag(&pgn, "Reading"), "verified");
    assert_eq!(codes, ["D105"]);
    // The same name, another text.
    let other = "1. P-Q4 P-Q4\n2. P-QB4 P-K3\n";
    let rows = [row("game.txt", SHEET, "Q-K3", 0, CorrectionKind::Move, "Qd6")];
    let (_, pgn, codes) = Desk::new(other, &rows).convert(&[]);
    assert_eq!(
        (tag(&pgn, "Reading").as_str(), codes.as_slice()),
        ("verified", ["D102".to_owned()].as_slice())
    );
    // No corrections file at all.
    let desk = Desk::new(SHEET, &[]);
    desk.put("c.csv", "1. e4 e5\n");
    let (output, pgn, _) = (desk.convert_only(), String::new(), ());
    assert_eq!((output.status.code(), pgn.as_str()), (Some(2), ""));
    assert!(String::from_utf8(output.stderr).unwrap().contains("no column `file`"));
}

impl Desk {
    fn convert_only(&self) -> Output {
        Command::cargo_bin("scorebook")
            .unwrap()
            .current_dir(self.dir.path())
            .args(["convert", "game.txt", "--corrections", "c.csv"])
            .output()
            .unwrap()
    }
}

#[test]
fn a_misprint_may_be_all_that_is_known_and_a_doubt_may_be_left() {
    let rows = [row("game.txt", SHEET, "Q-K3", 0, CorrectionKind::Misprint, "")];
    let (_, pgn, codes) = Desk::new(SHEET, &rows).convert(&[]);
    assert_eq!((moves(&pgn)[27].as_str(), codes.as_slice()), ("Qe6", ["D108".to_owned()].as_slice()));
    let rows = [row("game.txt", SHEET, "Q-K3", 0, CorrectionKind::Leave, "")];
    let (_, pgn, codes) = Desk::new(SHEET, &rows).convert(&[]);
    assert_eq!(
        (tag(&pgn, "Reading").as_str(), codes.as_slice()),
        ("verified", ["D109".to_owned()].as_slice())
    );
}

#[test]
fn cells_of_variations_and_of_pgn_are_decided_too() {
    let pgn = "[White \"A\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 (2. Nc4 Nc6) 2... Nc6 *\n";
    let rows = [row("game.txt", pgn, "Nc4", 0, CorrectionKind::Move, "Nc3")];
    let (_, out, codes) = Desk::new(pgn, &rows).convert(&[]);
    assert!(out.contains("(2. Nc3 Nc6)"), "{out}");
    assert_eq!(codes, ["D101"]);
}

/// A row as the page writes it for lines that were dragged over: the first line, all their words, no hash.
fn lines(record: &str, from: usize, to: usize) -> Correction {
    let wanted: Vec<&str> = record.lines().skip(from - 1).take(to + 1 - from).collect();
    let text = wanted.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ");
    let anchor = Anchor { file: "game.txt".into(), line: from, text, hash: String::new() };
    Correction { anchor, kind: CorrectionKind::Game, value: "whole".into(), note: String::new(), row: 0 }
}

const TWO: &str =
    "1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n4. Ba4 Nf6\n\n1. d4 d5\n2. c4 e6\n3. Nc3 Nf6\n4. Bg5 Be7\n";

#[test]
fn lines_that_a_person_calls_one_game_are_one_game() {
    // The second half of the first game numbers anew, so that it looks like another.
    let torn =
        "1. e4 e5\n2. Nf3 Nc6\n\n1. Bb5 a6\n2. Ba4 Nf6\n\n1. d4 d5\n2. c4 e6\n3. Nc3 Nf6\n4. Bg5 Be7\n";
    let desk = Desk::new(torn, &[lines(torn, 1, 5)]);
    let (_, pgn, report) = desk.convert(PAIRS);
    let games: Vec<&str> = pgn.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), 2, "{pgn}");
    assert_eq!(moves(games[0]), ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6"]);
    assert_eq!(moves(games[1]).len(), 8);
    assert!(report.contains(&"D101".to_owned()), "{report:?}");
    // Lines in the middle of a game become a game of their own; what stands around them stays.
    let woven = TWO.replace("\n\n1. d4", "\n1. d4");
    let desk = Desk::new(&woven, &[lines(&woven, 1, 4), lines(&woven, 5, 8)]);
    let (_, pgn, report) = desk.convert(PAIRS);
    assert_eq!(pgn.matches("[Event ").count(), 2, "{pgn}");
    assert_eq!(report.iter().filter(|code| *code == "D101").count(), 2, "{report:?}");
}

#[test]
fn lines_without_a_move_are_no_game_and_a_wrong_value_is_told() {
    let record = format!("{TWO}\n* * *\n- - -\n");
    let desk = Desk::new(&record, &[lines(&record, 11, 12)]);
    let (_, pgn, report) = desk.convert(PAIRS);
    assert_eq!(pgn.matches("[Event ").count(), 2, "{pgn}");
    assert!(report.contains(&"D102".to_owned()), "{report:?}");
    let half = Correction { value: "half".into(), ..lines(&record, 1, 4) };
    let desk = Desk::new(&record, &[half]);
    assert!(desk.convert(PAIRS).2.contains(&"D106".to_owned()));
}

#[test]
fn a_game_of_a_printed_book_starts_where_nothing_of_it_can_be_read() {
    let record = crate::common::torn_book();
    let at = |kind, value| row("game.txt", &record, "Game 2.", 0, kind, value);
    let rows = [at(CorrectionKind::Game, ""), at(CorrectionKind::MissingAfter, "e4; e5; Nf3")];
    let desk = Desk::new(&record, &rows);
    let (_, pgn, _) = desk.convert(&[]);
    let games: Vec<&str> = pgn.split("[Event ").skip(1).collect();
    assert_eq!(games.len(), 2, "{pgn}");
    assert_eq!(moves(games[1]), ["e4", "e5", "Nf3"]);
    assert!(codes(&desk.path("r.csv")).iter().all(|code| code != "D107" && code != "D102"));
    // The first game is as it was.
    assert_eq!(moves(games[0])[..4], ["e4", "e5", "Nf3", "d6"]);
}
