//! One page of words in every form in which libraries give it: all give the same game.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use regex::Regex;
use serde_json::{Value, json};

/// Left, top, right, bottom.
type Area = [u32; 4];

/// A word: its text as in XML, its place, and how sure its reader is, in per cent.
struct Word(String, Area, u32);

struct Line(Area, Vec<Word>);

struct Block(Area, Vec<Line>);

struct Page(Area, Vec<Block>);

/// The pages of an hOCR file.
fn pages(hocr: &str) -> Vec<Page> {
    let pattern =
        r#"class=['"](ocr\w+)['"][^>]*?bbox (\d+) (\d+) (\d+) (\d+)(?:[^>]*x_wconf (\d+))?[^>]*>([^<]*)"#;
    let mut pages: Vec<Page> = Vec::new();
    for found in Regex::new(pattern).unwrap().captures_iter(hocr) {
        let number = |at: usize| found.get(at).map_or(0, |digits| digits.as_str().parse().unwrap());
        let area = [number(2), number(3), number(4), number(5)];
        let (blocks, kind) = (pages.last_mut().map(|page| &mut page.1), &found[1]);
        match (kind, blocks) {
            ("ocr_page", _) => pages.push(Page(area, Vec::new())),
            ("ocr_carea", Some(blocks)) => blocks.push(Block(area, Vec::new())),
            ("ocr_par", _) => {}
            ("ocrx_word", Some(blocks)) => {
                let line = blocks.last_mut().unwrap().1.last_mut().unwrap();
                let text = found[7].trim();
                if !text.is_empty() {
                    line.1.push(Word(text.to_owned(), area, number(6)));
                }
            }
            (_, Some(blocks)) => blocks.last_mut().unwrap().1.push(Line(area, Vec::new())),
            (kind, None) => panic!("{kind} outside a page"),
        }
    }
    pages
}

/// A text of XML as it is meant.
fn plain(text: &str) -> String {
    let signs =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (name, sign)| text.replace(name, sign))
}

/// The characters of a word, as in XML, each in its share of the word's width.
fn chars(word: &Word) -> Vec<(String, Area)> {
    let [left, top, right, bottom] = word.1;
    let text: Vec<char> = plain(&word.0).chars().collect();
    let edge = |at: usize| left + (right - left) * at as u32 / text.len() as u32;
    let escaped = |c: char| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        c => c.to_string(),
    };
    text.iter().enumerate().map(|(at, &c)| (escaped(c), [edge(at), top, edge(at + 1), bottom])).collect()
}

fn abbyy(pages: &[Page]) -> String {
    let edges = |[l, t, r, b]: Area| format!(r#"l="{l}" t="{t}" r="{r}" b="{b}""#);
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<document xmlns=\"http://www.abbyy.com/FineReader_xml/FineReader10-schema-v1.xml\" \
         version=\"1.0\" producer=\"test\">",
    );
    for Page([.., width, height], blocks) in pages {
        let _ = write!(out, r#"<page width="{width}" height="{height}" resolution="300">"#);
        for Block(area, lines) in blocks {
            let _ = write!(out, r#"<block blockType="Text" {}><text><par>"#, edges(*area));
            for Line(area, words) in lines {
                let _ = write!(
                    out,
                    r#"<line baseline="{}" {}><formatting lang="EnglishUnitedStates">"#,
                    area[3],
                    edges(*area)
                );
                for (at, word) in words.iter().enumerate() {
                    if at > 0 {
                        out.push_str("<charParams> </charParams>");
                    }
                    for (at, (c, area)) in chars(word).into_iter().enumerate() {
                        let first = u8::from(at == 0);
                        let sure = word.2;
                        let edges = edges(area);
                        let _ = write!(
                            out,
                            r#"<charParams {edges} wordFirst="{first}" charConfidence="{sure}">{c}</charParams>"#
                        );
                    }
                }
                out.push_str("</formatting></line>\n");
            }
            out.push_str("</par></text></block>");
        }
        out.push_str("</page>\n");
    }
    out + "</document>\n"
}

fn page_xml(pages: &[Page]) -> String {
    let [Page([.., width, height], blocks)] = pages else { panic!("PAGE has one page a file") };
    let coords = |[l, t, r, b]: Area| format!(r#"<Coords points="{l},{t} {r},{t} {r},{b} {l},{b}"/>"#);
    let mut out = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<PcGts xmlns=\"http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15\">\
         <Page imageFilename=\"page.png\" imageWidth=\"{width}\" imageHeight=\"{height}\">"
    );
    for (at, Block(area, lines)) in blocks.iter().enumerate() {
        let _ = writeln!(out, r#"<TextRegion id="r{at}" type="paragraph">{}"#, coords(*area));
        for Line(area, words) in lines {
            let _ = write!(out, "<TextLine>{}", coords(*area));
            for Word(text, area, sure) in words {
                let share = f64::from(*sure) / 100.0;
                let _ = write!(
                    out,
                    r#"<Word>{}<TextEquiv conf="{share}"><Unicode>{text}</Unicode></TextEquiv></Word>"#,
                    coords(*area)
                );
            }
            let text: Vec<&str> = words.iter().map(|word| word.0.as_str()).collect();
            let _ = writeln!(out, "<TextEquiv><Unicode>{}</Unicode></TextEquiv></TextLine>", text.join(" "));
        }
        out.push_str("</TextRegion>\n");
    }
    out + "</Page></PcGts>\n"
}

fn alto(pages: &[Page]) -> String {
    let place = |[l, t, r, b]: Area| format!(r#"HPOS="{l}" VPOS="{t}" WIDTH="{}" HEIGHT="{}""#, r - l, b - t);
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<alto xmlns=\"http://www.loc.gov/standards/alto/ns-v4#\"><Description>\
         <MeasurementUnit>pixel</MeasurementUnit></Description><Layout>",
    );
    for Page([.., width, height], blocks) in pages {
        let _ = write!(out, r#"<Page WIDTH="{width}" HEIGHT="{height}"><PrintSpace>"#);
        for Block(area, lines) in blocks {
            let _ = write!(out, "<TextBlock {}>", place(*area));
            for Line(area, words) in lines {
                let _ = write!(out, "<TextLine {}>", place(*area));
                for Word(text, area, sure) in words {
                    let text = plain(text).replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
                    let share = f64::from(*sure) / 100.0;
                    let _ = write!(out, r#"<String CONTENT="{text}" {} WC="{share}"/><SP/>"#, place(*area));
                }
                out.push_str("</TextLine>\n");
            }
            out.push_str("</TextBlock>");
        }
        out.push_str("</PrintSpace></Page>\n");
    }
    out + "</Layout></alto>\n"
}

fn djvu_xml(pages: &[Page]) -> String {
    let mut out =
        String::from("<?xml version=\"1.0\" ?>\n<!DOCTYPE DjVuXML>\n<DjVuXML><HEAD>book</HEAD><BODY>\n");
    for Page([.., width, height], blocks) in pages {
        let _ = write!(
            out,
            r#"<OBJECT type="image/x.djvu" height="{height}" width="{width}"><HIDDENTEXT><PAGECOLUMN>"#
        );
        for Block(_, lines) in blocks {
            out.push_str("<REGION><PARAGRAPH>\n");
            for Line(_, words) in lines {
                out.push_str("<LINE>");
                for Word(text, [l, t, r, b], sure) in words {
                    let _ =
                        write!(out, r#"<WORD coords="{l},{b},{r},{t}" x-confidence="{sure}">{text}</WORD> "#);
                }
                out.push_str("</LINE>\n");
            }
            out.push_str("</PARAGRAPH></REGION>");
        }
        out.push_str("</PAGECOLUMN></HIDDENTEXT></OBJECT>\n");
    }
    out + "</BODY></DjVuXML>\n"
}

fn vision(pages: &[Page]) -> String {
    let vertices = |[l, t, r, b]: Area| {
        let corners = [(l, t), (r, t), (r, b), (l, b)];
        json!({ "vertices": corners.map(|(x, y)| json!({ "x": x, "y": y })) })
    };
    let word = |word: &Word, is_last: bool| {
        let sure = f64::from(word.2) / 100.0;
        let mut symbols: Vec<Value> = chars(word)
            .into_iter()
            .map(|(c, area)| json!({ "text": plain(&c), "confidence": sure, "boundingBox": vertices(area) }))
            .collect();
        if let Some(last) = symbols.last_mut() {
            last["property"] =
                json!({ "detectedBreak": { "type": if is_last { "LINE_BREAK" } else { "SPACE" } } });
        }
        json!({ "symbols": symbols, "confidence": sure, "boundingBox": vertices(word.1) })
    };
    let line = |line: &Line| -> Vec<Value> {
        line.1.iter().enumerate().map(|(at, one)| word(one, at + 1 == line.1.len())).collect()
    };
    let block = |Block(area, lines): &Block| {
        let words: Vec<Value> = lines.iter().flat_map(line).collect();
        json!({ "boundingBox": vertices(*area), "paragraphs": [{ "boundingBox": vertices(*area), "words": words }] })
    };
    let page = |Page([.., width, height], blocks): &Page| {
        let blocks: Vec<Value> = blocks.iter().map(block).collect();
        json!({ "fullTextAnnotation": { "pages": [{ "width": width, "height": height, "blocks": blocks }] } })
    };
    json!({ "responses": pages.iter().map(page).collect::<Vec<_>>() }).to_string()
}

fn textract(pages: &[Page]) -> String {
    let mut blocks: Vec<Value> = Vec::new();
    for (page, Page([.., width, height], parts)) in pages.iter().enumerate() {
        let share = |edge: u32, of: u32| f64::from(edge) / f64::from(of);
        let geometry = |[l, t, r, b]: Area| {
            let (width, height) = (*width, *height);
            json!({ "BoundingBox": { "Left": share(l, width), "Top": share(t, height), "Width": share(r - l, width),
                                     "Height": share(b - t, height) } })
        };
        blocks.push(json!({ "BlockType": "PAGE", "Id": format!("p{page}"), "Page": page + 1 }));
        for (at, line) in parts.iter().flat_map(|block| &block.1).enumerate() {
            let ids: Vec<String> = (0..line.1.len()).map(|word| format!("w{page}-{at}-{word}")).collect();
            let text: Vec<String> = line.1.iter().map(|word| plain(&word.0)).collect();
            blocks.push(json!({ "BlockType": "LINE", "Id": format!("l{page}-{at}"), "Page": page + 1, "Text": text.join(" "),
                                "Confidence": 91.0, "Geometry": geometry(line.0),
                                "Relationships": [{ "Type": "CHILD", "Ids": ids }] }));
            for (Word(text, area, sure), id) in line.1.iter().zip(&ids) {
                blocks.push(json!({ "BlockType": "WORD", "Id": id, "Page": page + 1, "Text": plain(text),
                                    "Confidence": f64::from(*sure), "Geometry": geometry(*area) }));
            }
        }
    }
    json!({ "DocumentMetadata": { "Pages": pages.len() }, "Blocks": blocks }).to_string()
}

/// A form of a scan: the name of its file, and how it is written.
type Form = (&'static str, fn(&[Page]) -> String);

const FORMS: [Form; 6] = [
    ("book_abbyy.xml", abbyy),
    ("page.xml", page_xml),
    ("book.alto.xml", alto),
    ("book_djvu.xml", djvu_xml),
    ("vision.json", vision),
    ("textract.json", textract),
];

fn convert(dir: &Path, name: &str) -> String {
    let output = Command::cargo_bin("scorebook")
        .unwrap()
        .current_dir(dir)
        .args(["convert", "--quiet", name])
        .output()
        .unwrap();
    assert!(output.status.code() < Some(2), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn one_page_gives_the_same_game_in_every_form() {
    let hocr =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/boxes/opera.hocr")).unwrap();
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("book.hocr"), &hocr).unwrap();
    let own = convert(dir.path(), "book.hocr");
    assert!(own.contains("17. Rd8#") && own.contains("[White \"Morphy\"]"), "{own}");
    let pages = pages(&hocr);
    for (name, write) in FORMS {
        fs::write(dir.path().join(name), write(&pages)).unwrap();
        assert_eq!(convert(dir.path(), name), own, "{name}");
    }
}

/// `cargo test --release --test all scan_forms -- --ignored --nocapture`; `SCOREBOOK_BOOKS=DIR,…` names folders with a
/// `book.hocr`.
#[test]
#[ignore = "reads printed books that are not part of the project seven times: many minutes"]
fn printed_books_give_the_same_games_in_every_form() {
    let named = std::env::var("SCOREBOOK_BOOKS").unwrap_or_default();
    let books: Vec<PathBuf> = named.split(',').filter(|name| !name.is_empty()).map(PathBuf::from).collect();
    if books.is_empty() {
        crate::common::skip(format_args!("SCOREBOOK_BOOKS names no folder"));
    }
    let mut different = Vec::new();
    for book in books {
        let hocr = fs::read_to_string(book.join("book.hocr")).unwrap();
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("book.hocr"), &hocr).unwrap();
        let own = convert(dir.path(), "book.hocr");
        let pages = pages(&hocr);
        for (name, write) in FORMS.iter().filter(|form| pages.len() == 1 || form.0 != "page.xml") {
            fs::write(dir.path().join(name), write(&pages)).unwrap();
            if convert(dir.path(), name) != own {
                different.push(format!("{} {name}", book.display()));
            }
        }
    }
    assert!(different.is_empty(), "{different:?}");
}
