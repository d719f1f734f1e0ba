//! Finds notations and layouts by the names used on the command line.

use anyhow::{Context, Result};

use scorebook_spoken::Language;

use crate::convert::{LayoutChoice, SpokenChoice};
use crate::decode::NotationChoice;
use crate::{notation, record};

/// The name of games that were read aloud, before the language.
pub(super) const SPOKEN: &str = "spoken";

/// The notation with this name; `auto` means detect.
pub(super) fn notation(name: &str) -> Result<NotationChoice> {
    if name == "auto" || name.starts_with(SPOKEN) {
        return Ok(NotationChoice::Auto);
    }
    let found = notation::find(name);
    Ok(NotationChoice::Notation(
        found.with_context(|| format!("no notation `{name}`: see `scorebook convert --from list`"))?,
    ))
}

/// How the notation of this name has records read aloud: `spoken`, `spoken-german`.
pub(super) fn spoken(name: &str) -> Result<SpokenChoice> {
    match name.strip_prefix(SPOKEN) {
        Some("") => Ok(SpokenChoice::Always),
        Some(language) => {
            let language = language.strip_prefix('-').and_then(Language::named);
            language
                .map(SpokenChoice::In)
                .with_context(|| format!("no notation `{name}`: see `scorebook convert --from list`"))
        }
        None => Ok(SpokenChoice::Auto),
    }
}

/// The layout with this name; `auto` means detect.
pub(super) fn layout(name: &str) -> Result<LayoutChoice> {
    if name == "auto" {
        return Ok(LayoutChoice::Auto);
    }
    let found = record::find(name);
    Ok(LayoutChoice::Named(
        found.with_context(|| format!("no layout `{name}`: see `scorebook convert --layout list`"))?,
    ))
}
