//! Duplicates left out by `select --unique` and `fix --duplicates`.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// A game with these tags (`Name=value`) and moves.
fn game(tags: &str, moves: &str) -> String {
    let pair = |tag: &str| {
        let (name, value) = tag.split_once('=').unwrap();
        format!("[{name} \"{value}\"]\n")
    };
    let tags: String = tags.split(';').map(pair).collect();
    format!("{tags}\n{moves} *\n\n")
}

const LINE: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";

/// Twelve half-moves of `LINE`.
const BEGINNING: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5";

fn run(args: &[&str]) -> (String, String) {
    let output = Command::cargo_bin("scorebook").unwrap().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert!(output.status.code() != Some(2), "{}", text(output.stderr.clone()));
    (text(output.stdout), text(output.stderr))
}

/// The values of the tag `Event` of the games that are kept, and the rows of the report without file names.
fn kept(dir: &Path, games: &[String], options: &[&str]) -> (Vec<String>, Vec<String>) {
    let (input, removed) = (dir.join("in.pgn"), dir.join("gone.csv"));
    fs::write(&input, games.concat()).unwrap();
    let mut args =
        vec!["select", "--unique", input.to_str().unwrap(), "--removed", removed.to_str().unwrap()];
    args.extend(options);
    let (out, _) = run(&args);
    let rounds = out.lines().filter_map(|line| line.strip_prefix("[Event \"")?.strip_suffix("\"]"));
    let mut rows = csv::Reader::from_path(&removed).unwrap();
    let row = |row: csv::StringRecord| {
        let told = format!("{} {} {} {} {}", &row[1], &row[2], &row[4], &row[5], &row[6]);
        told.trim_end().to_owned()
    };
    (rounds.map(str::to_owned).collect(), rows.records().map(|record| row(record.unwrap())).collect())
}

/// Its name, its games, the events of those that are kept, and the report.
type UniqueCase<'a> = (&'a str, Vec<String>, &'a [&'a str], &'a [&'a str]);

/// The games of each case, the events of those that are kept, and the report.
#[test]
fn the_better_copy_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let of = |tags: &str, moves: &str| game(&format!("White=Müller, K;Black=Carlsen, Magnus;{tags}"), moves);
    let noted = LINE.replace("a6", "a6 {the Morphy defence}");
    let cases: Vec<UniqueCase<'_>> = vec![
        (
            "dates in other orders and words",
            vec![
                of("Date=21.06.1851;Round=2;Event=1", BEGINNING),
                of("Date=1851.06.21;Round=2;Event=2", LINE),
                of("Date=June 22, 1851;Round=2;Event=3", BEGINNING),
                of("Date=21 June 1851;Event=4", LINE),
            ],
            &["2", "3"],
            &["1 part 2 longer", "4 same 2 more tags"],
        ),
        (
            "equal games: the first",
            vec![of("Date=2020.01.02;Event=1", LINE), of("Date=2020.01.02;Event=2", LINE)],
            &["1"],
            &["2 same 1 first"],
        ),
        (
            "other spellings of names, unknown parts of the date; more tags",
            vec![
                game("White=Karsten Mueller;Black=Magnus Carlsen;Date=2020.??.??;Event=1", LINE),
                of("Date=2020.01.02;Event=2;WhiteElo=2500", LINE),
            ],
            &["2"],
            &["1 same 2 more tags"],
        ),
        (
            "day and month exchanged; notes",
            vec![of("Date=2020.01.02;Event=1", LINE), of("Date=2020.02.01;Event=2", &noted)],
            &["2"],
            &["1 same 2 more notes"],
        ),
        (
            "the longer record, wherever it stands, and of equal ones the first",
            vec![
                of("Date=2020.01.02;Event=1", BEGINNING),
                of("Date=2020.01.02;Event=2", LINE),
                of("Date=2020.01.02;Event=3", LINE),
                of("Date=2020.??.??;Event=4", BEGINNING),
            ],
            &["2"],
            &["1 part 2 longer", "3 same 2 first", "4 part 2 longer"],
        ),
        (
            "another year, another player, another end",
            vec![
                of("Date=2020.01.02;Event=1", LINE),
                of("Date=2019.01.02;Event=2", LINE),
                game("White=B;Black=C;Date=2020.01.02;Event=3", LINE),
                of("Date=2020.01.02;Event=4", &format!("{BEGINNING} 7. c3")),
            ],
            &["1", "2", "3", "4"],
            &[],
        ),
        (
            "a few moves may begin many games",
            vec![of("Date=2020.01.02;Event=1", "1. e4 e5"), of("Date=2020.01.02;Event=2", LINE)],
            &["1", "2"],
            &[],
        ),
    ];
    for (what, games, rounds, rows) in cases {
        let found = kept(dir.path(), &games, &[]);
        assert_eq!(
            (found.0, found.1),
            (
                rounds.iter().map(|r| (*r).to_owned()).collect(),
                rows.iter().map(|r| (*r).to_owned()).collect()
            ),
            "{what}"
        );
    }
}

/// Two meetings of the same players may have the same few moves.
#[test]
fn records_that_contradict_each_other_are_two_games() {
    let dir = tempfile::tempdir().unwrap();
    let long = format!(
        "{LINE} 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. c4 c6 12. cxb5 axb5 13. Nc3 Bb7 14. Bg5 b4 15. Nb1 h6 16. Bh4 c5 \
         17. dxe5 Nxe4 18. Bxe7 Qxe7 19. exd6 Qf6 20. Nbd2 Nxd6"
    );
    let of = |event: &str, more: &str, moves: &str| {
        game(&format!("White=Polgar, J;Black=Sax, G;Date=1990.01.02;Event={event}{more}"), moves)
    };
    let other = |player: &str| game(&format!("White={player};Black=Sax, G;Date=1990.01.02;Event=2"), LINE);
    let first = of("1", ";Round=3.1;Site=https://a.org/1;UTCTime=10:00:00;Result=1-0", LINE);
    for (what, second, kept_events) in [
        ("another round", of("2", ";Round=4", LINE), &["1", "2"][..]),
        ("another board", of("2", ";Round=3.2", LINE), &["1", "2"]),
        ("the same round", of("2", ";Round=03", LINE), &["1"]),
        ("another address", of("2", ";Site=https://a.org/2", LINE), &["1", "2"]),
        ("another server", of("2", ";Site=https://b.org/2", LINE), &["1"]),
        ("another time", of("2", ";UTCTime=10:05:00", LINE), &["1", "2"]),
        ("another result", of("2", ";Result=0-1", LINE), &["1", "2"]),
        ("another result of a longer record", of("2", ";Result=0-1", &long), &["1", "2"]),
        ("a longer record", of("2", "", &long), &["2"]),
        ("a sister", other("Polgar, Zsuzsa"), &["1", "2"]),
        ("the name in another order", other("Judit Polgar"), &["1"]),
    ] {
        assert_eq!(kept(dir.path(), &[first.clone(), second], &[]).0, kept_events, "{what}");
    }
    // So many moves are one game, and what the records contradict each other in is told.
    let games = [of("1", ";Round=3;Result=1-0", &long), of("2", ";Round=4;Result=0-1", &long)];
    assert_eq!(kept(dir.path(), &games, &[]).1, ["2 same 1 first round; result"]);
}

#[test]
fn rules_are_chosen_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let games = [
        game("White=A;Black=B;Date=2020.01.02;Event=1", LINE),
        game("White=C;Black=D;Date=2020.01.02;Event=2", LINE),
        game("White=A;Black=B;Date=2020.01.02;Event=3", BEGINNING),
    ];
    let rounds = |rules: &str| kept(dir.path(), &games, &["--duplicate-rules", rules]).0.concat();
    assert_eq!((rounds("same"), rounds("part"), rounds("moves")), ("123".into(), "12".into(), "13".into()));
    assert_eq!(rounds("same,part,moves"), "1");
}

#[test]
fn games_of_another_corpus_are_left_out() {
    let dir = tempfile::tempdir().unwrap();
    let (base, archive) = (dir.path().join("base.pgn"), dir.path().join("base.sbk"));
    let of =
        |round: &str, moves: &str| game(&format!("White=A;Black=B;Date=2020.01.02;Event={round}"), moves);
    fs::write(&base, of("9", BEGINNING)).unwrap();
    run(&["pack", "-q", base.to_str().unwrap(), "-o", archive.to_str().unwrap()]);
    // What the other corpus has goes; what is longer than its record stays.
    let games = [of("1", BEGINNING), of("2", LINE), of("3", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7")];
    for other in [base, archive] {
        let (rounds, rows) = kept(dir.path(), &games, &["--against", other.to_str().unwrap()]);
        assert_eq!(rounds, ["2", "3"], "{}", other.display());
        assert_eq!(rows, ["1 same 1 in the other corpus"], "{}", other.display());
    }
}

#[test]
fn fix_leaves_out_what_is_double_and_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let (input, output) = (dir.path().join("in.pgn"), dir.path().join("out.pgn"));
    let of =
        |round: &str, moves: &str| game(&format!("White=A;Black=B;Date=2020.01.02;Event={round}"), moves);
    let (first, other) = (of("1", LINE), of("3", "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7"));
    fs::write(&input, [&*first, &of("2", LINE), &other, &of("4", BEGINNING)].concat()).unwrap();
    let args =
        ["fix", input.to_str().unwrap(), "--duplicates", "--allow", "T", "-o", output.to_str().unwrap()];
    let (_, told) = run(&args);
    let written = fs::read_to_string(&output).unwrap();
    let rounds: Vec<&str> = written.lines().filter(|line| line.starts_with("[Event")).collect();
    assert_eq!(rounds, ["[Event \"1\"]", "[Event \"3\"]"], "{written}");
    assert!(told.contains("2 duplicates left out (of all games: 1 same, 1 part)"), "{told}");
}
