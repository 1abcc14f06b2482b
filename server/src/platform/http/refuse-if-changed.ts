import { AppError } from '../../errors.ts';

/**
 * Refuses a change that was decided on by looking at another state than the one in force: nothing of somebody else is overwritten unseen.
 * `current` is what the reading call would answer; who sends no revision changes whatever there is.
 * @throws AppError changed_meanwhile with `current` and its `revision` in its body
 */
export function refuseIfChanged(seen: number | undefined, revision: number, current: unknown): void {
  if (seen !== undefined && seen !== revision) throw new AppError('changed_meanwhile', { body: { current, revision } });
}
