//! Directories, and archives like them: which files are pages, in which order, which of them are the same page.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::archive::ZipMember;
use super::{Source, iiif};
use crate::document::{self, PageSource};
use crate::form::Form;
use crate::image::ImageRef;
use crate::input::{HEAD, Input};
use crate::note::Notes;
use crate::{Error, NoteKind, Options, Page, sniff};

/// A file of a directory or an archive.
#[derive(Clone)]
pub(crate) struct Item {
    /// Its path within.
    pub name: String,
    place: FileSource,
}

#[derive(Clone)]
enum FileSource {
    Path(PathBuf),
    Zip(ZipMember),
    Part(Input, u64, u64),
}

impl Item {
    pub fn zip(name: String, member: ZipMember) -> Item {
        Item { name, place: FileSource::Zip(member) }
    }

    pub fn part(name: String, whole: Input, offset: u64, len: u64) -> Item {
        Item { name, place: FileSource::Part(whole, offset, len) }
    }

    /// A file of a directory.
    pub fn file(path: &Path) -> Option<Item> {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some(Item { name, place: FileSource::Path(path.to_owned()) })
    }

    /// `around` is the name of what it is in.
    pub fn input(&self, around: &str) -> io::Result<Input> {
        let name = format!("{around}/{}", self.name);
        match &self.place {
            FileSource::Path(path) => Input::file(path),
            FileSource::Zip(member) => member.input(&name),
            FileSource::Part(whole, offset, len) => whole.part(name, *offset, *len),
        }
    }

    fn form(&self, around: &str) -> Result<Form, String> {
        let head = match &self.place {
            // A member is unpacked no further than it must be; packed ones are rare.
            FileSource::Zip(member) => match member.head(HEAD) {
                Ok(head)
                    if !matches!(
                        head.as_slice(),
                        [0x1f, 0x8b, ..] | [0x28, 0xb5, 0x2f, 0xfd, ..] | [b'B', b'Z', b'h', ..]
                    ) =>
                {
                    Ok(head)
                }
                _ => self.input(around).and_then(|input| input.head(HEAD)),
            },
            _ => self.input(around).and_then(|input| input.head(HEAD)),
        };
        sniff::recognise(&head.map_err(|error| error.to_string())?)
    }

    /// The file's name without its directory.
    pub fn bare(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }
}

/// No directory has more files, none is deeper.
const MOST_FILES: usize = 200_000;
const DEEPEST: usize = 8;

/// The pages of a directory.
pub(crate) fn directory(
    path: &Path,
    options: &Options,
    notes: &mut Notes,
) -> Result<(Form, Box<dyn PageSource>), Error> {
    let name = path.display().to_string();
    let items = items(path, notes).map_err(|error| Error::io(&name, error))?;
    Ok((Form::Directory, pages(&name, items, options, 0, notes)?))
}

/// The files of a directory and those below it.
pub(crate) fn items(path: &Path, notes: &mut Notes) -> io::Result<Vec<Item>> {
    let mut items = Vec::new();
    let mut dirs = vec![(path.to_owned(), String::new(), 0)];
    while let Some((dir, prefix, depth)) = dirs.pop() {
        for entry in std::fs::read_dir(dir)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let (path, name) = (entry.path(), format!("{prefix}{name}"));
            // Links to directories are not followed: they may lead in a circle.
            let kind = entry.file_type()?;
            if kind.is_dir() {
                if depth < DEEPEST && !name.rsplit('/').next().unwrap_or_default().starts_with('.') {
                    dirs.push((path, format!("{name}/"), depth + 1));
                }
            } else if std::fs::metadata(&path).is_ok_and(|metadata| metadata.is_file()) {
                items.push(Item { name, place: FileSource::Path(path) });
            }
            if items.len() > MOST_FILES {
                let message = format!("it has more than {MOST_FILES} files; the rest is not read");
                notes.file(NoteKind::Limit, &path_name(&items), message);
                return Ok(items);
            }
        }
    }
    Ok(items)
}

fn path_name(items: &[Item]) -> String {
    items.first().map(|item| item.name.clone()).unwrap_or_default()
}

/// A page or several in one file, and the files that hold the same.
pub(crate) struct Group {
    pub item: Item,
    /// The picture, where the item is not one.
    pub picture: Option<Item>,
    /// What is printed on its page, if something else than the page knows.
    pub printed: Option<String>,
}

/// The pages of some files.
pub(crate) fn pages(
    name: &str,
    mut items: Vec<Item>,
    options: &Options,
    depth: u8,
    notes: &mut Notes,
) -> Source {
    items.retain(|item| !item.name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX"));
    items.sort_by(|a, b| natural(&a.name, &b.name));
    let mut known = Vec::new();
    let mut foreign = Vec::new();
    for item in items {
        match item.form(name) {
            Ok(form) => known.push((item, form)),
            Err(what) => foreign.push(format!("{} ({what})", item.name)),
        }
    }
    if !foreign.is_empty() {
        let many = foreign.len();
        foreign.truncate(5);
        let rest = if many > 5 { ", …" } else { "" };
        let message = format!("{many} files are not pages: {}{rest}", foreign.join(", "));
        notes.file(NoteKind::Skipped, name, message);
    }
    if known.is_empty() {
        return Err(Error::no_record(name, "without a single page"));
    }
    // A manifest orders the files around it.
    let mut manifests = known.iter().filter(|(_, form)| *form == Form::Iiif);
    if let (Some((manifest, _)), None) = (manifests.next(), manifests.next())
        && known.len() > 1
    {
        let input = manifest.input(name).map_err(|error| Error::io(name, error))?;
        let rest = known.iter().filter(|(_, form)| *form != Form::Iiif).cloned().collect();
        let groups = iiif::order(&input, rest, notes)?;
        return Ok(folder(name, groups, options, depth));
    }
    let groups = grouped(name, known, notes);
    Ok(folder(name, groups, options, depth))
}

pub(crate) fn folder(name: &str, groups: Vec<Group>, options: &Options, depth: u8) -> Box<dyn PageSource> {
    let options = options.clone();
    let groups = groups.into_iter();
    Box::new(Folder { name: name.to_owned(), groups, open: None, options, depth, words: 0, failed: None })
}

/// Files that hold the same page, or the same book, in several forms: the one that tells most is read, a picture goes with
/// it, and the others are named.
pub(crate) fn grouped(name: &str, known: Vec<(Item, Form)>, notes: &mut Notes) -> Vec<Group> {
    let mut groups: Vec<Vec<(Item, Form)>> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (item, form) in known {
        let stem = stem(&item.name);
        let index = *places.entry(stem).or_insert(groups.len());
        if index == groups.len() {
            groups.push(Vec::new());
        }
        groups[index].push((item, form));
    }
    let mut forms: BTreeMap<Form, usize> = BTreeMap::new();
    let mut all = Vec::new();
    for mut group in groups {
        // The first of equals, in natural order, is kept.
        group.sort_by_key(|(item, form)| std::cmp::Reverse((form.riches(), item.name.contains("chocr"))));
        let mut group = group.into_iter();
        let Some((item, form)) = group.next() else { continue };
        *forms.entry(form).or_default() += 1;
        let mut picture = None;
        let mut left = Vec::new();
        for (other, its) in group {
            if its.is_picture() && !form.is_picture() && picture.is_none() {
                picture = Some(other);
            } else {
                left.push(format!("{} ({})", other.name, its.name()));
            }
        }
        if !left.is_empty() {
            let message = format!("the same pages as {}, not read: {}", item.name, left.join(", "));
            notes.file(NoteKind::Skipped, name, message);
        }
        all.push(Group { item, picture, printed: None });
    }
    if forms.len() > 1 {
        let list: Vec<String> =
            forms.iter().map(|(form, many)| format!("{many} of {}", form.name())).collect();
        notes.file(
            NoteKind::MixedForms,
            name,
            format!("its files have several formats: {}", list.join(", ")),
        );
    }
    all
}

/// What the names of the same page in several forms have in common.
pub(crate) fn stem(name: &str) -> String {
    let (dir, bare) = name.rsplit_once('/').unwrap_or(("", name));
    let mut stem = bare.to_lowercase();
    const ENDINGS: &[&str] = &[
        ".gz",
        ".bz2",
        ".zst",
        ".html",
        ".htm",
        ".xhtml",
        ".hocr",
        ".xml",
        ".alto",
        ".page",
        ".txt",
        ".json",
        ".pdf",
        ".djvu",
        ".png",
        ".jpg",
        ".jpeg",
        ".jpe",
        ".tif",
        ".tiff",
        ".jp2",
        ".j2k",
        ".bmp",
        ".gif",
        ".webp",
        ".pnm",
        ".pgm",
        ".pbm",
        ".ppm",
        ".zip",
        ".tar",
        ".tgz",
        "_djvu",
        "_hocr",
        "_chocr",
        "_abbyy",
        "_hocr_searchtext",
        "_jp2",
        "_tif",
        "_text",
        "_alto",
    ];
    while let Some(shorter) = ENDINGS.iter().find_map(|ending| stem.strip_suffix(ending)) {
        if shorter.is_empty() {
            break;
        }
        stem = shorter.to_owned();
    }
    // Pictures and words of the same pages stand in directories beside each other, too; those are told apart by the
    // directory, lest two chapters become one.
    format!("{dir}/{stem}")
}

/// Numbers by their size, all else as letters; a directory before what stands behind it.
pub(crate) fn natural(a: &str, b: &str) -> Ordering {
    let mut pairs = a.split('/').zip(b.split('/'));
    pairs
        .find_map(|(a, b)| Some(natord::compare_ignore_case(a, b)).filter(|order| order.is_ne()))
        .unwrap_or_else(|| a.split('/').count().cmp(&b.split('/').count()))
        .then_with(|| a.cmp(b))
}

/// A file in work.
struct Opened {
    source: Box<dyn PageSource>,
    /// The picture that stands beside it, until a page has it.
    picture: Option<ImageRef>,
    printed: Option<String>,
}

struct Folder {
    name: String,
    groups: std::vec::IntoIter<Group>,
    open: Option<Opened>,
    options: Options,
    depth: u8,
    /// How many words came of all files, and why one could not be read.
    words: usize,
    failed: Option<Error>,
}

impl PageSource for Folder {
    fn next(&mut self, notes: &mut Notes) -> Option<Result<Page, Error>> {
        loop {
            if let Some(open) = &mut self.open {
                match open.source.next(notes) {
                    Some(Ok(mut page)) => {
                        self.words += page.words().count();
                        // The picture beside a file is that of its only page.
                        if page.image.as_ref().is_none_or(|image| !image.is_there()) && open.picture.is_some()
                        {
                            page.image = open.picture.take();
                        }
                        if open.printed.is_some() {
                            page.printed = open.printed.take();
                        }
                        return Some(Ok(page));
                    }
                    Some(Err(error)) => self.fail(error, notes),
                    None => self.open = None,
                }
                continue;
            }
            let Some(group) = self.groups.next() else {
                return if self.words == 0 { self.failed.take().map(Err) } else { None };
            };
            match self.begin(&group, notes) {
                Ok(open) => self.open = Some(open),
                Err(error) => self.fail(error, notes),
            }
        }
    }
}

impl Folder {
    fn begin(&self, group: &Group, notes: &mut Notes) -> Result<Opened, Error> {
        let input = group.item.input(&self.name).map_err(|error| Error::io(&group.item.name, error))?;
        let (_, source) = document::source(&input, &self.options, notes, self.depth)?;
        let picture = group.picture.as_ref().and_then(|item| item.input(&self.name).ok());
        let picture = picture.map(|input| ImageRef::of(&input, 1));
        Ok(Opened { source, picture, printed: group.printed.clone() })
    }

    fn fail(&mut self, error: Error, notes: &mut Notes) {
        self.open = None;
        let kind = match error {
            Error::ToolMissing { .. } | Error::Tool { .. } => NoteKind::Tool,
            _ => NoteKind::Skipped,
        };
        notes.file(kind, &self.name, error.to_string());
        self.failed.get_or_insert(error);
    }
}

/// The files beside a file.
pub(crate) fn beside(input: &Input, notes: &mut Notes) -> Vec<(Item, Form)> {
    let Some(path) = input.given_path() else { return Vec::new() };
    let dir = match path.parent() {
        Some(dir) if dir.as_os_str().is_empty() => Path::new("."),
        Some(dir) => dir,
        None => return Vec::new(),
    };
    let mut items = items(dir, notes).unwrap_or_default();
    let own = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    items.retain(|item| item.name != own);
    items.sort_by(|a, b| natural(&a.name, &b.name));
    let around: Arc<str> = dir.display().to_string().into();
    items.into_iter().filter_map(|item| item.form(&around).ok().map(|form| (item, form))).collect()
}
