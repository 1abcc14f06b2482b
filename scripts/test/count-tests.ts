import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { UnitReport } from './results-reporter.ts';

// Tests per area in the last `npm test`, for the table in docs/testing.md: node scripts/test/count-tests.ts [the folder of the clone that ran it]

const root = process.argv[2] ?? join(import.meta.dirname, '../..');
const reports = join(root, 'node_modules/.cache/keepsake-tests');

interface Suite {
  specs?: { tests: { status: string }[] }[];
  suites?: Suite[];
}

const counts = new Map<string, number>();
const add = (area: string, count: number) => counts.set(area, (counts.get(area) ?? 0) + count);
for (const { path, tests } of (readReport('units') as UnitReport).files)
  add(areaOf(relative(root, path)), tests.filter(({ state }) => /passed|failed/.test(state)).length);
add('journeys', countJourneys(readReport('journeys') as Suite));

const rows = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
for (const [area, count] of [...rows, ['all', rows.reduce((sum, [, count]) => sum + count, 0)]])
  process.stdout.write(`${area}: ${count}\n`);

/** Areas that were joined, or split since 27 November 2026, are counted together. */
function areaOf(path: string): string {
  if (path.endsWith('.browser.test.tsx')) return 'web, components';
  const [first = '', ...rest] = path.split('/');
  if (first === 'e2e') return 'faults, scale, start and stop';
  if (first === 'scripts' || first === 'art') return 'scripts, art';
  if (first !== 'server') return first;
  const [, second = '', feature = ''] = rest;
  if (second !== 'features')
    return second.includes('.') || second === 'start' ? 'server: start and settings' : `server: ${second}`;
  const joined = [
    ['films', 'provenance'],
    ['monitoring', 'journal'],
    ['photos', 'media', 'gallery', 'deletion'],
  ].find((together) => together.includes(feature));
  return `server: ${joined?.join(', ') ?? feature}`;
}

function countJourneys({ specs = [], suites = [] }: Suite): number {
  const own = specs.flatMap(({ tests }) => tests).filter(({ status }) => status !== 'skipped').length;
  return own + suites.reduce((sum, suite) => sum + countJourneys(suite), 0);
}

function readReport(name: string): unknown {
  return JSON.parse(readFileSync(join(reports, `${name}.json`), 'utf8'));
}
