//! Plays that no tested persona makes, in positions of games and in endings that provoke them. The checks are written from the description of the
//! guards, independent of `guard.rs`, with slow and obvious code.

use engine::hand::split::{TurnsMemo, each_partition};
use engine::rule_player::guard::first_broken;
use engine::turn::{Turn, TurnBuffers};
use engine::{Persona, Scratch, decide};
use rules::{Action, Combo, Hand, Kind, Rank, Ruleset, Seat, Seed, Table, Trick, View};

use crate::game::{each_turn, legal_actions, play_text, random_action, rounds, seated_table, takeover, test_personas};

/// Counts of cases, so that a test fails if a guard has nothing to forbid.
#[derive(Default, Debug)]
struct GuardCounts {
    decisions: u32,
    wins: u32,
    partners: u32,
    fed: u32,
    lower: u32,
    kickers: u32,
    rockets: u32,
}

/// True if some hand that `seat` may hold beats `combo`: an answer from the unseen cards for which its hand has room beside its known
/// cards.
fn may_answer(view: &View, seat: Seat, combo: Combo) -> bool {
    let (known, left) = (view.known_cards(seat), view.course().left(seat));
    let answers = view.rules().plays(view.unseen(), Trick::Follow(combo));
    answers.iter().any(|answer| {
        let beside = known.minus(known.overlap(answer.cards())).expect("an overlap lies within");
        answer.len() + beside.len() <= left
    })
}

fn is_enemy(view: &View, seat: Seat) -> bool {
    view.seat().is_some_and(|me| me.side() != seat.side())
}

fn enemies_may_answer(view: &View, combo: Combo) -> bool {
    Seat::ALL.into_iter().any(|seat| is_enemy(view, seat) && may_answer(view, seat, combo))
}

/// True if this hand surely wins after `play`: no enemy can answer it, and the rest goes out in an order in which only the last combo can be
/// answered.
fn is_sure_win(view: &View, play: Combo) -> bool {
    let rest = view.hand().minus(play.cards()).unwrap();
    if rest.is_empty() {
        return true;
    }
    if enemies_may_answer(view, play) {
        return false;
    }
    let mut memo = TurnsMemo::new(view.rules());
    let turns = memo.turns(rest);
    let mut proven = false;
    each_partition(rest, &mut memo, turns + 2, 20_000, |parts| {
        proven |= parts.iter().filter(|&&part| enemies_may_answer(view, part)).count() <= 1;
        if proven { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    });
    proven
}

fn plays_of(view: &View) -> Vec<Combo> {
    view.rules().plays(view.hand(), view.trick())
}

/// True if the partner holds the trick and one card, and either the landlord has already passed or he cannot answer: then the partner leads
/// his last card.
fn partner_wins_next(view: &View) -> bool {
    let Some((owner, combo)) = view.course().standing() else { return false };
    let landlord_passed = view.course().passes() == 1;
    !is_enemy(view, owner)
        && view.course().left(owner) == 1
        && (landlord_passed || !may_answer(view, Seat::Landlord, combo))
}

/// True if a kicker is a 2 or a joker and a smaller card of the hand could replace it in a legal combo.
fn wastes_kicker(view: &View, play: Combo) -> bool {
    let big = |rank: Rank| !rank.is_run_rank();
    let spare = view.hand().minus(play.cards()).unwrap();
    let legal = plays_of(view);
    let paired = matches!(play.kind(), Kind::TriplePair | Kind::AirplanePairs | Kind::FourPairs | Kind::ShuttlePairs);
    let copies = if paired { 2 } else { 1 };
    play.wings().ranks().filter(|&rank| big(rank)).any(|rank| {
        spare.ranks().filter(|&other| !big(other) && spare.count(other) >= copies).any(|other| {
            let cheaper = play.cards().minus(Hand::of(rank, copies).unwrap()).unwrap();
            let cheaper = cheaper.plus(Hand::of(other, copies).unwrap()).unwrap();
            // The same body: only the wings differ.
            legal.iter().any(|each| {
                each.cards() == cheaper
                    && each.kind() == play.kind()
                    && each.key() == play.key()
                    && each.run() == play.run()
            })
        })
    })
}

fn check(view: &View, play: Option<Combo>, met: &mut GuardCounts) -> Result<(), &'static str> {
    let me = view.seat().unwrap();
    let legal = plays_of(view);
    met.decisions += 1;
    if let Some(win) = legal.iter().find(|each| each.cards() == view.hand()) {
        met.wins += 1;
        return if play.is_some_and(|play| play.cards() == win.cards()) { Ok(()) } else { Err("missed a win") };
    }
    if partner_wins_next(view) && !legal.is_empty() {
        met.partners += 1;
        if play.is_some() {
            return Err("overtook a partner who wins next");
        }
    }
    // Only leads count: a player who answers a single did not choose singles. `guard.rs` reads it in the same way.
    let next = me.next();
    let singles = |each: &Combo| each.kind() == Kind::Single;
    let starving = view.trick() == Trick::Lead && is_enemy(view, next) && view.course().left(next) == 1;
    if starving && legal.iter().any(singles) && !legal.iter().all(singles) {
        met.fed += 1;
        if play.is_some_and(|play| singles(&play) && !is_sure_win(view, play)) {
            return Err("fed an enemy with one card");
        }
    }
    // The seat has two cards, and the next seat is an enemy with one card. One of the two cards stays for the next turn.
    if view.trick() != Trick::Lead && view.hand().len() == 2 && is_enemy(view, next) && view.course().left(next) == 1 {
        let beats = |one: &Combo, other: Combo| view.rules().plays(one.cards(), Trick::Follow(other)).contains(one);
        let answers: Vec<Combo> = legal.iter().copied().filter(singles).collect();
        if let [one, other] = answers[..] {
            met.lower += 1;
            let lower = if beats(&one, other) { other } else { one };
            if play == Some(lower) && !is_sure_win(view, lower) {
                return Err("showed the lower of two cards to an enemy with one");
            }
        }
    }
    met.kickers += u32::from(legal.iter().any(|&each| wastes_kicker(view, each)));
    if play.is_some_and(|play| wastes_kicker(view, play)) {
        return Err("a 2 or a joker rides though a smaller card would do");
    }
    let splits = |each: &Combo| view.hand().contains(Hand::ROCKET) && each.cards().overlap(Hand::ROCKET).len() == 1;
    if legal.iter().any(splits) && !legal.iter().all(splits) {
        met.rockets += 1;
        if play.is_some_and(|play| splits(&play) && !is_sure_win(view, play)) {
            return Err("split the rocket");
        }
    }
    Ok(())
}

fn check_personas(view: &View, personas: &[Persona], seed: Seed, scratch: &mut Scratch, met: &mut GuardCounts) {
    let allowed = legal_actions(view);
    for persona in personas {
        let decision = decide(view, persona, seed, scratch).unwrap();
        let shown =
            || format!("{persona} plays {} for {} in {view} (seed {seed:?})", play_text(&decision), decision.reason);
        assert!(allowed.contains(&decision.action), "illegal: {}", shown());
        if let Err(fault) = check(view, decision.play(), met) {
            panic!("{fault}: {}", shown());
        }
    }
}

/// Returns all personas for one number in four, otherwise those that solve no endings: solving takes long.
fn personas_for(all: &[Persona], number: u32) -> Vec<Persona> {
    let asks_all = number.is_multiple_of(4);
    all.iter().filter(|persona| asks_all || persona.params().solve_worlds == 0).cloned().collect()
}

/// Makes an ending in which seats have at most seven cards, without playing a game: games seldom lead to such endings. `None` if the drawn cards
/// make no position.
fn random_ending(rules: Ruleset, seed: Seed) -> Option<View> {
    let mut rng = seed.rng();
    let sizes = [1 + rng.below(7), 1 + rng.below(7), 1 + rng.below(7)];
    let mut left = sizes.map(|size| if rng.below(3) == 0 { 1 } else { size as u8 });
    let me = Seat::ALL[rng.below(3) as usize];
    left[me.index()] = 2 + rng.below(6) as u8;
    // Some deals have many high cards: there the rocket and 2s can be wasted.
    let deck: Hand = if rng.below(2) == 0 { Hand::DECK } else { "3344556677788899TTTJJQKKA2222XD".parse().unwrap() };
    let hand = rng.draw(deck, u32::from(left[me.index()]));
    let others = Hand::DECK.minus(hand).unwrap();
    let unseen = rng.draw(others, left.iter().map(|&count| u32::from(count)).sum::<u32>() - hand.len());
    let mut gone = others.minus(unseen).unwrap();
    let tells_all = rng.below(4) > 0;
    let played = Seat::ALL.map(|seat| {
        let dealt = if seat == Seat::Landlord { 20 } else { 17 };
        let most = dealt - u32::from(left[seat.index()]);
        let shown = if tells_all { most } else { rng.below(most + 1) };
        let own = rng.draw(gone, shown);
        gone = gone.minus(own).unwrap();
        own
    });
    let owner = if rng.below(2) == 0 { me.next() } else { me.previous() };
    let led = rules.plays(played[owner.index()], Trick::Lead);
    let standing = if rng.below(2) == 0 { None } else { Some((owner, *rng.pick(&led)?)) };
    let bottom = (rng.below(4) == 0).then(|| rng.draw(Hand::DECK, 3));
    let open = [Hand::EMPTY; 3];
    View::from_present(&rules::Present { rules, seat: me, hand, turn: me, left, standing, bottom, played, open }).ok()
}

#[test]
fn no_guard_is_broken_in_games_of_mixed_players() {
    let personas = test_personas();
    let (mut scratch, mut met) = (Scratch::new(), GuardCounts::default());
    let (mut positions, wanted) = (0, rounds(1_000));
    for game in 0.. {
        if positions >= wanted {
            break;
        }
        let seed = Seed(5).stream(game);
        let mut rng = seed.stream(1).rng();
        // Each seat has a persona or plays at random, which leads to hands that no good player gets.
        let players = [0; 3].map(|_| personas.get(rng.below(personas.len() as u32 * 2) as usize).cloned());
        let mut table: Table = seated_table(seed);
        each_turn(&mut table, |_, view| {
            // About half of the turns, so that more games are seen.
            if rng.below(2) == 0 {
                let known_seats = rng.below(8);
                let present = takeover(view, |seat| known_seats & (1 << seat.index()) != 0);
                let asked = personas_for(&personas, positions / 2);
                check_personas(view, &asked, seed, &mut scratch, &mut met);
                check_personas(&present, &asked, seed, &mut scratch, &mut met);
                positions += 2;
            }
            match &players[view.seat().unwrap().index()] {
                Some(persona) => decide(view, persona, seed, &mut scratch).unwrap().action,
                None => random_action(view, &mut rng),
            }
        });
    }
    assert!(met.wins > 30 && met.fed > 3 && met.kickers > 30 && met.rockets > 3, "{met:?}");
}

#[test]
fn no_guard_is_broken_in_endings() {
    let personas = test_personas();
    let (mut scratch, mut met) = (Scratch::new(), GuardCounts::default());
    for number in 0..rounds(1_500) {
        let seed = Seed(6).stream(u64::from(number));
        let rules = Ruleset::DISTINCT_PLAYS[number as usize % Ruleset::DISTINCT_PLAYS.len()];
        if let Some(view) = random_ending(*rules, seed) {
            check_personas(&view, &personas_for(&personas, number), seed, &mut scratch, &mut met);
        }
    }
    assert!(
        met.lower > 1 && met.wins > 30 && met.partners > 30 && met.fed > 60 && met.kickers > 10 && met.rockets > 30,
        "{met:?}"
    );
}

#[test]
fn auctions_doublings_and_shows_are_legal() {
    let personas = test_personas();
    let mut scratch = Scratch::new();
    for number in 0..rounds(20) {
        let seed = Seed(7).stream(u64::from(number));
        let rules = crate::game::with_auction(["score", "rounds", "call-rob", "take-it"][number as usize % 4]);
        let mut rng = seed.stream(1).rng();
        each_turn(&mut crate::game::dealt_table(rules, seed), |_, view| {
            let action = random_action(view, &mut rng);
            if !matches!(action, Action::Play(_)) {
                let allowed = legal_actions(view);
                for persona in &personas {
                    let decision = decide(view, persona, seed, &mut scratch).unwrap();
                    assert!(allowed.contains(&decision.action), "{persona}: {:?} in {view}", decision.action);
                }
            }
            action
        });
    }
}

#[test]
fn a_guard_removes_the_play_that_a_persona_wants() {
    // Each case provokes one guard: it removes a play from the candidates, and the player makes another one. `higher-first` and
    // `starve-enemy` are for the nets: the strategies have rows of their own for them.
    let check = |guard: &str, line: &str, key: &str, value: i32, never: &str| {
        let persona = crate::game::persona("rules").with(key, value).unwrap();
        let decision = crate::game::decide_fresh(&crate::game::view(line), &persona, Seed(1));
        assert_eq!(decision.trace.held_back.map(|held| held.guard), Some(guard), "{line}: {}", decision.reason);
        assert_ne!(play_text(&decision), never, "{line}");
    };
    check("spare-partner", "me=down hand=2245678 left=9,7,1 standing=up:99", "answer-partner", 400, "22");
    check("thrifty-kicker", "me=up hand=QQQ234567 left=9,9,9 standing=landlord:8889", "answer-kept", 400, "QQQ2");
    check("whole-rocket", "me=landlord hand=XD358TQ left=7,9,9 standing=down:2", "answer-enemy", 800, "X");
}

#[test]
fn higher_first_and_starve_enemy_guard_the_nets() {
    let player = crate::game::persona("net");
    for (line, play, guard) in [
        ("me=landlord hand=69 left=2,1,7 standing=up:5", "6", Some("higher-first")),
        ("me=landlord hand=69 left=2,1,7 standing=up:5", "9", None),
        ("me=landlord hand=69 left=2,7,1 standing=up:5", "6", None),
        ("me=landlord hand=5589 left=4,1,7", "9", Some("starve-enemy")),
        ("me=landlord hand=5589 left=4,1,7", "55", None),
    ] {
        let (view, buffers) = (crate::game::view(line), TurnBuffers::new());
        let plays = view.rules().plays(view.hand(), view.trick());
        let now = Turn::new(&view, &player, &plays, &buffers);
        let play = view.rules().read_text(play).unwrap();
        assert_eq!(first_broken(&now, Some(play)).map(|guard| guard.name), guard, "{play} in {line}");
    }
}
