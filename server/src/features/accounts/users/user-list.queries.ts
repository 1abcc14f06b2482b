import { canonicalDomain } from '@keepsake/contract/accounts/email';
import type { listUsers } from '@keepsake/contract/accounts/users';
import type { Query } from '@keepsake/contract/endpoint';
import { countedRows, id as idShape } from '@keepsake/contract/primitives';
import { sql, type OrderByItemBuilder, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';
import { any } from '../../../platform/database/expressions.ts';
import {
  asLines,
  type Cell,
  type Lines,
  type Place,
  plainCell,
  textCell,
  timeCell,
} from '../../../platform/csv/csv-table.ts';

interface ListedRow {
  id: string;
  name: string;
  email: string;
  role: 'User' | 'Admin';
  emailVerifiedAt: Date | null;
  disabledAt: Date | null;
  createdAt: Date;
  lastLoginAt: Date | null;
  totpSince: Date | null;
}

type ListQuery = Query<typeof listUsers>;
export type UserFilter = Pick<ListQuery, 'search' | 'role' | 'verified' | 'disabled'>;

/** The sort columns of the list; each has an index. */
const sortedBy = {
  joined: 'createdAt',
  name: sql<string>`lower(name)`,
  email: 'email',
  lastLogin: 'lastLoginAt',
} as const satisfies Record<ListQuery['sort'], unknown>;

/** A page of the matching users. */
export async function userPage(db: Queryable, { page, limit, sort, direction, ...filter }: ListQuery) {
  // Users who never signed in come last, or first in the other direction.
  const ordered = (item: OrderByItemBuilder) => {
    if (direction === 'asc') return sort === 'lastLogin' ? item.asc().nullsFirst() : item.asc();
    return sort === 'lastLogin' ? item.desc().nullsLast() : item.desc();
  };
  const found = await findUserMatches(db, filter);
  const [rows, counted] = await Promise.all([
    matching(db, found)
      .select(['id', 'name', 'email', 'role', 'emailVerifiedAt', 'disabledAt', 'createdAt', 'lastLoginAt', 'totpSince'])
      .orderBy(sortedBy[sort], ordered)
      .orderBy('id', direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    countUsers(db, found),
  ]);
  return { data: rows.map(toListedUser), ...counted };
}

/** Without a filter the number comes from the stored sums (docs/figures.md); with one, matching rows are counted up to `countedRows`. */
async function countUsers(db: Queryable, filter: UserMatches): Promise<{ total: number; more: boolean }> {
  if (Object.values(filter).every((value) => value === undefined || value === null)) {
    const { total } = await db
      .selectFrom('figures')
      .where('kind', '=', 'user')
      .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
      .executeTakeFirstOrThrow();
    return { total, more: false };
  }
  const { found } = await db
    .selectFrom(
      matching(db, filter)
        .select('id')
        .limit(countedRows + 1)
        .as('matching'),
    )
    .select(({ fn }) => fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return { total: Math.min(found, countedRows), more: found > countedRows };
}

/** The cells of the CSV table, by the titles of their columns. */
const exported: Record<string, Cell> = {
  user: plainCell(sql.ref('id')),
  name: textCell(sql.ref('name')),
  email: textCell(sql.ref('email')),
  role: plainCell(sql.ref('role')),
  verified_utc: timeCell(sql.ref('emailVerifiedAt')),
  disabled_utc: timeCell(sql.ref('disabledAt')),
  joined_utc: timeCell(sql.ref('createdAt')),
  last_login_utc: timeCell(sql.ref('lastLoginAt')),
  two_step_sign_in: sql<string>`case when totp_since is null then 'off' else 'on' end`,
  language: plainCell(sql.ref('defaultLanguage')),
};
export const exportedTitles = Object.keys(exported);

/** The users after the cursor `after` by id, newest first: none is missed or sent twice, whatever changes meanwhile. */
export function nextUsers(db: Queryable, filter: UserMatches, { after, limit }: Place): Promise<Lines> {
  let rows = matching(db, filter);
  if (after !== undefined) rows = rows.where('id', '<', after);
  const next = rows.selectAll().orderBy('id', 'desc').limit(limit);
  return db
    .selectFrom(next.as('next'))
    .select(asLines(sql.ref('id'), Object.values(exported)))
    .executeTakeFirstOrThrow();
}

/** Contains only the requested conditions, so that PostgreSQL plans each combination separately. */
function matching(db: Queryable, { search, few, role, verified, disabled }: UserMatches) {
  let users = db.selectFrom('users');
  // A literal, so that PostgreSQL uses the partial index on administrators.
  if (role !== undefined) users = users.where('role', '=', sql.lit(role));
  if (verified !== undefined) users = users.where('emailVerifiedAt', verified ? 'is not' : 'is', null);
  if (disabled !== undefined) users = users.where('disabledAt', disabled ? 'is not' : 'is', null);
  if (few) return users.where('id', '=', any(few));
  return search === undefined ? users : users.where(containsText(search));
}

/** The result of a search; null if the matches are too many to list, and the page is read with a condition instead. */
export type UserMatches = UserFilter & { few: string[] | null };

/** An id finds its user. Anything else is searched for in names and addresses. */
export async function findUserMatches(db: Queryable, filter: UserFilter): Promise<UserMatches> {
  if (filter.search === undefined) return { ...filter, few: null };
  const id = idShape.safeParse(filter.search).data;
  return { ...filter, few: id === undefined ? await findFewUsers(db, filter.search) : [id] };
}

/** Up to this many matches the page is read by their ids. With more, matches are so frequent that scanning in list order soon fills a page. */
const fewUsers = 1000;

/** The users whose name or address contains the words; null if they are too many. */
export async function findFewUsers(db: Queryable, search: string): Promise<string[] | null> {
  const users = await db
    .selectFrom('users')
    .where(mayContain(search))
    .where(containsText(search))
    .select('id')
    .limit(fewUsers + 1)
    .execute();
  return users.length > fewUsers ? null : users.map(({ id }) => id);
}

/** Whether name or address of a row of `users` contains the text, regardless of case and accents: the database folds both alike (migration 0022). */
export function containsText(search: string): RawBuilder<boolean> {
  // Nothing is left of invisible characters alone, and every text would contain that. A subquery is folded once, not for every row.
  const contains = (text: string) => sql<boolean>`strpos(users.folded, (select nullif(folded(${text}), ''))) > 0`;
  const address = asInAddresses(search.toLowerCase());
  return address === search.toLowerCase()
    ? contains(search)
    : sql<boolean>`(${contains(search)} or ${contains(address)})`;
}

/** Whether a row contains all trigrams of the text, by the index of migration 0022; true for every row if the text has no trigram. */
function mayContain(search: string): RawBuilder<boolean> {
  const address = asInAddresses(search.toLowerCase());
  if ([search, address].some((text) => text.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}]/gu, '').length < 3))
    return sql<boolean>`true`;
  const has = (text: string) => sql<boolean>`trigrams(users.folded) @> (select trigrams(folded(${text})))`;
  return address === search.toLowerCase() ? has(search) : sql<boolean>`(${has(search)} or ${has(address)})`;
}

/** Domains are stored in ASCII form: a search for `bücher` becomes `xn--bcher-kva`. */
function asInAddresses(search: string): string {
  const at = search.lastIndexOf('@') + 1;
  const domain = search.slice(at);
  const local = search.slice(0, at).normalize('NFKC');
  return /^[!-~ ]*$/.test(domain) ? local + domain : local + (canonicalDomain(domain) ?? domain);
}

/** A user as administrators see it. */
export function toListedUser(row: ListedRow) {
  const { id, name, email, role, emailVerifiedAt, disabledAt, createdAt, lastLoginAt, totpSince } = row;
  return {
    id,
    name,
    email,
    role,
    verified: emailVerifiedAt !== null,
    disabled: disabledAt !== null,
    createdAt: createdAt.toISOString(),
    lastLogin: lastLoginAt?.toISOString() ?? null,
    totp: totpSince !== null,
  };
}
