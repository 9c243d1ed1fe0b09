//! Beliefs: draws are fair, worlds agree with all that is known, lists are complete, evidence points the right way.

mod evidence;
mod habits;
mod worlds;
