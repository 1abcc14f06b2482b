import { learnTime } from './clock.ts';

/** An answer is news for so long after it came; what nobody has taken by then is asked for again. */
const freshMs = 10_000;

/**
 * What the document's first script (early.ts) has already asked the API for: each answer once, for the same session, and only as long as this
 * page has changed nothing. Null where it has not asked, or no answer came.
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
