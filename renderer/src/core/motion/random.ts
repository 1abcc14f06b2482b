/** A seeded generator: the same seed and topic give the same choices on every machine. */
export interface Random {
  between(low: number, high: number): number;
  /** -1 or 1. */
  side(): number;
}

const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97];

/**
 * Low-discrepancy sequences instead of pseudo-random numbers: with each successive seed, every choice advances by an
 * irrational step. Versions of one effect often have neighbouring seeds; this way they spread evenly and none look
 * alike.
 */
export function createRandom(seed: number, topic: string): Random {
  const start = [...topic].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 1009;
  let drawn = 0;
  const next = () => {
    const root = Math.sqrt(PRIMES[drawn % PRIMES.length]!);
    drawn++;
    return (start * drawn * 0.7548776662 + seed * root) % 1;
  };
  return {
    between: (low, high) => low + (high - low) * next(),
    side: () => (next() < 0.5 ? -1 : 1),
  };
}
