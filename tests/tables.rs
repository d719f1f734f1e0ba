//! Games as tables, on the command line and as a library.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;

fn scorebook(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("scorebook").expect("binary");
    command.current_dir(folder);
    command
}

const PGN: &str = "[Event \"Casual\"]\n[Site \"?\"]\n[Date \"1858.??.??\"]\n[Round \"?\"]\n[White \"Morphy\"]\n[Black \"B\"]\n[Result \"1-0\"]\n[WhiteElo \"2690\"]\n\n1. e4 {[%clk 0:10:00]} e5 (1... c5) 2. Nf3 1-0\n\n[Event \"Other\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"C\"]\n[Black \"D\"]\n[Result \"*\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n";

/// A table that cannot be made is reported, and no file is left behind.
#[cfg(not(feature = "tables"))]
#[test]
fn a_build_without_tables_says_how_to_have_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), PGN).unwrap();
    fs::write(folder.path().join("a.txt"), "1. e4 e5\n").unwrap();
    scorebook(folder.path()).args(["pack", "-q", "a.pgn", "-o", "a.sbk", "--keep-all"]).assert().code(1);
    let runs: [&[&str]; 3] = [
        &["verify", "a.pgn", "--to", "parquet", "-o", "t"],
        &["convert", "a.txt", "--to", "parquet", "-o", "t"],
        &["unpack", "a.sbk", "--to", "arrow", "-o", "t"],
    ];
    for arguments in runs {
        scorebook(folder.path()).args(arguments).assert().code(2).stderr(contains("--features tables"));
        assert!(!folder.path().join("t").exists(), "{arguments:?}");
    }
}

#[cfg(feature = "tables")]
mod present {
    use super::*;
    use scorebook::corpus::check::{CheckedGame, Work};
    use scorebook::corpus::chunks::Chunks;
    use scorebook::corpus::supply::Supply;
    use scorebook::table::arrow::cast::AsArray;
    use scorebook::table::arrow::types::{Float32Type, Int32Type, Int64Type, UInt16Type};
    use scorebook::table::arrow::{Array, RecordBatch};
    use scorebook::table::{Batch, Strings, Told};
    use scorebook::verify::Options;

    /// The table of a text.
    fn table(text: &str) -> RecordBatch {
        let open = |_| Ok(Supply::Stream(Box::new(std::io::Cursor::new(text.as_bytes().to_vec()))));
        let options = Options { moves: true, ..Options::default() };
        let (mut batch, mut told) = (Batch::new(Strings::Plain), Told::default());
        for chunk in Chunks::new(1, &open, std::sync::Arc::default()) {
            let report = Work::new(chunk)
                .report_each(&options, false, |seen: CheckedGame<'_>| told.push(&mut batch, "a.pgn", &seen));
            assert!(report.rest.is_none());
        }
        batch.finish()
    }

    fn text<'t>(table: &'t RecordBatch, column: &str, row: usize) -> &'t str {
        table.column_by_name(column).unwrap().as_string::<i32>().value(row)
    }

    #[test]
    fn a_row_says_what_the_game_is() {
        let table = table(PGN);
        assert_eq!(table.num_rows(), 2);
        assert_eq!((text(&table, "White", 0), text(&table, "reading", 0)), ("Morphy", "verified"));
        assert_eq!(text(&table, "movetext", 0), "1. e4 {[%clk 0:10:00]} e5 (1... c5) 2. Nf3 1-0");
        let moves = |row| {
            let lists = table.column_by_name("moves").unwrap().as_list::<i32>();
            lists.value(row).as_primitive::<UInt16Type>().values().to_vec()
        };
        assert_eq!(moves(0), [12 << 8 | 28, 52 << 8 | 36, 6 << 8 | 21]);
        assert_eq!(moves(1), [12 << 8 | 28, 52 << 8 | 36], "as far as they are proven");
        let plies = table.column_by_name("plies").unwrap().as_primitive::<Int32Type>();
        assert_eq!(plies.values(), &[3, 4]);
        let clocks = table.column_by_name("clocks").unwrap().as_list::<i32>();
        assert_eq!(clocks.value(0).as_primitive::<Float32Type>().value(0), 600.0);
        assert!(clocks.is_null(1));
    }

    #[test]
    fn findings_stand_where_they_are() {
        let table = table(PGN);
        assert_eq!(text(&table, "reading", 1), "incomplete");
        let findings = table.column_by_name("findings").unwrap().as_list::<i32>().value(1);
        let findings = findings.as_struct();
        let codes = findings.column_by_name("code").unwrap().as_string::<i32>();
        let at = (0..codes.len()).find(|&i| codes.value(i) == "M201").unwrap();
        let offset = findings.column_by_name("offset").unwrap().as_primitive::<Int64Type>().value(at);
        assert!(PGN[offset as usize..].starts_with("Ke3"));
        assert_eq!(findings.column_by_name("ply").unwrap().as_primitive::<Int32Type>().value(at), 3);
    }

    #[test]
    fn castling_and_passing_are_told() {
        let table = table(
            "[Event \"x\"]\n\n1. e4 Nf6 2. e5 d5 3. exd6 Nc6 4. Nf3 Bg4 5. Be2 Qd7 6. O-O O-O-O 7. dxc7 e5 8. cxd8=N *\n\n[Event \"y\"]\n[Variant \"Chess960\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *\n",
        );
        let lists = table.column_by_name("moves").unwrap().as_list::<i32>();
        let moves = lists.value(0).as_primitive::<UInt16Type>().values().to_vec();
        assert_eq!(moves[4], 2 << 14 | 36 << 8 | 43, "en passant");
        assert_eq!((moves[10], moves[11]), (3 << 14 | 4 << 8 | 6, 3 << 14 | 60 << 8 | 58));
        assert_eq!(moves[14], 1 << 14 | 50 << 8 | 59, "a promotion to a knight");
        let free = lists.value(1).as_primitive::<UInt16Type>().values().to_vec();
        assert_eq!(free, [3 << 14 | 4 << 8 | 7], "the king's square and the rook's");
    }

    #[test]
    fn every_command_writes_whole_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("a.pgn"), PGN).unwrap();
        fs::write(path.join("a.txt"), "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3\n").unwrap();
        scorebook(path).args(["pack", "-q", "a.pgn", "-o", "a.sbk"]).assert().code(1);
        let runs: [(&[&str], i32); 4] = [
            (&["verify", "a.pgn", "--to", "parquet", "-o", "t"], 1),
            (&["convert", "a.txt", "--to", "parquet", "-o", "t"], 1),
            (&["unpack", "a.sbk", "--to", "parquet", "-o", "t"], 0),
            (&["verify", "a.pgn", "--to", "arrow", "-o", "t"], 1),
        ];
        for (arguments, status) in runs {
            let run = scorebook(path).args(arguments).assert();
            let told = run.get_output().status.code();
            assert!(told == Some(status) || told == Some(0), "{arguments:?}: {told:?}");
            let bytes = fs::read(path.join("t")).unwrap();
            let mark: &[u8] = if arguments.contains(&"arrow") { b"ARROW1" } else { b"PAR1" };
            assert!(bytes.starts_with(mark) && bytes.ends_with(mark), "{arguments:?}");
            fs::remove_file(path.join("t")).unwrap();
        }
    }

    #[test]
    fn nothing_is_written_of_what_breaks_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        let packed = zstd::encode_all(PGN.repeat(2000).as_bytes(), 3).unwrap();
        fs::write(path.join("a.pgn.zst"), &packed[..packed.len() - 9]).unwrap();
        scorebook(path)
            .args(["verify", "a.pgn.zst", "--to", "parquet", "-o", "t"])
            .assert()
            .code(2)
            .stderr(contains("no table was written"));
        assert!(!path.join("t").exists());
        assert_eq!(fs::read_dir(path).unwrap().count(), 1, "nothing else is left behind");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.pgn"), PGN.repeat(500)).unwrap();
        for format in ["parquet", "arrow"] {
            scorebook(folder.path())
                .args(["verify", "a.pgn", "--to", format, "-o", "/dev/full"])
                .assert()
                .code(2)
                .stderr(contains("No space left"));
        }
    }

    /// The same with a disk that fills in the middle, as a limit on the size of files has it: nothing is left behind.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_disk_that_fills_leaves_nothing_half_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        // Games of their own, so that the table cannot be packed into a few blocks.
        let games: Vec<String> =
            (0..20_000).map(|i| PGN.replace("Morphy", &format!("{}", i * 7919))).collect();
        fs::write(path.join("a.pgn"), games.concat()).unwrap();
        let program = env!("CARGO_BIN_EXE_scorebook");
        for format in ["parquet", "arrow"] {
            // Blocks of 512 bytes; the signal would end the program where it stands.
            let script =
                format!("trap '' XFSZ; ulimit -f 64; exec \"$0\" verify -q a.pgn --to {format} -o t");
            let run =
                Command::new("sh").arg("-c").arg(script).arg(program).current_dir(path).output().unwrap();
            let told = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.status.code(), Some(2), "{format}: {told}");
            assert!(told.contains("File too large"), "{format}: {told}");
            let left: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().file_name()).collect();
            assert_eq!(left, ["a.pgn"], "{format}");
        }
    }
}
