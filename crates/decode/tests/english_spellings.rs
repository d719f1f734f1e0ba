//! The table of English spellings, held to the notation that reads and writes them: what the notation writes is spelled by the
//! table, and what the table spells is read by the notation.

use scorebook_core::lineage::Lineage;
use scorebook_core::skeleton::Scene;
use scorebook_notation as notation;
use scorebook_random::{Random, STARTS};
use scorebook_search::{Channel, Grammar, Written};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};

/// Games, and half-moves of each.
const GAMES: u64 = 60;
const PLIES: usize = 60;
/// A spelling dearer than this names a wing, of which the table knows only where the man stands now, or is rare.
const DEAR: f32 = 1.2;

/// The position before each half-move of random games from different positions.
fn positions() -> Vec<(Chess, Lineage, Random)> {
    let mut found = Vec::new();
    for seed in 0..GAMES {
        let mut random = Random::new(seed);
        let start: Fen = STARTS[seed as usize % 4].parse().expect("a FEN");
        let mut position: Chess = start.into_position(CastlingMode::Standard).expect("a position");
        let mut lineage = Lineage::new(&position);
        for _ in 0..PLIES {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            found.push((position.clone(), lineage, random.clone()));
            let mv = legal[random.below(legal.len())];
            lineage.play(&position, mv);
            position.play_unchecked(mv);
        }
    }
    found
}

fn fen(position: &Chess) -> Fen {
    Fen::from_position(position, EnPassantMode::Legal)
}

#[test]
fn what_the_notation_writes_is_cheapest_as_its_move() {
    let english = notation::find("english").expect("a notation");
    let (grammar, channel) = (Grammar::english("Kt"), Channel::handwriting());
    let mut spelled = Vec::new();
    for (position, lineage, mut random) in positions() {
        let legal = position.legal_moves();
        let looks = grammar.looks(position.turn(), &legal);
        let own = random.below(legal.len());
        let Some(text) = english.write(&position, &lineage, legal[own]) else { continue };
        let written = Written::of_text(&text, 0.0).expect("a text");
        let mut cost = |at: usize| -> f32 {
            grammar.spell(&looks[at], &mut spelled);
            let costs =
                spelled.iter().map(|(spelling, price)| price + channel.cost(spelling, &written.text, 30.0));
            costs.fold(30.0, f32::min)
        };
        let (true_cost, least) = (cost(own), (0..legal.len()).map(&mut cost).fold(30.0, f32::min));
        assert!(true_cost <= least, "{text} in {}: {true_cost}, another move {least}", fen(&position));
    }
}

#[test]
fn usual_spellings_are_read_as_their_move() {
    let english = notation::find("english").expect("a notation");
    let grammar = Grammar::english("Kt");
    let mut spelled = Vec::new();
    for (position, lineage, mut random) in positions() {
        let legal = position.legal_moves();
        let own = random.below(legal.len());
        let look = grammar.looks(position.turn(), &legal)[own];
        grammar.spell(&look, &mut spelled);
        let scene = Scene { position: &position, lineage: &lineage, last: None };
        for (text, price) in spelled.iter().filter(|(_, price)| *price < DEAR) {
            // The table has no blanks.
            let text = text.replace("takes", " takes ").replace("tks", " tks ").replace("to", " to ");
            let senses = english.read(&text, position.turn());
            let is_read = senses.iter().any(|sense| sense.skeleton.admits(scene, legal[own]));
            assert!(is_read, "{text} ({price}) for {:?} in {}", legal[own], fen(&position));
        }
    }
}
