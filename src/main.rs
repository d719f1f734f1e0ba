//! The command line: everything it does is in [`scorebook::cli`].

fn main() -> std::process::ExitCode {
    scorebook::cli::main()
}
