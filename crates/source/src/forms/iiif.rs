//! A IIIF manifest (presentation 2 and 3) on disk: it says which pages there are and in which order. Nothing is fetched;
//! the files that it names are looked for beside it by their names.

use serde_json::Value;

use super::folder::{self, Group, Item};
use super::json::Json;
use super::{Entry, Opening, Source};
use crate::form::Form;
use crate::input::Input;
use crate::note::Notes;
use crate::{Error, NoteKind};

pub const ENTRY: Entry = Entry {
    form: Form::Iiif,
    knows: |head| {
        head.is_json()
            && (head.has("iiif.io/api/presentation") || head.has("\"sc:Manifest\""))
            && !head.has("\"fullTextAnnotation\"")
    },
    open,
};

fn open(opening: &Opening<'_>, notes: &mut Notes) -> Source {
    let input = opening.input;
    let known = folder::beside(input, notes).into_iter().filter(|(_, form)| *form != Form::Iiif).collect();
    let groups = order(input, known, notes)?;
    let dir = input.given_path().and_then(std::path::Path::parent);
    let dir = dir.map_or_else(|| input.name.to_string(), |dir| dir.display().to_string());
    Ok(folder::folder(&dir, groups, opening.options, opening.depth + 1))
}

/// A page of the manifest.
struct Canvas {
    label: Option<String>,
    /// Addresses of what belongs to it: pictures, words.
    addresses: Vec<String>,
}

/// Orders files as a manifest does. Files that it does not name are left out, and named.
pub(crate) fn order(
    manifest: &Input,
    known: Vec<(Item, Form)>,
    notes: &mut Notes,
) -> Result<Vec<Group>, Error> {
    let json = Json::open(manifest, notes)?;
    let name = &*manifest.name;
    let value: Value = serde_json::from_str(json.text()).map_err(|error| Error::Empty {
        file: name.to_owned(),
        what: format!("a IIIF manifest that breaks off: {error}"),
    })?;
    let canvases = canvases(&value);
    if canvases.is_empty() {
        return Err(Error::Empty { file: name.to_owned(), what: "a IIIF manifest without canvases".into() });
    }
    let mut groups: Vec<Option<Group>> = folder::grouped(name, known, notes).into_iter().map(Some).collect();
    let mut ordered = Vec::new();
    let (total, there) = (canvases.len(), groups.len());
    let mut missing = Vec::new();
    for (index, canvas) in canvases.iter().enumerate() {
        let found = groups.iter_mut().find_map(|slot| {
            slot.take_if(|group| {
                let mut items = std::iter::once(&group.item).chain(&group.picture);
                items.any(|item| canvas.addresses.iter().any(|address| names(address, item.bare())))
            })
        });
        match found {
            Some(group) => ordered.push(Group { printed: canvas.label.clone(), ..group }),
            None => missing.push((index, canvas)),
        }
    }
    if ordered.is_empty() && total == there {
        // As many files as pages, under other names: they are in order.
        let message =
            "its names are not those of the files beside it, which are as many; they are taken in order";
        notes.file(NoteKind::Skipped, name, message);
        let all = groups.into_iter().flatten().zip(&canvases);
        return Ok(all.map(|(group, canvas)| Group { printed: canvas.label.clone(), ..group }).collect());
    }
    if !missing.is_empty() {
        let list: Vec<String> = missing.iter().take(5).map(|(index, _)| (index + 1).to_string()).collect();
        let rest = if missing.len() > 5 { ", …" } else { "" };
        let message =
            format!("{} of its {total} pages are not beside it: {}{rest}", missing.len(), list.join(", "));
        notes.file(NoteKind::Skipped, name, message);
    }
    let left: Vec<String> = groups.iter().flatten().map(|group| group.item.name.clone()).collect();
    if !left.is_empty() {
        let message =
            format!("{} files beside it are not in it: {}", left.len(), left[..left.len().min(5)].join(", "));
        notes.file(NoteKind::Skipped, name, message);
    }
    if ordered.is_empty() {
        let what =
            format!("a IIIF manifest of {total} pages, none of which is beside it; put their files there");
        return Err(Error::Empty { file: name.to_owned(), what });
    }
    Ok(ordered)
}

/// Presentation 2 has sequences of canvases, presentation 3 items.
fn canvases(manifest: &Value) -> Vec<Canvas> {
    let old = manifest["sequences"][0]["canvases"].as_array();
    let new = manifest["items"].as_array();
    let list = old.or(new).map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .map(|canvas| {
            let mut addresses = Vec::new();
            collect(canvas, &mut addresses);
            Canvas { label: label(&canvas["label"]), addresses }
        })
        .collect()
}

/// Every address in a canvas: its own, its pictures', their services', its words'.
fn collect(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    Value::String(said) if key == "@id" || key == "id" => into.push(said.clone()),
                    _ => collect(value, into),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| collect(value, into)),
        _ => {}
    }
}

fn label(value: &Value) -> Option<String> {
    match value {
        Value::String(said) => Some(said.trim().to_owned()).filter(|said| !said.is_empty()),
        Value::Array(list) => list.first().and_then(label),
        Value::Object(members) => {
            members.get("@value").and_then(label).or_else(|| members.values().next().and_then(label))
        }
        _ => None,
    }
}

/// Whether an address names a file: by its last part, or by the name of the picture in an image service's address
/// (`…/PICTURE/full/full/0/default.jpg`).
fn names(address: &str, file: &str) -> bool {
    let address = address.split(['?', '#']).next().unwrap_or_default();
    let parts: Vec<&str> = address.trim_end_matches('/').split('/').collect();
    let picture = parts.iter().position(|part| *part == "full").and_then(|at| parts.get(at.checked_sub(1)?));
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    parts.last().into_iter().chain(picture).any(|part| {
        let part = unescape(part);
        // The name of a picture in a service may have a path of its own.
        let part = part.rsplit('/').next().unwrap_or_default();
        !part.is_empty()
            && (part.eq_ignore_ascii_case(file)
                || part.eq_ignore_ascii_case(stem)
                || part
                    .rsplit_once('.')
                    .is_some_and(|(bare, _)| bare.eq_ignore_ascii_case(stem) && bare != "default"))
    })
}

/// Percent signs of addresses.
fn unescape(part: &str) -> String {
    let bytes = part.as_bytes();
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        let code = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| byte == b'%') {
            Some(plain) => {
                out.push(plain);
                at += 3;
            }
            None => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}
