//! Every row of the documents that the project grew from, as commands and what they print: `fixtures/documents.toml`.

use std::path::Path;

use assert_cmd::Command;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Documents {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// The row of the list.
    row: String,
    name: String,
    /// The files that the command finds.
    #[serde(default)]
    files: std::collections::BTreeMap<String, String>,
    /// Commands that run before, without a look at what they say.
    #[serde(default)]
    first: Vec<Vec<String>>,
    run: Vec<String>,
    code: i32,
    /// Parts of standard output, each a piece of the text with single blanks.
    #[serde(default)]
    out: Vec<String>,
    /// Parts of standard error.
    #[serde(default)]
    err: Vec<String>,
    /// Files that it makes, and a part of each.
    #[serde(default)]
    makes: std::collections::BTreeMap<String, String>,
    /// What is in neither.
    #[serde(default)]
    never: Vec<String>,
}

/// The text with each run of white space as one blank, so that line ends do not matter.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn scorebook(dir: &Path, args: &[String]) -> std::process::Output {
    Command::cargo_bin("scorebook").unwrap().current_dir(dir).args(args).output().unwrap()
}

#[test]
fn the_documents_are_kept() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/documents.toml")).unwrap();
    let documents: Documents = toml::from_str(&text).unwrap();
    let mut wrong = Vec::new();
    for case in &documents.case {
        let dir = tempfile::TempDir::new().unwrap();
        for (name, text) in &case.files {
            std::fs::write(dir.path().join(name), text).unwrap();
        }
        for command in &case.first {
            scorebook(dir.path(), command);
        }
        let output = scorebook(dir.path(), &case.run);
        let out = squeezed(&String::from_utf8_lossy(&output.stdout));
        let err = squeezed(&String::from_utf8_lossy(&output.stderr));
        let code = output.status.code();
        let mut say =
            |what: String| wrong.push(format!("{} {}: {what}\n--- {out}\n--- {err}", case.row, case.name));
        if code != Some(case.code) {
            say(format!("status {code:?}, not {}", case.code));
        }
        for (stream, wanted) in [(&out, &case.out), (&err, &case.err)] {
            for part in wanted.iter().filter(|part| !stream.contains(part.as_str())) {
                say(format!("lacks {part:?}"));
            }
        }
        for (name, part) in &case.makes {
            let made = std::fs::read_to_string(dir.path().join(name)).unwrap_or_default();
            if !made.contains(part.as_str()) {
                say(format!("{name} lacks {part:?}"));
            }
        }
        for part in
            case.never.iter().filter(|part| out.contains(part.as_str()) || err.contains(part.as_str()))
        {
            say(format!("has {part:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
