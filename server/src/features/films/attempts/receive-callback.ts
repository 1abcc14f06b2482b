import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { attemptOfToken, openStates } from './attempt.queries.ts';
import { wakeAttempt } from './generate-film.job-type.ts';

/**
 * A provider says that something changed. Only the secret token of the address is believed, and all it does is that the provider is
 * asked now instead of at the next turn. @throws AppError not_found
 */
export async function receiveCallback(deps: Deps, token: string): Promise<void> {
  const attempt = await attemptOfToken(deps.db, token);
  if (!attempt) throw new AppError('not_found');
  if (openStates.some((state) => state === attempt.state)) await wakeAttempt(deps.db, attempt.id);
}
