import { parseArgs } from 'node:util';

export interface Options {
  /** The faults that were asked for; undefined for all. */
  only: string[] | undefined;
  /** Runs of each variant, instead of as many as its races need. */
  runs: number | undefined;
  seed: number | undefined;
  worlds: number;
  isShort: boolean;
  resumes: boolean;
  /** Every fault in its long form. Only such a series is kept for `--resume`, and makes docs/faults.md. */
  isSeries: boolean;
}

/** `--only F11,F12`, `--runs N` and `--short` (as in `npm test`) run a part; `--seed N`, `--worlds N` (at once), `--resume` (an interrupted series). */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      runs: { type: 'string' },
      seed: { type: 'string' },
      worlds: { type: 'string', default: '2' },
      short: { type: 'boolean', default: false },
      resume: { type: 'boolean', default: false },
    },
  });
  const { only, runs, seed, worlds, short, resume } = values;
  return {
    only: only?.split(','),
    runs: runs === undefined ? undefined : Number(runs),
    seed: seed === undefined ? undefined : Number(seed),
    worlds: Number(worlds),
    isShort: short,
    resumes: resume,
    isSeries: only === undefined && runs === undefined && !short,
  };
}
