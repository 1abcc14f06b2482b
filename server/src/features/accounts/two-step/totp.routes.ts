import * as contract from '@keepsake/contract/accounts/totp';
import type { Deps } from '../../../deps.ts';
import type { Api } from '../../../platform/http/api.ts';
import { accountOf } from '../sessions/authenticate.ts';
import { disableTotp, renewRecoveryCodes, resetTotp } from './change-totp.ts';
import { countRecoveryCodes } from './totp.queries.ts';
import { beginTotp, confirmTotp } from './turn-on-totp.ts';

export function totpRoutes(api: Api, deps: Deps): void {
  api.handle(contract.totpStatus, async ({ actor }) => ({
    isOn: accountOf(actor).totpSince !== null,
    isRequired: deps.config.ADMIN_TOTP === 'required',
    recoveryCodesLeft: await countRecoveryCodes(deps.db, actor.userId),
  }));

  api.handle(contract.beginTotp, async ({ body, actor, request }) =>
    beginTotp(deps, request.log, accountOf(actor), body.password),
  );

  api.handle(contract.confirmTotp, async ({ body, actor, request }) => {
    const session = { user: accountOf(actor), sessionHash: actor.sessionHash };
    return { recoveryCodes: await confirmTotp(deps, request.log, session, body.totpCode) };
  });

  api.handle(contract.renewRecoveryCodes, async ({ body, actor, request }) => ({
    recoveryCodes: await renewRecoveryCodes(deps, request.log, accountOf(actor), body),
  }));

  api.handle(contract.disableTotp, async ({ body, actor, request }) => {
    await disableTotp(deps, request.log, accountOf(actor), body);
    return { message: 'Two-step sign-in is off.' };
  });

  api.handle(contract.resetTotp, async ({ params, actor, request }) => {
    await resetTotp(deps, request.log, actor.userId, params.id);
    return { message: 'Two-step sign-in of this user is off.' };
  });
}
