//! Where randomness comes from: ChaCha8, one stream for a game's throws and one for its agents.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The generator of game `index`'s throws (`agents` false) or of its agents' choices (`agents` true).
///
/// The key is four words of SplitMix64 begun at the seed, little-endian; the stream is `2 * index`, plus one for agents.
/// It is the same on every platform and for every version of this format.
#[must_use]
pub fn generator(seed: u64, index: u64, agents: bool) -> ChaCha8Rng {
    let mut key = [0; 32];
    let mut state = seed;
    for word in key.chunks_exact_mut(8) {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word.copy_from_slice(&(z ^ (z >> 31)).to_le_bytes());
    }
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(index.wrapping_mul(2).wrapping_add(u64::from(agents)));
    rng
}
