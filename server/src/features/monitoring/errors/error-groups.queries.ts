import type { ErrorGroup, listErrorGroups, resolveErrors } from '@keepsake/contract/admin/monitoring';
import type { Query, Reply } from '@keepsake/contract/endpoint';
import { sql, type SqlBool } from 'kysely';
import { AppError } from '../../../errors.ts';
import type { Queryable, Tx } from '../../../platform/database/db.ts';
import { any, appNow } from '../../../platform/database/expressions.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { errorColumns, hasWords, matchingErrors, toErrorLogs } from './error-list.queries.ts';

type GroupFilter = Query<typeof listErrorGroups>;

/** Groups of equal errors, those that happened last first. */
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
function matchingGroups(db: Queryable, { module, state, from, to }: GroupFilter, withWords: WithWords | undefined) {
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
            matchingErrors(selectFrom('errorLogs'), { from, to })
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
          // The join leaves the last step's null out.
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
      frequent === undefined
        ? eb('key', '=', any(keys))
        : eb.or([eb('key', '=', any(keys)), hasWords(frequent).$castTo<SqlBool>()]),
    );
  }
  return found;
}

interface WithWords {
  /** Groups with an entry that has the words. */
  keys: string[];
  /** The words, where so many entries have them that groups are also found by their newest entry. */
  frequent: string | undefined;
}

/** Entries up to which all groups of those with certain words are looked for. */
const fewEntries = 50_000;

/**
 * Groups with certain words, found once for the page and its total. Messages of a group differ only in words with digits. Such words are rare, but for a
 * digit or two: of more than `fewEntries` the rest is found by its newest message.
 */
async function groupsWithWords(db: Queryable, { module, search, from, to }: GroupFilter): Promise<WithWords> {
  const some = matchingErrors(db.selectFrom('errorLogs'), { search, module, from, to })
    .select(({ ref }) => ref('groupKey').$notNull().as('key'))
    .limit(fewEntries + 1)
    .as('some');
  const rows = await db
    .selectFrom(some)
    .groupBy('key')
    .select(({ fn }) => ['key', fn.countAll<number>().as('entries')])
    .execute();
  const entries = rows.reduce((sum, row) => sum + row.entries, 0);
  return { keys: rows.map(({ key }) => key), frequent: entries > fewEntries ? search : undefined };
}

/** How many entries each group has on these days, and since when. */
async function sumsOf(
  db: Queryable,
  groups: readonly { key: string }[],
  { from, to }: Pick<GroupFilter, 'from' | 'to'>,
): Promise<Map<string, { count: number; firstAt: string }>> {
  const rows = await matchingErrors(db.selectFrom('errorLogs'), { from, to })
    .where('groupKey', '=', any(groups.map(({ key }) => key)))
    .groupBy('groupKey')
    .select(({ fn, ref }) => [
      ref('groupKey').$notNull().as('key'),
      fn.countAll<number>().as('count'),
      fn.min('createdAt').as('firstAt'),
    ])
    .execute();
  return new Map(rows.map(({ key, count, firstAt }) => [key, { count, firstAt: firstAt.toISOString() }]));
}

/**
 * Marks a group as resolved up to an entry. Where it is so already, nothing changes, and the answer says who did it.
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
