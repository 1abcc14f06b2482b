import * as contract from '@keepsake/contract/admin/customer-page';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { setUserDisabled } from '../accounts/users/disable-user.ts';
import { deleteAccountOf } from '../deletion/delete-account.ts';
import { exportCustomer, sendAccountMail } from './serve-customer.ts';
import { viewCustomer } from './view-customer.ts';

export function customerPageRoutes(api: Api, deps: Deps): void {
  api.handle(contract.getCustomer, async ({ params, actor }) => ({
    customer: await viewCustomer(deps, actor, params.id),
  }));

  api.handle(contract.sendAccountMail, async ({ params, body, actor }) => {
    await sendAccountMail(deps, actor, params.id, body.about);
    return { customer: await viewCustomer(deps, actor, params.id) };
  });

  for (const [call, isDisabled] of [
    [contract.disableUser, true],
    [contract.enableUser, false],
  ] as const)
    api.handle(call, async ({ params, actor }) => {
      await setUserDisabled(deps, actor.userId, params.id, isDisabled);
      return { customer: await viewCustomer(deps, actor, params.id) };
    });

  api.handle(contract.exportCustomer, async ({ params, actor }) => {
    await exportCustomer(deps, actor, params.id);
    return { customer: await viewCustomer(deps, actor, params.id) };
  });

  api.handle(contract.deleteCustomer, async ({ params, body, actor, request }) => {
    await deleteAccountOf(deps, request.log, actor, { userId: params.id, email: body.email });
    return { message: 'The account has been deleted.' };
  });
}
