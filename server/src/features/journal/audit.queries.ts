import type { AuditAction, listAudit } from '@keepsake/contract/audit';
import { limits } from '@keepsake/contract/limits';
import type { Query } from '@keepsake/contract/endpoint';
import { sql, type Queryable, type Sql, type Tx } from '../../platform/database/db.ts';

export interface Change {
  actor: { userId: string };
  action: AuditAction;
  /** The id or key of what was changed; null where there is only one of the kind. */
  subject: string | null;
  /** Plain JSON of what was changed, without secrets. */
  before: unknown;
  after: unknown;
}

/** Logs which administrator changed which record, in the transaction of the change. */
export async function recordChange(tx: Queryable, { actor, action, subject, before, after }: Change): Promise<void> {
  await rememberActor(tx, actor.userId);
  await tx.run(sql`
    insert into audit_log (at, actor_id, action, subject, before, after)
    values (app_now(), ${actor.userId}, ${action}, ${subject}, ${toJson(before)}::jsonb, ${toJson(after)}::jsonb)`);
}

/** Writes only a changed name, so that administrators do not wait for each other's lock. */
async function rememberActor(tx: Queryable, userId: string): Promise<void> {
  await tx.run(sql`
    insert into audit_actors (id, name, email)
    select id, name, email from users
    where id = ${userId} and not exists (
      select 1 from audit_actors a where a.id = users.id and a.name = users.name and a.email = users.email)
    on conflict (id) do update set name = excluded.name, email = excluded.email`);
}

function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** Records that the account of an actor is deleted: the retention of its name starts now. */
export async function noteActorLeft(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`update audit_actors set account_deleted_at = app_now() where id = ${userId}`);
}

/** Deletes the names of actors whose accounts were deleted long ago; their entries stay. @returns how many */
export function forgetActors(db: Queryable): Promise<number> {
  return db.run(sql`
    update audit_actors set name = null, email = null
    where name is not null and account_deleted_at < app_now() - ${limits.auditNameDays}::int * interval '1 day'`);
}

export type AuditFilter = Query<typeof listAudit>;

interface EntryRow {
  id: number;
  at: Date;
  actorId: string;
  name: string | null;
  email: string | null;
  deleted: boolean;
  action: string;
  subject: string | null;
  before: unknown;
  after: unknown;
}

/** Entries, newest first. */
export async function auditPage(db: Queryable, filter: AuditFilter) {
  const { page, limit } = filter;
  const where = matching(filter);
  const rows = await db.query<EntryRow>(sql`
    select l.id, l.at, l.actor_id, a.name, a.email, a.account_deleted_at is not null as deleted, l.action, l.subject, l.before, l.after
    from (select * from audit_log where ${where} order by id desc limit ${limit} offset ${(page - 1) * limit}) l
    left join audit_actors a on a.id = l.actor_id order by l.id desc`);
  const counted = await db.first<{ total: number }>(sql`select count(*) as total from audit_log where ${where}`);
  const data = rows.map(({ at, actorId, name, email, deleted, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    actor: { id: actorId, name, email, deleted },
  }));
  return { data, total: counted?.total ?? 0 };
}

/** Built from the given filters only, so that each combination gets its own plan. */
function matching({ actor, action, subject, from, to }: AuditFilter): Sql {
  let where = sql`true`;
  if (actor !== undefined) where = sql`${where} and actor_id = ${actor}`;
  if (action !== undefined) where = sql`${where} and action = ${action}`;
  if (subject !== undefined) where = sql`${where} and subject = ${subject}`;
  if (from !== undefined) where = sql`${where} and at >= ${from}::date::timestamp at time zone 'utc'`;
  if (to !== undefined) where = sql`${where} and at < (${to}::date + 1)::timestamp at time zone 'utc'`;
  return where;
}

/** Names of actors by id, where they are still kept. */
export async function namesOfActors(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(
    sql`select id, name from audit_actors where id = any(${ids}::uuid[]) and name is not null`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Every actor that may have entries, existing accounts first. */
export function auditActors(
  db: Queryable,
): Promise<{ id: string; name: string | null; email: string | null; deleted: boolean }[]> {
  return db.query(sql`
    select id, name, email, account_deleted_at is not null as deleted from audit_actors order by deleted, name, id`);
}
