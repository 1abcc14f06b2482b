import type { Deps } from '../../../deps.ts';
import { ProviderError, type ProviderGeneration, type VideoProvider } from '../../../providers/video/video-provider.ts';
import type { Attempt } from './attempt.queries.ts';
import { type Lease, backOffMs, type Outcome } from './attempt-step.ts';
import { findGenerations, reportDuplicates } from '../generations/find-generations.ts';
import { openCircuit } from './provider-circuit.ts';

/** After this long without a readable list the attempt fails as unconfirmed. */
const unconfirmedAfterMs = 24 * 3_600_000;
const listingsNeeded = 2;

/**
 * Finds out whether a request without an answer was accepted. It was if its token is in the provider's list. It was not if the token is missing from
 * two complete listings, the last of them after the provider's settling time. If the provider has no list, the attempt fails as unconfirmed, and an
 * administrator must retry.
 */
export async function reconcileAttempt(deps: Deps, lease: Lease): Promise<Outcome> {
  const provider = deps.videoProvider(lease.attempt.provider, lease.attempt.providerUrl);
  const silentMs = lease.now().getTime() - sendableUntil(lease.attempt).getTime();
  if (!provider.list) {
    const leftMs = deps.config.GENERATION_BUDGET_MS - silentMs;
    return leftMs > 0 ? { kind: 'wait', delayMs: leftMs } : unconfirmed();
  }
  let found: ProviderGeneration[];
  try {
    found = await findGenerations(provider.list, lease.attempt.token, lease.attempt.intentAt);
  } catch (error) {
    return silentMs > unconfirmedAfterMs ? unconfirmed() : afterNoList(deps, lease.attempt, error as Error);
  }
  return found.length > 0 ? adopt(deps, lease.attempt, found) : notListed(deps, lease, provider);
}

function sendableUntil(attempt: Attempt): Date {
  return attempt.sendableUntil ?? attempt.intentAt;
}

function unconfirmed(): Outcome {
  const reason =
    'It never became clear whether the provider had accepted the request; another request may be charged twice.';
  return { kind: 'failed', code: 'unconfirmed', reason, isRepeated: false };
}

async function afterNoList(deps: Deps, attempt: Attempt, error: Error): Promise<Outcome> {
  if (error instanceof ProviderError && error.failure === 'account')
    await openCircuit(deps, attempt, { kind: 'account', reason: error.message, attemptId: attempt.id });
  const problem = `The provider's list could not be read: ${error.message}`;
  return { kind: 'wait', delayMs: backOffMs(deps.config.POLL_INTERVAL_MS, attempt.consecutiveFailures), problem };
}

/** The request was accepted. If it was accepted more than once, one generation is used and the others are reported as duplicates. */
async function adopt(deps: Deps, attempt: Attempt, found: ProviderGeneration[]): Promise<Outcome> {
  const ids = found.map(({ id }) => id);
  const adopted = ids.find((id) => id === attempt.providerGenerationId) ?? ids[0] ?? null;
  const others = ids.filter((id) => id !== adopted);
  if (others.length > 0) {
    const { provider, id: attemptId, photoId } = attempt;
    const duplicates = { provider, attemptId, photoId, generationIds: others };
    await deps.db.transaction().execute((tx) => reportDuplicates(tx, duplicates));
  }
  const submittedAt = attempt.sentAt ?? attempt.intentAt;
  const consecutiveFailures = adopted === attempt.providerGenerationId ? attempt.consecutiveFailures : 0;
  return {
    kind: 'continue',
    changes: { state: 'submitted', providerGenerationId: adopted, submittedAt, consecutiveFailures },
  };
}

function notListed(deps: Deps, { attempt, now }: Lease, { settleMs, idOf }: VideoProvider): Outcome {
  const listedAt = now().getTime();
  const settledAt = sendableUntil(attempt).getTime() + settleMs;
  const missingListings = attempt.missingListings + 1;
  if (missingListings >= listingsNeeded && listedAt >= settledAt) {
    const wasAccepted = attempt.providerGenerationId !== null && idOf(attempt.token) === undefined;
    if (!wasAccepted) return { kind: 'lost', reason: 'The provider never had the request.' };
    const reason = 'The provider does not have the film any more.';
    return { kind: 'failed', code: 'provider_failed', reason, isRepeated: true };
  }
  const untilSettledMs = Math.max(0, settledAt - listedAt);
  const { POLL_INTERVAL_MS } = deps.config;
  const delayMs = settleMs === 0 ? untilSettledMs : Math.min(POLL_INTERVAL_MS, untilSettledMs || Infinity);
  return { kind: 'wait', delayMs, changes: { missingListings, consecutiveFailures: 0 } };
}
