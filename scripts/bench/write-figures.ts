import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { scenarios } from './scenarios.ts';

const path = join(import.meta.dirname, '../../docs/figures/performance.json');

interface Report {
  about: string;
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
  machine: string;
}

/** Writes figures to docs/figures/performance.json, and keeps those of the scenarios that were not measured. */
export async function writeFigures(measured: ReadonlyMap<string, Figure[]>): Promise<void> {
  const old = JSON.parse(await readFile(path, 'utf8')) as Report;
  const source = { measured: new Date().toISOString().slice(0, 10), machine: machine() };
  const figures = scenarios.flatMap(({ id }) => {
    const fresh = measured.get(id)?.map((figure) => ({ ...written(id, figure), ...source }));
    return fresh ?? old.figures.filter(({ scenario }) => scenario === id);
  });
  const plans = [...measured.values()].flat().flatMap(({ what, ours, plan }) => {
    return plan === undefined ? [] : [{ what, figure: ours, plan: plan.split('\n') }];
  });
  const slowestPlans = plans.length > 0 ? plans : old.slowestPlans;
  const report: Report = { about: old.about, figures, slowestPlans };
  await writeFile(path, `${JSON.stringify(report, undefined, 2)}\n`);
}

function written(scenario: string, figure: Figure): Omit<WrittenFigure, 'measured' | 'machine'> {
  const { what, ours, baseline, target, passes } = figure;
  return {
    scenario,
    what,
    figure: ours,
    comparedWith: baseline === '–' ? null : baseline,
    target,
    met: passes,
  };
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${memory} GB, ${process.platform}, Node.js ${process.versions.node}`;
}
