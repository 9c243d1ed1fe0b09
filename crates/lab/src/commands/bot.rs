//! `lab bot`: a persona as a program. It reads one JSON object a line and answers with one. After a bad line it goes on.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::time::Instant;

use engine::Scratch;
use rules::{Ruleset, Seed, View};
use serde_json::Value;

use super::DeciderArgs;
use crate::match_runner::lines::{BotAnswer, BotReply, LINE_BYTES_MAX, card_numbers, read_position};
use crate::match_runner::player::PersonaPlayer;

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    decider: DeciderArgs,
    /// A ruleset and its overrides
    #[arg(long, default_value = "douzero")]
    ruleset: Ruleset,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let player = args.decider.read()?;
    let mut bot = Bot { scratch: player.scratch(), player, rules: args.ruleset, seed: args.decider.seed() };
    let mut line = Vec::new();
    while let Some(whole) = read_line(&mut input, &mut line)? {
        if whole && line.trim_ascii().is_empty() {
            continue;
        }
        if whole {
            bot.answer(&line, out)?;
        } else {
            let answer = BotAnswer::Error { error: format!("the line has more than {LINE_BYTES_MAX} bytes") };
            write_reply(&BotReply { id: &Value::Null, answer }, out)?;
        }
        // Lines that have already arrived are answered together; a single line is answered at once.
        if !input.buffer().contains(&b'\n') {
            out.flush()?;
        }
    }
    Ok(())
}

/// Reads a line into `line`. `Some(false)` if the line is too long and was cut; `None` at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let max = LINE_BYTES_MAX as u64 + 1;
    if input.take(max).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    if line.len() <= LINE_BYTES_MAX || line.ends_with(b"\n") {
        return Ok(Some(true));
    }
    input.skip_until(b'\n')?;
    Ok(Some(false))
}

fn write_reply(reply: &BotReply, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, reply)?;
    out.write_all(b"\n")
}

struct Bot {
    player: PersonaPlayer,
    rules: Ruleset,
    seed: Seed,
    scratch: Scratch,
}

impl Bot {
    fn answer(&mut self, line: &[u8], out: &mut impl Write) -> io::Result<()> {
        let started = Instant::now();
        let object = match serde_json::from_slice(line) {
            Ok(Value::Object(object)) => Ok(object),
            Ok(_) => Err(String::from("the line is no JSON object")),
            Err(error) => Err(format!("the line is no JSON: {error}")),
        };
        let id = object.as_ref().ok().and_then(|object| object.get("id")).unwrap_or(&Value::Null);
        let view = object.as_ref().map(|object| read_position(self.rules, object));
        let answer = match view {
            Ok(Ok(view)) => {
                let action = self.action(&view);
                // Three decimals, because some of our decisions take microseconds.
                let ms = (started.elapsed().as_secs_f64() * 1e6).round() / 1e3;
                BotAnswer::Action { action, ms }
            }
            Ok(Err(error)) => BotAnswer::Error { error: error.to_string() },
            Err(error) => BotAnswer::Error { error: error.clone() },
        };
        write_reply(&BotReply { id, answer }, out)
    }

    fn action(&mut self, view: &View) -> Vec<u32> {
        let decision = self.player.decide(view, self.hand_seed(view), &mut self.scratch);
        card_numbers(decision.expect("an observation is of the seat to play").play())
    }

    /// Returns the seed of a hand, made from the cards that the seat got. It is the same for all turns if each line has
    /// all plays so far.
    fn hand_seed(&self, view: &View) -> Seed {
        let seat = view.course().turn();
        let given = view.hand().plus(view.course().played(seat)).expect("a view holds one deck");
        self.seed.stream(given.bits()).stream(seat as u64)
    }
}
