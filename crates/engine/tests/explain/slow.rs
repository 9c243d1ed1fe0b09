//! The claim of each fact, checked the slow way: by counting cards one by one, by listing every play, by trying deals. Nothing here calls
//! the module that finds the facts.

mod ends;
mod faults;

use std::collections::HashMap;

use engine::explain::{Fact, Part, Who};
use rules::{Combo, Event, Hand, Kind, Rank, Rng, Ruleset, Seat, Table, Trick, View};

/// One turn, and what the claims are about.
pub(crate) struct Truth<'a> {
    view: &'a View,
    me: Seat,
    made: Option<Combo>,
    rival: Option<Option<Combo>>,
    plays: Vec<Combo>,
    turns: HashMap<Hand, u32>,
}

type Checked = Result<(), String>;

fn claim(holds: bool, what: impl Into<String>) -> Checked {
    if holds { Ok(()) } else { Err(what.into()) }
}

impl<'a> Truth<'a> {
    pub(crate) fn new(view: &'a View, made: Option<Combo>, rival: Option<Option<Combo>>) -> Truth<'a> {
        let plays = view.rules().plays(view.hand(), view.trick());
        let me = view.seat().expect("there is a landlord");
        Truth { view, me, made, rival, plays, turns: HashMap::new() }
    }

    fn rules(&self) -> &'a Ruleset {
        self.view.rules()
    }

    fn left(&self, seat: Seat) -> u32 {
        self.view.course().left(seat)
    }

    fn enemies(&self) -> Vec<Seat> {
        Seat::ALL.into_iter().filter(|seat| seat.side() != self.me.side()).collect()
    }

    fn rest(&self, play: Option<Combo>) -> Hand {
        let cards = play.map_or(Hand::EMPTY, Combo::cards);
        self.view.hand().minus(cards).expect("a play comes from the hand")
    }

    fn owner(&self) -> Option<Seat> {
        self.view.course().standing().map(|(owner, _)| owner)
    }

    fn is_partners(&self) -> bool {
        self.owner().is_some_and(|owner| owner.side() == self.me.side())
    }

    fn is_enemys(&self) -> bool {
        self.owner().is_some_and(|owner| owner.side() != self.me.side())
    }

    /// Plays that are neither bomb nor rocket.
    fn plain(&self) -> Vec<Combo> {
        self.plays.iter().copied().filter(|play| !play.is_bomb()).collect()
    }

    /// Small hands by trying every play, the others by the count that other tests hold against an enumeration.
    fn turns(&mut self, hand: Hand) -> u32 {
        if hand.is_empty() {
            return 0;
        }
        if hand.len() > 7 {
            return u32::from(engine::hand::split::count_turns(hand, self.rules()));
        }
        if let Some(&known) = self.turns.get(&hand) {
            return known;
        }
        let lowest = hand.lowest().expect("it has cards");
        let plays = self.rules().plays(hand, Trick::Lead);
        // Some play takes the lowest card away, and the order of plays does not change their number.
        let with_lowest = plays.into_iter().filter(|play| play.cards().count(lowest) > 0);
        let rests: Vec<Hand> = with_lowest.filter_map(|play| hand.minus(play.cards())).collect();
        let best = rests.into_iter().map(|rest| 1 + self.turns(rest)).min().expect("a single is a play");
        self.turns.insert(hand, best);
        best
    }

    /// True if some enemy can hold a higher combo of the kind, or another answer that is no bomb.
    fn may_be_topped(&self, combo: Combo) -> bool {
        if combo.kind() == Kind::Rocket {
            return false;
        }
        let unseen = self.view.unseen();
        let most = self.enemies().into_iter().map(|seat| self.left(seat)).max().unwrap_or(0);
        let other = Rank::all().any(|rank| {
            let triple = self.rules().triples_on(combo).has(rank) && unseen.count(rank) >= 3 && most >= 3;
            triple || (rank == Rank::TWO && unseen.count(rank) > 0 && self.rules().passes_over(combo))
        });
        if other || most < combo.len() || self.rules().is_only_led(combo.kind()) {
            return other;
        }
        let copies = combo.kind().shape().body;
        let ranks: Vec<Rank> = Rank::all().collect();
        let fits = |top: usize| {
            let run = usize::from(combo.run());
            let body = (top + 1).checked_sub(run).map(|low| &ranks[low..=top]);
            body.is_some_and(|body| {
                let in_run = run == 1 || body.iter().all(|rank| rank.is_run_rank());
                in_run && body.iter().all(|&rank| unseen.count(rank) >= copies)
            })
        };
        (0..ranks.len()).any(|top| self.rules().above(combo).has(ranks[top]) && fits(top))
    }

    fn may_be_bombed(&self, combo: Combo) -> bool {
        let unseen = self.view.unseen();
        let has = |cards: u32| self.enemies().into_iter().any(|seat| self.left(seat) >= cards);
        let four = Rank::all().any(|rank| unseen.count(rank) == 4 && self.rules().bombs_on(combo).has(rank));
        let rocket = unseen.count(Rank::SMALL_JOKER) + unseen.count(Rank::BIG_JOKER) == 2;
        combo.kind() != Kind::Rocket && ((four && has(4)) || (rocket && has(2)))
    }

    fn is_sure(&self, combo: Combo) -> bool {
        !self.may_be_topped(combo) && !self.may_be_bombed(combo)
    }

    /// Tries the table's own deal and some others: whether an enemy has an answer, bombs among them or not.
    fn is_answered(&self, combo: Combo, with_bombs: bool, table: &Table, rng: &mut Rng) -> bool {
        let landlord = table.board().landlord().expect("there is a landlord");
        let others = [self.me.next(), self.me.previous()];
        let mut deals = vec![others.map(|seat| table.hand(seat.chair(landlord)))];
        let hidden = deals[0][0].plus(deals[0][1]).expect("one deck");
        for _ in 0..3 {
            let drawn = rng.draw(hidden, deals[0][0].len());
            deals.push([drawn, hidden.minus(drawn).expect("a part")]);
        }
        let answers = |hand: Hand| {
            let plays = self.rules().plays(hand, Trick::Follow(combo));
            plays.into_iter().any(|answer| with_bombs || !answer.is_bomb())
        };
        let of_enemy = |deal: &[Hand; 2]| {
            deal.iter().zip(others).any(|(&hand, seat)| seat.side() != self.me.side() && answers(hand))
        };
        // A card that a landlord took from the bottom, and this seat saw, stays with him in the table's own deal alone.
        let fixed = Seat::ALL.iter().any(|&seat| !self.view.known(seat).is_empty());
        deals.iter().take(if fixed { 1 } else { deals.len() }).any(of_enemy)
    }

    /// True if the cards can be laid down in so many plays, at most `beatable` of them not as wanted.
    fn lies_down(&self, hand: Hand, plays: u32, beatable: u32, is_good: &dyn Fn(Combo) -> bool) -> bool {
        let Some(lowest) = hand.lowest() else { return plays == 0 };
        let all = self.rules().plays(hand, Trick::Lead);
        plays > 0
            && all.into_iter().filter(|play| play.cards().count(lowest) > 0).any(|play| {
                let bad = u32::from(!is_good(play));
                let rest = hand.minus(play.cards()).expect("a part");
                bad <= beatable && self.lies_down(rest, plays - 1, beatable - bad, is_good)
            })
    }

    /// The single, pair, triple or four of the hand that lies in a cards part, which has to be all of its rank.
    fn whole(&self, part: Part) -> Result<Rank, String> {
        let Part::Cards(cards) = part else { return Err(format!("{part:?} is no cards")) };
        let rank = cards.lowest().ok_or("no card")?;
        claim(self.view.hand().count(rank) == cards.count(rank) && cards.ranks().len() == 1, "not all of the rank")?;
        Ok(rank)
    }

    /// True if a play takes some of a rank and leaves some, other than in a run.
    fn splits(&self, play: Option<Combo>, rank: Rank) -> bool {
        let taken = play.map_or(0, |play| play.cards().count(rank));
        taken > 0 && taken < self.view.hand().count(rank)
    }

    fn straight(hand: Hand) -> Option<usize> {
        let ranks: Vec<bool> = Rank::all().filter(|rank| rank.is_run_rank()).map(|rank| hand.count(rank) > 0).collect();
        let runs = ranks.split(|held| !held).map(<[bool]>::len);
        runs.max().filter(|&run| run >= 5)
    }

    fn big(cards: Hand) -> u32 {
        [Rank::TWO, Rank::SMALL_JOKER, Rank::BIG_JOKER].iter().map(|&rank| u32::from(cards.count(rank))).sum()
    }

    fn height(&self, combo: Combo) -> usize {
        self.rules().height(combo)
    }

    /// The leads of the log: who, and what.
    fn leads(&self) -> Vec<(Seat, Combo)> {
        let plays: Vec<(Seat, Option<Combo>)> = self
            .view
            .log()
            .iter()
            .filter_map(|event| if let Event::Play(seat, play) = event { Some((*seat, *play)) } else { None })
            .collect();
        let is_lead =
            |index: usize| index == 0 || (index >= 2 && plays[index - 1].1.is_none() && plays[index - 2].1.is_none());
        (0..plays.len())
            .filter(|&index| is_lead(index))
            .filter_map(|index| Some((plays[index].0, plays[index].1?)))
            .collect()
    }

    fn last_lead(&self, seat: Seat) -> Option<Combo> {
        self.leads().into_iter().rev().find(|(who, _)| *who == seat).map(|(_, combo)| combo)
    }

    /// The kind of the last lead of the other side.
    fn last_of_enemies(&self) -> Option<Kind> {
        self.leads().into_iter().rev().find(|(seat, _)| seat.side() != self.me.side()).map(|(_, combo)| combo.kind())
    }

    /// The cards of the combos that a fact names.
    fn combos(parts: &[Part]) -> Option<Hand> {
        let Some(Part::Combos(combos)) = parts.first() else { return None };
        combos.iter().try_fold(Hand::EMPTY, |all, combo| all.plus(combo.cards()))
    }

    /// The claim of a fact.
    pub(crate) fn check(&mut self, fact: &Fact, table: &Table, rng: &mut Rng) -> Checked {
        let parts: Vec<Part> = fact.parts().collect();
        self.check_names(&parts)?;
        let (hand, rest) = (self.view.hand(), self.rest(self.made));
        let lead = self.owner().is_none();
        match fact.code() {
            "goes-out" => claim(rest.is_empty(), "cards are left"),
            "cannot-answer" => claim(self.plays.is_empty() && !lead, "there is an answer"),
            "wins-for-sure" => {
                let [Part::Number(plays)] = parts[..] else { return Err("no number".into()) };
                claim(self.lies_down(rest, plays - 1, plays, &|_| true), "another number of turns")?;
                self.wins(self.made, table, rng)
            }
            "misses-win" => {
                let rival = self.rival.flatten().ok_or("no rival")?;
                claim(parts == [Part::Cards(rival.cards())], "another play")?;
                self.wins(Some(rival), table, rng)
            }
            "leaves-one-combo" => claim(self.rules().read(rest).is_some() && parts == [Part::Cards(rest)], "no combo"),
            "misses-one-combo" => {
                let one = self.rules().read(self.rest(self.rival.ok_or("no rival")?)).is_some();
                claim(one && self.rules().read(rest).is_none(), "not one against more")
            }
            "leaves-winners" => {
                let top = |combo: Combo| !self.may_be_topped(combo);
                claim((2..=5).any(|plays| self.lies_down(rest, plays, 0, &top)), "not all are winners")?;
                claim(Truth::combos(&parts) == Some(rest), "not what stays")
            }
            "leaves-winners-and-one" => self.winners_and_one(&parts, rest),
            code @ ("misses-winners"
            | "leaves-lead-to-partner"
            | "leaves-partner-alone"
            | "before-partner"
            | "not-partners-kind"
            | "may-let-enemy-out"
            | "answered-before"
            | "easily-beaten"
            | "less-sure"
            | "holds-bomb-back"
            | "much-for-little"
            | "gains-no-turn"
            | "high-rides"
            | "winner-early"
            | "high-first") => self.fault(code, &parts, hand, rest),
            code if code.contains("partner") => self.partner(code, &parts),
            "no-single-to-one"
            | "no-pair-to-two"
            | "highest-to-one"
            | "stops-enemy"
            | "last-to-answer"
            | "passed-before"
            | "not-the-enemys-kind"
            | "enemy-far"
            | "feeds-single"
            | "feeds-pair"
            | "lets-enemy-lead"
            | "lets-enemy-near"
            | "enemys-kind" => self.enemy(fact.code(), &parts),
            "too-long" | "cannot-be-beaten" | "top-of-its-kind" | "likely-holds" | "few-above" | "gives-up-lead" => {
                self.holds(fact.code(), &parts, table, rng)
            }
            "only-a-bomb-beats"
            | "bombs-to-lead"
            | "only-bombs-would-beat"
            | "only-big-would-beat"
            | "lowest-whole-answer"
            | "lowest-answer"
            | "takes-trick"
            | "higher-than-needed"
            | "begins-high"
            | "lets-trick-go" => self.beating(fact.code(), &parts),
            code => self.own(code, &parts, hand, rest),
        }
    }

    /// The cards and players that a fact names: standing cards stand, players have the side that they are named by.
    fn check_names(&self, parts: &[Part]) -> Checked {
        for part in parts {
            let Part::Who(who) = part else { continue };
            let fits = match who {
                Who::Landlord => self.me != Seat::Landlord,
                Who::Peasant | Who::Peasants => self.me == Seat::Landlord,
                Who::Partner => self.me != Seat::Landlord,
            };
            claim(fits, format!("{who:?} is not so to {}", self.me))?;
        }
        Ok(())
    }

    fn standing_part(&self, part: Option<&Part>) -> Checked {
        let standing = self.view.course().standing().map(|(_, combo)| Part::Cards(combo.cards()));
        claim(standing.as_ref() == part, "this does not stand")
    }

    fn partner(&mut self, code: &str, parts: &[Part]) -> Checked {
        let partner = self.me.partner().ok_or("a landlord has no partner")?;
        let passes = self.view.course().passes();
        if code != "feeds-partner" && code != "partner-plays-next" && code != "partners-kind" {
            claim(self.is_partners(), "the partner's combo does not stand")?;
        }
        let standing = self.view.course().standing().map(|(_, combo)| combo);
        match code {
            "feeds-partner" => {
                let left = self.left(partner);
                let made = self.made.ok_or("a pass")?;
                claim(parts == [Part::Number(left)] && made.len() == left && left <= 2, "not so many cards")?;
                claim(self.me.next() == partner && self.owner().is_none(), "the partner is not next")
            }
            "partner-keeps-lead" => {
                self.standing_part(parts.first())?;
                let last =
                    self.view.log().iter().rev().find_map(|event| {
                        if let Event::Play(seat, play) = event { Some((*seat, *play)) } else { None }
                    });
                claim(
                    last.is_none_or(|last| last == (Seat::Landlord, None)) && passes == 1,
                    "the landlord has not passed",
                )
            }
            "partner-cannot-be-beaten" => claim(self.is_sure(standing.ok_or("nothing stands")?), "it can be beaten"),
            "partner-nearly-out" => {
                claim(parts == [Part::Number(self.left(partner))] && self.left(partner) <= 3, "not near")
            }
            "partner-holds-trick" | "covers-partner" | "bombs-partner" => {
                self.standing_part(parts.first())?;
                claim(self.made.is_none() == (code == "partner-holds-trick"), "pass and play")?;
                claim(self.made.is_some_and(Combo::is_bomb) == (code == "bombs-partner"), "bombs")
            }
            "partner-plays-next" => {
                self.standing_part(parts.first())?;
                claim(self.me == Seat::Down && self.owner() == Some(Seat::Landlord), "the partner is not next")
            }
            "raises-partner" => {
                self.standing_part(parts.first())?;
                claim(self.me == Seat::Up && passes == 0 && self.made.is_some(), "the landlord is not next")
            }
            "relieves-partner" => {
                let turns = self.turns(self.rest(self.made));
                claim(parts == [Part::Number(turns)] && (1..=2).contains(&turns), "not so few turns")
            }
            "partners-kind" => {
                let led = self.last_lead(partner).ok_or("the partner led nothing")?;
                claim(
                    self.made.is_some_and(|made| made.kind() == led.kind()) && parts == [Part::Kind(led.kind())],
                    "another kind",
                )
            }
            _ => Err(format!("{code} is not checked")),
        }
    }

    fn enemy(&self, code: &str, parts: &[Part]) -> Checked {
        let has = |cards: u32| self.enemies().into_iter().any(|seat| self.left(seat) == cards);
        let made = self.made;
        let kind = made.map(Combo::kind);
        let owner = self.owner();
        let told_left = || match parts {
            [Part::Who(_), Part::Number(left)] => {
                owner.is_some_and(|owner| self.left(owner) == *left && self.is_enemys())
            }
            _ => false,
        };
        let left = owner.map_or(0, |owner| self.left(owner));
        match code {
            "no-single-to-one" => {
                claim(has(1) && made.is_some_and(|made| made.len() > 1) && owner.is_none(), "one card")
            }
            "feeds-single" => claim(has(1) && kind == Some(Kind::Single) && owner.is_none(), "one card"),
            "no-pair-to-two" => {
                let rival = self.rival.flatten().map(Combo::kind);
                claim(has(2) && kind != Some(Kind::Pair) && rival == Some(Kind::Pair) && owner.is_none(), "two cards")
            }
            "feeds-pair" => claim(has(2) && kind == Some(Kind::Pair) && owner.is_none(), "two cards"),
            "highest-to-one" => {
                let made = made.ok_or("a pass")?;
                let higher = Rank::all()
                    .any(|rank| self.view.hand().count(rank) > 0 && self.rules().order().is_above(rank, made.key()));
                claim(has(1) && made.len() == 1 && !higher, "not the highest")
            }
            "stops-enemy" => claim(told_left() && left <= 5 && made.is_some(), "not near"),
            "lets-enemy-near" => {
                let is_last = self.me != Seat::Down || self.view.course().passes() == 1;
                claim(told_left() && left <= 4 && made.is_none() && is_last && !self.plain().is_empty(), "not near")
            }
            "enemy-far" => claim(told_left() && left >= 10 && made.is_none(), "not far"),
            "last-to-answer" | "lets-enemy-lead" => {
                let passed = self.view.course().passes() == 1 && self.me != Seat::Landlord && self.is_enemys();
                claim(passed && made.is_some() == (code == "last-to-answer"), "another may answer")
            }
            "passed-before" => self.passed_before(parts),
            "enemys-kind" => {
                let made = made.ok_or("a pass")?;
                claim(self.last_of_enemies() == Some(made.kind()) && owner.is_none(), "no enemy led that")?;
                claim(self.may_be_topped(made), "no enemy can answer it")
            }
            "not-the-enemys-kind" => {
                let rival = self.rival.flatten().map(Combo::kind).ok_or("no rival")?;
                let led = self.last_of_enemies() == Some(rival);
                claim(led && kind != Some(rival) && parts.first() == Some(&Part::Kind(rival)), "no enemy led that")
            }
            _ => Err(format!("{code} is not checked")),
        }
    }

    /// Each enemy once passed on a combo of the other side that the play is no lower than.
    fn passed_before(&self, parts: &[Part]) -> Checked {
        let made = self.made.ok_or("a pass")?;
        let Some(Part::Cards(named)) = parts.get(1) else { return Err("no cards".into()) };
        let mut stands: Option<(Seat, Combo)> = None;
        let mut passed: Vec<(Seat, Combo)> = Vec::new();
        for event in self.view.log() {
            match event {
                Event::Play(seat, Some(combo)) => stands = Some((*seat, *combo)),
                Event::Play(seat, None) => passed
                    .extend(stands.filter(|(owner, _)| owner.side() != seat.side()).map(|(_, combo)| (*seat, combo))),
                _ => {}
            }
        }
        let alike = |combo: &Combo| {
            combo.kind() == made.kind() && combo.run() == made.run() && self.height(*combo) < self.height(made)
        };
        for enemy in self.enemies() {
            let all: Vec<Combo> =
                passed.iter().filter(|(seat, combo)| *seat == enemy && alike(combo)).map(|(_, combo)| *combo).collect();
            claim(!all.is_empty(), format!("{enemy} has not passed"))?;
        }
        let is_named = passed.iter().any(|(_, combo)| combo.cards() == *named && alike(combo));
        claim(is_named, "nobody passed on that")
    }

    fn holds(&mut self, code: &str, parts: &[Part], table: &Table, rng: &mut Rng) -> Checked {
        if code == "gives-up-lead" {
            let rival = self.rival.flatten().ok_or("no rival")?;
            claim(!self.may_be_topped(rival), "the rival may be topped")?;
            return claim(self.made.is_none_or(|made| self.may_be_topped(made)), "the play cannot be topped");
        }
        let made = self.made.ok_or("a pass holds nothing")?;
        let most = self.enemies().into_iter().map(|seat| self.left(seat)).max().unwrap_or(0);
        match code {
            "too-long" => {
                let named = [Part::Number(made.len()), parts[1], Part::Number(most)];
                claim(parts == named && most < made.len() && self.is_sure(made), "an enemy has enough cards")
            }
            "cannot-be-beaten" => {
                claim(self.is_sure(made) && !self.is_answered(made, true, table, rng), "an enemy may beat it")
            }
            "top-of-its-kind" => {
                claim(!self.may_be_topped(made) && !self.is_answered(made, false, table, rng), "an enemy may top it")
            }
            "few-above" => {
                let above = Truth::combos(parts).ok_or("no combos")?;
                let copies = made.kind().shape().body;
                let tops = Rank::all()
                    .filter(|&rank| self.rules().above(made).has(rank) && self.view.unseen().count(rank) >= copies);
                let expected: Vec<Rank> = tops.collect();
                claim(above.ranks().collect::<Vec<_>>() == expected && !expected.is_empty(), "others top it")?;
                claim(above.ranks().all(|rank| above.count(rank) == copies), "as many as it takes")
            }
            _ => self.odds(made, parts, rng),
        }
    }

    /// The odds by trying deals: a count of 300 is within .15 of the truth but once in ten million.
    fn odds(&self, made: Combo, parts: &[Part], rng: &mut Rng) -> Checked {
        const DEALS: u32 = 300;
        let [Part::Number(percent)] = parts else { return Err("no number".into()) };
        // One position of eight is enough for a check that takes so long.
        if rng.below(8) != 0 {
            return Ok(());
        }
        let others = [self.me.next(), self.me.previous()];
        let known = others.map(|seat| self.view.known(seat));
        let hidden =
            self.view.unseen().minus(known[0]).and_then(|rest| rest.minus(known[1])).ok_or("known cards are unseen")?;
        let mut held = 0;
        for _ in 0..DEALS {
            let drawn = rng.draw(hidden, self.left(others[0]) - known[0].len());
            let deal = [drawn.plus(known[0]), hidden.minus(drawn).and_then(|rest| rest.plus(known[1]))];
            let beaten = others.into_iter().zip(deal).any(|(seat, hand)| {
                let answers = self.rules().plays(hand.expect("one deck"), Trick::Follow(made));
                // Ordinary bombs are left aside, the rocket is not.
                let counts = |answer: Combo| !answer.is_bomb() || answer.kind() == Kind::Rocket;
                seat.side() != self.me.side() && answers.into_iter().any(counts)
            });
            held += u32::from(!beaten);
        }
        let found = f64::from(held) / f64::from(DEALS);
        claim((found - f64::from(*percent) / 100.0).abs() < 0.16, format!("held in {found} of the deals tried"))
    }

    fn beating(&mut self, code: &str, parts: &[Part]) -> Checked {
        let (plain, made) = (self.plain(), self.made);
        let height = |combo: Combo| self.rules().height(combo);
        let lower = |made: Combo| {
            plain.iter().copied().filter(move |other| {
                other.kind() == made.kind() && other.run() == made.run() && height(*other) < height(made)
            })
        };
        match code {
            "only-a-bomb-beats" => {
                claim(plain.is_empty() && made.is_some_and(Combo::is_bomb), "something else beats it")
            }
            "bombs-to-lead" => {
                let turns = self.turns(self.rest(made));
                claim(
                    made.is_some_and(Combo::is_bomb) && parts == [Part::Number(turns)] && (1..=2).contains(&turns),
                    "more turns",
                )
            }
            "only-bombs-would-beat" => {
                self.standing_part(parts.get(1))?;
                let held = self.plays.iter().any(|play| parts.first() == Some(&Part::Cards(play.cards())));
                claim(plain.is_empty() && held && made.is_none(), "something else beats it")
            }
            "only-big-would-beat" => {
                self.standing_part(parts.get(1))?;
                claim(made.is_none() && !plain.is_empty(), "nothing answers")?;
                claim(plain.iter().all(|answer| Truth::big(answer.cards()) > 0), "a small answer")
            }
            "lowest-whole-answer" => {
                let made = made.ok_or("a pass")?;
                let is_whole = |combo: Combo| u32::from(self.view.hand().count(combo.key())) == combo.len();
                claim(
                    is_whole(made) && lower(made).count() > 0 && lower(made).all(|other| !is_whole(other)),
                    "a lower whole answer",
                )
            }
            "lowest-answer" => {
                let made = made.ok_or("a pass")?;
                self.standing_part(parts.first())?;
                claim(lower(made).count() == 0 && !made.is_bomb(), "a lower answer")
            }
            "takes-trick" => {
                self.standing_part(parts.get(1))?;
                claim(made.is_some(), "a pass")
            }
            "lets-trick-go" => {
                self.standing_part(parts.get(1))?;
                let is_last = self.me != Seat::Down || self.view.course().passes() == 1;
                claim(made.is_none() && self.is_enemys() && is_last && !self.plays.is_empty(), "no answer")
            }
            "higher-than-needed" | "begins-high" => {
                let (made, rival) = made.zip(self.rival.flatten()).ok_or("no play or no rival")?;
                claim(made.kind() == rival.kind() && height(made) > height(rival), "not higher")?;
                let [mine, its] = [made, rival].map(|play| self.rest(Some(play)));
                claim(self.turns(its) <= self.turns(mine), "the lower one costs a turn")
            }
            _ => Err(format!("{code} is not checked")),
        }
    }

    fn own(&mut self, code: &str, parts: &[Part], hand: Hand, rest: Hand) -> Checked {
        let (made, rival) = (self.made, self.rival.flatten());
        let first = parts.first().copied().unwrap_or(Part::None);
        let rest_of_rival = self.rival.map(|rival| self.rest(rival));
        let now = self.turns(hand);
        let mine = self.turns(rest);
        let its = rest_of_rival.map(|rest| self.turns(rest));
        match code {
            "keeps-pair" | "keeps-triple" | "keeps-bomb" => {
                let rank = self.whole(first)?;
                let copies = hand.count(rank);
                let expected = match code {
                    "keeps-pair" => 2,
                    "keeps-triple" => 3,
                    _ => 4,
                };
                let goes = rest_of_rival.is_some_and(|rest| rest.count(rank) < copies);
                claim(copies == expected && goes && rest.count(rank) == copies, "not kept")?;
                claim(copies == 4 || (self.splits(rival, rank) && its >= Some(now)), "the rival does not split it")
            }
            "splits-pair" | "splits-triple" | "splits-bomb" => {
                let rank = self.whole(first)?;
                let expected = match code {
                    "splits-pair" => 2,
                    "splits-triple" => 3,
                    _ => 4,
                };
                claim(code == "splits-bomb" || mine >= now, "it saves a turn")?;
                claim(self.splits(made, rank) && hand.count(rank) == expected, "not split")
            }
            "keeps-rocket" => {
                let has = |hand: Hand| hand.count(Rank::SMALL_JOKER) + hand.count(Rank::BIG_JOKER) == 2;
                claim(has(rest) && !rest_of_rival.is_some_and(has), "not kept")
            }
            "splits-rocket" => {
                let jokers = |hand: Hand| hand.count(Rank::SMALL_JOKER) + hand.count(Rank::BIG_JOKER);
                claim(jokers(hand) == 2 && jokers(rest) == 1, "not split")
            }
            "keeps-straight" => {
                let lost = rest_of_rival.is_some_and(|rest| Truth::straight(rest).is_none());
                claim(Truth::straight(rest).is_some() && lost && its >= Some(now), "not kept")
            }
            "splits-straight" => {
                let is_straight = made.is_some_and(|made| made.kind() == Kind::Straight);
                let was = Truth::straight(hand).is_some() && Truth::straight(rest).is_none();
                claim(was && !is_straight && mine >= now, "not split")
            }
            "keeps-big" => {
                let spent = rival.map_or(Hand::EMPTY, Combo::cards);
                let spends = made.map_or(0, |made| Truth::big(made.cards()));
                let Part::Cards(kept) = first else { return Err("no cards".into()) };
                claim(
                    spends == 0
                        && Truth::big(kept) == kept.len()
                        && spent.contains(kept)
                        && Truth::big(spent) == kept.len(),
                    "not kept",
                )
            }
            "big-goes" => {
                let spends = rival.map_or(0, |rival| Truth::big(rival.cards()));
                claim(spends == 0 && made.is_some_and(|made| Truth::big(made.cards()) > 0), "not spent")
            }
            "spends-big" => {
                let made = made.ok_or("a pass")?;
                let [Part::Cards(spent), Part::Cards(instead)] = parts else { return Err("two parts".into()) };
                let would = self.plays.iter().any(|play| play.cards() == *instead && play.kind() == made.kind());
                claim(
                    *spent == made.cards() && Truth::big(*spent) > 0 && Truth::big(*instead) == 0 && would,
                    "nothing lower",
                )
            }
            "big-rides" => {
                let made = made.ok_or("a pass")?;
                let [Part::Cards(riding), Part::Cards(instead)] = parts else { return Err("two parts".into()) };
                claim(Truth::big(*riding) > 0 && made.wings().contains(*riding), "it does not ride")?;
                claim(rest.contains(*instead) && Truth::big(*instead) == 0, "nothing lower stays")
            }
            "spends-bomb" => {
                let bomb = made.filter(|made| made.is_bomb()).ok_or("no bomb")?;
                let named = parts == [Part::Cards(bomb.cards()), Part::Number(mine)];
                claim(named && mine > 2 && !rival.is_some_and(Combo::is_bomb), "few turns, or two bombs")
            }
            "answer-gains-nothing" => claim(
                made.is_none() && its.is_some_and(|its| its >= now && parts[1] == Part::Number(its)),
                "it gains a turn",
            ),
            "every-answer-costs" => {
                let rests: Vec<Hand> = self.plain().into_iter().map(|play| self.rest(Some(play))).collect();
                let costs = rests.into_iter().all(|rest| self.turns(rest) >= now);
                claim(made.is_none() && costs && first == Part::Number(now), "some answer gains a turn")
            }
            "passes-cheap-answer" => claim(
                made.is_none() && self.is_enemys() && its.is_some_and(|its| its < now && parts[1] == Part::Number(its)),
                "it costs",
            ),
            "fewer-turns" => {
                let named =
                    parts.first() == Some(&Part::Number(mine)) && its.map(Part::Number) == parts.last().copied();
                claim(named && Some(mine) < its, "not fewer")
            }
            "more-turns" => {
                claim(its.is_some_and(|its| mine > its && parts == [Part::Number(mine), Part::Number(its)]), "not more")
            }
            "turns-left" => claim(parts == [Part::Number(mine)], "another number"),
            "loose-single" | "loose-stays" => {
                let Part::Cards(card) = first else { return Err("no card".into()) };
                let rank = card.lowest().ok_or("no card")?;
                let single = if code == "loose-single" { made } else { rival }.ok_or("no play")?;
                let after = if code == "loose-single" { mine } else { its.unwrap_or(now) };
                claim(single.cards() == card && hand.count(rank) == 1 && after < now, "not loose")?;
                claim((code == "loose-single") != rest.contains(card), "it goes and stays")
            }
            "carries-loose" => {
                let made = made.ok_or("a pass")?;
                let whole = made.wings().ranks().all(|rank| hand.count(rank) == made.wings().count(rank));
                claim(whole && first == Part::Cards(made.wings()) && mine < now, "not loose")
            }
            "lays-down" => {
                claim(made.is_some_and(|made| parts == [Part::Number(made.len())] && made.len() >= 5), "few cards")
            }
            "smallest-first" | "small-stays" => {
                let Part::Cards(card) = first else { return Err("no card".into()) };
                let small = card.lowest().ok_or("no card")?;
                let none_lower =
                    Rank::all().all(|rank| hand.count(rank) == 0 || !self.rules().order().is_above(small, rank));
                let goes = made.is_some_and(|made| made.cards().contains(card));
                claim(card == hand.only(rules::Ranks::one(small)), "not all of the rank")?;
                claim(none_lower && goes == (code == "smallest-first"), "not the smallest")
            }
            "keeps-return" | "keeps-higher" => {
                let Part::Cards(cards) = first else { return Err("no cards".into()) };
                let above = self.rules().read(cards).ok_or("no combo")?;
                let made = made.ok_or("a pass")?;
                let is_higher =
                    self.rules().above(made).has(above.key()) && u32::from(made.kind().shape().body) == cards.len();
                claim(rest.contains(cards) && is_higher, "not higher")?;
                claim(code == "keeps-higher" || !self.may_be_topped(above), "it may be topped")
            }
            "no-return" => {
                let made = made.ok_or("a pass")?;
                let copies = made.kind().shape().body;
                let is_higher =
                    |rank: Rank| (copies..4).contains(&rest.count(rank)) && self.rules().above(made).has(rank);
                claim(mine >= 2 && !Rank::all().any(is_higher), "something higher stays")
            }
            _ => Err(format!("{code} is not checked")),
        }
    }
}
