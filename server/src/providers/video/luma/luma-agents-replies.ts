import * as z from 'zod/mini';
import type { Answer } from '../../http-exchange.ts';
import { parseAnswer, toProviderError, withoutAddresses } from './provider-answers.ts';
import type { RequestFailure, GenerationFailure, ProviderError, ProviderGeneration } from '../video-provider.ts';

const text = z.nullish(z.string());

/** A generation. It echoes nothing of the request, so our token is not in it. */
const agentsGeneration = z.looseObject({
  id: z.string().check(z.minLength(1)),
  state: text,
  model: text,
  created_at: text,
  failure_code: text,
  failure_reason: text,
  output: z.nullish(z.array(z.looseObject({ type: text, url: text }))),
});

const states = new Map<string, ProviderGeneration['state']>(
  Object.entries({
    queued: 'pending',
    processing: 'processing',
    completed: 'completed',
    failed: 'failed',
  }),
);

export function readAgentsGeneration(answer: Answer): ProviderGeneration {
  const {
    id,
    state: word,
    model,
    created_at,
    failure_code,
    failure_reason,
    output,
  } = parseAnswer(answer, agentsGeneration);
  const state = states.get(word ?? '') ?? 'pending';
  const createdAt = created_at ? new Date(created_at) : null;
  const film = output?.find(({ type, url }) => url && (type ?? 'video') === 'video');
  return {
    id,
    state,
    failure: state === 'failed' ? classify(failure_code ?? null, failure_reason ?? null) : null,
    model: model ?? null,
    request: { model: model ?? null, resolution: null, duration: null, prompt: null },
    echo: [],
    createdAt: createdAt && !Number.isNaN(createdAt.getTime()) ? createdAt : null,
    videoUrl: film?.url ?? null,
    report: null,
  };
}

/** The documented failure codes; any other one may be retried. */
const failureKinds = new Map<string, GenerationFailure['kind']>(
  Object.entries({
    content_moderated: 'moderation',
    generation_failed: 'transient',
    output_not_found: 'transient',
    budget_exhausted: 'account',
    image_too_large: 'photo',
    unsupported_format: 'photo',
    corrupt_input: 'photo_unreadable',
    invalid_request: 'refused',
  }),
);

function classify(code: string | null, reason: string | null): GenerationFailure {
  const words = [code, reason && withoutAddresses(reason)].filter(Boolean).join(': ') || 'no reason given';
  return { kind: failureKinds.get(code ?? '') ?? 'transient', reason: words };
}

export function toAgentsError(answer: Answer): ProviderError {
  return toProviderError(answer, refine);
}

/**
 * 413: the photo is too large. 422: it could not be fetched or read, or the combination of settings does not exist. 503, documented as
 * "image ingestion", is sent before anything is accepted; after any other 5xx the outcome is unknown.
 */
function refine(failure: RequestFailure, words: string, status: number): RequestFailure {
  if (status === 503 && /ingest/i.test(words)) return 'busy';
  if (failure !== 'refused') return failure;
  if (/moderat|content (policy|guideline)/i.test(words)) return 'moderation';
  if (status === 413) return 'photo';
  return status === 422 && /image|media|frame|url|base64/i.test(words) ? 'photo' : failure;
}
