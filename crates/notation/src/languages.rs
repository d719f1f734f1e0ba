//! SAN with the piece letters of other languages.
//!
//! The Latin ones down to Swedish are from the table in the PGN standard (section 8.2.3.3 lists seventeen
//! languages). Languages with the same letters are one notation with several names, since no record can tell
//! them apart. Letters are in the order pawn, knight, bishop, rook, queen, king.

use super::algebraic::Alphabet;
use super::san::{Casing, San};
use shakmaty::Role;

const fn language(
    name: &'static str,
    aliases: &'static [&'static str],
    title: &'static str,
    men: [&'static str; 6],
    also: &'static [(&'static str, Role)],
) -> San {
    San { name, aliases, title, alphabet: Alphabet::new(men, also), casing: Casing::Proper }
}

/// German; also Danish, Norwegian, Swedish, Croatian and Slovene.
pub static GERMAN: San = language(
    "san-de",
    &["san-da", "san-no", "san-sv", "san-hr", "san-sl"],
    "German, Danish, Norwegian, Swedish, Croatian, Slovene: Sf3 Lb5 Td1 De2 Kf1",
    ["B", "S", "L", "T", "D", "K"],
    &[],
);

/// French.
pub static FRENCH: San =
    language("san-fr", &[], "French: Cf3 Fb5 Td1 De2 Rf1", ["P", "C", "F", "T", "D", "R"], &[]);

/// Spanish; also Italian, Catalan and Galician.
pub static SPANISH: San = language(
    "san-es",
    &["san-it", "san-ca", "san-gl"],
    "Spanish, Italian, Catalan, Galician: Cf3 Ab5 Td1 De2 Rf1",
    ["P", "C", "A", "T", "D", "R"],
    &[],
);

/// Dutch.
pub static DUTCH: San =
    language("san-nl", &[], "Dutch: Pf3 Lb5 Td1 De2 Kf1", ["O", "P", "L", "T", "D", "K"], &[]);

/// Portuguese.
pub static PORTUGUESE: San =
    language("san-pt", &[], "Portuguese: Cf3 Bb5 Td1 De2 Rf1", ["P", "C", "B", "T", "D", "R"], &[]);

/// Polish.
pub static POLISH: San =
    language("san-pl", &[], "Polish: Sf3 Gb5 Wd1 He2 Kf1", ["P", "S", "G", "W", "H", "K"], &[]);

/// Czech; also Slovak.
pub static CZECH: San = language(
    "san-cs",
    &["san-sk"],
    "Czech, Slovak: Jf3 Sb5 Vd1 De2 Kf1",
    ["P", "J", "S", "V", "D", "K"],
    &[],
);

/// Hungarian.
pub static HUNGARIAN: San =
    language("san-hu", &[], "Hungarian: Hf3 Fb5 Bd1 Ve2 Kf1", ["G", "H", "F", "B", "V", "K"], &[]);

/// Romanian.
pub static ROMANIAN: San =
    language("san-ro", &[], "Romanian: Cf3 Nb5 Td1 De2 Rf1", ["P", "C", "N", "T", "D", "R"], &[]);

/// Icelandic.
pub static ICELANDIC: San =
    language("san-is", &[], "Icelandic: Rf3 Bb5 Hd1 De2 Kf1", ["P", "R", "B", "H", "D", "K"], &[]);

/// Finnish; also Afrikaans.
pub static FINNISH: San = language(
    "san-fi",
    &["san-af"],
    "Finnish, Afrikaans: Rf3 Lb5 Td1 De2 Kf1",
    ["P", "R", "L", "T", "D", "K"],
    &[],
);

/// Estonian.
pub static ESTONIAN: San =
    language("san-et", &[], "Estonian: Rf3 Ob5 Vd1 Le2 Kf1", ["P", "R", "O", "V", "L", "K"], &[]);

/// Turkish; also Azerbaijani, whose rook is a T.
pub static TURKISH: San = language(
    "san-tr",
    &["san-az"],
    "Turkish, Azerbaijani: Af3 Fb5 Kd1 Ve2 Şf1",
    ["P", "A", "F", "K", "V", "Ş"],
    &[("T", Role::Rook)],
);

/// Vietnamese.
pub static VIETNAMESE: San =
    language("san-vi", &[], "Vietnamese: Mf3 Tb5 Xd1 He2 Vf1", ["P", "M", "T", "X", "H", "V"], &[]);

/// Basque.
pub static BASQUE: San =
    language("san-eu", &[], "Basque: Zf3 Ab5 Gd1 De2 Ef1", ["P", "Z", "A", "G", "D", "E"], &[]);

/// Indonesian; also Malay.
pub static INDONESIAN: San = language(
    "san-id",
    &["san-ms"],
    "Indonesian, Malay: Kf3 Gb5 Bd1 Me2 Rf1",
    ["P", "K", "G", "B", "M", "R"],
    &[],
);

/// Latvian.
pub static LATVIAN: San =
    language("san-lv", &[], "Latvian: Zf3 Lb5 Td1 De2 Kf1", ["B", "Z", "L", "T", "D", "K"], &[]);

/// Lithuanian.
pub static LITHUANIAN: San =
    language("san-lt", &[], "Lithuanian: Žf3 Rb5 Bd1 Ve2 Kf1", ["P", "Ž", "R", "B", "V", "K"], &[]);

/// Esperanto.
pub static ESPERANTO: San =
    language("san-eo", &[], "Esperanto: Ĉf3 Kb5 Td1 De2 Rf1", ["P", "Ĉ", "K", "T", "D", "R"], &[]);

/// Russian; also reads Latin letters that look the same.
pub static RUSSIAN: San = language(
    "san-ru",
    &[],
    "Russian: Кf3 Сb5 Лd1 Фe2 Крf1",
    ["п", "К", "С", "Л", "Ф", "Кр"],
    &[("K", Role::Knight), ("Kp", Role::King), ("C", Role::Bishop), ("Kр", Role::King)],
);

/// Ukrainian.
pub static UKRAINIAN: San = language(
    "san-uk",
    &[],
    "Ukrainian: Кf3 Сb5 Тd1 Фe2 Крf1",
    ["п", "К", "С", "Т", "Ф", "Кр"],
    &[("K", Role::Knight), ("Kp", Role::King), ("T", Role::Rook), ("Kр", Role::King)],
);

/// Serbian in Cyrillic letters; also Macedonian.
pub static SERBIAN: San = language(
    "san-sr",
    &["san-mk"],
    "Serbian, Macedonian: Сf3 Лb5 Тd1 Дe2 Кf1",
    ["П", "С", "Л", "Т", "Д", "К"],
    &[("T", Role::Rook), ("K", Role::King)],
);

/// Bulgarian.
pub static BULGARIAN: San = language(
    "san-bg",
    &[],
    "Bulgarian: Кf3 Оb5 Тd1 Дe2 Цf1",
    ["П", "К", "О", "Т", "Д", "Ц"],
    &[("K", Role::Knight), ("O", Role::Bishop), ("T", Role::Rook)],
);

/// Greek.
pub static GREEK: San =
    language("san-el", &[], "Greek: Ιf3 Αb5 Πd1 Βe2 Ρf1", ["Σ", "Ι", "Α", "Π", "Β", "Ρ"], &[]);

/// All of them.
pub static ALL: &[&San] = &[
    &GERMAN,
    &FRENCH,
    &SPANISH,
    &DUTCH,
    &PORTUGUESE,
    &POLISH,
    &CZECH,
    &HUNGARIAN,
    &ROMANIAN,
    &ICELANDIC,
    &FINNISH,
    &ESTONIAN,
    &TURKISH,
    &VIETNAMESE,
    &INDONESIAN,
    &BASQUE,
    &LATVIAN,
    &LITHUANIAN,
    &ESPERANTO,
    &RUSSIAN,
    &UKRAINIAN,
    &SERBIAN,
    &BULGARIAN,
    &GREEK,
];
