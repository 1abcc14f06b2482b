import type { FailureCode } from '@keepsake/contract/videos';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Queryable, type Tx } from '../../platform/database/db.ts';
import { newId } from '../../platform/ids.ts';

/** Records that a customer has paid for a film that could not be made; at most one open record per film. */
export async function oweFilm(
  tx: Tx,
  clock: Clock,
  { filmId, bucketId, failureCode }: { filmId: string; bucketId: string; failureCode: FailureCode },
): Promise<void> {
  await tx.run(sql`
    insert into owed_films (id, film_id, bucket_id, failure_code, owed_at)
    values (${newId()}, ${filmId}, ${bucketId}, ${failureCode}, ${clock.now()})
    on conflict (film_id) where settled_at is null do update set failure_code = excluded.failure_code`);
}

/** The film is there after all. */
export async function settleByDelivery(tx: Tx, clock: Clock, filmId: string): Promise<void> {
  await tx.run(sql`
    update owed_films set settled_at = ${clock.now()}, settlement = 'delivered'
    where film_id = ${filmId} and settled_at is null`);
}

/** Where nothing was paid, nothing stays owed of photos that are deleted: no payment could be refunded, no other film made of them. */
export async function settleFreeByDeletion(tx: Tx, clock: Clock, photoIds: string[]): Promise<void> {
  await tx.run(sql`
    update owed_films set settled_at = ${clock.now()}, settlement = 'photo_deleted'
    from films join sales on sales.bucket_id = films.bucket_id
    where films.id = owed_films.film_id and photo_id = any(${photoIds}::uuid[]) and sales.amount = 0 and settled_at is null`);
}

export interface OwedFilm {
  id: string;
  bucketId: string;
  /** Empty where the customer has deleted the photo since. */
  photoId: string | null;
  failureCode: string;
  owedAt: Date;
}

const columns = sql`o.id, o.bucket_id, (select photo_id from films where films.id = o.film_id) as photo_id,
  o.failure_code, o.owed_at`;

/** What is owed, the longest first. */
export function openDebts(db: Queryable, { page, limit }: { page: number; limit: number }): Promise<OwedFilm[]> {
  return db.query(sql`
    select ${columns} from owed_films o where settled_at is null order by owed_at, id limit ${limit} offset ${(page - 1) * limit}`);
}

/** What is owed of one bucket. */
export function openDebtsOf(db: Queryable, bucketId: string): Promise<OwedFilm[]> {
  return db.query(
    sql`select ${columns} from owed_films o where bucket_id = ${bucketId} and settled_at is null order by owed_at, id`,
  );
}

export async function countDebts(db: Queryable): Promise<number> {
  const row = await db.first<{ owed: number }>(sql`select count(*) as owed from owed_films where settled_at is null`);
  return row?.owed ?? 0;
}

export function debtById(db: Queryable, id: string): Promise<OwedFilm | undefined> {
  return db.first(sql`select ${columns} from owed_films o where id = ${id}`);
}

export interface DebtSettlement {
  id: string;
  settlement: 'refund' | 'free_versions';
  note: string;
  adminId: string;
  /** What was given for it. */
  creditId: string;
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

/** @returns whether it was still owed */
async function settleDebt(
  db: Queryable,
  clock: Clock,
  { id, settlement, note, adminId, creditId }: DebtSettlement,
): Promise<boolean> {
  const touched = await db.run(sql`
    update owed_films set settled_at = ${clock.now()}, settlement = ${settlement}, note = ${note}, settled_by = ${adminId}, credit_id = ${creditId}
    where id = ${id} and settled_at is null`);
  return touched === 1;
}
