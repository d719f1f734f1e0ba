//! Detects the format of a file before a command reads it: PGN, an archive, or input for another command.

use std::ffi::OsString;
use std::path::Path;
use std::sync::LazyLock;

use regex::bytes::Regex;
use scorebook_source::{Form, recognise};

use super::{sbk, tell};
use crate::convert::foreign;
use crate::convert::input::Input;
use crate::render::{command as command_line, shown_on_a_line};
use crate::text::bare_name;

/// Bytes of a file that are read to detect its format.
const HEAD: usize = 64 << 10;

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

/// Why an input is certainly not PGN; `None` if it may be. One that cannot be opened is reported by the command.
pub(super) fn no_pgn(input: &Input) -> Option<String> {
    let head = input.head(HEAD).ok()?;
    if let Some(what) = foreign::game(&head) {
        return Some(format!("{} is not chess: it is {what}", shown_on_a_line(&input.name())));
    }
    let utf16 = matches!(head.as_slice(), [0xff, 0xfe, ..] | [0xfe, 0xff, ..]);
    // In a document of a word processor PGN may stand, but its bytes are none.
    let is_rich = head.trim_ascii_start().starts_with(b"{\\rtf");
    if head.trim_ascii().is_empty() || utf16 || begins_like_pgn(&head) && !is_rich {
        return None;
    }
    let name = input.name();
    let convert = command_line(["scorebook".to_owned(), "convert".to_owned(), name.clone()]);
    // What has no name of its own may be anything, as a file that is called PGN may.
    let called = matches!(input, Input::Stream(_)) || bare_name(&name.to_lowercase()).ends_with(".pgn");
    let shown = shown_on_a_line(&name);
    if is_rich {
        return Some(format!("{shown} is not PGN but a document of a word processor (RTF); use: {convert}"));
    }
    match recognise(&head) {
        Ok(Form::Text) if called => None,
        Ok(Form::Text) => {
            Some(format!("{shown} is not PGN: it has no tag pair and no move in SAN; use: {convert}"))
        }
        Ok(form) => Some(format!("{shown} is not PGN but {}; use: {convert}", form.name())),
        Err(_) if called => None,
        Err(what) => Some(format!("{shown} is not PGN: it is {what}")),
    }
}

/// The command that reads a file given without a command; `None` if the file does not exist.
pub(super) fn command_for(path: &Path) -> Option<&'static str> {
    if !path.exists() {
        return None;
    }
    // What can be read only once is known by its name alone: the command reads it.
    let input = path.is_file().then(|| Input::of(path));
    if input.as_ref().is_some_and(sbk::begins_like_archive) {
        return Some("info");
    }
    let name = path.display().to_string().to_lowercase();
    let called = bare_name(&name).ends_with(".pgn");
    let is_pgn =
        called || input.is_some_and(|input| input.head(HEAD).is_ok_and(|head| begins_like_pgn_file(&head)));
    Some(if is_pgn { "verify" } else { "convert" })
}

/// Whether a file begins with a tag pair. A move in SAN is not enough here: letters and books quote moves.
fn begins_like_pgn_file(head: &[u8]) -> bool {
    let start = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    start.starts_with(b"[Event ") || start.starts_with(b"[Site ") || start.starts_with(b"[White ")
}

/// The arguments of a command line. If the first is a file instead of a command, the right command is inserted:
/// `scorebook scan.pdf` becomes `scorebook convert scan.pdf`.
pub(super) fn arguments(mut arguments: Vec<OsString>, is_command: impl Fn(&str) -> bool) -> Vec<OsString> {
    let Some(first) = arguments.get(1) else { return arguments };
    let word = first.to_string_lossy();
    if word.starts_with('-') || is_command(&word) {
        return arguments;
    }
    match command_for(Path::new(first)) {
        Some(command) => {
            tell(&format!("scorebook: read as `{}`\n", command_line(["scorebook", command, &word])));
            arguments.insert(1, command.into());
        }
        None if word.contains(['.', '/', '\\']) => {
            tell(&format!(
                "scorebook: there is no file `{}`, and no command of that name; `scorebook help` lists the commands\n",
                shown_on_a_line(&word)
            ));
            std::process::exit(2);
        }
        None => {}
    }
    arguments
}
