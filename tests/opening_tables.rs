//! Tables of openings as manuals print them, and the summary of what is not put out: small books made here.

use assert_cmd::Command;
use serde_json::Value;

const PROSE: &str = "White begins with the following moves, and the table below gives what may follow; the notes under it say\n\
                     which of the lines are thought to be the best for the second player.\n\n";

const EVANS: &str = "THE EVANS GAMBIT.

1. P-K4       P-K4
2. Kt-KB3     Kt-QB3
3. B-B4       B-B4
4. P-QKt4     BxKtP

         1             2             3
5.    P-B3          P-B3          Castles
      B-R4          B-B4          P-Q3
6.    P-Q4          Castles       P-B3
      PxP           P-Q3          B-R4
7.    Castles       P-Q4          P-Q4
      P-Q3          PxP           PxP
8.    PxP           PxP           PxP
      B-Kt3         B-Kt3         B-Kt3

";

const EVANS_START: &str = "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 ";
const EVANS_LINES: [&str; 3] =
    ["c3 Ba5 d4 exd4 O-O d6 cxd4 Bb6", "c3 Bc5 O-O d6 d4 exd4 cxd4 Bb6", "O-O d6 c3 Ba5 d4 exd4 cxd4 Bb6"];

const LOPEZ: &str = "RUY LOPEZ.

1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5

        I.          II.
3     P-QR3       Kt-B3
4     B-R4        Castles
      Kt-B3       KtxP
5     Castles     P-Q4
      KtxP        B-K2

";

const LOPEZ_LINES: [&str; 2] =
    ["e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4 d4 Be7"];

const FRENCH: &str = "FRENCH DEFENCE.

1. P-K4     P-K3
2. P-Q4     P-Q4

Var. A.              Var. B.
3. Kt-QB3            3. PxP
   Kt-KB3               PxP
4. B-KKt5            4. B-Q3
   B-K2                 B-Q3

";

const FRENCH_LINES: [&str; 2] = ["e4 e6 d4 d5 Nc3 Nf6 Bg5 Be7", "e4 e6 d4 d5 exd5 exd5 Bd3 Bd6"];

const GIUOCO: &str = "GIUOCO PIANO.

1. e4 e5
2. Nf3 Nc6
3. Bc4 Bc5

     (a)            (b)
4.   c3  Nf6        d3  Nf6
5.   d4  exd4       Nc3  d6

";

const GIUOCO_LINES: [&str; 2] =
    ["e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6 d4 exd4", "e4 e5 Nf3 Nc6 Bc4 Bc5 d3 Nf6 Nc3 d6"];

/// The games of a text as reading and moves, and their findings.
fn converted(text: &str) -> (Vec<(String, String)>, String) {
    let mut command = Command::cargo_bin("scorebook").unwrap();
    let output = command.args(["convert", "--to", "json", "-"]).write_stdin(text).output().unwrap();
    let game = |line: &str| {
        let game: Value = serde_json::from_str(line).unwrap();
        let plies = game["plies"].as_array().unwrap().clone();
        let san: Vec<&str> = plies.iter().map(|ply| ply["san"].as_str().unwrap()).collect();
        (game["reading"].as_str().unwrap().to_owned(), san.join(" "))
    };
    let games = String::from_utf8(output.stdout).unwrap().lines().map(game).collect();
    (games, String::from_utf8(output.stderr).unwrap())
}

fn sure(lines: &[String]) -> Vec<(String, String)> {
    lines.iter().map(|line| ("verified".to_owned(), line.clone())).collect()
}

#[test]
fn a_column_of_a_table_is_a_game_that_begins_with_the_moves_above() {
    let evans: Vec<String> = EVANS_LINES.iter().map(|line| format!("{EVANS_START}{line}")).collect();
    let lopez: Vec<String> = LOPEZ_LINES.iter().map(ToString::to_string).collect();
    assert_eq!(converted(EVANS).0, sure(&evans));
    assert_eq!(converted(LOPEZ).0, sure(&lopez));
    let both = format!("{PROSE}{EVANS}{PROSE}{LOPEZ}{PROSE}");
    assert_eq!(converted(&both).0, sure(&[evans, lopez].concat()));
}

#[test]
fn variations_side_by_side_under_letters_are_games() {
    let french: Vec<String> = FRENCH_LINES.iter().map(ToString::to_string).collect();
    let giuoco: Vec<String> = GIUOCO_LINES.iter().map(ToString::to_string).collect();
    assert_eq!(converted(FRENCH).0, sure(&french));
    assert_eq!(converted(GIUOCO).0, sure(&giuoco));
}

#[test]
fn a_manual_of_many_tables_is_read_without_an_error() {
    let table = &EVANS[EVANS.find("         1").unwrap()..];
    let tables = [LOPEZ, FRENCH, GIUOCO, EVANS].map(|table| format!("{table}{PROSE}")).concat();
    let book = format!("{PROSE}{tables}{table}{PROSE}").repeat(3);
    let (games, said) = converted(&book);
    assert!(!games.is_empty() && !said.contains("L190"), "{said}");
}

#[test]
fn a_table_without_its_start_is_no_game() {
    let table = &EVANS[EVANS.find("         1").unwrap()..];
    let (games, said) = converted(&format!("{PROSE}{table}{PROSE}"));
    assert_eq!(games, []);
    assert!(said.contains("L324"), "{said}");
}

#[test]
fn the_summary_counts_what_is_left_out_by_page() {
    let page = |moves: &str| format!("{PROSE}{moves}\n{PROSE}\u{c}");
    let line = "12. B-Kt5 Q-R4 13. BxKt PxB 14. P-Q5 Kt-K4";
    let (games, said) = converted(&format!("{}{}", page(""), page(line)));
    assert_eq!(games, []);
    assert!(
        said.contains("left out") && said.contains("on page 2:") && said.contains("--fragments"),
        "{said}"
    );
}
