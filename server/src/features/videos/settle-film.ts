import type { Settlement } from '@keepsake/contract/videos';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db.ts';
import type { Actor } from '../../platform/http/api.ts';
import { recordChange } from '../audit/audit.queries.ts';
import { debtById, settleDebt, type DebtSettlement, type OwedFilm } from './owed-film.queries.ts';

/** Notes how a film that could not be made was made good for. @throws AppError not_found, already_settled */
export async function settleFilm(
  deps: Deps,
  actor: Actor,
  given: { id: string; settlement: Settlement; note: string },
): Promise<OwedFilm> {
  const { id, settlement, note } = given;
  return deps.db.transaction(async (tx) => {
    const isSettled = await settleDebt(tx, deps.clock, { ...given, adminId: actor.userId });
    const film = await debtById(tx, id);
    if (!film) throw new AppError('not_found');
    if (!isSettled) throw new AppError('already_settled');
    const before = { settlement: null, note: null };
    await recordChange(tx, { actor, action: 'videos.settle', subject: id, before, after: { settlement, note } });
    return film;
  });
}

/** Settles owed films of a set by what was given for them, all or none. @throws AppError not_found, already_settled */
export async function settleDebts(
  tx: Tx,
  deps: Deps,
  given: Omit<DebtSettlement, 'id'> & { bucketId: string; ids: string[] },
): Promise<void> {
  const { bucketId, ids, ...settlement } = given;
  for (const id of ids.toSorted()) {
    const film = await debtById(tx, id);
    if (film?.bucketId !== bucketId) throw new AppError('not_found');
    if (!(await settleDebt(tx, deps.clock, { ...settlement, id }))) throw new AppError('already_settled');
  }
}
