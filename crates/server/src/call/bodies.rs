//! Bytes of request bodies. The bytes of a body count until it is decoded. All bodies together have a limit, and each caller leaves
//! some bytes to others. So bodies that never end cost neither memory nor the calls of others.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use game::refusal::{Reason, Refusal};
use http_body::Body;
use http_body_util::BodyExt;
use prost::bytes::{Bytes, BytesMut};

use super::caller::Caller;

/// The most bytes that the bodies of all calls take.
pub const BODIES_BYTES_MAX: usize = 32 << 20;
/// The retry time in refusals.
const PAUSE: Duration = Duration::from_millis(50);

/// The reason why a body is not read to its end.
#[derive(Debug)]
pub enum Unread {
    /// It has more bytes than it may.
    TooLarge,
    /// It ended too early.
    Broken,
    /// Its bytes are not allowed now.
    Refused(Refusal),
}

/// Reads the whole of a body. Each part of it is counted when it comes.
pub async fn whole<B>(
    mut body: B,
    bytes_max: usize,
    mut count: impl FnMut(usize) -> Result<(), Refusal>,
) -> Result<Bytes, Unread>
where
    B: Body<Data = Bytes> + Unpin,
{
    let mut bytes = BytesMut::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| Unread::Broken)?.into_data() else { continue };
        if bytes.len() + data.len() > bytes_max {
            return Err(Unread::TooLarge);
        }
        count(data.len()).map_err(Unread::Refused)?;
        bytes.extend_from_slice(&data);
    }
    Ok(bytes.freeze())
}

/// The bytes of all bodies.
#[derive(Default, Debug)]
pub struct Bodies(AtomicUsize);

/// The bytes of one body, until this is dropped.
#[derive(Debug)]
pub struct Kept {
    all: Arc<Bodies>,
    caller: Arc<Caller>,
    bytes: usize,
}

impl Kept {
    /// Begins to count the bytes of a body of this caller.
    pub fn new(all: &Arc<Bodies>, caller: &Arc<Caller>) -> Kept {
        Kept { all: Arc::clone(all), caller: Arc::clone(caller), bytes: 0 }
    }

    /// Counts more bytes. Refuses them if the caller then has more than four times what is left. So one caller alone takes at
    /// most four fifths of all, and a later caller still finds some.
    pub fn add(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.bytes += bytes;
        let all = self.all.0.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let own = self.caller.body_bytes().fetch_add(bytes, Ordering::Relaxed) + bytes;
        if own <= 4 * BODIES_BYTES_MAX.saturating_sub(all) {
            return Ok(());
        }
        let message =
            format!("bodies of calls take {all} bytes, {BODIES_BYTES_MAX} are allowed; {own} are the caller's");
        Err(Refusal::new(Reason::OVERLOADED, message).retry_after(PAUSE))
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.all.0.fetch_sub(self.bytes, Ordering::Relaxed);
        self.caller.body_bytes().fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::caller::{KnownCallers, Quota};

    #[test]
    fn a_caller_leaves_bytes_for_others_and_gives_its_own_back() {
        let (all, mut known) = (Arc::<Bodies>::default(), KnownCallers::default());
        let mut caller = |name: &str| Arc::new(Caller::new(&mut known, name, name, Quota::default()));
        let (flood, other) = (caller("flood"), caller("other"));
        let mut held = Vec::new();
        let refusal = loop {
            let mut kept = Kept::new(&all, &flood);
            match kept.add(64 << 10) {
                Ok(()) => held.push(kept),
                Err(refusal) => break refusal,
            }
        };
        assert_eq!(
            (held.len(), refusal.into_status().code()),
            (BODIES_BYTES_MAX / 5 * 4 / (64 << 10), tonic::Code::ResourceExhausted)
        );
        let mut kept = Kept::new(&all, &other);
        assert!((0..16).all(|_| kept.add(64 << 10).is_ok()));
        drop((kept, held));
        assert_eq!([&all.0, flood.body_bytes(), other.body_bytes()].map(|bytes| bytes.load(Ordering::Relaxed)), [0; 3]);
    }
}
