import type pg from 'pg';
import type { SeenStatement } from './database-proxy.ts';

/** How the database works out the slowest of some statements, on its own: the statement and its plan, in words of PostgreSQL. */
export async function slowestPlan(client: pg.Client, statements: readonly SeenStatement[]): Promise<string> {
  let slowest = { ms: -1, text: '', lines: [''] };
  for (const { text, values } of statements) {
    if (!/^\s*(?:select|with)\b/i.test(text)) continue;
    const lines = await explain(client, text, values);
    const ms = Number(/^Execution Time: ([\d.]+)/.exec(lines.at(-1) ?? '')?.[1] ?? 0);
    if (ms > slowest.ms) slowest = { ms, text, lines };
  }
  return [...shortened(slowest.text), '', ...slowest.lines].join('\n');
}

async function explain(client: pg.Client, text: string, values: SeenStatement['values']): Promise<string[]> {
  await client.query('begin read only');
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, buffers off, timing on) ${text}`,
      values,
    );
    return rows.map((row) => row['QUERY PLAN']);
  } finally {
    await client.query('rollback');
  }
}

function shortened(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
