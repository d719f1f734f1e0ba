//! hOCR: HTML whose classes say what is a page, a line, a word (<https://kba.github.io/hocr-spec/1.2/>).

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};

use super::{Boxes, Page, Place, Word, events, value};

/// What an element that is open is.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Open {
    Word,
    Line,
    Other,
}

/// Reads hOCR. HTML that is no XML (tags without ends) is taken too.
pub fn parse(text: &str) -> Boxes {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    let mut boxes = Boxes::default();
    let mut open: Vec<Open> = Vec::new();
    // The text of the innermost word; of a line without words, its own.
    let mut said = String::new();
    let mut place = Place::default();
    let mut offset = 0;
    let broken = events(reader, |at, event| match event {
        Event::Start(tag) if counts(&tag) => {
            let (class, title) = (attribute(&tag, "class"), attribute(&tag, "title"));
            let kind = match class.split_whitespace().next().unwrap_or_default() {
                "ocr_page" => {
                    let number = boxes.pages.len() as u32 + 1;
                    boxes
                        .pages
                        .push(Page { number: page_number(&title).unwrap_or(number), lines: Vec::new() });
                    Open::Other
                }
                "ocr_line" | "ocr_header" | "ocr_footer" | "ocr_caption" | "ocr_textfloat" | "ocrx_line" => {
                    if boxes.pages.is_empty() {
                        boxes.pages.push(Page { number: 1, lines: Vec::new() });
                    }
                    if let Some(page) = boxes.pages.last_mut() {
                        page.lines.push(Vec::new());
                    }
                    Open::Line
                }
                "ocrx_word" | "ocr_word" => Open::Word,
                _ => Open::Other,
            };
            if kind != Open::Other {
                said.clear();
                place = bbox(&title).unwrap_or_default();
                offset = at;
            }
            open.push(kind);
        }
        Event::Text(words) if open.iter().any(|kind| *kind != Open::Other) => {
            said.push_str(&words);
        }
        // `&amp;` and `&#39;`.
        Event::GeneralRef(name) if open.iter().any(|kind| *kind != Open::Other) => {
            let named = resolve_predefined_entity(&name);
            match (name.resolve_char_ref(), named) {
                (Ok(Some(c)), _) => said.push(c),
                (_, Some(text)) => said.push_str(text),
                _ => said.push('~'),
            }
        }
        Event::End(tag) if matches!(tag.local_name().as_ref(), "div" | "span" | "p") => {
            match open.pop() {
                Some(Open::Word) => {
                    let text: String = said.split_whitespace().collect();
                    put(&mut boxes, Word { text, place, offset });
                    said.clear();
                }
                // Early programs say no words, only lines.
                Some(Open::Line) => {
                    let is_bare =
                        boxes.pages.last().and_then(|page| page.lines.last()).is_some_and(Vec::is_empty);
                    if is_bare {
                        share_out(&mut boxes, &said, place, offset);
                    }
                    said.clear();
                }
                _ => {}
            }
        }
        _ => {}
    });
    Boxes { broken, ..boxes }
}

/// Only these elements bear classes; others may lack their ends.
fn counts(tag: &BytesStart<'_>) -> bool {
    matches!(tag.local_name().as_ref(), "div" | "span" | "p")
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> String {
    value(tag.html_attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name))
}

/// The numbers after a property of a title: `bbox 10 20 30 40; x_wconf 90`.
fn property<'t>(title: &'t str, name: &str) -> Option<impl Iterator<Item = f32> + use<'t>> {
    let rest = title.split(';').find_map(|part| part.trim().strip_prefix(name))?;
    Some(rest.split_whitespace().map_while(|number| number.parse().ok()))
}

fn bbox(title: &str) -> Option<Place> {
    let mut numbers = property(title, "bbox ")?;
    let mut next = || numbers.next().filter(|number: &f32| number.is_finite());
    Some(Place { left: next()?, top: next()?, right: next()?, bottom: next()? })
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn page_number(title: &str) -> Option<u32> {
    property(title, "ppageno ")?.next().map(|number| number as u32 + 1)
}

fn put(boxes: &mut Boxes, word: Word) {
    if word.text.is_empty() {
        return;
    }
    if boxes.pages.is_empty() {
        boxes.pages.push(Page { number: 1, lines: Vec::new() });
    }
    let Some(page) = boxes.pages.last_mut() else { return };
    match page.lines.last_mut() {
        Some(line) => line.push(word),
        None => page.lines.push(vec![word]),
    }
}

/// Places the words of a line evenly over it.
fn share_out(boxes: &mut Boxes, said: &str, place: Place, offset: usize) {
    let length = said.chars().count().max(1) as f32;
    let step = (place.right - place.left) / length;
    let mut at = 0;
    for piece in said.split_inclusive(char::is_whitespace) {
        let text = piece.trim();
        let long = text.chars().count();
        let left = place.left + at as f32 * step;
        let right = left + long as f32 * step;
        put(boxes, Word { text: text.to_owned(), place: Place { left, right, ..place }, offset });
        at += piece.chars().count();
    }
}
