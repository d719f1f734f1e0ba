//! The variants that are built in, read from their own rules file on first use.

use std::sync::LazyLock;

use crate::load::{RulesFile, load_with};
use crate::rules::Rules;

/// Chess is first: every other variant comes after the one it inherits from.
const TEXT: &str = include_str!("builtin.ini");

static FILE: LazyLock<RulesFile> = LazyLock::new(|| load_with(TEXT, &|_| None, &|_| false));

/// The built-in variant of a name.
pub(crate) fn named(name: &str) -> Option<&'static Rules> {
    FILE.get(name)
}

/// Whether this variant is built in.
pub(crate) fn is_named(name: &str) -> bool {
    FILE.get(name).is_some()
}

/// The built-in variants, in the order of their file.
#[must_use]
pub fn all() -> &'static [Rules] {
    &FILE.variants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_variant_is_read_without_an_error() {
        assert_eq!(FILE.errors, []);
        assert_eq!(FILE.notes, []);
        assert!(all().len() >= 90, "{}", all().len());
    }
}
