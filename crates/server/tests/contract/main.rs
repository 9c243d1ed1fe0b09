//! The contract: a real server, real HTTP/2 connections, every RPC and every reason to be refused.

#[path = "../support/missing.rs"]
mod missing;
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
mod stream_places;
mod exchange;
mod gifts;
mod fair;
mod web;
mod page;
mod decide;
mod help;
mod wild;
mod wild_rooms;
mod may;
mod open_hand;
mod strength;
mod splits;
mod language;
mod others_cards;
mod review_hand;
mod list_rooms;
mod hostile;
mod unknown;
mod series;
mod deploy;
mod companions;
