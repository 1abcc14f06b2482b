import { canonicalDomain } from '@keepsake/contract/accounts/email';
import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '../../../platform/database/db.ts';

interface ListedRow {
  id: string;
  name: string;
  email: string;
  role: 'User' | 'Admin';
  createdAt: Date;
  lastLoginAt: Date | null;
  totpSince: Date | null;
}

/** Users, newest first, whose name or address contains `search`. */
export async function userPage(
  db: Queryable,
  { page, limit, search }: { page: number; limit: number; search?: string | undefined },
) {
  let found = db.selectFrom('users');
  if (search !== undefined) found = found.where(matchesSearch(search));
  const [rows, { total }] = await Promise.all([
    found
      .select(['id', 'name', 'email', 'role', 'createdAt', 'lastLoginAt', 'totpSince'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    // All of them are counted as they come and go (docs/figures.md).
    search === undefined
      ? db
          .selectFrom('figures')
          .where('kind', '=', 'user')
          .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
          .executeTakeFirstOrThrow()
      : found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { data: rows.map(toListedUser), total };
}

/**
 * Whether name or address of a row of `users` contains the words. Reads them all: a tenth of a second for 100,000 accounts, without an
 * extension that an operator's database may not have. A database may lower-case ASCII letters only: names are also searched for the words
 * with capital first letters.
 */
export function matchesSearch(search: string): RawBuilder<boolean> {
  const small = search.toLocaleLowerCase();
  const asInNames = small.replaceAll(/(?<![\p{L}\p{M}])\p{L}/gu, (letter) => letter.toLocaleUpperCase());
  return sql<boolean>`(strpos(email, ${asInAddresses(small)}) > 0 or strpos(lower(name), ${small}) > 0
    or strpos(name, ${asInNames}) > 0 or strpos(name, ${search}) > 0)`;
}

/** Domains are stored in ASCII form: a search for `bücher` becomes `xn--bcher-kva`. */
function asInAddresses(search: string): string {
  const at = search.lastIndexOf('@') + 1;
  const domain = search.slice(at);
  const local = search.slice(0, at).normalize('NFKC');
  return /^[!-~ ]*$/.test(domain) ? local + domain : local + (canonicalDomain(domain) ?? domain);
}

/** What administrators see of a user. */
export function toListedUser({ id, name, email, role, createdAt, lastLoginAt, totpSince }: ListedRow) {
  return {
    id,
    name,
    email,
    role,
    createdAt: createdAt.toISOString(),
    lastLogin: lastLoginAt?.toISOString() ?? null,
    totp: totpSince !== null,
  };
}
