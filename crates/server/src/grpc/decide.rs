//! What Bid, Play and Follow share: from a position to a decision within its budget.
