//! Scans as users have them: each form of a page converts by `scorebook convert FILE`, and what is none says so.

use crate::page;

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use flate2::{Compression, write::GzEncoder};
use page::{FONTS, Picture, font};

/// Morphy's game at the opera as a page: number, White's column, Black's.
const OPERA: &str = "P-K4 P-K4 Kt-KB3 P-Q3 P-Q4 B-Kt5 PxP BxKt QxB PxP B-QB4 Kt-KB3 Q-QKt3 Q-K2 Kt-B3 P-B3 B-KKt5 P-Kt4 \
                     KtxP PxKt BxKtP QKt-Q2 Castles R-Q1 RxKt RxR R-Q1 Q-K3 BxR KtxB Q-Kt8 KtxQ R-Q8";

const UCI: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 \
                   c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

/// A word with its left and upper edge; ten units to a letter, twenty high.
type Word = (usize, usize, String);

/// The lines of the page.
fn lines() -> Vec<Vec<Word>> {
    let cells: Vec<&str> = OPERA.split_whitespace().collect();
    let row = |(at, pair): (usize, &[&str])| {
        let y = 100 + at * 40;
        let mut words = vec![(100, y, format!("{}.", at + 1))];
        words.extend(pair.iter().zip([160, 400]).map(|(cell, x)| (x, y, (*cell).to_owned())));
        words
    };
    cells.chunks(2).enumerate().map(row).collect()
}

fn right(word: &Word) -> usize {
    word.0 + 10 * word.2.len()
}

/// The page with each word, line and the whole written by functions.
fn form(page: [&str; 2], line: [&str; 2], mut word: impl FnMut(&Word) -> String) -> Vec<u8> {
    let mut out = page[0].to_owned();
    for words in lines() {
        let _ = write!(out, "{}{}{}", line[0], words.iter().map(&mut word).collect::<String>(), line[1]);
    }
    (out + page[1]).into_bytes()
}

fn hocr(number: usize) -> Vec<u8> {
    let head = format!(
        "<html><head><meta name='ocr-system' content='x'/></head><body><div class='ocr_page' \
         title='bbox 0 0 800 1000; ppageno {}'>",
        number - 1
    );
    let line = ["<span class='ocr_line' title='bbox 100 0 700 1'>", "</span>\n"];
    form([&head, "</div></body></html>"], line, |word| {
        let (x, y, text) = word;
        format!(
            "<span class='ocrx_word' title='bbox {x} {y} {} {}; x_wconf 90'>{text}</span> ",
            right(word),
            y + 20
        )
    })
}

fn chocr() -> Vec<u8> {
    let line = ["<span class='ocr_line' title='bbox 100 0 700 1'>", "</span>\n"];
    let page = ["<html><body><div class='ocr_page' title='bbox 0 0 800 1000'>", "</div></body></html>"];
    let whole = form(page, line, |word| {
        let (x, y, text) = word;
        let chars = text.chars().enumerate().fold(String::new(), |mut chars, (at, c)| {
            let x = x + 10 * at;
            let _ = write!(
                chars,
                "<span class='ocrx_cinfo' title='x_bboxes {x} {y} {} {}; x_conf 90'>{c}</span>",
                x + 10,
                y + 20
            );
            chars
        });
        format!("<span class='ocrx_word' title='bbox {x} {y} {} {}'>{chars}</span>", right(word), y + 20)
    });
    gzip(&whole)
}

fn alto() -> Vec<u8> {
    let page = [
        "<?xml version='1.0'?><alto><Layout><Page WIDTH='800' HEIGHT='1000' PHYSICAL_IMG_NR='1'><PrintSpace><TextBlock>",
        "</TextBlock></PrintSpace></Page></Layout></alto>",
    ];
    form(page, ["<TextLine HPOS='100' VPOS='1' WIDTH='600' HEIGHT='20'>", "</TextLine>"], |(x, y, text)| {
        format!("<String CONTENT='{text}' HPOS='{x}' VPOS='{y}' WIDTH='{}' HEIGHT='20'/>", 10 * text.len())
    })
}

fn page_xml() -> Vec<u8> {
    let page = [
        "<?xml version='1.0'?><PcGts xmlns='http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15'>\
         <Page imageFilename='x.png' imageWidth='800' imageHeight='1000'><TextRegion id='a'>\
         <Coords points='1,1 700,1 700,900 1,900'/>",
        "</TextRegion></Page></PcGts>",
    ];
    let line = ["<TextLine><Coords points='100,1 700,1 700,20 100,20'/>", "</TextLine>"];
    form(page, line, |word| {
        let ((x, y, text), x1) = (word, right(word));
        let y1 = y + 20;
        format!(
            "<Word><Coords points='{x},{y} {x1},{y} {x1},{y1} {x},{y1}'/><TextEquiv><Unicode>{text}</Unicode>\
             </TextEquiv></Word>"
        )
    })
}

fn abbyy() -> Vec<u8> {
    let page = [
        "<?xml version='1.0'?><document xmlns='http://www.abbyy.com/FineReader_xml/FineReader10-schema-v1.xml' \
         version='1.0'><page width='800' height='1000'><block blockType='Text'><text><par>",
        "</par></text></block></page></document>",
    ];
    let line = ["<line l='100' t='1' r='700' b='20'><formatting>", "</formatting></line>"];
    gzip(&form(page, line, |(x, y, text)| {
        let chars = text.chars().enumerate().map(|(at, c)| {
            let (l, first) = (x + 10 * at, usize::from(at == 0));
            format!(
                "<charParams l='{l}' t='{y}' r='{}' b='{}' wordFirst='{first}' charConfidence='90'>{c}</charParams>",
                l + 10,
                y + 20
            )
        });
        chars.collect::<String>() + "<charParams> </charParams>"
    }))
}

fn djvu_xml() -> Vec<u8> {
    let page = [
        "<?xml version='1.0'?><DjVuXML><BODY><OBJECT height='1000' width='800'><HIDDENTEXT><PAGECOLUMN><REGION>\
         <PARAGRAPH>",
        "</PARAGRAPH></REGION></PAGECOLUMN></HIDDENTEXT></OBJECT></BODY></DjVuXML>",
    ];
    form(page, ["<LINE>", "</LINE>"], |word| {
        let (x, y, text) = word;
        format!("<WORD coords='{x},{},{},{y}'>{text}</WORD> ", y + 20, right(word))
    })
}

fn vision() -> Vec<u8> {
    let words = lines().into_iter().flat_map(|line| {
        let last = line.len() - 1;
        line.into_iter().enumerate().map(move |(at, (x, y, text))| {
            let end = if at == last { "LINE_BREAK" } else { "SPACE" };
            let box_of = |x: usize, x1: usize| {
                let y1 = y + 20;
                serde_json::json!({"vertices": [{"x": x, "y": y}, {"x": x1, "y": y}, {"x": x1, "y": y1}, {"x": x, "y": y1}]})
            };
            let length = text.len();
            let symbols: Vec<_> = text
                .chars()
                .enumerate()
                .map(|(at, c)| {
                    let mut symbol = serde_json::json!({"text": c.to_string(), "confidence": 0.9,
                        "boundingBox": box_of(x + 10 * at, x + 10 * at + 10)});
                    if at + 1 == length {
                        symbol["property"] = serde_json::json!({"detectedBreak": {"type": end}});
                    }
                    symbol
                })
                .collect();
            serde_json::json!({"symbols": symbols, "boundingBox": box_of(x, x + 10 * length)})
        })
    });
    let words: Vec<_> = words.collect();
    let pages =
        serde_json::json!([{"width": 800, "height": 1000, "blocks": [{"paragraphs": [{"words": words}]}]}]);
    serde_json::json!({"responses": [{"fullTextAnnotation": {"pages": pages}}]}).to_string().into_bytes()
}

fn textract() -> Vec<u8> {
    let mut blocks = vec![serde_json::json!({"BlockType": "PAGE", "Id": "p"})];
    for (at, line) in lines().into_iter().enumerate() {
        let place = |x: usize, y: usize, letters: usize| {
            serde_json::json!({"BoundingBox": {"Left": x as f64 / 800.0, "Top": y as f64 / 1000.0,
                "Width": letters as f64 / 80.0, "Height": 0.02}})
        };
        let ids: Vec<String> = (0..line.len()).map(|word| format!("w{at}-{word}")).collect();
        let text: Vec<&str> = line.iter().map(|word| &*word.2).collect();
        blocks.push(serde_json::json!({"BlockType": "LINE", "Id": format!("l{at}"), "Text": text.join(" "),
            "Geometry": place(100, line[0].1, 60), "Relationships": [{"Type": "CHILD", "Ids": ids}]}));
        for (id, (x, y, text)) in ids.iter().zip(&line) {
            blocks.push(serde_json::json!({"BlockType": "WORD", "Id": id, "Text": text, "Confidence": 90.0,
                "Geometry": place(*x, *y, text.len())}));
        }
    }
    serde_json::json!({"DocumentMetadata": {"Pages": 1}, "Blocks": blocks}).to_string().into_bytes()
}

/// A PDF of one page, set in Courier.
fn pdf() -> Vec<u8> {
    let mut text = String::from("BT /F 10 Tf\n");
    for (x, y, said) in lines().into_iter().flatten() {
        let _ = writeln!(text, "1 0 0 1 {} {} Tm ({said}) Tj", x * 6 / 10, 820 - y);
    }
    text.push_str("ET");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>".to_owned(),
    ];
    let mut pdf = String::from("%PDF-1.4\n");
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(pdf.len());
        let _ = write!(pdf, "{number} 0 obj\n{object}\nendobj\n");
    }
    let start = pdf.len();
    let _ = write!(pdf, "xref\n0 6\n0000000000 65535 f \n");
    for place in places {
        let _ = writeln!(pdf, "{place:010} 00000 n ");
    }
    let _ = write!(pdf, "trailer << /Size 6 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
    pdf.into_bytes()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn tar(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, bytes) in members {
        let mut head = [0_u8; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[100..107].copy_from_slice(b"0000644");
        head[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        head[156] = b'0';
        head[257..263].copy_from_slice(b"ustar\0");
        head[263..265].copy_from_slice(b"00");
        head[148..156].fill(b' ');
        let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
        head[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        out.extend_from_slice(&head);
        out.extend_from_slice(bytes);
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    out
}

/// The printed page as a picture, if the machine has a font.
fn picture(dir: &Path) -> Option<PathBuf> {
    let font = font(FONTS[1])?;
    let mut picture = Picture::new(1300, 1500);
    for (x, y, text) in lines().into_iter().flatten() {
        picture.set(&font, 44.0, 100.0 + x as f32 * 1.6, 60.0 + y as f32 * 1.6, &text);
    }
    let path = dir.join("page.pgm");
    picture.write(&path).unwrap();
    Some(path)
}

fn is_there(tool: &str) -> bool {
    std::process::Command::new(tool).arg("--version").output().is_ok()
}

fn run(dir: &Path, args: &[&str]) -> Output {
    Command::cargo_bin("scorebook").unwrap().current_dir(dir).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Converts an input to UCI; the moves of its only game.
fn moves(dir: &Path, input: &str) -> String {
    let output = run(dir, &["convert", "--to", "uci", "--cache", "kept", input]);
    let said = text(&output.stdout);
    let moves: Vec<&str> = said
        .split_whitespace()
        .filter(|word| {
            word.starts_with(|c| ('a'..='h').contains(&c))
                && word.as_bytes().get(3).is_some_and(u8::is_ascii_digit)
        })
        .collect();
    assert!(!moves.is_empty(), "{input}: {said}\n{}", text(&output.stderr));
    moves.join(" ")
}

fn opera() -> String {
    UCI.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_form_of_words_with_places_converts() {
    let dir = tempfile::tempdir().unwrap();
    let tar_of_pages = tar(&[("book/1.hocr", hocr(1))]);
    let forms: [(&str, Vec<u8>); 12] = [
        ("page.hocr", hocr(1)),
        ("page_hocr.html", hocr(1)),
        ("page_chocr.html.gz", chocr()),
        ("page.alto.xml", alto()),
        ("page.xml", page_xml()),
        ("book_abbyy.gz", abbyy()),
        ("book_djvu.xml", djvu_xml()),
        ("vision.json", vision()),
        ("textract.json", textract()),
        ("pages.tar", tar_of_pages.clone()),
        ("pages.tgz", gzip(&tar_of_pages)),
        // The format is detected by content.
        ("wrongly-named.png", hocr(1)),
    ];
    for (name, bytes) in forms {
        fs::write(dir.path().join(name), bytes).unwrap();
        assert_eq!(moves(dir.path(), name), opera(), "{name}");
    }
    // From standard input, too.
    let output = Command::cargo_bin("scorebook")
        .unwrap()
        .args(["convert", "--to", "uci", "-"])
        .write_stdin(hocr(1))
        .output();
    assert!(text(&output.unwrap().stdout).contains("e2e4 e7e5"));
}

#[test]
fn a_pdf_with_text_converts() {
    if !is_there("pdftotext") {
        crate::common::skip(format_args!("pdftotext is not here"));
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("book.pdf"), pdf()).unwrap();
    assert_eq!(moves(dir.path(), "book.pdf"), opera());
    // Without a command, too.
    let output = run(dir.path(), &["book.pdf"]);
    assert!(text(&output.stdout).contains("1. e4 e5 2. Nf3 d6"), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("scorebook convert book.pdf"));
}

#[test]
fn a_picture_converts_and_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let Some(_) = picture(dir.path()).filter(|_| is_there("tesseract")) else {
        crate::common::skip(format_args!("tesseract or the font {} is not here", FONTS[1]));
        return;
    };
    assert_eq!(moves(dir.path(), "page.pgm"), opera());
    let kept = || fs::read_dir(dir.path().join("kept")).unwrap().count();
    assert_eq!(kept(), 2, "one for each way of cutting the page up");
    assert_eq!(moves(dir.path(), "page.pgm"), opera());
    assert_eq!(kept(), 2);
    let report = run(
        dir.path(),
        &["convert", "--cache", "kept", "--psm", "6", "--report", "r.csv", "-o", "o.pgn", "page.pgm"],
    );
    assert!(report.status.code() < Some(2));
    let rows = fs::read_to_string(dir.path().join("r.csv")).unwrap();
    assert!(rows.contains("B208") && rows.contains("--psm 6: 1"), "{rows}");
}

#[test]
fn a_missing_program_is_named_with_the_command_that_installs_it() {
    let dir = tempfile::tempdir().unwrap();
    let png = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/source/tests/fixtures/page.png");
    fs::write(dir.path().join("book.pdf"), pdf()).unwrap();
    for (input, tool) in [(png.to_str().unwrap(), "tesseract"), ("book.pdf", "pdftotext")] {
        let output = Command::cargo_bin("scorebook")
            .unwrap()
            .current_dir(dir.path())
            .env("PATH", dir.path())
            .args(["convert", "--cache", "off", input])
            .output()
            .unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("B104") && said.contains(tool) && said.contains("install"), "{said}");
        assert_eq!(text(&output.stdout), "");
    }
}

#[test]
fn what_is_no_record_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let cases: [(&str, &[u8], &str); 5] = [
        ("program", b"\x7fELF\x02\x01\x01\0\0\0\0\0", "an executable"),
        ("games.7z", b"7z\xbc\xaf\x27\x1c\0\x04", "7z"),
        ("noise", &[0, 1, 2, 3, 4, 5, 0xfe, 0xff, 0, 9], "unknown bytes"),
        ("data.json", b"{\"a\": [1, 2, 3]}", "JSON"),
        ("broken.pdf", b"%PDF-1.4\nnothing else", "broken.pdf"),
    ];
    for (name, bytes, what) in cases {
        fs::write(dir.path().join(name), bytes).unwrap();
        let output = run(dir.path(), &["convert", "--cache", "off", name]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{name}: {said}");
        assert!(said.contains(what), "{name}: {said}");
        assert_eq!(text(&output.stdout), "", "{name}");
        let review = run(dir.path(), &["review", "--cache", "off", name, "-o", "page.html"]);
        assert_eq!(review.status.code(), Some(2), "{name}");
    }
    // One of several does not hold up the others.
    fs::write(dir.path().join("game.txt"), "1. P-K4 P-K4\n").unwrap();
    let output = run(dir.path(), &["convert", "program", "game.txt"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("1. e4 e5"));
}

#[test]
fn verify_names_the_command_for_what_is_no_pgn() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("text.txt"), "Dear Sir,\n1. P-K4 P-K4 2. Kt-KB3\n").unwrap();
    fs::write(dir.path().join("page.hocr"), hocr(1)).unwrap();
    fs::write(dir.path().join("games.txt"), "[Event \"x\"]\n\n1. e4 e5 *\n").unwrap();
    for (name, what) in [("text.txt", "is not PGN"), ("page.hocr", "is not PGN but hOCR")] {
        let output = run(dir.path(), &["verify", name]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(what) && said.contains(&format!("scorebook convert {name}")), "{said}");
    }
    assert_ne!(run(dir.path(), &["verify", "games.txt"]).status.code(), Some(2));
    // A file alone goes to the command that fits it.
    let output = run(dir.path(), &["games.txt"]);
    assert!(
        text(&output.stderr).contains("read as `scorebook verify games.txt`"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn pages_of_a_directory_come_in_natural_order() {
    let dir = tempfile::tempdir().unwrap();
    let part = |rows: std::ops::Range<usize>| {
        let lines = lines();
        let mut out = String::from("<html><body><div class='ocr_page' title='bbox 0 0 800 1000'>");
        for word in lines[rows].iter() {
            out.push_str("<span class='ocr_line' title='bbox 100 0 700 1'>");
            for word in word {
                let (x, y, text) = word;
                let _ = write!(
                    out,
                    "<span class='ocrx_word' title='bbox {x} {y} {} {}'>{text}</span> ",
                    right(word),
                    y + 20
                );
            }
            out.push_str("</span>");
        }
        out + "</div></body></html>"
    };
    let book = dir.path().join("book");
    fs::create_dir(&book).unwrap();
    for (name, rows) in [("page-2.hocr", 0..6), ("page-10.hocr", 6..12), ("page-11.hocr", 12..17)] {
        fs::write(book.join(name), part(rows)).unwrap();
    }
    assert_eq!(moves(dir.path(), "book"), opera());
    // A page in another format is read too, and reported.
    fs::write(book.join("page-12.xml"), alto()).unwrap();
    let output = run(dir.path(), &["convert", "book", "--report", "r.csv", "-o", "o.pgn"]);
    assert!(output.status.code() < Some(2), "{}", text(&output.stderr));
    let report = fs::read_to_string(dir.path().join("r.csv")).unwrap();
    assert!(report.contains("B207") && report.contains("3 of hOCR, 1 of ALTO XML"), "{report}");
}

#[test]
fn findings_name_their_pages() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("fed.txt"), "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n\x0c3. B-B4 B-B4\n4. P-Q8 P-Q3\n")
        .unwrap();
    run(dir.path(), &["convert", "fed.txt", "--report", "r.csv", "-o", "o.pgn"]);
    let mut rows = csv::Reader::from_path(dir.path().join("r.csv")).unwrap();
    let at = |name: &str, rows: &csv::StringRecord| rows.iter().position(|column| column == name).unwrap();
    let heads = rows.headers().unwrap().clone();
    let pages: Vec<(String, String)> = rows
        .records()
        .map(|row| row.unwrap())
        .filter(|row| row[at("text", &heads)].contains("P-Q8"))
        .map(|row| (row[at("line", &heads)].to_owned(), row[at("page", &heads)].to_owned()))
        .collect();
    assert!(!pages.is_empty());
    assert!(pages.iter().all(|row| *row == ("4".to_owned(), "2".to_owned())), "{pages:?}");
}
