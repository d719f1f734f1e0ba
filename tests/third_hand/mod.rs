//! `verified` and `settled` mean it, told by a third writer, who has seen neither `tests/spoiled` nor the tables of
//! `tests/other_hand`: the layouts of books, letters, newspapers, bulletins and pages, ten languages, long and short
//! algebraic, old and new English, words, squares and digits.
//!
//! The long run, 3,000 clean and 3,000 spoiled records from seed 1:
//! `THIRD_HAND=3000 THIRD_HAND_SEED=1 cargo test --test all third_hand::long -- --ignored --nocapture`

mod dialect;
mod harm;
mod layout;

use scorebook_random::Random;
use shakmaty::{Chess, Move, Position};

use crate::hand::{self, Game, Sample, in_san};
use dialect::{DIALECTS, Dialect};
use harm::{Claim, HARMS, Work};
use layout::{LAYOUTS, Layout, Page, Row};

const NAMES: [[&str; 2]; 5] = [
    ["Anderssen", "Dufresne"],
    ["Pillsbury", "Tarrasch"],
    ["Smyslov", "Botvinnik"],
    ["N. Short", "J. Timman"],
    ["Müller", "O'Kelly"],
];

/// The moves as texts in rows.
fn rows(moves: &[Move], dialect: &Dialect) -> Option<Vec<Row>> {
    let mut position = Chess::default();
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(dialect.write(&position, m)?);
        position.play_unchecked(m);
    }
    Some(paired(&texts))
}

fn paired(texts: &[String]) -> Vec<Row> {
    let row = |(number, pair): (u32, &[String])| Row {
        number,
        cells: [Some(pair[0].clone()), pair.get(1).cloned()],
        below: None,
    };
    (1..).zip(texts.chunks(2)).map(row).collect()
}

/// The game of which a text is the clean print, in SAN: its cells, each read by itself, one after another.
fn clean_print_of(page: &Page, dialect: &Dialect, layout: &Layout, text: &str) -> Option<String> {
    let texts: Vec<String> = page.rows.iter().flat_map(|row| row.cells.iter().flatten().cloned()).collect();
    let moves = hand::only_game(&texts, &|position, text| dialect.read(position, text))?;
    let clean = Page { rows: paired(&texts), ..page.clone() };
    ((layout.print)(&clean) == text).then(|| in_san(&moves))
}

/// The result as this writer prints it, and as it is to be read.
fn ending(game: &Game, whole: bool, random: &mut Random) -> (&'static str, &'static str) {
    if !whole {
        return ("", "*");
    }
    let forms: &[&str] = match game.result {
        "1-0" => &["1-0", "1–0", "1:0", "Black resigns."],
        "0-1" => &["0-1", "0–1", "0:1", "White resigns."],
        _ => &["1/2-1/2", "½-½", "½–½", "Drawn."],
    };
    (*random.pick(forms), game.result)
}

fn head(names: [&str; 2], random: &mut Random) -> String {
    let [white, black] = names;
    match random.below(4) {
        0 => format!("White: {white}\nBlack: {black}\n\n"),
        1 => format!("{white} – {black}\n\n"),
        _ => String::new(),
    }
}

fn sample(random: &mut Random, games: &[Game], spoiled: bool) -> Option<Sample> {
    let dialect = random.pick(DIALECTS);
    let layout = random.pick(LAYOUTS);
    if dialect.is_spaced() && !layout.spaced {
        return None;
    }
    let [game, other] = [random.pick(games), random.pick(games)];
    let length = if random.below(3) == 0 { usize::MAX } else { 12 + random.below(32) };
    let moves = &game.moves[..game.moves.len().min(length)];
    let other = &other.moves[..other.moves.len().min(24)];
    let (result, meant) = ending(game, moves.len() == game.moves.len(), random);
    let names = *random.pick(&NAMES);
    let mut page = Page {
        rows: rows(moves, dialect)?,
        beside: rows(other, dialect)?,
        result,
        names,
        head: head(names, random),
        heads_swapped: false,
        taste: random.below(12),
    };
    let printed = (layout.print)(&page);
    let is_abreast = layout.name.contains("abreast");
    let shows_result = !result.is_empty() && printed.contains(result);
    let original = in_san(moves);
    let clean = Sample {
        clean: printed.clone(),
        text: printed,
        dialect: dialect.name,
        layout: layout.name,
        harm: None,
        mended: Vec::new(),
        literal: Some(original.clone()),
        original,
        odds: false,
        beside: is_abreast.then(|| in_san(other)),
        result: shows_result.then_some(meant),
    };
    if !spoiled {
        return Some(clean);
    }
    let harm = random.pick(HARMS);
    if !harm.apply(&mut Work { page: &mut page, moves, other, dialect, random }) {
        return None;
    }
    harm::without_empty(&mut page.rows);
    let spoiled = page.clone();
    let text = (layout.print)(&page);
    if text == clean.text {
        return None;
    }
    let mut mended = Vec::new();
    if harm.claim == Claim::Told {
        mended.push(clean.original.clone());
        // Rows whose numbers are exchanged may be rows that are exchanged.
        page.rows.sort_by_key(|row| row.number);
        mended.extend(clean_print_of(&page, dialect, layout, &(layout.print)(&page)));
    }
    let literal = match harm.claim {
        Claim::Freely => Some(clean.original.clone()),
        Claim::Nothing | Claim::Odds => None,
        _ => clean_print_of(&spoiled, dialect, layout, &text),
    };
    let odds = harm.claim == Claim::Odds;
    Some(Sample { text, harm: Some(harm.name.to_owned()), mended, literal, odds, ..clean })
}

#[test]
fn few_records_are_claimed_rightly() {
    hand::few(3, 60, sample);
}

#[test]
#[ignore = "minutes: see the head of this file"]
fn long() {
    hand::long("THIRD_HAND", sample);
}
