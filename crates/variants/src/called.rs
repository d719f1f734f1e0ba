//! Finds the variant that a tag means: names have many spellings.

use std::sync::LazyLock;

use crate::builtin;
use crate::rules::Rules;

/// Names that sites write in the tag `Variant`, and those of the rules.
const ALIASES: [(&str, &str); 17] = [
    ("atomicchess", "atomic"),
    ("capablancachess", "capablanca"),
    ("courierchess", "courier"),
    ("giveawaychess", "giveaway"),
    ("gothicchess", "gothic"),
    ("grandchess", "grand"),
    ("hordechess", "horde"),
    ("house", "crazyhouse"),
    ("koth", "kingofthehill"),
    ("ouk", "cambodian"),
    ("ouktrang", "cambodian"),
    ("racing", "racingkings"),
    ("schess", "seirawan"),
    ("seirawanchess", "seirawan"),
    ("threecheck", "3check"),
    ("threecheckchess", "3check"),
    ("zh", "crazyhouse"),
];

/// The letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

/// Every variant that is built in, castling by the rules of chess960.
static SHUFFLED: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let shuffled = |rules: &Rules| Rules { chess960: true, ..rules.clone() };
    builtin::all().iter().map(shuffled).collect()
});

impl Rules {
    /// The rules that a tag `Variant` means, however the name is spaced and spelled: those of a user's files, `own`,
    /// first, then those built in. `960` at the end of a built-in name is its form with shuffled pieces.
    ///
    /// ```
    /// use scorebook_variants::Rules;
    /// assert_eq!(Rules::called("King of the Hill", &[]).unwrap().name, "kingofthehill");
    /// assert!(Rules::called("Seirawan960", &[]).unwrap().chess960);
    /// assert!(Rules::called("Dragonfly", &[]).is_none());
    /// ```
    #[must_use]
    pub fn called(name: &str, own: &'static [Rules]) -> Option<&'static Rules> {
        let wanted = plain(name);
        if let Some(rules) = own.iter().find(|rules| plain(&rules.name) == wanted) {
            return Some(rules);
        }
        let among = |all: &'static [Rules], wanted: &str| {
            let wanted = ALIASES.iter().find(|(alias, _)| *alias == wanted).map_or(wanted, |(_, name)| *name);
            all.iter().find(|rules| plain(&rules.name) == wanted)
        };
        among(builtin::all(), &wanted).or_else(|| among(&SHUFFLED, wanted.strip_suffix("960")?))
    }
}
