//! How programs and the laboratory talk, line by line: [`lines`] is DouZero's fields as JSON, [`ccga`] the protocol of the
//! Chinese competitions, [`link`] the program at the other end of two pipes.

pub(crate) mod link;
pub(crate) mod lines;
pub(crate) mod observation;
pub(crate) mod ccga;
