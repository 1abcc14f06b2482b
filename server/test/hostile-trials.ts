import type { Endpoint } from '@keepsake/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../src/platform/database/db.ts';
import { allRows } from './statements.ts';

/** Sends something, and tells what is wrong with the answer. */
export type Trial = () => Promise<string | undefined>;

const sqlWords =
  /\b(?:select|insert|update|delete)\b.*\b(?:from|into|set|where)\b|relation|syntax|byte sequence|out of range|\.ts:\d/i;

export function faultOf(answer: { statusCode: number; body: string }, endpoint?: Endpoint): string | undefined {
  const code = /"code":"(\w+)"/.exec(answer.body)?.[1];
  // What every call may be answered with on a busy machine, and what the contract says of this one.
  const isToldOf = code === 'service_unavailable' || (endpoint?.errors?.some((known) => known === code) ?? false);
  if (answer.statusCode >= 500 && !isToldOf) return `${answer.statusCode} ${code}`;
  return answer.statusCode >= 400 && sqlWords.test(answer.body) ? answer.body : undefined;
}

/** What was written down as our fault since it was last asked. */
export async function loggedErrors(db: Db): Promise<string[]> {
  const rows = await allRows<{ errorMessage: string }>(db, sql`delete from error_logs returning error_message`);
  return [...new Set(rows.map(({ errorMessage }) => errorMessage))];
}

export function percent(value: string): string {
  return Array.from(Buffer.from(value), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Makes the trials, so many at a time. */
export async function faultsOf(trials: readonly Trial[], atOnce = 8): Promise<string[]> {
  const left = trials.values();
  const faults: string[] = [];
  const work = async () => {
    for (const trial of left) {
      const fault = await trial();
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return [...new Set(faults)];
}
