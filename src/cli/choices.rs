//! Finds notations and layouts by the names used on the command line.

use anyhow::{Context, Result};

use scorebook_spoken::Language;
use scorebook_variants::{Notation as Ruled, Rules};

use crate::convert::{LayoutChoice, SpokenChoice};
use crate::decode::NotationChoice;
use crate::{notation, record};

/// The name of games that were read aloud, before the language.
pub(super) const SPOKEN: &str = "spoken";

/// The notation with this name; `auto` means detect.
fn notation(name: &str) -> Result<NotationChoice> {
    if name == "auto" || name.starts_with(SPOKEN) {
        return Ok(NotationChoice::Auto);
    }
    let found = notation::find(name);
    Ok(NotationChoice::Notation(
        found.with_context(|| format!("no notation `{name}`: see `scorebook convert --from list`"))?,
    ))
}

/// What a name of a notation says of records.
pub(super) struct From {
    /// The notation of chess.
    pub(super) notation: NotationChoice,
    /// The notation of variants.
    pub(super) ruled: Option<Ruled>,
    /// The rules of records that name none, if only variants have the notation: those of chess.
    pub(super) rules: Option<&'static Rules>,
}

/// What the notation with this name, of chess or of variants, says of records.
pub(super) fn from(name: &str) -> Result<From> {
    let ruled = Ruled::named(name);
    let only_ruled = ruled.is_some() && notation::find(name).is_none();
    Ok(From {
        notation: if only_ruled { NotationChoice::Auto } else { notation(name)? },
        ruled,
        rules: only_ruled.then(|| Rules::named("chess")).flatten(),
    })
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
