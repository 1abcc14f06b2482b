/** Says yes to a share of the questions; the same seed gives the same answers. */
export function createChance(share: number, seed: number): () => boolean {
  if (share >= 1) return () => true;
  const next = createRandom(seed);
  return () => next() < share;
}

/** Numbers from 0 to below 1. Mulberry32, by Tommy Ettinger, in the public domain. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
