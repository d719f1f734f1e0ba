//! Corrections of scanned books, and the pictures in their review.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

fn run(dir: &Path, args: &[&str]) -> Output {
    Command::cargo_bin("scorebook").unwrap().current_dir(dir).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The data of a review page.
fn data(page: &str) -> serde_json::Value {
    let (_, rest) = page.split_once("<script id=\"data\" type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap()
}

/// A correction for every offer of every doubt of a page: the first rival of each, as `convert` takes it.
fn offers(data: &serde_json::Value, which: usize) -> Vec<[String; 7]> {
    offers_at(data, which).into_iter().map(|(row, ..)| row).collect()
}

/// The same with the unit and the game that each is about, and the half-move, from 1.
fn offers_at(data: &serde_json::Value, which: usize) -> Vec<([String; 7], serde_json::Value, usize)> {
    let mut rows = Vec::new();
    for game in data["games"].as_array().unwrap() {
        let file = data["files"][game["f"].as_u64().unwrap() as usize].as_str().unwrap();
        for doubt in game["d"].as_array().into_iter().flatten() {
            let anchor = &doubt["a"];
            let ways = doubt["w"].as_array().cloned().unwrap_or_default();
            let value = match which {
                0 => doubt["o"].as_str().map(str::to_owned),
                n => ways.get(n - 1).and_then(|way| way[0].as_str()).map(str::to_owned),
            };
            let Some(value) = value else { continue };
            let kind = match doubt["k"].as_str() {
                Some(kind) if !value.is_empty() => kind,
                Some(_) => continue,
                None if value.is_empty() => "junk",
                None => "move",
            };
            let value = match doubt["b"].as_str() {
                Some(lead) if kind != "junk" => format!("{lead}; {value}"),
                _ => value,
            };
            // The text is another move: this one has no cell that was read.
            let other = &doubt["f"];
            let says = other["m"].as_str().is_none_or(|said| said.split(' ').any(|san| san == value));
            let (anchor, kind, value) = match (kind, says) {
                ("move", false) => {
                    let lead = other["b"].as_str().filter(|lead| !lead.is_empty());
                    let value = lead.map_or(value.clone(), |lead| format!("{lead}; {value}"));
                    (&other["a"], other["k"].as_str().unwrap(), value)
                }
                _ => (anchor, kind, value),
            };
            let row = [
                file.to_owned(),
                anchor[0].to_string(),
                anchor[1].as_str().unwrap().to_owned(),
                anchor[2].as_str().unwrap().to_owned(),
                kind.to_owned(),
                value,
                String::new(),
            ];
            rows.push((row, game["u"].clone(), doubt["p"].as_u64().unwrap() as usize));
        }
    }
    rows
}

/// Converts with each row by itself or all of them; the D-findings by the text that they are about.
fn fates(dir: &Path, book: &str, rows: &[[String; 7]]) -> Vec<(String, String)> {
    let mut writer = csv::Writer::from_path(dir.join("c.csv")).unwrap();
    writer.write_record(["file", "line", "text", "hash", "kind", "value", "note"]).unwrap();
    rows.iter().for_each(|row| writer.write_record(row).unwrap());
    writer.flush().unwrap();
    let output =
        run(dir, &["convert", book, "--corrections", "c.csv", "--report", "r.csv", "-o", "o.pgn", "--quiet"]);
    assert!(output.status.code() < Some(2), "{}", text(&output.stderr));
    let mut report = csv::Reader::from_path(dir.join("r.csv")).unwrap();
    let rows = report.records().map(Result::unwrap);
    rows.filter(|row| row[8].starts_with('D')).map(|row| (row[8].to_owned(), row[7].to_owned())).collect()
}

/// Every offer of every doubt of scanned books ends as applied or with a finding that says why not.
fn no_decision_vanishes(books: &[PathBuf], ways: std::ops::Range<usize>) {
    let (mut given, mut applied) = (0, 0);
    for book in books {
        let dir = tempfile::tempdir().unwrap();
        fs::copy(book, dir.path().join("book.hocr")).unwrap();
        let output = run(dir.path(), &["review", "book.hocr", "-o", "page.html"]);
        assert!(output.status.code() < Some(2), "{}", text(&output.stderr));
        let data = data(&fs::read_to_string(dir.path().join("page.html")).unwrap());
        for way in ways.clone() {
            let rows = offers(&data, way);
            let fates = fates(dir.path(), "book.hocr", &rows);
            for row in &rows {
                // The reader of books has one sign for all dashes.
                let plain = |text: &str| text.split_whitespace().collect::<String>().replace(['—', '–'], "-");
                let fate: Vec<&str> = fates
                    .iter()
                    .filter(|(_, text)| plain(text) == plain(&row[2]))
                    .map(|(code, _)| code.as_str())
                    .collect();
                assert!(!fate.is_empty(), "{}: {row:?} vanished", book.display());
                given += 1;
                applied += usize::from(fate.contains(&"D101"));
                if !fate.contains(&"D101") && std::env::var_os("SCOREBOOK_TRACE").is_some() {
                    eprintln!("{}: {fate:?} {row:?}", book.display());
                }
            }
        }
    }
    eprintln!("{given} decisions, {applied} applied");
    assert!(given > 0);
}

#[test]
fn decisions_on_a_page_of_boxes_end_as_applied_or_with_a_finding() {
    let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/boxes/opera.hocr");
    let dir = tempfile::tempdir().unwrap();
    // One move is damaged, so that there is something to decide.
    let worn = fs::read_to_string(fixture).unwrap().replacen(">B-Kt5<", ">B-Kf5<", 1);
    let book = dir.path().join("worn.hocr");
    fs::write(&book, worn).unwrap();
    no_decision_vanishes(&[book], 0..3);
}

/// The scans of the printed books beside the project, or of those that are named.
fn printed() -> Vec<PathBuf> {
    let books = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/printed");
    let Ok(found) = fs::read_dir(&books) else {
        crate::common::skip(format_args!("no {}", books.display()));
        return Vec::new();
    };
    let wanted = std::env::var("SCOREBOOK_BOOKS");
    let is_wanted = |book: &PathBuf| {
        let name = book.file_name().unwrap_or_default().to_string_lossy().into_owned();
        wanted.as_ref().map_or(true, |list| list.split(',').any(|one| one == name))
    };
    let found = found.map(|book| book.unwrap().path()).filter(is_wanted);
    let mut books: Vec<PathBuf> = found.map(|book| book.join("book.hocr")).collect();
    books.sort();
    books
}

/// `cargo test --release --test all scan_review -- --ignored --nocapture`: books that are not part of the project, the
/// first, second, … offer of every doubt of a book decided together. `SCOREBOOK_BOOKS=rows-0.6,…` names some of them.
#[test]
#[ignore = "reads some printed books that are not part of the project seven times: many minutes"]
fn decisions_on_printed_books_end_as_applied_or_with_a_finding() {
    let books = printed();
    if books.is_empty() {
        return;
    }
    no_decision_vanishes(&books, 0..6);
}

/// A review that is served, without a browser.
struct Served {
    child: std::process::Child,
    host: String,
    token: String,
}

impl Served {
    fn start(dir: &Path, book: &str) -> Served {
        use std::io::{BufRead, BufReader};
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("scorebook"))
            .current_dir(dir)
            .args(["review", "--serve", book, "--corrections", "c.csv", "--quiet"])
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let rest = line.trim().trim_end_matches('/').trim_start_matches("http://");
        let (host, token) = rest.split_once('/').unwrap();
        Served { child, host: host.to_owned(), token: token.to_owned() }
    }

    /// The body of the answer to a request.
    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        use std::io::{Read, Write};
        let Served { host, token, .. } = self;
        let mut stream = std::net::TcpStream::connect(host.as_str()).unwrap();
        let head = format!(
            "{method} /{token}/{path} HTTP/1.0\r\nHost: {host}\r\nOrigin: http://{host}\r\nX-Scorebook-Token: {token}\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(" 200 "), "{answer}");
        body.to_owned()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `cargo test --release --test all scan_review::each -- --ignored --nocapture`: each offer of each doubt of printed books by
/// itself, at the server; how many are then played at their half-move, and how long the server took.
#[test]
#[ignore = "decides each doubt of some printed books that are not part of the project: many minutes"]
fn each_offer_by_itself_is_played() {
    let (mut given, mut played) = (0, 0);
    let mut times: Vec<u128> = Vec::new();
    for book in printed() {
        let dir = tempfile::tempdir().unwrap();
        fs::copy(&book, dir.path().join("book.hocr")).unwrap();
        let served = Served::start(dir.path(), "book.hocr");
        let data = data(&served.ask("GET", "", ""));
        for which in 0..4 {
            for (row, game, ply) in offers_at(&data, which) {
                if row[4] == "junk" || ply == 0 {
                    continue;
                }
                let body = |what: &str| {
                    serde_json::json!({ what: if what == "set" { serde_json::json!(row) } else { serde_json::json!([row]) }, "file": 0, "game": game }).to_string()
                };
                let start = std::time::Instant::now();
                let answer: serde_json::Value =
                    serde_json::from_str(&served.ask("POST", "decide", &body("set"))).unwrap();
                times.push(start.elapsed().as_millis());
                served.ask("POST", "decide", &body("unset"));
                let plain = |san: &str| san.trim_end_matches(['+', '#']).to_owned();
                let moves = answer["game"]["m"].as_str().unwrap_or_default();
                let now = moves.split(' ').nth(ply - 1).map(plain);
                let wanted = row[5].rsplit("; ").next().map(plain);
                given += 1;
                played += usize::from(now == wanted);
                if now != wanted {
                    eprintln!("{}: half-move {ply} is {now:?}: {row:?}", book.display());
                }
            }
        }
    }
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    eprintln!("{given} decisions, {played} played; median {} ms, 95 % {} ms", at(50), at(95));
    assert!(given == 0 || played * 100 >= given * 99, "{played} of {given} are played");
}

#[test]
fn a_review_shows_the_print_around_a_doubt() {
    let dir = tempfile::tempdir().unwrap();
    let png = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/source/tests/fixtures/page.png");
    fs::copy(png, dir.path().join("page-1.png")).unwrap();
    let hocr = "<html><body><div class='ocr_page' title='image \"page-1.png\"; bbox 0 0 800 1000'>\
                <span class='ocr_line' title='bbox 100 100 640 130'>\
                <span class='ocrx_word' title='bbox 100 100 115 130'>1.</span>\
                <span class='ocrx_word' title='bbox 140 100 230 130'>P-K9</span>\
                <span class='ocrx_word' title='bbox 500 100 590 130'>P-K4</span></span></div></body></html>";
    fs::write(dir.path().join("page-1.hocr"), hocr).unwrap();
    let output = run(dir.path(), &["review", "page-1.hocr", "-o", "page.html"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let page = fs::read_to_string(dir.path().join("page.html")).unwrap();
    let data = data(&page);
    let cuts: Vec<&serde_json::Value> = data["games"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|game| game["d"].as_array().into_iter().flatten())
        .map(|doubt| &doubt["v"])
        .filter(|cut| cut.is_object())
        .collect();
    let cut = cuts.first().expect("a doubt with its print");
    // The cell, in ten-thousandths of the page, inside what is cut out.
    assert_eq!(cut["f"], serde_json::json!([1750, 1000, 2875, 1300]));
    let edge = |which: &str, at: usize| cut[which][at].as_u64().unwrap();
    assert!(edge("b", 0) < edge("f", 0) && edge("b", 2) > edge("f", 2) && edge("b", 1) < edge("f", 1));
    assert!(cut["i"].as_str().unwrap().starts_with("data:image/jpeg;base64,/9j/"));
    // Without room there are none, and the page says so.
    let output = run(dir.path(), &["review", "page-1.hocr", "--pictures", "0"]);
    let page = text(&output.stdout);
    assert!(
        !page.contains("data:image/jpeg") && page.contains("without their pictures"),
        "{}",
        text(&output.stderr)
    );
}
