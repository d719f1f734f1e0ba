//! The review page, in a real browser and as a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::{Value, json};

use crate::browser;
use crate::common;
use browser::Browser;

/// Move 11 of White was meant to be `BxNP ch`; the scribe wrote `Q-R8`, which no queen can play.
pub fn broken() -> String {
    let sheet =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/scoresheet.txt")).unwrap();
    let (clean, stuck) = (sheet.replace("Q-QN4 ", "Q-QN3 "), "11. BxNP   ");
    assert!(clean.contains(stuck));
    clean.replace(stuck, "11. Q-R8   ")
}

pub fn scorebook(dir: &Path, args: &[&str]) -> Output {
    Command::cargo_bin("scorebook").unwrap().current_dir(dir).args(args).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// A folder with a record and its review.
pub fn desk(record: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("game.txt"), record).unwrap();
    let output = scorebook(dir.path(), &["review", "game.txt", "-o", "review.html"]);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    let page = dir.path().join("review.html");
    (dir, page)
}

fn url(page: &Path) -> String {
    format!("file://{}", page.display())
}

/// Where pictures of the page go, to be looked at.
fn shots() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("review");
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn a_doubt_is_decided_by_keyboard_and_the_game_then_reads() {
    let (dir, page) = desk(&broken());
    let before = stdout(&scorebook(dir.path(), &["convert", "game.txt", "--quiet"]));
    assert!(before.contains(r#"[Reading "repaired"]"#), "{before}");
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    browser.size(1280, 900);
    browser.go(&url(&page));
    assert_eq!(browser.text("#count"), "0 of 1 doubts decided");
    assert_eq!(browser.text("mark"), "Q-R8");
    browser.shoot(&shots().join("desktop.png"));
    // The way in which the game is read now, to its end, says so, and comes first.
    assert!(browser.text("#ways li:first-child").contains("as read now"), "{}", browser.text("#ways"));
    assert!(browser.text("#ways li:first-child").contains("Bxb5+"));
    // Its chance is the greatest, and all of them together are no more than a hundred.
    let chances = browser
        .eval("[...document.querySelectorAll('#ways .chance')].map(e => parseInt(e.textContent) || 0)");
    let chances: Vec<u64> = chances.as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert!(chances[0] > 50 && chances.iter().sum::<u64>() <= 101, "{chances:?}");
    // Why it is a doubt.
    browser.press("?");
    browser.wait("document.querySelector('#keys').open");
    assert!(browser.text("#reasons").contains("Q-R8"), "{}", browser.text("#reasons"));
    browser.eval("document.querySelector('#keys').close()");
    // Through the game and back.
    let here = browser.text("#caption");
    browser.press("ArrowLeft");
    assert_ne!(browser.text("#caption"), here);
    browser.press("Home");
    assert_eq!(browser.text("#caption"), "The start");
    browser.press("h");
    assert_eq!(browser.text("#caption"), here);
    browser.press("f");
    assert_eq!(browser.eval("document.querySelector('#flip').ariaPressed"), json!("true"));
    browser.press("0");
    assert_eq!(browser.text("#count"), "1 of 1 doubts decided");
    assert_eq!(browser.text("#decided"), "Bxb5+, as it is read");
    // What is decided is kept, also when the page is opened again. The browser stores it in its own time.
    for _ in 0..20 {
        browser.go("about:blank#");
        browser.go(&url(&page));
        if browser.text("#count").starts_with('1') {
            break;
        }
    }
    assert_eq!(browser.text("#count"), "1 of 1 doubts decided");
    browser.press("e");
    browser.wait("document.querySelector('#out').open");
    browser.press("Enter");
    let file = dir.path().join("corrections.csv");
    for _ in 0..200 {
        if file.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    let output = scorebook(dir.path(), &["convert", "game.txt", "--corrections", "corrections.csv"]);
    let pgn = stdout(&output);
    assert!(pgn.contains(r#"[Reading "decided"]"#), "{pgn}");
    assert!(pgn.replace('\n', " ").contains("17. Rd8#"), "{pgn}");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

/// Names and comments that would run if any of them were taken for markup.
const HOSTILE: &str = r#"[Event "</script><script>window.pwned=1</script>"]
[White "<img src=x onerror=window.pwned=1>"]
[Black "\"><svg onload=window.pwned=1>"]
[Result "*"]

1. e4 {<script>window.pwned=1</script> <!-- } e5 2. Nf3 Qxe4"><b>x</b> 3. d4 {]]> ${window.pwned=1}} *
"#;

#[test]
fn passages_with_moves_but_no_game_are_no_doubts() {
    // Endings, each a few moves from a diagram, and two games.
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/books/capablanca-fundamentals/book.txt");
    let Ok(bytes) = fs::read(&book) else { return common::skip(format_args!("no {}", book.display())) };
    let dir = tempfile::tempdir().unwrap();
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').take(800).collect();
    fs::write(dir.path().join("book.txt"), lines.concat()).unwrap();
    let page = |args: &[&str]| {
        let output =
            scorebook(dir.path(), &[&["review", "book.txt", "--from", "english", "--quiet"], args].concat());
        let page = stdout(&output);
        let (_, rest) = page.split_once("<script id=\"data\" type=\"application/json\">").unwrap();
        let data: Value = serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap();
        (data["games"].as_array().unwrap().len(), page.contains("passages with moves but no game"))
    };
    let (games, said) = page(&[]);
    let (all, all_said) = page(&["--fragments"]);
    assert!(games > 0 && games + 5 <= all, "{games} of {all}");
    assert!(said && !all_said);
}

#[test]
fn nothing_of_a_record_runs_in_the_page() {
    let dir = tempfile::tempdir().unwrap();
    let name = "<img src=x onerror=pwned=1>.pgn";
    fs::write(dir.path().join(name), HOSTILE).unwrap();
    scorebook(dir.path(), &["review", name, "-o", "review.html"]);
    let page = fs::read_to_string(dir.path().join("review.html")).unwrap();
    // Two script elements, both ours; markup from the record is nowhere.
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    assert!(!page.contains("<img") && !page.contains("<svg onload") && !page.contains("<!-- "));
    assert!(page.contains("default-src 'none'") && !page.contains("unsafe-inline"));
    assert!(
        !page.contains("http://")
            || page.matches("http://").count() == page.matches("http://www.w3.org/").count()
    );
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    browser.go(&url(&dir.path().join("review.html")));
    browser.wait("document.querySelector('#head').textContent !== ''");
    assert!(
        browser.text("#where").contains("<img src=x onerror=window.pwned=1>"),
        "{}",
        browser.text("#where")
    );
    for key in ["ArrowRight", "ArrowLeft", "1", "l", "e"] {
        browser.press(key);
    }
    assert_eq!(browser.eval("typeof window.pwned"), json!("undefined"));
    assert_eq!(
        browser.eval("document.querySelectorAll('img:not(#picture), b.x, main script').length"),
        json!(0)
    );
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

#[test]
fn the_page_fits_a_phone_and_a_desk() {
    let (dir, page) = desk(&broken());
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    for (name, width, height) in [("phone", 390, 844), ("desk", 1280, 900), ("tablet", 820, 1100)] {
        browser.size(width, height);
        browser.go(&url(&page));
        browser.wait("!!document.querySelector('#board svg')");
        // Nothing sticks out to the side.
        let wide = browser.eval("document.documentElement.scrollWidth");
        assert!(wide.as_u64().unwrap() <= u64::from(width), "{name}: {wide} of {width}");
        browser.shoot(&shots().join(format!("{name}.png")));
        browser.eval("document.querySelector('#card').scrollIntoView()");
        browser.shoot(&shots().join(format!("{name}-doubt.png")));
    }
    // A name for everything that can be pressed or filled in, and a board in words.
    let nameless = "[...document.querySelectorAll('button, input, select, textarea, a[href]')].filter(e =>
        !(e.textContent.trim() || e.ariaLabel || e.title || e.labels?.length)).map(e => e.outerHTML)";
    assert_eq!(browser.eval(nameless), json!([]));
    let words = browser.eval("document.querySelector('#board svg').getAttribute('aria-label')");
    assert!(words.as_str().unwrap().contains("White: king e1"), "{words}");
    // What is typed is understood as it is typed.
    for (typed, heard) in [
        ("Bxb5", "Bxb5+"),
        ("c4b5", "Bxb5+"),
        ("BxNP ch", "Bxb5+"),
        ("B takes Kt. P.", "Bxb5+"),
        ("0-0", "O-O"),
        ("Kt-B7", "Nc7+"),
    ] {
        browser.press("t");
        browser.eval("document.querySelector('#typed').value = ''");
        typed.chars().for_each(|c| browser.press(&c.to_string()));
        let wanted = if heard == "Nc7+" { "Not known here" } else { &format!("That is {heard}.") };
        assert!(browser.text("#heard").starts_with(wanted), "{typed}: {}", browser.text("#heard"));
        browser.press("Escape");
    }
}

#[test]
fn lines_are_dragged_together_into_one_game() {
    // The rest of the game numbers anew, so that it looks like another; its first move cannot be played.
    let torn = "1. e4 e5\n2. Nf3 Nc6\n\n1. Bb5 a6\n2. Ba4 Nf6\n";
    let (dir, page) = desk(torn);
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    browser.size(1280, 900);
    browser.go(&url(&page));
    browser.wait("!!document.querySelector('#board svg')");
    browser.press("s");
    browser.wait("document.querySelector('#choice').open");
    let drag = "(() => {
        const rows = [...document.querySelectorAll('#text li')];
        const at = (row, type) => {
            const box = row.getBoundingClientRect();
            const where = { clientX: box.left + 90, clientY: box.top + box.height / 2, bubbles: true, button: 0 };
            row.dispatchEvent(new PointerEvent(type, where));
        };
        at(rows[0], 'pointerdown');
        at(rows[2], 'pointermove');
        at(rows[4], 'pointermove');
        at(rows[4], 'pointerup');
        return document.querySelector('#chosen').textContent;
    })()";
    assert_eq!(browser.eval(drag), json!("Lines 1 to 5"));
    browser.eval("document.querySelector('#together').click()");
    browser.wait(
        "!document.querySelector('#choice').open && document.querySelector('#decided').children.length > 0",
    );
    assert_eq!(browser.text("#decided"), "One game: lines 1 to 5");
    browser.press("e");
    browser.wait("document.querySelector('#out').open");
    let csv = browser.eval("document.querySelector('#csv').value");
    fs::write(dir.path().join("c.csv"), csv.as_str().unwrap()).unwrap();
    let output =
        scorebook(dir.path(), &["convert", "game.txt", "--corrections", "c.csv", "--layout", "pairs"]);
    let pgn = stdout(&output);
    assert_eq!(pgn.matches("[Event ").count(), 1, "{pgn}");
    assert!(pgn.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 ") && pgn.contains("4. Ba4 Nf6"), "{pgn}");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

#[test]
fn a_decision_goes_on_to_the_next_doubt_and_is_put_to_all_like_it() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("book.pgn"), corpus(3, 1)).unwrap();
    scorebook(dir.path(), &["review", "book.pgn", "-o", "review.html"]);
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    browser.size(1280, 900);
    browser.go(&url(&dir.path().join("review.html")));
    browser.wait("document.querySelector('#head').textContent.includes('Qi9')");
    assert!(browser.text("#where").contains("Player 0"));
    let all: usize =
        browser.text("#count").split(' ').nth(2).and_then(|number| number.parse().ok()).unwrap_or_default();
    assert!(all >= 3, "{}", browser.text("#count"));
    // What is needed to decide stands above the fold.
    for part in ["#source", "#board svg", "#ways", ".others"] {
        let bottom =
            browser.eval(&format!("document.querySelector('{part}').getBoundingClientRect().bottom"));
        assert!(bottom.as_f64().unwrap() <= 900.0, "{part} ends at {bottom}");
    }
    // It is left, and the next one is shown; the others like it are left at once.
    browser.press("l");
    assert!(browser.text("#count").starts_with("1 of "), "{}", browser.text("#count"));
    assert!(!browser.text("#where").contains("Player 0") || !browser.text("#head").contains("Qi9"));
    browser.press("a");
    let open = "[...document.querySelectorAll('#list li:not(.done) .text')].filter(e => e.textContent.includes('Qi9')).length";
    assert_eq!(browser.eval(open), json!(0));
    // And at once undone.
    browser.press("u");
    browser.press("u");
    assert_eq!(browser.text("#count"), format!("0 of {all} doubts decided"));
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

/// A PGN of random games; in every `nth` a move is broken.
fn corpus(games: usize, nth: usize) -> String {
    use shakmaty::{Chess, san::SanPlus};
    let mut random = common::Random::new(7);
    let mut out = String::new();
    for game in 0..games {
        let name = format!("Player {game}, A. B.");
        out +=
            &format!("[Event \"Open {game}\"]\n[White \"{name}\"]\n[Black \"{name}\"]\n[Result \"*\"]\n\n");
        let mut position = Chess::default();
        for (ply, mv) in common::random_game(&mut random, 80).into_iter().enumerate() {
            let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
            let broken = ply == 30 && game % nth == 0;
            out += &format!(
                "{}{} ",
                if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() },
                if broken { "Qi9" } else { &san }
            );
        }
        out += "*\n\n";
    }
    out
}

#[test]
fn the_page_of_a_large_book_stays_small_and_quick() {
    // 5,000 games take a while to read without optimisation.
    let thorough = common::thorough();
    let games = if thorough { 5_000 } else { 80 };
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("book.pgn"), corpus(games, 20)).unwrap();
    scorebook(dir.path(), &["review", "book.pgn", "-o", "review.html"]);
    let page = dir.path().join("review.html");
    let bytes = fs::metadata(&page).unwrap().len() as usize;
    assert!(bytes / games * 5_000 < 20_000_000, "{bytes} bytes for {games} games");
    let Some(mut browser) = Browser::open(dir.path()) else { return };
    browser.size(1280, 900);
    browser.go(&url(&page));
    browser.wait("!!document.querySelector('#board svg')");
    // Headless, a page is painted when something asks for its picture.
    browser.shoot(&shots().join("large.png"));
    browser.wait("performance.getEntriesByName('first-contentful-paint').length > 0");
    let paint =
        browser.eval("performance.getEntriesByName('first-contentful-paint')[0].startTime").as_f64().unwrap();
    let ready = browser.eval("performance.now()").as_f64().unwrap();
    eprintln!("{games} games: {bytes} bytes, first paint after {paint:.0} ms, ready before {ready:.0} ms");
    if thorough {
        assert!(paint < 2_000.0, "first paint after {paint} ms");
    }
    // One game in twenty is broken; what is broken may leave a second doubt in its game.
    let count = browser.text("#count");
    let doubts: usize = count.split(' ').nth(2).and_then(|number| number.parse().ok()).unwrap_or_default();
    assert!((games / 20..=games / 16).contains(&doubts), "{count}");
    browser.press("n");
    browser.press("n");
    assert!(browser.text("#where").contains("Player 40"), "{}", browser.text("#where"));
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}
