//! The page: one HTML file without external resources.

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::STANDARD};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::book::Book;
use super::data::{GameView, Remark, UnitText};
use crate::corrections::Correction;
use crate::finding::{Severity, code};
use crate::picture::pieces;

const STYLE: &str = include_str!("page.css");
/// No libraries, nothing fetched; whatever comes from a record is put in as text, never as markup.
const SCRIPT: &str = concat!(
    "\"use strict\";\n(() => {\n",
    include_str!("script/data.js"),
    include_str!("script/board.js"),
    include_str!("script/show.js"),
    include_str!("script/decide.js"),
    include_str!("script/lines.js"),
    include_str!("script/served.js"),
    include_str!("script/out.js"),
    "})();\n"
);
/// Most findings about inputs that are shown.
const MOST_REMARKS: usize = 200;

#[derive(Serialize)]
struct Data<'b> {
    /// The key under which the browser stores corrections.
    key: String,
    /// The server's token, if corrections are sent to a server.
    live: Option<&'b str>,
    files: &'b [String],
    games: &'b [GameView],
    texts: &'b [UnitText],
    codes: BTreeMap<&'static str, (&'static str, &'static str)>,
    prior: Vec<[String; 7]>,
    /// For each input its recording.
    sounds: &'b [Option<String>],
}

/// A correction as the page represents it: the columns of the file.
#[must_use]
pub fn row(row: &Correction) -> [String; 7] {
    [
        row.anchor.file.clone(),
        row.anchor.line.to_string(),
        row.anchor.text.clone(),
        row.anchor.hash.clone(),
        row.kind.as_str().to_owned(),
        row.value.clone(),
        row.note.clone(),
    ]
}

/// The page for a book. `live` is the token for sending corrections to the server.
#[must_use]
pub fn page(book: &Book, live: Option<&str>) -> String {
    let mut codes = BTreeMap::new();
    for (id, _) in book.games.iter().flat_map(|game| &game.doubts).flat_map(|doubt| &doubt.findings) {
        if let Some(code) = code::find(id) {
            codes.insert(*id, (code.title, code.explanation));
        }
    }
    let mut data = Data {
        key: String::new(),
        live,
        files: &book.files,
        games: &book.games,
        texts: &book.texts,
        codes,
        prior: book.prior.iter().map(row).collect(),
        sounds: &book.recordings,
    };
    // Stored corrections belong to these games only: a record that is read differently has another key.
    let names = serde_json::to_vec(&(data.files, data.games)).unwrap_or_default();
    data.key = STANDARD.encode(&Sha256::digest(&names)[..12]);
    let json = serde_json::to_string(&data).unwrap_or_default();
    // Inside a script element only `<` is special: no character of the data may begin a tag.
    let json = json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029");
    let connect = if live.is_some() { "'self'" } else { "'none'" };
    let pictures = if live.is_some() { "data: 'self'" } else { "data:" };
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src {pictures}; media-src data:; connect-src {connect}; \
         base-uri 'none'; form-action 'none'",
        hash(SCRIPT),
        hash(STYLE),
    );
    let title = title(&book.files);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                // Otherwise browsers request an icon.
                link rel="icon" href="data:,";
                title { "Review of " (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#doubt" { "Skip to the doubt" }
                (symbols())
                header.top {
                    div.brand {
                        p.kicker { "scorebook review" }
                        h1 title=(book.files.join(", ")) { (title) }
                    }
                    div.progress {
                        label for="bar" { span #count { "Reading the games…" } }
                        progress #bar max="1" value="0" {}
                    }
                    div.actions {
                        button #help type="button" aria-haspopup="dialog" title="Keys (?)" { "Keys" }
                        button.primary #export type="button" aria-haspopup="dialog" { "Export corrections" }
                    }
                }
                (overview(book))
                div.desk {
                    nav #nav aria-label="Doubts" { (list()) }
                    main #doubt tabindex="-1" aria-label="The doubt" {
                        div #empty {
                            p #nothing { "There is nothing to decide: every move was read without a doubt." }
                            p { button #starts type="button" aria-haspopup="dialog" title="Lines of the text (s)" { "A game starts on a line …" } }
                        }
                        (doubt(live.is_some()))
                    }
                }
                p #say.quiet role="status" aria-live="polite" {}
                div #print aria-hidden="true" {}
                (dialogs())
                noscript { p.note { "This page needs its script, which is in the page itself: please allow it." } }
                script #data type="application/json" { (PreEscaped(json)) }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

fn hash(text: &str) -> String {
    STANDARD.encode(Sha256::digest(text.as_bytes()))
}

fn title(files: &[String]) -> String {
    let name = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    match files {
        [only] => name(only),
        [first, rest @ ..] => format!("{} and {} more", name(first), rest.len()),
        [] => "nothing".to_owned(),
    }
}

fn symbols() -> Markup {
    html! {
        svg.defs aria-hidden="true" width="0" height="0" { (PreEscaped(pieces::symbols())) }
    }
}

/// Games by verdict and findings by code: shown before the script runs.
fn overview(book: &Book) -> Markup {
    let mut readings: BTreeMap<&str, usize> = BTreeMap::new();
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    for game in &book.games {
        *readings.entry(game.reading).or_default() += 1;
        game.codes.iter().for_each(|code| *codes.entry(code).or_default() += 1);
    }
    let order = ["verified", "settled", "repaired", "decided", "ambiguous", "illegal", "incomplete"];
    let readings: Vec<(&str, usize)> =
        order.iter().filter_map(|name| Some((*name, *readings.get(name)?))).collect();
    let games = book.games.len();
    let most = codes.values().copied().max().unwrap_or(1);
    html! {
        details.overview {
            summary {
                "Overview: " (games) (if games == 1 { " game" } else { " games" })
                @if book.remarks.iter().any(|remark| remark.code == code::L323.id) { ", and some that are announced are missing" }
            }
            div.charts {
                section aria-labelledby="by-reading" {
                    h2 #by-reading { "Games by reading" }
                    (stack(&readings, games))
                    ul.legend {
                        @for (name, count) in &readings {
                            li { span class={ "dot " (name) } {} (name) " " b { (count) } }
                        }
                    }
                }
                section aria-labelledby="by-code" {
                    h2 #by-code { "Findings by code" }
                    @if codes.is_empty() { p { "None." } }
                    table {
                        tbody {
                            @for (id, count) in &codes {
                                (code_row(id, *count, most))
                            }
                        }
                    }
                }
            }
            @if !book.remarks.is_empty() { (remarks(&book.remarks)) }
        }
    }
}

fn stack(readings: &[(&str, usize)], games: usize) -> Markup {
    let mut x = 0.0;
    let words: Vec<String> = readings.iter().map(|(name, count)| format!("{count} {name}")).collect();
    html! {
        svg.stack viewBox="0 0 1000 40" preserveAspectRatio="none" role="img" aria-label=(words.join(", ")) {
            @for (name, count) in readings {
                @let width = 1000.0 * *count as f64 / games.max(1) as f64;
                rect class=(name) x=(format!("{x:.1}")) y="0" width=(format!("{width:.1}")) height="40" {}
                @let () = x += width;
            }
        }
    }
}

fn code_row(id: &str, count: usize, most: usize) -> Markup {
    let code = code::find(id);
    let severity = match code.map_or(Severity::Note, |code| code.severity) {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let width = (200 * count / most.max(1)).max(2);
    html! {
        tr {
            th scope="row" { (id) }
            td { (code.map_or("", |code| code.title)) }
            td.number { (count) }
            td.bar aria-hidden="true" {
                svg viewBox="0 0 200 12" width="120" height="12" preserveAspectRatio="none" {
                    rect class=(severity) x="0" y="0" width=(width) height="12" rx="2" {}
                }
            }
        }
    }
}

fn remarks(remarks: &[Remark]) -> Markup {
    html! {
        section.remarks aria-labelledby="of-inputs" {
            h2 #of-inputs { "About the inputs" }
            ul {
                @for remark in remarks.iter().take(MOST_REMARKS) {
                    li { b { (remark.code) } " " (remark.file) ":" (remark.line) " " (remark.message) }
                }
            }
            @if remarks.len() > MOST_REMARKS { p { "and " (remarks.len() - MOST_REMARKS) " more" } }
        }
    }
}

fn list() -> Markup {
    html! {
        details #drawer open {
            summary { "Doubts " span #shown {} }
            details #sift {
              summary { "Search and filter" }
              form.filter #filter role="search" {
                label { span { "Search" }
                    input #words type="search" placeholder="players, text, line" autocomplete="off"; }
                label { span { "Show" }
                    select #state {
                        option value="open" { "to decide" }
                        option value="done" { "decided" }
                        option value="all" selected { "all" }
                    } }
                label { span { "Code" }
                    select #code { option value="" { "any" } } }
                label { span { "Reading" }
                    select #reading { option value="" { "any" } } }
              }
            }
            ol #list {}
            button #more type="button" hidden { "Show more" }
        }
    }
}

fn doubt(live: bool) -> Markup {
    html! {
        article #card hidden aria-labelledby="head" {
            div.headline {
                div {
                    h2 #head {}
                    p #where {}
                }
                div.steps {
                    button #prev type="button" title="Previous (p)" aria-label="Previous doubt" { "‹" }
                    button #next type="button" title="Next (n)" aria-label="Next doubt" { "›" }
                }
            }
            div.why {
                ul #findings {}
                button #ask type="button" title="Why is this a doubt? (?)" { "Why?" }
            }
            div.work {
                section.print aria-labelledby="printed" {
                    h3 #printed { "As printed" }
                    p #sounds hidden {
                        button #hear type="button" title="Play the recording (y)" { "Hear it" }
                        audio #sound controls preload="metadata" {}
                    }
                    figure #scan hidden {
                        div.tools {
                            button #zoom type="button" aria-pressed="false" title="Larger (z)" { "Larger" }
                            button #whole type="button" aria-pressed="false" title="The whole page (w)" hidden { "Whole page" }
                        }
                        div #view tabindex="0" {
                            div #cut {
                                div #frame aria-hidden="true" {}
                            }
                        }
                    }
                    pre #source tabindex="0" {}
                }
                section.game aria-label="The board" {
                    div #board {}
                    div.play {
                        button #first type="button" aria-label="First position" title="Home" { "«" }
                        button #back type="button" aria-label="Back" title="Left arrow" { "‹" }
                        button #here type="button" title="The doubt (h)" { "the doubt" }
                        button #forth type="button" aria-label="Forward" title="Right arrow" { "›" }
                        button #last type="button" aria-label="Last position" title="End" { "»" }
                        button #flip type="button" aria-pressed="false" title="f" { "Flip" }
                    }
                    p #caption {}
                }
                (answers())
                section.record aria-label="Moves of the game" {
                    div #moves {}
                    @if live {
                        div.play {
                            button #correct type="button" title="c" { "Correct this move" }
                            button #insert type="button" title="i" { "A move is missing after it" }
                        }
                    }
                    p #rest {}
                }
            }
        }
    }
}

/// The possible answers for a doubt.
fn answers() -> Markup {
    html! {
        div #choose role="group" aria-labelledby="what" {
            h3 #what { "What was played?" }
            ol #ways {}
            div.type {
                label.quiet for="typed" { "Another move, in any notation" }
                div.line {
                    input #typed autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="another move, in any notation";
                    button #take type="button" { "Take" }
                }
                p #heard role="status" {}
            }
            div.others {
                button #right type="button" title="All doubts of this game as they are read (g)" { "Game is right" }
                button #alike type="button" title="The last decision, for every doubt of its sort (a)" { "All like this" }
                button #misprint type="button" aria-pressed="false" title="The print is wrong (m)" { "Misprint" }
                button #leave type="button" aria-pressed="false" title="Leave it as it is (l)" { "Leave" }
                button #lines type="button" title="Say which lines are one game, or no score (s)" { "Lines…" }
                button #undo type="button" title="u" { "Undo" }
            }
            details.rest {
                summary { "Something else" }
                div.line {
                    label { span { "What" }
                        select #kind {
                            option value="missing" { "moves are missing before it" }
                            option value="missing-after" { "moves are missing after it" }
                            option value="not-score" { "its line is not score" }
                            option value="game" { "a game starts on its line" }
                            option value="tag" { "a tag of this game" }
                        } }
                    label { span { "Value" } input #value autocomplete="off" placeholder="d4; d5 or White=Morphy"; }
                    button #add type="button" { "Add" }
                }
            }
            ul #decided aria-label="Decided here" {}
        }
    }
}

fn dialogs() -> Markup {
    let keys = [
        ("n  p", "next, previous doubt"),
        ("N", "the next game with an open doubt"),
        ("1 … 9", "take this reading"),
        ("0", "keep the reading taken"),
        ("t", "type a move"),
        ("g", "the game is right: all its doubts as they are read"),
        ("a", "all like this: the last decision, for every doubt of its sort"),
        ("c", "correct the move that the board has come to, doubtful or not (--serve)"),
        ("i", "a move is missing after it (--serve)"),
        ("j", "what comes where the game stops (--serve)"),
        ("m", "the print is wrong"),
        ("l", "leave it as it is"),
        ("s", "say which lines are one game, or no score"),
        ("u", "undo"),
        ("← →", "play through the game"),
        ("click", "on a half-move in the list: what was played there? (--serve)"),
        ("click", "on the board: a man and its square, or a square that one man only can go to"),
        ("Home End", "its first and last position"),
        ("h", "back to the doubt"),
        ("f", "flip the board"),
        ("y", "hear it again: the recording of a game that was read aloud"),
        ("z", "the print larger"),
        ("w", "the whole page (--serve)"),
        ("/", "search"),
        ("e", "export"),
        ("?", "why this is a doubt, and these keys"),
    ];
    html! {
        dialog #keys aria-labelledby="why-head" {
            section #why hidden {
                h2 #why-head { "Why is this a doubt?" }
                dl #reasons {}
                p { "The chance of an answer comes from how much its move looks like the print, and from how far the \
                     game can be read with it. What is missing up to 100 % is the chance of an answer that is not listed." }
            }
            h2 #keys-head { "Keys" }
            dl.keys { @for (key, what) in keys { dt { kbd { (key) } } dd { (what) } } }
            form method="dialog" { button.primary { "Close" } }
        }
        dialog #choice aria-labelledby="choice-head" {
            h2 #choice-head { "Which lines are one game?" }
            p { "Drag over them, or use " kbd { "↑" } " " kbd { "↓" } " with " kbd { "Shift" } " held to take in more." }
            ol #text tabindex="0" aria-label="The lines" {}
            div.line {
                button.primary #together type="button" disabled { "These lines are one game" }
                button #begins type="button" disabled { "A game starts here" }
                button #unscored type="button" disabled { "They are no score" }
                form method="dialog" { button { "Cancel" } }
                p #chosen role="status" {}
            }
        }
        dialog #out aria-labelledby="out-head" {
            h2 #out-head { "Corrections" }
            p #told {}
            textarea #csv readonly rows="10" aria-label="The corrections as CSV" {}
            div.line {
                a #save.button.primary download="corrections.csv" href="#" { "Save corrections.csv" }
                a #games.button download="games.pgn" href="#" hidden { "Save games.pgn" }
                form method="dialog" { button { "Close" } }
            }
        }
    }
}
