import * as z from 'zod/mini';
import { email } from './email.ts';
import { endpoint } from '../endpoint.ts';
import { id, language, message, newPassword, password, text, time } from '../primitives.ts';

export const roles = ['User', 'Admin'] as const;
export const role = z.enum(roles);

export const user = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role,
  defaultLanguage: language,
  newsletterConsent: z.boolean(),
  createdAt: time,
  lastLogin: z.nullable(time),
});
export type User = z.output<typeof user>;

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens are ignored. */
export const totpCode = z.string().check(z.trim(), z.minLength(6), z.maxLength(40), z.regex(/^[A-Za-z0-9 -]+$/));

const token = z.string().check(z.minLength(20), z.maxLength(200), z.regex(/^[A-Za-z0-9_-]+$/));

/**
 * A secret that the registering browser stores and sends. If the link of the verification mail is opened in that browser,
 * the password is kept; in another browser the password is requested again.
 */
const registrationKey = z.optional(token);

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'public',
  summary: 'Create an account. The answer is the same whether or not the address is already registered.',
  body: z.object({
    name: text(100),
    email,
    password: newPassword,
    defaultLanguage: z._default(language, 'en'),
    newsletterConsent: z._default(z.boolean(), false),
    registrationKey,
  }),
  reply: message,
  status: 201,
  errors: ['registration_failed'],
});

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary:
    'Sign in. An unknown address and a wrong password get the same answer. For an account with a second step the answer is totp_required until a code is sent, too.',
  body: z.object({ email, password, totpCode: z.optional(totpCode), registrationKey }),
  reply: z.object({ token: z.string(), user }),
  errors: ['login_failed', 'email_not_verified', 'user_disabled', 'totp_required', 'totp_wrong'],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'public',
  summary: 'Send the verification e-mail again. The answer does not reveal whether the address exists.',
  body: z.object({ email }),
  reply: message,
});

export const verifyEmail = endpoint({
  method: 'GET',
  path: '/api/auth/verify-email',
  access: 'public',
  summary:
    'Verify an e-mail address with the single-use token of the mail. A repeated call answers "Email already verified". With the key of a browser other than the one that registered: password_needed.',
  query: z.object({ token, userId: id, registrationKey }),
  reply: message,
  errors: ['verification_link_invalid', 'password_needed'],
});

export const verifyEmailWithPassword = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'public',
  summary: 'Verify an e-mail address with the single-use token of the mail, and choose the password of the account.',
  body: z.object({ token, userId: id, newPassword }),
  reply: message,
  errors: ['verification_link_invalid'],
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'public',
  summary: 'Request a password reset link. The answer does not reveal whether the address exists.',
  body: z.object({ email }),
  reply: message,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'public',
  summary: 'Set a new password with the single-use token of the mail; ends every session and verifies the address.',
  body: z.object({ token, userId: id, newPassword }),
  reply: message,
  errors: ['reset_link_invalid'],
});

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'user',
  summary: 'The signed-in user.',
  reply: z.object({ user }),
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/profile',
  access: 'user',
  summary:
    'Change the name, the preferences or the password. A password change ends all sessions and returns a new token.',
  body: z.union([
    z.strictObject({ currentPassword: password, newPassword }),
    z.strictObject({
      name: z.optional(text(100)),
      defaultLanguage: z.optional(language),
      newsletterConsent: z.optional(z.boolean()),
    }),
  ]),
  reply: z.object({ user, token: z.optional(z.string()) }),
  errors: ['password_wrong'],
});

export const updateLanguage = endpoint({
  method: 'PUT',
  path: '/api/auth/language',
  access: 'user',
  summary: 'Save the chosen language.',
  body: z.object({ defaultLanguage: language }),
  reply: z.object({ user }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  summary: 'End this session.',
  reply: message,
});

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/account',
  access: 'user',
  summary: 'Delete the account with its sets and files at once.',
  body: z.object({ password }),
  reply: message,
  errors: [
    'password_wrong',
    'bucket_payment_in_progress',
    'bucket_payment_processing',
    'payment_not_closed',
    'last_admin',
  ],
});
