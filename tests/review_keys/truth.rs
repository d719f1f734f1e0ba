//! Games as their moves.

/// The moves of a game in SAN, without check marks.
pub type Moves = Vec<String>;

/// The games of a PGN that has no variations; comments are passed over.
pub fn games(pgn: &str) -> Vec<Moves> {
    let mut games: Vec<Moves> = Vec::new();
    let (mut in_tags, mut in_comment) = (false, false);
    for line in pgn.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with('[') && !in_comment {
            if !in_tags {
                games.push(Vec::new());
            }
            in_tags = true;
            continue;
        }
        in_tags = false;
        let Some(game) = games.last_mut() else { continue };
        let mut rest = line;
        while !rest.is_empty() {
            let (piece, behind) = rest.split_once(if in_comment { '}' } else { '{' }).unwrap_or((rest, ""));
            let ends = piece.len() < rest.len();
            if !in_comment {
                let words = piece.split_whitespace();
                game.extend(
                    words.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())).map(plain),
                );
            }
            in_comment ^= ends;
            rest = behind;
        }
    }
    games
}

/// A move without marks of check.
pub fn plain(san: &str) -> String {
    san.trim_end_matches(['+', '#']).to_owned()
}

/// The surnames of both players of each game of a PGN.
pub fn players(pgn: &str) -> Vec<[String; 2]> {
    let mut players: Vec<[String; 2]> = Vec::new();
    for line in pgn.lines() {
        let name = |tag: &str| line.strip_prefix(tag).map(|rest| surname(rest.trim_end_matches("\"]")));
        if let Some(white) = name("[White \"") {
            players.push([white, String::new()]);
        } else if let (Some(black), Some(last)) = (name("[Black \""), players.last_mut()) {
            last[1] = black;
        }
    }
    players
}

/// The family name of a player, in small letters.
pub fn surname(name: &str) -> String {
    name.split(',').next().unwrap_or_default().trim().to_lowercase()
}

/// Half-moves from the start that two games have in common.
pub fn agree(a: &[String], b: &[String]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[test]
fn players_by_their_surnames() {
    let pgn = "[Event \"x\"]\n[White \"Alekhine, A.\"]\n[Black \"Bird\"]\n\n1. e4 *\n";
    assert_eq!(players(pgn), [["alekhine".to_owned(), "bird".to_owned()]]);
}

#[test]
fn comments_are_no_moves() {
    let pgn =
        "[White \"a\"]\n\n1. e4 {D101: e5\nnot d5} 1... e5+ {x} {y} 2. Nf3 1-0\n\n[White \"b\"]\n\n1. d4 *\n";
    assert_eq!(games(pgn), [vec!["e4", "e5", "Nf3"], vec!["d4"]]);
}
