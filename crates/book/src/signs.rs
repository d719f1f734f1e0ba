//! What scanners take the signs of algebraic notation for, where [`crate::glyph`] does not say; fitted on printed pages.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// The prices of all signs.
pub(crate) static SIGNS: LazyLock<Signs> = LazyLock::new(|| {
    let table: Table =
        toml::from_str(include_str!("signs.toml")).expect("the project's own file holds every sign");
    let sign = |signs: &BTreeMap<String, BTreeMap<String, f32>>, printed: char| {
        Sign(signs.get(printed.encode_utf8(&mut [0; 4])).into_iter().flatten().map(seen).collect())
    };
    Signs {
        men: table
            .man
            .iter()
            .map(|(printed, own)| (printed.clone(), Sign(own.iter().map(seen).collect())))
            .collect(),
        files: ('a'..='h').map(|file| sign(&table.file, file)).collect(),
        ranks: ('1'..='8').map(|rank| sign(&table.rank, rank)).collect(),
        none: Sign(Vec::new()),
    }
});

/// Texts that are seen where a sign was printed, with prices in nats.
pub(crate) struct Sign(Vec<(Vec<char>, f32)>);

/// See [`SIGNS`].
pub(crate) struct Signs {
    men: BTreeMap<String, Sign>,
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

fn seen((text, price): (&String, &f32)) -> (Vec<char>, f32) {
    (text.chars().collect(), *price)
}

impl Sign {
    /// The ends of the texts at `at` that may be this sign, with prices.
    pub(crate) fn seen(&self, chars: &[char], at: u32, mut out: impl FnMut(u32, f32)) {
        let text = chars.get(at as usize..).unwrap_or_default();
        for (seen, price) in self.0.iter().filter(|(seen, _)| text.starts_with(seen)) {
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
