//! Rules files, positions and games with errors in them: nothing panics, and every error has its line and key.

use scorebook_random::Random;
use scorebook_variants::{Game, Notation, Position, Rules, builtin, check, unsupported};

/// How many files are tried.
const FILES: usize = 10_000;

/// The rules of the built-in variants, cut at their headings.
fn sections() -> Vec<&'static str> {
    let text = include_str!("../../src/builtin.ini");
    let starts: Vec<usize> = text.match_indices("\n[").map(|(at, _)| at + 1).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &text[start..end]).collect()
}

/// One small change at a random place.
fn mutate(random: &mut Random, text: &mut String, all: &str) {
    const WORDS: [&str; 16] = [
        "*",
        "-",
        "true",
        "false",
        "999",
        "16",
        "p",
        "k:NN",
        "p:mfRcpB2iW",
        "a1 p16 *3 c*",
        "\n",
        "=",
        "é",
        "loss",
        "[",
        "p:q k:-",
    ];
    let boundary = |text: &str, mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let at = boundary(text, random.below(text.len() + 1));
    match random.below(5) {
        0 => text.insert_str(at, WORDS[random.below(WORDS.len())]),
        1 => {
            let end = boundary(text, (at + random.below(12)).min(text.len()));
            text.replace_range(at.min(end)..end, "");
        }
        2 => {
            // A line of another variant.
            let lines: Vec<&str> = all.lines().collect();
            let line = lines[random.below(lines.len())];
            text.push_str(&format!("\n{line}\n"));
        }
        3 => {
            // The value of one line becomes another word.
            let lines: Vec<String> = text.lines().map(String::from).collect();
            let which = random.below(lines.len().max(1));
            let word = WORDS[random.below(WORDS.len())];
            let changed = |(index, line): (usize, &String)| match line.split_once('=') {
                Some((key, _)) if index == which => format!("{key}= {word}"),
                _ => line.clone(),
            };
            *text = lines.iter().enumerate().map(changed).collect::<Vec<_>>().join("\n");
        }
        _ => text.insert(at, (32 + random.below(95)) as u8 as char),
    }
}

#[test]
fn no_rules_file_makes_the_program_panic() {
    let all = include_str!("../../src/builtin.ini");
    let sections = sections();
    let mut random = Random::new(10_000);
    let (mut read, mut refused, mut plies) = (0, 0, 0);
    for _ in 0..FILES {
        let mut text = sections[random.below(sections.len())].replacen('[', "[my", 1);
        for _ in 0..1 + random.below(4) {
            mutate(&mut random, &mut text, all);
        }
        let file = Rules::load(&text);
        refused += file.errors.len();
        for error in file.errors.iter().chain(&file.notes) {
            let lines = text.lines().count();
            assert!((1..=lines).contains(&error.line), "{error} in {lines} lines:\n{text}");
            let words = error.to_string();
            assert!(
                words.starts_with(&format!("line {}", error.line)) && !error.reason.is_empty(),
                "{words}"
            );
            assert!(words.contains(&error.key));
        }
        for rules in &file.variants {
            read += 1;
            let mut game = Game::new(Position::start(rules));
            for _ in 0..4 {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                plies += 1;
                let mv = moves[random.below(moves.len())];
                let text = game.position().write_move(Notation::San, mv);
                let _ = game.position().parse_move(Notation::San, &text);
                game.play(mv);
            }
            let _ = game.outcome();
        }
    }
    // The changes must leave some files right and make others wrong, or the test says little.
    assert!(read > FILES / 10 && refused > FILES / 10 && plies > FILES / 4, "{read} {refused} {plies}");
}

#[test]
fn every_key_that_is_not_played_is_refused_by_name_and_line() {
    let keys: Vec<&str> = unsupported().collect();
    for key in ["twoBoards", "enclosingDrop", "flipEnclosedPieces"] {
        assert!(keys.contains(&key), "{key} is not among {keys:?}");
    }
    for key in keys {
        let file = Rules::load(&format!("# mine\n[mine:chess]\n\n{key} = true\n"));
        let told: Vec<String> = file.errors.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with(&format!("line 4, variant mine, key {key}: ")), "{told:?}");
        assert!(file.variants.is_empty());
    }
}

#[test]
fn no_game_makes_the_checker_panic() {
    let mut random = Random::new(22);
    let all = builtin();
    let (mut whole, mut faulty) = (0, 0);
    for number in 0..FILES {
        let rules = &all[number % all.len()];
        let notation = Notation::ALL[random.below(Notation::ALL.len())];
        // Its squares are two figures: boards of more than nine files have other notations.
        if notation == Notation::Shogi && rules.board.files > 9 {
            continue;
        }
        let mut position = Position::start(rules);
        let mut texts = Vec::new();
        for _ in 0..6 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            texts.push(position.write_move(notation, mv));
            position.play(mv);
        }
        if texts.is_empty() {
            continue;
        }
        let at = random.below(texts.len());
        let lines = texts.join("\n");
        mutate(&mut random, &mut texts[at], &lines);
        let moves: Vec<&str> = texts.iter().map(String::as_str).collect();
        let checked = check(Position::start(rules), notation, &moves, Some("1-0"));
        match checked.found.is_empty() {
            true => whole += 1,
            false => faulty += 1,
        }
        // Nothing before the change is at fault, and every fault has its ply and its words.
        for found in &checked.found {
            let words = found.fault.to_string();
            assert!(
                found.ply > at && found.ply <= moves.len() && words.len() > 3,
                "{} {moves:?}: {found:?}",
                rules.name
            );
        }
    }
    assert!(whole > FILES / 50 && faulty > FILES / 2, "{whole} {faulty}");
}

#[test]
fn no_text_makes_a_reader_panic() {
    let mut random = Random::new(4);
    let letters: Vec<char> = "abcdefghijklmnop0123456789NBRQKPEHxX-+=@*/#;: ~é[]'O".chars().collect();
    let names = ["chess", "seirawan", "shogi", "janggi", "crazyhouse", "omicron", "okisakishogi"];
    for name in names {
        let rules = Rules::named(name).unwrap();
        let start = Position::start(rules);
        for _ in 0..1500 {
            let length = random.below(9);
            let text: String = (0..length).map(|_| letters[random.below(letters.len())]).collect();
            for notation in Notation::ALL {
                if let Err(why) = start.parse_move(notation, &text) {
                    assert!(!why.to_string().is_empty());
                }
            }
            let mut fen = rules.start_fen.clone();
            mutate(&mut random, &mut fen, "x = y");
            if let Ok(position) = Position::from_fen(rules, &fen) {
                let _ = (position.outcome(), position.fen());
            }
        }
    }
}

#[test]
fn every_pair_of_squares_gets_an_answer() {
    for rules in builtin() {
        let start = Position::start(rules);
        for from in rules.board.squares() {
            for to in rules.board.squares().filter(|to| (to.index() ^ from.index()) % 5 == 0) {
                if let Err(why) = start.parse_move(Notation::Uci, &format!("{from}{to}")) {
                    assert!(why.to_string().len() > 5, "{} {from}{to}: {why}", rules.name);
                }
            }
        }
    }
}
