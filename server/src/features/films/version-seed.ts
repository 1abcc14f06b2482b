/**
 * The seed of a further version of a film. Versions of one effect have seeds in a row: the renderer makes neighbours unlike each other, and
 * seeds drawn at random may be alike.
 */
export function versionSeed(known: { seed: number; number: number }, number: number): number {
  const seeds = 2 ** 32;
  return (known.seed + number - known.number + seeds) % seeds;
}
