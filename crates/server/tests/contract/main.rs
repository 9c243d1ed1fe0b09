//! The contract: a real server, real HTTP/2 connections, every RPC and every reason to be refused.

mod harness;
mod rpcs;
mod reasons;
mod rooms;
mod equal_answers;
mod habits;
mod time;
mod life;
mod doors;
mod callers;
mod fair;
mod web;
mod page;
mod decide;
mod wild;
mod wild_rooms;
mod may;
mod strength;
mod language;
mod review_hand;
mod list_rooms;
mod hostile;
mod unknown;
mod series;
mod deploy;
mod companions;
