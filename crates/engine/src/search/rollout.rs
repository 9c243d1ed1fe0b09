//! The rollout policy: a reduced, fast rule player. It sees what a seat at the table sees: its own hand, the cards of the
//! others together, how many each holds, and the standing combo.

use rules::{Combo, Hand, Kind, Rank, Ruleset, Seat};

use crate::answer::Answer;
use crate::game_state::GameState;
use crate::hand::cover::{Bombs, Needs};
use crate::hand::split::Partition;
use crate::hand::{cache_place, key_value};
use crate::judge::Measure;
use crate::persona::{SeatParams, TUNED_SEATS};

/// The policy of rollouts. It remembers the worth of hands, which saves time and changes no answer.
pub struct RulePolicy {
    rules: Ruleset,
    seat_params: [SeatParams; 3],
    measures: [Measure; 3],
    worths: Box<[Slot]>,
}

#[derive(Clone, Copy)]
struct Slot {
    /// The hand, and the seat in the four bits that no hand uses.
    key: u64,
    worth: i32,
}

impl Slot {
    const EMPTY: Slot = Slot { key: u64::MAX, worth: 0 };
}

struct FollowContext {
    owner: Seat,
    standing: Combo,
    before: i32,
    unseen: Hand,
}

const SLOTS_LOG2: u32 = 15;
const SEAT_SHIFT: u32 = 60;
/// The value of a play that should not be made: far below that of any other.
const NEVER: i32 = -100_000;

impl RulePolicy {
    /// Makes a policy for one ruleset.
    pub fn new(rules: &Ruleset) -> RulePolicy {
        let seat_params = TUNED_SEATS.map(|params| SeatParams { worth_now: 0, ..params });
        let measures = measures(rules, &seat_params);
        RulePolicy {
            rules: *rules,
            seat_params,
            measures,
            worths: vec![Slot::EMPTY; 1 << SLOTS_LOG2].into_boxed_slice(),
        }
    }

    /// Sets the policy to a ruleset, in the same memory.
    pub fn renew(&mut self, rules: &Ruleset) {
        if self.rules != *rules {
            (self.rules, self.measures) = (*rules, measures(rules, &self.seat_params));
            self.worths.fill(Slot::EMPTY);
        }
    }

    /// Returns the ruleset.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// Returns the action of the seat to play; `None` is a pass.
    pub fn choose(&mut self, now: &GameState) -> Option<Combo> {
        match now.standing() {
            None => Some(self.lead(now)),
            Some((owner, standing)) => self.follow(now, owner, standing),
        }
    }

    /// True if a holder of `cards` could cover `combo`, apart from wings and chain bombs.
    fn covers(&self, cards: Hand, combo: Combo) -> bool {
        Needs::to_cover(combo, &self.rules, Bombs::Counted).are_met_by(cards)
    }

    fn lead(&mut self, now: &GameState) -> Combo {
        let me = now.turn();
        let hand = now.hand(me);
        let measure = &self.measures[me.index()];
        let parts = measure.split(hand);
        if parts.len() == 1 {
            return parts[0];
        }
        let unseen = now.unseen();
        let mut open = 0u32;
        for (place, &part) in parts.iter().enumerate() {
            open |= u32::from(self.covers(unseen, part)) << place;
        }
        if open.count_ones() <= 1 {
            return next_on_way_out(&parts, open);
        }
        if let Some(first) = self.lead_of_two_open(&parts, open) {
            return first;
        }
        let params = &self.seat_params[me.index()];
        let left = |seat: Seat| now.hand(seat).len();
        let partner_waits = me == Seat::Down && left(Seat::Up) == 1;
        let order = self.rules.order();
        let weakest = order.weakest(hand.ranks()).expect("a leader holds a card");
        if partner_waits && order.is_above(Rank::TEN, weakest) {
            return Combo::single(weakest);
        }
        let enemy_left = enemy_cards_min(now);
        let is_avoided = |part: Combo| match enemy_left {
            1 => part.kind() == Kind::Single,
            2 => part.kind() == Kind::Pair,
            _ => false,
        };
        let mut best = (NEVER * 2, parts[0]);
        for (place, &part) in parts.iter().enumerate() {
            let is_open = open >> place & 1 == 1;
            let mut value = params.lead_bonus(part.kind()) - measure.combo_points(part);
            value += if measure.costs_no_turn(part) { 0 } else { TURN_WORTH };
            value += if is_open { 0 } else { params.lead_kept };
            if is_open && is_avoided(part) {
                value = NEVER + key_value(part, &self.rules);
            }
            if value > best.0 {
                best = (value, part);
            }
        }
        if best.0 < NEVER / 2 && enemy_left == 1 {
            return Combo::single(order.strongest(hand.ranks()).expect("a leader holds a card"));
        }
        best.1
    }

    /// Returns the lead if two parts are open and a safe part takes the lead back after one of them: the other one goes last.
    fn lead_of_two_open(&self, parts: &Partition, open: u32) -> Option<Combo> {
        if open.count_ones() != 2 {
            return None;
        }
        let places = [open.trailing_zeros() as usize, 31 - open.leading_zeros() as usize];
        let safe = (0..parts.len()).filter(|place| open >> place & 1 == 0);
        let covered = |small: Combo| safe.clone().any(|place| self.rules.beats(parts[place], small));
        places.into_iter().map(|place| parts[place]).find(|&small| covered(small))
    }

    fn follow(&mut self, now: &GameState, owner: Seat, standing: Combo) -> Option<Combo> {
        let me = now.turn();
        let hand = now.hand(me);
        let rules = self.rules;
        let mut plays = [None; PLAYS_MAX];
        let mut count = 0;
        rules.each_follow(hand, standing, |combo| {
            if count < PLAYS_MAX {
                plays[count] = Some(combo);
                count += 1;
            }
        });
        if count == 0 {
            return None;
        }
        let plays = &plays[..count];
        let enemy = owner.side() != me.side();
        let faced = FollowContext { owner, standing, before: self.worth(me, hand), unseen: now.unseen() };
        let partner_wins = !enemy && now.hand(owner).len() == 1;
        let mut best = (0, None);
        for &play in plays.iter().flatten() {
            let rest = hand.minus(play.cards()).expect("a legal play is in the hand");
            if rest.is_empty() {
                return Some(play);
            }
            let value = if enemy {
                self.value_against_enemy(now, &faced, play, rest)
            } else if partner_wins {
                NEVER
            } else {
                self.value_over_partner(me, &faced, play, rest)
            };
            if value > best.0 {
                best = (value, Some(play));
            }
        }
        best.1
    }

    fn value_against_enemy(&mut self, now: &GameState, faced: &FollowContext, answer: Combo, rest: Hand) -> i32 {
        let &FollowContext { owner, standing, before, unseen } = faced;
        let me = now.turn();
        let after = self.worth(me, rest);
        let params = &self.seat_params[me.index()];
        let safe = !self.covers(unseen, answer);
        if safe && after > WORTH_FAR_MAX && self.is_nearly_out(me, rest, unseen) {
            return 10_000 - if answer.is_bomb() { 1000 } else { 0 };
        }
        let nearest = enemy_cards_min(now);
        let mut value = after - before + params.answer_enemy;
        if after >= params.very_good {
            value = value.max(params.answer_enemy);
        }
        let is_last_single = nearest == 1 && answer.kind() == Kind::Single && standing.kind() == Kind::Single;
        if is_last_single && (me != Seat::Down || owner == Seat::Landlord) {
            value += 200 + 20 * key_value(answer, &self.rules);
        }
        let facts = Answer { rules: &self.rules, params, standing, play: answer };
        let Some(more) = facts.value_against_enemy(now.hand(me), now.hand(owner).len(), nearest) else { return NEVER };
        value + more + if safe { params.answer_kept } else { 0 }
    }

    fn value_over_partner(&mut self, me: Seat, faced: &FollowContext, answer: Combo, rest: Hand) -> i32 {
        let params = &self.seat_params[me.index()];
        if (Answer { rules: &self.rules, params, standing: faced.standing, play: answer }).spares_partner() {
            return NEVER;
        }
        let most = params.answer_partner;
        self.worth(me, rest) - faced.before + most
    }

    /// True if `unseen` can cover at most one part of a hand.
    fn is_nearly_out(&self, me: Seat, hand: Hand, unseen: Hand) -> bool {
        let parts = self.measures[me.index()].split(hand);
        parts.iter().filter(|&&part| self.covers(unseen, part)).count() <= 1
    }

    fn worth(&mut self, seat: Seat, hand: Hand) -> i32 {
        let key = hand.bits() | (seat.index() as u64) << SEAT_SHIFT;
        let place = cache_place(key, SLOTS_LOG2);
        let slot = self.worths[place];
        if slot.key == key {
            return slot.worth;
        }
        let worth = self.measures[seat.index()].worth(hand);
        self.worths[place] = Slot { key, worth };
        worth
    }
}

fn measures(rules: &Ruleset, seat_params: &[SeatParams; 3]) -> [Measure; 3] {
    seat_params.each_ref().map(|params| Measure::new(rules, params, Hand::DECK))
}

/// The worth of the turn that a lead saves, roughly.
const TURN_WORTH: i32 = 20;
/// The most answers that are considered; late hands, in which wings matter, usually have fewer.
const PLAYS_MAX: usize = 48;
/// The worth up to which a hand is far from going out.
const WORTH_FAR_MAX: i32 = -120;

fn enemy_cards_min(now: &GameState) -> u32 {
    let left = |seat: Seat| now.hand(seat).len();
    match now.turn() {
        Seat::Landlord => left(Seat::Down).min(left(Seat::Up)),
        _ => left(Seat::Landlord),
    }
}

/// Returns the next combo on the way out: safe parts before the open one, bombs as late as they can.
fn next_on_way_out(parts: &Partition, open: u32) -> Combo {
    let safe = (0..parts.len()).filter(|place| open >> place & 1 == 0).map(|place| parts[place]);
    safe.clone().find(|part| !part.is_bomb()).or_else(|| safe.clone().next()).unwrap_or(parts[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Rng, Seed, Trick};

    /// Lets the policy play out deals in the rulesets of [`Ruleset::DISTINCT_PLAYS`], with some random plays, and shows each turn.
    fn each_position(deals: u64, mut look: impl FnMut(&mut RulePolicy, &GameState, &[Combo])) {
        for rules in Ruleset::DISTINCT_PLAYS {
            let mut policy = RulePolicy::new(rules);
            for number in 0..deals {
                let mut rng = Seed(80).stream(number).rng();
                let mut state = GameState::new(deal(&mut rng), Seat::Landlord, None);
                loop {
                    let legal = rules.plays(state.hand(state.turn()), state.trick());
                    look(&mut policy, &state, &legal);
                    let chosen = policy.choose(&state);
                    let any = rng.pick(&legal).copied();
                    if state.act(if rng.below(3) == 0 { any } else { chosen }).is_some() {
                        break;
                    }
                }
            }
        }
    }

    fn deal(rng: &mut Rng) -> [Hand; 3] {
        let landlord = rng.draw(Hand::DECK, 20);
        let rest = Hand::DECK.minus(landlord).unwrap();
        let down = rng.draw(rest, 17);
        [landlord, down, rest.minus(down).unwrap()]
    }

    #[test]
    fn it_plays_by_the_rules_and_goes_out_unless_a_four_with_two_is_led() {
        let (mut passes, mut wins) = (0, 0);
        each_position(60, |policy, state, legal| {
            let chosen = policy.choose(state);
            match chosen {
                Some(play) => assert!(legal.contains(&play), "{play} in {state:?}"),
                None => assert_ne!(state.trick(), Trick::Lead, "{state:?}"),
            }
            passes += u32::from(chosen.is_none());
            // Splits keep a four together, so the policy does not see that a four with two is the whole hand to lead.
            let rides = |play: &Combo| matches!(play.kind().shape().body, 4) && !play.wings().is_empty();
            let hand = state.hand(state.turn());
            let mut outright = legal.iter().filter(|play| play.cards() == hand);
            let answers = state.trick() != Trick::Lead;
            if outright.any(|play| answers || !rides(play)) {
                assert_eq!(chosen.map(Combo::cards), Some(hand), "{state:?}");
                wins += 1;
            }
        });
        assert!(passes > 1_000 && wins > 200, "{passes} passes, {wins} wins");
    }

    #[test]
    fn it_sees_only_the_sum_of_the_others_cards() {
        let (mut moved, mut rng) = (0, Seed(81).rng());
        each_position(20, |policy, state, _| {
            let me = state.turn();
            let mut hands = Seat::ALL.map(|seat| state.hand(seat));
            let drawn = rng.draw(state.unseen(), state.hand(me.next()).len());
            hands[me.next().index()] = drawn;
            hands[me.previous().index()] = state.unseen().minus(drawn).unwrap();
            let other = GameState::new(hands, me, state.standing());
            moved += u32::from(hands[me.next().index()] != state.hand(me.next()));
            assert_eq!(policy.choose(&other), policy.choose(state), "{state:?}\n{other:?}");
            // The policy's cache changes nothing either.
            assert_eq!(RulePolicy::new(policy.rules()).choose(state), policy.choose(state), "{state:?}");
        });
        assert!(moved > 1_000, "{moved}");
    }

    #[test]
    fn covers_agrees_with_the_move_generator_up_to_wings() {
        let (mut yes, mut no, mut wings) = (0, 0, 0);
        let mut rng = Seed(82).rng();
        each_position(6, |policy, state, legal| {
            let Some(&combo) = rng.pick(legal) else { return };
            let count = 1 + rng.below(state.unseen().len());
            let cards = rng.draw(state.unseen(), count);
            let answers = policy.rules().plays(cards, Trick::Follow(combo));
            let covers = policy.covers(cards, combo);
            assert!(covers || answers.is_empty(), "{cards} answer {combo}");
            // In the Journey combos with wings are never answered in kind, so their wings do not matter.
            if combo.wings().is_empty() || !policy.rules().is_plain() {
                assert_eq!(covers, !answers.is_empty(), "{cards} on {combo}");
            }
            (yes, no) = (yes + u32::from(covers), no + u32::from(!covers));
            wings += u32::from(!combo.wings().is_empty());
        });
        assert!(yes > 200 && no > 200 && wings > 50, "{yes} covered, {no} not, {wings} with wings");
    }
}
