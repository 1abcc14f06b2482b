import * as contract from '@keepsake/contract/accounts/users';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../platform/http/api.ts';
import { changeRole, signOutUser } from './change-user.ts';
import { toListedUser, userPage } from './user-list.queries.ts';
import { userTable } from './user-table.ts';

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
