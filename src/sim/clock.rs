//! How long a thread computed.

use std::time::{Duration, Instant};

/// A watch that runs while its thread does.
pub struct Watch {
    computed: Option<Duration>,
    wall: Instant,
}

impl Watch {
    /// Starts it.
    pub fn start() -> Self {
        Self {
            computed: computed(),
            wall: Instant::now(),
        }
    }

    /// Time since the start: what the thread computed where the system tells, else what passed.
    pub fn elapsed(&self) -> Duration {
        match (self.computed, computed()) {
            (Some(then), Some(now)) => now.saturating_sub(then),
            _ => self.wall.elapsed(),
        }
    }
}

/// What this thread has computed so far, as Linux tells: nanoseconds, first in the line.
fn computed() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    (nanoseconds > 0).then(|| Duration::from_nanos(nanoseconds))
}
