//! `scorebook review --serve`: serves the page and writes corrections to the file as they are made.

use std::io::{self, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::{Args, units};
use crate::cli::Status;
use indicatif::ProgressBar;

use crate::cli::output::Output;
use crate::cli::{interrupt, tell};
use crate::convert::Plan;
use crate::convert::input::Input;
use crate::corrections::{self, Correction};
use crate::render::path_name;
use crate::review::serve::{Review, ReviewDesk, announce};
use crate::review::{Book, Pictures, SourceView};

pub(super) fn serve(args: &Args, plan: Plan, inputs: &[Input], bar: &ProgressBar) -> Result<Status> {
    bar.set_message("reading the games");
    let corrections = args.corrections.clone().unwrap_or_else(|| PathBuf::from(super::CORRECTIONS));
    let viewed = |input| -> Result<Vec<_>> {
        let viewed = units(input, &plan)?.into_iter().map(|unit| {
            let view = SourceView::of(&unit);
            (unit, view)
        });
        Ok(viewed.collect())
    };
    let units = inputs.iter().map(viewed).collect::<Result<Vec<_>>>()?;
    let files = inputs.iter().map(Input::name).collect();
    let book = Book { files, ..Book::default() };
    let pictures = Pictures::new(&plan.scan);
    let mut desk = ReviewDesk { plan, units, book, corrections, pictures, save };
    desk.read().with_context(|| format!("cannot use the corrections {}", path_name(&desk.corrections)))?;
    bar.finish_and_clear();
    let review = Review::bind(args.port).context("cannot serve on this machine")?;
    interrupt::on_signal(review.stopper());
    announce(&review, &desk, &mut stdout().lock())?;
    review.run(&mut desk).context("cannot serve on this machine")?;
    if !args.quiet {
        let count = desk.book.prior.len();
        let are = if count == 1 { "decision is" } else { "decisions are" };
        tell(&format!("{count} {are} in {}\n", path_name(&desk.corrections)));
    }
    Ok(Status::Clean)
}

/// Replaces the corrections file completely or not at all.
fn save(path: &Path, rows: &[Correction]) -> io::Result<()> {
    let mut out = Output::create(Some(path)).map_err(io::Error::other)?;
    corrections::write(&mut out, rows)?;
    out.finish().map_err(io::Error::other)
}
