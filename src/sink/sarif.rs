//! Findings as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts show
//! beside the lines of a file. Written as a stream: rules first, then the results one by one.

use std::io::{self, Write};

use serde_json::json;
use sha2::{Digest, Sha256};

use super::Located;
use crate::finding::{Severity, code};

/// Writes a log with one run.
pub struct Sarif<W: Write> {
    out: W,
    any: bool,
    /// Whether notes are written; a code host shows each as a remark on a line.
    notes: bool,
}

/// The page that explains the codes, if the package has one: a rule's `helpUri`.
const HOMEPAGE: &str = env!("CARGO_PKG_HOMEPAGE");

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

impl<W: Write> Sarif<W> {
    /// Begins the log; without `notes`, findings with severity note are omitted.
    ///
    /// # Errors
    /// If writing fails.
    pub fn new(mut out: W, notes: bool) -> io::Result<Sarif<W>> {
        let rules: Vec<_> = code::all()
            .map(|code| {
                let mut rule = json!({
                    "id": code.id,
                    "shortDescription": { "text": code.title },
                    "fullDescription": { "text": code.explanation },
                    "help": { "text": format!("Example: {}", code.example) },
                    "defaultConfiguration": { "level": level(code.severity) },
                });
                if let Some(rule) = rule.as_object_mut().filter(|_| !HOMEPAGE.is_empty()) {
                    rule.insert("helpUri".to_owned(), format!("{HOMEPAGE}#{}", code.id).into());
                }
                rule
            })
            .collect();
        let driver = json!({
            "name": env!("CARGO_PKG_NAME"),
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        });
        write!(
            out,
            "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\
             \"runs\":[{{\"tool\":{{\"driver\":{driver}}},\"columnKind\":\"unicodeCodePoints\",\"results\":["
        )?;
        Ok(Sarif { out, any: false, notes })
    }

    /// Writes one result.
    ///
    /// # Errors
    /// When writing fails.
    pub fn result(&mut self, file: &str, game: Option<usize>, located: &Located) -> io::Result<()> {
        let finding = &located.finding;
        if finding.severity == Severity::Note && !self.notes {
            return Ok(());
        }
        let mut properties = serde_json::Map::new();
        if let Some(game) = game {
            properties.insert("game".to_owned(), game.into());
        }
        if let Some(ply) = finding.ply {
            properties.insert("ply".to_owned(), ply.into());
        }
        if let Some(fen) = &finding.fen {
            properties.insert("fen".to_owned(), fen.as_str().into());
        }
        let uri = file.split(std::path::MAIN_SEPARATOR).map(percent).collect::<Vec<_>>().join("/");
        let result = json!({
            "ruleId": finding.code.id,
            "level": level(finding.severity),
            "message": { "text": finding.message },
            "locations": [{
                "physicalLocation": {
                    "artifactLocation": { "uri": uri },
                    "region": { "startLine": located.line, "startColumn": located.column },
                }
            }],
            "partialFingerprints": { "scorebook/v1": fingerprint(file, located) },
            "properties": properties,
        });
        let comma = if self.any { ",\n" } else { "\n" };
        self.any = true;
        write!(self.out, "{comma}{result}")
    }

    /// Ends the log and returns the writer. `whole` tells whether the input was read completely.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self, whole: bool) -> io::Result<W> {
        write!(self.out, "\n],\"invocations\":[{{\"executionSuccessful\":{whole}}}]}}]}}\n")?;
        Ok(self.out)
    }
}

/// An identity of a finding that does not change when lines move: file, code, half-move and text of the line.
fn fingerprint(file: &str, located: &Located) -> String {
    let finding = &located.finding;
    let ply = finding.ply.map(|ply| ply.to_string()).unwrap_or_default();
    let mut hash = Sha256::new();
    for part in [file, finding.code.id, &ply, &finding.text, located.context.trim()] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Percent-encodes a path segment for a URI.
fn percent(segment: &str) -> String {
    let mut out = String::new();
    for byte in segment.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
