//! Beliefs: draws are fair, worlds agree with all that is known, lists are complete, evidence points the right way.

mod agree;
mod dealers;
mod evidence;
mod fair;
mod habits;
mod loss;
mod naive;
