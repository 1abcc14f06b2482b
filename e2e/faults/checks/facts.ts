import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { World } from '../world/world.ts';
import type { Order } from '../clients/order.ts';
import { lookAt } from '../clients/shopper.ts';

/** An order as its customer, the checkout, the video service and the mail server see it. */
export interface OrderFacts {
  bucketId: string;
  expected: Order['expected'];
  failing: number;
  payments: number;
  ordered: number;
  isShown: boolean;
  status: string;
  films: FilmFacts[];
  paidSessions: number;
  /** Number of mails of each kind in the outbox for the set. */
  mails: Record<string, number>;
}

export interface FilmFacts {
  id: string;
  state: string;
  failureCode: string | null;
  /** SHA-256 of the delivered bytes, and of those that the service made; null if there are none. */
  delivered: string | null;
  sources: string[];
  /** Accepted creates, and how many of those the service failed itself. */
  accepted: number;
  failedThere: number;
}

export interface Facts {
  orders: OrderFacts[];
  /** Accepted creates that belong to no film. */
  strays: number;
  /** Files without a row, and rows whose file is missing or differs. */
  strayFiles: string[];
  missingFiles: string[];
  changedFiles: string[];
  temporaryFiles: string[];
  /** How often the mail server accepted each mail, by id. */
  takenMails: Record<string, number>;
  /** Workers that died: each may have sent a mail without recording it. */
  deaths: number;
  /** Mails recorded as sent that the server never accepted. */
  lostMails: string[];
  /** Films that the shop counts as sold. */
  openFilms: number;
  readyz: number;
  workers: { name: string; isReady: boolean }[];
  /** Unrequested exits of processes. */
  crashes: string[];
  /** Warnings and errors of the logs, and the administrators' error list. */
  problems: string[];
}

export async function collectFacts(world: World, orders: Order[], since: number): Promise<Facts> {
  const [asked, sessions, rows, sent] = await Promise.all([
    askedFor(world),
    world.checkout.sessions(),
    loadRows(world),
    world.mail.mails(),
  ]);
  const known = new Set(rows.attempts.map(({ token }) => token));
  const programs = [world.web, world.worker, ...world.extraWorkers];
  const facts: OrderFacts[] = [];
  for (const order of orders) facts.push(await orderFacts(world, order, { asked, sessions, rows }));
  const ended = [world.worker, ...world.extraWorkers].flatMap((program) => program.ends(since));
  const takenOf = (id: string) => sent.filter(({ messageId }) => messageId.startsWith(`<${id}@`)).length;
  return {
    orders: facts,
    strays: [...asked].filter(([token, creates]) => !known.has(token) && creates.some(({ at }) => at >= since)).length,
    ...(await fileFacts(world, rows)),
    takenMails: Object.fromEntries(
      rows.mails.filter(({ at }) => at >= since).map(({ id }) => [id, takenOf(id)] as const),
    ),
    deaths: ended.filter(({ signal }) => signal === 'SIGKILL').length,
    lostMails: rows.mails.filter(({ id, state }) => state === 'sent' && takenOf(id) === 0).map(({ id }) => id),
    openFilms: rows.films.filter(({ state }) => !['done', 'failed'].includes(state)).length,
    readyz: await fetch(`${world.url}/readyz`).then(
      ({ status }) => status,
      () => 0,
    ),
    workers: programs.map((program) => ({ name: program.name, isReady: program.isReady() })),
    crashes: programs.flatMap(({ name, ends }) =>
      ends(since)
        .filter(({ wanted, signal, code }) => !wanted && signal === null && code !== 0)
        .map(({ code }) => `${name} ended with ${code}`),
    ),
    problems: [
      ...programs.flatMap((program) =>
        program
          .log(since)
          .filter(isProblem)
          .map(({ text }) => text),
      ),
      ...(await errorsSince(world, since)),
    ],
  };
}

function isProblem({ level }: { level: string }): boolean {
  return level !== 'info' && level !== 'debug' && level !== 'trace';
}

async function errorsSince(world: World, since: number): Promise<string[]> {
  const rows = await world.database.query<{ text: string }>(
    `select module_name || ': ' || error_message as text from error_logs where created_at >= to_timestamp($1)`,
    [since / 1000],
  );
  return rows.map(({ text }) => text);
}

interface Create {
  at: number;
  failed: boolean;
  filmSha256: string | null;
}

/** Accepted generations by the token of their attempt. */
async function askedFor(world: World): Promise<Map<string, Create[]>> {
  const byToken = new Map<string, Create[]>();
  for (const { generation, filmSha256 } of await world.video.accepted()) {
    const token = /\/callback\/([^/?]+)/.exec(generation.request.callback_url ?? '')?.[1];
    if (token === undefined) continue;
    const create = { at: Date.parse(generation.created_at), failed: generation.state === 'failed', filmSha256 };
    byToken.set(token, [...(byToken.get(token) ?? []), create]);
  }
  return byToken;
}

interface Rows {
  films: { id: string; bucketId: string; state: string }[];
  attempts: { filmId: string; token: string }[];
  mails: { id: string; bucketId: string | null; kind: string; state: string; at: number }[];
  /** Storage keys by the files' SHA-256 in hex; null if a row has none. */
  files: Map<string, string | null>;
  /** Storage keys of files whose removal is scheduled. */
  announced: Set<string>;
}

async function loadRows({ database }: World): Promise<Rows> {
  const files = await database.query<{ key: string | null; sha256: string | null }>(`
    select 'photos/' || filename as key, encode(sha256, 'hex') as sha256 from photos
    union all select film_key, encode(film_sha256, 'hex') from films
    union all select poster_key, null from films`);
  const removals = await database.query<{ key: string }>(`select storage_key as key from file_removals`);
  return {
    films: await database.query(`select id, bucket_id as "bucketId", state from films`),
    attempts: await database.query(`select film_id as "filmId", token from attempts`),
    mails: await database.query(
      `select id, bucket_id as "bucketId", kind, state, extract(epoch from created_at)::float * 1000 as at from mails`,
    ),
    files: new Map(files.flatMap(({ key, sha256 }) => (key === null ? [] : [[key, sha256]]))),
    announced: new Set(removals.map(({ key }) => key)),
  };
}

interface Known {
  asked: Map<string, Create[]>;
  sessions: { payment_status: string; metadata: Record<string, string> }[];
  rows: Rows;
}

async function orderFacts(world: World, order: Order, { asked, sessions, rows }: Known): Promise<OrderFacts> {
  const shown = await lookAt(world, order);
  const { bucketId, expected, failing, payments, films } = order;
  const filmFacts: FilmFacts[] = [];
  for (const { id, state, failureCode } of shown?.films ?? []) {
    const tokens = rows.attempts.filter(({ filmId }) => filmId === id).map(({ token }) => token);
    const creates = tokens.flatMap((token) => asked.get(token) ?? []);
    const film = shown?.finished.find(({ filmId }) => filmId === id);
    filmFacts.push({
      id,
      state,
      failureCode,
      delivered: film ? await download(world, film.url, film.sha256) : null,
      sources: creates.flatMap(({ filmSha256 }) => filmSha256 ?? []),
      accepted: creates.length,
      failedThere: creates.filter(({ failed }) => failed).length,
    });
  }
  return {
    bucketId,
    expected,
    failing,
    payments,
    ordered: films.flat().reduce((sum, count) => sum + count, 0),
    isShown: shown !== undefined,
    status: shown?.status ?? 'gone',
    films: filmFacts,
    paidSessions: sessions.filter(
      ({ payment_status, metadata }) => payment_status === 'paid' && metadata['bucketId'] === bucketId,
    ).length,
    mails: countBy(rows.mails.filter((mail) => mail.bucketId === bucketId).map(({ kind }) => kind)),
  };
}

/** SHA-256 of the downloaded bytes; a sentence if the response announces another one. */
async function download(world: World, path: string, stated: string): Promise<string> {
  const response = await fetch(new URL(path, world.url));
  const hash = sha256Of(Buffer.from(await response.arrayBuffer()));
  if (response.status !== 200) return `HTTP ${response.status}`;
  return hash === stated ? hash : `${hash}, stated as ${stated}`;
}

async function fileFacts(
  { dataDir }: World,
  { files: named, announced }: Pick<Rows, 'files' | 'announced'>,
): Promise<Pick<Facts, 'strayFiles' | 'missingFiles' | 'changedFiles' | 'temporaryFiles'>> {
  const media = join(dataDir, 'media');
  const found = new Set<string>();
  for (const folder of ['photos', 'films', 'posters']) {
    for (const name of await readdir(join(media, folder)).catch(() => [])) found.add(`${folder}/${name}`);
  }
  const changed = async ([key, sha256]: [string, string | null]) =>
    sha256 !== null && found.has(key) && sha256Of(await readFile(join(media, key))) !== sha256 ? [key] : [];
  const temporary = [join(media, '.tmp'), join(dataDir, 'tmp')].map((path) => readdir(path).catch(() => []));
  return {
    strayFiles: [...found].filter((key) => !named.has(key) && !announced.has(key)),
    missingFiles: [...named.keys()].filter((key) => !found.has(key)),
    changedFiles: (await Promise.all([...named].map(changed))).flat(),
    temporaryFiles: (await Promise.all(temporary)).flat(),
  };
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function countBy(kinds: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
