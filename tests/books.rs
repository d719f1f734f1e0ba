//! Whole books: games are found among prose, and torn pages are put back in order.

use scorebook::decode::{Decoder, NotationChoice, Options};
use scorebook::game::Verdict;
use scorebook::record::book::PrintedBook;
use scorebook::record::{Ending, Layout, MoveSense};
use scorebook::text::Source;
use shakmaty::{CastlingMode, Color};

use crate::common::{converted, sans};

struct Shapes;

impl MoveSense for Shapes {
    fn likeness(&self, _text: &str) -> f32 {
        0.0
    }
}

/// A page in the manner of a 19th-century primer: prose, a diagram and a variation between the moves.
/// The game is Morphy's against the Duke and the Count, Paris 1858.
const CLEAN: &str = "\
THE OPERA GAME

The example that follows is played in every club. It teaches more than a
chapter of rules, and the reader should play it over many times.

GAME 1. PHILIDOR'S DEFENCE

(Paris, 1858)

White: Morphy. Black: Amateurs.

        1. P - K 4                P - K 4
        2. Kt - K B 3             P - Q 3
        3. P - Q 4                B - Kt 5

Black pins the Knight, which is not to be recommended here, since he will
have to give up the Bishop for it on the next move. Instead he might have
played P x P.

        4. P x P                  B x Kt
        5. Q x B                  P x P
        6. B - Q B 4              Kt - K B 3
        7. Q - Q Kt 3             Q - K 2
        8. Kt - B 3

   ---------------------------------
   | r | n |   |   | k | b |   | r |
   ---------------------------------

        8. ........               P - B 3
        9. B - K Kt 5             P - Kt 4
       10. Kt x P                 P x Kt
       11. B x Kt P ch            Q Kt - Q 2
       12. Castles Q R            R - Q 1
       13. R x Kt                 R x R
       14. R - Q 1                Q - K 3
       15. B x R ch               Kt x B
       16. Q - Kt 8 ch            Kt x Q
       17. R - Q 8 mate

A finish that has been admired ever since.
";

/// The same game with Black's column printed under White's, without numbers.
const TORN: &str = "\
P. Morphy v. The Allies.

WHITE

1 P to K 4

2 Kt to K B 3

3 P to Q 4

4 PxP

5 QxB

6 B to Q B 4

7 Q to Q Kt 3

8 Kt to B 3

9 B to K Kt 5

10 KtxP

11 BxKtP, ch

12 Castles Q R

13 RxKt

14 R to Q sq

15 BxR, ch

16 Q to Kt 8, ch

17 R to Q 8, mate

BLACK

P to K 4

PtoQ3

B to Kt 5

BxKt

PxP

Kt to K B 3

Qto K2

P to B 3

P to Kt 4

PxKt

Q Kt to Q 2

R to Q sq

RxR

Q to K3

KtxB

KtxQ
";

const OPERA: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 \
                     c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

fn options() -> Options {
    Options {
        from: scorebook::notation::find("english").map_or(NotationChoice::Auto, NotationChoice::Notation),
        ..Options::default()
    }
}

fn read(text: &str) -> Vec<(scorebook::game::Tags, Option<Ending>, bool, scorebook::decode::Reading)> {
    let source = Source::from_bytes("book.txt", text.as_bytes().to_vec());
    let mut decoder = Decoder::new(options());
    PrintedBook
        .cut(&source, &Shapes)
        .iter()
        .map(|draft| {
            let ending = draft.ending.as_ref().map(|(ending, _)| ending.clone());
            (draft.tags.clone(), ending, draft.unordered.is_some(), decoder.decode(draft))
        })
        .collect()
}

fn moves(reading: &scorebook::decode::Reading) -> String {
    let uci = |m: shakmaty::Move| m.to_uci(CastlingMode::Standard).to_string();
    reading.game.moves().map(uci).collect::<Vec<_>>().join(" ")
}

fn opera() -> String {
    OPERA.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_among_prose_and_diagrams() {
    let games = read(CLEAN);
    assert_eq!(games.len(), 1);
    let (tags, _, unordered, reading) = &games[0];
    assert!(!unordered);
    assert_eq!(moves(reading), opera());
    assert_eq!(tags.get("White"), Some("Morphy"));
    assert_eq!(tags.get("Black"), Some("Amateurs"));
    assert_eq!(tags.get("Date"), Some("1858.??.??"));
    assert_eq!(tags.get("Opening"), Some("PHILIDOR'S DEFENCE"));
    assert!(matches!(reading.verdict, Verdict::Verified | Verdict::Settled), "{:?}", reading.findings);
}

#[test]
fn a_column_under_the_other() {
    let games = read(TORN);
    assert_eq!(games.len(), 1);
    let (tags, _, unordered, reading) = &games[0];
    assert!(unordered);
    assert_eq!(moves(reading), opera());
    assert_eq!(tags.get("White"), Some("P. Morphy"));
}

#[test]
fn a_worn_cell_is_read_and_said_to_be_worn() {
    // A scanner has made "s" of the rank of 7. Q - Q Kt 3, and lost the dash of 8. Kt - B 3.
    let worn = CLEAN.replace("7. Q - Q Kt 3", "7. Q - Q Kt s").replace("8. Kt - B 3\n", "8. Kf - B 3\n");
    let games = read(&worn);
    assert_eq!(games.len(), 1);
    let reading = &games[0].3;
    assert_eq!(moves(reading), opera());
    for ply in [13, 15] {
        assert!(reading.findings.iter().any(|f| f.ply == Some(ply)), "ply {ply}: {:?}", reading.findings);
    }
    assert!(!matches!(reading.verdict, Verdict::Verified | Verdict::Settled));
}

#[test]
fn moves_in_a_sentence_are_a_note() {
    let note = "If 10...P - R 3; 11 B x P ch, K - Q 1; 12 Castles.\n\n";
    let noted = CLEAN.replace("       11. B x Kt P ch", &format!("{note}       11. B x Kt P ch"));
    assert_ne!(noted, CLEAN);
    let games = read(&noted);
    assert_eq!(games.len(), 1);
    assert_eq!(moves(&games[0].3), opera());
    assert!(matches!(games[0].3.verdict, Verdict::Verified | Verdict::Settled), "{:?}", games[0].3.findings);
}

#[test]
fn praise_set_apart_belongs_to_the_move() {
    let games =
        read(&CLEAN.replace("2. Kt - K B 3             P - Q 3", "2. Kt - K B 3 !           P - Q 3 !?"));
    assert_eq!(moves(&games[0].3), opera());
    assert!(matches!(games[0].3.verdict, Verdict::Verified | Verdict::Settled), "{:?}", games[0].3.findings);
}

#[test]
fn moves_taken_from_another_game_are_said_to_be() {
    let second = "\nGAME 2. PHILIDOR'S DEFENCE\n\nWhite: A. Black: B.\n\nMove 1-3 as in Game No. 1.\n\n        \
                  4. P x P                  P x P\n        5. Q x Q ch               K x Q\n        \
                  6. Kt x P                 B - K 3\n        7. Kt - Q B 3             Kt - K B 3\n";
    let games = converted(&format!("{CLEAN}{second}"), &["--layout", "book"]);
    assert_eq!(games.len(), 2);
    assert_eq!(sans(&games[1]), "e4 e5 Nf3 d6 d4 Bg4 dxe5 dxe5 Qxd8+ Kxd8 Nxe5 Be6 Nc3 Nf6");
    assert!(games[1]["findings"].to_string().contains("L302"));
}

#[test]
fn endings_name_the_side() {
    let text = CLEAN.replace("       17. R - Q 8 mate\n", "            Black resigns.\n");
    let games = read(&text);
    assert_eq!(games[0].1, Some(Ending::Resigns(Some(Color::Black))));
}

#[test]
fn hostile_text_is_no_trouble() {
    let long = format!("1. P-K4 P-K4\n2. {}\n", "Kt-KB3 ".repeat(5_000));
    let numbers = (1..3_000).map(|n| format!("{n}. P-K4\n")).collect::<String>();
    for text in
        ["", "\u{c}\u{c}\n", "1.\n2.\n3.\n", "[Footnote", "1. \u{1F600} P-K4\n2. ×\n", &long, &numbers]
    {
        let source = Source::from_bytes("x", text.as_bytes().to_vec());
        for draft in PrintedBook.cut(&source, &Shapes) {
            for cell in &draft.mainline.cells {
                assert!(cell.span.end <= source.text().len());
            }
        }
    }
}
