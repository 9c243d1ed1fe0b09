use engine::endgame::*;
use rules::*;
fn main() {
    let mut rows = vec![];
    let rules = Ruleset::CLASSIC;
    let n: u64 = std::env::args().nth(1).map_or(300, |a| a.parse().unwrap());
    let lo: u32 = std::env::args().nth(2).map_or(5, |a| a.parse().unwrap());
    let hi: u32 = std::env::args().nth(3).map_or(8, |a| a.parse().unwrap());
    let mut wins = 0;
    for i in 0..n {
        let mut rng = Seed(77).stream(i).rng();
        let mut left = Hand::DECK;
        let hands = [0; 3].map(|_| {
            let s = lo + rng.below(hi - lo + 1);
            let h = rng.draw(left, s);
            left = left.minus(h).unwrap();
            h
        });
        let game = Endgame::three(rules, hands).unwrap();
        let mut memory = Memory::default();
        let start = std::time::Instant::now();
        let out = solve(&game, Ask::default(), &mut memory, Limits::NONE, &mut || false);
        wins += u32::from(out.winner == Some(Side::Landlord));
        rows.push((start.elapsed().as_secs_f64() * 1e3, out.nodes, memory.bytes()));
    }
    let nodes: u64 = rows.iter().map(|r| r.1).sum();
    let total: f64 = rows.iter().map(|r| r.0).sum();
    let gm = (rows.iter().map(|r| (r.1.max(1) as f64).ln()).sum::<f64>() / n as f64).exp();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!(
        "n={n} landlord {wins} med={:.3} p95={:.2} max={:.1} total={total:.1} nodes={nodes} gm={gm:.0} M/s={:.2} MB={:.1}",
        rows[n as usize / 2].0,
        rows[n as usize * 95 / 100].0,
        rows.last().unwrap().0,
        nodes as f64 / total / 1e3,
        rows.iter().map(|r| r.2).max().unwrap() as f64 / 1048576.0
    );
}
