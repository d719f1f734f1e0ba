//! Figurines that a scanner has read as any sign: a book of its own games teaches which sign is which man.

use scorebook_book::{Prices, read};
use shakmaty::{Chess, san::SanPlus};

/// Morphy v. Brunswick and Isouard 1858, Anderssen v. Dufresne 1852, Anderssen v. Kieseritzky 1851, Réti v. Tartakower 1910.
const GAMES: [&str; 4] = [
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 \
     Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 \
     Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
    "e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 \
     Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    "e4 c6 d4 d5 Nc3 dxe4 Nxe4 Nf6 Qd3 e5 dxe5 Qa5+ Bd2 Qxe5 O-O-O Nxe4 Qd8+ Kxd8 Bg5+ Kc7 Bd8#",
];
/// What the scanner makes of knight, bishop, rook, queen and king.
const SIGNS: [(char, &str); 5] = [('N', "\\"), ('B', "&"), ('R', "#"), ('Q', "¥"), ('K', "®")];

fn printed(game: &str) -> String {
    let signs = |san: &str| -> String {
        let sign = |c| {
            SIGNS
                .iter()
                .find(|(man, _)| *man == c)
                .map_or_else(|| c.to_string(), |(_, sign)| (*sign).to_owned())
        };
        san.trim_end_matches('#').chars().map(sign).collect()
    };
    let moves: Vec<String> = game.split_whitespace().map(signs).collect();
    let pair = |(at, pair): (usize, &[String])| format!("{}. {}", at + 1, pair.join(" "));
    moves.chunks(2).enumerate().map(pair).collect::<Vec<_>>().join("\n")
}

#[test]
fn signs_for_men_are_learned_from_the_book() {
    let text: String = (1..)
        .zip(GAMES)
        .map(|(number, game)| {
            format!(
                "The game that follows was given in every book since then.\n\nGame {number}.\n\n{}\n\n",
                printed(game)
            )
        })
        .collect();
    let book = read(&text, &Prices::default());
    let found: Vec<String> = book
        .games
        .iter()
        .map(|game| {
            let mut position = Chess::default();
            let san = |step: &scorebook_book::decode::Step| {
                SanPlus::from_move_and_play_unchecked(&mut position, step.m).to_string()
            };
            game.reading.steps.iter().map(san).collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(book.grammar.name(), "figurine");
    assert_eq!(found, GAMES.map(|game| game.split_whitespace().collect::<Vec<_>>().join(" ")));
}
