//! The protocol between programs and the laboratory, by lines: [`lines`] has DouZero's fields as JSON, [`observation`] reads such a
//! line, and [`program_process`] runs a program behind two pipes.

pub(crate) mod program_process;
pub(crate) mod lines;
pub(crate) mod observation;
