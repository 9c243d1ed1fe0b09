//! The opponent model: the hands of the other seats in a world, and a policy for each of them.
//!
//! The policy is the search's own, or naive ([`naive`](crate::opponents::naive)): the belief infers from the acts of the hand which players
//! are naive.
//!
//! The nets may judge earlier plays: how likely a seat makes such a play if it holds the cards of a guessed deal. The belief's own evidence
//! describes an act by a few features. A net sees the whole hand, so it says more about players who play well, and less about those who do
//! not: the model trusts it in part.

use rules::{Combo, Hand, LogPlay, Plays, Ruleset, Seat, Seed, Trick, View};

use crate::game_state::GameState;
use crate::net::{Accumulator, NetInput, Past, UNIT_LOGIT, Weights};
use crate::opponents::belief::fixed_log::{exp2, log2};
use crate::opponents::belief::{Belief, BeliefConfig, NET_STREAM, World};
use crate::opponents::naive;
use crate::turn_facts::TurnFacts;

/// The buffers of a model, which decisions reuse.
pub(crate) struct OpponentModel {
    belief: Option<Belief>,
    /// The plays that the nets judge; empty if the nets are not trusted.
    evidence: Box<NetEvidence>,
}

/// The worlds of one decision, by number.
pub(crate) struct Worlds<'a> {
    turn: &'a TurnFacts<'a>,
    seed: Seed,
    belief: &'a Belief,
    evidence: &'a mut NetEvidence,
    nets: Option<&'a Weights>,
}

/// The number of the belief's worlds among which the nets choose. Their indices lie one step apart: a search has fewer worlds than a step.
const NET_WORLDS: u32 = 4;
const NET_WORLDS_STEP: u32 = 1 << 16;

/// The policies of the seats in one world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeatPolicies {
    pub(crate) naive: [bool; 3],
    /// True if naive seats bomb enemies: in every other world.
    bombs_freely: bool,
}

impl OpponentModel {
    pub(crate) fn new() -> OpponentModel {
        OpponentModel { belief: None, evidence: Box::default() }
    }

    /// Prepares the worlds of a turn. `nets` choose among the belief's worlds, as far as the configuration trusts them.
    pub(crate) fn worlds<'a>(
        &'a mut self,
        turn: &'a TurnFacts<'a>,
        seed: Seed,
        config: BeliefConfig,
        nets: Option<&'a Weights>,
    ) -> Worlds<'a> {
        let OpponentModel { belief, evidence } = self;
        let belief: &Belief = match belief {
            Some(belief) => {
                belief.renew(turn, seed, config);
                belief
            }
            none => none.insert(Belief::of(turn, seed, config)),
        };
        if belief.config().net_trust == 0 {
            evidence.clear();
        } else {
            evidence.read(turn.view);
        }
        let nets = nets.filter(|_| !evidence.is_empty());
        Worlds { turn, seed, belief, evidence, nets }
    }
}

impl Worlds<'_> {
    pub(crate) fn rules(&self) -> &Ruleset {
        self.turn.rules()
    }

    /// Draws the world of that number: the state of the turn in it, and the policies of the seats. The work of the nets is added to
    /// `nodes`. `None` when `halt` stopped it.
    pub(crate) fn world(
        &mut self,
        index: u32,
        nodes: &mut u64,
        halt: &mut dyn FnMut() -> bool,
    ) -> Option<(GameState, SeatPolicies)> {
        let world = self.draw(index, nodes, halt)?;
        let policies = SeatPolicies::new(self.belief.sample_naive(index, &world), index);
        Some((GameState::new(world.hands(), self.turn.me, self.turn.course().standing()), policies))
    }

    /// Draws the hands of the world of that number: a world of the belief or, if nets choose, one of a few such worlds. The better a world
    /// explains the plays of the others to the nets, the likelier it is drawn. `None` if `halt` stopped it.
    fn draw(&mut self, index: u32, nodes: &mut u64, halt: &mut dyn FnMut() -> bool) -> Option<World> {
        let Some(nets) = self.nets else { return Some(self.belief.world(index)) };
        let mut worlds = [None; NET_WORLDS as usize];
        for (number, place) in worlds.iter_mut().enumerate() {
            let world = self.belief.world(index + (number as u32) * NET_WORLDS_STEP);
            if halt() {
                return None;
            }
            let (weight, turns) = self.evidence.log_weight(nets, self.turn.view, &world);
            *nodes += turns;
            *place = Some((world, weight * self.belief.config().net_trust / 100));
        }
        let worlds = worlds.map(|world| world.expect("each was chosen"));
        let most = worlds.iter().map(|world| world.1).max().expect("there are some");
        let shares = worlds.map(|world| exp2(world.1 - most));
        let mut rng = self.seed.stream(NET_STREAM | u64::from(index)).rng();
        let mut place = rng.below(shares.iter().sum());
        let chosen = worlds.iter().zip(shares).find(|&(_, share)| {
            let is_here = place < share;
            place = place.wrapping_sub(share);
            is_here
        });
        Some(chosen.expect("the place lies within the sum").0.0)
    }

    pub(crate) fn models_naive(&self) -> bool {
        self.belief.models_naive()
    }
}

impl SeatPolicies {
    pub(crate) fn new(naive: [bool; 3], index: u32) -> SeatPolicies {
        SeatPolicies { naive, bombs_freely: index.is_multiple_of(2) }
    }

    /// Returns the action of the seat to play, if it is naive; `None` if the search's own policy plays.
    #[inline]
    pub(crate) fn play(&self, rules: &Ruleset, state: &GameState) -> Option<Option<Combo>> {
        let me = state.turn();
        let play = || naive::play(rules, me, state.hand(me), state.standing(), self.bombs_freely);
        self.naive[me.index()].then(play)
    }
}

/// The plays of the other seats in a hand, for the nets to judge.
#[derive(Default)]
struct NetEvidence {
    /// The public record before each of the plays, oldest first; none if the view lacks events or the bottom.
    pasts: Vec<Past>,
    played: [Hand; 3],
    buffers: EvidenceBuffers,
}

#[derive(Default)]
struct EvidenceBuffers {
    legal: Plays,
    /// The values of all plays of a turn; true for those with the body of the one that was played.
    values: Vec<(i32, bool)>,
}

/// The growth of a play's likelihood for each unit of its natural log odds to win, in 64ths of a doubling: a factor of e⁴.
const LOG_ODDS_FACTOR: i32 = 4 * 92;
/// The least likelihood of a play, in 64ths of a doubling: one in sixteen. Players have reasons that the nets do not know.
const LOG_CHANCE_MIN: i32 = -256;

impl NetEvidence {
    /// Replaces the plays by those of another view.
    fn read(&mut self, view: &View) {
        self.pasts.clear();
        // Only a complete view has, for each play, the past that its seat saw.
        let Some(bottom) = view.board().bottom().filter(|_| view.is_complete()) else { return };
        let mut past = Past::start(bottom);
        for row in view.plays() {
            if Some(row.seat) != view.seat() {
                self.pasts.push(past);
            }
            past.add(row.seat, row.standing, row.play);
        }
        self.played = Seat::ALL.map(|seat| past.played(seat));
    }

    fn clear(&mut self) {
        self.pasts.clear();
    }

    fn is_empty(&self) -> bool {
        self.pasts.is_empty()
    }

    /// Returns how well the cards of `world` explain the plays of the other seats in the view that was read, in 64ths of a doubling: only
    /// differences between worlds of one view mean anything. Also returns the number of these plays.
    fn log_weight(&mut self, nets: &Weights, view: &View, world: &World) -> (i32, u64) {
        let NetEvidence { pasts, played, buffers } = self;
        let judged = view.plays().filter(|row| Some(row.seat) != view.seat());
        let mut sum = 0;
        for (row, past) in judged.zip(pasts.iter()) {
            let then = state_before(played, &row, past, world);
            sum += buffers.log_chance(view.rules(), nets, (&then, past), row.play).unwrap_or(0);
        }
        (sum, pasts.len() as u64)
    }
}

/// Returns the state before a row, if the cards are as in `world`. `played` has the cards that each seat has played by now.
fn state_before(played: &[Hand; 3], row: &LogPlay, past: &Past, world: &World) -> GameState {
    let held = |seat: Seat| {
        let since =
            played[seat.index()].minus(past.played(seat)).expect("cards played before are part of all played cards");
        world.hand(seat).plus(since).expect("a seat plays what it held")
    };
    GameState::new(Seat::ALL.map(held), row.seat, row.standing)
}

impl EvidenceBuffers {
    /// Returns the logarithm of a play's chance in a turn with that past; `None` if the seat had no choice, or could have gone out.
    fn log_chance(
        &mut self,
        rules: &Ruleset,
        nets: &Weights,
        (then, past): (&GameState, &Past),
        played: Option<Combo>,
    ) -> Option<i32> {
        let EvidenceBuffers { legal, values } = self;
        let (hand, trick) = (then.hand(then.turn()), then.trick());
        let legal = legal.fill(rules, hand, trick);
        let pass = (trick != Trick::Lead).then_some(None);
        if legal.len() + usize::from(pass.is_some()) < 2 || legal.iter().any(|play| play.len() == hand.len()) {
            return None;
        }
        let accumulator = Accumulator::new(nets, NetInput::seat_view(then, past));
        // Kickers say little about the rest of a hand.
        let body = |play: Option<Combo>| play.map(|play| (play.kind(), play.run(), play.key()));
        let played = body(played);
        values.clear();
        let all = legal.iter().copied().map(Some).chain(pass);
        values.extend(all.map(|play| (accumulator.value(play).0, body(play) == played)));
        let best = values.iter().map(|value| value.0).max().expect("there is a choice");
        let (mut all, mut same) = (0, 0);
        for &(value, is_played) in values.iter() {
            let share = u64::from(exp2((value - best) * LOG_ODDS_FACTOR / UNIT_LOGIT));
            all += share;
            same += if is_played { share } else { 0 };
        }
        let log = |sum: u64| log2(sum.clamp(1, u64::from(u32::MAX)) as u32);
        Some((log(same) - log(all)).max(LOG_CHANCE_MIN))
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rules::{Action, Chair, Deal, Table};

    use super::*;
    use crate::net::Objective;
    use crate::{Persona, Scratch, decide};

    type PlayedTurn = (Seat, GameState, Option<Combo>);

    /// Plays a whole hand; `act` plays for all seats. Returns the turns before the last, and the views and hands at the last.
    pub(in crate::opponents) fn play_hand(
        number: u64,
        mut act: impl FnMut(&View) -> Action,
    ) -> (Vec<PlayedTurn>, [View; 3], [Hand; 3]) {
        let mut table = Table::at_lead(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(number).rng()));
        let (mut turns, mut last) = (Vec::new(), None);
        while let Some(chair) = table.board().turn() {
            let (view, hands) = (table.view(chair), Seat::ALL.map(|seat| table.hand_of(seat).unwrap()));
            let me = view.seat().unwrap();
            let action = act(&view);
            let Action::Play(play) = action else { panic!("{action:?}, without an auction") };
            last = Some((Chair::ALL.map(|chair| table.view(chair)), hands, turns.len()));
            turns.push((me, GameState::new(hands, me, view.course().standing()), play));
            table.act(action).unwrap();
        }
        let (views, hands, seen) = last.expect("a hand has turns");
        turns.truncate(seen);
        (turns, views, hands)
    }

    #[test]
    fn naive_seats_play_on_naively() {
        let (casual, mut scratch, mut otherwise) = (Persona::named("casual").unwrap(), Scratch::new(), 0);
        for (me, then, play) in play_hand(3, |view| decide(view, &casual, Seed(3), &mut scratch).unwrap().action).0 {
            let mut only = [false; 3];
            only[me.index()] = true;
            for index in 0..2 {
                let naive = naive::play(&Ruleset::CLASSIC, me, then.hand(me), then.standing(), index == 0);
                assert_eq!(SeatPolicies::new(only, index).play(&Ruleset::CLASSIC, &then), Some(naive));
                assert_eq!(SeatPolicies::new([false; 3], index).play(&Ruleset::CLASSIC, &then), None);
                otherwise += u32::from(naive != play);
            }
        }
        assert!(otherwise > 3, "{otherwise}");
    }

    #[test]
    fn worlds_that_the_nets_choose_explain_plays_better() {
        let (net, weights) = (Persona::named("net").unwrap(), Weights::shipped());
        let (mut scratch, mut model, mut evidence) = (Scratch::new(), OpponentModel::new(), NetEvidence::default());
        let (mut sums, mut asked) = ([0; 2], 0);
        for number in 0..8 {
            let act = |view: &View| decide(view, &net, Seed(number), &mut scratch).unwrap().action;
            for view in play_hand(number, act).1 {
                let config = BeliefConfig::FITTED.with_net_trust(100);
                for (sum, by_nets) in sums.iter_mut().zip([None, Some(&weights)]) {
                    let turn = TurnFacts::of(&view).unwrap();
                    let mut worlds = model.worlds(&turn, Seed(number), config, by_nets);
                    evidence.read(&view);
                    for index in 0..8 {
                        let world = worlds.draw(index, &mut asked, &mut || false).unwrap();
                        *sum += evidence.log_weight(&weights, &view, &world).0;
                    }
                }
            }
        }
        // 192 worlds each: in the mean by more than a doubling.
        assert!(sums[1] > sums[0] + 192 * 64 && asked > 2_000, "{sums:?} in {asked} turns");
    }

    #[test]
    fn evidence_has_the_past_of_every_play() {
        let persona = Persona::named("casual").unwrap();
        let (mut scratch, mut evidence) = (Scratch::new(), NetEvidence::default());
        for number in 0..40 {
            let act = |view: &View| decide(view, &persona, Seed(number), &mut scratch).unwrap().action;
            let (turns, views, hands) = play_hand(number, act);
            for view in views {
                evidence.read(&view);
                assert!(!evidence.is_empty());
                let truth = World::new(&view, hands).unwrap();
                let mut past = Past::start(view.board().bottom().unwrap());
                let mut rows = view.plays().filter(|row| Some(row.seat) != view.seat()).zip(&evidence.pasts);
                for (seat, then, play) in &turns {
                    if Some(*seat) != view.seat() {
                        let (row, before) = rows.next().expect("each turn of another seat is read");
                        assert_eq!((row.seat, row.standing, row.play), (*seat, then.standing(), *play));
                        assert_eq!(*before, past, "{view}");
                        let turn = state_before(&evidence.played, &row, before, &truth);
                        assert!(Seat::ALL.into_iter().all(|seat| turn.hand(seat) == then.hand(seat)), "{view}");
                    }
                    past.add(*seat, then.standing(), *play);
                }
                assert!(rows.next().is_none(), "{view}");
                assert_eq!(evidence.pasts.len(), view.plays().filter(|row| Some(row.seat) != view.seat()).count());
            }
        }
    }

    /// Returns the number of doublings that the true deal weighs more than uniform ones, in the mean over turns of whole hands.
    fn advantage_of_the_truth(player: &Persona, hands: u64) -> f64 {
        let (weights, mut evidence) = (Weights::shipped(), NetEvidence::default());
        let (mut scratch, mut sum, mut count) = (Scratch::new(), 0, 0);
        for number in 0..hands {
            let mut table = Table::at_lead(Ruleset::CLASSIC, Deal::shuffled(&mut Seed(number).rng()));
            while let Some(view) = Chair::ALL.map(|chair| table.view(chair)).into_iter().find(View::is_my_turn) {
                evidence.read(&view);
                let mut weight = |world: &World| evidence.log_weight(&weights, &view, world).0;
                let truth = World::new(&view, Seat::ALL.map(|seat| table.hand_of(seat).unwrap())).unwrap();
                let belief = Belief::with_config(&view, Seed(number), BeliefConfig::UNIFORM).unwrap();
                let others: Vec<i32> = (0..8).map(|index| weight(&belief.world(index))).collect();
                sum += weight(&truth) - others.iter().sum::<i32>() / 8;
                count += 1;
                let action = decide(&view, player, Seed(number), &mut scratch).unwrap().action;
                table.act(action).unwrap();
            }
        }
        f64::from(sum) / 64.0 / f64::from(count)
    }

    #[test]
    fn the_true_cards_explain_plays_better() {
        let net = Persona::named("net").unwrap().with_objective(Objective::Wins);
        let by_player = [&net, &Persona::named("rules").unwrap(), &Persona::named("beginner").unwrap()]
            .map(|player| advantage_of_the_truth(player, 12));
        // The better a player, the more the truth stands out.
        assert!(by_player[0] > 6.0 && by_player[1] > 2.0, "{by_player:?}");
        assert!(by_player[0] > by_player[1] && by_player[1] > by_player[2], "{by_player:?}");
    }

    #[test]
    fn an_incomplete_view_has_no_evidence() {
        let mut view: View = "me=down hand=3344JJ left=9,6,9 standing=landlord:9".parse().unwrap();
        for play in ["", "T", ""] {
            let seat = view.course().turn();
            view.apply(rules::Event::Play(seat, Ruleset::CLASSIC.read(play.parse().unwrap()))).unwrap();
        }
        let mut evidence = NetEvidence::default();
        evidence.read(&view);
        assert!(evidence.is_empty());
    }
}
