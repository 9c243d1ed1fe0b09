//! Bradley and Terry's model, fitted to paired deals: players get ratings, and the difference of two ratings
//! gives the chance that one beats the other.
//!
//! With the fitted ratings, the expected wins of a rated player equal its actual wins, prior deals included. The error bars come from the
//! deals, not from the model: the two hands of a deal are not independent. The variance is measured for each pair of players and carried
//! through the fit (the "sandwich" estimate).

/// Elo points of one unit of log odds: ten to one are 400 points.
const ELO_PER_LOG_ODDS: f64 = 400.0 / std::f64::consts::LN_10;

/// The number of even deals that each pair begins with: they keep ratings finite for a player who won everything.
const PRIOR_DEALS: f64 = 1.0;
/// The variance of such a deal, as of two independent hands.
const PRIOR_VARIANCE: f64 = 0.125;

#[derive(Clone, Debug)]
pub(crate) struct PairResult {
    /// The numbers of the players; the share is that of the first.
    pub(crate) players: [usize; 2],
    pub(crate) deals: f64,
    pub(crate) share: f64,
    /// The sum of the deals' squared distances from `share`.
    pub(crate) spread: f64,
}

impl PairResult {
    fn deals_with_prior(&self) -> f64 {
        self.deals + PRIOR_DEALS
    }

    fn share_with_prior(&self) -> f64 {
        (self.share * self.deals + 0.5 * PRIOR_DEALS) / self.deals_with_prior()
    }

    fn variance(&self) -> f64 {
        (self.spread + PRIOR_VARIANCE * PRIOR_DEALS) / self.deals_with_prior().powi(2)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Ratings {
    anchor: usize,
    /// Elo above the anchor; `None` for a player whom no chain of matches connects with it.
    elo: Vec<Option<f64>>,
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    pub(crate) fn elo(&self, player: usize) -> Option<f64> {
        self.elo[player]
    }

    pub(crate) fn difference(&self, above: usize, below: usize) -> Option<(f64, f64)> {
        let cov = &self.covariance;
        let variance = cov[above][above] + cov[below][below] - 2.0 * cov[above][below];
        Some((self.elo[above]? - self.elo[below]?, variance.max(0.0).sqrt()))
    }

    /// Returns the standard error of a player's rating above the anchor; for the anchor it is 0.
    pub(crate) fn error(&self, player: usize) -> Option<f64> {
        self.difference(player, self.anchor).map(|(_, error)| error)
    }
}

pub(crate) fn fit(players: usize, anchor: usize, played: &[PairResult]) -> Ratings {
    let known = connected_players(players, anchor, played);
    // The anchor is fixed; the unknowns are the other players that can be compared with it.
    let free: Vec<usize> = (0..players).filter(|&player| known[player] && player != anchor).collect();
    let place = |player: usize| free.iter().position(|&other| other == player);
    let played: Vec<&PairResult> = played.iter().filter(|pair| pair.deals > 0.0 && known[pair.players[0]]).collect();
    let mut ratings = vec![0.0; players];
    let mut information = Vec::new();
    for _ in 0..FIT_STEPS_MAX {
        let mut slope = vec![0.0; free.len()];
        information = vec![vec![0.0; free.len()]; free.len()];
        for pair in &played {
            let [first, second] = pair.players;
            let expected = logistic(ratings[first] - ratings[second]);
            let deals = pair.deals_with_prior();
            let places = [(place(first), 1.0), (place(second), -1.0)];
            for (row, sign) in places.iter().filter_map(|&(row, sign)| Some((row?, sign))) {
                slope[row] += sign * deals * (pair.share_with_prior() - expected);
                for (column, other) in places.iter().filter_map(|&(column, sign)| Some((column?, sign))) {
                    information[row][column] += sign * other * deals * expected * (1.0 - expected);
                }
            }
        }
        let step = multiply(&inverse(&information), &slope);
        // A long step could leave the region where the slope is valid.
        let longest = step.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
        let share = 1.0 / longest.max(1.0);
        free.iter().zip(&step).for_each(|(&player, step)| ratings[player] += share * step);
        if longest < STEP_TOLERANCE {
            break;
        }
    }
    let covariance = sandwich(&information, &played, place);
    let mut whole = vec![vec![0.0; players]; players];
    for (row, &player) in free.iter().enumerate() {
        for (column, &other) in free.iter().enumerate() {
            whole[player][other] = ELO_PER_LOG_ODDS * ELO_PER_LOG_ODDS * covariance[row][column];
        }
    }
    let elo = (0..players).map(|player| known[player].then_some(ELO_PER_LOG_ODDS * ratings[player])).collect();
    Ratings { anchor, elo, covariance: whole }
}

const FIT_STEPS_MAX: usize = 200;
const STEP_TOLERANCE: f64 = 1e-10;

fn logistic(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// Marks the players that a chain of matches connects with the anchor.
fn connected_players(players: usize, anchor: usize, played: &[PairResult]) -> Vec<bool> {
    let mut known = vec![false; players];
    known[anchor] = true;
    for _ in 0..players {
        for pair in played.iter().filter(|pair| pair.deals > 0.0) {
            let [first, second] = pair.players;
            let either = known[first] || known[second];
            (known[first], known[second]) = (either, either);
        }
    }
    known
}

/// Returns the covariance of the fitted ratings, from the variances of the pairs' shares.
fn sandwich(information: &[Vec<f64>], played: &[&PairResult], place: impl Fn(usize) -> Option<usize>) -> Vec<Vec<f64>> {
    let bread = inverse(information);
    let size = bread.len();
    let mut covariance = vec![vec![0.0; size]; size];
    for pair in played {
        // The change of the ratings when this pair's share changes.
        let column = |player: usize, row: usize| place(player).map_or(0.0, |player| bread[row][player]);
        let moved: Vec<f64> = (0..size)
            .map(|row| pair.deals_with_prior() * (column(pair.players[0], row) - column(pair.players[1], row)))
            .collect();
        for row in 0..size {
            for column in 0..size {
                covariance[row][column] += moved[row] * moved[column] * pair.variance();
            }
        }
    }
    covariance
}

fn multiply(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
}

/// Returns the inverse of a positive definite matrix by Gauss-Jordan elimination. The information matrix of connected
/// players is positive definite.
fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let scale = left[pivot][pivot];
        assert!(scale > 0.0, "players who can be compared carry information, {scale} in row {pivot}");
        for column in 0..size {
            left[pivot][column] /= scale;
            right[pivot][column] /= scale;
        }
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = left[row][pivot];
            for column in 0..size {
                left[row][column] -= factor * left[pivot][column];
                right[row][column] -= factor * right[pivot][column];
            }
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::stats::Mean;
    use crate::report::stats::tests::Dice;

    /// Draws a round robin of players with these true ratings. Wins follow the model; the two hands of a deal are
    /// correlated.
    fn draw_round_robin(truth: &[f64], deals: u32, dice: &mut Dice) -> Vec<PairResult> {
        let mut played = Vec::new();
        for first in 0..truth.len() {
            for second in first + 1..truth.len() {
                let chance = logistic((truth[first] - truth[second]) / ELO_PER_LOG_ODDS);
                let mut mean = Mean::default();
                for _ in 0..deals {
                    mean.add(dice.deal(chance, chance).into_iter().filter(|won| *won).count() as f64 / 2.0);
                }
                let deals = mean.count();
                played.push(PairResult { players: [first, second], deals, share: mean.mean(), spread: mean.spread() });
            }
        }
        played
    }

    #[test]
    fn two_players_differ_by_the_logarithm_of_their_odds() {
        // 75 of 100 with the prior's half win: 75.5 to 25.5, 400 log10 of it = 188.56.
        let pair = PairResult { players: [0, 1], deals: 100.0, share: 0.75, spread: 12.5 };
        let ratings = fit(2, 1, std::slice::from_ref(&pair));
        let elo = ratings.elo(0).unwrap();
        assert!((elo - 400.0 * (75.5f64 / 25.5).log10()).abs() < 1e-6, "{elo}");
        // By the delta method: 400 / ln 10 · sqrt(variance of the share) / (p q).
        let share = 75.5 / 101.0;
        let error = ELO_PER_LOG_ODDS * (12.625f64).sqrt() / 101.0 / (share * (1.0 - share));
        assert!((ratings.error(0).unwrap() - error).abs() < 1e-6);
        assert_eq!((ratings.elo(1), ratings.error(1)), (Some(0.0), Some(0.0)));
    }

    #[test]
    fn nineteen_of_twenty_intervals_hold_the_truth() {
        let truth = [0.0, -180.0, 25.0, 60.0, -400.0];
        let mut dice = Dice(31);
        let (mut inside, mut all) = (0, 0);
        for _ in 0..400 {
            let ratings = fit(5, 0, &draw_round_robin(&truth, 150, &mut dice));
            for (above, below) in [(0, 1), (2, 0), (3, 2), (1, 4), (3, 4)] {
                let (difference, error) = ratings.difference(above, below).unwrap();
                inside += u32::from((difference - (truth[above] - truth[below])).abs() < 1.96 * error);
                all += 1;
            }
        }
        let share = f64::from(inside) / f64::from(all);
        // The five differences of a round are correlated: ±3 standard deviations of 400 rounds are ±3.3%.
        assert!((0.92..=0.985).contains(&share), "{share}");
    }

    #[test]
    fn a_player_who_won_all_is_rated_and_one_without_deals_is_not() {
        let all = PairResult { players: [0, 1], deals: 20.0, share: 1.0, spread: 0.0 };
        let ratings = fit(3, 1, &[all]);
        // 20.5 to 0.5.
        assert!((ratings.elo(0).unwrap() - 400.0 * 41f64.log10()).abs() < 1e-6);
        assert!(ratings.error(0).unwrap() > 50.0, "twenty wins are no proof to the point");
        assert_eq!((ratings.elo(2), ratings.error(2)), (None, None));
    }
}
