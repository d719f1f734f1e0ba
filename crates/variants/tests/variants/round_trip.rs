//! Every move of random games is read back from every notation, and every position from its FEN.

use scorebook_random::Random;
use scorebook_variants::{Game, Notation, Position, WhyNot, builtin};

#[test]
fn moves_and_positions_survive_every_notation() {
    let mut random = Random::new(22);
    for rules in builtin() {
        let mut game = Game::new(Position::start(rules));
        for ply in 0..32 {
            let position = game.position();
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let again = Position::from_fen(rules, &position.fen()).unwrap();
            assert_eq!(again.fen(), position.fen(), "{}", rules.name);
            let mv = moves[random.below(moves.len())];
            for notation in Notation::ALL {
                let text = position.write_move(notation, mv);
                match position.parse_move(notation, &text) {
                    Ok(read) => {
                        assert_eq!(read, mv, "{} {notation:?} {text} in {}", rules.name, position.fen())
                    }
                    // Shogi's figures can be read two ways on boards of ten files and more.
                    Err(WhyNot::Unreadable(_)) if notation == Notation::Shogi && rules.board.files > 9 => {}
                    Err(why) => {
                        panic!("{} ply {ply} {notation:?} {text} in {}: {why}", rules.name, position.fen())
                    }
                }
            }
            game.play(mv);
        }
    }
}

#[test]
fn no_two_legal_moves_are_written_alike() {
    let mut random = Random::new(7);
    for rules in builtin() {
        let mut game = Game::new(Position::start(rules));
        for ply in 0..24 {
            let position = game.position();
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            if ply % 8 == 0 {
                // Its squares are two figures: boards of more than nine files have other notations.
                let wide = rules.board.files > 9;
                for notation in Notation::ALL.into_iter().filter(|&of| !wide || of != Notation::Shogi) {
                    let mut texts: Vec<String> =
                        moves.iter().map(|&mv| position.write_move(notation, mv)).collect();
                    texts.sort();
                    let twin = texts.windows(2).find(|pair| pair[0] == pair[1]);
                    assert_eq!(twin, None, "{} {notation:?} in {}", rules.name, position.fen());
                }
            }
            let mv = moves[random.below(moves.len())];
            game.play(mv);
        }
    }
}
