//! Finds notations and layouts by the names used on the command line.

use anyhow::{Context, Result};

use crate::convert::LayoutChoice;
use crate::decode::NotationChoice;
use crate::{notation, record};

/// The notation with this name; `auto` means detect.
pub(super) fn notation(name: &str) -> Result<NotationChoice> {
    if name == "auto" {
        return Ok(NotationChoice::Auto);
    }
    let found = notation::find(name);
    Ok(NotationChoice::Notation(
        found.with_context(|| format!("no notation `{name}`: see `scorebook convert --from list`"))?,
    ))
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
