//! `scorebook verify` as people call it: findings, formats, levels, duplicates, variants, openings.

use crate::verify_run::{BROKEN, CLEAN, output};

#[test]
fn clean_games_have_status_0_and_no_findings() {
    let (status, out, err) = output(&["verify", "-"], CLEAN.as_bytes());
    assert_eq!((status, out.as_str()), (0, ""));
    assert!(err.contains("19 games"), "{err}");
}

#[test]
fn findings_have_status_1_and_their_place() {
    let (status, out, _) = output(&["verify", "--format", "csv", "-"], BROKEN.as_bytes());
    assert_eq!(status, 1);
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(out.as_bytes()).records().collect::<Result<_, _>>().unwrap();
    let cell = |row: usize, column: usize| rows[row][column].to_owned();
    let headings = out.lines().next().unwrap();
    assert_eq!(
        headings,
        "file,line,column,game,ply,move_number,side,text,code,severity,message,fen,chosen,candidates,page,printed_page"
    );
    // The places are counted by hand in the fixture.
    let seen: Vec<[String; 6]> = (0..rows.len())
        .map(|r| [cell(r, 1), cell(r, 2), cell(r, 3), cell(r, 4), cell(r, 7), cell(r, 8)])
        .collect();
    let expected = [["9", "24", "1", "5", "Ke3", "M201"], ["19", "35", "2", "7", "Qf7#", "N205"]];
    assert_eq!(seen, expected);
    assert!(cell(0, 10).contains("cannot be played"), "{:?}", rows[0]);
}

#[test]
fn only_what_fix_mends_is_offered() {
    let lenient = "[Event \"?\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 e5 2. nf3 *\n\n";
    let offered = |text: &str| {
        let (_, _, err) = output(&["verify", "-"], text.as_bytes());
        err.lines().find_map(|line| line.strip_prefix("Apply safe fixes, ").map(str::to_owned))
    };
    let proven = offered(lenient).unwrap_or_default();
    // A game that is not proven is left as it stands.
    let broken = lenient.replace("e4 e5", "e4 Ke4");
    assert_eq!(offered(&broken), None);
    assert_eq!(offered(&format!("{broken}{lenient}")).unwrap_or_default(), proven);
    assert!(!proven.is_empty());
}

#[test]
fn levels_and_fail_on() {
    assert_eq!(output(&["verify", "-q", "--allow", "M,N,T,S,R,C", "-"], BROKEN.as_bytes()).0, 0);
    assert_eq!(output(&["verify", "-q", "--fail-on", "never", "-"], BROKEN.as_bytes()).0, 0);
    let missing = CLEAN.replacen("[Round \"?\"]\n", "", 1);
    assert_eq!(output(&["verify", "-q", "--fail-on", "error", "-"], missing.as_bytes()).0, 0);
    assert_eq!(
        output(&["verify", "-q", "--fail-on", "error", "--deny", "T103", "-"], missing.as_bytes()).0,
        1
    );
    let (status, _, err) = output(&["verify", "--allow", "Q999", "-"], b"");
    assert_eq!(status, 2);
    assert!(err.contains("no code Q999"), "{err}");
    assert_eq!(output(&["verify", "no/such/file.pgn"], b"").0, 2);
}

#[test]
fn machine_formats_are_well_formed() {
    let (_, out, _) = output(&["verify", "--format", "json", "-"], BROKEN.as_bytes());
    let rows: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows.iter().any(|row| row["code"] == "M201" && row["ply"] == 5 && row["game"] == 1));
    let (_, out, _) = output(&["verify", "--format", "sarif", "-"], BROKEN.as_bytes());
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), rows.len());
    let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
    }
    let (_, out, _) = output(&["verify", "--format", "sarif", "-"], CLEAN.as_bytes());
    let log: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 0);
}

#[test]
fn duplicates_are_found() {
    let game = CLEAN.split("\n\n[Event").next().unwrap().to_owned() + "\n\n";
    let cut = game.replacen("40.Qc4 Qd1 41.Rc1 Qg4+ 42.Kg2 h4\n43.Qf1 g5 44.Qd1 Nxf4+ 45.Kh1  0-1", "0-1", 1);
    let dated = |game: &str| game.replace("1906.??.??", "1906.01.02");
    let other = game.replace("Savrov", "Nobody").replace("Alekhine, Alexander", "Somebody");
    let named = game.replace("Alekhine, Alexander", "A. Alekhine");
    for (text, code) in [
        (format!("{game}{named}"), "S201"),
        (format!("{game}{other}"), "S202"),
        (format!("{}{}", dated(&game), dated(&cut)), "S203"),
        (format!("{}{}", dated(&cut), dated(&game)), "S203"),
    ] {
        let (_, out, _) = output(&["verify", "--duplicates", "--format", "csv", "-"], text.as_bytes());
        assert!(out.contains(code), "{code}: {out}");
        assert_eq!(output(&["verify", "--format", "csv", "-"], text.as_bytes()).1.lines().count(), 1);
    }
}

#[test]
fn the_second_reader_agrees() {
    let (status, out, _) = output(&["verify", "--cross-check", "--format", "csv", "-"], CLEAN.as_bytes());
    assert_eq!((status, out.lines().count()), (0, 1), "{out}");
}

#[test]
fn variants_are_proven() {
    let game = |variant: &str, moves: &str, result: &str| {
        format!(
            "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a\"]\n[Black \"b\"]\n\
             [Result \"{result}\"]\n[Variant \"{variant}\"]\n\n{moves} {result}\n"
        )
    };
    for (variant, moves, result, codes) in [
        ("Atomic", "1. Nh3 a6 2. Ng5 a5 3. Nxf7#", "1-0", &[][..]),
        ("Atomic", "1. Nh3 a6 2. Ng5 a5 3. Nxf7#", "0-1", &["R305"]),
        ("Atomic", "1. Nh3 a6 2. Ng5 a5 3. Nxf7", "1-0", &["C103"]),
        ("Crazyhouse", "1. e4 d5 2. exd5 Qxd5 3. P@e4", "*", &[]),
        ("Crazyhouse", "1. e4 d5 2. N@e5", "*", &["M201"]),
        ("Antichess", "1. e3 b5 2. Bxb5", "*", &[]),
        ("Antichess", "1. e3 b5 2. a3", "*", &["M201"]),
        ("Three-check", "1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7", "*", &[]),
        ("King of the Hill", "1. e4 e5 2. Ke2", "*", &[]),
        ("Horde", "1. b6 axb6", "*", &[]),
        ("Racing Kings", "1. Kh3", "*", &[]),
        ("Bughouse", "1. e4", "*", &["T215"]),
    ] {
        let (_, out, _) =
            output(&["verify", "--format", "csv", "-"], game(variant, moves, result).as_bytes());
        let found: Vec<String> = csv::Reader::from_reader(out.as_bytes())
            .records()
            .map(|row| row.unwrap()[8].to_owned())
            .collect();
        assert_eq!(found, codes, "{variant} {moves}: {out}");
    }
}

#[test]
fn quiet_changes_nothing_but_the_words() {
    for text in [CLEAN, BROKEN, "1. e4 e5 2. 0-0 Nf6 3. Bc4 Qh4 4. Ngf3 *\n", "1. f3 e5 2. g4 Qh4+ *\n"] {
        for level in ["note", "warning", "error", "never"] {
            let args = ["verify", "--fail-on", level, "-"];
            let (loud, _, _) = output(&args, text.as_bytes());
            let (status, out, err) = output(&[&args[..], &["-q"]].concat(), text.as_bytes());
            assert_eq!((status, out.as_str(), err.as_str()), (loud, "", ""), "{level}: {text}");
        }
    }
}

/// Openings are counted by position, and a tag that names another is noted, only where that is asked for.
#[test]
fn openings_are_counted() {
    let game = |eco: &str, moves: &str| {
        format!(
            "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a\"]\n[Black \"b\"]\n\
             [Result \"*\"]\n[ECO \"{eco}\"]\n\n{moves} *\n\n"
        )
    };
    let text = [
        game("D06", "1. d4 d5 2. c4"),
        game("A10", "1. c4 d5 2. d4"),
        game("C20", "1. d4 d5 2. c4"),
        game("?", ""),
    ]
    .concat();
    let (status, out, err) = output(&["verify", "-"], text.as_bytes());
    assert_eq!((status, out.contains("T220"), err.contains("ECO codes")), (0, false, false), "{out}{err}");
    let (status, out, err) = output(&["verify", "--classify", "-"], text.as_bytes());
    assert_eq!((status, out.matches("T220").count()), (0, 1), "{out}");
    assert!(out.contains("the tag says C20, but the moves lead to D06, Queen's Gambit"), "{out}");
    assert!(err.contains("1 ECO code\n"), "{err}");
    assert!(err.contains("      3  75.0 %  D06  Queen's Gambit"), "{err}");
    assert!(err.contains("      1  25.0 %  no opening"), "{err}");
    let (_, out, _) = output(&["verify", "--classify", "--format", "json", "-"], text.as_bytes());
    let rows: Vec<serde_json::Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let counts: Vec<_> = rows.iter().filter(|row| row.get("games").is_some()).collect();
    assert_eq!(counts.len(), 2, "{out}");
    assert_eq!((counts[0]["eco"].as_str(), counts[0]["games"].as_u64()), (Some("D06"), Some(3)));
    assert_eq!(counts[0]["names"]["Queen's Gambit"].as_u64(), Some(3));
    assert!(counts[1]["eco"].is_null());
    let (status, out, _) = output(&["verify", "--classify", "--allow", "T220", "-"], text.as_bytes());
    assert_eq!((status, out.contains("T220")), (0, false));
}
