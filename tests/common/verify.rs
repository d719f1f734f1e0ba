//! Runs the program on small games, for the tests of `verify` and `fix`.

use assert_cmd::Command;

/// Games without findings.
pub const CLEAN: &str = include_str!("../../fixtures/pgn/clean.pgn");
/// Games with findings.
pub const BROKEN: &str = include_str!("../../fixtures/pgn/broken.pgn");

/// The program.
pub fn scorebook() -> Command {
    Command::new(env!("CARGO_BIN_EXE_scorebook"))
}

/// Exit status, standard output and standard error of a run.
pub fn output(args: &[&str], stdin: &[u8]) -> (i32, String, String) {
    let out = scorebook().args(args).write_stdin(stdin).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (out.status.code().unwrap(), text(out.stdout), text(out.stderr))
}
