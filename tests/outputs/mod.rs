//! One line per output of the program: its hash, the exit status and the command. A change that must not change outputs
//! is compared with the commit before it:
//!
//! ```text
//! git checkout BEFORE && cargo test --release --test all outputs:: -- --ignored --nocapture   # writes target/outputs.txt
//! cp target/outputs.txt before.txt
//! git checkout AFTER && SCOREBOOK_AGAINST=before.txt cargo test --release --test all outputs:: -- --ignored --nocapture
//! ```
//!
//! `SCOREBOOK_OUTPUTS` says what is read: `own` (the default: `fixtures/` and `corpus/`, seconds), `shared` (also the
//! games, made books and boxes of `../shared`, minutes) or `books` (also its real books, about half an hour).
//! `SCOREBOOK_BIN` names another program than the one just built; `help` shows its file's name.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use sha2::{Digest, Sha256};

/// Files below a folder that end so, sorted; nothing where there is no folder.
fn files(folder: &str, ends: &[&str]) -> Vec<String> {
    let walk = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_map(Result::ok);
    let names =
        walk.filter(|entry| entry.file_type().is_file()).map(|entry| entry.path().display().to_string());
    names.filter(|name| ends.iter().any(|end| name.ends_with(end))).collect()
}

/// What is run: arguments, with `{}` for a folder that is new for each command and whose files are outputs too.
fn commands(reach: &str) -> Vec<Vec<String>> {
    let mut games = files("fixtures", &[".pgn"]);
    games.extend(files("corpus", &[".pgn"]));
    let archives = files("fixtures", &[".sbk"]);
    let mut records = files("fixtures/boxes", &["hocr", "xml"]);
    records.extend(files("fixtures/variants", &[".txt"]));
    records.extend(files("corpus", &[".txt", ".csv", ".pgn"]));
    if reach != "own" {
        games.extend(files("../shared/pgn", &[".zst"]));
        games.extend(files("../shared/variants", &[".pgn", ".pgn.zst"]));
        records.extend(files("../shared/printed", &["clean.txt", "book.txt", "book.hocr"]));
        records.extend(files("../shared/boxes", &[".xml", ".hocr", ".html", ".json"]));
    }
    if reach == "books" {
        records.extend(files("../shared/books", &["book.txt"]));
    }
    let mut all: Vec<Vec<String>> = Vec::new();
    let mut push = |text: &str, input: &str| {
        all.push(text.split(' ').map(|word| word.replace("IN", input)).collect());
    };
    for input in &games {
        for format in ["text", "json", "csv", "sarif"] {
            push(&format!("verify --format {format} --classify --duplicates IN"), input);
        }
        push("fix --unsafe-fixes --eco -o {}/fixed.pgn IN", input);
        for codec in ["16", "12", "zstd", "dense"] {
            push(&format!("pack -q --keep-all --codec {codec} -o {{}}/a.sbk IN"), input);
        }
    }
    for input in &archives {
        push("verify --format json IN", input);
        push("unpack -q -o {}/games.pgn IN", input);
    }
    for input in &records {
        push("convert -o {}/games.pgn --report {}/report.json IN", input);
        push("convert -q --to json -o {}/games.json IN", input);
    }
    for code in ["M201", "T220", "N202", "S101"] {
        push("explain IN", code);
    }
    for command in ["verify", "convert", "fix", "pack", "unpack", "select", "position", "review"] {
        push("help IN", command);
    }
    all.push(["position", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"].map(str::to_owned).to_vec());
    all
}

/// The hash of what a command writes: its standard streams, and the files of its folder. Lines that tell times and
/// speeds are left out.
fn outcome(program: &Path, arguments: &[String]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().display().to_string();
    let run = Command::new(program)
        .args(arguments.iter().map(|word| word.replace("{}", &place)))
        .stdin(Stdio::null())
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .output()
        .unwrap();
    let mut hash = Sha256::new();
    let mut add = |name: &str, bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(name);
        hash.update(bytes);
    };
    for (name, bytes) in [("out", run.stdout), ("err", run.stderr)] {
        let text = String::from_utf8_lossy(&bytes).replace(&place, "{}");
        let timeless: String =
            text.lines().filter(|line| !tells_time(line)).map(|line| format!("{line}\n")).collect();
        add(name, timeless.as_bytes());
    }
    for path in files(&place, &[""]).iter().map(PathBuf::from) {
        let name = path.strip_prefix(folder.path()).unwrap().display().to_string();
        add(&name, &fs::read(&path).unwrap());
    }
    let digest = hash.finalize();
    let hex = digest[..12].iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    let status = run.status.code().map_or("killed".to_owned(), |code| code.to_string());
    format!("{hex} {status}")
}

/// The line of a summary that ends in its speed, `… 26.0 MB in 0.33 s (78 MB/s)`.
fn tells_time(line: &str) -> bool {
    line.contains(" in ") && line.ends_with("MB/s)")
}

/// Command → hash and status.
fn table(text: &str) -> BTreeMap<&str, &str> {
    text.lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(outcome, command)| (command, outcome))
        .collect()
}

#[test]
#[ignore = "says what every output is, to be compared with another commit's"]
fn outputs() {
    let reach = env::var("SCOREBOOK_OUTPUTS").unwrap_or_else(|_| "own".to_owned());
    assert!(["own", "shared", "books"].contains(&reach.as_str()), "SCOREBOOK_OUTPUTS={reach}");
    if reach != "own" && !Path::new("../shared").exists() {
        return crate::common::skip("../shared is not here");
    }
    let program = env::var_os("SCOREBOOK_BIN")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_scorebook")), PathBuf::from);
    let mut all = String::new();
    for arguments in commands(&reach) {
        let line = format!("{}\t{}", outcome(&program, &arguments), arguments.join(" "));
        println!("{line}");
        let _ = writeln!(all, "{line}");
    }
    assert!(all.lines().count() > 100, "something was run");
    fs::write("target/outputs.txt", &all).unwrap();
    let Some(before) = env::var_os("SCOREBOOK_AGAINST") else { return };
    let before = fs::read_to_string(before).unwrap();
    let (before, after) = (table(&before), table(&all));
    let changed: Vec<_> =
        after.iter().filter(|(command, outcome)| before.get(*command) != Some(outcome)).collect();
    assert!(changed.is_empty(), "{} of {} outputs differ: {changed:#?}", changed.len(), after.len());
    assert_eq!(before.len(), after.len(), "the same commands");
}
