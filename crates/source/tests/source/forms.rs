//! One page, told in each form.

use std::io::Read;

use scorebook_source::{Area, Document, Form, NoteKind, Places, Word, recognise};

use super::{bytes, fixture, lines, plain, read, read_bytes, told};

const LINES: [&str; 3] = ["12 GAME", "1 P-K4 P-K4", "2 Kt-KB3 Kt-QB3"];

/// Where the words of the page stand, of 800 by 1000.
const AREAS: [[f32; 4]; 8] = [
    [100.0, 50.0, 140.0, 80.0],
    [500.0, 50.0, 600.0, 80.0],
    [100.0, 100.0, 115.0, 130.0],
    [140.0, 100.0, 230.0, 130.0],
    [500.0, 100.0, 590.0, 130.0],
    [100.0, 150.0, 115.0, 180.0],
    [140.0, 150.0, 270.0, 180.0],
    [500.0, 150.0, 640.0, 180.0],
];

/// The bytes of a fixture, unpacked.
fn unpacked(name: &str) -> Vec<u8> {
    let bytes = bytes(name);
    if !name.ends_with(".gz") {
        return bytes;
    }
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut out).unwrap();
    out
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1.5
}

/// Lines, areas and spans are those of the page.
fn check(name: &str, form: Form, has_confidence: bool) -> Document {
    let document = read(name);
    assert_eq!(document.form, form, "{name}");
    assert_eq!(document.notes, [], "{name}");
    let page = &document.pages[0];
    // A hyphen that the form writes at a line's end is printed.
    let found: Vec<String> = lines(page).iter().map(|line| line.trim_end_matches('-').to_owned()).collect();
    assert_eq!(found[..3], LINES, "{name}");
    let whole = if form == Form::Textract { (10_000, 10_000) } else { (800, 1000) };
    if name != "vision-plain.json" {
        assert_eq!(page.size, Some(whole), "{name}");
    }
    let scale = if form == Form::Textract { (12.5, 10.0) } else { (1.0, 1.0) };
    let raw = unpacked(name);
    for (word, [x0, y0, x1, y1]) in page.words().zip(AREAS) {
        let area = word.area.unwrap();
        let has_hyphen = word.text.ends_with('-');
        assert!(near(area.x0, x0 * scale.0) && near(area.y0, y0 * scale.1), "{name}: {word:?}");
        assert!(
            (has_hyphen || near(area.x1, x1 * scale.0)) && near(area.y1, y1 * scale.1),
            "{name}: {word:?}"
        );
        // The span begins with the word's element and holds its characters in order.
        let said = std::str::from_utf8(&raw[word.span.clone()]).unwrap();
        let mut rest = said;
        for c in word.text.trim_end_matches('-').chars() {
            let at = rest.find(c).unwrap_or_else(|| panic!("{name}: {c} of {} in {said}", word.text));
            rest = &rest[at + c.len_utf8()..];
        }
        assert!(said.starts_with(['<', '{']) && said.ends_with(['>', '}']), "{name}: {said}");
        if has_confidence && word.text != "1" {
            assert!((0.8..=1.0).contains(&word.confidence.unwrap()), "{name}: {word:?}");
        }
        assert!(!has_confidence || word.text == "1" || word.confidence.is_some(), "{name}: {word:?}");
    }
    document
}

fn word<'d>(document: &'d Document, text: &str) -> &'d Word {
    document.pages[0].words().find(|word| word.text == text).unwrap()
}

#[test]
fn hocr() {
    let document = check("page.hocr", Form::Hocr, true);
    let image = document.pages[0].image.as_ref().unwrap();
    assert_eq!((image.name.as_str(), image.is_there()), ("page-1.png", false));
    assert_eq!(document.pages[0].places, Places::Pixels);
}

#[test]
fn hocr_with_characters_and_choices() {
    let document = check("page_chocr.html.gz", Form::Hocr, true);
    let knight = word(&document, "Kt-KB3");
    let chars: String = knight.chars.iter().map(|char| char.text.as_str()).collect();
    assert_eq!(chars, "Kt-KB3");
    assert!(near(knight.chars[1].area.unwrap().x0, 140.0 + 130.0 / 6.0));
    assert_eq!(knight.chars[1].confidence, Some(0.91));
    let four = &word(&document, "P-K4").chars[3];
    assert_eq!((four.text.as_str(), &four.alternatives[..]), ("4", &[("?".to_owned(), 0.125)][..]));
}

#[test]
fn hocr_of_old_programs_without_words_and_ends() {
    let document = read("lines.html");
    assert_eq!(lines(&document.pages[0]), ["1 P-K4 P-K4", "2 Kt K&B3"]);
    assert_eq!(told(&document.notes, NoteKind::Estimated).len(), 1);
    let third = document.pages[0].lines[0].words[2].area.unwrap();
    assert!(third.x0 > 200.0 && near(third.x1, 300.0), "{third:?}");
}

#[test]
fn alto() {
    let two = check("alto2.xml", Form::Alto, true);
    assert_eq!(two.pages[0].places, Places::TenthsOfMillimetre);
    assert_eq!(two.pages[0].printed.as_deref(), Some("xii"));
    // Digits of doubt: 0 is sure.
    let doubts: Vec<f32> = word(&two, "P-K4").chars.iter().filter_map(|char| char.confidence).collect();
    assert_eq!(doubts, [1.0, 0.0, 1.0 - 1.0 / 9.0, 1.0 - 1.0 / 9.0]);
    let three = check("alto3.xml", Form::Alto, true);
    assert_eq!(word(&three, "Kt-QB3-").text, "Kt-QB3-");
    let four = check("alto4.xml", Form::Alto, true);
    let knight = word(&four, "Kt-KB3");
    assert_eq!(knight.alternatives, [("Rt-RB3".to_owned(), 0.0)]);
    assert_eq!(knight.chars[0].alternatives, [("l".to_owned(), 0.05)]);
    assert_eq!(knight.chars[0].confidence, Some(0.9));
    // As whole words, the likeliest first.
    let readings = knight.readings();
    let texts: Vec<&str> = readings.iter().map(|(text, _)| text.as_str()).collect();
    assert_eq!((texts[0], texts.last()), ("lt-KB3", Some(&"Rt-RB3")));
    let expected = 0.05 * knight.confidence.unwrap() / 0.9;
    assert!(
        (readings[0].1 - expected).abs() < 1e-6 && readings.last().is_some_and(|last| last.1 == 0.0),
        "{readings:?}"
    );
}

#[test]
fn page_xml_in_its_reading_order() {
    let document = check("page.xml", Form::PageXml, true);
    assert_eq!(document.pages[0].printed.as_deref(), Some("12"));
    assert_eq!(word(&document, "Kt-KB3").alternatives, [("Rt-RB3x".to_owned(), 0.2)]);
    // Lines without words, corners as elements.
    let document = read("transkribus.xml");
    assert_eq!(lines(&document.pages[0]), ["1 P-K4 P-K4"]);
    assert_eq!(document.pages[0].lines[0].area, Area::new(100.0, 100.0, 300.0, 130.0));
}

#[test]
fn finereader() {
    for name in ["abbyy6.xml", "book_abbyy.gz", "abbyy10.xml"] {
        let document = check(name, Form::Abbyy, true);
        // The second page is a picture, and counts.
        assert_eq!((document.pages.len(), document.pages[1].scanned), (2, 2), "{name}");
        let knight = document.pages[0].lines[2].words.last().unwrap();
        assert_eq!(knight.text, "Kt-QB3-", "{name}");
        assert!(near(knight.chars[1].area.unwrap().x0, 500.0 + 140.0 / 6.0), "{name}");
        // −1 says nothing.
        assert_eq!(word(&document, "1").confidence, None, "{name}");
    }
    let document = read("abbyy10.xml");
    let knight = word(&document, "Kt-KB3");
    assert_eq!(knight.alternatives, [("K!".to_owned(), 0.3)]);
    assert_eq!(knight.chars[0].alternatives, [("l".to_owned(), 0.3)]);
    assert_eq!(lines(&read("abbyy-lines.xml").pages[0]), ["1 P-K4 P-K4"]);
}

#[test]
fn djvu_xml_and_poppler() {
    assert_eq!(check("book_djvu.xml", Form::DjvuXml, true).pages.len(), 2);
    assert_eq!(check("poppler.html", Form::Poppler, false).pages[0].places, Places::Points);
}

#[test]
fn services() {
    let document = check("vision.json", Form::Vision, true);
    assert_eq!(word(&document, "Kt-KB3").chars.len(), 6);
    check("vision-plain.json", Form::Vision, false);
    assert_eq!(check("textract.json", Form::Textract, true).pages[0].places, Places::Share);
}

#[test]
fn plain_text_keeps_columns_and_pages() {
    let document = read("columns.txt");
    assert_eq!((document.form, document.pages.len()), (Form::Text, 2));
    assert_eq!(document.pages[0].places, Places::Characters);
    let text = bytes("columns.txt");
    for (number, page) in document.pages.iter().enumerate() {
        assert_eq!(page.scanned as usize, number + 1);
        for word in page.words() {
            assert_eq!(&text[word.span.clone()], word.text.as_bytes());
        }
        // Each column begins at one place.
        let black: Vec<&Word> = page.words().filter(|word| word.area.unwrap().x0 == 22.0).collect();
        assert_eq!(black[0].text, "THE", "{page:?}");
        assert!(black.len() >= 2, "{page:?}");
    }
    assert_eq!(document.pages[1].lines[1].area.unwrap().y0, 1.0);
    assert_eq!(lines(&read("book_djvu.txt").pages[0]), LINES);
}

#[test]
fn encodings_are_told_and_spans_hold() {
    let latin = b"1 P\xd7P  K\xf6nig\n".to_vec();
    let document = read_bytes("latin.txt", latin.clone()).unwrap();
    assert_eq!(lines(&document.pages[0]), ["1 P×P König"]);
    assert_eq!(told(&document.notes, NoteKind::Encoding).len(), 1);
    assert_eq!(&latin[document.pages[0].lines[0].words[2].span.clone()], b"K\xf6nig");
    let wide: Vec<u8> = "\u{feff}1 P×P\n2 e4".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let document = read_bytes("wide.txt", wide).unwrap();
    assert_eq!(lines(&document.pages[0]), ["1 P×P", "2 e4"]);
    assert_eq!(document.pages[0].lines[1].words[1].span, 18..22);
    let page = String::from_utf8(bytes("page.hocr")).unwrap().replace("UTF-8", "iso-8859-1");
    let page = page.replace("GAME", "JEU\u{d7}");
    let latin: Vec<u8> = page.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let document = read_bytes("latin.html", latin).unwrap();
    assert_eq!(lines(&document.pages[0])[0], "12 JEU×");
}

#[test]
fn every_form_is_known_by_its_content() {
    let forms = [
        ("page.hocr", Form::Hocr),
        ("alto4.xml", Form::Alto),
        ("page.xml", Form::PageXml),
        ("abbyy6.xml", Form::Abbyy),
        ("book_djvu.xml", Form::DjvuXml),
        ("vision-plain.json", Form::Vision),
        ("textract.json", Form::Textract),
        ("text.pdf", Form::Pdf),
        ("text.djvu", Form::Djvu),
        ("page.png", Form::Png),
        ("two.tif", Form::Tiff),
        ("iiif2.json", Form::Iiif),
        ("iiif3.json", Form::Iiif),
        ("columns.txt", Form::Text),
    ];
    for (name, form) in forms {
        assert_eq!(recognise(&bytes(name)), Ok(form), "{name}");
    }
    // PGN begins with a bracket, a comment may with a brace; a remark may have the look of an element.
    for text in ["[Event \"?\"]\n1. e4", "{[%clk 1]} 1. e4", "<3. Nf3> e5", "1. e4"] {
        assert_eq!(recognise(text.as_bytes()), Ok(Form::Text), "{text}");
    }
}

#[test]
fn what_is_no_record_says_what_it_is() {
    let random: Vec<u8> = (0..4000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let cases: [(&[u8], &str); 10] = [
        (b"\x7fELF\x02\x01\x01\0\0\0", "an executable"),
        (b"MZ\x90\0\x03\0\0\0", "an executable"),
        (b"\x89SBK\r\n\x1a\n\x02\0", "an archive of scorebook"),
        (&random, "unknown bytes"),
        (b"", "an empty file"),
        (b" \n \n", "an empty file"),
        (b"<html><head></head><body>Hello</body></html>", "a web page"),
        (b"<?xml version='1.0'?><svg></svg>", "XML of an unknown kind (<svg>)"),
        (b"{\"a\": 1}", "JSON of an unknown kind"),
        (b"OggS\0\x02\0\0\0\0\0\0\0\0", "a file of type"),
    ];
    for (bytes, what) in cases {
        let error = read_bytes("thing", bytes).unwrap_err();
        let said = error.to_string();
        assert!(matches!(error, scorebook_source::Error::NoRecord { .. }), "{said}");
        assert!(said.starts_with("thing is not a game record: it is ") && said.contains(what), "{said}");
    }
    assert!(matches!(
        Document::open(&fixture("no such file"), &plain()),
        Err(scorebook_source::Error::Io { .. })
    ));
}
