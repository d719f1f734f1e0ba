//! The words of chess records, in all languages: sides, results, months, marks of check, Roman numerals, phrases about
//! moves.
//!
//! All words are in lower case, with their accents, as people print them. Each table has the language of its words (ISO 639-1).
//!
//! ```
//! use scorebook_lexicon::{Saying, ending_of, month_of, roman_value, side_of};
//! use shakmaty::Color;
//!
//! assert_eq!(side_of("Schwarz"), Some(Color::Black));
//! assert_eq!(ending_of("tablas"), Some(Saying::Drawn));
//! assert_eq!(month_of("Sept"), Some(9));
//! assert_eq!(roman_value("XIV"), Some(14));
//! ```

use std::borrow::Cow;

mod counters;
mod counting;
mod endings;
mod given_names;
mod hyphens;
mod index;
mod letters;
mod marks;
mod months;
mod people;
mod phrases;
mod prose;
mod roman;
mod seats;
mod sides;

pub use counters::{
    BOARD_WORDS, MOVE_WORDS, NUMBER_WORDS, PLAYED_WORDS, RANK_WORDS, behind_move_word, is_before_day,
    is_counter, is_played_word, without_move_words,
};
pub use counting::{GAME_WORDS, MOVES_WORDS, ordinal};
pub use endings::{
    ENDING_PHRASES, ENDING_WORDS, EndingPhrase, EndingWord, Saying, completes_ending_phrase, ending_of,
    is_acceptance, is_agreement, is_beside_ending, is_condition, is_denial, is_offer, is_stalemate,
    joins_clauses,
};
pub use given_names::is_given_name;
pub use hyphens::has_own_hyphen;
pub use letters::{
    Person, addressee, begins_with_farewell, claimed_side, is_day_word, is_farewell, is_first_person,
    is_writer,
};
pub use marks::{MARK_VERBS, MARK_WORDS, MarkMeaning, MarkWord, mark_of};
pub use months::{
    MONTHS, MonthNames, is_month_in_small_letters, month_alone, month_for_certain, month_named, month_of,
};
pub use people::{ends_name, is_chess, is_page_word, is_town, source_of, without_owner};
pub use phrases::{Phrase, is_phrase_behind, phrase_before, phrases};
pub use prose::{is_and_so_on, is_small};
pub use roman::roman_value;
pub use seats::{
    MailField, is_against_word, is_colour_label, is_even_word, is_every_word, is_man_word, is_move_verb,
    is_odd_word, is_opponent_word, is_owner_label, is_plural_title, is_running_score, is_seat_link,
    is_seat_verb, is_turn_word, mail_field, without_plural_title,
};
pub use sides::{SIDES, SideNames, owner_of, side_of, side_of_letter, sides_of_letters};

/// A word in lower case; nearly all words are.
fn lowered(word: &str) -> Cow<'_, str> {
    if word.chars().any(char::is_uppercase) { word.to_lowercase().into() } else { word.into() }
}
