import type { ErrorLog, listErrors } from '@keepsake/contract/admin/monitoring';
import type { Query } from '@keepsake/contract/endpoint';
import { countedRows } from '@keepsake/contract/primitives';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { any, appNow, endOfDay, later, startOfDay } from '../../../platform/database/expressions.ts';
import type { Tables } from '../../../platform/database/tables.ts';

type ErrorFilter = Partial<Query<typeof listErrors>>;

/** Error entries, newest first, filtered by module, group, days or words in the message. */
export async function errorPage(db: Queryable, filter: Query<typeof listErrors>) {
  const { page, limit, search } = filter;
  const isFrequent = await areWordsFrequent(db, filter);
  const entries = matchingErrors(db.selectFrom('errorLogs'), filter, { isFrequent });
  const most = isFrequent ? countedRows / 10 : countedRows;
  const counted = entries.select('id').limit(most + 1);
  const { found } = await db
    .selectFrom((isFrequent ? counted.orderBy('createdAt', 'desc') : counted).as('matching'))
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  // Entries with rare words are found by the index of words and then sorted.
  const isSorted = search !== undefined && !isFrequent;
  const rows = await db
    .with(
      (cte) => (isSorted ? cte('found').materialized() : cte('found').notMaterialized()),
      () => entries.select(errorColumns),
    )
    .selectFrom('found')
    .select(errorColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { data: await toErrorLogs(db, rows), total: Math.min(found, most), more: found > most };
}

/** Number of the newest entries from which the frequency of words is estimated: PostgreSQL has no statistics for prefixes of words. */
const sample = 2000;
/** Words in one of this many entries count as frequent: the index would return too many rows, and scanning newest first soon fills a page. */
const frequentAmong = 50;

/** Whether words are so frequent that scanning the list is faster than the index of words. */
export async function areWordsFrequent(
  db: Queryable,
  { search, ...filter }: Omit<ErrorFilter, 'page' | 'limit'>,
): Promise<boolean> {
  if (search === undefined) return false;
  const newest = matchingErrors(db.selectFrom('errorLogs'), filter)
    .select(['words', 'errorMessage'])
    .orderBy('createdAt', 'desc')
    .limit(sample)
    .as('newest');
  const { all, found } = await db
    .selectFrom(newest)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere(hasWords(search)).as('found'),
    ])
    .executeTakeFirstOrThrow();
  return found * frequentAmong >= all;
}

export const errorColumns = ['id', 'createdAt', 'moduleName', 'errorMessage', 'photoId'] as const;

/**
 * Built from the given filters only, so that each combination gets its own plan.
 * @param isFrequent prevents PostgreSQL from using the index of words, and from assuming that few rows match
 */
export function matchingErrors<Row>(
  entries: SelectQueryBuilder<Tables, 'errorLogs', Row>,
  { module, search, group, recent, from, to }: ErrorFilter,
  { isFrequent = false }: { isFrequent?: boolean } = {},
): SelectQueryBuilder<Tables, 'errorLogs', Row> {
  let found = entries;
  if (module !== undefined) found = found.where('moduleName', '=', module);
  if (group !== undefined) found = found.where('groupKey', '=', group);
  if (search !== undefined)
    found = found.where(isFrequent ? sql<boolean>`case when ${hasWords(search)} then true end` : hasWords(search));
  if (recent) found = found.where('createdAt', '>', later(appNow, -24 * 3_600_000));
  if (from !== undefined) found = found.where('createdAt', '>=', startOfDay(from));
  if (to !== undefined) found = found.where('createdAt', '<', endOfDay(to));
  return found;
}

/**
 * Whether a row contains words that begin with these, in any order; words are split as in migration 0020. Some databases recognise only ASCII
 * letters, so a search without any is matched as a substring.
 */
export function hasWords(search: string): RawBuilder<boolean> {
  return /[a-z0-9]/i.test(search)
    ? sql<boolean>`words @@ words_sought(${search})`
    : sql<boolean>`strpos(error_message, ${search}) > 0`;
}

export interface ErrorRow {
  id: string;
  createdAt: Date;
  moduleName: string;
  errorMessage: string;
  photoId: string | null;
}

/** The entries, each with its bucket: that of its photo, otherwise one whose id is in the message. */
export async function toErrorLogs(db: Queryable, rows: readonly ErrorRow[]): Promise<ErrorLog[]> {
  const named = rows.map(({ errorMessage }) => errorMessage.toLowerCase().match(uuids) ?? []);
  const [ofPhoto, known] = await Promise.all([
    bucketsOfPhotos(
      db,
      rows.flatMap(({ photoId }) => photoId ?? []),
    ),
    existingBuckets(db, named.flat()),
  ]);
  return rows.map(({ id, createdAt, moduleName, errorMessage, photoId }, index) => ({
    id,
    createdAt: createdAt.toISOString(),
    moduleName,
    errorMessage,
    Content: photoId ? { id: photoId } : null,
    bucketId: ofPhoto.get(photoId ?? '') ?? named[index]?.find((one) => known.has(one)) ?? null,
  }));
}

const uuids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

async function bucketsOfPhotos(db: Queryable, photoIds: string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('photos').where('id', '=', any(photoIds)).select(['id', 'bucketId']).execute();
  return new Map(rows.map(({ id, bucketId }) => [id, bucketId]));
}

async function existingBuckets(db: Queryable, ids: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('buckets').where('id', '=', any(ids)).select('id').execute();
  return new Set(rows.map(({ id }) => id));
}

/** Modules that have entries: one index lookup per module, however many entries there are. */
export async function errorModules(db: Queryable): Promise<string[]> {
  const rows = await db
    .withRecursive('modules(name)', (step) =>
      step
        .selectFrom('errorLogs')
        .select(({ fn }) => fn.min<string | null>('moduleName').as('name'))
        .unionAll(
          step
            .selectFrom('modules')
            .where('modules.name', 'is not', null)
            .select(({ selectFrom }) =>
              selectFrom('errorLogs')
                .whereRef('moduleName', '>', 'modules.name')
                .select(({ fn }) => fn.min('moduleName').as('next'))
                .as('name'),
            ),
        ),
    )
    .selectFrom('modules')
    .where('name', 'is not', null)
    .select(({ ref }) => ref('name').$notNull().as('name'))
    .execute();
  return rows.map(({ name }) => name);
}
