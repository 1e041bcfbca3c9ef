//! Hashes of positions, the same on every platform.

use std::hash::Hasher;

/// A hash of a position, the same on every platform.
#[must_use]
pub(crate) fn hash_slots(slots: &[i32]) -> u64 {
    let mut h: u64 = 0x9E37_79B9_7F4A_7C15;
    for pair in slots.chunks(2) {
        let low = u64::from(pair[0] as u32);
        let high = u64::from(pair.get(1).copied().unwrap_or(0) as u32);
        h = (h ^ (low | high << 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        h ^= h >> 32;
    }
    h
}

#[derive(Clone, Debug, Default)]
pub(crate) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*b);
        }
    }
    fn write_u64(&mut self, v: u64) {
        self.0 = v;
    }
}
