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
            rows.push([
                file.to_owned(),
                anchor[0].to_string(),
                anchor[1].as_str().unwrap().to_owned(),
                anchor[2].as_str().unwrap().to_owned(),
                kind.to_owned(),
                value,
                String::new(),
            ]);
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

/// `cargo test --release --test all scan_review -- --ignored --nocapture`: books that are not part of the project, the
/// first, second, … offer of every doubt of a book decided together.
#[test]
#[ignore = "reads some printed books that are not part of the project seven times: many minutes"]
fn decisions_on_printed_books_end_as_applied_or_with_a_finding() {
    let books = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/printed");
    let Ok(found) = fs::read_dir(&books) else {
        crate::common::skip(format_args!("no {}", books.display()));
        return;
    };
    let mut books: Vec<PathBuf> = found.map(|book| book.unwrap().path().join("book.hocr")).collect();
    books.sort();
    no_decision_vanishes(&books, 0..6);
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
