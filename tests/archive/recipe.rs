//! Random games with everything that an archive stores.

use crate::common::Random;
use proptest::prelude::*;
use scorebook::archive::{AnnotatedMoves, Annotation, Body, PlacedAnnotation, Stored, Termination};
use scorebook::game::{Tag, Tags};
use scorebook::international::Move16;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup, Position};

/// What makes a random game.
#[derive(Clone, Debug)]
pub(super) struct Recipe {
    start: Start,
    choices: Vec<u16>,
    notes: Vec<(u16, NoteKind)>,
    tags: Vec<(String, String)>,
    termination: u8,
}

#[derive(Clone, Debug)]
enum Start {
    Array,
    /// The position after these choices, as FEN.
    Later(Vec<u16>),
    /// A Chess960 array by its number.
    Shuffled(u16),
}

#[derive(Clone, Debug)]
enum NoteKind {
    Comment(String),
    Nag(u8),
    /// A variation: choices of moves, a null move where 0, and one more variation inside.
    Variation(Vec<u16>, Option<Vec<u16>>),
}

pub(super) fn recipe(longest: usize) -> impl Strategy<Value = Recipe> {
    let comment = prop_oneof![
        "[a-z {}\\[\\]%;\"\\\\é♞\n]{0,30}",
        (0..40_000u32, -3000..3000i32).prop_map(|(clock, eval)| format!(
            " [%eval {}.{:02}] [%clk {}:{:02}:{:02}] ",
            eval / 100,
            eval.abs() % 100,
            clock / 3600,
            clock / 60 % 60,
            clock % 60
        )),
        (0..600u32).prop_map(|t| format!("[%clk 0:{:02}:{:02}.{}]", t / 60, t % 60, t % 10)),
        (-9..9i32).prop_map(|n| format!("[%eval #{n}]")),
        "[\u{1}-\u{7}]{1,3}\\[%clk 0:00:01\\]",
    ];
    let choices = || proptest::collection::vec(any::<u16>(), 0..6);
    let note = prop_oneof![
        comment.prop_map(NoteKind::Comment),
        any::<u8>().prop_map(NoteKind::Nag),
        (choices(), proptest::option::of(choices())).prop_map(|(a, b)| NoteKind::Variation(a, b)),
    ];
    let start = prop_oneof![
        3 => Just(Start::Array),
        1 => proptest::collection::vec(any::<u16>(), 1..60).prop_map(Start::Later),
        1 => (0..960u16).prop_map(Start::Shuffled),
    ];
    let name = prop_oneof![
        Just("White".to_owned()),
        Just("Black".to_owned()),
        Just("Event".to_owned()),
        Just("Date".to_owned()),
        Just("WhiteElo".to_owned()),
        Just("ECO".to_owned()),
        Just("Result".to_owned()),
        Just("Annotator".to_owned()),
        "[A-Za-z][A-Za-z0-9_]{0,7}",
    ];
    let value = prop_oneof![
        "[ -~é\u{2654}]{0,12}",
        Just("1-0".to_owned()),
        Just("1999.01.??".to_owned()),
        Just("2700".to_owned()),
        Just("B33".to_owned()),
    ];
    (
        start,
        proptest::collection::vec(any::<u16>(), 0..longest),
        proptest::collection::vec((any::<u16>(), note), 0..8),
        proptest::collection::vec((name, value), 0..12),
        0..5u8,
    )
        .prop_map(|(start, choices, notes, tags, termination)| Recipe {
            start,
            choices,
            notes,
            tags,
            termination,
        })
}

fn pick(position: &Chess, choice: u16) -> Option<shakmaty::Move> {
    let legal = position.legal_moves();
    (!legal.is_empty()).then(|| legal[usize::from(choice) % legal.len()])
}

fn shuffled(number: u16) -> Chess {
    // Any arrangement with the king between the rooks and bishops of both colours; found by trial.
    let mut random = Random::new(number.into());
    loop {
        let mut men = *b"rnbqkbnr";
        for i in (1..8).rev() {
            men.swap(i, random.below(i + 1));
        }
        let black = String::from_utf8_lossy(&men).into_owned();
        let fen = format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", black.to_uppercase());
        let king = black.find('k');
        let bishops = black.find('b').zip(black.rfind('b')).is_some_and(|(a, b)| (a + b) % 2 == 1);
        if bishops && black.find('r') < king && king < black.rfind('r') {
            let fen: Fen = fen.parse().expect("fen");
            return Chess::from_setup(fen.into_setup(), CastlingMode::Chess960).expect("array");
        }
    }
}

/// Plays `choices` in a variation; 0 is a null move where it can be.
fn side_line(
    mut position: Chess,
    choices: &[u16],
    mode: CastlingMode,
    ply: u32,
    out: &mut Vec<PlacedAnnotation>,
) -> Option<Chess> {
    let mut before = None;
    for &choice in choices {
        let word = if choice < 8000
            && let Ok(passed) = position.clone().swap_turn()
        {
            before = Some(std::mem::replace(&mut position, passed));
            Move16::NULL
        } else {
            let m = pick(&position, choice)?;
            before = Some(position.clone());
            position.play_unchecked(m);
            Move16::of(m, mode).expect("word")
        };
        out.push(PlacedAnnotation { ply, event: Annotation::Move(word) });
    }
    before
}

pub(super) fn cook(recipe: &Recipe) -> Stored {
    let mut tags = Tags::default();
    for (name, value) in &recipe.tags {
        tags.push(Tag { name: name.into(), value: value.into() });
    }
    let mut mode = CastlingMode::Standard;
    let mut position = Chess::default();
    match &recipe.start {
        Start::Array => {}
        Start::Later(choices) => {
            for &choice in choices {
                if let Some(m) = pick(&position, choice) {
                    position.play_unchecked(m);
                }
            }
            tags.push(Tag {
                name: "FEN".into(),
                value: Fen::from_position(&position, EnPassantMode::Legal).to_string().into(),
            });
        }
        Start::Shuffled(number) => {
            mode = CastlingMode::Chess960;
            position = shuffled(*number);
            tags.push(Tag { name: "Variant".into(), value: "Chess960".into() });
            tags.push(Tag {
                name: "FEN".into(),
                value: Fen::from_position(&position, EnPassantMode::Legal).to_string().into(),
            });
        }
    }
    let mut notes: Vec<(usize, &NoteKind)> =
        recipe.notes.iter().map(|(at, kind)| (usize::from(*at) % (recipe.choices.len() + 1), kind)).collect();
    notes.sort_by_key(|(at, _)| *at);
    let mut notes = notes.into_iter().peekable();
    let mut moves = AnnotatedMoves::default();
    let mut before: Option<Chess> = None;
    for ply in 0..=recipe.choices.len() {
        let count = moves.line.len() as u32;
        while let Some((_, kind)) = notes.next_if(|(at, _)| *at <= ply) {
            match kind {
                NoteKind::Comment(text) => moves
                    .notes
                    .push(PlacedAnnotation { ply: count, event: Annotation::Comment(text.clone()) }),
                NoteKind::Nag(nag) => {
                    moves.notes.push(PlacedAnnotation { ply: count, event: Annotation::Nag(*nag) })
                }
                NoteKind::Variation(choices, inner) => {
                    let Some(start) = before.clone() else { continue };
                    moves.notes.push(PlacedAnnotation { ply: count, event: Annotation::Open });
                    let last = side_line(start, choices, mode, count, &mut moves.notes);
                    if let (Some(inner), Some(last)) = (inner, last) {
                        moves.notes.push(PlacedAnnotation { ply: count, event: Annotation::Open });
                        side_line(last, inner, mode, count, &mut moves.notes);
                        moves.notes.push(PlacedAnnotation { ply: count, event: Annotation::Close });
                    }
                    moves.notes.push(PlacedAnnotation { ply: count, event: Annotation::Close });
                }
            }
        }
        if let Some(&choice) = recipe.choices.get(ply)
            && let Some(m) = pick(&position, choice)
        {
            before = Some(position.clone());
            if choice % 97 == 3
                && let Ok(passed) = position.clone().swap_turn()
            {
                position = passed;
                moves.line.push(Move16::NULL);
                continue;
            }
            moves.line.push(Move16::of(m, mode).expect("word"));
            position.play_unchecked(m);
        }
    }
    moves.termination = match recipe.termination {
        0 => Termination::Unknown,
        1 => Termination::White,
        2 => Termination::Black,
        3 => Termination::Draw,
        _ => Termination::Missing,
    };
    Stored { tags, body: Body::Moves(moves) }
}
