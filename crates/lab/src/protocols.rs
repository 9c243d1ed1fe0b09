//! Talk of programs and the laboratory, line by line: [`lines`] is DouZero's fields as JSON, [`program_process`] the program at the other end
//! of two pipes.

pub(crate) mod program_process;
pub(crate) mod lines;
