//! The language of the notes of a record. Where several notations read all of it, it was rather written in the language of its notes.

use scorebook_core::record::CellLine;
use whatlang::{Lang, detect};

/// Fewer letters of prose tell no language.
const FEWEST: usize = 60;

/// The notation of the language of the notes of a line, if they are long enough to tell it.
///
/// ```
/// use scorebook_core::record::CellLine;
/// use scorebook_decode::prose::notation_of;
/// let note = "Dit is de truc. Het is eigenlijk niet goed om de dame zo snel in het spel te brengen. De dame kan dikwijls worden \
///             weggejaagd, en zwart ontwikkelt zijn stukken sneller dan wit. Dat paard verdedigt ook meteen de pion in het midden.";
/// let line = CellLine { comments: vec![note.to_owned()], cells: Vec::new() };
/// assert_eq!(notation_of(&line), Some("san-nl"));
/// assert_eq!(notation_of(&CellLine::default()), None);
/// ```
#[must_use]
pub fn notation_of(line: &CellLine<'_>) -> Option<&'static str> {
    let own = line.cells.iter().flat_map(|cell| &cell.comments);
    let text: String = line.comments.iter().chain(own).flat_map(|note| [note.as_str(), " "]).collect();
    if text.chars().filter(|c| c.is_alphabetic()).count() < FEWEST {
        return None;
    }
    let told = detect(&text).filter(whatlang::Info::is_reliable)?;
    Some(match told.lang() {
        Lang::Eng => "san",
        Lang::Deu | Lang::Dan | Lang::Swe | Lang::Nob | Lang::Hrv | Lang::Slv => "san-de",
        Lang::Fra => "san-fr",
        Lang::Spa | Lang::Ita | Lang::Cat => "san-es",
        Lang::Nld => "san-nl",
        Lang::Por => "san-pt",
        Lang::Pol => "san-pl",
        Lang::Ces | Lang::Slk => "san-cs",
        Lang::Hun => "san-hu",
        Lang::Ron => "san-ro",
        Lang::Fin | Lang::Afr => "san-fi",
        Lang::Est => "san-et",
        Lang::Tur | Lang::Aze => "san-tr",
        Lang::Vie => "san-vi",
        Lang::Ind => "san-id",
        Lang::Lav => "san-lv",
        Lang::Lit => "san-lt",
        Lang::Epo => "san-eo",
        Lang::Rus => "san-ru",
        Lang::Ukr => "san-uk",
        Lang::Srp => "san-sr",
        Lang::Bul => "san-bg",
        Lang::Ell => "san-el",
        _ => return None,
    })
}
