//! Games without a defect go straight from the lexer to the writer; what comes out is what the readers of records make of them.

use std::sync::Arc;

use scorebook::convert::{Converted, Format, LayoutChoice, Plan, Text, Units, convert};
use scorebook::decode::{NotationChoice, Options};
use scorebook::game::Verdict;
use scorebook::notation;
use scorebook_export::CleanGames;
use scorebook_random::Random;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Position};

/// In SAN, since the readers find some games playable in another notation too, with other moves.
fn plan(direct: bool, format: Format) -> Plan {
    let from = notation::find("san").map_or(NotationChoice::Auto, NotationChoice::Notation);
    Plan {
        charset: None,
        sheets: Default::default(),
        options: Options { from, ..Options::default() },
        layout: LayoutChoice::Auto,
        format,
        decisions: Arc::default(),
        direct,
        whole: false,
        fragments: false,
        comments: scorebook::sink::Comments::All,
        explain: false,
        variants: Default::default(),
        scan: Default::default(),
        spoken: Default::default(),
        progress: Default::default(),
    }
}

fn converted(text: &str, direct: bool, format: Format) -> Vec<Converted> {
    let plan = plan(direct, format);
    let reader = Box::new(std::io::Cursor::new(text.as_bytes().to_vec()));
    let mut units = Units::read("games.pgn".to_owned(), reader, &plan);
    let mut games = Vec::new();
    while let Ok(Some(unit)) = units.next_unit() {
        games.extend(convert(&unit, &plan));
    }
    games
}

/// Everything that a user sees of the games: text, verdict, notation, findings with their places.
fn seen(games: &[Converted]) -> Vec<String> {
    let line = |game: &Converted| {
        let text = match &game.text {
            Text::Plain(text) | Text::Json(text) => text.clone(),
            Text::Rows(rows) => format!("{rows:?}"),
            #[allow(unreachable_patterns)]
            _ => String::new(),
        };
        let findings: Vec<String> = game
            .findings
            .iter()
            .map(|f| format!("{}:{} {} {}", f.line, f.column, f.finding.code.id, f.finding.message))
            .collect();
        let verdict = game.verdict.map_or("", Verdict::as_str);
        format!("{verdict} {} {} {findings:?}\n{text}", game.notation, game.plies)
    };
    games.iter().map(line).collect()
}

#[track_caller]
fn assert_same(text: &str, format: Format) {
    let (direct, read) = (seen(&converted(text, true, format)), seen(&converted(text, false, format)));
    for (direct, read) in direct.iter().zip(&read) {
        assert_eq!(direct, read, "in:\n{text}");
    }
    assert_eq!(direct.len(), read.len(), "in:\n{text}");
}

/// A game of random moves with comments, glyphs and variations.
fn random_game(random: &mut Random) -> String {
    let mut text =
        format!("[Event \"Test \\\"{}\\\"\"]\n[White \"Müller, K\"]\n[Black \"B\"]\n", random.below(9));
    let mut position = Chess::default();
    let plies = 12 + random.below(80);
    let mut moves = String::new();
    let mut interrupted = true;
    for _ in 0..plies {
        let legal = position.legal_moves();
        if legal.is_empty() || position.is_insufficient_material() {
            break;
        }
        let mv = *random.pick(&legal);
        numbered(&position, interrupted, &mut moves);
        let before = position.clone();
        moves.push_str(&SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string());
        interrupted = false;
        if random.below(12) == 0 {
            moves.push_str(random.pick::<&str>(&[" $1", "!?", "?", " $3"]));
        }
        if random.below(10) == 0 {
            moves.push_str(random.pick::<&str>(&[
                " {[%clk 0:09:58]}",
                " {a long comment, which must be broken at its spaces, and has ö and é in it}",
                " {two}\n{comments (and a bracket)}",
            ]));
            interrupted = true;
        }
        if legal.len() > 1 && random.below(10) == 0 {
            let mut side = before.clone();
            let other = *random.pick(&legal);
            moves.push_str(" (");
            numbered(&side, true, &mut moves);
            moves.push_str(&SanPlus::from_move_and_play_unchecked(&mut side, other).to_string());
            if let Some(&reply) = side.legal_moves().first() {
                moves.push_str(" {inside} ");
                numbered(&side, true, &mut moves);
                moves.push_str(&SanPlus::from_move_and_play_unchecked(&mut side, reply).to_string());
            }
            moves.push(')');
            interrupted = true;
        }
        moves.push(if random.below(8) == 0 { '\n' } else { ' ' });
    }
    let result = match position.outcome() {
        shakmaty::Outcome::Unknown => random.pick::<&str>(&["1-0", "0-1", "1/2-1/2", "*"]),
        known => known.as_str(),
    };
    text.push_str(&format!("[Result \"{result}\"]\n[Opening \"x\"]\n\n{moves}{result}\n\n"));
    text
}

fn numbered(position: &Chess, interrupted: bool, out: &mut String) {
    match position.turn() {
        Color::White => out.push_str(&format!("{}. ", position.fullmoves())),
        Color::Black if interrupted => out.push_str(&format!("{}... ", position.fullmoves())),
        Color::Black => {}
    }
}

fn formats() -> Vec<Format> {
    let moves = |name| Format::Moves(notation::find(name).unwrap());
    vec![
        Format::Pgn,
        Format::Json,
        Format::Csv,
        moves("uci"),
        moves("san-de"),
        moves("english"),
        moves("iccf"),
    ]
}

#[test]
fn clean_games_come_out_as_the_readers_write_them() {
    let mut random = Random::new(54);
    for format in formats() {
        let text: String = (0..6).map(|_| random_game(&mut random)).collect();
        let clean = CleanGames::read(&text);
        assert!(clean.others().is_empty(), "left to the readers: {:?}", clean.others().first());
        let (direct, read) = (converted(&text, true, format), converted(&text, false, format));
        assert_eq!(direct.len(), read.len());
        // The readers have doubts about some annotated games of random moves; these are without a doubt here.
        let sure = |game: &Converted| game.verdict == Some(Verdict::Verified);
        assert!(direct.iter().all(sure) && read.iter().filter(|game| sure(game)).count() >= 4);
        for ((direct, read), _) in
            seen(&direct).iter().zip(seen(&read)).zip(&read).filter(|(_, game)| sure(game))
        {
            assert_eq!(*direct, read, "in:\n{text}");
        }
    }
}

/// Games with a defect, each of another kind, and some that only look like one.
const DEFECTS: &[&str] = &[
    "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bb4 Nf6 1-0\n\n",
    "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 0-1\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ng1f3 Nc6 3. Bb5 a6 *\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ngf3 {to g5} Nc6 3. Bb5 a6 *\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 0-1\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 (1... c5 2. Nf3 *\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 *\n\n",
    "[White \"A\"]\n[Black \"B\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 Kd7 2. e5 *\n\n",
    "[White \"A\"]\n[Black \"B\"]\n[Variant \"Atomic\"]\n\n1. e4 e5 2. Nf3 d6 *\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 (Nf3) 2. Nf3 Nc6 3. Bb5 a6 {and a note [White \"x\"] in it} *\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 ; a remark\nNc6 3. Bb5 a6 * {behind}\n\n",
    "[White \"A\"]\n[Black \"B\"]\n\n1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *\n\n",
];

/// What many programs write: mate with the mark of check, games that nobody played, the rules by name, files and ranks that need
/// not be named, castling with zeros.
#[test]
fn common_ways_to_write_are_no_defects() {
    for (moves, wanted) in [
        ("[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7+ 1-0", "4. Qxf7# 1-0"),
        ("[Result \"0-1\"]\n\n0-1", "0-1"),
        ("[Variant \"Standard\"]\n\n1.e4 e5 2.Nf3\nNc6 *", "2. Nf3 Nc6 *"),
        (
            "\n1. e4 e5 2. Ngf3 Nbc6 3. Bfb5 Ngf6 4. 0-0 B8e7 5. R1e1 0-0 *",
            "3. Bb5 Nf6 4. O-O Be7 5. Re1 O-O *",
        ),
        (
            "\n1. e4 f5 2. exf5 Kf7 3. Qdh5+ g6 4. Qhxg6+ hxg6 5. fxg6+ Kg7 6. Ngf3 *",
            "3. Qh5+ g6 4. Qxg6+ hxg6",
        ),
        (
            "[Result \"1-0\"]\n\n1. e4 e5 2. Qdh5 Nbc6 3. Bc4 Ngf6 4. Qhxf7+ 1-0",
            "2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
        ),
    ] {
        let text = format!("[White \"A\"]\n[Black \"B\"]\n{moves}\n\n");
        assert!(CleanGames::read(&text).others().is_empty(), "{text}");
        let games = converted(&text, true, Format::Pgn);
        assert!(matches!(&games[0].text, Text::Plain(pgn) if pgn.contains(wanted)), "{wanted}");
        assert_same(&text, Format::Pgn);
        assert_same(&text, Format::Json);
    }
}

#[test]
fn only_games_with_a_defect_take_the_other_road() {
    let mut random = Random::new(1858);
    for defect in DEFECTS {
        let text = [random_game(&mut random), (*defect).to_owned(), random_game(&mut random)].concat();
        let clean = CleanGames::read(&text);
        assert_eq!((clean.games().len(), clean.others().len()), (2, 1), "{defect}");
        assert_same(&text, Format::Pgn);
    }
    // Several of them, next to each other and apart.
    let mut text = String::new();
    for (at, defect) in DEFECTS.iter().enumerate() {
        text.push_str(defect);
        if at % 3 == 0 {
            text.push_str(&random_game(&mut random));
        }
    }
    assert_same(&text, Format::Json);
}

#[test]
fn places_of_findings_are_those_of_the_file() {
    let mut random = Random::new(7);
    let text = [&random_game(&mut random), DEFECTS[0], &random_game(&mut random), DEFECTS[0]].concat();
    let games = converted(&text, true, Format::Pgn);
    let lines: Vec<usize> = games.iter().flat_map(|game| &game.findings).map(|found| found.line).collect();
    let wanted: Vec<usize> =
        (1..).zip(text.lines()).filter(|(_, line)| line.contains("Bb4")).map(|(line, _)| line).collect();
    assert!(wanted.iter().all(|line| lines.contains(line)), "{lines:?} for {wanted:?}");
}
