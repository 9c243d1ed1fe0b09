//! `lab bridge ccga`: a persona as an engine for competitions. Whatever line comes in is answered; what the platform
//! tells and our rules do not know is noted on standard error, and play goes on from what is on the table.

use std::io::{self, BufRead, Write};

use engine::Scratch;
use rules::{Action, Call, Combo, Event, Hand, Present, Ruleset, Seat, Seed, Trick, View};

use crate::commands::options::DeciderArgs;
use crate::match_runner::player::Ours;
use crate::protocols::ccga::{LETTERS, call, chair, points, read_hand, read_ids, read_letter, take, write_ids};

/// Be an engine that speaks the CCGA line protocol on standard input and output
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    decider: DeciderArgs,
    /// A ruleset and its overrides
    #[arg(long, default_value = "classic")]
    ruleset: Ruleset,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<()> {
    let ours = args.decider.read()?;
    let mut bot =
        Bot { scratch: ours.scratch(), ours, rules: args.ruleset, seed: args.decider.seed(), hands: 0, hand: None };
    for line in io::stdin().lock().lines() {
        let line = line?;
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if line.eq_ignore_ascii_case("EXIT") {
            break;
        }
        let answer = bot.answer(line).unwrap_or_else(|fault| {
            eprintln!("lab: {line:?}: {fault}");
            format!("ERROR {fault}")
        });
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

struct Bot {
    ours: Ours,
    rules: Ruleset,
    seed: Seed,
    /// Number of hands that were dealt.
    hands: u64,
    hand: Option<Playing>,
    scratch: Scratch,
}

/// A hand under way.
struct Playing {
    rules: Ruleset,
    /// Our letter.
    me: usize,
    /// Our cards.
    ids: Vec<u32>,
    /// Which letter is the first chair: who bids first.
    base: usize,
    /// Our knowledge; `None` before the first bid, and when something was told that our rules do not know.
    view: Option<View>,
    /// The landlord's letter and the bottom.
    landlord: Option<(usize, Hand)>,
    /// The table's picture, whether or not our rules follow: cards left and played by letter, and what stands.
    left: [u8; 3],
    played: [Hand; 3],
    standing: Option<(usize, Hand)>,
}

impl Bot {
    fn answer(&mut self, line: &str) -> Result<String, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let word = word.to_ascii_uppercase();
        let ok = format!("OK {word}");
        match (word.as_str(), rest) {
            ("DOUDIZHUVER", _) => Ok(String::from("NAME thirdseat")),
            ("INFO" | "ERROR", _) => Ok(ok),
            ("GAMEOVER", _) => {
                self.hand = None;
                Ok(ok)
            }
            ("DEAL", rest) => self.deal(rest).map(|()| ok),
            ("BID", what) if what.eq_ignore_ascii_case("WHAT") => self.bid(),
            ("PLAY", what) if what.eq_ignore_ascii_case("WHAT") => self.play(),
            ("BID", rest) => self.hand()?.hear_bid(rest).map(|()| ok),
            ("LEFTOVER", rest) => self.hand()?.hear_leftover(rest).map(|()| ok),
            ("PLAY", rest) => self.hand()?.hear_play(rest).map(|()| ok),
            _ => Err(String::from("this word is not known")),
        }
    }

    fn hand(&mut self) -> Result<&mut Playing, String> {
        self.hand.as_mut().ok_or_else(|| String::from("no cards were dealt"))
    }

    fn deal(&mut self, rest: &str) -> Result<(), String> {
        let (me, cards) = read_letter(rest).ok_or("DEAL needs A, B or C and 17 cards")?;
        let ids = read_ids(cards)?;
        let cards = read_hand(&ids)?;
        if cards.len() != 17 {
            return Err(format!("a deal has 17 cards, not {}", cards.len()));
        }
        self.hands += 1;
        let (left, played) = ([17; 3], [Hand::EMPTY; 3]);
        let rules = self.rules;
        self.hand = Some(Playing { rules, me, ids, base: 0, view: None, landlord: None, left, played, standing: None });
        Ok(())
    }

    fn bid(&mut self) -> Result<String, String> {
        let seed = self.seed.stream(self.hands);
        let hand = self.hand.as_mut().ok_or("no cards were dealt")?;
        hand.begin(hand.me);
        let call = match hand.view.as_ref().filter(|view| view.is_my_turn()) {
            Some(view) => {
                let decision = self.ours.decide(view, seed, &mut self.scratch);
                match decision.map(|decision| decision.action) {
                    Ok(Action::Call(call)) => call,
                    _ => Call::Pass,
                }
            }
            // An auction that our rules do not know: nothing is the bid that is always allowed.
            None => Call::Pass,
        };
        hand.see_call(hand.me, call);
        Ok(format!("BID {}{}", LETTERS[hand.me], points(call)))
    }

    fn play(&mut self) -> Result<String, String> {
        let seed = self.seed.stream(self.hands);
        let hand = self.hand.as_mut().ok_or("no cards were dealt")?;
        let known = hand.view.clone().filter(View::is_my_turn);
        let play = match known.or_else(|| hand.present()) {
            Some(view) => {
                let decision = self.ours.decide(&view, seed, &mut self.scratch);
                decision.map_err(|error| error.to_string())?.play()
            }
            // The standing cards are no combo of our rules, or there is no landlord.
            None if hand.standing.is_some() => None,
            None => Some(Combo::single(read_hand(&hand.ids)?.lowest().ok_or("there is no card left to play")?)),
        };
        let cards = play.map_or(Hand::EMPTY, Combo::cards);
        let ids = take(&mut hand.ids, cards).ok_or("the cards of this hand do not add up")?;
        hand.see_play(hand.me, cards);
        Ok(format!("PLAY {}{}", LETTERS[hand.me], write_ids(&ids)))
    }
}

impl Playing {
    /// The auction begins with this letter: the rules count chairs from there.
    fn begin(&mut self, first: usize) {
        if self.view.is_some() || self.landlord.is_some() || self.left != [17; 3] {
            return;
        }
        self.base = first;
        let hand = read_hand(&self.ids).expect("checked when it was dealt");
        self.view = View::dealt(self.rules, chair(self.me, first), hand).ok();
    }

    fn hear_bid(&mut self, rest: &str) -> Result<(), String> {
        let (letter, bid) = read_letter(rest).ok_or("BID needs WHAT, or A, B or C and 0 to 3")?;
        let call = bid.parse().ok().and_then(call).ok_or("a bid is 0 to 3")?;
        self.begin(letter);
        // Platforms may tell a player what it said itself.
        if self.view.as_ref().is_some_and(|view| view.board().bidding().said(chair(letter, self.base)) == Some(call)) {
            return Ok(());
        }
        self.see_call(letter, call);
        Ok(())
    }

    fn see_call(&mut self, letter: usize, call: Call) {
        let event = Event::Call(chair(letter, self.base), call);
        self.apply(event);
    }

    /// An event that our rules do not know ends their view of the hand; the table itself is still seen.
    fn apply(&mut self, event: Event) {
        if let Some(view) = &mut self.view
            && let Err(error) = view.apply(event)
        {
            eprintln!("lab: our rules cannot follow: {error}");
            self.view = None;
        }
    }

    fn hear_leftover(&mut self, rest: &str) -> Result<(), String> {
        let (letter, cards) = read_letter(rest).ok_or("LEFTOVER needs A, B or C and three cards")?;
        if self.landlord.is_some() {
            return Err(String::from("the bottom was shown already"));
        }
        let ids = read_ids(cards)?;
        let bottom = read_hand(&ids)?;
        let mut mine = read_hand(&self.ids)?;
        if bottom.len() != 3 {
            return Err(format!("the bottom has 3 cards, not {}", bottom.len()));
        }
        if ids.iter().any(|id| self.ids.contains(id)) {
            return Err(format!("{bottom} lies in our hand already"));
        }
        if letter == self.me {
            self.ids.extend(ids);
            mine = read_hand(&self.ids)?;
        }
        self.landlord = Some((letter, bottom));
        self.left[letter] = 20;
        self.apply(Event::Landlord(chair(letter, self.base), bottom));
        let is_landlord = |view: &View| view.board().landlord() == Some(chair(letter, self.base));
        if !self.view.as_ref().is_some_and(is_landlord) {
            // Without an auction, or after one that our rules do not know, the landlord is the first chair.
            self.base = letter;
            self.view = View::seated(self.rules, self.seat(self.me), mine, bottom).ok();
        }
        Ok(())
    }

    fn hear_play(&mut self, rest: &str) -> Result<(), String> {
        let (letter, cards) = read_letter(rest).ok_or("PLAY needs WHAT, or A, B or C and cards, or -1")?;
        let cards = read_hand(&read_ids(cards)?)?;
        if letter == self.me {
            // An echo of what we said, unless the platform played for us.
            let said = self.view.as_ref().is_none_or(|view| !view.is_my_turn());
            if said {
                return Ok(());
            }
            take(&mut self.ids, cards).ok_or_else(|| format!("{cards} is not in our hand"))?;
        }
        if cards.len() > u32::from(self.left[letter]) {
            return Err(format!("{} has {} cards left, not {}", LETTERS[letter], self.left[letter], cards.len()));
        }
        self.see_play(letter, cards);
        Ok(())
    }

    fn see_play(&mut self, letter: usize, cards: Hand) {
        let play = self.view.as_ref().and_then(|view| match view.trick() {
            Trick::Follow(standing) => self.rules.read_answer(cards, standing).or_else(|| self.rules.read(cards)),
            Trick::Lead => self.rules.read(cards),
        });
        self.left[letter] -= cards.len() as u8;
        self.played[letter] = self.played[letter].plus(cards).unwrap_or(self.played[letter]);
        match self.standing {
            _ if !cards.is_empty() => self.standing = Some((letter, cards)),
            // The next to speak is who played it: the trick is over.
            Some((owner, _)) if (letter + 1) % 3 == owner => self.standing = None,
            _ => {}
        }
        if cards.is_empty() == play.is_none() {
            self.apply(Event::Play(self.seat(letter), play));
        } else {
            eprintln!("lab: our rules cannot follow: {cards} is no combo");
            self.view = None;
        }
    }

    fn seat(&self, letter: usize) -> Seat {
        let landlord = self.landlord.map_or(self.base, |(landlord, _)| landlord);
        Seat::ALL[(letter + 3 - landlord) % 3]
    }

    /// The table now, without how it came about; `None` where our rules have no word for it.
    fn present(&self) -> Option<View> {
        let (landlord, bottom) = self.landlord?;
        let by_seat = |seat: Seat| (landlord + seat.index()) % 3;
        let standing = match self.standing {
            Some((owner, cards)) => Some((self.seat(owner), self.rules.read(cards)?)),
            None => None,
        };
        let now = Present {
            rules: self.rules,
            seat: self.seat(self.me),
            hand: read_hand(&self.ids).ok()?,
            turn: self.seat(self.me),
            left: Seat::ALL.map(|seat| self.left[by_seat(seat)]),
            standing,
            bottom: Some(bottom),
            played: Seat::ALL.map(|seat| self.played[by_seat(seat)]),
            open: [Hand::EMPTY; 3],
        };
        View::present(&now).ok()
    }
}
