import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { scenarios } from './scenarios.ts';

const path = join(import.meta.dirname, '../../docs/figures/performance.json');

interface Report {
  about: string;
  machine: string;
  figures: WrittenFigure[];
  slowestPlans: { what: string; figure: string; plan: string[] }[];
}

interface WrittenFigure {
  scenario: string;
  what: string;
  figure: string;
  comparedWith: string | null;
  target: string;
  met: boolean;
  /** The day, as YYYY-MM-DD. */
  measured: string;
}

/** Writes figures to docs/figures/performance.json. Keeps those of other scenarios if they come from the same machine. */
export async function writeFigures(measured: ReadonlyMap<string, Figure[]>): Promise<void> {
  const old = JSON.parse(await readFile(path, 'utf8')) as Report;
  const kept = old.machine === machine() ? old.figures : [];
  const today = new Date().toISOString().slice(0, 10);
  const figures = scenarios.flatMap(({ id }) => {
    const fresh = measured.get(id)?.map((figure) => written(id, figure, today));
    return fresh ?? kept.filter(({ scenario }) => scenario === id);
  });
  const plans = [...measured.values()].flat().flatMap(({ what, ours, plan }) => {
    return plan === undefined ? [] : [{ what, figure: ours, plan: plan.split('\n') }];
  });
  const slowestPlans = plans.length > 0 ? plans : old.slowestPlans;
  const report: Report = { about: old.about, machine: machine(), figures, slowestPlans };
  await writeFile(path, `${JSON.stringify(report, undefined, 2)}\n`);
}

function written(scenario: string, figure: Figure, measured: string): WrittenFigure {
  const { what, ours, baseline, target, passes } = figure;
  return {
    scenario,
    what,
    figure: ours,
    comparedWith: baseline === '–' ? null : baseline,
    target,
    met: passes,
    measured,
  };
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${memory} GB, ${process.platform}, Node.js ${process.versions.node}`;
}
