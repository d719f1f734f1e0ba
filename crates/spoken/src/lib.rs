//! Reads games of chess that were read aloud, as a recogniser of speech writes them: `knight f three`, `Pawn to king four`.
//!
//! A transcript is a row of [`Word`]s. Tables say what each word means in each [`Language`] and what it may have been misheard
//! for, and in which order words are a move (`data/`). One search adds up what the words say of each legal move and what
//! people play, and tells how sure each half-move is. It shares prices, lattice and chances with the crate `scorebook-search`.
//!
//! ```
//! use scorebook_spoken::{read, words_of};
//!
//! let text = "e4 e5, night f three knight c six bishop b five, no, bishop c four";
//! let games = read(text, &words_of(text), None);
//! let moves: Vec<String> = games[0].plies.iter().map(|ply| ply.mv.to_string()).collect();
//! assert_eq!(moves, ["e2-e4", "e7-e5", "Ng1-f3", "Nb8-c6", "Bf1-c4"]);
//! ```

mod forms;
mod game;
mod heading;
mod search;
mod sounds;
mod transcript;
mod vocabulary;
mod words;

pub use forms::Style;
pub use game::{Bytes, Ended, How, SpokenGame, SpokenPly};
pub use heading::Tag;
pub use search::Prices;
pub use transcript::{frames, is_json, is_subtitles, words_of};
pub use vocabulary::{LANGUAGES, Language};
pub use words::Word;

use game::Tongue;
use vocabulary::atom;

/// Words that the language is told by.
const LONGEST_SAMPLE: usize = 72;
/// Width of the search that tells in which style squares are named.
const NARROW: usize = 6;
/// A language with a share of known words that is less than the best one's by this is not it.
const NEAR: f32 = 0.12;
/// Fewest words of a spoken game.
const SHORTEST: usize = 8;
/// Share of the words that must mean something.
const KNOWN: f32 = 0.55;
/// Share of the words that must be words for men, squares or captures, written out.
const SPELLED: f32 = 0.1;

/// How well a language knows some words: the share that it knows, and the share that are words of moves, written out.
fn share(words: &[Word], language: &Language) -> (f32, f32) {
    let words = words::part_joined(words, language);
    let of_moves = (1u64 << (atom::PROMOTE + 1)) - 1;
    let known =
        words.iter().filter(|word| language.knows(&word.text) || word.text.parse::<u32>().is_ok()).count();
    let spelled = words
        .iter()
        .filter(|word| word.text.chars().count() > 2 && language.atoms(&word.text) & of_moves != 0)
        .count();
    let all = words.len().max(1) as f32;
    (known as f32 / all, spelled as f32 / all)
}

/// Whether a transcript may be a spoken game: a quick look at its words.
///
/// ```
/// use scorebook_spoken::{is_likely, words_of};
/// assert!(is_likely(&words_of("e four e five two knight f three knight c six")));
/// assert!(!is_likely(&words_of("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6")));
/// ```
#[must_use]
pub fn is_likely(words: &[Word]) -> bool {
    let sample = &words[..words.len().min(4 * LONGEST_SAMPLE)];
    words.len() >= SHORTEST
        && LANGUAGES.iter().any(|language| {
            let (known, spelled) = share(sample, language);
            known >= KNOWN && spelled >= SPELLED
        })
}

/// Reads the games of a transcript; `source` is the text that the places of the words are of. Without a language, the one is
/// taken in which the words make the likeliest game.
#[must_use]
pub fn read(source: &str, words: &[Word], language: Option<&'static Language>) -> Vec<SpokenGame> {
    let sample = &words[..words.len().min(LONGEST_SAMPLE)];
    let mut languages: Vec<(&'static Language, f32)> = match language {
        Some(language) => vec![(language, 1.0)],
        None => LANGUAGES
            .iter()
            .map(|language| {
                let (known, spelled) = share(sample, language);
                (language, known + spelled)
            })
            .collect(),
    };
    languages.sort_by(|a, b| b.1.total_cmp(&a.1));
    let best = languages.first().map_or(0.0, |(_, share)| *share);
    languages.retain(|(_, share)| *share + NEAR >= best);
    languages.truncate(3);
    let mut tongues = Vec::new();
    for (language, _) in languages {
        for style in [Style::Algebraic, Style::Descriptive] {
            tongues.push(Tongue { language, style });
        }
    }
    let prices = Prices::default();
    let narrow = Prices { width: NARROW, ..prices };
    // An aside may be longer than what is looked at.
    let with_asides = &words[..words.len().min(4 * LONGEST_SAMPLE)];
    let costs =
        tongues.iter().map(|tongue| (tongue, game::cost(with_asides, LONGEST_SAMPLE, *tongue, &narrow)));
    let Some((tongue, _)) = costs.min_by(|a, b| a.1.total_cmp(&b.1)) else { return Vec::new() };
    game::read_all(source, words, *tongue, &prices)
}
