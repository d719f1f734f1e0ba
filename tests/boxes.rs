//! hOCR and ALTO: words in boxes keep the columns of a page beside each other.

use crate::page;

use std::fs;
use std::path::Path;
use std::process::Command;

use page::{FONTS, Picture, font};
use scorebook::decode::{Decoder, NotationChoice, Options};
use scorebook::finding::{Finding, code};
use scorebook::record::book::PrintedBook;
use scorebook::record::{Layout, MoveSense};
use scorebook::text::{Scan, Source, Span};
use scorebook_source::Lay;
use shakmaty::CastlingMode;

/// Morphy's game at the opera, White's column and Black's.
const OPERA: [(&str, &str); 17] = [
    ("P-K4", "P-K4"),
    ("Kt-KB3", "P-Q3"),
    ("P-Q4", "B-Kt5"),
    ("PxP", "BxKt"),
    ("QxB", "PxP"),
    ("B-QB4", "Kt-KB3"),
    ("Q-QKt3", "Q-K2"),
    ("Kt-B3", "P-B3"),
    ("B-KKt5", "P-Kt4"),
    ("KtxP", "PxKt"),
    ("BxKtP ch", "QKt-Q2"),
    ("Castles QR", "R-Q1"),
    ("RxKt", "RxR"),
    ("R-Q1", "Q-K3"),
    ("BxR ch", "KtxB"),
    ("Q-Kt8 ch", "KtxQ"),
    ("R-Q8 mate", ""),
];

const UCI: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 \
                   c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

struct Shapes;

impl MoveSense for Shapes {
    fn likeness(&self, _text: &str) -> f32 {
        0.0
    }
}

fn source(path: &Path) -> Source {
    Source::open(path).unwrap()
}

/// The first game of a file, in UCI.
fn moves(source: &Source) -> String {
    let from = scorebook::notation::find("english").map_or(NotationChoice::Auto, NotationChoice::Notation);
    let mut decoder = Decoder::new(Options { from, ..Options::default() });
    let drafts = PrintedBook.cut(source, &Shapes);
    let Some(draft) = drafts.first() else { return format!("no game in\n{}", source.text()) };
    let reading = decoder.decode(draft);
    let uci = |m: shakmaty::Move| m.to_uci(CastlingMode::Standard).to_string();
    reading.game.moves().map(uci).collect::<Vec<_>>().join(" ")
}

fn fixture(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/boxes").join(name)
}

fn opera() -> String {
    UCI.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn columns_in_boxes_stay_beside_each_other() {
    for name in ["opera.hocr", "opera.alto.xml"] {
        let source = source(&fixture(name));
        assert_eq!(moves(&source), opera(), "{name}:\n{}", source.text());
        assert_eq!(source.page(source.text().len() / 2), Some(1), "{name}");
        assert_eq!(source.broken(), None, "{name}");
        // A place in the text leads back to the word in the file.
        let at = source.text().find("BxKt").unwrap();
        let original = source.original(Span::new(at, at + 4));
        let file = fs::read_to_string(fixture(name)).unwrap();
        let after: String = file[original.start..].chars().take(250).collect();
        assert!(after.contains("BxKt"), "{name}: {after}");
    }
}

#[test]
fn two_columns_of_text_are_read_one_after_the_other() {
    // Numbered rows of two games side by side: White, Black, then the next game's.
    let mut hocr = String::from("<html><body><div class='ocr_page' title='bbox 0 0 1000 900; ppageno 6'>\n");
    for (row, (white, black)) in OPERA.iter().enumerate() {
        let number = (row + 1).to_string();
        let mut line = String::new();
        let words = [(20, &*number), (60, white), (260, black), (520, &*number), (560, white), (760, black)];
        for (left, text) in words.into_iter().filter(|(_, text)| !text.is_empty()) {
            let (top, right) = (40 + row * 40, left + text.len() * 10);
            line.push_str(&format!(
                "<span class='ocrx_word' title='bbox {left} {top} {right} {}'>{text}</span>",
                top + 20
            ));
        }
        hocr.push_str(&format!("<span class='ocr_line' title='bbox 20 0 900 20'>{line}</span>\n"));
    }
    hocr.push_str("</div></body></html>");
    let source = in_blocks("two.hocr", hocr.into_bytes());
    let text = source.text();
    let rows: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    assert_eq!(rows.len(), 34, "{text}");
    assert_eq!(rows[3].split_whitespace().collect::<Vec<_>>(), ["4", "PxP", "BxKt"]);
    assert_eq!(rows[20].split_whitespace().collect::<Vec<_>>(), ["4", "PxP", "BxKt"]);
    // Pages are counted as they come.
    assert_eq!(source.page(10), Some(1));
}

/// A page in boxes: words with their places, ten to a letter, forty to a line.
fn boxed(lines: &[Vec<(usize, &str)>]) -> Source {
    in_blocks("page.hocr", hocr(lines))
}

/// The same as hOCR.
fn hocr(lines: &[Vec<(usize, &str)>]) -> Vec<u8> {
    let mut hocr = String::from("<html><body><div class='ocr_page' title='bbox 0 0 1000 3000'>\n");
    for (row, words) in lines.iter().enumerate() {
        let mut line = String::new();
        for (left, text) in words.iter().filter(|word| !word.1.is_empty()) {
            let (top, right) = (40 + row * 40, left + text.len() * 10);
            line.push_str(&format!(
                "<span class='ocrx_word' title='bbox {left} {top} {right} {}'>{text}</span>",
                top + 20
            ));
        }
        hocr.push_str(&format!("<span class='ocr_line' title='bbox 20 0 900 20'>{line}</span>\n"));
    }
    hocr.push_str("</div></body></html>");
    hocr.into_bytes()
}

/// The pages of a file, block by block in the order in which they are read.
fn in_blocks(name: &str, bytes: Vec<u8>) -> Source {
    let document = scorebook_source::Document::from_bytes(name, bytes, &Default::default()).unwrap();
    let (mut scan, mut text) = (Scan::default(), String::new());
    document.pages.iter().for_each(|page| scan.push(page, Lay::Blocks, &mut text));
    Source::of_scan(name, text, scan, None)
}

/// The lines of a text that are not blank, with single blanks.
fn said(source: &Source) -> Vec<String> {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    source.text().lines().map(words).filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_halves_of_a_table_are_read_one_after_the_other() {
    // No number can be read; the heads tell that there are two tables.
    let mut lines = vec![vec![(60, "WHITE"), (260, "BLACK"), (560, "WHITE"), (760, "BLACK")]];
    for (left, right) in OPERA.iter().zip(&OPERA[8..]) {
        lines.push(vec![(60, left.0), (260, left.1), (560, right.0), (760, right.1)]);
    }
    let said = said(&boxed(&lines));
    assert_eq!(said[0], "WHITE BLACK");
    assert_eq!(said[3], "P-Q4 B-Kt5");
    assert_eq!(said[10], "WHITE BLACK");
    assert_eq!(said[11], "B-KKt5 P-Kt4");
}

#[test]
fn white_and_black_stay_beside_each_other() {
    // The number stands before both moves.
    let numbers: Vec<String> = (1..=16).map(|number| format!("{number}.")).collect();
    let rows = numbers.iter().zip(&OPERA);
    let lines: Vec<Vec<(usize, &str)>> =
        rows.map(|(n, pair)| vec![(20, &**n), (60, pair.0), (520, &**n), (560, pair.1)]).collect();
    let grid = Source::from_bytes("page.hocr", hocr(&lines));
    assert_eq!(said(&grid)[3], "4. PxP 4. BxKt");
}

#[test]
fn columns_of_a_paper_are_read_one_after_the_other() {
    let prose = [(20, "These"), (80, "moves"), (140, "were"), (190, "often"), (250, "played"), (320, "here")];
    let other = prose.map(|(left, text)| (left + 500, text));
    let mut lines = vec![vec![(400, "THE"), (440, "WEEKLY"), (510, "PAPER")]];
    for pair in &OPERA[..8] {
        lines.push(vec![
            (60, pair.0),
            (260, pair.1),
            (520, "Other"),
            (580, "things"),
            (650, "that"),
            (700, "happened"),
        ]);
    }
    for _ in 0..4 {
        lines.push(prose.into_iter().chain(other).collect());
    }
    let said = said(&boxed(&lines));
    assert_eq!(said[0], "THE WEEKLY PAPER");
    assert_eq!(said[4], "PxP BxKt");
    assert_eq!(said[9], "These moves were often played here");
    assert_eq!(said[13], "Other things that happened");
}

#[test]
fn html_without_ends_and_lines_without_words_are_read() {
    let html = "<!DOCTYPE html>\n<html><head><meta name='ocr-system' content='old'><title>x</title></head><body>\
                <div class=\"ocr_page\" title=\"bbox 0 0 500 500\"><br><p>\
                <span class='ocr_line' title='bbox 10 10 210 30'>1 P&#45;K4 P-K4 &amp;</span></p></div>";
    let source = Source::from_bytes("x.html", html.as_bytes().to_vec());
    assert_eq!(source.text().trim(), "1 P-K4 P-K4 &");
}

#[test]
fn damaged_boxes_are_said_to_be() {
    let whole = fs::read(fixture("opera.alto.xml")).unwrap();
    let cut = Source::from_bytes("cut.xml", whole[..whole.len() / 2].to_vec());
    let mangled = [
        b"<alto><Page><TextLine><String CONTENT='P-K4' HPOS='1' VPOS='1' WIDTH='9' HEIGHT='9'/><",
        &b"<<"[..],
    ]
    .concat();
    let mangled = Source::from_bytes("x.xml", mangled);
    assert!(cut.text().contains("P-K4"));
    assert_eq!(mangled.text().trim(), "P-K4");
    assert!(mangled.broken().is_some() && cut.broken().is_some());
    for text in [
        "<alto>",
        "<alto",
        "<alto><String CONTENT='x'/></alto>",
        "<div class='ocr_page'",
        "<html>ocr_page</p>",
    ] {
        let _ = Source::from_bytes("x", text.as_bytes().to_vec());
    }
}

#[test]
fn pages_of_form_feeds_are_counted() {
    let source = Source::from_bytes("x_djvu.txt", b"one\n\x0ctwo\n\x0cthree".to_vec());
    let page = |word: &str| source.page(source.text().find(word).unwrap());
    assert_eq!((page("one"), page("two"), page("three")), (Some(1), Some(2), Some(3)));
    assert_eq!(Source::from_bytes("x.txt", b"one".to_vec()).page(1), None);
}

#[test]
fn a_finding_names_its_page() {
    let source = source(&fixture("opera.alto.xml"));
    let finding = Finding::new(&code::L104, Span::default(), "a remark");
    assert_eq!(scorebook::convert::locate(&source, finding).finding.message, "a remark (page 1)");
}

/// A page of the opera game in two columns, read by tesseract: skipped where it or the font is missing.
#[test]
fn a_printed_page_is_read_by_tesseract_and_converted() {
    if Command::new("tesseract").arg("--version").output().is_err() {
        crate::common::skip(format_args!("tesseract is not here"));
        return;
    }
    let Some(font) = font(FONTS[1]) else {
        crate::common::skip(format_args!("no font at {}", FONTS[1]));
        return;
    };
    let mut picture = Picture::new(1300, 1500);
    picture.set(&font, 44.0, 500.0, 100.0, "Morphy v. Allies");
    for (row, (white, black)) in OPERA.iter().enumerate() {
        let y = 240.0 + row as f32 * 66.0;
        picture.set(&font, 44.0, 150.0, y, &(row + 1).to_string());
        picture.set(&font, 44.0, 240.0, y, white);
        picture.set(&font, 44.0, 760.0, y, black);
    }
    let dir = tempfile::tempdir().unwrap();
    let (image, base) = (dir.path().join("page.pgm"), dir.path().join("page"));
    picture.write(&image).unwrap();
    let run = Command::new("tesseract")
        .arg(&image)
        .arg(&base)
        .args(["--dpi", "300", "--psm", "6", "hocr", "alto"])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    if let Some(keep) = std::env::var_os("SCOREBOOK_KEEP") {
        for name in ["page.hocr", "page.xml", "page.pgm"] {
            fs::copy(dir.path().join(name), Path::new(&keep).join(name)).unwrap();
        }
    }
    for name in ["page.hocr", "page.xml"] {
        let source = source(&dir.path().join(name));
        assert_eq!(moves(&source), opera(), "{name}:\n{}", source.text());
    }
}
