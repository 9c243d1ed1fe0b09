//! A node of a cluster that is away: rooms on the other nodes are to notice nothing.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::processes::SLOTS;

/// The node that is away, if one is.
#[derive(Debug)]
pub(crate) struct Outage {
    nodes: usize,
    /// The node, or as many as there are for none.
    away: AtomicUsize,
}

impl Outage {
    /// Makes an outage in which none of `nodes` is away.
    pub(crate) fn of(nodes: usize) -> Outage {
        Outage { nodes, away: AtomicUsize::new(nodes) }
    }

    pub(crate) fn begin(&self, node: usize) {
        self.away.store(node, Ordering::Relaxed);
    }

    pub(crate) fn end(&self) {
        self.away.store(self.nodes, Ordering::Relaxed);
    }

    /// True while a node is away on which the room does not lie.
    pub(crate) fn spares(&self, room: &str) -> bool {
        let away = self.away.load(Ordering::Relaxed);
        away < self.nodes && away != node_of(room, self.nodes)
    }
}

/// Returns the node of a room, where each has an equal share of the slots: CRC-16 (XMODEM) of its name.
fn node_of(room: &str, nodes: usize) -> usize {
    let shift = |crc: u16, _| if crc & 0x8000 == 0 { crc << 1 } else { crc << 1 ^ 0x1021 };
    let crc = room.bytes().fold(0, |crc: u16, byte| (0..8).fold(crc ^ u16::from(byte) << 8, shift));
    (usize::from(crc % SLOTS) / (usize::from(SLOTS) / nodes)).min(nodes - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_elsewhere_are_spared() {
        // Slot 0x31C3 of 0x4000.
        assert_eq!((node_of("123456789", 3), node_of("123456789", 1)), (2, 0));
        let outage = Outage::of(3);
        assert!(!outage.spares("123456789"), "no node is away");
        outage.begin(2);
        assert!(!outage.spares("123456789"));
        outage.begin(1);
        assert!(outage.spares("123456789"));
    }
}
