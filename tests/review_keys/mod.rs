//! How many keys it takes to clear a printed book: a reader who knows what was played, at the served page in a real
//! browser. `cargo test --release --test all review_keys:: -- --ignored --nocapture`; `SCOREBOOK_BOOKS=rows-0.6,…` names the
//! books, `SCOREBOOK_TRACE=1` says each key.

mod reader;
mod truth;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::browser::Browser;

/// A review that is served.
struct Served(Child, String);

impl Served {
    fn start(dir: &Path, book: &str) -> Served {
        use std::io::{BufRead, BufReader};
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("scorebook"))
            .current_dir(dir)
            .args(["review", "--serve", book, "--corrections", "c.csv", "--quiet"])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Served(child, line.trim().to_owned())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The printed books that are asked for, sorted; those of wear 0.6 unless named.
fn books() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/printed");
    let wanted = std::env::var("SCOREBOOK_BOOKS");
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        wanted.as_ref().map_or(name.ends_with("-0.6"), |list| list.split(',').any(|one| one == name))
    };
    let Ok(found) = fs::read_dir(&folder) else {
        crate::common::skip(format_args!("no {}", folder.display()));
        return Vec::new();
    };
    let mut books: Vec<PathBuf> = found.map(|book| book.unwrap().path()).filter(named).collect();
    books.sort();
    assert!(!books.is_empty(), "none of the books stands in {}", folder.display());
    books
}

/// The games of `book.hocr` as `convert` writes them.
fn converted(dir: &Path, more: &[&str]) -> Vec<truth::Moves> {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("scorebook"));
    let output = command.current_dir(dir).args(["convert", "book.hocr", "--quiet"]).args(more).output();
    truth::games(&String::from_utf8_lossy(&output.unwrap().stdout))
}

/// Whether the page shows its first doubt, or that there is none.
const READ: &str =
    "!!document.querySelector('#board svg') || document.querySelector('#empty')?.hidden === false";

#[test]
#[ignore = "needs the printed books beside the project, a browser, and minutes"]
fn a_reader_who_knows_clears_printed_books() {
    let (mut all_keys, mut all_games, mut all_exact) = (0, 0, 0);
    let mut waits: Vec<Duration> = Vec::new();
    for book in books() {
        let dir = tempfile::tempdir().unwrap();
        let Some(mut browser) = Browser::open(dir.path()) else { return };
        let pgn = fs::read_to_string(book.join("truth.pgn")).unwrap();
        let (truth, players) = (truth::games(&pgn), truth::players(&pgn));
        fs::copy(book.join("book.hocr"), dir.path().join("book.hocr")).unwrap();
        let served = Served::start(dir.path(), "book.hocr");
        browser.size(1280, 900);
        browser.go(&served.1);
        browser.wait(READ);
        let cleared = reader::clear(&mut browser, &truth, &players);
        drop(served);
        let exact = |read: &[truth::Moves]| truth.iter().filter(|game| read.contains(game)).count();
        let before = exact(&converted(dir.path(), &[]));
        let decided = dir.path().join("c.csv").exists();
        let after = if decided { exact(&converted(dir.path(), &["--corrections", "c.csv"])) } else { before };
        let name = book.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let keys = cleared.keys;
        eprintln!("{name}: {keys} keys for {} games, {before} exact before, {after} after", truth.len());
        cleared.left.iter().for_each(|why| eprintln!("  left: {why}"));
        if let (Ok(folder), true) = (std::env::var("SCOREBOOK_KEEP"), decided) {
            let _ = fs::copy(dir.path().join("c.csv"), Path::new(&folder).join(format!("{name}.csv")));
        }
        // What was exact stays so.
        assert!(after >= before, "{name}: decisions have spoiled a game");
        assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
        (all_keys, all_games, all_exact) = (all_keys + keys, all_games + truth.len(), all_exact + after);
        waits.extend(cleared.waits);
    }
    if all_games == 0 {
        return;
    }
    waits.sort_unstable();
    let at = |share: usize| waits.get((waits.len() * share / 100).min(waits.len().saturating_sub(1)));
    let ms = |wait: Option<&Duration>| wait.map_or(0, Duration::as_millis);
    eprintln!(
        "{all_keys} keys for {all_games} games ({:.1} a game), {all_exact} exact; {} decisions, from key to page: median {} ms, \
         95 % {} ms, worst {} ms",
        all_keys as f32 / all_games as f32,
        waits.len(),
        ms(at(50)),
        ms(at(95)),
        ms(waits.last()),
    );
}

#[test]
fn a_game_is_begun_where_nothing_was_read() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/printed/news-0.6/book.hocr");
    if !book.exists() {
        crate::common::skip(format_args!("no {}", book.display()));
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    fs::copy(book, dir.path().join("book.hocr")).unwrap();
    let served = Served::start(dir.path(), "book.hocr");
    browser.size(1280, 900);
    browser.go(&served.1);
    browser.wait("document.querySelector('#empty')?.hidden === false");
    assert_eq!(browser.text("#nothing"), "No game was read.");
    assert!(browser.eval("!document.querySelector('#starts').hidden") == true);
    browser.press("s");
    browser.wait("document.querySelector('#choice').open");
    let line = browser.eval(
        "(() => {
            const row = [...document.querySelectorAll('#text li')].find(row => row.textContent.includes('1. Pto K. 4th'));
            document.querySelector('#choice').close();
            return Number(row.querySelector('.n').textContent);
        })()",
    );
    reader::start(&mut browser, line.as_u64().unwrap() as usize);
    browser.wait("!!document.querySelector('#board svg')");
    assert!(browser.eval("document.querySelectorAll('#ways button').length > 0") == true);
    assert!(fs::read_to_string(dir.path().join("c.csv")).unwrap().contains(",game,"));
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}
