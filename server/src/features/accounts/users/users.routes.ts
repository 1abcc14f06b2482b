import * as contract from '@keepsake/contract/accounts/users';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../platform/http/api.ts';
import { changeRole, signOutUser } from './change-user.ts';
import { toListedUser, userPage, type ExportedUser, nextUsers, type UserFilter } from './user-list.queries.ts';
import { type Cell, csvTable, readInBatches } from '../../../platform/csv/csv-table.ts';
import type { Queryable } from '../../../platform/database/db.ts';

export function usersRoutes(api: Api, deps: Deps): void {
  api.handle(contract.listUsers, async ({ query }) => userPage(deps.db, query));

  api.handle(contract.exportUsers, async ({ query }) => userTable(deps.db, query));

  api.handle(contract.setRole, async ({ params, body, actor }) => ({
    user: toListedUser(await changeRole(deps, actor.userId, { userId: params.id, role: body.role })),
  }));

  api.handle(contract.signOutUser, async ({ params, actor }) => {
    await signOutUser(deps, actor.userId, params.id);
    return { message: 'This user is signed out everywhere.' };
  });
}

/** Names of the columns are those of programs, and do not change with the reader's language. */
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

/** Every user who matches, as lines of CSV. */
function userTable(db: Queryable, filter: UserFilter): AsyncIterable<string> {
  return csvTable(
    columns,
    readInBatches((place) => nextUsers(db, filter, place)),
  );
}
