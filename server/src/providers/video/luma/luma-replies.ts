import * as z from 'zod/mini';
import type { Answer } from '../../http-exchange.ts';
import { parseAnswer, toProviderError, withoutAddresses } from './provider-answers.ts';
import type { RequestFailure, GenerationFailure, ProviderError, ProviderGeneration } from '../video-provider.ts';

const text = z.nullish(z.string());

/** A generation. Only `id` is always present: every other field is optional or null in some documented example. */
const lumaGeneration = z.looseObject({
  id: z.string().check(z.minLength(1)),
  state: text,
  failure_reason: text,
  created_at: text,
  model: text,
  version: text,
  assets: z.nullish(z.looseObject({ video: text })),
  request: z.nullish(
    z.looseObject({
      prompt: text,
      model: text,
      duration: text,
      resolution: text,
      callback_url: text,
      keyframes: z.nullish(z.record(z.string(), z.nullish(z.looseObject({ url: text })))),
    }),
  ),
});

/** The list may contain generations of other programs, of unknown types: only `id` is required. */
const lumaList = z.looseObject({
  generations: z.array(z.looseObject({ id: lumaGeneration.shape.id })),
  has_more: z.nullish(z.boolean()),
});
const lumaCredits = z.looseObject({ credit_balance: z.number() });

const states = new Map<string, ProviderGeneration['state']>(
  Object.entries({
    queued: 'pending',
    dreaming: 'processing',
    completed: 'completed',
    failed: 'failed',
  }),
);

export function readGeneration(answer: Answer): ProviderGeneration {
  return toGeneration(parseAnswer(answer, lumaGeneration));
}

export function readList(answer: Answer, limit: number): { generations: ProviderGeneration[]; hasMore: boolean } {
  const list = parseAnswer(answer, lumaList);
  return {
    generations: list.generations.map((listed) => {
      const parsed = lumaGeneration.safeParse(listed);
      return parsed.success ? toGeneration(parsed.data) : toUnknownGeneration(listed);
    }),
    hasMore: list.has_more ?? list.generations.length >= limit,
  };
}

/** The credits of the account, in US cents. */
export function readCredits(answer: Answer): number {
  return parseAnswer(answer, lumaCredits).credit_balance;
}

/** An entry of an unknown shape; it counts as ours if our token is anywhere in it. */
function toUnknownGeneration(listed: { id: string }): ProviderGeneration {
  const none = { model: null, resolution: null, duration: null, prompt: null };
  return {
    id: listed.id,
    state: 'pending',
    failure: null,
    model: null,
    request: none,
    echo: [JSON.stringify(listed)],
    createdAt: null,
    videoUrl: null,
    report: null,
  };
}

function toGeneration(luma: z.output<typeof lumaGeneration>): ProviderGeneration {
  const { request } = luma;
  const state = states.get(luma.state ?? '') ?? 'pending';
  const createdAt = luma.created_at ? new Date(luma.created_at) : null;
  return {
    id: luma.id,
    state,
    failure: state === 'failed' ? classifyFailure(withoutAddresses(luma.failure_reason || 'no reason given')) : null,
    model: luma.model ?? luma.version ?? null,
    request: {
      model: request?.model ?? null,
      resolution: request?.resolution ?? null,
      duration: request?.duration ?? null,
      prompt: request?.prompt ?? null,
    },
    echo: [request?.callback_url, ...Object.values(request?.keyframes ?? {}).map((frame) => frame?.url)].filter(
      (part) => typeof part === 'string',
    ),
    createdAt: createdAt && !Number.isNaN(createdAt.getTime()) ? createdAt : null,
    videoUrl: luma.assets?.video ?? null,
    report: null,
  };
}

/** Luma's documented failure reasons, which are prose, with their class. */
const failureReasons: readonly (readonly [RegExp, GenerationFailure['kind']])[] = [
  [/moderation|blacklisted/i, 'moderation'],
  [/read user input frames/i, 'photo_unreadable'],
  [/(insufficient|out of|not enough) (credit|fund|balance)/i, 'account'],
];

export function classifyFailure(reason: string): GenerationFailure {
  return { kind: failureReasons.find(([pattern]) => pattern.test(reason))?.[1] ?? 'transient', reason };
}

/** A refusal with the wording of a failed generation is the same failure at an earlier time. */
const failureOfKind: Partial<Record<GenerationFailure['kind'], RequestFailure>> = {
  moderation: 'moderation',
  photo_unreadable: 'photo',
  account: 'account',
};

/** Maps an unsuccessful answer to a ProviderError. */
export function toLumaError(answer: Answer): ProviderError {
  return toProviderError(answer, (failure, words) =>
    failure === 'refused' ? (failureOfKind[classifyFailure(words).kind] ?? failure) : failure,
  );
}
