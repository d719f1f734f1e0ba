//! How many keys it takes to clear a printed book: a reader who knows what was played, at the served page in a real
//! browser. `cargo test --release --test all review_keys -- --ignored --nocapture`; `SCOREBOOK_BOOKS=rows-0.6,…` names
//! the books.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::browser::Browser;

/// No game is given more keys.
const MOST: usize = 60;
/// Half-moves that must agree for a game to be the one that was printed.
const SAME: usize = 6;

/// The games of a PGN as their moves in SAN, without check marks.
fn games(pgn: &str) -> Vec<Vec<String>> {
    let mut games: Vec<Vec<String>> = Vec::new();
    let mut inside = false;
    for line in pgn.lines().map(str::trim) {
        if line.is_empty() {
            continue;
        }
        if line.starts_with('[') && !inside {
            inside = true;
            games.push(Vec::new());
        }
        if !line.starts_with('[') {
            inside = false;
            let Some(game) = games.last_mut() else { continue };
            // No comments stand in these games.
            let words =
                line.split_whitespace().filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
            game.extend(words.map(plain));
        }
    }
    games
}

fn plain(san: &str) -> String {
    san.trim_end_matches(['+', '#']).to_owned()
}

fn agree(a: &[String], b: &[String]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// What the page shows.
struct Seen {
    /// The game's place, from 1.
    game: usize,
    moves: Vec<String>,
    /// The half-move of the doubt, from 1; 0 for none.
    ply: usize,
    /// Keys and moves of the answers.
    ways: Vec<(String, String)>,
    done: bool,
    /// Whether all doubts of the game can be taken as read.
    can_be_right: bool,
    open: usize,
}

const SEE: &str = r##"(() => {
  const text = s => document.querySelector(s)?.textContent ?? "";
  const count = /(\d+) of (\d+)/.exec(text("#count")) || [0, 0, 0];
  return JSON.stringify({
    where: text("#where"), head: text("#head"), moves: [...document.querySelectorAll("#moves button")].map(e => e.textContent),
    ways: [...document.querySelectorAll("#ways button")].map(e => [e.querySelector("kbd").textContent.trim(), e.querySelector(".san").textContent]),
    decided: document.querySelector("#decided").children.length, right: !document.querySelector("#right").disabled,
    open: count[2] - count[1],
  });
})()"##;

fn see(browser: &mut Browser) -> Seen {
    browser.wait("!!document.querySelector('#doubt') && document.querySelector('#doubt').getAttribute('aria-busy') !== 'true'");
    let text = browser.eval(SEE);
    let json: serde_json::Value = serde_json::from_str(text.as_str().unwrap_or("{}")).unwrap();
    let number = |text: &str| -> usize {
        text.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
    };
    let head = json["head"].as_str().unwrap_or_default();
    let black = head.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('…');
    let strings = |value: &serde_json::Value| -> Vec<String> {
        value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(plain)).collect()
    };
    let place =
        json["where"].as_str().unwrap_or_default().split(" · ").find_map(|part| part.strip_prefix("game "));
    Seen {
        game: place.map_or(0, number),
        moves: strings(&json["moves"]),
        ply: if number(head) == 0 { 0 } else { number(head) * 2 - usize::from(!black) },
        ways: json["ways"]
            .as_array()
            .into_iter()
            .flatten()
            .map(strings)
            .filter_map(|way| Some((way.first()?.clone(), way.get(1)?.clone())))
            .collect(),
        done: json["decided"].as_u64() > Some(0),
        can_be_right: json["right"] == true,
        open: json["open"].as_u64().unwrap_or(0) as usize,
    }
}

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

/// Types a move and takes it; the keys pressed.
fn type_move(browser: &mut Browser, san: &str) -> usize {
    browser.press("t");
    san.chars().for_each(|c| browser.press(&c.to_string()));
    browser.press("Enter");
    san.chars().count() + 2
}

/// Clears a book; keys, the games that were there to be cleared, and the slowest answer to a decision.
fn clear(browser: &mut Browser, truth: &[Vec<String>]) -> (usize, Duration) {
    let (mut keys, mut slowest) = (0, Duration::ZERO);
    let mut spent = std::collections::BTreeMap::<usize, usize>::new();
    for _ in 0..1_000 {
        let seen = see(browser);
        let Some(game) = truth.iter().max_by_key(|game| agree(game, &seen.moves)) else { break };
        let good = agree(game, &seen.moves);
        let known = good >= SAME.min(game.len());
        let used = spent.entry(seen.game).or_default();
        let before = keys;
        let start = Instant::now();
        let press = |browser: &mut Browser, key: &str| {
            browser.press(key);
            1
        };
        keys += match game.get(seen.ply.wrapping_sub(1)) {
            _ if seen.open == 0 => break,
            // Nothing more can be made of it.
            _ if !known || *used > MOST || seen.done => press(browser, "n"),
            _ if good == game.len() && good == seen.moves.len() && seen.can_be_right => press(browser, "g"),
            Some(wanted) if seen.ply >= 1 && seen.ply - 1 <= good => {
                let way = seen.ways.iter().find(|(key, san)| san == wanted && !key.is_empty());
                match way {
                    Some((key, _)) => press(browser, &key.clone()),
                    None => type_move(browser, wanted),
                }
            }
            _ => press(browser, "n"),
        };
        *used += keys - before;
        let after = see(browser);
        slowest = slowest.max(start.elapsed());
        // The last doubt of the list, passed over.
        if after.open == seen.open
            && after.game == seen.game
            && after.ply == seen.ply
            && keys - before == 1
            && seen.done
        {
            break;
        }
    }
    (keys, slowest)
}

#[test]
#[ignore = "needs the printed books beside the project, a browser, and minutes"]
fn a_reader_who_knows_clears_printed_books() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/printed");
    let wanted = std::env::var("SCOREBOOK_BOOKS");
    let named = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        wanted.as_ref().map_or(name.ends_with("-0.6"), |list| list.split(',').any(|one| one == name))
    };
    let Ok(found) = fs::read_dir(&folder) else {
        eprintln!("skipped: no {}", folder.display());
        return;
    };
    let mut books: Vec<PathBuf> = found.map(|book| book.unwrap().path()).filter(named).collect();
    books.sort();
    let (mut all_keys, mut all_games, mut all_exact) = (0, 0, 0);
    for book in books {
        let dir = tempfile::tempdir().unwrap();
        let Some(mut browser) = Browser::open(dir.path()) else { return };
        let truth = games(&fs::read_to_string(book.join("truth.pgn")).unwrap());
        fs::copy(book.join("book.hocr"), dir.path().join("book.hocr")).unwrap();
        let served = Served::start(dir.path(), "book.hocr");
        browser.size(1280, 900);
        browser.go(&served.1);
        browser.wait("!!document.querySelector('#board svg')");
        let (keys, slowest) = clear(&mut browser, &truth);
        drop(served);
        let run = |more: &[&str]| {
            let mut command = Command::new(assert_cmd::cargo::cargo_bin("scorebook"));
            let output =
                command.current_dir(dir.path()).args(["convert", "book.hocr", "--quiet"]).args(more).output();
            let read = games(&String::from_utf8_lossy(&output.unwrap().stdout));
            truth.iter().filter(|game| read.contains(game)).count()
        };
        let before = run(&[]);
        let exact = if dir.path().join("c.csv").exists() { run(&["--corrections", "c.csv"]) } else { before };
        eprintln!(
            "{}: {keys} keys for {} games, {before} exact before, {exact} after; slowest key {} ms",
            book.file_name().unwrap_or_default().to_string_lossy(),
            truth.len(),
            slowest.as_millis()
        );
        (all_keys, all_games, all_exact) = (all_keys + keys, all_games + truth.len(), all_exact + exact);
    }
    eprintln!(
        "{all_keys} keys for {all_games} games ({:.1} a game), {all_exact} exact",
        all_keys as f32 / all_games.max(1) as f32
    );
}
