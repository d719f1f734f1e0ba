//! What scanners take the signs of algebraic notation for, where [`crate::glyph`] does not say; fitted on printed pages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde::Deserialize;

/// What it costs more that a sign is seen twice than that it is taken for another.
const TWICE: f32 = 0.7;

/// The prices of all signs.
pub(crate) static SIGNS: LazyLock<Signs> = LazyLock::new(|| {
    let table: Table =
        toml::from_str(include_str!("signs.toml")).expect("the project's own file holds every sign");
    let sign = |signs: &BTreeMap<String, BTreeMap<String, f32>>, printed: char| {
        let printed = printed.to_string();
        signs.get(&printed).map_or(Sign::default(), |seen| all_seen(&printed, seen))
    };
    Signs {
        men: table.man.iter().map(|(printed, own)| (printed.clone(), all_seen(printed, own))).collect(),
        files: ('a'..='h').map(|file| sign(&table.file, file)).collect(),
        ranks: ('1'..='8').map(|rank| sign(&table.rank, rank)).collect(),
        none: Sign::default(),
    }
});

/// Texts that are seen where a sign was printed, with prices in nats, in the order of their characters.
#[derive(Default)]
pub(crate) struct Sign {
    seen: Vec<(Vec<char>, f32)>,
    /// The ASCII characters with which they begin, as a bit set.
    begin: u128,
}

/// See [`SIGNS`].
pub(crate) struct Signs {
    men: FxHashMap<String, Sign>,
    files: Vec<Sign>,
    ranks: Vec<Sign>,
    none: Sign,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    man: BTreeMap<String, BTreeMap<String, f32>>,
    file: BTreeMap<String, BTreeMap<String, f32>>,
    rank: BTreeMap<String, BTreeMap<String, f32>>,
}

/// A sign with all that is seen of it: also twice, as itself and as what it is taken for (`Dec7`, `Dd&8`).
fn all_seen(printed: &str, seen: &BTreeMap<String, f32>) -> Sign {
    let single = seen.iter().filter(|(text, _)| text.chars().count() == 1);
    let twice = single.flat_map(|(text, price)| {
        [format!("{printed}{text}"), format!("{text}{printed}")].map(|both| (both, price + TWICE))
    });
    let known = seen.iter().map(|(text, price)| (text.clone(), *price));
    let mut all: BTreeMap<String, f32> = twice.collect();
    all.extend(known);
    let firsts = all.keys().filter_map(|text| text.bytes().next()).filter(u8::is_ascii);
    let begin = firsts.fold(0, |set, first| set | 1 << first);
    Sign { seen: all.into_iter().map(|(text, price)| (text.chars().collect(), price)).collect(), begin }
}

impl Sign {
    /// The ends of the texts at `at` that may be this sign, with prices.
    pub(crate) fn seen(&self, chars: &[char], at: u32, mut out: impl FnMut(u32, f32)) {
        let text = chars.get(at as usize..).unwrap_or_default();
        let Some(first) = text.first() else { return };
        if first.is_ascii() && self.begin & 1 << *first as u32 == 0 {
            return;
        }
        // They are in order: those that begin with the same character stand together.
        let from = self.seen.partition_point(|(seen, _)| seen.first() < Some(first));
        let alike = self.seen[from..].iter().take_while(|(seen, _)| seen.first() == Some(first));
        for (seen, price) in alike.filter(|(seen, _)| text.starts_with(seen)) {
            out(at + seen.len() as u32, *price);
        }
    }
}

impl Signs {
    /// The letter of a man.
    pub(crate) fn man(&self, printed: &str) -> &Sign {
        self.men.get(printed).unwrap_or(&self.none)
    }

    /// The files, a first.
    pub(crate) fn files(&self) -> &[Sign] {
        &self.files
    }

    /// The ranks, 1 first.
    pub(crate) fn ranks(&self) -> &[Sign] {
        &self.ranks
    }
}
