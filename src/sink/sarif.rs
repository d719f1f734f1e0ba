//! Findings as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code hosts
//! show beside the lines of a file. Written as a stream: the rules first, then a result at a time.

use std::io::{self, Write};

use serde_json::json;

use super::Located;
use crate::finding::{Severity, code};

/// Writes a log with one run.
pub struct Sarif<W: Write> {
    out: W,
    any: bool,
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

impl<W: Write> Sarif<W> {
    /// Begins the log.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(mut out: W) -> io::Result<Sarif<W>> {
        let rules: Vec<_> = code::all()
            .map(|code| {
                json!({
                    "id": code.id,
                    "shortDescription": { "text": code.title },
                    "fullDescription": { "text": code.explanation },
                    "help": { "text": format!("Example: {}", code.example) },
                    "defaultConfiguration": { "level": level(code.severity) },
                })
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
        Ok(Sarif { out, any: false })
    }

    /// Writes one result.
    ///
    /// # Errors
    /// When writing fails.
    pub fn result(&mut self, file: &str, game: Option<usize>, located: &Located) -> io::Result<()> {
        let finding = &located.finding;
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
            "properties": properties,
        });
        let comma = if self.any { ",\n" } else { "\n" };
        self.any = true;
        write!(self.out, "{comma}{result}")
    }

    /// Ends the log and gives the writer back. `whole` tells whether it is on all of the input.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(mut self, whole: bool) -> io::Result<W> {
        write!(self.out, "\n],\"invocations\":[{{\"executionSuccessful\":{whole}}}]}}]}}\n")?;
        Ok(self.out)
    }
}

/// A path segment as it stands in a URI.
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
