//! The dictionary with which words are packed: what openings are made of, so that few games pack as well
//! as many. The `train-dense` program makes it.

use std::cell::RefCell;
use std::sync::{LazyLock, OnceLock};

use sha2::{Digest, Sha256};
use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::{DecoderDictionary, EncoderDictionary};
use zstd::zstd_safe::CParameter;

static DICTIONARY: &[u8] = include_bytes!("words.dict");

/// The zstd level of words.
const LEVEL: i32 = 19;

/// The most that is unpacked: words of 256 games that are as long as games get.
const LARGEST: u64 = 1 << 28;

static ENCODER: LazyLock<EncoderDictionary<'static>> =
    LazyLock::new(|| EncoderDictionary::copy(DICTIONARY, LEVEL));
static DECODER: LazyLock<DecoderDictionary<'static>> = LazyLock::new(|| DecoderDictionary::copy(DICTIONARY));

/// What tells this dictionary from others: the first eight bytes of its SHA-256.
pub(super) fn id() -> [u8; 8] {
    static ID: OnceLock<[u8; 8]> = OnceLock::new();
    *ID.get_or_init(|| {
        let hash = Sha256::digest(DICTIONARY);
        std::array::from_fn(|i| hash[i])
    })
}

thread_local! {
    // Making either costs more than a section does.
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Packs words; `None` where that fails.
pub(super) fn pack(bytes: &[u8]) -> Option<Vec<u8>> {
    COMPRESSOR.with_borrow_mut(|slot| {
        if slot.is_none() {
            let mut compressor = Compressor::with_prepared_dictionary(&ENCODER).ok()?;
            // The entry of the section knows all of this.
            compressor.set_parameter(CParameter::ContentSizeFlag(false)).ok()?;
            compressor.set_parameter(CParameter::DictIdFlag(false)).ok()?;
            *slot = Some(compressor);
        }
        slot.as_mut()?.compress(bytes).ok()
    })
}

/// Unpacks what has so many bytes.
pub(super) fn unpack(bytes: &[u8], unpacked: u64) -> Option<Vec<u8>> {
    let unpacked = usize::try_from(unpacked).ok().filter(|&n| n as u64 <= LARGEST)?;
    // A hostile entry must not take more memory than its bytes can be the reason for.
    if unpacked > 1 << 22 && unpacked / 4096 > bytes.len() {
        return None;
    }
    DECOMPRESSOR.with_borrow_mut(|slot| {
        if slot.is_none() {
            *slot = Some(Decompressor::with_prepared_dictionary(&DECODER).ok()?);
        }
        slot.as_mut()?.decompress(bytes, unpacked).ok()
    })
}
