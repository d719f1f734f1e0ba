//! Writes the file of `--explain-layout`, unit by unit, in the format of its extension.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Result, bail};
use scorebook_source::Options;

use super::super::ending;
use super::super::output::Output;
use crate::explained::{Explained, picture, text};
use crate::render::Escape;
use crate::review::Pictures;
use crate::text::Source;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Format {
    Text,
    Html,
    Svg,
}

const ENDINGS: &[(&str, Format)] =
    &[("txt", Format::Text), ("html", Format::Html), ("htm", Format::Html), ("svg", Format::Svg)];

/// The explanation being written.
pub(super) struct ExplainedFile {
    out: Output,
    format: Format,
    pictures: Pictures,
    /// The height of a picture so far.
    height: f32,
}

/// All of a page's picture, in ten-thousandths.
const WHOLE: [u16; 4] = [0, 0, 10_000, 10_000];
/// The head of a picture; its height is known at the end.
const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1000 ";
/// Digits of that height.
const DIGITS: usize = 12;

impl ExplainedFile {
    /// Creates the file, as text if the extension says nothing.
    ///
    /// # Errors
    /// If the extension belongs to another format, or if the file cannot be created.
    pub fn create(path: &Path, options: &Options) -> Result<ExplainedFile> {
        let format = ending::format(Some(path), ENDINGS)?.unwrap_or(Format::Text);
        let mut out = match format {
            Format::Svg if path == Path::new("-") => bail!("--explain-layout: a picture needs a file"),
            Format::Svg => Output::create_seekable(path)?,
            Format::Text | Format::Html => Output::create(Some(path))?,
        };
        out = out.escaped(Escape::Text);
        match format {
            Format::Text => out.write_all(text::head().as_bytes())?,
            Format::Html => out.write_all(picture::head().as_bytes())?,
            Format::Svg => write!(out, "{SVG}{:DIGITS$}\">\n{}", 0, picture::legend())?,
        }
        Ok(ExplainedFile { out, format, pictures: Pictures::new(options), height: picture::LEGEND })
    }

    /// Writes a unit. `numbers` has the number of each of its results in the output.
    ///
    /// # Errors
    /// If writing fails.
    pub fn unit(&mut self, explained: &Explained, source: &Source, numbers: &[Option<usize>]) -> Result<()> {
        if self.format == Format::Text {
            self.out.write_all(text::unit(explained, numbers).as_bytes())?;
            return Ok(());
        }
        if self.format == Format::Html {
            writeln!(self.out, "<h2>{}</h2>", picture::escaped(&picture::title(explained)))?;
        }
        for page in &explained.pages {
            let scan = source.scan().filter(|_| page.placed);
            let image = scan.zip(page.scanned).and_then(|(scan, at)| self.pictures.url(scan, at, WHOLE));
            let (drawn, height) = picture::page(page, image.as_deref(), numbers);
            let width = picture::WIDTH;
            if self.format == Format::Html {
                writeln!(
                    self.out,
                    "<div class=\"page\"><svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height:.0}\">{drawn}</svg></div>"
                )?;
            } else {
                writeln!(self.out, "<g transform=\"translate(0 {:.0})\">{drawn}</g>", self.height)?;
                self.height += height.ceil();
            }
        }
        Ok(())
    }

    /// Completes the file and gives it its name.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self) -> Result<()> {
        match self.format {
            Format::Text => {}
            Format::Html => self.out.write_all(picture::foot().as_bytes())?,
            Format::Svg => {
                self.out.write_all(b"</svg>\n")?;
                self.out.seek(SeekFrom::Start(SVG.len() as u64))?;
                write!(self.out, "{:DIGITS$.0}", self.height)?;
            }
        }
        self.out.finish()
    }
}
