//! How players write a move.

use scorebook_notation::languages;
use scorebook_notation::san::{SAN, San, respell};
use shakmaty::{CastlingSide, Chess, Move, Role, san::San as PlainSan};

/// The letters of the men of one language.
#[derive(Clone, Copy, Debug)]
pub struct Letters(&'static San);

impl Letters {
    /// English first, then all languages whose letters are Latin.
    pub fn all() -> impl Iterator<Item = Letters> {
        let latin = |san: &San| Role::ALL.iter().all(|&role| san.alphabet.letter(role).is_ascii());
        std::iter::once(&SAN).chain(languages::ALL.iter().copied().filter(move |san| latin(san))).map(Letters)
    }

    /// English letters.
    #[must_use]
    pub fn english() -> Letters {
        Letters(&SAN)
    }

    /// The letters of a notation such as `san` or `san-de`; `None` if it is no algebraic notation in Latin letters.
    #[must_use]
    pub fn named(name: &str) -> Option<Letters> {
        Letters::all().find(|letters| letters.0.name == name || letters.0.aliases.contains(&name))
    }

    /// The name of the notation.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    fn of(self, role: Role) -> &'static str {
        self.0.alphabet.letter(role)
    }
}

/// The ways in which players write a legal move, without marks of check and praise.
///
/// ```
/// use scorebook_eye::{Letters, spellings};
/// use shakmaty::{Chess, Position, san::San};
/// let position = Chess::default();
/// let m = "Nf3".parse::<San>()?.to_move(&position)?;
/// let german = Letters::named("san-de").unwrap();
/// assert!(spellings(&position, m, german).contains(&"Sf3".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn spellings(position: &Chess, m: Move, letters: Letters) -> Vec<String> {
    if let Some(side) = m.castling_side() {
        let short = ["O-O", "0-0", "o-o", "OO"];
        let long = ["O-O-O", "0-0-0", "o-o-o", "OOO"];
        return match side {
            CastlingSide::KingSide => short.map(str::to_owned).to_vec(),
            CastlingSide::QueenSide => long.map(str::to_owned).to_vec(),
        };
    }
    let san = respell(&PlainSan::from_move(position, m).to_string(), &letters.0.alphabet);
    let (man, to) = (m.role(), m.to().to_string());
    let from = m.from().map(|square| square.to_string()).unwrap_or_default();
    let mut all = vec![san.clone()];
    let letter = if man == Role::Pawn { "" } else { letters.of(man) };
    if m.is_capture() {
        all.push(san.replace('x', ""));
        if man == Role::Pawn {
            let files = (&from[..1], &to[..1]);
            let promoted = san.split_once('=').map(|(_, man)| man.to_owned()).unwrap_or_default();
            all.push(format!("{}x{}{promoted}", files.0, files.1));
            all.push(format!("{}{}{promoted}", files.0, files.1));
        } else {
            all.push(format!("{letter}x{to}"));
            all.push(format!("{letter}{to}"));
        }
        all.push(format!("{letter}{from}x{to}"));
    } else {
        if man != Role::Pawn {
            all.push(format!("{letter}{to}"));
        }
        all.push(format!("{letter}{from}-{to}"));
    }
    if m.promotion().is_some() {
        all.extend(all.clone().into_iter().map(|text| text.replace('=', "")));
    }
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    #[test]
    fn ways_to_write_a_move() -> Result<(), Box<dyn std::error::Error>> {
        let table = [
            ("r1bqkbnr/pppp1ppp/2n5/4p3/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3", "dxe5", "san", "dxe"),
            ("r1bqkbnr/pppp1ppp/2n5/4p3/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3", "Nxe5", "san-pt", "Ce5"),
            ("r1bqkbnr/pppp1ppp/2n5/4p3/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 0 3", "Nbd2", "san-de", "Sd2"),
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", "san-fr", "a8D"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "san", "0-0"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "Rh7", "san-nl", "Th1-h7"),
        ];
        for (fen, san, language, spelling) in table {
            let position: Chess = fen.parse::<Fen>()?.into_position(CastlingMode::Standard)?;
            let m = san.parse::<PlainSan>()?.to_move(&position)?;
            let all = spellings(&position, m, Letters::named(language).ok_or("language")?);
            assert!(all.iter().any(|text| text == spelling), "{san} in {language}: {all:?}");
        }
        Ok(())
    }
}
