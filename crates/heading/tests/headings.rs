//! What headings say: `fixtures/headings.toml`.

use std::collections::BTreeMap;

use scorebook_heading::{Around, Field, Furniture, Heading, read, read_all};

#[derive(serde::Deserialize)]
struct Fixtures {
    heading: Vec<Fixture>,
}

#[derive(serde::Deserialize)]
struct Fixture {
    source: String,
    lines: String,
    #[serde(default)]
    furniture: Vec<String>,
    tags: BTreeMap<String, String>,
    #[serde(default)]
    not: Vec<String>,
}

fn fields(heading: &Heading) -> [(&'static str, &Option<Field>); 7] {
    [
        ("White", &heading.white),
        ("Black", &heading.black),
        ("Event", &heading.event),
        ("Site", &heading.site),
        ("Date", &heading.date),
        ("Round", &heading.round),
        ("Opening", &heading.opening),
    ]
}

#[test]
fn headings_say_what_is_printed() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/headings.toml"))
        .unwrap();
    let fixtures: Fixtures = toml::from_str(&text).unwrap();
    let mut wrong = Vec::new();
    for fixture in &fixtures.heading {
        let before: Vec<&str> = fixture.lines.split('\n').collect();
        // Each text of the page's head stands on three pages.
        let pages: Vec<String> = fixture
            .furniture
            .iter()
            .flat_map(|text| (1..4).map(move |page| format!("{page}   {text}")))
            .collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let around = Around { before: &before, ..Around::default() };
        let heading = read(around, &Furniture::learn(&pages));
        for (name, field) in fields(&heading) {
            let read = field.as_ref().map(|field| field.text.as_str());
            let printed = fixture.tags.get(name).map(String::as_str);
            // Players must be as printed, or none; of the rest, what the table has.
            let player = matches!(name, "White" | "Black");
            if read != printed && (player || printed.is_some()) {
                wrong.push(format!("{}: {name} is {read:?}, printed {printed:?}", fixture.source));
            }
            if read.is_some_and(|read| fixture.not.iter().any(|not| read.contains(not.as_str()))) {
                wrong.push(format!("{}: {name} is {read:?}", fixture.source));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_book_decides_where_one_heading_does_not() {
    let headings = [
        vec!["A. Alekhine v. N. Zubakin.", ""],
        // wrapped: whether Alexander is all of the name, other headings tell
        vec!["Savrov v. Alexander", "Alekhine"],
        vec!["Alexander Alekhine v. Savrov.", ""],
        vec!["N. Zubakin v. Alexander Alekhine.", ""],
        // torn: the heads are lost, the names are known
        vec!["Savrov.", "Zubakin."],
    ];
    let around: Vec<Around> = headings.iter().map(|before| Around { before, ..Around::default() }).collect();
    let read = read_all(&around, &Furniture::default(), &[]);
    let players = |at: usize| {
        let name = |field: &Option<Field>| field.as_ref().map_or("", |field| field.text.as_str()).to_owned();
        (name(&read[at].white), name(&read[at].black))
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(players(1), pair("Savrov", "Alekhine, Alexander"));
    assert_eq!(players(4), pair("Savrov", "Zubakin, N."));
}

#[test]
fn one_line_belongs_to_one_game() {
    let line = "A. Burn v. H. E. Bird.";
    let other = "(b) The rest is easy.";
    let book = [line, "1 P-K4", "Resigns.", other];
    let around = [
        Around { before: &book[..1], ..Around::default() },
        Around { before: &book, foreign: 3, ..Around::default() },
    ];
    let read = read_all(&around, &Furniture::default(), &[]);
    assert!(read[0].white.is_some() && read[0].black.is_some());
    assert_eq!((&read[1].white, &read[1].black), (&None, &None));
}
