import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { cells, type Figure } from './figure.ts';
import { scenarios } from './scenarios.ts';

const path = join(import.meta.dirname, '../../docs/performance.md');
const figuresPlace = ['<!-- figures: written by npm run bench -- --write -->', '<!-- end of the figures -->'] as const;
const plansPlace = ['<!-- plans: written by npm run bench -- --write -->', '<!-- end of the plans -->'] as const;

/** Writes figures into docs/performance.md. Those of other scenarios stay if they come from the same machine; otherwise they become "not measured". */
export async function writeFigures(measured: ReadonlyMap<string, Figure[]>): Promise<void> {
  const text = await readFile(path, 'utf8');
  const old = between(text, figuresPlace);
  const kept = old.includes(machine()) ? rowsByScenario(old) : new Map<string, string[]>();
  const today = new Date().toISOString().slice(0, 10);
  const rows = scenarios.flatMap(({ id, name }) => {
    const figures = measured.get(id);
    if (figures) return figures.map((figure) => row(id, figure, today));
    return kept.get(id) ?? [`| ${id} | ${name} | not measured | | | | |`];
  });
  const table = [
    machine(),
    '',
    '| | what | figure | held against | target | | measured |',
    '| - | - | - | - | - | - | - |',
    ...rows,
  ];
  const withTable = replaced(text, figuresPlace, table.join('\n'));
  const plans = [...measured.values()].flat().filter(({ plan }) => plan !== undefined);
  const written = plans.length > 0 ? replaced(withTable, plansPlace, plans.map(describe).join('\n\n')) : withTable;
  await writeFile(path, (await format(path, written)).code);
}

function between(text: string, [begin, end]: readonly [string, string]): string {
  const inside = text.split(begin)[1]?.split(end)[0];
  if (inside === undefined) throw new Error(`docs/performance.md has no place for the figures: ${begin}`);
  return inside;
}

function replaced(text: string, place: readonly [string, string], content: string): string {
  return text.replace(place[0] + between(text, place) + place[1], () => `${place[0]}\n\n${content}\n\n${place[1]}`);
}

/** A call with the plan of its slowest statement. */
function describe({ what, ours, plan = '' }: Figure): string {
  return `${what}: ${ours}\n\n\`\`\`text\n${plan}\n\`\`\``;
}

function row(id: string, figure: Figure, day: string): string {
  return `| ${[id, ...cells(figure), day].join(' | ')} |`;
}

/** Lines of the table that have a date, by the scenario they start with. */
function rowsByScenario(table: string): Map<string, string[]> {
  const lines = table.split('\n').filter((line) => /^\| \S.*\d{4}-\d{2}-\d{2}\s*\|$/.test(line));
  return Map.groupBy(lines, (line) => line.split('|')[1]?.trim() ?? '');
}

function machine(): string {
  const [first] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `Machine: ${cpus().length} × ${first?.model.trim() ?? 'processor'}, ${memory} GB, ${process.platform}, Node.js ${process.versions.node}.`;
}
