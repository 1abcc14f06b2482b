/** One measured figure with its baseline or bound. */
export interface Figure {
  what: string;
  ours: string;
  /** The reference of the same run, or the bound. */
  baseline: string;
  target: string;
  passes: boolean;
  /** Query plan of its slowest statement, where that is shown. */
  plan?: string;
}

/** A figure whose ratio to the reference must be at least `least`. */
export function atLeast(
  what: string,
  figures: { ours: number; reference: number; ratio?: number; least: number; show: (value: number) => string },
): Figure {
  const { ours, reference, least, show } = figures;
  const ratio = figures.ratio ?? ours / reference;
  return {
    what,
    ours: `${show(ours)} (${ratio.toFixed(2)} ×)`,
    baseline: `reference ${show(reference)}`,
    target: `≥ ${least} ×`,
    passes: ratio >= least,
  };
}

/** A figure that must not exceed a bound, which may be derived from the reference. */
export function atMost(
  what: string,
  figures: { ours: number; bound: number; show: (value: number) => string; baseline?: string; target?: string },
): Figure {
  const { ours, bound, show, baseline, target } = figures;
  return {
    what,
    ours: show(ours),
    baseline: baseline ?? '–',
    target: target ? `${target} = ${show(bound)}` : `≤ ${show(bound)}`,
    passes: ours <= bound,
  };
}

/** A count that must be 0. */
export function none(what: string, count: number, of: string): Figure {
  return { what, ours: String(count), baseline: of, target: '0', passes: count === 0 };
}

/** A row that states its ratio and, as `≤ 2.5` or `≥ 0.5`, what the ratio should be. */
export function fromRow({ what, ours, baseline, ratio, target }: Row): Figure {
  const [, relation, bound] = /^([≤≥]) ([\d.]+)$/.exec(target) ?? [];
  if (!relation) throw new Error(`"${target}" is no target that a ratio could be held against`);
  const passes = relation === '≤' ? ratio <= Number(bound) : ratio >= Number(bound);
  return { what, ours: `${ours} (${ratio.toFixed(2)} ×)`, baseline, target: `${target} ×`, passes };
}

export const show = {
  perSecond: (value: number) => `${value.toFixed(value < 100 ? 1 : 0)}/s`,
  ms: (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`,
  seconds: (value: number) => `${(value / 1000).toFixed(1)} s`,
  megabytes: (value: number) => `${(value / 1024 / 1024).toFixed(1)} MB`,
  count: (value: number) => String(Math.round(value * 10) / 10),
};

/** The quantile of values at `share`; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** One figure of ours against its baseline. */
interface Row {
  what: string;
  ours: string;
  baseline: string;
  ratio: number;
  target: string;
}

const columns = ['what', 'figure', 'held against', 'target', ''] as const;

/** Prints figures as an aligned table. */
export function printTable(figures: readonly Figure[]): void {
  const rows = [columns, ...figures.map(cells)];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    process.stdout.write(`  ${padded.join('  ').trimEnd()}\n`);
  }
}

/** A figure as the cells of a row, in the order of the columns. */
export function cells({ what, ours, baseline, target, passes }: Figure): readonly string[] {
  return [what, ours, baseline, target, passes ? 'met' : 'MISSED'];
}
