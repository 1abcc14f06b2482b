import pg from 'pg';
import { vi } from 'vitest';

export interface RecordedStatement {
  text: string;
  values: unknown[];
}

/** Runs work and returns what it sent to the database meanwhile, without the beginnings and ends of transactions. */
export async function recordStatements(work: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  const recorded: RecordedStatement[] = [];
  const record = function (this: pg.Client, ...given: unknown[]) {
    const [{ text = '', values = [] }] = given as [Partial<RecordedStatement>];
    if (/^\s*(?:select|with|insert|update|delete)\b/i.test(text)) recorded.push({ text, values });
    return query.apply(this, given);
  };
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(record as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return recorded;
}
