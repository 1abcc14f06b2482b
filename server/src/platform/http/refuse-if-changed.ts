import { AppError } from '../../errors.ts';

/**
 * Refuses a change that is based on an outdated revision, so that nobody overwrites somebody else's change without seeing it.
 * `current` is what the GET call would answer. A change without a revision is always accepted.
 * @throws AppError changed_meanwhile with `current` and its `revision` in the body
 */
export function refuseIfChanged(seen: number | undefined, revision: number, current: unknown): void {
  if (seen !== undefined && seen !== revision) throw new AppError('changed_meanwhile', { body: { current, revision } });
}
