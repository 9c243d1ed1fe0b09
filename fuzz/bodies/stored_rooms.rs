//! Bytes under a room's name: a room or unreadable, never a panic; a room that is written again reads the same.

use std::sync::LazyLock;

use server::config::Config;
use server::room::store::codec;
use server::roster::Roster;

static ROSTER: LazyLock<Roster> = LazyLock::new(|| Roster::load(&Config::embedded()).expect("built-in personas"));

pub(crate) fn run(data: &[u8]) {
    let Ok(state) = codec::read(data, &ROSTER) else { return };
    let Ok(bytes) = codec::write(&state) else { return };
    let again = codec::read(&bytes, &ROSTER).expect("what this release writes it reads");
    assert_eq!(codec::write(&again).expect("it was written before"), bytes);
}
