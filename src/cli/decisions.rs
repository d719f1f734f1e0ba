//! Loads corrections files for the commands.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::convert::input::Input;
use crate::corrections::{self, Decisions};
use crate::finding::{Finding, code};
use crate::render::path_name;
use crate::sink::Located;
use crate::text::{Opened, Span};

/// The corrections for `inputs`, and the findings on the corrections files, each with the name of the file.
pub(super) fn load(paths: &[PathBuf], inputs: &[Input]) -> Result<(Decisions, Vec<(String, Located)>)> {
    let mut rows = Vec::new();
    let mut remarks = Vec::new();
    for path in paths {
        let name = path.display().to_string();
        let shown = path_name(path);
        let file = Opened::path(path).with_context(|| format!("cannot open the corrections {shown}"))?;
        let (mut read, faults) = corrections::read(file.into_reader())
            .with_context(|| format!("{shown} is not a corrections file"))?;
        rows.append(&mut read);
        for (row, fault) in faults {
            let finding = Finding::new(&code::D106, Span::default(), format!("row {row}: {fault}"));
            remarks.push((
                name.clone(),
                Located { finding, line: row, column: 1, page: None, context: String::new(), cut: 0 },
            ));
        }
    }
    let inputs: Vec<String> = inputs.iter().map(Input::name).collect();
    let decisions = Decisions::new(rows, &inputs);
    if let Some(first) = decisions.strangers().first() {
        let count = decisions.strangers().len();
        let rows = if count == 1 { "1 row is".to_owned() } else { format!("{count} rows are") };
        let message =
            format!("{rows} for a file that is not among the inputs, such as {}", first.anchor.file);
        let finding = Finding::new(&code::D105, Span::default(), message).text(&*first.anchor.file);
        let name = paths.first().map(|path| path.display().to_string()).unwrap_or_default();
        remarks.push((
            name,
            Located {
                finding,
                line: first.row.max(1),
                column: 1,
                page: None,
                context: String::new(),
                cut: 0,
            },
        ));
    }
    Ok((decisions, remarks))
}
