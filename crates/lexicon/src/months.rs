//! Names of months.

use std::sync::LazyLock;

use crate::index::Index;

/// The months of a language, January first.
#[derive(Copy, Clone, Debug)]
pub struct MonthNames {
    /// ISO 639-1.
    pub language: &'static str,
    /// Whole names, in the form that stands in dates.
    pub names: [&'static str; 12],
    /// Whole names in the form that stands without a day, where it is another one: `апрель` beside `апреля`.
    pub alone: Option<[&'static str; 12]>,
    /// Abbreviations that are no beginnings of the names, with the number of their month.
    pub short: &'static [(&'static str, u32)],
    /// Whether beginnings of the names are taken for them; in languages that are rarely read, they are words of others (`pro`, `elo`).
    pub is_shortened: bool,
    /// Whether the language writes them with a small letter.
    pub is_small: bool,
}

/// The months, in all languages.
pub const MONTHS: &[MonthNames] = &[
    MonthNames {
        language: "en",
        names: [
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ],
        alone: None,
        is_shortened: true,
        short: &[],
        is_small: false,
    },
    MonthNames {
        language: "de",
        names: [
            "januar",
            "februar",
            "märz",
            "april",
            "mai",
            "juni",
            "juli",
            "august",
            "september",
            "oktober",
            "november",
            "dezember",
        ],
        alone: None,
        is_shortened: true,
        short: &[("jänner", 1), ("jän", 1), ("marz", 3), ("maerz", 3)],
        is_small: false,
    },
    MonthNames {
        language: "fr",
        names: [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
        alone: None,
        is_shortened: true,
        short: &[("fevrier", 2), ("fev", 2), ("aout", 8), ("aou", 8), ("decembre", 12)],
        is_small: true,
    },
    MonthNames {
        language: "es",
        names: [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
        alone: None,
        is_shortened: true,
        short: &[("setiembre", 9)],
        is_small: true,
    },
    MonthNames {
        language: "it",
        names: [
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ],
        alone: None,
        is_shortened: true,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "pt",
        names: [
            "janeiro",
            "fevereiro",
            "março",
            "abril",
            "maio",
            "junho",
            "julho",
            "agosto",
            "setembro",
            "outubro",
            "novembro",
            "dezembro",
        ],
        alone: None,
        is_shortened: true,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "nl",
        names: [
            "januari",
            "februari",
            "maart",
            "april",
            "mei",
            "juni",
            "juli",
            "augustus",
            "september",
            "oktober",
            "november",
            "december",
        ],
        alone: None,
        is_shortened: true,
        short: &[("mrt", 3)],
        is_small: true,
    },
    MonthNames {
        language: "sv",
        names: [
            "januari",
            "februari",
            "mars",
            "april",
            "maj",
            "juni",
            "juli",
            "augusti",
            "september",
            "oktober",
            "november",
            "december",
        ],
        alone: None,
        is_shortened: true,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "da",
        names: [
            "januar",
            "februar",
            "marts",
            "april",
            "maj",
            "juni",
            "juli",
            "august",
            "september",
            "oktober",
            "november",
            "december",
        ],
        alone: None,
        is_shortened: true,
        short: &[("desember", 12)],
        is_small: true,
    },
    MonthNames {
        language: "pl",
        names: [
            "stycznia",
            "lutego",
            "marca",
            "kwietnia",
            "maja",
            "czerwca",
            "lipca",
            "sierpnia",
            "września",
            "października",
            "listopada",
            "grudnia",
        ],
        alone: Some([
            "styczeń",
            "luty",
            "marzec",
            "kwiecień",
            "maj",
            "czerwiec",
            "lipiec",
            "sierpień",
            "wrzesień",
            "październik",
            "listopad",
            "grudzień",
        ]),
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "cs",
        names: [
            "ledna",
            "února",
            "března",
            "dubna",
            "května",
            "června",
            "července",
            "srpna",
            "září",
            "října",
            "listopadu",
            "prosince",
        ],
        alone: Some([
            "leden",
            "únor",
            "březen",
            "duben",
            "květen",
            "červen",
            "červenec",
            "srpen",
            "září",
            "říjen",
            "listopad",
            "prosinec",
        ]),
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "hu",
        names: [
            "január",
            "február",
            "március",
            "április",
            "május",
            "június",
            "július",
            "augusztus",
            "szeptember",
            "október",
            "november",
            "december",
        ],
        alone: None,
        is_shortened: true,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "ru",
        names: [
            "января",
            "февраля",
            "марта",
            "апреля",
            "мая",
            "июня",
            "июля",
            "августа",
            "сентября",
            "октября",
            "ноября",
            "декабря",
        ],
        alone: Some([
            "январь",
            "февраль",
            "март",
            "апрель",
            "май",
            "июнь",
            "июль",
            "август",
            "сентябрь",
            "октябрь",
            "ноябрь",
            "декабрь",
        ]),
        is_shortened: true,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "uk",
        names: [
            "січня",
            "лютого",
            "березня",
            "квітня",
            "травня",
            "червня",
            "липня",
            "серпня",
            "вересня",
            "жовтня",
            "листопада",
            "грудня",
        ],
        alone: Some([
            "січень",
            "лютий",
            "березень",
            "квітень",
            "травень",
            "червень",
            "липень",
            "серпень",
            "вересень",
            "жовтень",
            "листопад",
            "грудень",
        ]),
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "fi",
        names: [
            "tammikuuta",
            "helmikuuta",
            "maaliskuuta",
            "huhtikuuta",
            "toukokuuta",
            "kesäkuuta",
            "heinäkuuta",
            "elokuuta",
            "syyskuuta",
            "lokakuuta",
            "marraskuuta",
            "joulukuuta",
        ],
        alone: Some([
            "tammikuu",
            "helmikuu",
            "maaliskuu",
            "huhtikuu",
            "toukokuu",
            "kesäkuu",
            "heinäkuu",
            "elokuu",
            "syyskuu",
            "lokakuu",
            "marraskuu",
            "joulukuu",
        ]),
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "bg",
        names: [
            "януари",
            "февруари",
            "март",
            "април",
            "май",
            "юни",
            "юли",
            "август",
            "септември",
            "октомври",
            "ноември",
            "декември",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "sr",
        names: [
            "januar",
            "februar",
            "mart",
            "april",
            "maj",
            "jun",
            "jul",
            "avgust",
            "septembar",
            "oktobar",
            "novembar",
            "decembar",
        ],
        alone: None,
        is_shortened: false,
        short: &[
            ("januara", 1),
            ("јануар", 1),
            ("јануара", 1),
            ("februara", 2),
            ("фебруар", 2),
            ("фебруара", 2),
            ("marta", 3),
            ("aprila", 4),
            ("априла", 4),
            ("maja", 5),
            ("мај", 5),
            ("маја", 5),
            ("juna", 6),
            ("јун", 6),
            ("јуна", 6),
            ("jula", 7),
            ("јул", 7),
            ("јула", 7),
            ("avgusta", 8),
            ("septembra", 9),
            ("септембар", 9),
            ("септембра", 9),
            ("oktobra", 10),
            ("октобар", 10),
            ("октобра", 10),
            ("novembra", 11),
            ("новембар", 11),
            ("новембра", 11),
            ("decembra", 12),
            ("децембар", 12),
            ("децембра", 12),
        ],
        is_small: true,
    },
    MonthNames {
        language: "ro",
        names: [
            "ianuarie",
            "februarie",
            "martie",
            "aprilie",
            "mai",
            "iunie",
            "iulie",
            "august",
            "septembrie",
            "octombrie",
            "noiembrie",
            "decembrie",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "tr",
        names: [
            "ocak", "şubat", "mart", "nisan", "mayıs", "haziran", "temmuz", "ağustos", "eylül", "ekim",
            "kasım", "aralık",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "ca",
        names: [
            "gener", "febrer", "març", "abril", "maig", "juny", "juliol", "agost", "setembre", "octubre",
            "novembre", "desembre",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "no",
        names: [
            "januar",
            "februar",
            "mars",
            "april",
            "mai",
            "juni",
            "juli",
            "august",
            "september",
            "oktober",
            "november",
            "desember",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "is",
        names: [
            "janúar",
            "febrúar",
            "mars",
            "apríl",
            "maí",
            "júní",
            "júlí",
            "ágúst",
            "september",
            "október",
            "nóvember",
            "desember",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "sk",
        names: [
            "januára",
            "februára",
            "marca",
            "apríla",
            "mája",
            "júna",
            "júla",
            "augusta",
            "septembra",
            "októbra",
            "novembra",
            "decembra",
        ],
        alone: Some([
            "január",
            "február",
            "marec",
            "apríl",
            "máj",
            "jún",
            "júl",
            "august",
            "september",
            "október",
            "november",
            "december",
        ]),
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "sl",
        names: [
            "januarja",
            "februarja",
            "marca",
            "aprila",
            "maja",
            "junija",
            "julija",
            "avgusta",
            "septembra",
            "oktobra",
            "novembra",
            "decembra",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "et",
        names: [
            "jaanuar",
            "veebruar",
            "märts",
            "aprill",
            "mai",
            "juuni",
            "juuli",
            "august",
            "september",
            "oktoober",
            "november",
            "detsember",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "lv",
        names: [
            "janvārī",
            "februārī",
            "martā",
            "aprīlī",
            "maijā",
            "jūnijā",
            "jūlijā",
            "augustā",
            "septembrī",
            "oktobrī",
            "novembrī",
            "decembrī",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "lt",
        names: [
            "sausio",
            "vasario",
            "kovo",
            "balandžio",
            "gegužės",
            "birželio",
            "liepos",
            "rugpjūčio",
            "rugsėjo",
            "spalio",
            "lapkričio",
            "gruodžio",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "el",
        names: [
            "ιανουαρίου",
            "φεβρουαρίου",
            "μαρτίου",
            "απριλίου",
            "μαΐου",
            "ιουνίου",
            "ιουλίου",
            "αυγούστου",
            "σεπτεμβρίου",
            "οκτωβρίου",
            "νοεμβρίου",
            "δεκεμβρίου",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
    MonthNames {
        language: "id",
        names: [
            "januari",
            "februari",
            "maret",
            "april",
            "mei",
            "juni",
            "juli",
            "agustus",
            "september",
            "oktober",
            "november",
            "desember",
        ],
        alone: None,
        is_shortened: false,
        short: &[],
        is_small: true,
    },
];

/// Letters of the shortest abbreviation.
const SHORTEST: usize = 3;

/// The number of a month (1 to 12), by its name or by three letters of its beginning or more, in whatever case and without a full
/// stop: `April`, `Sept`, `août`. `None` for all other words, of which many begin like one: `Marshall`, `Junge`.
#[must_use]
pub fn month_of(word: &str) -> Option<u32> {
    let word = crate::lowered(word);
    if word.chars().count() < SHORTEST {
        return None;
    }
    static INDEX: LazyLock<Index<u32>> = LazyLock::new(|| Index::of(MONTHS.iter().flat_map(names_of_months)));
    INDEX.get(&word)
}

/// All that the months of a language are called, the names first, then what is no beginning of them.
fn names_of_months(months: &MonthNames) -> impl Iterator<Item = (&'static str, u32)> {
    let numbered = |names: [&'static str; 12]| names.into_iter().zip(1..);
    let is_shortened = months.is_shortened;
    let beginnings = numbered(months.names).flat_map(move |(name, month)| {
        let ends = name.char_indices().skip(SHORTEST).map(|(at, _)| at).filter(move |_| is_shortened);
        ends.chain([name.len()]).map(move |end| (&name[..end], month))
    });
    let alone = months.alone.into_iter().flat_map(numbered);
    beginnings.chain(months.short.iter().copied()).chain(alone)
}

/// The number of a month as [`month_of`] tells it, if no language takes the word for another month: not `listopad`.
#[must_use]
pub fn month_for_certain(word: &str) -> Option<u32> {
    let lower = crate::lowered(word);
    let month = month_of(word)?;
    let is_other = |months: &MonthNames| {
        let begins =
            |name: &&str| name.starts_with(&*lower) && (months.is_shortened || name.len() == lower.len());
        let named = months.names.iter().enumerate().any(|(at, name)| begins(name) && at as u32 + 1 != month);
        let alone = months.alone.is_some_and(|names| {
            names.iter().enumerate().any(|(at, name)| *name == &*lower && at as u32 + 1 != month)
        });
        named || alone || months.short.iter().any(|&(short, other)| short == lower && other != month)
    };
    // November in Poland and Bohemia; in Croatia, whose names are not among these, October.
    let is_other_elsewhere = matches!(&*lower, "listopad" | "listopada");
    (!is_other_elsewhere && !MONTHS.iter().any(is_other)).then_some(month)
}

/// The number of a month that a word names with no day beside it: not `dubna`, which is `duben` there and a town otherwise.
/// `None` as for [`month_of`].
#[must_use]
pub fn month_alone(word: &str) -> Option<u32> {
    let lower = crate::lowered(word);
    let needs_day = |months: &MonthNames| {
        months.alone.is_some_and(|alone| !alone.contains(&&*lower)) && months.names.contains(&&*lower)
    };
    let other = || MONTHS.iter().any(|months| months.alone.is_none() && months.names.contains(&&*lower));
    month_of(word).filter(|_| !MONTHS.iter().any(needs_day) || other())
}

/// The number of a month by its whole name in any language, in whatever case.
#[must_use]
pub fn month_named(word: &str) -> Option<u32> {
    static INDEX: LazyLock<Index<u32>> =
        LazyLock::new(|| Index::of(MONTHS.iter().flat_map(|months| months.names.into_iter().zip(1..))));
    INDEX.get(&crate::lowered(word))
}

/// Whether a word is the whole name of a month in a language that writes it with a small letter.
#[must_use]
pub fn is_month_in_small_letters(word: &str) -> bool {
    MONTHS.iter().any(|months| months.is_small && months.names.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_and_their_abbreviations() {
        for (word, month) in
            [("January", 1), ("Jän", 1), ("Feb", 2), ("MÄRZ", 3), ("mrt", 3), ("maart", 3), ("Avr", 4)]
        {
            assert_eq!(month_of(word), Some(month), "{word}");
        }
        for (word, month) in
            [("mayo", 5), ("mag", 5), ("juin", 6), ("juil", 7), ("Sept", 9), ("set", 9), ("out", 10)]
        {
            assert_eq!(month_of(word), Some(month), "{word}");
        }
        for word in ["Ma", "Marshall", "Maroczy", "Junge", "Octave", "Deci", "Mayet", "Augustin"] {
            assert_eq!(month_of(word), None, "{word}");
            assert_eq!(month_named(word), None, "{word}");
        }
    }

    #[test]
    fn a_form_that_needs_a_day() {
        for (word, month) in
            [("duben", Some(4)), ("dubna", None), ("март", Some(3)), ("марта", None), ("Mai", Some(5))]
        {
            assert_eq!(month_alone(word), month, "{word}");
            assert!(month_of(word).is_some(), "{word}");
        }
    }

    #[test]
    fn a_name_means_the_same_month_in_all_languages_that_have_it() {
        for months in MONTHS {
            for (at, name) in months.names.iter().enumerate() {
                // November and `listopadu` are neighbours: Polish and Czech call different months alike.
                if *name != "listopada" {
                    assert_eq!(month_of(name), Some(at as u32 + 1), "{name} ({})", months.language);
                }
            }
        }
    }
}
