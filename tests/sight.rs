//! Records in forms that were misread at first sight: moves, tags and findings; and records of other games, and names
//! in many character sets.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use scorebook::lineage::Lineage;
use scorebook::notation;
use scorebook_charset::Charset;
use serde::Deserialize;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position, fen::Fen};

use crate::common::{Random, converted, sans};

#[derive(Deserialize)]
struct Fixtures {
    record: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    kind: String,
    name: String,
    text: String,
    /// The games in SAN.
    games: Vec<String>,
    /// The reading of each, or, in words, of the first ones and of all others.
    reading: String,
    /// Tags of the first; an empty value: there is none.
    #[serde(default)]
    tags: BTreeMap<String, String>,
    /// The same of the last.
    #[serde(default)]
    last: BTreeMap<String, String>,
    /// Codes of findings that must be there, and that must not.
    #[serde(default)]
    codes: Vec<String>,
    #[serde(default)]
    lacks: Vec<String>,
}

/// What is wrong with what `convert` makes of a record.
fn faults(record: &Record) -> Vec<String> {
    let report = tempfile::NamedTempFile::new().unwrap();
    let games = converted(&record.text, &["--report", report.path().to_str().unwrap(), "--fragments"]);
    let found: Vec<String> = games.iter().map(sans).collect();
    let mut faults = Vec::new();
    if found != record.games {
        faults.push(format!("games {found:?}"));
    }
    let wanted: Vec<&str> = record.reading.split(' ').collect();
    for (at, game) in games.iter().enumerate() {
        if game["reading"] != wanted[at.min(wanted.len() - 1)] {
            faults.push(format!("reading {}", game["reading"]));
        }
    }
    let first = record.tags.iter().map(|pair| (games.first(), pair));
    let last = record.last.iter().map(|pair| (games.last(), pair));
    for (game, (tag, value)) in first.chain(last) {
        let said = game.map(|game| &game["tags"][tag]);
        let result = game.map(|game| &game["result"]).filter(|_| tag == "Result");
        let is_none = value.is_empty() && said.is_some_and(serde_json::Value::is_null);
        if !is_none && ![said, result].iter().flatten().any(|said| **said == value.as_str()) {
            faults.push(format!("{tag} {said:?}"));
        }
    }
    let report = std::fs::read_to_string(report.path()).unwrap();
    faults
        .extend(record.codes.iter().filter(|code| !report.contains(*code)).map(|code| format!("no {code}")));
    faults.extend(record.lacks.iter().filter(|code| report.contains(*code)).cloned());
    faults
}

#[test]
fn forms_that_were_misread() {
    let fixtures: Fixtures = toml::from_str(include_str!("../fixtures/sight.toml")).unwrap();
    let mut wrong = String::new();
    for record in &fixtures.record {
        let faults = faults(record);
        if !faults.is_empty() {
            writeln!(wrong, "{}: {}: {}", record.kind, record.name, faults.join("; ")).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn run(args: &[&str], input: &[u8]) -> (bool, String, String) {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_scorebook"));
    let output = command.args(args).write_stdin(input).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.success(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn other_games_are_refused_by_name() {
    for (text, named) in [
        ("[GameType \"20\"]\n\n1. 32-28 17-22 2. 28x17 12-21 2-0\n", "draughts"),
        ("(;GM[1]FF[4]SZ[19];B[pd];W[dd])", "go"),
        ("V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n", "shogi"),
        ("Red: Li\nBlack: Wang\n1. C2=5 H8+7\n2. H2+3 R9=8\n3. P7+1 P7+1\n4. C8=6 H2+3\n", "xiangqi"),
        ("1. 炮二平五 马８进７\n2. 马二进三 车９平８\n3. 车一平二 马２进３\n", "xiangqi"),
        ("1. C2.5 H8+7 2. H2+3 R9.8 3. R1.2 P7+1 4. R2+6 H2+3", "xiangqi"),
        ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 h0h6 c9e7", "xiangqi"),
        ("e6 f4 c3 c4 d3 d6 e3 c2 b3 d2", "Othello"),
        ("F5d6C3d3C4f4F6f3E6", "Othello"),
        ("1. f5 f6 2. e6 f4 3. e3 c5 4. c4 e7 5. c6 e2", "Othello"),
        ("B Q16\nW D4\nB C16\nW R4\nB E3\nW D3\nB E4\nW D6", "go"),
        ("1. H8 I9 2. I8 J8 3. H10 H9 4. G9 J12", "gomoku, go or hex"),
        ("hex, 11 x 11: c2 f6 swap g5 i4 h7 d8 c10 b11 k1 j2", "hex"),
        (" 1) 42: 8/4 6/4    31: 8/5 6/5\n 2) 65: 24/13   11: 8/7(2) 6/5(2)\n", "backgammon"),
        ("1. 6-1: 13/7 8/7  5-2: 13/8 24/22*\n2. 6-6: bar/off 24/18", "backgammon"),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - bm Nc6; id \"T.2\";\nrnbqkb1r/pppp1ppp/4pn2/8/2PP4/2N5/PP2PPPP/R1BQKBNR b KQkq - bm Bb4; id \"T.3\";\nr1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - bm O-O; id \"T.5\";\n",
            "answers",
        ),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2 bm Nc6;\nrnbqkb1r/pppp1ppp/4pn2/8/2PP4/2N5/PP2PPPP/R1BQKBNR b KQkq - 1 3 bm Bb4;\nr1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5 bm O-O;\n",
            "answers",
        ),
        (
            "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - am Nc6; c0 \"h4=3\";\nrnbqkb1r/pppp1ppp/4pn2/8/2PP4/2N5/PP2PPPP/R1BQKBNR b KQkq - am Bb4; c0 \"h4=3\";\nr1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - am O-O; c0 \"h4=3\";\n",
            "answers",
        ),
        (
            "A00  Sokolsky  1.b4\nB00  Nimzowitsch  1.e4 Nc6\nC44  Ponziani  1.e4 e5 2.Nf3 Nc6 3.c3\nD06  QGD  1.d4 d5 2.c4\n",
            "openings",
        ),
        (
            "For Tuesday\n\nRuy Lopez: 1. e4 e5 2. Nf3 Nc6 3. Bb5\nScotch: 1. e4 e5 2. Nf3 Nc6 3. d4\nPetrov: 1. e4 e5 2. Nf3 Nf6\n",
            "openings",
        ),
        (
            "Sizilianisch   1.e4 c5\nPirc   1.e4 d6 2.d4 Sf6 3.Sc3\nHolländisch   1.d4 f5\nFranzösisch  1.e4 e6\n",
            "openings",
        ),
        (
            "## Lines\n\n| Opening | White 1 | Black 1 | White 2 | Black 2 | ECO |\n|---|---|---|---|---|---|\n| **Italian Game** | e4 | e5 | Nf3 | Nc6 | C50 |\n| **French Defense** | e4 | e6 | d4 | d5 | C00 |\n| **Queen's Gambit** | d4 | d5 | c4 | e6 | D30 |\n",
            "openings",
        ),
        (
            "Opening;W1;B1;W2;B2\nCaro-Kann Defense;e4;c6;d4;d5\nFrench Defense;e4;e6;d4;d5\nAlekhine Defense;e4;Nf6;e5;Nd5\n",
            "openings",
        ),
        (
            "| Opening | Moves | ECO |\n|---|---|---|\n| Ruy Lopez | 1. e4 e5 2. Nf3 Nc6 3. Bb5 | C60 |\n| Vienna Game | 1. e4 e5 2. Nc3 | C25 |\n",
            "openings",
        ),
        (
            "Row 1: K2, P4, K2, P4.\nRow 2: P2, K4, P2, K4.\nRow 3: K2, C4, K2, C4.\nRow 4: P8.\nRepeat to end.\n",
            "no game",
        ),
    ] {
        let (fine, out, err) = run(&["convert", "-"], text.as_bytes());
        assert!(!fine && out.is_empty() && err.contains(named), "{text}: {out} {err}");
    }
}

/// Names in the letters of each character set.
const NAMES: &[(&str, &[&str])] = &[
    ("Windows-1252", &["Müller, Jürgen", "Peña, José", "Sørensen, Åge", "Françoise Lévêque"]),
    ("Windows-1251", &["Непомнящий, Ян", "Иванов, Пётр", "Задача 1", "Карякин, Сергей"]),
    ("KOI8-R", &["Непомнящий, Ян", "Иванов, Петр", "Ботвинник, Михаил"]),
    ("CP866", &["Непомнящий, Ян", "Смыслов, Василий", "Таль, Михаил"]),
    ("ISO-8859-5", &["Непомнящий, Ян", "Петросян, Тигран"]),
    ("MacCyrillic", &["Непомнящий, Ян", "Спасский, Борис"]),
    ("Windows-1250", &["Wojtaszek, Radosław", "Šahović, Dragutin", "Hráček, Zbyněk", "Németh, Győző"]),
    ("ISO-8859-2", &["Wojtaszek, Radosław", "Hráček, Zbyněk", "Łódź, Świętosław"]),
    ("Windows-1253", &["Παπαϊωάννου, Ιωάννης", "Κοτρωνιάς, Βασίλης"]),
    ("Windows-1254", &["Şener, Işıl Özgür", "Yılmaz, Mustafa Oğuz"]),
    ("Windows-1257", &["Šķēle, Jānis", "Žukauskaitė, Rūta", "Ķiršis, Uldis"]),
    ("CP437", &["Müller, Jürgen", "Schröder, Günter", "Großmann, Bärbel"]),
    ("CP850", &["Müller, Jürgen", "Sørensen, Åge", "Conceição, João"]),
    ("Macintosh", &["Müller, Jürgen", "Lévêque, Françoise", "Peña, José"]),
];

fn game(name: &str) -> String {
    format!("[White \"{name}\"]\n[Black \"Smith\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n")
}

/// A name is read right, or a finding says what was assumed; `fix` writes no name that is wrong.
#[test]
fn names_in_many_character_sets() {
    let (mut wrong, mut right, mut all) = (String::new(), 0, 0);
    for (set, names) in NAMES {
        let charset = Charset::named(set).unwrap();
        for name in *names {
            let bytes =
                charset.encode(&game(name)).unwrap_or_else(|| panic!("{set} lacks a letter of {name}"));
            let (_, named, _) = run(&["convert", "-q", "--encoding", set, "-"], &bytes);
            let (_, found, said) = run(&["convert", "-"], &bytes);
            let (_, fixed, _) = run(&["fix", "-q", "-"], &bytes);
            let (_, _, verified) = run(&["verify", "-"], &bytes);
            all += 1;
            right += usize::from(found.contains(name));
            let assumed = said.contains("B210") || said.contains("B211");
            let mended = fixed.contains(name) || fixed.contains('\u{fffd}');
            if !named.contains(name) || !assumed || !mended || verified.contains("panicked") {
                writeln!(
                    wrong,
                    "{set}: {name}: named {}, said {assumed}, mended {mended}: {said}{fixed}",
                    named.contains(name)
                )
                .unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(right * 10 >= all * 8, "{right} of {all} read right");
}

/// Back ranks of Chess960 with rooks and kings in many places.
const BACK_RANKS: &[&str] =
    &["bqnrnkrb", "rkbbnnqr", "nnrkrbbq", "bbrnnkqr", "rnkbbqrn", "qrkrnnbb", "rknqbbnr", "nrbkqbrn"];

/// The games of each start in each notation, with and without a tag for the variant, X-FEN and Shredder-FEN.
#[test]
fn chess960_in_many_notations() {
    let mut random = Random::new(960);
    for (at, rank) in BACK_RANKS.iter().enumerate() {
        let rooks: Vec<char> = rank
            .char_indices()
            .filter(|(_, c)| *c == 'r')
            .map(|(file, _)| char::from(b'a' + file as u8))
            .collect();
        let small: String = rooks.iter().rev().collect();
        let rights = if at % 2 == 0 { "KQkq".to_owned() } else { small.to_uppercase() + &small };
        let fen = format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{} w {rights} - 0 1", rank.to_uppercase());
        let start: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        for _ in 0..4 {
            let (wanted, texts) = random_game_in(&start, &mut random);
            for (name, text) in texts {
                let variant = if at % 3 == 0 { "" } else { "[Variant \"Chess960\"]\n" };
                let record = format!("[White \"A\"]\n[Black \"B\"]\n{variant}[FEN \"{fen}\"]\n\n{text} *\n");
                let games = converted(&record, &["--fragments"]);
                let plies = games[0]["plies"].as_array().unwrap();
                let found: Vec<&str> = plies.iter().map(|ply| ply["uci"].as_str().unwrap()).collect();
                assert_eq!(found, wanted, "{name}: {record}");
            }
        }
    }
}

/// A random game that castles where it can: its moves in UCI, and its movetext in several notations.
fn random_game_in(start: &Chess, random: &mut Random) -> (Vec<String>, Vec<(&'static str, String)>) {
    const PLIES: usize = 40;
    let names = ["san", "uci", "long", "san-de"];
    let mut texts: Vec<(&'static str, String)> = names.map(|name| (name, String::new())).to_vec();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    let lineage = Lineage::new(start);
    for ply in 0..PLIES {
        let legal = position.legal_moves();
        let castles: Vec<Move> = legal.iter().copied().filter(|m| m.is_castle()).collect();
        let choice = if castles.is_empty() { legal.to_vec() } else { castles };
        let Some(&m) = choice.get(random.below(choice.len().max(1))) else { break };
        let mode = position.castles().mode();
        for (name, text) in &mut texts {
            let written = notation::find(name).unwrap().write(&position, &lineage, m).unwrap();
            if ply % 2 == 0 {
                write!(text, "{}. ", ply / 2 + 1).unwrap();
            }
            write!(text, "{written} ").unwrap();
        }
        moves.push(UciMove::from_move(m, mode).to_string());
        position.play_unchecked(m);
    }
    (moves, texts)
}

/// The reader of books cuts moves out of a page; what stands between them is printed for them.
#[test]
fn notes_of_pages_are_kept() {
    for (text, wanted) in [
        (
            "|\n1. d4\n|\n\"May I be a queen?\" asked the pawn, as all of them do on the first day of a new game. |\n\n|\n|\n1... Nf6\n|\nThe knight comes out, and stops 2. e4 at once. |\n\n|\n|\n2. c4\n|\nTwo pawns stand beside each other and are content with it. |\n\n|\n|\n2... e6\n|\nA modest step, which opens the way of the bishop. |\n\n|\n|\n3. Nc3\n|\n\"We shall see,\" said the other knight, and went out. |\n\n|\n|\n3... Bb4\n|\nThe pin, before White can say another word. |\n\n|\n|\n4. e3\n|\nThe quiet line, which the masters of the last century liked. |\n",
            [
                "1. d4 {\"May I be a queen?\" asked the pawn, as all of them do on the first day of a new game.} 1... Nf6 {The knight comes out, and stops 2. e4 at once.} 2. c4",
                "4. e3",
            ],
        ),
        (
            "GAME 7.—PHILIDOR'S DEFENCE.\n\nWhite: Mr. Harrow.     Black: Mr. Selby.\n\n    1. P-K4          P-K4\n    2. Kt-KB3        P-Q3\n\nThis shuts in the Bishop, and is not to be recom-\nmended to a beginner.\n\n    3. P-Q4          B-Kt5\n\nAn ill-advised pin; the Bishop must be exchanged.\n\n    4. PxP           BxKt\n    5. QxB           PxP\n    6. B-QB4         Kt-KB3\n",
            [
                "2. Nf3 d6 {This shuts in the Bishop, and is not to be recommended to a beginner.} 3. d4 Bg4 {An ill-advised pin; the Bishop must be exchanged.} 4. dxe5",
                "6. Bc4 Nf6",
            ],
        ),
        (
            "My opponent opened as always.\n\n1. e4 Nf6 2. e5 Nd5 3. d4 d6 This is the Alekhine Defence, which I have played since my school days.\n\n4. Nf3 Bg4 5. Be2 Bxf3\n\nThis looks like a loss of time to me, so I am not sure that it is the right decision at all here.\n",
            [
                "3. d4 d6 {This is the Alekhine Defence, which I have played since my school days",
                "5. Be2 Bxf3 {This looks like a loss of time to me, so I am not sure that it is the right decision at all here",
            ],
        ),
        // What is said above a game and below it.
        (
            "A quiet evening\n\nLast week I looked once more at the games that my grandfather had played by post in the sixties, and this one pleased me most of all.\n\nKern - Wolf\n1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 (4. Qc2 d5 is as good) O-O 5. Bd3 d5\nBlack to move\n\nI chose this game because of the last position, in which both sides have developed as the old books advise.\n\n\nHe never told me how it went on, and the card on which the rest was written has been lost since then.\n",
            [
                "{Last week I looked once more at the games that my grandfather had played by post in the sixties, and this one pleased me most of all.}",
                "5. Bd3 d5 {Black to move} {I chose this game because of the last position, in which both sides have developed as the old books advise. He never told me",
            ],
        ),
        (
            "Un remate brillante\nEsta partida se jugó en la última ronda del torneo, ante un público que no cabía en la sala, y decidió el primer premio: 1 e4 e5 2 Cf3 Cc6 3 Ab5 a6 4 Aa4 Cf6 5 0-0 Ae7, y las blancas ganaron.\n",
            [
                "{Esta partida se jugó en la última ronda del torneo, ante un público que no cabía en la sala, y decidió el primer premio:} 1. e4",
                "5. O-O Be7",
            ],
        ),
    ] {
        let (_, out, _) = run(&["convert", "-"], text.as_bytes());
        let movetext = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(wanted.iter().all(|wanted| movetext.contains(wanted)), "{out}");
    }
}

#[test]
fn comments_and_variations_stay_below_words() {
    for (text, wanted) in [
        (
            "My parser fails at this one, why?\n\n1. e4 e5 {king's pawn} 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 {main} 3. Bc4 *\n",
            "1. e4 e5 {king's pawn} 2. Nf3 (2. f4 exf4 (2... d5)) 2... Nc6 {main} 3. Bc4 *",
        ),
        (
            "On May 3, 2005 at 07:49:16, Otto wrote:\n> [White \"Otto\"]\n> [Black \"Paul\"]\n>\n> 1. d4 {solid} d5 (1... Nf6 2. c4) 2. c4 ({Or} 2. Nf3) 2... e6 *\n",
            "1. d4 {solid} 1... d5 (1... Nf6 2. c4) 2. c4 ({Or} 2. Nf3) 2... e6 *",
        ),
        (
            "From a page about 1.d4: [White \"Rosa\"] [Black \"Tim\"] [Result \"0-1\"] 1. d4 {first (best) move} d5 2. Nf3 (2. c4 e6) 2... Nf6 0-1\n",
            "1. d4 {first (best) move} 1... d5 2. Nf3 (2. c4 e6) 2... Nf6 0-1",
        ),
    ] {
        let (_, out, _) = run(&["convert", "-"], text.as_bytes());
        let movetext = out.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(movetext.ends_with(wanted), "{out}");
    }
}
