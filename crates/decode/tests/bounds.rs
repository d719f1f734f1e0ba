//! What is left out because it costs too much, and what is known from an earlier search, changes no reading.

use scorebook_core::record::{Cell, CellLine, Draft};
use scorebook_decode::lexicon::Lexicon;
use scorebook_decode::reader::{Leniency, PlainReader, Reader, ScoredMove, Weighings};
use scorebook_decode::{Cost, Decoder, GameState, Options};
use scorebook_notation as notation;
use scorebook_random::Random;
use shakmaty::{Chess, Position};

const TEXTS: [&str; 16] = [
    "e4", "Nf3", "Nbd2", "exd5", "O-O", "Qh5+", "Rxe8#", "P-K4", "Kt-KB3", "PxP", "B-Kt5ch", "R-K1",
    "QKt-Q2", "Nf33", "axb8=Q", "Be",
];

/// The moves within a limit are those of all that do not cost more, in the same order.
#[test]
fn a_limit_leaves_out_what_costs_more_and_nothing_else() {
    let mut random = Random::new(60);
    let mut compared = 0;
    for name in ["san", "english"] {
        let notations = vec![notation::find(name).unwrap()];
        let mut lexicon = Lexicon::new(notations);
        for _ in 0..60 {
            let mut state = GameState::new(&Chess::default());
            for _ in 0..random.below(60) {
                let legal = state.position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                state.play(legal[random.below(legal.len())]);
            }
            let legal = state.position.legal_moves();
            for text in TEXTS {
                let cell = Cell { text: text.into(), ..Cell::default() };
                for leniency in [Leniency::Exact, Leniency::Slips, Leniency::Unreadable] {
                    let mut reader = PlainReader { lexicon: &mut lexicon, leniency };
                    let mut all = Weighings::new();
                    reader.weigh(&cell, state.scene(), &legal, &mut all);
                    for most in
                        [0, 2_000, 3_499, 3_500, 4_200, 6_500, 8_999, 9_000, 13_000, 40_000].map(Cost::new)
                    {
                        let mut some = Weighings::new();
                        reader.weigh_within(&cell, state.scene(), &legal, most, &mut some);
                        let within = |all: &Weighings| -> Vec<ScoredMove> {
                            all.iter().copied().filter(|weighed| weighed.cost <= most).collect()
                        };
                        assert_eq!(within(&some), within(&all), "{text} within {most:?}, {leniency:?}");
                        compared += usize::from(!some.is_empty());
                    }
                }
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

fn draft(moves: &str) -> Draft<'_> {
    let cells = moves.split(' ').map(|text| Cell { text: text.into(), ..Cell::default() }).collect();
    Draft { mainline: CellLine { cells, ..CellLine::default() }, ..Draft::default() }
}

/// A decoder that has read other games, and the same one, reads as a new one does.
#[test]
fn what_was_searched_before_changes_nothing() {
    let games = [
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba5 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
        "P-K4 P-K4 Kt-KB3 Kt-QB3 B-B4 B-B4 P-QKt4 BxKtP P-B3 B-R4 P-Q4 PxP Castles P-Q6",
        "e4 e5 Ke3 Nc6 Kxx9 d5",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba5 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
        "e4 e5",
    ];
    let mut used = Decoder::new(Options::default());
    for moves in games.iter().chain(games.iter().rev()) {
        let draft = draft(moves);
        let (old, new) = (used.decode(&draft), Decoder::new(Options::default()).decode(&draft));
        let told = |reading: &scorebook_decode::Reading| {
            let moves: Vec<_> = reading.game.moves().collect();
            (moves, reading.verdict, reading.findings.clone(), reading.rest, reading.notation)
        };
        assert_eq!(told(&old), told(&new), "{moves}");
    }
}
