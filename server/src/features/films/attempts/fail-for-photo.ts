import type { Deps } from '../../../deps.ts';
import type { Attempt } from './attempt.queries.ts';
import { checkPhotoLink } from './check-photo-link.ts';
import type { Outcome } from './outcome.ts';
import { stopProvider } from './stop-provider.ts';

/**
 * The provider could not read the photo, which is our fault where its address does not answer: then everything waits instead of
 * failing one film after the other. @param isRepeated whether it may be asked again where our address is good
 */
export async function failForPhoto(
  deps: Deps,
  attempt: Attempt,
  reason: string,
  isRepeated: boolean,
): Promise<Outcome> {
  const link = await checkPhotoLink(deps, attempt);
  if (link === 'unreachable') {
    await stopProvider(deps, attempt, { kind: 'photos', reason, attemptId: attempt.id });
    return { kind: 'held', reason };
  }
  return { kind: 'failed', code: 'photo_unreadable', reason, isRepeated: isRepeated && link === 'good' };
}
