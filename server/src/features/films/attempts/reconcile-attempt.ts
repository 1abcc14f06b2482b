import type { Deps } from '../../../deps.ts';
import { ProviderError, type ProviderGeneration, type VideoProvider } from '../../../providers/video/video-provider.ts';
import type { Attempt } from './attempt.queries.ts';
import { type Lease, backOff, type Outcome } from './attempt-step.ts';
import { findGenerations } from '../generations/find-generations.ts';
import { reportDuplicates } from '../generations/report-duplicates.ts';
import { stopProvider } from './provider-circuit.ts';

/** After this long the provider's silence is told instead of waited out. */
const unconfirmedAfterMs = 24 * 3_600_000;
const listingsNeeded = 2;

/**
 * Finds out whether a request whose answer is missing was accepted: its token stands in the provider's list, or it does not in two
 * complete listings, the last of them so late that nothing sent can still be on its way into the list. Where the provider has no
 * list nothing can be found out, and nothing is asked anew without an administrator.
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
    'It never became clear whether the provider had accepted the request; asking again may be charged twice.';
  return { kind: 'failed', code: 'unconfirmed', reason, isRepeated: false };
}

async function afterNoList(deps: Deps, attempt: Attempt, error: Error): Promise<Outcome> {
  if (error instanceof ProviderError && error.failure === 'account')
    await stopProvider(deps, attempt, { kind: 'account', reason: error.message, attemptId: attempt.id });
  const trouble = `The provider's list could not be read: ${error.message}`;
  return { kind: 'wait', delayMs: backOff(deps.config.POLL_INTERVAL_MS, attempt.troubles), trouble };
}

/** The request was accepted; where it was more than once, one film is taken and the others are told. */
async function adopt(deps: Deps, attempt: Attempt, found: ProviderGeneration[]): Promise<Outcome> {
  const ids = found.map(({ id }) => id);
  const adopted = ids.find((id) => id === attempt.providerGenerationId) ?? ids[0] ?? null;
  const others = ids.filter((id) => id !== adopted);
  if (others.length > 0) {
    const { provider, id: attemptId, photoId } = attempt;
    const duplicates = { provider, attemptId, photoId, generationIds: others };
    await deps.db.transaction((tx) => reportDuplicates(tx, deps, duplicates));
  }
  const submittedAt = attempt.sentAt ?? attempt.intentAt;
  const troubles = adopted === attempt.providerGenerationId ? attempt.troubles : 0;
  return { kind: 'continue', changes: { state: 'submitted', providerGenerationId: adopted, submittedAt, troubles } };
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
  return { kind: 'wait', delayMs, changes: { missingListings, troubles: 0 } };
}
