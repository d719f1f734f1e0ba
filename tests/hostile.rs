//! What hostile input, pipes, signals and full disks must not do: lose or overwrite data, reach the terminal, end the process
//! in another way than it says. The command lines are data.
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use scorebook::render::is_hidden;

const ILLEGAL: &str = "[Event \"E\"]\n[Site \"?\"]\n[Date \"1999.01.01\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\
                       [Result \"*\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n\
                       [Event \"E\"]\n[Site \"?\"]\n[Date \"1999.01.01\"]\n[Round \"?\"]\n[White \"C\"]\n[Black \"D\"]\n\
                       [Result \"1-0\"]\n\n1. e4 {good} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n";
const RECORD: &str =
    "GAME 1. White: A Black: B\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. Kt-Q9 Q-Q3\n";

const FEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Whether all cases are wanted, and not a sample.
fn is_thorough() -> bool {
    std::env::var_os("SCOREBOOK_THOROUGH").is_some()
}

/// A folder with a PGN, a record and an archive.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.pgn"), ILLEGAL).unwrap();
    fs::write(folder.path().join("g.txt"), RECORD).unwrap();
    assert!(run(folder.path(), "pack -q a.pgn -o a.sbk").status.code() == Some(1));
    folder
}

fn program(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scorebook"));
    command.current_dir(folder).args(line.split(' ')).stdin(Stdio::null());
    command
}

fn run(folder: &Path, line: &str) -> Output {
    program(folder, line).output().unwrap()
}

/// A command line in bash; `scorebook` is the program.
fn bash(folder: &Path, line: &str) -> Output {
    let line = line.replace("scorebook", env!("CARGO_BIN_EXE_scorebook"));
    Command::new("bash").current_dir(folder).args(["-c", &line]).stdin(Stdio::null()).output().unwrap()
}

/// All names in a folder, hidden ones too.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Whatever an input is, it is read once, and to its end.
#[test]
fn every_command_reads_every_kind_of_input() {
    // Only records, not options, may be standard input.
    let standard =
        ["scorebook ARGS - < FILE", "cat FILE | scorebook ARGS -", "gzip -c FILE | scorebook ARGS -"];
    let pipes = [
        "cat FILE | scorebook ARGS /dev/stdin",
        "scorebook ARGS <(cat FILE)",
        "mkfifo pipe; cat FILE > pipe & scorebook ARGS pipe; s=$?; rm pipe; exit $s",
        "scorebook ARGS <(gzip -c FILE)",
    ];
    let commands = [
        ("verify -q --format json", "a.pgn"),
        ("verify -q --format csv --duplicates", "a.pgn"),
        ("fix -q", "a.pgn"),
        ("select -q --strip comments", "a.pgn"),
        ("pack -q --keep-all -o -", "a.pgn"),
        ("convert -q --no-ocr -j1", "g.txt"),
        ("convert -q --no-ocr -j1 --to json", "a.pgn"),
        ("review -q --no-ocr -j1", "g.txt"),
        ("verify -q", "a.sbk"),
        ("unpack -q", "a.sbk"),
        ("info --format json", "a.sbk"),
        ("info --check", "a.sbk"),
        ("repair -q -o -", "a.sbk"),
        ("verify -q --classify --format json", "a.pgn"),
        ("select -q --to csv", "a.sbk"),
        ("select -q --count-by white", "a.pgn"),
        ("select -q --unique", "a.pgn"),
        ("fix -q --duplicates", "a.pgn"),
        ("collate -q --known a.pgn", "g.txt"),
        ("position --explain", "f.txt"),
        ("board", "b.txt"),
    ];
    let options = [
        ("select -q a.pgn --unique --against", "a.pgn"),
        ("select -q a.pgn --lines", "l.txt"),
        ("fix -q a.pgn --duplicates --against", "a.pgn"),
        ("collate -q g.txt --known", "a.pgn"),
        ("convert -q --no-ocr -j1 g.txt --corrections", "c.csv"),
        ("convert -q --no-ocr -j1 g.txt --variants", "v.ini"),
        ("verify -q a.pgn --variants", "v.ini"),
    ];
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("f.txt"), format!("{FEN}\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\n")).unwrap();
    fs::write(at.join("b.txt"), format!("{FEN}\n")).unwrap();
    fs::write(at.join("l.txt"), "1. e4 e5\n").unwrap();
    fs::write(at.join("c.csv"), "file,line,text,hash,kind,value,note\ng.txt,5,Kt-Q9,,misprint,Nc3,\n")
        .unwrap();
    fs::write(at.join("v.ini"), "[own:chess]\n").unwrap();
    let names =
        regex::Regex::new(r"[afgbl]\.(pgn|txt|sbk)|standard input|/dev/stdin|/dev/fd/\d+|\bpipe\b").unwrap();
    let records =
        commands.iter().flat_map(|command| standard.iter().chain(&pipes).map(move |form| (command, form)));
    let options = options.iter().flat_map(|command| pipes.iter().map(move |form| (command, form)));
    // Corrections and rules are never packed.
    let is_text = |file: &str| file.ends_with(".csv") || file.ends_with(".ini");
    let options = options.filter(|((_, file), form)| !(is_text(file) && form.contains("gzip")));
    let told = |out: &Output| {
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        (out.status.code(), names.replace_all(&text, "-").into_owned())
    };
    let mut by_path = (String::new(), (None, String::new()));
    for ((args, file), form) in records.chain(options) {
        let plain = format!("{args} {file}");
        if by_path.0 != plain {
            let found = told(&run(at, &plain));
            assert!(matches!(found.0, Some(0 | 1)), "{plain}: {found:?}");
            by_path = (plain, found);
        }
        let line = form.replace("ARGS", args).replace("FILE", file);
        let out = bash(at, &line);
        let found = told(&out);
        if args.starts_with("review") {
            // The page names the file in many places.
            let is_same = found.0 == by_path.1.0 && found.1.len().abs_diff(by_path.1.1.len()) < 400;
            assert!(is_same, "{line}");
            continue;
        }
        assert_eq!(found, by_path.1, "{line}: {}", String::from_utf8_lossy(&out.stderr));
    }
}

/// No output may be an input, whatever its name is; the input stays as it was.
#[test]
fn no_output_overwrites_an_input() {
    let commands = [
        ("pack -q FILE -o OUT", "a.pgn"),
        ("pack -q FILE -o new.sbk --rejects OUT", "a.pgn"),
        ("fix -q FILE -o OUT", "a.pgn"),
        ("fix -q FILE -o new.pgn --rejects OUT", "a.pgn"),
        ("select -q FILE -o OUT", "a.pgn"),
        ("verify -q FILE --format json --report OUT", "a.pgn"),
        ("convert -q --no-ocr FILE --to pgn -o OUT", "g.txt"),
        ("convert -q --no-ocr FILE -o new.pgn --report OUT", "g.txt"),
        ("convert -q --no-ocr FILE -o new.pgn --explain-layout OUT", "g.txt"),
        ("convert -q --no-ocr g.txt --corrections FILE --to pgn -o OUT", "c.csv"),
        ("convert -q --no-ocr g.txt --variants FILE --to pgn -o OUT", "v.ini"),
        ("convert -q --no-ocr . --to pgn -o OUT", "g.txt"),
        ("collate -q g.txt --known FILE -o OUT", "a.pgn"),
        ("collate -q FILE --known a.pgn -o new.pgn --table OUT", "g.txt"),
        ("review -q --no-ocr FILE -o OUT", "g.txt"),
        ("review -q --no-ocr --serve FILE --corrections OUT", "g.txt"),
        ("unpack -q FILE --to pgn -o OUT", "a.sbk"),
        ("repair -q FILE -o OUT", "a.sbk"),
        ("board FILE:1 -o OUT", "g.txt"),
        ("board FILE -o OUT", "f.txt"),
        ("fix -q FILE -o new.pgn --duplicates --removed OUT", "a.pgn"),
        ("fix -q a.pgn --duplicates --against FILE -o OUT", "b.pgn"),
        ("select -q FILE -o new.pgn --unique --removed OUT", "a.pgn"),
        ("select -q a.pgn --unique --against FILE -o OUT", "b.pgn"),
        ("select -q a.pgn --lines FILE -o OUT", "f.txt"),
        ("select -q FILE -o OUT", "a.sbk"),
        ("select -q FILE --to csv -o OUT", "a.pgn"),
        ("verify -q a.pgn --variants FILE --report OUT", "v.ini"),
        ("pack -q a.pgn --variants FILE -o OUT", "v.ini"),
        ("collate -q FILE --known a.pgn -o OUT", "g.txt"),
        ("collate -q FILE --known a.pgn -o new.pgn --report OUT", "g.txt"),
        ("convert -q --no-ocr g.txt --grid FILE --to pgn -o OUT", "grid.json"),
        ("review -q --no-ocr g.txt --corrections FILE -o OUT", "c.csv"),
    ];
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("c.csv"), "file,line,text,hash,kind,value,note\n").unwrap();
    fs::write(at.join("v.ini"), "[own:chess]\n").unwrap();
    fs::write(at.join("f.txt"), format!("{FEN}\n")).unwrap();
    fs::write(at.join("b.pgn"), ILLEGAL).unwrap();
    fs::write(at.join("grid.json"), "{}\n").unwrap();
    fs::create_dir(at.join("below")).unwrap();
    let outside = tempfile::tempdir().unwrap();
    for (line, file) in commands {
        let before = fs::read(at.join(file)).unwrap();
        let link = outside.path().join("link");
        symlink(at.join(file), &link).unwrap();
        let hard = outside.path().join("hard");
        let is_folder = line.contains(" . ");
        fs::hard_link(at.join(file), &hard).unwrap();
        let mut spellings = vec![
            file.to_owned(),
            format!("./below/../{file}"),
            at.join(file).display().to_string(),
            link.display().to_string(),
        ];
        spellings.extend((!is_folder).then(|| hard.display().to_string()));
        for out in spellings {
            let line = line.replace("FILE", file).replace("OUT", &out);
            let done = run(at, &line);
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            assert_eq!(done.status.code(), Some(2), "{line}: {said}");
            assert!(said.contains("would overwrite"), "{line}: {said}");
            assert_eq!(fs::read(at.join(file)).unwrap(), before, "{line}");
        }
        fs::remove_file(link).unwrap();
        fs::remove_file(hard).unwrap();
    }
    // Two outputs are not one file either, and standard input may be a file.
    let both = run(at, "convert -q --no-ocr g.txt --to pgn -o x.json --report ./x.json");
    assert_eq!(both.status.code(), Some(2));
    let own = bash(at, "scorebook fix -q - -o a.pgn < a.pgn");
    assert_eq!(
        (own.status.code(), fs::read_to_string(at.join("a.pgn")).unwrap().as_str()),
        (Some(2), ILLEGAL)
    );
    assert!(!names(at).iter().any(|name| name.starts_with("new") || name.starts_with(".scorebook")));
}

/// Who cannot be told anything gets his data and the true status.
#[test]
fn a_closed_standard_error_changes_nothing() {
    let commands = [
        ("convert --no-ocr -j1 g.txt -o x.pgn", 1),
        ("convert --no-ocr -j1 g.txt -o x.pgn --report x.csv", 1),
        ("verify a.pgn", 1),
        ("verify a.pgn --report x.json", 1),
        ("fix a.pgn -o x.pgn", 1),
        ("select a.pgn -o x.pgn", 0),
        ("select a.pgn --split 1 -o x", 0),
        ("review --no-ocr g.txt -o x.html", 1),
        ("pack a.pgn -o x.sbk", 1),
        ("unpack a.sbk -o x.pgn", 0),
        ("info --check a.sbk", 0),
        ("info missing.sbk", 2),
        ("verify missing.pgn", 2),
        ("nonsense --what", 2),
    ];
    let folder = folder();
    let at = folder.path();
    let clean = || {
        for name in names(at).into_iter().filter(|name| name.starts_with("x")) {
            let path = at.join(name);
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    };
    for (line, status) in commands {
        clean();
        let usual = run(at, line);
        assert_eq!(usual.status.code(), Some(status), "{line}: {}", String::from_utf8_lossy(&usual.stderr));
        let written = names(at);
        for how in ["2>/dev/full", "2>&-", "2> >(exec 0<&-; exit)"] {
            clean();
            let out = bash(at, &format!("scorebook {line} {how}"));
            assert_eq!((out.status.code(), names(at)), (Some(status), written.clone()), "{line} {how}");
        }
    }
    // A full disk is told with the name of the output.
    let full = run(at, "convert --no-ocr -j1 g.txt --to pgn -o /dev/full");
    let said = String::from_utf8_lossy(&full.stderr).into_owned();
    assert_eq!(full.status.code(), Some(2));
    assert!(said.contains("cannot write /dev/full: No space left on device"), "{said}");
    let full = bash(at, "scorebook fix -q a.pgn > /dev/full");
    assert_eq!(full.status.code(), Some(2));
    let missing = run(at, "fix -q a.pgn -o missing/x.pgn");
    let said = String::from_utf8_lossy(&missing.stderr).into_owned();
    assert!(
        said.contains("cannot write missing/x.pgn: No such file") && !said.contains(".scorebook"),
        "{said}"
    );
    for command in ["info", "unpack", "repair -o x.sbk"] {
        let said = run(at, &format!("{command} ."));
        let said = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(said.contains("is a directory"), "{command}: {said}");
    }
}

/// How far a command is when a signal comes.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// It has opened its input, and waits for the first byte.
    Opened,
    /// It has read as much as tells what its input is, and a little more.
    Begun,
    /// It has read many games.
    Amid,
}

/// A process that waits for a pipe.
fn waiting(at: &Path, line: &str, moment: Moment) -> (Child, fs::File) {
    let child = program(at, line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    // Opening waits for the program.
    let mut pipe = fs::File::options().write(true).open(at.join("pipe")).unwrap();
    let games = match moment {
        Moment::Opened => 0,
        Moment::Begun => 20,
        // More than what a command looks at to recognise its input, and than a pipe holds: what is written was mostly read.
        Moment::Amid => 700,
    };
    pipe.write_all(ILLEGAL.repeat(games).as_bytes()).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    (child, pipe)
}

/// Waits until a folder holds a file that is being written.
fn unfinished(at: &Path) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if names(at).iter().any(|name| name.starts_with(".scorebook")) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// Waits for the end of a process; kills it if it does not come.
fn ended(mut child: Child) -> Option<i32> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

/// After signal n the status is 128 + n, old outputs are whole, and nothing is left.
#[test]
fn a_signal_ends_every_command_in_one_way() {
    let commands = [
        "verify pipe",
        "verify pipe --report x.json",
        "fix pipe -o x.json",
        "select pipe -o x.json",
        "select pipe --split 1 -o parts",
        "select pipe --split event -o parts",
        "shard pipe -o parts",
        "pack pipe -o x.json",
        "convert --no-ocr pipe -o x.json --report y.json",
        "review --no-ocr pipe -o x.json",
        "unpack pipe -o x.json",
        "verify pipe --duplicates",
        "verify pipe --classify",
        "fix pipe --diff",
        "fix pipe -o x.json --rejects y.json",
        "select pipe --to csv -o x.json",
        "select pipe --unique -o x.json",
        "select pipe --count-by white",
        "pack pipe --keep-all -o x.json --rejects y.json",
        "convert --no-ocr pipe --to csv -o x.json",
        "info pipe",
        "info --check pipe",
        "repair pipe -o x.json",
        "collate g.txt pipe -o x.json",
        "position pipe",
    ];
    let signals = [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)];
    let moments = [Moment::Amid, Moment::Begun, Moment::Opened];
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("x.json"), "old").unwrap();
    assert!(Command::new("mkfifo").arg(at.join("pipe")).status().unwrap().success());
    let before = names(at);
    // Each command once, with the signals and moments in turn, or all of them with all.
    let cases =
        commands.iter().flat_map(|line| signals.iter().flat_map(move |s| moments.map(|m| (*line, *s, m))));
    let all = signals.len() * moments.len();
    let chosen = |at: &usize| is_thorough() || at % all == (at / all) * 5 % all;
    for (_, (line, (signal, status), moment)) in (0usize..).zip(cases).filter(|(at, _)| chosen(at)) {
        // An archive or a position is given up at the first games of PGN.
        let ends = ["unpack", "info", "repair", "position"].iter().any(|command| line.starts_with(command));
        let moment = if ends { Moment::Opened } else { moment };
        let (child, pipe) = waiting(at, line, moment);
        assert!(
            Command::new("kill").args(["-s", signal, &child.id().to_string()]).status().unwrap().success()
        );
        assert_eq!(ended(child), Some(status), "{line}, {signal}, {moment:?}");
        drop(pipe);
        if line.contains("verify") {
            fs::write(at.join("x.json"), "old").unwrap();
        }
        assert_eq!(
            (names(at), fs::read_to_string(at.join("x.json")).unwrap()),
            (before.clone(), "old".into()),
            "{line}"
        );
    }
}

/// A process that is killed cannot clean up; what it leaves is removed by the next one that writes there, and old outputs are whole.
#[test]
fn what_a_killed_process_leaves_is_removed() {
    let commands = [
        "fix pipe -o x.json",
        "fix pipe -o x.json --rejects y.json",
        "select pipe -o x.json",
        "select pipe --split 1 -o parts",
        "shard pipe -o parts",
        "pack pipe -o x.json",
        "convert --no-ocr pipe -o x.json --report y.json",
        "review --no-ocr pipe -o x.json",
        "collate g.txt pipe -o x.json",
        "verify pipe --report x.json",
    ];
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("x.json"), "old").unwrap();
    assert!(Command::new("mkfifo").arg(at.join("pipe")).status().unwrap().success());
    let before = names(at);
    for (at_line, line) in commands.iter().enumerate() {
        for (at_moment, moment) in [Moment::Amid, Moment::Begun, Moment::Opened].into_iter().enumerate() {
            if !is_thorough() && at_moment != at_line % 3 {
                continue;
            }
            let (mut child, pipe) = waiting(at, line, moment);
            child.kill().unwrap();
            assert_eq!(ended(child), None, "{line}, {moment:?}");
            drop(pipe);
            assert_eq!(fs::read_to_string(at.join("x.json")).unwrap(), "old", "{line}, {moment:?}");
            let next = run(at, "select -q a.pgn -o y.pgn");
            assert_eq!(next.status.code(), Some(0), "{line}, {moment:?}: {next:?}");
            fs::remove_file(at.join("y.pgn")).unwrap();
            // The parts that were written are whole files of games.
            let _ = fs::remove_dir_all(at.join("parts"));
            assert_eq!(names(at), before, "{line}, {moment:?}");
        }
    }
    // One that was amid its work has left something.
    let (mut child, _pipe) = waiting(at, "pack pipe -o x.json", Moment::Amid);
    assert!(unfinished(at), "nothing was begun");
    child.kill().unwrap();
    assert_eq!(ended(child), None);
    assert_eq!(names(at).iter().filter(|name| name.starts_with(".scorebook")).count(), 1);
    run(at, "select -q a.pgn -o x.json");
    assert_eq!(names(at), before);
}

/// A link that leads nowhere is one finding; the other files are checked.
#[test]
fn a_dangling_link_is_told() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("db")).unwrap();
    fs::write(at.join("db/a.pgn"), ILLEGAL).unwrap();
    symlink("nowhere", at.join("db/b.pgn")).unwrap();
    let out = String::from_utf8(run(at, "verify -q --format json db").stdout).unwrap();
    let codes =
        |code: &str| out.lines().filter(|line| line.contains(&format!("\"code\":\"{code}\""))).count();
    assert_eq!(codes("B101"), 1, "{out}");
    assert!(out.contains("db/a.pgn"));
    for command in ["convert --no-ocr db -o x.pgn", "pack db -o x.sbk"] {
        let said = run(at, command);
        assert!(String::from_utf8_lossy(&said.stderr).contains("b.pgn"), "{command}");
    }
}

/// Strings that steer a terminal or are not seen: those that are known to do harm, and each other control character. All 60 and
/// more are tried one by one in a thorough run; else the latter come several at a time.
fn controls() -> Vec<String> {
    let known = [
        "\u{1b}[31m",
        "\u{1b}[2J",
        "\u{7}",
        "\u{1b}]0;title\u{7}",
        "\u{8}",
        "\u{7f}",
        "\u{9b}31m",
        "\u{202e}",
        "\u{2066}",
        "\u{2028}",
        "\u{200b}",
        "\u{feff}",
    ];
    let below = ('\u{1}'..' ').filter(|c| !matches!(c, '\t' | '\n' | '\r'));
    let above = '\u{80}'..'\u{a0}';
    let unseen = [
        '\u{200d}', '\u{200e}', '\u{200f}', '\u{2029}', '\u{202a}', '\u{202d}', '\u{2060}', '\u{2069}',
        '\u{61c}',
    ];
    let others: Vec<char> = below.chain(above).chain(unseen).collect();
    let at_once = if is_thorough() { 1 } else { 16 };
    let others = others.chunks(at_once).map(|some| some.iter().collect());
    let all: Vec<String> = known.map(str::to_owned).into_iter().chain(others).collect();
    assert!(!is_thorough() || all.len() >= 60);
    all
}

#[track_caller]
fn is_harmless(bytes: &[u8], what: &str) {
    let text = String::from_utf8_lossy(bytes);
    let bad = text.lines().find(|line| line.chars().any(|c| is_hidden(c) && c != '\t'));
    assert!(bad.is_none(), "{what}: {bad:?}");
}

/// Whatever field they are in, they do not reach the terminal or a report.
#[test]
fn control_characters_are_escaped_everywhere() {
    let folder = folder();
    let at = folder.path();
    let pgns = [
        "[Event \"a§\"]\n[Date \"19§99\"]\n[Result \"§\"]\n\n1. e4 e5 2. Ke3 *\n",
        "[Ev§ent \"a\"]\n[X \"y§\"\n[FEN \"8§/8\"]\n[Variant \"n§\"]\n\n1. e4 *\n",
        "1. e4 e§5 2. Q§h5 {c§} Nc6$§ 3. §Qxf7 *\n",
    ];
    let texts = [
        "GAME 1. White: A§ Black: B\n1. P-K4 P-§K4\n2. Kt-KB3§ Kt-QB3\n3. §e4…\n",
        "1. e4 e5 (§ 2. Qh5 {x§} foo§\n",
    ];
    for control in controls() {
        let fill = |text: &str| text.replace('§', &control);
        let check = |out: Output, what: String| {
            is_harmless(&out.stdout, &format!("stdout of {what}, {control:?}"));
            is_harmless(&out.stderr, &format!("stderr of {what}, {control:?}"));
        };
        let pgn: String = pgns.iter().map(|text| fill(text) + "\n").collect();
        fs::write(at.join("c.pgn"), &pgn).unwrap();
        for args in [
            "verify",
            "verify --format json",
            "verify --format csv",
            "verify --format sarif",
            "select -q --to csv",
            "select -q --to json",
            "select -q --count-by white",
            "pack -o /dev/null",
            "verify --duplicates --cross-check",
            "select -q --to epd",
            "select -q --tree e4",
            "shard -o shards",
        ] {
            check(run(at, &format!("{args} c.pgn")), args.to_owned());
        }
        let text: String = texts.iter().map(|text| fill(text) + "\n").collect();
        fs::write(at.join("c.txt"), &text).unwrap();
        for report in ["r.json", "r.csv", "r.sarif"] {
            let line = format!("convert --no-ocr -j1 c.txt --to json --report {report}");
            check(run(at, &line), line.clone());
            is_harmless(&fs::read(at.join(report)).unwrap(), &format!("{report}, {control:?}"));
        }
        check(run(at, "convert --no-ocr -j1 c.pgn"), "convert of PGN".to_owned());
        check(run(at, "review --no-ocr -j1 -o page.html c.txt"), "review".to_owned());
        check(run(at, "collate c.txt g.txt -o c.out"), "collate".to_owned());
        check(
            run(at, "collate c.txt --known c.pgn -o c.out --table c.csv"),
            "collate with a known game".to_owned(),
        );
        check(run(at, "pack -q --keep-all c.pgn -o c.sbk"), "pack".to_owned());
        for args in ["info", "info --games 1-9", "verify", "unpack -o /dev/null", "select --to csv"] {
            check(run(at, &format!("{args} c.sbk")), format!("{args} of an archive"));
        }
        // Arguments and names.
        let with = |line: &str, last: &str| {
            check(program(at, line).arg(last).output().unwrap(), format!("{line} …"));
        };
        let fen = fill("8/8/8/8/8/8/8/8§ w - - 0 1");
        for format in ["text", "json", "csv"] {
            with(&format!("position --format {format}"), &fen);
        }
        with("move", &fill("P-K4§"));
        with("move P-K4 --fen", &fen);
        with("move -v --from", &fill("x§"));
        with("position --rules", &fill("x§"));
        with("position --odds", &fill("a§"));
        with("select a.pgn --sort", &fill("x§"));
        with("select a.pgn --tags", &fill("x§"));
        with("select a.pgn --tree", &fill("e4 §e5"));
        with("info a.sbk --where", &fill("white = §("));
        with("convert g.txt --columns", &fill("move§=0"));
        with("convert g.txt --corrections", &fill("no§.csv"));
        with("convert g.txt --layout", &fill("x§"));
        with("convert g.txt -o", &fill("no/x§.pgn"));
        with("verify --encoding", &fill("x§"));
        with("completions", &fill("x§"));
        with("board", &fen);
        with("explain", &fill("A§"));
        with("select a.pgn --where", &fill("white = §("));
        with("convert g.txt --from", &fill("x§"));
        with("convert g.txt --rules", &fill("x§"));
        with("verify", &fill("no§file.pgn"));
        with("verify --deny", &fill("x§"));
        with("unpack a.sbk --games", &fill("1§"));
        with(&fill("§"), "x");
        fs::write(at.join("v.ini"), fill("[own§:chess]\nkey§ = v§\n[other]\n§\n")).unwrap();
        check(run(at, "verify --variants v.ini a.pgn"), "a file of rules".to_owned());
        let name = fill("n§n.pgn");
        fs::write(at.join(&name), &pgn).unwrap();
        with("verify", &name);
        with("verify --format sarif", &name);
        with("pack -o /dev/null", &name);
        with("fix -o /dev/null", &name);
        with("info", &name);
        with("convert --no-ocr -j1 --to json", &name);
        fs::remove_file(at.join(&name)).unwrap();
    }
    // A line feed in a name stays in its place.
    let name = "a\nb.pgn";
    fs::write(at.join(name), ILLEGAL).unwrap();
    let out = program(at, "verify").arg(name).output().unwrap();
    assert!(String::from_utf8_lossy(&out.stdout).contains(" --> a\\u{a}b.pgn:"), "{out:?}");
    for args in ["verify", "fix", "select", "convert", "review", "info", "collate g.txt --known"] {
        let out = program(at, args).arg("no\nfile.pgn").output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr).into_owned() + &String::from_utf8_lossy(&out.stdout);
        assert!(said.contains("no\\u{a}file.pgn") && !said.contains("no\nfile"), "{args}: {said}");
    }
}

/// A note that is all there is of a record is no game, and no reader fails at it.
#[test]
fn a_note_alone_is_no_game() {
    let folder = folder();
    let at = folder.path();
    let record = "[\"e4\", \"e5\", \"Nf3\", \"Nc6\", \"Bc4\", \"Bc5\", \"c3\",S\"Nf6\", \"d4\"]\n";
    fs::write(at.join("n.txt"), record).unwrap();
    for args in ["convert --no-ocr -j1 n.txt", "convert --no-ocr -j1 --layout running n.txt", "board n.txt:1"]
    {
        let out = run(at, args);
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert!(matches!(out.status.code(), Some(0..=2)), "{args}: {said}");
        assert!(!said.contains("panicked") && !said.contains("internal error"), "{args}: {said}");
    }
}

/// A record in which a king is taken is kept as it is written: nothing that the rules say of its last position is asked.
#[test]
fn a_king_that_was_taken_has_no_result() {
    let folder = folder();
    let at = folder.path();
    for record in [
        "1. e4 d5 2. Bb5+ a6 3. Bxe8",
        "1. e4 d5 2. Bb5+ a6 3. Bxe8 dxes 4. d3",
        "1. e4 d5 2. Bb5+ a6 3. Bxe8 1-0",
    ] {
        fs::write(at.join("k.txt"), record).unwrap();
        for args in ["", " --guess", " --guess --to json", " --fragments --to csv"] {
            let out = run(at, &format!("convert --no-ocr -j1 --as-written{args} k.txt"));
            let said = String::from_utf8_lossy(&out.stderr).into_owned();
            let written = String::from_utf8_lossy(&out.stdout).into_owned();
            assert!(!said.contains("internal error"), "{record}{args}: {said}");
            assert!(written.contains("e4"), "{record}{args}: {written}");
        }
    }
}

/// Tags that say nothing of a game are none, however often they stand there; names or a result without moves are one.
#[test]
fn tags_that_say_nothing_are_no_game() {
    let folder = folder();
    let at = folder.path();
    let convert = |text: &str| {
        fs::write(at.join("t.pgn"), text).unwrap();
        let out = run(at, "convert --no-ocr -j1 t.pgn");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        (out.status.code(), said, String::from_utf8_lossy(&out.stdout).into_owned())
    };
    for pairs in [1, 3] {
        let (status, said, written) = convert(&"[Variant \"Chess960\"]\n".repeat(pairs));
        assert!(status == Some(2) && written.is_empty(), "{pairs}: {said}{written}");
        assert!(said.contains("no game was found"), "{pairs}: {said}");
    }
    for tags in [
        "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n",
        "[Event \"E\"]\n[Site \"S\"]\n[Result \"1-0\"]\n",
        "[White \"A\"]\n\n1-0\n",
    ] {
        let (status, said, written) = convert(tags);
        assert!(status == Some(0) && written.contains("[Event "), "{tags}: {said}{written}");
    }
}

/// What a heading repeats does not fill the stack.
#[test]
fn a_heading_that_repeats_itself_ends() {
    let folder = folder();
    let at = folder.path();
    for piece in ["v. ", "Subject: ", "a \u{b7} ", "a / "] {
        for count in [8, 20_000] {
            fs::write(at.join("n.txt"), format!("{}\n\n1. e4 e5\n2. Nf3 Nc6\n", piece.repeat(count)))
                .unwrap();
            let out = run(at, "convert -q --no-ocr -j1 n.txt");
            let game = String::from_utf8_lossy(&out.stdout).contains("1. e4 e5 2. Nf3 Nc6 *");
            assert!(matches!(out.status.code(), Some(0 | 1)) && game, "{piece} {count}: {out:?}");
        }
    }
}

/// The place of an error in a query is shown however far to the right it is.
#[test]
fn a_long_query_is_told_to_be_wrong() {
    let folder = folder();
    let query = format!("{}elo>", "elo>1 and ".repeat(8_000));
    for line in ["select -q a.pgn", "unpack -q a.sbk"] {
        let out = program(folder.path(), line).args(["--where", &query]).output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{line}: {}", String::from_utf8_lossy(&out.stderr));
    }
}

/// A number that no game reaches is read as others are.
#[test]
fn huge_numbers_do_not_overflow() {
    let folder = folder();
    let at = folder.path();
    let records = [
        "4294967295. e4 e5 4294967295. Nf3 Nc6\n",
        "1. e4 e5 2. Nf3 4294967295 Nc6 3. Bb5 a6 4294967295... Ba4\n",
        "1. P-K4 P-K4\n4294967295. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n",
        "number,white,black\n4294967295,e4,e5\n2,Nf3,Nc6\n",
        "ply,move\n4294967295,e4\n4294967295,e5\n",
        "Holm        Berg\n\nNf3   2  d6\n e4   18446744073709551616  C5\nNf3   2  d6\nd4   3  cxd4\n",
        "1  e4  e5\n4294967295  Nf3  Nc6\n1  e4  e5\n4294967295  Nf3  Nc6\n",
        "1. e4 e5\n4294967295. Nf3 Nc6\n1. e4 e5\n4294967295. Nf3 Nc6\n",
        "GAME 4294967295.\n1. P-K4 P-K4\n\nGAME 4294967295.\n1. P-K4 P-K4\n\nGAME 1.\n1. P-Q4 P-Q4\n",
        "First 2147483648 moves as in No. 4294967295.\n4294967295. P-K4 P-K4\n",
    ];
    for (at_record, record) in records.iter().enumerate() {
        for name in ["n.txt", "n.csv"] {
            fs::write(at.join(name), record).unwrap();
            for args in ["convert -q --no-ocr -j1", "review -q --no-ocr -j1 -o /dev/null", "collate -q g.txt"]
            {
                let out = run(at, &format!("{args} {name}"));
                let said = String::from_utf8_lossy(&out.stderr).into_owned();
                let ended = matches!(out.status.code(), Some(0..=2));
                assert!(ended && !said.contains("panicked"), "{args} {name}, record {at_record}: {said}");
            }
        }
    }
    // A number that is held against those around it.
    let record = "d4 d5 c4-e6 Nc3 Nf6 BG5 Be7 e3 O-O 99999999999999999999Nf3 h6 Bh4 b6\n\
                  d4 d5 c4-e6 Nc3 Nf6 Bg5 Be7 e3 O-";
    fs::write(at.join("n.csv"), record).unwrap();
    let said = String::from_utf8_lossy(&run(at, "convert --no-ocr -j1 n.csv").stderr).into_owned();
    assert!(!said.contains("internal error"), "{said}");
}

/// A review that is served, and its port and token.
struct Served(Child, u16, String);

impl Served {
    fn start(at: &Path) -> Served {
        use std::io::{BufRead, BufReader};
        let mut child =
            program(at, "review --serve g.txt --no-ocr -j1 -q").stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_end_matches('/').to_owned();
        let (host, token) = address.rsplit_once('/').unwrap();
        let port = host.rsplit(':').next().unwrap().parse().unwrap();
        Served(child, port, token.to_owned())
    }

    fn connect(&self) -> std::net::TcpStream {
        let stream = std::net::TcpStream::connect(("127.0.0.1", self.1)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// The status line of the answer to some bytes.
    fn ask(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may have closed the connection before it has read all.
        let _ = stream.write_all(bytes);
        let mut head = [0; 12];
        let mut got = 0;
        while got < head.len() {
            match stream.read(&mut head[got..]) {
                Ok(n) if n > 0 => got += n,
                _ => break,
            }
        }
        String::from_utf8_lossy(&head[..got]).into_owned()
    }

    fn page(&self) -> String {
        let (port, token) = (self.1, &self.2);
        self.ask(format!("GET /{token}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n").as_bytes())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Strangers cannot end the server, fill its memory or keep others waiting.
#[test]
fn the_server_survives_strangers() {
    let folder = folder();
    let served = Served::start(folder.path());
    let host = format!("Host: 127.0.0.1:{}\r\n", served.1);
    assert!(served.page().ends_with("200"));
    // Claims of a length that no memory has.
    for length in ["18446744073709551615", "9223372036854775807", "99999999999", "-1", "x"] {
        for method in ["GET", "POST"] {
            let answer = served
                .ask(format!("{method} / HTTP/1.1\r\n{host}Content-Length: {length}\r\n\r\n{{}}").as_bytes());
            assert!(answer.starts_with("HTTP/1.1 4"), "{length}: {answer:?}");
        }
    }
    let (token, port) = (&served.2, served.1);
    let ours = format!("Origin: http://127.0.0.1:{port}\r\nX-Scorebook-Token: {token}\r\n");
    let long = format!("POST /{token}/decide HTTP/1.1\r\n{host}{ours}Content-Length: 99999999\r\n\r\n{{}}");
    assert!(served.ask(long.as_bytes()).ends_with("413"));
    // A header without end.
    let answer = served.ask(&[b"GET / HTTP/1.1\r\nX: ".as_slice(), &vec![b'a'; 1 << 20]].concat());
    assert!(answer.is_empty() || answer.ends_with("431"), "{answer:?}");
    // Clients that send and do not read, or open a connection and say nothing.
    let silent: Vec<_> = (0..30).map(|_| served.connect()).collect();
    let greedy: Vec<_> = (0..30)
        .map(|_| {
            let mut stream = served.connect();
            let _ = stream.write_all(format!("GET / HTTP/1.1\r\n{host}\r\n").repeat(2000).as_bytes());
            stream
        })
        .collect();
    assert!(served.page().ends_with("200"));
    drop((silent, greedy));
    // Requests with changed bytes.
    let mut random = scorebook_random::Random::new(60);
    let seeds = [
        format!("GET /{token}/ HTTP/1.1\r\n{host}\r\n"),
        format!("GET /{token}/cut/0/0/1/0-0-100-100 HTTP/1.1\r\n{host}\r\n"),
        format!("GET /{token}/at/0/0/0/1/0 HTTP/1.1\r\n{host}\r\n"),
        format!("POST /{token}/decide HTTP/1.1\r\n{host}{ours}Content-Length: 12\r\n\r\n{{\"set\":null}}"),
        format!("GET / HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
    ];
    let threads: Vec<Vec<Vec<u8>>> = (0..4)
        .map(|_| {
            let mutated = (0..250).map(|at: usize| {
                let mut bytes = seeds[at % seeds.len()].clone().into_bytes();
                for _ in 0..1 + random.below(4) {
                    let place = random.below(bytes.len());
                    match random.below(3) {
                        0 => bytes[place] = random.below(256) as u8,
                        1 => drop(bytes.remove(place)),
                        _ => bytes.insert(place, random.below(256) as u8),
                    }
                }
                bytes
            });
            mutated.collect()
        })
        .collect();
    std::thread::scope(|scope| {
        for requests in &threads {
            let served = &served;
            scope.spawn(move || {
                for bytes in requests {
                    let mut stream = served.connect();
                    let _ = stream.write_all(bytes);
                    let _ = stream.shutdown(std::net::Shutdown::Write);
                    let _ = stream.read(&mut [0; 64]);
                }
            });
        }
    });
    assert!(served.page().ends_with("200"));
    #[cfg(target_os = "linux")]
    {
        let status = fs::read_to_string(format!("/proc/{}/status", served.0.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let peak: u64 = peak.trim().trim_end_matches(" kB").trim().parse().unwrap();
        assert!(peak < 100 << 10, "{peak} kB");
    }
}
