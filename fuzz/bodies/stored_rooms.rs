//! Bytes under a room's name: a room or unreadable, never a panic; a room that is written again reads the same.

use std::sync::Arc;

use server::room::store::codec;
use server::roster::Companion;
use server::roster::frozen_persona::Catalogue;

/// An empty catalogue, because stored personas carry their own numbers.
struct NoPersonas;

impl Catalogue for NoPersonas {
    fn find(&self, _name: &str, _strength: Option<u32>) -> Option<Arc<Companion>> {
        None
    }
}

pub(crate) fn run(data: &[u8]) {
    let Ok(state) = codec::read(data, &NoPersonas) else { return };
    let Ok(bytes) = codec::write(&state) else { return };
    let again = codec::read(&bytes, &NoPersonas).expect("what this release writes it reads");
    assert_eq!(codec::write(&again).expect("it was written before"), bytes);
}
