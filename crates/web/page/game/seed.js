// The same random numbers as in the service: SplitMix64 with numbered streams.

const MASK = (1n << 64n) - 1n;
const GAMMA = 0x9E3779B97F4A7C15n;

/** @param {bigint} word */
function mix(word) {
  word = ((word ^ (word >> 30n)) * 0xBF58476D1CE4E5B9n) & MASK;
  word = ((word ^ (word >> 27n)) * 0x94D049BB133111EBn) & MASK;
  return word ^ (word >> 31n);
}

/** The seed of the stream `number`. @param {bigint} seed @param {number | bigint} number */
export const streamSeed = (seed, number) => mix(mix(seed) ^ ((BigInt(number) * GAMMA) & MASK));

/** The generator of a seed: each call of the result returns a random number below `bound`. @param {bigint} seed */
export function rng(seed) {
  let state = mix(seed ^ GAMMA);
  return (/** @type {number} */ bound) => {
    state = (state + GAMMA) & MASK;
    return Number(((mix(state) >> 32n) * BigInt(bound)) >> 32n);
  };
}

/** A random seed of at most five digits. */
export function freshSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0] % 100000);
}

/** @param {string} prefix */
export const freshId = (prefix) => [prefix, ...crypto.getRandomValues(new Uint32Array(3))].join('-');
