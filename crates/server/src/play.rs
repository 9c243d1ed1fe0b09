//! `thirdseat play`: a table in the terminal.
