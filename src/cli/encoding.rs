//! `--encoding`: the character set of lines that are not UTF-8.

use scorebook_charset::{Assumed, Charset};

#[derive(clap::Args, Clone, Debug, Default)]
pub(super) struct EncodingArg {
    /// The character set of what is not UTF-8: windows-1251, koi8-r, cp437, mac, … [default: detected for each file]
    #[arg(long, value_name = "NAME", value_parser = charset)]
    encoding: Option<Charset>,
}

impl EncodingArg {
    /// The character set that is named.
    pub(super) fn charset(&self) -> Option<Charset> {
        self.encoding
    }

    /// The same, as what is assumed of a file.
    pub(super) fn named(&self) -> Option<Assumed> {
        self.encoding.map(Assumed::named)
    }
}

fn charset(name: &str) -> Result<Charset, String> {
    let names = || Charset::all().map(Charset::name).collect::<Vec<_>>().join(", ");
    Charset::named(name).ok_or_else(|| {
        format!("no such character set; UTF-8 is always recognised, the others are {}", names())
    })
}
