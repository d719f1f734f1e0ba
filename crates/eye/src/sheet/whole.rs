//! A picture of which nobody says what is on it.

use super::Game;
use super::find::{Missing, Sheet, found};
use super::read::read_if;
use crate::{Colours, Letters, Nats, Recogniser};

/// A picture is a score sheet if at least so many half-moves are read.
const FEWEST: usize = 4;
/// In the middle of all, a half-move costs no more as the reading of its cell. Where cells say no moves, it is near the most that a cell costs.
const COSTLIEST: Nats = 5.0;
/// At the first look it may cost so much more.
const AT_FIRST: Nats = 2.0;

/// The game on the score sheet in a picture, which may lie on its side or upside down; `None` if there is no sheet, or what is written in its
/// cells is no game.
///
/// ```
/// use scorebook_eye::{Colours, Network, Plane, sheet};
/// let blank = Plane::filled(400, 300, 1.0);
/// let picture = Colours { grey: blank.clone(), red: blank };
/// assert!(sheet::read_picture(&picture, Network::own(), None).is_none());
/// ```
#[must_use]
pub fn read_picture(
    picture: &Colours,
    recogniser: &dyn Recogniser,
    letters: Option<Letters>,
) -> Option<Game> {
    let read = |sheet: &Sheet| {
        let goes_on = |usual: Nats| usual <= COSTLIEST + AT_FIRST;
        let game = read_if(&sheet.picture, &sheet.orders, recogniser, letters, goes_on)?;
        (game.moves.len() >= FEWEST && game.usual_cost() <= COSTLIEST).then_some(game)
    };
    let side = picture.turned();
    for picture in [picture, &side] {
        let sheet = match found(picture, recogniser) {
            Ok(sheet) => sheet,
            Err(Missing::Rules) => return None,
            Err(Missing::Table) => continue,
        };
        if let Some(game) = read(&sheet) {
            return Some(game);
        }
        // Numbers are read the right way up only.
        if sheet.is_numbered {
            return None;
        }
        if let Some(game) = found(&picture.turned().turned(), recogniser).ok().and_then(|sheet| read(&sheet))
        {
            return Some(game);
        }
    }
    None
}
