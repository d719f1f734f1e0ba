//! Archives, directories, manifests: pages of several files.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use scorebook_source::{Document, Error, Form, NoteKind, Pages};

use super::{bytes, fixture, lines, plain, read_bytes, told};

fn firsts(document: &Document) -> Vec<String> {
    document.pages.iter().map(|page| lines(page).first().cloned().unwrap_or_default()).collect()
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn directory(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    dir
}

fn open(path: &Path) -> Result<Document, Error> {
    Document::open(path, &plain())
}

const PAGES: [(&str, &[u8]); 4] =
    [("p/page-10.txt", b"ten"), ("p/page-2.txt", b"two"), ("p/page-1.txt", b"one"), ("p/.hidden.txt", b"no")];

#[test]
fn pages_come_in_the_order_of_their_numbers() {
    for bytes in [zip(&PAGES), tar(&PAGES), gz(&tar(&PAGES)), zstd::encode_all(&tar(&PAGES)[..], 1).unwrap()]
    {
        let document = read_bytes("pages", bytes).unwrap();
        assert_eq!(firsts(&document), ["one", "two", "ten"]);
        assert_eq!(document.pages[2].scanned, 3);
        assert_eq!(&*document.pages[2].file, "pages/p/page-10.txt");
        assert_eq!(document.notes, []);
    }
    let dir = directory(&PAGES);
    let document = open(dir.path()).unwrap();
    assert_eq!(
        (document.form, firsts(&document)),
        (Form::Directory, vec!["one".into(), "two".into(), "ten".into()])
    );
}

#[test]
fn packed_members_and_archives_within() {
    let inner = zip(&[("page-1.html.gz", &bytes("page_chocr.html.gz"))]);
    let document = read_bytes("outer.zip", zip(&[("inner.zip", &inner)])).unwrap();
    assert_eq!(firsts(&document), ["12 GAME"]);
    // Spans count in the unpacked member.
    assert_eq!(&*document.pages[0].file, "outer.zip/inner.zip/page-1.html.gz");
    let mut deep = inner;
    for _ in 0..4 {
        deep = zip(&[("deeper.zip", &deep)]);
    }
    assert!(matches!(read_bytes("deep.zip", deep), Err(Error::NoRecord { .. })));
}

#[test]
fn mixed_forms_and_foreign_files_are_named() {
    let (hocr, alto) = (bytes("page.hocr"), bytes("alto3.xml"));
    let dir = directory(&[
        ("1.hocr", &hocr),
        ("2.xml", &alto),
        ("thing.exe", b"MZ\0\0\0\0"),
        ("3.txt", b"3 B-Kt5"),
    ]);
    let document = open(dir.path()).unwrap();
    assert_eq!(firsts(&document), ["12 GAME", "12 GAME", "3 B-Kt5"]);
    let mixed = told(&document.notes, NoteKind::MixedForms)[0].to_string();
    assert!(
        mixed.contains("1 of plain text") && mixed.contains("1 of hOCR") && mixed.contains("1 of ALTO"),
        "{mixed}"
    );
    let skipped = told(&document.notes, NoteKind::Skipped)[0].to_string();
    assert!(skipped.contains("thing.exe (an executable)"), "{skipped}");
    let dir = directory(&[("a.exe", b"MZ\0\0\0\0")]);
    assert!(matches!(open(dir.path()), Err(Error::NoRecord { .. })));
    assert!(matches!(open(directory(&[]).path()), Err(Error::NoRecord { .. })));
}

#[test]
fn the_richest_form_of_a_page_is_read_and_its_picture_goes_with_it() {
    let dir = directory(&[
        ("book_djvu.txt", &bytes("book_djvu.txt")),
        ("book_djvu.xml", &bytes("book_djvu.xml")),
        ("book_abbyy.gz", &bytes("book_abbyy.gz")),
        ("leaf.png", &bytes("page.png")),
        ("leaf.xml", &bytes("alto3.xml")),
    ]);
    let document = open(dir.path()).unwrap();
    // Two pages of the book, one leaf.
    assert_eq!(document.pages.len(), 3);
    assert_eq!(document.pages[0].words().last().unwrap().chars.len(), 7);
    let note = told(&document.notes, NoteKind::Skipped)[0].to_string();
    assert!(note.contains("book_djvu.txt (plain text)") && note.contains("book_djvu.xml"), "{note}");
    let image = document.pages[2].image.as_ref().unwrap();
    assert_eq!(image.path(), Some(dir.path().join("leaf.png").as_path()));
    assert_eq!(image.bytes(&plain()).unwrap().0, Form::Png);
}

#[test]
fn manifests_order_and_number_the_files_beside_them() {
    for (manifest, labels) in [("iiif2.json", ["ii", "iii"]), ("iiif3.json", ["5", "6"])] {
        let dir = directory(&[
            ("manifest.json", &bytes(manifest)),
            ("leaf-a.hocr", &bytes("page.hocr")),
            ("leaf-b.txt", b"b"),
        ]);
        for path in [dir.path().to_owned(), dir.path().join("manifest.json")] {
            let document = open(&path).unwrap();
            assert_eq!(firsts(&document), ["b", "12 GAME"], "{manifest}");
            let printed: Vec<_> =
                document.pages.iter().map(|page| page.printed.as_deref().unwrap()).collect();
            assert_eq!(printed, labels);
        }
        let dir = directory(&[("manifest.json", &bytes(manifest)), ("leaf-a.hocr", &bytes("page.hocr"))]);
        let document = open(&dir.path().join("manifest.json")).unwrap();
        assert_eq!(document.pages.len(), 1);
        let note = told(&document.notes, NoteKind::Skipped)[0].to_string();
        assert!(note.contains("1 of its 2 pages are not beside it: 1"), "{note}");
    }
    let alone = Document::open(&fixture("iiif2.json"), &plain()).unwrap_err().to_string();
    assert!(alone.contains("IIIF manifest of 2 pages, none of which is beside it"), "{alone}");
}

#[test]
fn documents_in_the_dress_of_zip_are_no_pages() {
    let book = zip(&[("mimetype", b"application/epub+zip"), ("META-INF/container.xml", b"<x/>")]);
    assert!(read_bytes("b.epub", book).unwrap_err().to_string().contains("EPUB"));
    let letter = zip(&[("[Content_Types].xml", b"<x/>"), ("word/document.xml", b"<x/>")]);
    assert!(read_bytes("b.docx", letter).unwrap_err().to_string().contains("Office"));
}

#[test]
fn printed_numbers_are_those_that_rise_with_the_pages() {
    let text: Vec<String> = (0..6)
        .map(|page| match page {
            // A plate has no number; a move's number is none.
            3 => "a plate\n\n".to_owned(),
            _ => format!("THE GAME {}\n31 P-K4 P-K4\n32 B-Kt5\n{}", page + 41, 70 - page),
        })
        .collect();
    let document = read_bytes("book.txt", text.join("\u{c}")).unwrap();
    let printed: Vec<_> = document.pages.iter().map(|page| page.printed.as_deref()).collect();
    assert_eq!(printed, [Some("41"), Some("42"), Some("43"), None, Some("45"), Some("46")]);
}

#[test]
fn pages_come_one_by_one() {
    let dir = directory(&PAGES);
    let mut pages = Pages::open(dir.path(), &plain()).unwrap();
    assert_eq!(lines(&pages.next().unwrap().unwrap()), ["one"]);
    assert_eq!(pages.map(|page| page.unwrap().scanned).collect::<Vec<_>>(), [2, 3]);
}
