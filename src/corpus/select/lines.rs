//! The lines of a repertoire: the games of a PGN, with their variations.

use shakmaty::variant::VariantPosition;

use crate::archive::{Annotation, Body, Stored, VariantRules, next_game};
use crate::international::Move16;
use crate::pgn::Lexer;

/// Each line of the games of a PGN to its end, as a starting position and moves: the mainlines and all variations.
///
/// ```
/// let lines = scorebook::corpus::select::lines(b"1. e4 c5 (1... e5 2. Nf3) 2. Nf3 *").unwrap();
/// let plies: Vec<usize> = lines.iter().map(|(_, moves)| moves.len()).collect();
/// assert_eq!(plies, [3, 3]);
/// assert!(scorebook::corpus::select::lines(b"1. e4 e4 *").unwrap_err().contains("game 1"));
/// ```
///
/// # Errors
/// In words, which game cannot be played.
pub fn lines(pgn: &[u8]) -> Result<Vec<(VariantPosition, Vec<Move16>)>, String> {
    let mut lexer = Lexer::new(pgn);
    let mut all = Vec::new();
    let mut number = 0;
    while let Some((_, game)) = next_game(&mut lexer, Default::default()) {
        number += 1;
        let game = game.map_err(|refusal| format!("game {number}: {}", refusal.reason))?;
        let start = VariantRules::of(&game.tags)
            .ok_or_else(|| "its variant is not known".to_owned())
            .and_then(|rules| rules.start(&game.tags))
            .map_err(|why| format!("game {number}: {why}"))?;
        all.extend(ends(&game).into_iter().filter(|line| !line.is_empty()).map(|line| (start.clone(), line)));
    }
    Ok(all)
}

/// The moves from the start to the end of each line of a game.
fn ends(game: &Stored) -> Vec<Vec<Move16>> {
    let Body::Moves(moves) = &game.body else { return Vec::new() };
    let mut all = vec![moves.line.clone()];
    // The open lines around the current one.
    let mut open: Vec<Vec<Move16>> = Vec::new();
    let mut line: Vec<Move16> = Vec::new();
    for note in &moves.notes {
        if open.is_empty() {
            line = moves.line[..moves.line.len().min(note.ply as usize)].to_vec();
        }
        match note.event {
            Annotation::Open => {
                let mut variation = line.clone();
                variation.pop();
                open.push(std::mem::replace(&mut line, variation));
            }
            Annotation::Move(word) => line.push(word),
            Annotation::Close => {
                if let Some(outer) = open.pop() {
                    all.push(std::mem::replace(&mut line, outer));
                }
            }
            Annotation::Nag(_) | Annotation::Comment(_) => {}
        }
    }
    all
}
