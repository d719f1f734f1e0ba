use super::*;

fn json(raw: &str) -> Option<String> {
    strip(raw, &mut Left::new()).map(|out| out.text.trim_end().to_owned())
}

#[test]
fn every_format_is_the_same_values() {
    let wanted = r#"{"white":"Anna","moves":["e4","e5"]}"#;
    for raw in [
        "white: Anna\nmoves: [e4, e5]\n",
        "white: Anna # of Bonn\nmoves:\n  - e4\n  - 'e5'\n",
        "white = \"Anna\"\nmoves = ['e4', \"e5\"]\n",
        "<game white=\"Anna\"><moves><move>e4</move><move>e5</move></moves></game>",
        "<?xml version=\"1.0\"?>\n<game>\n <white>Anna</white>\n <move>e4</move>\n <move>e5</move>\n</game>",
    ] {
        assert_eq!(json(raw).as_deref(), Some(wanted), "{raw}");
    }
}

#[test]
fn tables_are_games() {
    for (raw, wanted) in [
        (
            "INSERT INTO games (white, moves) VALUES ('O''Kelly', 'e4 e5'), (NULL, 'd4 d5 c4');",
            r#"[{"white":"O'Kelly","moves":"e4 e5"},{"moves":"d4 d5 c4"}]"#,
        ),
        (
            "CREATE TABLE `g` (`id` int(11) NOT NULL, `pgn` text, PRIMARY KEY (`id`));\nINSERT INTO `g` VALUES (7,'1. e4 e5\\n2. Nf3');",
            r#"[{"id":"7","moves":"1. e4 e5\n2. Nf3"}]"#,
        ),
        (
            "COPY public.games (id, white, moves) FROM stdin;\n1\tAnna\te4 e5 Nf3\n2\t\\N\td4 d5 c4\n\\.\n",
            r#"[{"id":"1","white":"Anna","moves":"e4 e5 Nf3"},{"id":"2","moves":"d4 d5 c4"}]"#,
        ),
        (
            "INSERT INTO m VALUES (4,1,'e2e4',8),(4,2,'e7e5',9);INSERT INTO m VALUES (5,1,'d2d4',3);",
            r#"[{"moves":[{"game_id":"4","ply":"1","san":"e2e4","column4":"8"},{"game_id":"4","ply":"2","san":"e7e5","column4":"9"}]},{"moves":[{"game_id":"5","ply":"1","san":"d2d4","column4":"3"}]}]"#,
        ),
        (
            "insert into m (game_id, ply, uci) values (4, 2, 'e7e5'), (5, 1, 'd2d4'), (4, 1, 'e2e4');",
            r#"[{"moves":[{"game_id":"4","ply":"1","uci":"e2e4"},{"game_id":"4","ply":"2","uci":"e7e5"}]},{"moves":[{"game_id":"5","ply":"1","uci":"d2d4"}]}]"#,
        ),
        (
            "insert into players (id, name) values (1, 'Anna'), (2, 'Bert');\ninsert into games (id, white_id, black_id) values (9, 1, 3);\ninsert into moves (game_id, ply, san) values (9, 1, 'e4');",
            r#"[{"id":"9","white":"Anna","moves":[{"game_id":"9","ply":"1","san":"e4"}]}]"#,
        ),
    ] {
        assert_eq!(json(raw).unwrap_or_default().replace(",\n", ","), wanted, "{raw}");
    }
}

#[test]
fn values_in_programs_are_games() {
    let wanted = r#"{"white":"Anna","moves":"e4 e5 Nf3"}"#;
    for raw in [
        "const g = { white: 'Anna', moves: 'e4 e5 Nf3' };\n",
        "$g = ['white' => 'Anna', 'moves' => 'e4 e5 Nf3'];\n",
        "g = Game(white=\"Anna\", moves=\"e4 e5 Nf3\")\n",
        "g = { :white => 'Anna', :moves => 'e4 e5 Nf3' }\n",
        "local g = { white = \"Anna\", moves = \"e4 e5 \" .. \"Nf3\" }\n",
        "var g = []Game{\n  {white: \"Anna\", s: \"e4 e5 Nf3\"},\n}\n",
        "val g = mapOf(\"white\" to \"Anna\", \"moves\" to \"e4 e5 Nf3\")\n",
        "it('x', () => {\n  play({ white: \"Anna\", moves: \"e4 e5 Nf3\".split(\" \") }); // 1. d4\n});\n",
        "let g = Game { white: \"Anna\".to_string(), moves: \"e4 e5 Nf3\".into(), };\n",
    ] {
        let found = json(raw).unwrap_or_default();
        assert_eq!(found.trim_start_matches('[').trim_end_matches(']'), wanted, "{raw}");
    }
    assert_eq!(
        json("f({ a: [{ san: 'e4', from: 'e2' }, { san: 'e5', from: 'e7' }], history: [{ san: 'd4' }] })")
            .as_deref(),
        Some(r#"{"a":[{"san":"e4","from":"e2"},{"san":"e5","from":"e7"}],"moves":[{"san":"d4"}]}"#)
    );
    // Other strings hold the game.
    assert_eq!(json("f({ moves: 'e4' }, \"1. d4 d5 2. c4 e6\");\n"), None);
}

#[test]
fn other_texts_are_no_data() {
    for raw in [
        "White: Anna\nBlack: Bert\nMoves:\n1. e4 e5\n2. Nf3 Nc6\n",
        "moves: Qxf7 # 1-0, better 1. e4\n",
        "[Event \"moves\"]\n\n1. e4 e5 *",
        "<p>moves: <b>1. e4</b></p>",
        "His moves: many; hers = few.\n1. e4 e5\n",
        "moves: none\n",
        "moves = [\n",
        "<game><move>e4</game>",
        "INSERT INTO books VALUES ('Endings', 1941);",
        "insert your moves here, values 1. e4 e5",
    ] {
        assert_eq!(json(raw), None, "{raw}");
    }
}

#[test]
fn places_are_those_of_the_file() {
    for raw in [
        "const g = { white: 'Änna', pgn: '1. e4 e5\\n' +\n  '2. Nf3 Nc6' };\n",
        "white: Änna\nmoves: |\n  1. e4 e5\n  2. Nf3 \"Nc6\"\n",
        "INSERT INTO g (white, moves) VALUES ('Änna', '1. e4 e5 2. Nf3 Nc6');",
        "white = \"Änna\"\nmoves = \"\"\"\n1. e4 e5\n2. Nf3 Nc6\"\"\"\n",
        "<g white=\"Änna\"><moves>1. e4 e5 2. Nf3 Nc6</moves></g>",
    ] {
        let stripped = super::super::strip(raw).unwrap();
        for word in ["Änna", "e4", "e5", "2.", "Nf3", "Nc6"] {
            let at = stripped.text.find(word).unwrap();
            let (start, end) = (stripped.offsets.start(at), stripped.offsets.end(at + word.len()));
            assert_eq!(&raw[start..end], word, "{raw}");
        }
    }
}

#[test]
fn what_is_cut_off_is_no_trouble() {
    let all = "CREATE TABLE m (id int);INSERT INTO `m` (`id`, san) VALUES (1, N'e4\\'é'), (2, now(), 'e5');COPY m FROM stdin;\n1\te4\n\\.\n";
    for end in (0..all.len()).filter(|&end| all.is_char_boundary(end)) {
        json(&all[..end]);
    }
    let program = "f({ a: 'é', moves: [\"e4\", 'e5' + `x`] }, /* } */ <<E\n1. e4\nE\n)";
    for end in (0..program.len()).filter(|&end| program.is_char_boundary(end)) {
        json(&program[..end]);
        json(&program[end..]);
    }
    for raw in ["moves: [e4, *a]", "moves: &a [e4]\nx: *a", "moves: {? [a] : e4}", "<a moves='e4'/><b/>"] {
        json(raw);
    }
}

#[test]
fn what_is_broken_spoils_no_other_and_is_told() {
    let lost = |raw: &str| -> Vec<usize> {
        let places = super::super::strip(raw).map_or_else(Vec::new, |stripped| stripped.lost);
        places.iter().map(|&at| raw[..at].matches('\n').count() + 1).collect()
    };
    let wanted = r#"[{"white":"Anna","moves":"e4 e5 Nf3 Nc6"},{"white":"Cleo","moves":"c4 e5 Nc3 Nf6"}]"#;
    for raw in [
        "INSERT INTO g (white, moves) VALUES ('Anna', 'e4 e5 Nf3 Nc6');\nINSERT INTO g (white, moves) VALUES ('Bert, 'd4 d5 c4 e6');\n\
         INSERT INTO g (white, moves) VALUES ('Cleo', 'c4 e5 Nc3 Nf6');\n",
        "INSERT INTO g (white, moves) VALUES ('Anna', 'e4 e5 Nf3 Nc6'),\n('Bert', 'd4 d5 c4 e6',\n('Cleo', 'c4 e5 Nc3 Nf6');\n",
        "INSERT INTO g (white, moves) VALUES ('Anna', 'e4 e5 Nf3 Nc6')\n'Bert', 'd4 d5 c4 e6'),\n('Cleo', 'c4 e5 Nc3 Nf6');\n",
        "INSERT INTO g (white, moves) VALUES ('Anna', 'e4 e5 Nf3 Nc6'),\n('Bert', 'd4 d5 c4 e6', 'x'),\n('Cleo', 'c4 e5 Nc3 Nf6');\n",
        "- white: Anna\n  moves: e4 e5 Nf3 Nc6\n- white: Bert\n  moves d4 d5 c4 e6\n- white: Cleo\n  moves: c4 e5 Nc3 Nf6\n",
    ] {
        assert_eq!(json(raw).unwrap_or_default().replace(",\n", ","), wanted, "{raw}");
        let place = raw.find("d4 d5").unwrap();
        assert_eq!(lost(raw), [raw[..place].matches('\n').count() + 1], "{raw}");
    }
}

#[test]
fn a_move_whose_quote_is_lost_is_one() {
    let read = |raw: &str| super::super::strip(raw).map_or_else(String::new, |stripped| stripped.text);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    for broken in
        ["moves = ['d4, 'd5', 'c4', 'e6', 'Nc3', 'Nf6']\n", "moves = ['d4', 'd5, 'c4', 'e6', 'Nc3', 'Nf6']\n"]
    {
        assert_eq!(super::super::strip(broken).unwrap().left_out.len(), 1, "{broken}");
        assert_eq!(words(&read(broken)), ["d4", "d5", "c4", "e6", "Nc3", "Nf6"], "{broken}");
    }
}
