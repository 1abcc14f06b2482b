import type { ErrorGroup, listErrorGroups, resolveErrors } from '@keepsake/contract/admin/monitoring';
import type { Query, Reply } from '@keepsake/contract/endpoint';
import { sql } from 'kysely';
import { AppError } from '../../../errors.ts';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, appNow } from '../../../platform/database/expressions.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { areWordsFrequent, errorColumns, hasWords, matchingErrors, toErrorLogs } from './error-list.queries.ts';

type GroupFilter = Query<typeof listErrorGroups>;

/** Groups of equal errors, most recent first. */
export async function errorGroupPage(
  db: Queryable,
  filter: GroupFilter,
): Promise<{ data: ErrorGroup[]; total: number }> {
  const withWords = filter.search === undefined ? undefined : await groupsWithWords(db, filter);
  const groups = matchingGroups(db, filter, withWords);
  const [rows, { total }] = await Promise.all([
    groups
      .selectAll('found')
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(filter.limit)
      .offset((filter.page - 1) * filter.limit)
      .execute(),
    groups.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const [last, sums] = await Promise.all([toErrorLogs(db, rows), sumsOf(db, rows, filter)]);
  const data = rows.flatMap(({ key, moduleName, open, resolvedAt, resolvedBy }, index) => {
    const [entry, sum] = [last[index], sums.get(key)];
    if (!entry || !sum) return [];
    const resolved = resolvedAt === null ? null : { at: resolvedAt.toISOString(), by: resolvedBy };
    return [{ key, moduleName, last: entry, ...sum, open, resolved }];
  });
  return { data, total };
}

/** Each group with its newest entry: an index lookup or two for each group, however many entries there are. */
function matchingGroups(
  db: Queryable,
  { module, state, recent, from, to }: GroupFilter,
  withWords: WithWords | undefined,
) {
  let found = db
    .withRecursive('keys(key)', (step) =>
      step
        .selectNoFrom(({ selectFrom }) =>
          selectFrom('errorLogs').select('groupKey').orderBy('groupKey').limit(1).as('key'),
        )
        .unionAll(
          step
            .selectFrom('keys')
            .where('keys.key', 'is not', null)
            .select(({ selectFrom }) =>
              selectFrom('errorLogs')
                .whereRef('groupKey', '>', 'keys.key')
                .select('groupKey')
                .orderBy('groupKey')
                .limit(1)
                .as('key'),
            ),
        ),
    )
    .with('found', (step) =>
      step
        .selectFrom('keys')
        .innerJoinLateral(
          ({ selectFrom }) =>
            matchingErrors(selectFrom('errorLogs'), { recent, from, to })
              .where(sql<boolean>`group_key = keys.key`)
              .select([...errorColumns, 'words'])
              .orderBy('createdAt', 'desc')
              .orderBy('id', 'desc')
              .limit(1)
              .as('last'),
          (join) => join.onTrue(),
        )
        .leftJoin('errorResolutions as resolution', 'resolution.groupKey', 'keys.key')
        .leftJoin('auditActors as actor', 'actor.id', 'resolution.resolvedBy')
        .select(({ eb, or, exists, selectFrom, ref }) => [
          // The join drops the null of the last recursion.
          ref('keys.key').$notNull().as('key'),
          'last.id',
          'last.createdAt',
          'last.moduleName',
          'last.errorMessage',
          'last.photoId',
          'last.words',
          'resolution.resolvedAt',
          'actor.name as resolvedBy',
          or([
            eb('resolution.upTo', 'is', null),
            exists(
              selectFrom('errorLogs as later')
                .whereRef('later.groupKey', '=', 'keys.key')
                .whereRef('later.createdAt', '>', 'resolution.upTo')
                .select('later.id'),
            ),
          ])
            .$castTo<boolean>()
            .as('open'),
        ]),
    )
    .selectFrom('found');
  if (state !== 'all') found = found.where('open', '=', state === 'open');
  if (module !== undefined) found = found.where('moduleName', '=', module);
  if (withWords !== undefined) {
    const { keys, frequent } = withWords;
    found = found.where((eb) =>
      frequent === undefined ? eb('key', '=', any(keys)) : eb.or([eb('key', '=', any(keys)), hasWords(frequent)]),
    );
  }
  return found;
}

interface WithWords {
  /** Keys of groups with an entry that contains the words. */
  keys: string[];
  /** The words, if too many entries contain them to read all. */
  frequent: string | undefined;
}

/** How many of the newest entries with frequent words are read to find their groups. */
const newestEntries = 500;
/** The same for rare words. */
const maxEntries = 50_000;

/**
 * Groups with an entry that contains these words, found once for the page and its total. The messages of a group differ only in words with digits, so
 * a group with frequent words is found by its newest entry, or by one of the newest matching entries.
 */
async function groupsWithWords(db: Queryable, { module, search, recent, from, to }: GroupFilter): Promise<WithWords> {
  const filter = { search, module, recent, from, to };
  const isFrequent = await areWordsFrequent(db, filter);
  const entries = matchingErrors(db.selectFrom('errorLogs'), filter, { isFrequent }).select(({ ref }) =>
    ref('groupKey').$notNull().as('key'),
  );
  const some = isFrequent ? entries.orderBy('createdAt', 'desc').limit(newestEntries) : entries.limit(maxEntries);
  const rows = await db.selectFrom(some.as('some')).select('key').distinct().execute();
  return { keys: rows.map(({ key }) => key), frequent: isFrequent ? search : undefined };
}

interface Sums {
  count: number;
  more: boolean;
  firstAt: string;
}

/** Up to this many entries of a group are counted: ten groups are on a page, and each entry may cost a read of the table. */
const maxCounted = 1000;

/** The number of entries of each group in this time, up to `maxCounted`, and the time of the first. */
async function sumsOf(
  db: Queryable,
  groups: readonly { key: string }[],
  { recent, from, to }: Pick<GroupFilter, 'recent' | 'from' | 'to'>,
): Promise<Map<string, Sums>> {
  const keys = groups.map(({ key }) => key);
  const rows = await db
    .selectFrom(sql<{ key: string }>`unnest(${keys}::uuid[])`.as<'groups'>(sql`groups(key)`))
    .innerJoinLateral(
      ({ selectFrom }) => {
        const entries = matchingErrors(selectFrom('errorLogs'), { recent, from, to }).where(
          sql<boolean>`group_key = groups.key`,
        );
        const counted = entries
          .select('createdAt')
          // In the order of the index of groups: a scan of the whole table would look cheaper while the index is not vacuumed.
          .orderBy('createdAt', 'desc')
          .limit(maxCounted + 1)
          .as('counted');
        return selectFrom(counted)
          .select(({ fn }) => fn.countAll<number>().as('found'))
          .as('sum');
      },
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      ({ selectFrom }) =>
        matchingErrors(selectFrom('errorLogs'), { recent, from, to })
          .where(sql<boolean>`group_key = groups.key`)
          .select('createdAt as firstAt')
          .orderBy('createdAt')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['groups.key', 'sum.found', 'first.firstAt'])
    .execute();
  return new Map(
    rows.map(({ key, found, firstAt }) => [
      key,
      { count: Math.min(found, maxCounted), more: found > maxCounted, firstAt: firstAt.toISOString() },
    ]),
  );
}

/**
 * Marks a group as resolved up to an entry. If it is resolved already, nothing changes, and the reply says who did it.
 * @throws AppError not_found
 */
export async function resolveGroup(
  tx: Tx,
  actor: { userId: string },
  { key, lastId }: { key: string; lastId: string },
): Promise<Reply<typeof resolveErrors>> {
  const seen = await tx
    .selectFrom('errorLogs')
    .where('id', '=', lastId)
    .where('groupKey', '=', key)
    .select(['moduleName', 'errorMessage'])
    .executeTakeFirst();
  if (!seen) throw new AppError('not_found');
  const written = await tx
    .insertInto('errorResolutions')
    .columns(['groupKey', 'upTo', 'resolvedAt', 'resolvedBy'])
    // Copied by the database, which knows microseconds.
    .expression(
      tx
        .selectFrom('errorLogs')
        .where('id', '=', lastId)
        .select(({ val }) => [
          val(key).as('groupKey'),
          'createdAt',
          appNow.as('resolvedAt'),
          val(actor.userId).as('resolvedBy'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .column('groupKey')
        .doUpdateSet(({ ref }) => ({
          upTo: ref('excluded.upTo'),
          resolvedAt: ref('excluded.resolvedAt'),
          resolvedBy: ref('excluded.resolvedBy'),
        }))
        .whereRef('errorResolutions.upTo', '<', 'excluded.upTo'),
    )
    .returning('upTo')
    .executeTakeFirst();
  if (written) {
    const { moduleName, errorMessage } = seen;
    const [before, after] = [{ resolved: false }, { resolved: true, moduleName, errorMessage }];
    await recordChange(tx, { actor, action: 'errors.resolve', subject: key, before, after });
  }
  return resolutionOf(tx, key);
}

async function resolutionOf(tx: Tx, key: string): Promise<Reply<typeof resolveErrors>> {
  const { open, resolvedAt, name } = await tx
    .selectFrom('errorResolutions as resolution')
    .leftJoin('auditActors as actor', 'actor.id', 'resolution.resolvedBy')
    .where('resolution.groupKey', '=', key)
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom('errorLogs')
          .where('errorLogs.groupKey', '=', key)
          .whereRef('errorLogs.createdAt', '>', 'resolution.upTo')
          .select('errorLogs.id'),
      )
        .$castTo<boolean>()
        .as('open'),
      'resolvedAt',
      'name',
    ])
    .executeTakeFirstOrThrow();
  return { open, resolved: { at: resolvedAt.toISOString(), by: name } };
}
