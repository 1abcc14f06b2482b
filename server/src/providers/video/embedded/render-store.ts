import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import * as z from 'zod/mini';
import { StorageMissing, type Storage } from '../../storage/storage.ts';

/** The record of a finished render. */
const renderRecord = z.object({
  token: z.string(),
  createdAt: z.string(),
  model: z.string(),
  request: z.object({ resolution: z.string(), duration: z.string(), prompt: z.string() }),
  /** The renderer's report; missing if it failed. */
  report: z.nullable(z.looseObject({})),
  failure: z.nullable(z.object({ kind: z.enum(['photo_unreadable', 'transient']), reason: z.string() })),
});
export type RenderRecord = z.output<typeof renderRecord>;

/** Local files that a render writes. */
export interface Draft {
  film: string;
  poster: string;
}

/** Milliseconds: drafts that were not changed for this long belong to processes that have ended. */
const forgottenMs = 24 * 3_600_000;
const tokenPattern = /^[A-Za-z0-9_-]{22,100}$/;
const endings = ['mp4', 'jpg', 'json'] as const;

/**
 * The films of the embedded renderer, in the storage that all processes share, under names derived from their token. The record
 * is written last; without it a render does not exist. Drafts are in a local folder.
 */
export class RenderStore {
  readonly #storage: Storage;
  readonly #drafts: string;

  constructor(storage: Storage, drafts: string) {
    this.#storage = storage;
    this.#drafts = drafts;
  }

  /** Runs `work` with a folder for the draft of a render and deletes the folder afterwards; also deletes what crashed renders left. */
  async withDraft<T>(token: string, work: (draft: Draft) => Promise<T>): Promise<T> {
    await mkdir(this.#drafts, { recursive: true, mode: 0o750 });
    for (const name of await readdir(this.#drafts)) {
      const path = join(this.#drafts, name);
      if ((await ageMs(path)) > forgottenMs) await rm(path, { recursive: true, force: true });
    }
    if (!tokenPattern.test(token)) throw new RangeError('not the token of a render');
    const folder = join(this.#drafts, token);
    await mkdir(folder, { recursive: true, mode: 0o750 });
    try {
      return await work({ film: join(folder, 'film.mp4'), poster: join(folder, 'poster.jpg') });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Stores a finished or failed render. */
  async finish(record: RenderRecord, draft?: Draft): Promise<void> {
    const { token } = record;
    if (draft) {
      await this.#storage.put(keyOf(token, 'mp4'), createReadStream(draft.film), 'video/mp4');
      await this.#storage.put(keyOf(token, 'jpg'), createReadStream(draft.poster), 'image/jpeg');
    }
    await this.#storage.put(keyOf(token, 'json'), Buffer.from(JSON.stringify(record)), 'application/json');
  }

  /** Undefined if no render of this token has finished. */
  read(token: string): Promise<RenderRecord | undefined> {
    return tokenPattern.test(token) ? this.#readRecord(keyOf(token, 'json')) : Promise.resolve(undefined);
  }

  /** Newest first. */
  async list(): Promise<RenderRecord[]> {
    const records: RenderRecord[] = [];
    for await (const key of this.#storage.list('renders/')) {
      const record = key.endsWith('.json') ? await this.#readRecord(key) : undefined;
      if (record) records.push(record);
    }
    return records.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.token.localeCompare(a.token));
  }

  async openFilm(token: string): Promise<{ stream: Readable; bytes: number }> {
    const key = keyOf(token, 'mp4');
    const bytes = await this.#storage.size(key);
    if (bytes === undefined) throw new StorageMissing(key);
    return { stream: await this.#storage.read(key), bytes };
  }

  async readPoster(token: string): Promise<Buffer> {
    return buffer(await this.#storage.read(keyOf(token, 'jpg')));
  }

  /** Deletes the record first: what an interrupted removal leaves does not count as a render. */
  async remove(token: string): Promise<void> {
    if (!tokenPattern.test(token)) return;
    for (const ending of endings.toReversed()) await this.#storage.remove(keyOf(token, ending));
  }

  /** A record that cannot be read counts as lost: the film is rendered again, at no cost. */
  async #readRecord(key: string): Promise<RenderRecord | undefined> {
    try {
      const text = (await buffer(await this.#storage.read(key))).toString();
      return renderRecord.safeParse(parseJson(text)).data;
    } catch (error) {
      if (error instanceof StorageMissing) return undefined;
      throw error;
    }
  }
}

/** Converts the token to the form of a storage key. */
function keyOf(token: string, ending: (typeof endings)[number]): string {
  return `renders/${createHash('sha256').update(token).digest('hex').slice(0, 36)}.${ending}`;
}

/** The storage key of a finished render's film. */
export function renderFilmKey(token: string): string {
  return keyOf(token, 'mp4');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Like a record of another shape.
  }
}

async function ageMs(path: string): Promise<number> {
  const file = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  return file ? Date.now() - file.mtimeMs : 0;
}
