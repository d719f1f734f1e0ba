//! PDF, DjVu and pictures: read by programs of others, where these are installed.

use std::sync::{Arc, Mutex};

use scorebook_source::{Cache, Document, Error, Form, NoteKind, Options, Places, readings};

use super::{fixture, has, lines, plain, told};

/// Whether all of some programs are here; what is not tested for want of them is said.
fn here(tools: &[&str]) -> bool {
    let missing: Vec<_> = tools.iter().filter(|tool| !has(tool)).collect();
    if !missing.is_empty() {
        eprintln!("not tested, for want of {missing:?}");
    }
    missing.is_empty()
}

fn with_cache(dir: &std::path::Path) -> Options {
    Options { cache: Cache::At(dir.to_owned()), ..Options::default() }
}

#[test]
fn a_missing_program_is_an_error_that_says_how_to_install_it() {
    let nowhere = tempfile::tempdir().unwrap();
    let options = Options { tools: Some(nowhere.path().to_owned()), ..with_cache(nowhere.path()) };
    for (name, tool) in [
        ("text.pdf", "pdftotext"),
        ("text.djvu", "djvutoxml"),
        ("page.png", "tesseract"),
        ("two.tif", "tesseract"),
    ] {
        let error = Document::open(&fixture(name), &options).unwrap_err();
        let Error::ToolMissing { tool: said, install, .. } = &error else { panic!("{name}: {error}") };
        assert_eq!(*said, tool, "{name}");
        assert!(install.contains("install") || install.contains("-S"), "{error}");
        assert!(error.to_string().contains(install.as_str()));
    }
}

#[test]
fn pictures_are_not_read_where_that_is_not_wanted() {
    let document = Document::open(&fixture("two.tif"), &plain()).unwrap();
    assert_eq!((document.form, document.pages.len()), (Form::Tiff, 2));
    assert_eq!(told(&document.notes, NoteKind::NoText).len(), 2);
    assert_eq!(document.pages[1].image.as_ref().unwrap().page, 2);
}

#[test]
fn a_pdf_gives_the_words_of_its_text_layer() {
    if !here(&["pdftotext"]) {
        return;
    }
    let document = Document::open(&fixture("text.pdf"), &plain()).unwrap();
    let page = &document.pages[0];
    assert_eq!((document.form, page.places), (Form::Pdf, Places::Points));
    assert_eq!(lines(page)[0], "12");
    assert!(page.words().any(|word| word.text == "GAME"));
    assert!(page.words().all(|word| word.area.is_some_and(|area| area.width() > 0.0)));
}

#[test]
fn djvu_gives_the_words_of_its_hidden_text() {
    if !here(&["djvutoxml"]) {
        return;
    }
    let document = Document::open(&fixture("text.djvu"), &plain()).unwrap();
    assert_eq!((document.form, document.pages.len()), (Form::Djvu, 1));
    assert!(document.pages[0].words().any(|word| word.text == "GAME" && word.area.is_some()));
}

#[test]
fn pictures_are_recognised_and_kept() {
    if !here(&["tesseract", "pdftotext", "pdftoppm", "ddjvu", "djvutoxml"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let steps = Arc::new(Mutex::new(Vec::new()));
    let heard = steps.clone();
    let options =
        with_cache(cache.path()).with_progress(move |at| heard.lock().unwrap().push((at.page, at.doing)));
    for name in ["page.png", "two.tif", "scan.pdf", "scan.djvu"] {
        let document = Document::open(&fixture(name), &options).unwrap();
        for page in &document.pages {
            let game = page.words().find(|word| word.text == "GAME").unwrap_or_else(|| panic!("{name}"));
            // It stands left of the middle, in the upper half.
            let (width, height) = page.size.unwrap();
            let area = game.area.unwrap();
            assert!(area.x0 > width as f32 * 0.15 && area.x1 < width as f32 * 0.5, "{name} {area:?}");
            assert!(area.y1 < height as f32 * 0.5, "{name} {area:?}");
            assert_eq!(game.chars.len(), 4, "{name}");
            assert!(game.confidence.unwrap() > 0.5, "{name}");
            assert_eq!(told(&document.notes, NoteKind::Recognised).len(), document.pages.len());
            assert_eq!(page.readings.len(), 1);
        }
    }
    // Five pages; the two that are rendered first say it again behind that.
    let rendered = steps.lock().unwrap().iter().filter(|step| step.1 == "rendering").count();
    let recognised = steps.lock().unwrap().iter().filter(|step| step.1 == "recognising").count();
    assert_eq!((rendered, recognised), (2, 5 + 2));
    // The second time everything is there: a program that is away is not missed, only its version is asked for.
    let kept = std::fs::read_dir(cache.path()).unwrap().count();
    assert_eq!(kept, 5);
    let before = steps.lock().unwrap().iter().filter(|step| step.1 == "rendering").count();
    Document::open(&fixture("scan.pdf"), &options).unwrap();
    assert_eq!(steps.lock().unwrap().iter().filter(|step| step.1 == "rendering").count(), before);
}

#[test]
fn each_way_of_cutting_a_page_up_is_a_reading() {
    if !here(&["tesseract"]) {
        return;
    }
    let cache = tempfile::tempdir().unwrap();
    let options = Options { psm: vec![6, 11], ..with_cache(cache.path()) };
    let document = Document::open(&fixture("page.png"), &options).unwrap();
    let page = &document.pages[0];
    assert_eq!(page.readings.iter().map(|reading| reading.psm).collect::<Vec<_>>(), [6, 11]);
    assert_eq!(page.readings[0].page.lines, page.lines);
    assert_ne!(page.readings[1].page.lines, page.lines);
    // The same through the picture alone.
    let again = readings(page.image.as_ref().unwrap(), &options).unwrap();
    assert_eq!(again[1].page.lines, page.readings[1].page.lines);
    let options = Options { ocr_lang: "xxx".into(), ..options };
    let error = Document::open(&fixture("page.png"), &options).unwrap_err().to_string();
    assert!(error.contains("tesseract-ocr-xxx"), "{error}");
}

#[test]
fn pages_of_pdf_and_djvu_are_shown_as_png() {
    if !here(&["pdftotext", "pdftoppm", "ddjvu", "djvutoxml"]) {
        return;
    }
    for name in ["text.pdf", "text.djvu"] {
        let document = Document::open(&fixture(name), &plain()).unwrap();
        let (form, bytes) = document.pages[0].image.as_ref().unwrap().bytes(&plain()).unwrap();
        assert_eq!(form, Form::Png, "{name}");
        assert!(bytes.starts_with(b"\x89PNG"), "{name}");
    }
}
