//! Every command that the README shows is run, and prints what the README says.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The commands of the README with what they are shown to print.
fn commands(readme: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            found.push((command.to_owned(), String::new()));
        } else if let Some((_, output)) = found.last_mut().filter(|_| inside) {
            output.push_str(line);
            output.push('\n');
        }
    }
    found
}

#[test]
fn the_readme_shows_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let commands = commands(&readme);
    assert!(commands.len() >= 7);
    // The first screen: convert a record, then run the tests as .ci/run does.
    assert!(commands[0].0.starts_with("cargo run --release -- convert"), "{}", commands[0].0);
    let ci = fs::read_to_string(root.join(".ci/run")).unwrap();
    assert!(ci.lines().any(|line| line == commands[1].0), "{} is not in .ci/run", commands[1].0);
    let program = assert_cmd::cargo::cargo_bin("scorebook");
    let path =
        format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap_or_default());
    for (command, wanted) in commands.iter().filter(|(command, _)| command != &commands[1].0) {
        let command = command.replace("cargo run --release --", "scorebook");
        let output = Command::new("bash")
            .args(["-c", &command])
            .current_dir(root)
            .env("PATH", &path)
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(printed.trim_end(), wanted.trim_end(), "{command}");
    }
}
