import type { Deps } from '../src/deps.ts';
import type { Attempt, AttemptChanges } from '../src/features/films/attempts/attempt.queries.ts';
import type { Lease } from '../src/features/films/attempts/attempt-step.ts';
import type { Pause } from '../src/features/films/attempts/provider-pause.queries.ts';
import { memoryDb } from './memory-db.ts';
import type { ProviderGeneration, VideoProvider } from '../src/providers/video/video-provider.ts';

export const pollMs = 1000;
export const budgetMs = 100_000;
export const settleMs = 10_000;
export const dayMs = 24 * 3_600_000;
export const started = new Date('2026-11-01T10:00:00Z');
export const after = (ms: number) => new Date(started.getTime() + ms);

export const generation: ProviderGeneration = {
  id: 'generation-1',
  state: 'processing',
  failure: null,
  model: null,
  request: { model: null, resolution: null, duration: null, prompt: null },
  echo: ['https://shop.example/callback/token-1'],
  createdAt: started,
  videoUrl: null,
  report: null,
};

export interface Scene {
  attempt?: Partial<Attempt>;
  provider?: Partial<VideoProvider>;
  /** What stands in the table of pauses. */
  pause?: Partial<Pause>;
  /** The time of the step, after `started`. */
  atMs?: number;
  isStopping?: boolean;
  /** Another worker has taken the attempt over. */
  isTakenOver?: boolean;
  /** Whether the photo is in our storage; where it is, its address does not answer here. */
  hasPhoto?: boolean;
}

/**
 * A held attempt with nothing but memory around it, and what was written there: the steps of an attempt are decisions over what the
 * provider said and what time it is.
 */
export function scene({ attempt, provider, pause, atMs = 0, isStopping, isTakenOver, hasPhoto }: Scene) {
  const saved: AttemptChanges[] = [];
  const statements: string[] = [];
  const values: unknown[] = [];
  const db = memoryDb((statement, parameters) => {
    if (/^(?:begin|commit|rollback)$/.test(statement)) return [];
    statements.push(statement);
    values.push(...parameters);
    return /^select .* from provider_pauses/s.test(statement) && pause ? [snakeCased(pause)] : undefined;
  });
  const deps = {
    db,
    config: { POLL_INTERVAL_MS: pollMs, GENERATION_BUDGET_MS: budgetMs, LEASE_MS: 30_000 },
    publicUrl: 'http://127.0.0.1:9',
    links: { sign: () => '/file' },
    log: { warn: () => undefined, error: () => undefined },
    clock: { now: () => after(atMs) },
    storage: { size: async () => (hasPhoto ? 7 : undefined) },
    videoProvider: () => ({ name: 'luma', settleMs, localSlots: undefined, idOf: () => undefined, ...provider }),
  } as unknown as Deps;
  const stopping = new AbortController();
  if (isStopping) stopping.abort();
  const lease = {
    attempt: {
      id: 'attempt-1',
      filmId: 'version-1',
      photoId: 'content-1',
      token: 'token-1',
      provider: 'luma',
      providerUrl: 'https://luma.example',
      state: 'submitted',
      request: { prompt: 'She smiles.', effect: 'smile', seed: 1, photo: { filename: 'a.jpg', width: 8, height: 6 } },
      providerGenerationId: 'generation-1',
      intentAt: started,
      sentAt: null,
      sendableUntil: null,
      submittedAt: null,
      missingListings: 0,
      filmMissingSince: null,
      consecutiveFailures: 0,
      ...attempt,
    } as Attempt,
    now: () => after(atMs),
    signal: stopping.signal,
    save: async (changes: AttemptChanges) => {
      saved.push(changes);
      return !isTakenOver;
    },
    end: async () => undefined,
  } satisfies Lease;
  return { deps, lease, saved, statements, values };
}

function snakeCased(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
