import * as z from 'zod/mini';
import { totpCode } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, message, password } from '../primitives.ts';

export const totpStatus = endpoint({
  method: 'GET',
  path: '/api/auth/totp',
  access: 'user',
  summary: 'The status of your second sign-in step.',
  reply: z.object({
    isOn: z.boolean(),
    /** Whether administrators must have a second step to use their rights. */
    isRequired: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
});

export const beginTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/begin',
  access: 'user',
  summary:
    'Create the secret for an authenticator app. Sign-in does not change until its first code is confirmed. Administrators only.',
  body: z.object({ password }),
  reply: z.object({
    /** Base32, to be typed. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code or a link. */
    uri: z.string(),
  }),
  errors: ['password_wrong', 'not_allowed', 'totp_already_on'],
});

export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/confirm',
  access: 'user',
  summary:
    'Turn the second step on with the app’s first code. Ends all other sessions; the recovery codes are shown once.',
  body: z.object({ totpCode }),
  reply: recoveryCodes,
  errors: ['totp_wrong', 'totp_already_on', 'not_allowed'],
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/auth/totp/recovery-codes',
  access: 'user',
  summary: 'Create new recovery codes; the old ones become invalid.',
  body: z.object({ password, totpCode }),
  reply: recoveryCodes,
  errors: ['password_wrong', 'totp_wrong', 'totp_not_on'],
});

export const disableTotp = endpoint({
  method: 'POST',
  path: '/api/auth/totp/disable',
  access: 'user',
  summary: 'Turn the second step off.',
  body: z.object({ password, totpCode }),
  reply: message,
  errors: ['password_wrong', 'totp_wrong', 'totp_not_on'],
});

export const resetTotp = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/totp',
  access: 'admin',
  summary:
    'Turn off the second step of another user who has lost phone and recovery codes. Ends all sessions of that user.',
  params: idParams,
  reply: message,
  errors: ['not_found', 'totp_not_on', 'totp_own'],
});
