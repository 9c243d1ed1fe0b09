//! A host with its own rules: its combos, card numbers and auction differ from ours. Its bots play in rooms, one call an action, and their
//! plays are legal at the host. `adapter.rs` is all that the host had to write.

mod adapter;

use std::collections::{BTreeMap, HashSet};

use adapter::Adapter;
use rules::{Rng, Seed};
use wire::v1::{Chair, Side};

use crate::contract::harness::{metric, serve};
use crate::contract::rooms::own_number;
use crate::support::full;

const CHAIRS: [Chair; 3] = [Chair::First, Chair::Second, Chair::Third];
const BOTS: [usize; 2] = [1, 2];

/// The events of the host's table.
#[derive(Clone, Debug)]
enum Word {
    /// The cards of the bots.
    Dealt(Vec<(usize, Vec<u32>)>),
    /// Points for the landlord's seat; 0 is none.
    Bid(u32),
    Landlord(Vec<u32>),
    Pass,
    Play(Vec<u32>),
    Paid(Side, [i64; 3]),
}

/// The host's table, by the host's rules. They have no wings and no four with two. If the host is `wide`, two neighbouring pairs are a
/// combo, and a bomb beats the rocket: our ruleset has neither.
struct Host {
    wide: bool,
    number: u32,
    hands: [Vec<u32>; 3],
    turn: usize,
    landlord: Option<usize>,
    standing: Option<(usize, Vec<u32>)>,
}

/// Returns 3 to 15 for the ranks, 16 and 17 for the jokers.
fn rank(card: u32) -> u32 {
    card % 100
}

fn ranks(cards: &[u32]) -> Vec<u32> {
    let mut ranks: Vec<u32> = cards.iter().map(|&card| rank(card)).collect();
    ranks.sort_unstable();
    ranks
}

/// Returns the kind of a play (cards of each rank, number of ranks) and its lowest rank; the rocket has its own kind.
fn shape(cards: &[u32]) -> ((usize, usize), u32) {
    let ranks = ranks(cards);
    if ranks == [16, 17] {
        return ((0, 0), 16);
    }
    let width = ranks.iter().filter(|&&one| one == ranks[0]).count();
    ((width, ranks.len() / width), ranks[0])
}

const BOMB: (usize, usize) = (4, 1);
const ROCKET: (usize, usize) = (0, 0);

impl Host {
    fn beats(&self, play: &[u32], standing: &[u32]) -> bool {
        match (shape(play), shape(standing)) {
            ((ROCKET, _), _) => true,
            ((BOMB, _), (ROCKET, _)) => self.wide,
            ((BOMB, key), (BOMB, other)) => key > other,
            ((BOMB, _), _) => true,
            ((kind, key), (other, low)) => kind == other && key > low,
        }
    }

    /// Lists all combos in the hand of the seat on turn that it may play now.
    fn legal(&self) -> Vec<Vec<u32>> {
        let mut by_rank: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        self.hands[self.turn].iter().for_each(|&card| by_rank.entry(rank(card)).or_default().push(card));
        let mut plays = Vec::new();
        for (width, shortest) in [(1, 5), (2, if self.wide { 2 } else { 3 }), (3, 2)] {
            for low in 3..=14 {
                let chain = (low..=14).map_while(|rank| by_rank.get(&rank)?.get(..width));
                let chain: Vec<&[u32]> = chain.collect();
                plays.extend((shortest..=chain.len()).map(|length| chain[..length].concat()));
            }
        }
        for cards in by_rank.values() {
            plays.extend((1..=cards.len()).map(|width| cards[..width].to_vec()));
        }
        if let (Some(small), Some(big)) = (by_rank.get(&16), by_rank.get(&17)) {
            plays.push([&small[..], big].concat());
        }
        if let Some((_, standing)) = &self.standing {
            plays.retain(|play| self.beats(play, standing));
        }
        plays
    }

    /// Returns the plays for a bot on turn, and true if it may pass.
    fn listed(&self) -> Option<(Vec<Vec<u32>>, bool)> {
        let is_asked = self.landlord.is_some() && self.winner().is_none() && BOTS.contains(&self.turn);
        is_asked.then(|| (self.legal(), self.standing.is_some()))
    }

    fn winner(&self) -> Option<usize> {
        self.hands.iter().position(Vec::is_empty)
    }

    /// Refuses what the host's rules do not allow; cards of one rank are alike.
    fn act(&mut self, word: &Word) {
        let who = self.turn;
        match word {
            Word::Pass => assert!(self.standing.is_some(), "a lead may not pass"),
            Word::Play(cards) => {
                let legal: HashSet<Vec<u32>> = self.legal().iter().map(|play| ranks(play)).collect();
                assert!(legal.contains(&ranks(cards)), "{cards:?} on {:?}", self.standing);
                for card in cards {
                    let place = self.hands[who].iter().position(|held| held == card).expect("it is held");
                    self.hands[who].remove(place);
                }
                self.standing = Some((who, cards.clone()));
            }
            other => panic!("{other:?} while cards are played"),
        }
        self.turn = (who + 1) % 3;
        if self.standing.as_ref().is_some_and(|(owner, _)| *owner == self.turn) {
            self.standing = None;
        }
    }

    fn person(&self, rng: &mut Rng) -> Word {
        let mut legal = self.legal();
        let choices = legal.len() as u32 + u32::from(self.standing.is_some());
        match rng.below(choices) as usize {
            place if place < legal.len() => Word::Play(legal.swap_remove(place)),
            _ => Word::Pass,
        }
    }
}

#[derive(Default, Debug)]
struct Counts {
    dealt: u32,
    played: u32,
    actions: u32,
    by_bots: u32,
}

/// Plays one hand from the deal to the payment. Every call sends the events since the last one, and the answer has the next bot's
/// action.
async fn play(host: &mut Host, adapter: &mut Adapter, rng: &mut Rng, counts: &mut Counts) {
    let mut deck: Vec<u32> = (0..54).map(own_number).collect();
    rng.shuffle(&mut deck);
    let bottom = deck.split_off(51);
    let first = rng.below(3) as usize;
    host.hands = [0, 1, 2].map(|seat| deck[17 * seat..17 * (seat + 1)].to_vec());
    (host.turn, host.landlord, host.standing, host.number) = (first, None, None, host.number + 1);
    counts.dealt += 1;
    let dealt = Word::Dealt(BOTS.map(|bot| (bot, host.hands[bot].clone())).to_vec());
    let (mut told, mut points) = (vec![(first, dealt)], 0);
    for _ in 0..3 {
        let word = if BOTS.contains(&host.turn) {
            counts.by_bots += 1;
            adapter.tell(host, std::mem::take(&mut told)).await.expect("it is a bot's turn")
        } else {
            Word::Bid(rng.below(4))
        };
        let Word::Bid(bid) = word else { panic!("{word:?} in the auction") };
        counts.actions += 1;
        told.push((host.turn, word));
        if bid > 0 {
            (host.landlord, points) = (Some(host.turn), bid);
            break;
        }
        host.turn = (host.turn + 1) % 3;
    }
    let Some(landlord) = host.landlord else {
        adapter.tell(host, told).await;
        return;
    };
    host.hands[landlord].extend(&bottom);
    told.push((landlord, Word::Landlord(bottom)));
    while host.winner().is_none() {
        let word = if BOTS.contains(&host.turn) {
            counts.by_bots += 1;
            adapter.tell(host, std::mem::take(&mut told)).await.expect("it is a bot's turn")
        } else {
            host.person(rng)
        };
        counts.actions += 1;
        told.push((host.turn, word.clone()));
        host.act(&word);
    }
    let winner = if host.winner() == Some(landlord) { Side::Landlord } else { Side::Peasants };
    let sign = if winner == Side::Landlord { 1 } else { -1 };
    let amounts = [0, 1, 2].map(|seat| i64::from(points) * sign * if seat == landlord { 2 } else { -1 });
    told.push((landlord, Word::Paid(winner, amounts)));
    adapter.tell(host, told).await;
    counts.played += 1;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_host_with_rules_of_its_own_plays_in_rooms() {
    let (server, client) = serve(&[]).await;
    let mut calls = 0;
    // A strict room refuses combos that its ruleset lacks, so there the host uses its narrower rules.
    for strict in [false, true] {
        let room = format!("foreign-{strict}");
        let mut adapter = Adapter { client: client.clone(), room, sequence: 0 };
        adapter.open(BOTS, strict).await;
        let hands = [0, 1, 2].map(|_| Vec::new());
        let mut host = Host { wide: !strict, number: 0, hands, turn: 0, landlord: None, standing: None };
        let (mut rng, mut counts) = (Seed(66).stream(strict.into()).rng(), Counts::default());
        while counts.played < if full() { 200 } else { 3 } {
            play(&mut host, &mut adapter, &mut rng, &mut counts).await;
        }
        println!("strict {strict}: {counts:?}");
        // One call for each action of a bot, and one for the end of each hand.
        calls += counts.by_bots + counts.dealt;
        let counted = |rpc: &str| metric(&server.app, &format!("thirdseat_rpc_total{{rpc=\"{rpc}\",code=\"OK\"}}"));
        assert_eq!(counted("RecordEvents"), f64::from(calls), "{counts:?}");
    }
}

/// Lines without blank ones and comments.
#[test]
fn the_adapter_is_short() {
    let text = include_str!("foreign_host/adapter.rs");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count();
    assert!(lines <= 60, "{lines} lines");
}
