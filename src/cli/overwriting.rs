//! One rule for all commands: no output may be an input, and no two outputs the same file.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ArgMatches;

use super::output::same_file;
use crate::convert::input::{Input, inputs};
use crate::render::path_name;

/// The arguments that name files to read, in all commands.
pub(super) const INPUTS: [&str; 10] =
    ["inputs", "sources", "archive", "corrections", "variants", "what", "grid", "against", "known", "lines"];
/// The arguments that name files to write, and how a message calls them.
pub(super) const OUTPUTS: [(&str, &str); 8] = [
    ("output", "the output"),
    ("report", "the report"),
    ("table", "the table"),
    ("rejects", "the file of rejects"),
    ("removed", "the list of duplicates"),
    ("explain_layout", "the explanation of the layout"),
    ("picture", "the picture"),
    ("apparatus", "the apparatus"),
];
/// The arguments that name folders which are never read as records.
#[cfg(test)]
const FOLDERS: [&str; 2] = ["cache", "dir"];

/// Refuses a command that would overwrite what it reads, or write two outputs to one file.
///
/// Links of both kinds and other spellings of a name are the same file; devices may be given several times.
pub(super) fn refuse(matches: &ArgMatches) -> Result<()> {
    let inputs: Vec<PathBuf> = INPUTS.iter().flat_map(|id| paths(matches, id)).collect();
    let mut outputs: Vec<(&str, PathBuf)> = Vec::new();
    for (id, what) in OUTPUTS {
        outputs.extend(paths(matches, id).into_iter().map(|path| (what, path)));
    }
    if matches!(matches.try_get_one::<bool>("serve"), Ok(Some(true))) {
        let own = paths(matches, "corrections").pop();
        let own = own.unwrap_or_else(|| PathBuf::from(super::review::CORRECTIONS));
        let records = paths(matches, "inputs");
        if let Some(input) = records.iter().find_map(|input| read_as(input, &own)) {
            bail!("the corrections would overwrite the input {input}");
        }
    }
    for (at, (what, path)) in outputs.iter().enumerate() {
        if path == Path::new("-") {
            continue;
        }
        if let Some(input) = inputs.iter().find_map(|input| read_as(input, path)) {
            bail!("{what} would overwrite the input {input}");
        }
        if let Some((other, _)) = outputs[..at].iter().find(|(_, other)| same_file(other, path)) {
            bail!("{what} would overwrite {other} {}", path_name(path));
        }
    }
    Ok(())
}

/// The paths of an argument; none if the command has no such argument.
fn paths(matches: &ArgMatches, id: &str) -> Vec<PathBuf> {
    if let Ok(Some(found)) = matches.try_get_many::<PathBuf>(id) {
        return found.cloned().collect();
    }
    // `board` takes a file with the number of a half-move behind it, or a FEN.
    let Ok(Some(text)) = matches.try_get_one::<String>(id) else { return Vec::new() };
    let mut found = vec![PathBuf::from(text)];
    found.extend(text.rmatch_indices(':').map(|(at, _)| PathBuf::from(&text[..at])));
    found.retain(|path| path.is_file());
    found
}

/// The name of the input that an output is, if it is one: the file itself or a file in a folder.
fn read_as(input: &Path, output: &Path) -> Option<String> {
    if !output.is_file() {
        return None;
    }
    if input.is_dir() {
        let (folder, file) = (input.canonicalize().ok()?, output.canonicalize().ok()?);
        if !file.starts_with(folder) {
            return None;
        }
        let records = inputs(&[input.to_owned()]).ok()?;
        let is_output = |path: &PathBuf| same_file(path, output);
        let read = records.into_iter().flat_map(|record| match record {
            Input::File(path) => vec![path],
            Input::Pages(_, files) => files,
            Input::Stream(_) => Vec::new(),
        });
        return read.into_iter().find(is_output).map(|path| path_name(&path));
    }
    if input == Path::new("-") {
        return is_standard_input(output).then(|| path_name(output));
    }
    same_file(input, output).then(|| path_name(input))
}

/// Whether standard input is this file (`scorebook fix - -o FILE < FILE`).
fn is_standard_input(output: &Path) -> bool {
    let input = same_file::Handle::stdin();
    input.is_ok_and(|input| same_file::Handle::from_path(output).is_ok_and(|output| input == output))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// An option that takes a path cannot be forgotten here.
    #[test]
    fn every_path_of_every_command_is_known() {
        let known = |id: &str| {
            INPUTS.contains(&id) || FOLDERS.contains(&id) || OUTPUTS.iter().any(|(output, _)| *output == id)
        };
        let mut seen = 0;
        for command in super::super::Cli::command().get_subcommands() {
            for argument in command.get_arguments() {
                let of_paths = argument.get_value_parser().type_id() == std::any::TypeId::of::<PathBuf>();
                if of_paths {
                    seen += 1;
                    assert!(
                        known(argument.get_id().as_str()),
                        "{} {}",
                        command.get_name(),
                        argument.get_id()
                    );
                }
            }
        }
        assert!(seen > 20, "{seen} arguments are paths");
    }
}
