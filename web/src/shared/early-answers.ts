import { learnTime } from './clock.ts';

/** A reply can be used for this long after it arrived. */
const freshMs = 10_000;

/**
 * A reply that early.ts has already fetched. Each is used once, in the same session, and only if this page has sent no change
 * since. Null if there was no such request or no reply.
 */
export async function takeEarlyAnswer(method: string, url: string, token: string | null): Promise<Response | null> {
  const early = typeof window === 'undefined' ? undefined : window.earlyAnswers;
  if (early === undefined) return null;
  if (method !== 'GET' || early.token !== token) {
    window.earlyAnswers = undefined;
    return null;
  }
  const asked = early.byUrl.get(url);
  early.byUrl.delete(url);
  const answer = await asked;
  if (!answer) return null;
  const age = performance.now() - answer.cameAt;
  learnTime(answer.response, Date.now() - age);
  return age < freshMs ? answer.response : null;
}
