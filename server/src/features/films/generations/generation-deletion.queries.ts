import { sql, type Queryable } from '../../../platform/db.ts';

/** The deletion of everything that a video service holds and no order needs. */
export interface GenerationDeletion {
  id: string;
  provider: string;
  providerUrl: string;
  state: 'running' | 'done' | 'failed';
  /** How many the service holds; null until its list was read. */
  total: number | null;
  deleted: number;
  skipped: number;
  reason: string | null;
  /** Null once the account is gone. */
  requestedBy: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

const columns = sql`
  id, provider, provider_url, state, total, deleted, skipped, reason, requested_by, created_at, ended_at`;

export type NewGenerationDeletion = Pick<GenerationDeletion, 'id' | 'provider' | 'providerUrl'> & { userId: string };

/** Undefined where one is running already. */
export function insertGenerationDeletion(
  db: Queryable,
  { id, provider, providerUrl, userId }: NewGenerationDeletion,
): Promise<GenerationDeletion | undefined> {
  return db.first(sql`
    insert into generation_deletions (id, provider, provider_url, requested_by, created_at)
    values (${id}, ${provider}, ${providerUrl}, ${userId}, app_now())
    on conflict do nothing returning ${columns}`);
}

export function latestGenerationDeletion(db: Queryable): Promise<GenerationDeletion | undefined> {
  return db.first(
    sql`select ${columns} from generation_deletions order by (state = 'running') desc, created_at desc, id desc limit 1`,
  );
}

export function runningGenerationDeletion(db: Queryable, id: string): Promise<GenerationDeletion | undefined> {
  return db.first(sql`select ${columns} from generation_deletions where id = ${id} and state = 'running'`);
}

/** Notes how many the service holds beside those that were deleted before. */
export async function noteGenerationsFound(db: Queryable, id: string, found: number): Promise<void> {
  await db.run(sql`update generation_deletions set total = deleted + ${found}, skipped = 0 where id = ${id}`);
}

export async function noteGenerationsHandled(
  db: Queryable,
  id: string,
  { deleted, skipped }: { deleted: number; skipped: number },
): Promise<void> {
  await db.run(sql`
    update generation_deletions set deleted = deleted + ${deleted}, skipped = skipped + ${skipped} where id = ${id}`);
}

export async function endGenerationDeletion(
  db: Queryable,
  id: string,
  end: { state: 'done' } | { state: 'failed'; reason: string },
): Promise<void> {
  await db.run(sql`
    update generation_deletions set state = ${end.state}, reason = ${'reason' in end ? end.reason : null}, ended_at = app_now()
    where id = ${id} and state = 'running'`);
}
