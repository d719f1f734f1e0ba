//! Given names of players, by which a name says where its surname begins.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The names, one a line: given names that several players have, and hardly any as a surname.
static NAMES: LazyLock<HashSet<String>> =
    LazyLock::new(|| include_str!("given_names.txt").lines().map(plain).collect());

/// A name in small letters without accents, as far as the list has some.
fn plain(word: &str) -> String {
    let bare = |c: char| match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' | 'ě' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'ő' | 'õ' | 'ø' => 'o',
        'ú' | 'ù' | 'û' | 'ü' | 'ű' | 'ů' => 'u',
        'ç' | 'č' | 'ć' => 'c',
        'ñ' | 'ń' | 'ň' => 'n',
        'š' | 'ś' => 's',
        'ž' | 'ź' | 'ż' => 'z',
        'ý' => 'y',
        'ř' => 'r',
        'ł' => 'l',
        c => c,
    };
    word.chars().flat_map(char::to_lowercase).map(bare).collect()
}

/// Whether a word is known as a given name, in whatever case, with its accents or without.
///
/// ```
/// use scorebook_lexicon::is_given_name;
/// assert!(is_given_name("Guillermo") && is_given_name("JÁNOS"));
/// assert!(!is_given_name("Becerra"));
/// ```
#[must_use]
pub fn is_given_name(word: &str) -> bool {
    // `Hans-Joachim`
    let one = |part: &str| NAMES.contains(&plain(part));
    one(word) || word.contains('-') && word.split('-').all(one)
}
