import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { allRows, firstRow } from '../../server/test/statements.ts';
import { until } from '../../server/test/until.ts';
import type { Customer, Failure } from './customers.ts';
import type { Site } from './site.ts';

/**
 * Asserts that every order was paid once, and that every film can be played through the balancer and was requested exactly once.
 * @returns how many generations the service failed itself, each of which was requested again
 */
export async function checkOrders(site: Site, orders: readonly Customer[], timeoutMs: number): Promise<number> {
  await until(
    async () => (await openFilms(site)).length === 0 && (await paidSets(site)) === orders.length,
    timeoutMs,
    async () =>
      `${await paidSets(site)} of ${orders.length} paid; ${JSON.stringify((await openFilms(site)).slice(0, 10))}`,
  );
  const counted = await firstRow<{ sales: number; done: number; films: number }>(
    site.db,
    sql`
    select (select count(*) from sales) as sales, (select count(*) from films where state = 'done') as done,
      (select count(*) from films) as films`,
  );
  const films = orders.length * 2;
  assert.deepEqual(counted, { sales: orders.length, done: films, films });
  const asked = await allRows<{ providerGenerationId: string }>(
    site.db,
    sql`select distinct provider_generation_id from attempts where state = 'succeeded'`,
  );
  assert.equal(asked.length, films, 'a generation for each film');
  assert.deepEqual(await findUnexpectedGenerations(site), [], 'no film was asked for twice');

  for (const { token, photoIds } of orders.slice(0, 5)) {
    const answer = await fetch(`${site.url}/api/content/${photoIds[0]}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { content } = (await answer.json()) as { content: { ProcessedContents: { url: string }[] } };
    const { ProcessedContents } = content;
    assert.equal(ProcessedContents.length, 2);
    for (const { url } of ProcessedContents) assert.equal((await fetch(new URL(url, site.url))).status, 200);
  }
  return (await site.videoService.accepted()).length - films;
}

/**
 * Films with more accepted generations than one plus those that the service failed itself, as it must if the photo could not
 * be fetched from a killed process; and accepted generations that belong to no film.
 */
async function findUnexpectedGenerations({ db, videoService }: Site): Promise<object[]> {
  const attempts = await allRows<{ token: string; filmId: string }>(db, sql`select token, film_id from attempts`);
  const filmOf = new Map(attempts.map(({ token, filmId }) => [token, filmId]));
  const byFilm = Map.groupBy(await videoService.accepted(), ({ generation }) => {
    const token = generation.request.callback_url?.split('/').at(-1) ?? '';
    return filmOf.get(token) ?? `nobody (${token})`;
  });
  return [...byFilm]
    .map(([film, creates]) => ({ film, states: creates.map(({ generation }) => generation.state) }))
    .filter(
      ({ film, states }) =>
        !states.includes('completed') ||
        film.startsWith('nobody') ||
        states.filter((state) => state !== 'failed').length > 1,
    );
}

/** When a process was killed, in milliseconds of `performance.now()`: from before the signal until its end was seen. */
export interface Kill {
  from: number;
  to: number;
}

/** Failures outside every kill: while a process dies, its sockets still accept requests that nobody will answer. */
export function unexcused(failures: readonly Failure[], kills: readonly Kill[]): Failure[] {
  return failures.filter(({ from, to }) => !kills.some((kill) => from <= kill.to + 50 && kill.from <= to + 50));
}

/** Whether the request had no effect: the connection was refused, or the answer was 503. */
export function isRefusal({ why }: Failure): boolean {
  return why.startsWith('503 ') || why.includes('ECONNREFUSED');
}

function openFilms({ db }: Site): Promise<object[]> {
  return allRows(
    db,
    sql`
    select films.state, films.failure_code, attempts.state as attempt, attempts.failure_reason from films
    left join attempts on film_id = films.id where films.state <> 'done'`,
  );
}

async function paidSets({ db }: Site): Promise<number> {
  const row = await firstRow<{ count: number }>(db, sql`select count(*) from buckets where status = 'paid'`);
  return row?.count ?? 0;
}
