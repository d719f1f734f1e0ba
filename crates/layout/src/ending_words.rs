//! Phrases in other languages than English that say how a game ended.

use shakmaty::Color;

use super::words::Word;

/// Words that mean a resignation without further words.
const RESIGNS: &[&str] = &[
    "uppgivet",
    "opgivet",
    "oppgitt",
    "opgav",
    "opgiver",
    "luovutti",
    "luovuttaa",
    "feladta",
    "feladja",
    "feladták",
    "poddał",
    "poddała",
    "poddały",
    "poddali",
    "poddaje",
    "poddają",
    "vzdal",
    "vzdala",
    "vzdali",
    "vzdává",
    "сдались",
    "сдался",
    "сдаются",
    "сдается",
    "сдаётся",
    "здались",
    "abandonam",
    "abandonaram",
    "abandonnèrent",
    "abandonaron",
    "abbandonò",
    "predao",
    "predaje",
    "predali",
];

/// Verbs, and the word that completes them: `gibt auf`, `geeft het op`, `ger upp`.
const GIVES_UP: &[(&[&str], &str)] = &[
    (&["gibt", "gab", "geben", "gaben"], "auf"),
    (&["geeft", "gaf", "geven", "gaven", "gaf"], "op"),
    (&["ger", "gav", "gir", "gaf", "gefur", "giver"], "upp"),
    (&["gir", "ga", "giver", "gav", "gitt"], "opp"),
    (&["terk"], "etti"),
];

/// Words for a draw.
const DRAWS: &[&str] = &[
    "ничья",
    "нічия",
    "реми",
    "равен",
    "döntetlen",
    "tasapeli",
    "remi",
    "remiz",
    "remíza",
    "remisa",
    "empatada",
    "remise",
    "berabere",
    "jafntefli",
    "unentschieden",
    "neizšķirts",
    "lygiosios",
    "ισοπαλία",
];

/// Words that may occur in such phrases.
pub(super) const COMPANY: &[&str] = &[
    "het", "się", "se", "sie", "es", "die", "der", "das", "partie", "partij", "partida", "partita", "le",
    "gli", "les", "i", "gibt", "gab", "geeft", "gaf", "ger", "gav", "gir", "und", "en", "et", "y", "e", "a",
    "hier", "ici", "aqui",
];

/// Whether the word at `at` completes a phrase that means a resignation.
pub(super) fn gives_up(words: &[Word<'_>], at: usize, plain: &str) -> bool {
    /// Most words between a verb and the word that completes it.
    const BETWEEN: usize = 3;
    RESIGNS.contains(&plain)
        || GIVES_UP.iter().any(|(verbs, end)| {
            *end == plain
                && words[at.saturating_sub(BETWEEN)..at].iter().any(|word| {
                    let word = word.text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
                    verbs.contains(&word.as_str())
                })
        })
}

/// Whether a word means a draw.
pub(super) fn draws(plain: &str) -> bool {
    DRAWS.contains(&plain)
}

/// The side that a word denotes.
pub(super) fn side(plain: &str) -> Option<Color> {
    match plain {
        "wit" | "białe" | "biale" | "bílý" | "bílí" | "biely" | "világos" | "белые" | "білі" | "brancas"
        | "vit" | "hvid" | "hvit" | "hvítur" | "valkea" | "valkeat" | "beyaz" | "beli" | "bijeli"
        | "blanc" | "blanca" | "λευκά" | "baltie" => Some(Color::White),
        "zwart" | "czarne" | "černý" | "černí" | "čierny" | "sötét" | "черные" | "чёрные" | "чорні"
        | "pretas" | "svart" | "sort" | "svartur" | "musta" | "mustat" | "siyah" | "crni" | "noir"
        | "negra" | "μαύρα" | "melnie" => Some(Color::Black),
        _ => None,
    }
}
