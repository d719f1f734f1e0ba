//! The fixtures of the layouts: the cells that each must cut, and that it is detected.

use serde::Deserialize;

use super::testing::Shapes;
use super::{Start, find, sniff};
use crate::text::Source;

#[derive(Deserialize)]
struct Fixtures {
    record: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    name: String,
    layout: String,
    text: String,
    games: Vec<String>,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    endings: Vec<String>,
    /// For each game, the comments before its first move.
    #[serde(default)]
    comments: Vec<String>,
    /// For each game, the codes of its findings.
    #[serde(default)]
    findings: Vec<String>,
    fen: Option<String>,
}

fn fixtures() -> Vec<Record> {
    toml::from_str::<Fixtures>(include_str!("../../../fixtures/layout/layouts.toml")).unwrap().record
}

#[test]
fn every_layout_cuts_its_records() {
    for record in fixtures() {
        let source = Source::from_bytes("fixture", record.text.trim_start().into());
        let drafts = find(&record.layout).unwrap().cut(&source, &Shapes);
        let games: Vec<String> = drafts
            .iter()
            .map(|d| d.mainline.cells.iter().map(|cell| cell.text.as_ref()).collect::<Vec<_>>().join(" | "))
            .collect();
        assert_eq!(games, record.games, "{}", record.name);
        for (draft, wanted) in drafts.iter().zip(&record.tags) {
            let tags: Vec<String> = draft.tags.iter().map(|t| format!("{}={}", t.name, t.value)).collect();
            let mut tags = tags.join(";").split(';').map(str::to_owned).collect::<Vec<_>>();
            let mut wanted: Vec<String> = wanted.split(';').map(str::to_owned).collect();
            tags.sort();
            wanted.sort();
            assert_eq!(tags, wanted, "{}", record.name);
        }
        for (draft, wanted) in drafts.iter().zip(&record.endings) {
            let ending = draft.ending.as_ref().map(|(ending, _)| format!("{ending:?}"));
            assert_eq!(ending.as_ref(), Some(wanted), "{}", record.name);
        }
        for (draft, wanted) in drafts.iter().zip(&record.comments) {
            assert_eq!(&draft.mainline.comments.join(" | "), wanted, "{}", record.name);
        }
        for (draft, wanted) in drafts.iter().zip(&record.findings) {
            let codes: Vec<&str> = draft.findings.iter().map(|finding| finding.code.id).collect();
            assert_eq!(&codes.join(" "), wanted, "{}", record.name);
        }
        if let Some(fen) = &record.fen {
            assert!(
                matches!(&drafts[0].start, Start::Fen(found, _) if found == fen),
                "{:?}",
                drafts[0].start
            );
        }
    }
}

/// The number in a title is not a move number, and needs no empty line to end the game before.
#[test]
fn games_under_titles_with_numbers_of_their_own() {
    let text = "50.—ENGLISH OPENING.\nLondon, 1851\nWhite—Mr. Smith.\nBlack—Mr. Jones.\n\
                1. c4 e5 2. Nc3 Nf6 3. Nf3 Nc6 Drawn game.\n\n\
                51. Vienna Game\nLondon, 1851\nWhite—Mr. Jones.\nBlack—Mr. Smith.\n\
                1. e4 e5 2. Nc3 Nf6\n";
    let source = Source::from_bytes("titles", text.into());
    let drafts = find("running").unwrap().cut(&source, &Shapes);
    let games: Vec<String> = drafts
        .iter()
        .map(|d| d.mainline.cells.iter().map(|cell| cell.text.as_ref()).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(games, ["c4 e5 Nc3 Nf6 Nf3 Nc6", "e4 e5 Nc3 Nf6"]);
    let titles: Vec<_> = drafts.iter().map(|d| (d.tags.get("White"), d.tags.get("Black"))).collect();
    assert_eq!(titles, [(Some("Mr. Smith"), Some("Mr. Jones")), (Some("Mr. Jones"), Some("Mr. Smith"))]);
}

#[test]
fn every_layout_is_found_by_itself() {
    for record in fixtures() {
        let source = Source::from_bytes("fixture", record.text.trim_start().into());
        let ranked = sniff(&source, &Shapes);
        let names: Vec<_> = ranked.iter().map(|(layout, score)| (layout.name(), *score)).collect();
        assert_eq!(names[0].0, record.layout, "{}: {names:?}", record.name);
    }
}

#[test]
fn the_place_of_a_cell_is_its_text() {
    for record in fixtures() {
        let source = Source::from_bytes("fixture", record.text.trim_start().into());
        for draft in find(&record.layout).unwrap().cut(&source, &Shapes) {
            for cell in &draft.mainline.cells {
                let squeeze = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
                assert_eq!(squeeze(source.slice(cell.span)), squeeze(&cell.text), "{}", record.name);
            }
        }
    }
}

#[test]
fn no_layout_stumbles_over_hostile_input() {
    // In full by request: some layouts weigh each number against those around it.
    let times = if std::env::var_os("SCOREBOOK_THOROUGH").is_some() { 10 } else { 1 };
    let long = "1 ".repeat(2_000 * times);
    let deep = "(".repeat(5_000 * times);
    let texts = [
        "",
        "\n\n\n",
        "1",
        "1.",
        "1. ",
        "1.\n1.\n1.",
        "\"",
        "a,b\n\"",
        "\u{feff}",
        "½-½",
        "…",
        "1… …",
        "W.",
        "W. \nB.",
        "{",
        "}{",
        "1. {",
        "[White \"",
        "[\"\"]",
        "WK",
        "WK H9",
        "999. x",
        "1\t\t\t\t",
        "move\n",
        "move,\n,",
        &long,
        &deep,
    ];
    for text in texts {
        let source = Source::from_bytes("hostile", text.as_bytes().to_vec());
        for (layout, _) in sniff(&source, &Shapes) {
            let _ = layout.cut(&source, &Shapes);
            let _ = layout.piece_end(text.as_bytes());
        }
    }
}
