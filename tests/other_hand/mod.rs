//! `verified` and `settled` mean it, told by a second writer: real games, written in dialects and laid out as books,
//! newspapers, letters, pages and tables do, clean and spoiled. It was written without a look at `tests/spoiled`, and its
//! strict reading ([`Dialect::read`]) shares nothing with the program.
//!
//! A claim about a spoiled record is right if the print is the clean print of the claimed game, or if the game is the
//! original and a finding says that the print deviates from it.
//!
//! The long run, 3,000 clean and 3,000 spoiled records from seed 1:
//! `OTHER_HAND=3000 OTHER_HAND_SEED=1 cargo test --test all other_hand::long -- --ignored --nocapture`

mod dialect;
mod sheet;
mod spoil;

use scorebook_random::Random;
use shakmaty::{Chess, Move, Position};

use crate::hand::{self, Game, Sample, in_san};
use dialect::Dialect;
use sheet::{Layout, Row, Style};
use spoil::Harm;

/// Half-moves of the longest record; the whole game otherwise.
const LONG: usize = 40;

fn rows(moves: &[Move], dialect: Dialect) -> Vec<Row> {
    let mut position = Chess::default();
    let mut texts = Vec::new();
    for &m in moves {
        texts.push(dialect.write(&position, m));
        position.play_unchecked(m);
    }
    let row = |(at, pair): (usize, &[String])| Row {
        number: at as u32 + 1,
        white: pair[0].clone(),
        black: pair.get(1).cloned().unwrap_or_default(),
        remark: None,
    };
    texts.chunks(2).enumerate().map(row).collect()
}

/// The game that rows say literally, each text one move; `None` if they do not.
fn literal(rows: &[Row], dialect: Dialect) -> Option<Vec<Move>> {
    let texts: Vec<&String> = rows.iter().flat_map(|row| [&row.white, &row.black]).collect();
    let printed = texts.iter().rposition(|text| !text.is_empty()).map_or(0, |last| last + 1);
    let texts: Vec<String> = texts[..printed].iter().map(|text| (*text).clone()).collect();
    hand::only_game(&texts, &|position, text| dialect.read(position, text))
}

/// A record at random; `None` where dialect and layout do not go together, or nothing could be spoiled.
fn sample(random: &mut Random, games: &[Game], spoiled: bool) -> Option<Sample> {
    let (dialect_name, dialect) = *random.pick(dialect::ALL);
    let (layout_name, layout) = *random.pick(sheet::LAYOUTS);
    let game = random.pick(games);
    let whole = random.below(3) == 0;
    let length = if whole { usize::MAX } else { 8 + random.below(LONG) };
    let moves = &game.moves[..game.moves.len().min(length)];
    if !layout.takes_blanks() && dialect.is_spaced() || fits_badly(dialect, layout) {
        return None;
    }
    let dashed = matches!(
        dialect,
        Dialect::English { .. }
            | Dialect::Squares { dash: "-", .. }
            | Dialect::Digits { dash: "-" }
            | Dialect::Long { .. }
    );
    let result = if moves.len() == game.moves.len() { game.result } else { "" };
    let style = sheet::style(random, layout, dialect.is_spaced(), dashed, result);
    let clean = rows(moves, dialect);
    let printed = sheet::print(&clean, &style);
    let original = in_san(moves);
    if !spoiled {
        let literal = Some(original.clone());
        return Some(Sample {
            clean: printed.clone(),
            text: printed,
            dialect: dialect_name,
            layout: layout_name,
            harm: None,
            original,
            mended: Vec::new(),
            literal,
            beside: None,
            result: None,
            odds: false,
        });
    }
    let harm = *random.pick(spoil::ALL);
    // A number that is not shown says nothing.
    if layout == Layout::EveryFifth && harm == Harm::Number {
        return None;
    }
    let at = 6 + random.below(6);
    let mut rows = clean.clone();
    let other = elsewhere(moves, at, dialect, random)?;
    if !spoil::spoil(&mut rows, harm, &other, random) || says_truth(harm, &clean, &rows, moves) {
        return None;
    }
    let text = sheet::print(&rows, &style);
    if text == printed {
        return None;
    }
    let literal = clean_print_of(&rows, dialect, &style, &text);
    let is_mended = matches!(
        harm,
        Harm::RepeatRow
            | Harm::SwapRows
            | Harm::SmallLetter
            | Harm::FalseCapture
            | Harm::FalseCheck
            | Harm::Number
            | Harm::Misread
            | Harm::LoseSign
    );
    let mended = is_mended.then(|| original.clone()).into_iter().collect();
    let literal = literal.or_else(|| (harm == Harm::Remark).then(|| original.clone()));
    Some(Sample {
        clean: printed,
        text,
        dialect: dialect_name,
        layout: layout_name,
        harm: Some(format!("{harm:?}")),
        original,
        mended,
        literal,
        beside: None,
        result: None,
        odds: false,
    })
}

/// Whether a sign of check or capture was put where there is a check or a capture: that is no harm.
fn says_truth(harm: Harm, clean: &[Row], rows: &[Row], moves: &[Move]) -> bool {
    let halves = |rows: &[Row]| -> Vec<String> {
        rows.iter().flat_map(|row| [row.white.clone(), row.black.clone()]).collect()
    };
    let (clean, own) = (halves(clean), halves(rows));
    let Some(at) = clean.iter().zip(&own).position(|(a, b)| a != b) else { return false };
    let mut position = Chess::default();
    moves.iter().take(at + 1).for_each(|&m| position.play_unchecked(m));
    match harm {
        Harm::FalseCheck => position.is_check(),
        Harm::FalseCapture => moves[at].is_capture() && own[at].contains('x'),
        _ => false,
    }
}

/// Whether commas inside moves meet commas between them, or moves do not fit the cells of a table.
fn fits_badly(dialect: Dialect, layout: Layout) -> bool {
    let long = dialect == Dialect::Words;
    long && matches!(
        layout,
        Layout::Csv
            | Layout::Lists
            | Layout::Abreast
            | Layout::EveryFifth
            | Layout::Middle
            | Layout::Ruled
            | Layout::NumberTwice
    ) || dialect.is_spaced()
        && matches!(
            layout,
            Layout::Abreast | Layout::Middle | Layout::NumberTwice | Layout::EveryFifth | Layout::Ruled
        )
}

/// A legal move of the game's position at a half-move, that was not played, as the dialect writes it.
fn elsewhere(moves: &[Move], at: usize, dialect: Dialect, random: &mut Random) -> Option<String> {
    let mut position = Chess::default();
    moves.iter().take(at).for_each(|&m| position.play_unchecked(m));
    let m = random.legal_move(&position)?;
    (moves.get(at) != Some(&m)).then(|| dialect.write(&position, m))
}

/// The game of which a text is the clean print, in SAN.
fn clean_print_of(rows: &[Row], dialect: Dialect, style: &Style, text: &str) -> Option<String> {
    let moves = literal(rows, dialect)?;
    let renumbered: Vec<Row> =
        (1..).zip(rows).map(|(number, row)| Row { number, remark: None, ..row.clone() }).collect();
    (sheet::print(&renumbered, style) == text).then(|| in_san(&moves))
}

#[test]
fn few_records_are_claimed_rightly() {
    hand::few(47, 60, sample);
}

#[test]
#[ignore = "minutes: see the head of this file"]
fn long() {
    hand::long("OTHER_HAND", sample);
}
