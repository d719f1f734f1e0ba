//! Every English form that people write, as listed with its source in `fixtures/english.toml`, names
//! its moves in its position.

use scorebook::decode::{GameState, Options, move_lookup};
use scorebook::{decode, notation};
use serde::Deserialize;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

#[derive(Deserialize)]
struct Table {
    group: Vec<Group>,
}

/// Forms with one meaning in one position.
#[derive(Deserialize)]
struct Group {
    source: String,
    #[serde(default)]
    fen: Option<String>,
    /// SAN of the moves before the position, from the array.
    #[serde(default)]
    after: String,
    /// The moves that the forms mean, cheapest first, in SAN; none where the text is no move.
    moves: Vec<String>,
    forms: Vec<String>,
}

fn seat(group: &Group) -> GameState {
    let position = group.fen.as_ref().map_or_else(Chess::default, |fen| {
        fen.parse::<Fen>().expect("a FEN").into_position(CastlingMode::Standard).expect("a position")
    });
    let mut seat = GameState::new(&position);
    for san in group.after.split_whitespace() {
        let san: shakmaty::san::SanPlus = san.parse().expect("SAN");
        let m = san.san.to_move(&seat.position).expect("legal");
        seat.play(m);
    }
    seat
}

#[test]
fn forms_name_their_moves() {
    let table: Table = toml::from_str(include_str!("../fixtures/english.toml")).expect("the table");
    let options = Options {
        from: decode::NotationChoice::Notation(notation::find("english").expect("named")),
        ..Options::default()
    };
    let mut wrong = Vec::new();
    let mut forms = 0;
    for group in &table.group {
        let seat = seat(group);
        assert!(!group.source.is_empty());
        for form in &group.forms {
            forms += 1;
            let found: Vec<String> = move_lookup::meanings(form, &seat, &options)
                .iter()
                .flat_map(|meaning| &meaning.candidates)
                .map(|weighed| notation::spelling::san(&seat.position, weighed.mv))
                .collect();
            let agrees = if group.moves.len() == 1 {
                // One meaning: it may have dearer rivals, but it must be the verdict.
                let meaning = move_lookup::meanings(form, &seat, &options);
                let verdict = meaning.first().and_then(move_lookup::Meaning::verdict);
                verdict.map(|weighed| notation::spelling::san(&seat.position, weighed.mv)).as_ref()
                    == group.moves.first()
            } else {
                let (mut a, mut b) = (found.clone(), group.moves.clone());
                a.sort();
                b.sort();
                a == b
            };
            if !agrees {
                wrong.push(format!("{form:?} ({}): {found:?}, not {:?}", seat.position.turn(), group.moves));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {forms} forms:\n{}", wrong.len(), wrong.join("\n"));
}
