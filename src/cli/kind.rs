//! Detects the format of a file before a command reads it: PGN, an archive, or input for another command.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::LazyLock;

use regex::bytes::Regex;
use scorebook_source::{Form, recognise};

use super::sbk;
use crate::convert::foreign;
use crate::render::command;
use crate::text::{bare_name, unpacking};

/// Bytes of a file that are read to detect its format.
const HEAD: u64 = 64 << 10;

/// The first bytes of a file, decompressed.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    unpacking(File::open(path)?)?.take(HEAD).read_to_end(&mut head)?;
    Ok(head)
}

/// Whether a text begins like PGN: with a tag pair on its own line, or with a numbered move in SAN.
fn begins_like_pgn(head: &[u8]) -> bool {
    static PGN: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r#"(?m)^[ \t]*\[[ \t]*[A-Za-z][A-Za-z0-9_]*[ \t]+"|\b1[ \t]*\.[ \t\r\n]*(?:[a-h](?:[1-8]|x)|[KQRBN][a-h1-8]?x?[a-h][1-8]|O-O|0-0|--|\*|\{)"#,
        )
        .expect("a pattern of ours")
    });
    PGN.is_match(head)
}

/// Why a file is certainly not PGN; `None` if it may be. A file that cannot be opened is reported by the
/// command.
pub(super) fn no_pgn(path: &Path) -> Option<String> {
    let head = head(path).ok()?;
    if let Some(what) = foreign::game(&head) {
        return Some(format!("{} is not chess: it is {what}", path.display()));
    }
    let utf16 = matches!(head.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    if head.trim_ascii().is_empty() || utf16 || begins_like_pgn(&head) {
        return None;
    }
    let name = path.display().to_string();
    let convert = command(["scorebook".to_owned(), "convert".to_owned(), name.clone()]);
    let called = bare_name(&name.to_lowercase()).ends_with(".pgn");
    match recognise(&head) {
        Ok(Form::Text) if called => None,
        Ok(Form::Text) => {
            Some(format!("{name} is not PGN: it has no tag pair and no move in SAN; use: {convert}"))
        }
        Ok(form) => Some(format!("{name} is not PGN but {}; use: {convert}", form.name())),
        Err(_) if called => None,
        Err(what) => Some(format!("{name} is not PGN: it is {what}")),
    }
}

/// The command that reads a file given without a command; `None` if the file does not exist.
pub(super) fn command_for(path: &Path) -> Option<&'static str> {
    if !path.exists() {
        return None;
    }
    if path.is_file() && sbk::begins_like_archive(path) {
        return Some("info");
    }
    let name = path.display().to_string().to_lowercase();
    let called = bare_name(&name).ends_with(".pgn");
    let is_pgn = called || path.is_file() && head(path).is_ok_and(|head| begins_like_pgn_file(&head));
    Some(if is_pgn { "verify" } else { "convert" })
}

/// Whether a file begins with a tag pair. A move in SAN is not enough here: letters and books quote moves.
fn begins_like_pgn_file(head: &[u8]) -> bool {
    let start = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    start.starts_with(b"[Event ") || start.starts_with(b"[Site ") || start.starts_with(b"[White ")
}

/// The arguments of the process. If the first is a file instead of a command, the right command is inserted:
/// `scorebook scan.pdf` becomes `scorebook convert scan.pdf`.
pub(super) fn arguments(is_command: impl Fn(&str) -> bool) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = std::env::args_os().collect();
    let Some(first) = arguments.get(1) else { return arguments };
    let word = first.to_string_lossy();
    if word.starts_with('-') || is_command(&word) {
        return arguments;
    }
    match command_for(Path::new(first)) {
        Some(command) => {
            eprintln!("scorebook: read as `scorebook {command} {word}`");
            arguments.insert(1, command.into());
        }
        None if word.contains(['.', '/', '\\']) => {
            eprintln!(
                "scorebook: there is no file `{word}`, and no command of that name; `scorebook help` lists the commands"
            );
            std::process::exit(2);
        }
        None => {}
    }
    arguments
}
