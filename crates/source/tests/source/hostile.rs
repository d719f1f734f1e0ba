//! Damaged and hostile documents: no panic, and a note or an error that says what is wrong.

use std::io::{self, Read, Write};

use scorebook_source::{Document, Error, NoteKind, Pages};

use super::{bytes, lines, plain, read_bytes, told};

const ALL: [&str; 18] = [
    "abbyy-lines.xml",
    "abbyy10.xml",
    "abbyy6.xml",
    "alto2.xml",
    "alto4.xml",
    "book_abbyy.gz",
    "book_djvu.xml",
    "columns.txt",
    "iiif2.json",
    "lines.html",
    "page.hocr",
    "page.xml",
    "page_chocr.html.gz",
    "poppler.html",
    "textract.json",
    "transkribus.xml",
    "vision-plain.json",
    "vision.json",
];

/// Whatever was read holds together.
fn check(document: &Document, bytes: usize) {
    for (number, page) in document.pages.iter().enumerate() {
        assert_eq!(page.scanned as usize, number + 1);
        for line in &page.lines {
            assert!(!line.words.is_empty());
            for word in &line.words {
                assert!(!word.text.is_empty() && !word.text.contains(char::is_whitespace), "{word:?}");
                assert!(word.span.start <= word.span.end && word.span.end <= bytes, "{word:?}");
                assert!(word.confidence.is_none_or(|share| (0.0..=1.0).contains(&share)), "{word:?}");
                assert!(word.area.is_none_or(|area| area.x0 <= area.x1 && area.y0 <= area.y1), "{word:?}");
                let joined: String = word.chars.iter().map(|char| char.text.as_str()).collect();
                assert!(word.chars.is_empty() || joined == word.text, "{word:?}");
            }
        }
        let _ = Document::text(page);
        for way in scorebook_source::orders(page) {
            let mut all: Vec<_> = way.blocks.iter().flat_map(|block| block.rows.concat()).collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), page.words().count());
        }
    }
}

fn unpack(bytes: Vec<u8>) -> Vec<u8> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return bytes;
    }
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut out).unwrap();
    out
}

#[test]
fn a_document_cut_anywhere_gives_what_stands_before() {
    for name in ALL {
        let whole = unpack(bytes(name));
        let full = read_bytes(name, whole.clone()).ok().map(|document| document.pages[0].words().count());
        let mut most = 0;
        for cut in (0..whole.len()).step_by(whole.len() / 60 + 1) {
            if let Ok(document) = read_bytes(name, &whole[..cut]) {
                check(&document, cut);
                let words = document.pages[0].words().count();
                assert!(words <= full.unwrap_or(0) + 1, "{name} cut at {cut}");
                most = most.max(words);
            }
        }
        // Near the end nearly all of it is there, save of what is one value.
        let is_one = matches!(name, "vision.json" | "transkribus.xml" | "abbyy-lines.xml");
        if let Some(full) = full.filter(|_| !is_one) {
            assert!(most + 2 >= full, "{name}: {most}");
        }
    }
    let whole = bytes("alto3.xml");
    let document = read_bytes("cut.xml", &whole[..whole.len() / 2 + 5]).unwrap();
    let note = told(&document.notes, NoteKind::BrokenOff)[0].to_string();
    assert!(note.contains("truncated at byte"), "{note}");
}

#[test]
fn a_packed_document_cut_off_says_so() {
    // Noise does not pack, so that half of the packed bytes is half of the text.
    let mut text = String::new();
    let mut state = 1_u32;
    for _ in 0..20_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        text.push(char::from(b'a' + (state >> 24) as u8 % 26));
        text.push_str(if state >> 20 & 7 == 0 { "\n" } else { "" });
    }
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text.as_bytes()).unwrap();
    let packed = packer.finish().unwrap();
    let document = read_bytes("cut.gz", &packed[..packed.len() / 2]).unwrap();
    assert!(document.pages[0].lines.len() > 500);
    assert_eq!(told(&document.notes, NoteKind::BrokenOff).len(), 1);
}

#[test]
fn changed_bytes_never_panic() {
    // More rounds, from other seeds: SEED=7 ROUNDS=1000.
    let number = |name: &str| std::env::var(name).ok().and_then(|said| said.parse::<u64>().ok());
    let mut state = number("SEED").unwrap_or(20).max(1);
    let rounds = number("ROUNDS").unwrap_or(60);
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let pieces: [&[u8]; 12] =
        [b"<", b">", b"\"", b"&", b"]]>", b"<!--", b"\0", b"\xff\xfe", b"1e39", b"-1", b"NaN", b"{\"a\":["];
    for name in ALL {
        let whole = unpack(bytes(name));
        for _ in 0..rounds {
            let mut changed = whole.clone();
            for _ in 0..1 + random(8) {
                let at = random(changed.len());
                match random(4) {
                    0 => changed[at] = random(256) as u8,
                    1 => drop(changed.drain(at..(at + 1 + random(40)).min(changed.len()))),
                    2 => drop(changed.splice(at..at, pieces[random(pieces.len())].iter().copied())),
                    _ => {
                        let end = (at + random(200)).min(changed.len());
                        let copy = changed[at..end].to_vec();
                        let to = random(changed.len());
                        drop(changed.splice(to..to, copy));
                    }
                }
            }
            // A character that replaces a byte in JSON is longer than the byte.
            let room = changed.len() * 3;
            if let Ok(document) = read_bytes(name, changed) {
                check(&document, room);
            }
        }
    }
}

#[test]
fn deep_nesting_and_endless_elements() {
    let head = "<html><head><meta name='ocr-system' content='x'></head><body><div class='ocr_page'>";
    let deep = format!("{head}{}", "<span class='ocr_line'>".repeat(200_000));
    assert_eq!(read_bytes("deep.html", deep).unwrap().pages.len(), 1);
    let deep = format!("{{\"responses\": [{}", "[".repeat(500_000));
    let deep = format!("{deep} \"fullTextAnnotation\"");
    let _ = read_bytes("deep.json", deep);
    let deep = format!("{{\"fullTextAnnotation\":{}1{}}}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    let _ = read_bytes("deep.json", deep);
    let deep = format!("{{\"@context\":\"http://iiif.io/api/presentation/2\",\"a\":{}", "[".repeat(100_000));
    assert!(matches!(read_bytes("deep.json", deep), Err(Error::Empty { .. })));
    let deep = format!("<PcGts><Page>{}", "<TextRegion><TextLine>".repeat(100_000));
    assert!(read_bytes("deep.xml", deep).unwrap().pages.len() <= 1);
}

/// A document of any length, made as it is read.
struct Endless {
    head: Vec<u8>,
    body: Vec<u8>,
    left: usize,
    at: usize,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at < self.head.len() {
            let many = into.len().min(self.head.len() - self.at);
            into[..many].copy_from_slice(&self.head[self.at..][..many]);
            self.at += many;
            return Ok(many);
        }
        let from = (self.at - self.head.len()) % self.body.len();
        let many = into.len().min(self.body.len() - from).min(self.left);
        into[..many].copy_from_slice(&self.body[from..][..many]);
        self.at += many;
        self.left -= many;
        Ok(many)
    }
}

/// Packed, what repeats itself is small: a document of hundreds of megabytes in a small file.
fn packed(head: &[u8], body: &[u8], size: usize) -> Vec<u8> {
    let mut endless = Endless { head: head.to_vec(), body: body.to_vec(), left: size, at: 0 };
    let mut packer = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    io::copy(&mut endless, &mut packer).unwrap();
    packer.finish().unwrap()
}

#[test]
fn a_line_of_many_megabytes_is_cut() {
    let bytes = packed(b"1 e4 e5\n", &[b'x'; 4096], 80 << 20);
    let mut pages = Pages::from_bytes("long.txt", bytes, &plain()).unwrap();
    let page = pages.next().unwrap().unwrap();
    assert_eq!(lines(&page)[0], "1 e4 e5");
    assert!(page.words().all(|word| word.text.len() <= 4096));
    assert!(pages.notes().iter().any(|note| note.kind == NoteKind::Limit));
}

#[test]
fn an_element_of_many_megabytes_ends_the_document() {
    let head = b"<html><head><meta name='ocr-system' content='x'/></head><div class='ocr_page'>\
        <span class='ocrx_word'>first</span><!-- ";
    let bytes = packed(head, &[b'<'; 4096], 80 << 20);
    let document = Document::from_bytes("long.html", bytes, &plain()).unwrap();
    assert_eq!(lines(&document.pages[0]), ["first"]);
    let note = told(&document.notes, NoteKind::BrokenOff)[0].to_string();
    // What unpacks so much ends sooner.
    assert!(note.contains("more than 64 MB") || note.contains("more than 100 times its size"), "{note}");
}

#[test]
fn a_page_of_a_million_words_is_limited() {
    let head = b"<html><head><meta name='ocr-system' content='x'/></head><div class='ocr_page'>";
    let bytes = packed(head, b"<span class='ocrx_word'>again</span>\n", 8 << 20);
    let document = Document::from_bytes("long.html", bytes, &plain()).unwrap();
    assert_eq!(document.pages[0].words().count(), 200_000);
    assert_eq!(told(&document.notes, NoteKind::Limit).len(), 1);
}
