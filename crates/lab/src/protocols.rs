//! Talk of programs and the laboratory, line by line: [`lines`] is DouZero's fields as JSON, [`observation`] what such a line says,
//! [`program_process`] the program at the other end of two pipes.

pub(crate) mod program_process;
pub(crate) mod lines;
pub(crate) mod observation;
