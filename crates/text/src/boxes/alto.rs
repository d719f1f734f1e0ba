//! ALTO XML (<https://www.loc.gov/standards/alto/>), any version: `TextLine`s of `String`s with places.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::{Boxes, Page, Place, Word, events, value};

/// Reads ALTO.
pub fn parse(text: &str) -> Boxes {
    let mut boxes = Boxes::default();
    let mut line = Place::default();
    let broken = events(Reader::from_str(text), |at, event| {
        let (Event::Start(tag) | Event::Empty(tag)) = event else { return };
        match tag.local_name().as_ref() {
            "Page" => {
                let number = boxes.pages.len() as u32 + 1;
                let said = attribute(&tag, "PHYSICAL_IMG_NR").parse().ok().filter(|&said| said > 0);
                boxes.pages.push(Page { number: said.unwrap_or(number), lines: Vec::new() });
            }
            "TextLine" => {
                line = place(&tag).unwrap_or_default();
                if let Some(page) = boxes.pages.last_mut() {
                    page.lines.push(Vec::new());
                }
            }
            "String" => {
                let text: String = attribute(&tag, "CONTENT").split_whitespace().collect();
                let last = boxes.pages.last_mut().and_then(|page| page.lines.last_mut());
                if let Some(last) = last.filter(|_| !text.is_empty()) {
                    last.push(Word { text, place: place(&tag).unwrap_or(line), offset: at });
                }
            }
            // A hyphen at the end of a line belongs to its last word.
            "HYP" => {
                let lines = boxes.pages.last_mut().and_then(|page| page.lines.last_mut());
                if let Some(word) = lines.and_then(|line| line.last_mut()) {
                    word.text.push('-');
                }
            }
            _ => {}
        }
    });
    Boxes { broken, ..boxes }
}

fn attribute(tag: &BytesStart<'_>, name: &str) -> String {
    value(tag.attributes().flatten().find(|attribute| attribute.key.local_name().as_ref() == name))
}

fn place(tag: &BytesStart<'_>) -> Option<Place> {
    let number = |name: &str| attribute(tag, name).parse::<f32>().ok().filter(|number| number.is_finite());
    let (left, top) = (number("HPOS")?, number("VPOS")?);
    Some(Place { left, top, right: left + number("WIDTH")?, bottom: top + number("HEIGHT")? })
}
