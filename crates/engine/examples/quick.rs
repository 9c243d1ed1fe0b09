use engine::endgame::{Ask, Endgame, Limits, Memory, solve};
use rules::{Hand, Ruleset};
fn main() {
    let all = std::env::args().any(|a| a == "--all");
    let verbose = std::env::args().any(|a| a == "-v");
    for name in std::env::args().skip(1).filter(|a| !a.starts_with('-')) {
        let text = std::fs::read_to_string(format!("/work/shared/data/endgame/{name}.tsv")).unwrap();
        let mut lines = text.lines();
        let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
        let col = |n: &str| head.iter().position(|h| *h == n);
        let mut groups: std::collections::BTreeMap<String, Vec<(f64, u64, Option<u64>, usize)>> = Default::default();
        let mut wrong = 0;
        for line in lines {
            let f: Vec<&str> = line.split('\t').collect();
            let (l, p): (Hand, Hand) = (f[1].parse().unwrap(), f[2].parse().unwrap());
            let start = cpu();
            let mut memory = Memory::default();
            let game = Endgame::two(Ruleset::DOUZERO, l, p).unwrap();
            let outcome =
                solve(&game, Ask { all_first_plays: all, line: false }, &mut memory, Limits::NONE, &mut || false);
            let (wins, nodes) = (outcome.winner == Some(rules::Side::Landlord), outcome.nodes);
            let ms = (cpu() - start) as f64 / 1e6;
            let expect = f[3] == "yes";
            let count = outcome.winning().count();
            let want = col("winning_first_moves").and_then(|c| f[c].parse::<usize>().ok());
            if wins != expect || all && want.is_some_and(|w| w != count) {
                wrong += 1;
                println!("WRONG {line}: {wins} {count}");
            }
            if verbose {
                println!("{}\t{ms:.2}\t{nodes}\t{}", f[0], f.get(5).unwrap_or(&""));
            }
            let reference = col("ref_nodes").and_then(|c| f[c].parse::<u64>().ok());
            groups.entry(format!("{}v{}", f[1].len(), f[2].len())).or_default().push((
                ms,
                nodes,
                reference,
                memory.bytes(),
            ));
            groups.entry(name.clone()).or_default().push((ms, nodes, reference, memory.bytes()));
        }
        for (g, mut rows) in groups {
            if rows.len() < 20 {
                continue;
            }
            rows.sort_by(|a, b| a.0.total_cmp(&b.0));
            let n = rows.len();
            let gm =
                |it: Vec<u64>| (it.iter().map(|&x| (x.max(1) as f64).ln()).sum::<f64>() / it.len().max(1) as f64).exp();
            let total: f64 = rows.iter().map(|r| r.0).sum();
            let nodes: u64 = rows.iter().map(|r| r.1).sum();
            let refs: Vec<u64> = rows.iter().filter_map(|r| r.2).collect();
            let ours: Vec<u64> = rows.iter().filter(|r| r.2.is_some()).map(|r| r.1).collect();
            println!(
                "{g:32} n={n:3} wrong={wrong} med={:.2}ms p95={:.2} max={:.2} total={total:.1} nodes={nodes} gmean={:.0} M/s={:.2} ratio={:.3} MB={:.1}",
                rows[n / 2].0,
                rows[n * 95 / 100].0,
                rows[n - 1].0,
                gm(rows.iter().map(|r| r.1).collect()),
                nodes as f64 / total / 1e3,
                gm(ours) / gm(refs),
                rows.iter().map(|r| r.3).max().unwrap() as f64 / 1048576.0
            );
        }
    }
}

fn cpu() -> u64 {
    std::fs::read_to_string("/proc/thread-self/schedstat").unwrap().split(' ').next().unwrap().parse().unwrap()
}
