//! The pool of plain threads on which bots think.
