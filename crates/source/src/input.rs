//! One input: a file, bytes, or a part of a file, unpacked by what it begins with.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, OnceLock};

use sha2::{Digest, Sha256};

use crate::opened::Opened;
use crate::tool::ScratchFile;

/// How much of an input is looked at to know it.
pub(crate) const HEAD: usize = 64 * 1024;
/// No member of an archive and no packed picture or PDF is unpacked beyond this.
pub(crate) const LARGEST: u64 = 8 << 30;

#[derive(Clone, Debug)]
enum Store {
    Path(PathBuf),
    Bytes(Arc<[u8]>),
    /// Part of a file: where it begins and how long it is.
    Part(Arc<Input>, u64, u64),
    Temp(Arc<ScratchFile>),
}

/// How bytes are packed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Packing {
    Gzip,
    Zstd,
    Bzip2,
}

/// Bytes that can be read again and again.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The name for people: a path, a member of an archive.
    pub name: Arc<str>,
    store: Store,
    packing: Vec<Packing>,
    /// The unpacked bytes as a file, once somebody wanted one.
    spelled: Arc<OnceLock<Arc<ScratchFile>>>,
    /// Bytes that the members of the archive around it may still give, if it is such a member.
    budget: Option<Arc<AtomicU64>>,
    hash: Arc<OnceLock<String>>,
}

/// A stream that can be handed to another thread.
pub(crate) type Stream = Box<dyn Read + Send>;

impl Input {
    pub fn file(path: &Path) -> io::Result<Input> {
        Input::of(path.display().to_string(), Store::Path(path.to_owned()))
    }

    pub fn bytes(name: &str, bytes: Vec<u8>) -> io::Result<Input> {
        Input::of(name.to_owned(), Store::Bytes(bytes.into()))
    }

    pub fn temp(name: String, file: ScratchFile) -> io::Result<Input> {
        Input::of(name, Store::Temp(Arc::new(file)))
    }

    /// A part of an input that is not packed itself.
    pub fn part(&self, name: String, offset: u64, len: u64) -> io::Result<Input> {
        let part = Input::of(name, Store::Part(Arc::new(self.clone()), offset, len))?;
        Ok(Input { budget: self.budget.clone(), ..part })
    }

    /// The same as a member of an archive whose members may give so many bytes more.
    pub fn within(self, budget: &Arc<AtomicU64>) -> Input {
        Input { budget: Some(Arc::clone(budget)), ..self }
    }

    /// Bytes that the members of this archive may give, those of archives in it included. They are read a few times: to
    /// know them, and as pages.
    pub fn budget(&self) -> Arc<AtomicU64> {
        let own = || {
            let most = self.packed_length().map_or(LARGEST, most_unpacked);
            Arc::new(AtomicU64::new(most.saturating_mul(4)))
        };
        self.budget.clone().unwrap_or_else(own)
    }

    fn of(name: String, store: Store) -> io::Result<Input> {
        let mut input = Input {
            name: name.into(),
            store,
            packing: Vec::new(),
            spelled: Arc::default(),
            budget: None,
            hash: Arc::default(),
        };
        // Two layers happen (`.tar.gz` served packed); more are a trap.
        for _ in 0..2 {
            let head = input.head(4)?;
            match head.as_slice() {
                [0x1f, 0x8b, ..] => input.packing.push(Packing::Gzip),
                [0x28, 0xb5, 0x2f, 0xfd] => input.packing.push(Packing::Zstd),
                [b'B', b'Z', b'h', b'1'..=b'9'] => input.packing.push(Packing::Bzip2),
                _ => break,
            }
        }
        Ok(input)
    }

    /// The file it is, if it is one as it stands.
    pub fn own_path(&self) -> Option<&Path> {
        match &self.store {
            Store::Path(path) if self.packing.is_empty() => Some(path),
            Store::Temp(file) if self.packing.is_empty() => Some(file.path()),
            _ => None,
        }
    }

    /// The path that a person gave, packed or not.
    pub fn given_path(&self) -> Option<&Path> {
        match &self.store {
            Store::Path(path) => Some(path),
            _ => None,
        }
    }

    /// The unpacked bytes from the beginning.
    pub fn open(&self) -> io::Result<Stream> {
        let mut stream: Stream = match &self.store {
            Store::Path(path) => Opened::path(path)?.into_reader(),
            Store::Temp(file) => Box::new(File::open(file.path())?),
            Store::Bytes(bytes) => Box::new(Cursor::new(bytes.clone())),
            Store::Part(whole, offset, len) => {
                let mut file = whole.seekable()?;
                file.seek(SeekFrom::Start(*offset))?;
                Box::new(file.take(*len))
            }
        };
        let most = self.packed_length().map(most_unpacked);
        for packing in &self.packing {
            stream = match packing {
                Packing::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::new(stream))),
                Packing::Zstd => Box::new(zstd::stream::read::Decoder::new(stream)?),
                Packing::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(stream)),
            };
        }
        match most.filter(|_| !self.packing.is_empty()) {
            Some(left) => Ok(Box::new(Unpacked { stream, left })),
            None => Ok(stream),
        }
    }

    /// Its length in bytes before it is unpacked, if it is known.
    fn packed_length(&self) -> Option<u64> {
        match &self.store {
            Store::Path(path) => std::fs::metadata(path).ok().map(|data| data.len()),
            Store::Temp(file) => std::fs::metadata(file.path()).ok().map(|data| data.len()),
            Store::Bytes(bytes) => Some(bytes.len() as u64),
            Store::Part(_, _, length) => Some(*length),
        }
    }

    /// The first bytes, unpacked, as many as there are up to `most`. A damaged packing gives what comes before.
    pub fn head(&self, most: usize) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        let mut stream = self.open()?.take(most as u64);
        match stream.read_to_end(&mut head) {
            Err(error) if head.is_empty() && self.packing.is_empty() => Err(error),
            _ => Ok(head),
        }
    }

    /// All bytes, unpacked, up to a limit; whether there were more or the packing broke off.
    pub fn read_all(&self, most: u64) -> io::Result<(Vec<u8>, Option<String>)> {
        let mut bytes = Vec::new();
        let result = self.open()?.take(most + 1).read_to_end(&mut bytes);
        let broken = match result {
            Err(error) if bytes.is_empty() => return Err(error),
            Err(error) => Some(error.to_string()),
            Ok(_) if bytes.len() as u64 > most => {
                bytes.truncate(most as usize);
                Some(format!("it is larger than {} MB", most >> 20))
            }
            Ok(_) => None,
        };
        Ok((bytes, broken))
    }

    /// A file with the unpacked bytes, for programs and for reading here and there.
    pub fn path(&self) -> io::Result<&Path> {
        if let Some(path) = self.own_path() {
            return Ok(path);
        }
        if let Some(file) = self.spelled.get() {
            return Ok(file.path());
        }
        let (mut file, kept) = ScratchFile::create()?;
        let copied = io::copy(&mut self.open()?.take(LARGEST + 1), &mut file)?;
        if copied > LARGEST {
            return Err(io::Error::other(format!("it decompresses to more than {} GB", LARGEST >> 30)));
        }
        file.flush()?;
        Ok(self.spelled.get_or_init(|| Arc::new(kept)).path())
    }

    /// A hash of the unpacked bytes.
    pub fn hash(&self) -> io::Result<&str> {
        if let Some(hash) = self.hash.get() {
            return Ok(hash);
        }
        let mut hasher = Sha256::new();
        io::copy(&mut self.open()?, &mut hasher)?;
        let hash = format!("{:x}", hasher.finalize());
        Ok(self.hash.get_or_init(|| hash))
    }

    /// The unpacked bytes, to go to and fro in.
    pub fn seekable(&self) -> io::Result<Box<dyn ReadSeek>> {
        match &self.store {
            Store::Bytes(bytes) if self.packing.is_empty() => Ok(Box::new(Cursor::new(bytes.clone()))),
            _ => Ok(Box::new(File::open(self.path()?)?)),
        }
    }
}

/// Most bytes that so many packed ones may give: no text of chess and no page of print is packed more tightly, but a trap is.
fn most_unpacked(packed: u64) -> u64 {
    const ALWAYS: u64 = 32 << 20;
    const RATIO: u64 = 100;
    packed.saturating_mul(RATIO).saturating_add(ALWAYS)
}

/// The error of what unpacks to more than that.
pub(crate) fn too_tight() -> io::Error {
    io::Error::other("it unpacks to more than 100 times its size, as no record does")
}

/// A stream that ends with an error where it has unpacked too much.
struct Unpacked {
    stream: Stream,
    left: u64,
}

impl Read for Unpacked {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let got = self.stream.read(out)?;
        self.left = self.left.checked_sub(got as u64).ok_or_else(too_tight)?;
        Ok(got)
    }
}

/// Reading here and there.
pub(crate) trait ReadSeek: Read + Seek + Send {}
impl<T: Read + Seek + Send> ReadSeek for T {}
