import { type Cell, csvTable, readInBatches } from '../../../platform/csv/csv-table.ts';
import type { Queryable } from '../../../platform/database/db.ts';
import { type ExportedUser, findUserMatches, nextUsers, type UserFilter } from './user-list.queries.ts';

/** Column names are meant for programs, so they do not depend on the reader's language. */
const columns: Record<string, (row: ExportedUser) => Cell> = {
  user: ({ id }) => id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => role,
  verified_utc: ({ emailVerifiedAt }) => emailVerifiedAt,
  disabled_utc: ({ disabledAt }) => disabledAt,
  joined_utc: ({ createdAt }) => createdAt,
  last_login_utc: ({ lastLoginAt }) => lastLoginAt,
  two_step_sign_in: ({ totpSince }) => (totpSince === null ? 'off' : 'on'),
  language: ({ language }) => language,
};

/** Every matching user, as lines of CSV. */
export async function userTable(db: Queryable, filter: UserFilter): Promise<AsyncIterable<string>> {
  const searchMatches = await findUserMatches(db, filter);
  return csvTable(
    columns,
    readInBatches((place) => nextUsers(db, searchMatches, place)),
  );
}
