import type { AuditAction, listAudit } from '@keepsake/contract/admin/audit';
import { limits } from '@keepsake/contract/limits';
import type { Query } from '@keepsake/contract/endpoint';
import type { SelectQueryBuilder } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/db.ts';
import { any, appNow, endOfDay, later, startOfDay } from '../../platform/database/expressions.ts';
import { toJsonOrNull } from '../../platform/database/json.ts';
import type { Tables } from '../../platform/database/tables.ts';

export interface Change {
  actor: { userId: string };
  action: AuditAction;
  /** The id or key of the changed record; null if there is only one record of this kind. */
  subject: string | null;
  /** The change as plain JSON, without secrets. */
  before: unknown;
  after: unknown;
}

/** Logs which administrator changed which record, in the transaction of the change. */
export async function recordChange(tx: Queryable, { actor, action, subject, before, after }: Change): Promise<void> {
  await saveActorName(tx, actor.userId);
  await tx
    .insertInto('auditLog')
    .values({
      at: appNow,
      actorId: actor.userId,
      action,
      subject,
      before: toJsonOrNull(before),
      after: toJsonOrNull(after),
    })
    .execute();
}

/** The same, unless this administrator has an equal entry of the last `minutes`: for actions that repeat, such as views. */
export async function recordChangeOnce(tx: Queryable, change: Change, minutes: number): Promise<void> {
  const written = await tx
    .selectFrom('auditLog')
    .where('subject', '=', change.subject)
    .where('actorId', '=', change.actor.userId)
    .where('action', '=', change.action)
    .where('at', '>', later(appNow, -minutes * 60_000))
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!written) await recordChange(tx, change);
}

/** Writes only if the name has changed, so that administrators do not wait for each other's lock. */
async function saveActorName(tx: Queryable, userId: string): Promise<void> {
  await tx
    .insertInto('auditActors')
    .columns(['id', 'name', 'email'])
    .expression(({ selectFrom }) =>
      selectFrom('users')
        .where('id', '=', userId)
        .where(({ not, exists, selectFrom: select }) =>
          not(
            exists(
              select('auditActors as known')
                .whereRef('known.id', '=', 'users.id')
                .whereRef('known.name', '=', 'users.name')
                .whereRef('known.email', '=', 'users.email')
                .select('known.id'),
            ),
          ),
        )
        .select(['id', 'name', 'email']),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({ name: ref('excluded.name'), email: ref('excluded.email') })),
    )
    .execute();
}

/** Records that the account of an actor is deleted: the retention period of their name starts now. */
export async function recordActorDeleted(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('auditActors').where('id', '=', userId).set({ accountDeletedAt: appNow }).execute();
}

/** Deletes the names of actors whose accounts were deleted long ago; their entries stay. @returns the number of deleted names */
export async function deleteOldActorNames(db: Queryable): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('auditActors')
    .where('name', 'is not', null)
    .where('accountDeletedAt', '<', later(appNow, -limits.auditNameDays * 24 * 3_600_000))
    .set({ name: null, email: null })
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export type AuditFilter = Query<typeof listAudit>;

/** Entries, newest first. */
export async function auditPage(db: Queryable, filter: AuditFilter) {
  const { page, limit } = filter;
  const entries = matching(db.selectFrom('auditLog'), filter);
  const rows = await db
    .selectFrom(
      entries
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .as('entry'),
    )
    .leftJoin('auditActors as actor', 'actor.id', 'entry.actorId')
    .select(({ eb }) => [
      'entry.id',
      'at',
      'actorId',
      'name',
      'email',
      eb('accountDeletedAt', 'is not', null).$castTo<boolean>().as('deleted'),
      'action',
      'subject',
      'before',
      'after',
    ])
    .orderBy('entry.id', 'desc')
    .execute();
  const { total } = await entries.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const data = rows.map(({ at, actorId, name, email, deleted, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    actor: { id: actorId, name, email, deleted },
  }));
  return { data, total };
}

/** Built from the given filters only, so that each combination gets its own plan. */
function matching<Row>(
  entries: SelectQueryBuilder<Tables, 'auditLog', Row>,
  { actor, action, subject, from, to }: AuditFilter,
): SelectQueryBuilder<Tables, 'auditLog', Row> {
  let found = entries;
  if (actor !== undefined) found = found.where('actorId', '=', actor);
  if (action !== undefined) found = found.where('action', '=', action);
  if (subject !== undefined) found = found.where('subject', '=', subject);
  if (from !== undefined) found = found.where('at', '>=', startOfDay(from));
  if (to !== undefined) found = found.where('at', '<', endOfDay(to));
  return found;
}

/** Names of actors by id, as far as they are still stored. */
export async function namesOfActors(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('auditActors')
    .where('id', '=', any(ids))
    .where('name', 'is not', null)
    .select(['id', 'name'])
    .$narrowType<{ name: string }>()
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Every actor that may have entries, existing accounts first. */
export function auditActors(
  db: Queryable,
): Promise<{ id: string; name: string | null; email: string | null; deleted: boolean }[]> {
  return db
    .selectFrom('auditActors')
    .select(({ eb }) => [
      'id',
      'name',
      'email',
      eb('accountDeletedAt', 'is not', null).$castTo<boolean>().as('deleted'),
    ])
    .orderBy('deleted')
    .orderBy('name')
    .orderBy('id')
    .execute();
}
