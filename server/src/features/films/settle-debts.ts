import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Tx } from '../../platform/db.ts';
import { debtById, settleDebt, type DebtSettlement } from './owed-film.queries.ts';

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
