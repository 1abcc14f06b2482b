import * as z from 'zod/mini';
import { role } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { id, idParams, message, pageQuery, text, time } from '../primitives.ts';

export const adminUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role,
  createdAt: time,
  lastLogin: z.nullable(time),
  /** Two-step sign-in is on. */
  totp: z.boolean(),
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'Users, newest first; those whose name or address holds the words that are searched for.',
  query: z.extend(pageQuery(limits.adminPageSize), { search: z.optional(text(100)) }),
  reply: z.object({ data: z.array(adminUser), total: z.int() }),
});

export const setRole = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/role',
  access: 'admin',
  summary: 'Give or take the rights of an administrator; counts from the next call of that user.',
  params: idParams,
  body: z.object({ role }),
  reply: z.object({ user: adminUser }),
  errors: ['not_found', 'last_admin', 'address_not_verified'],
});

export const signOutUser = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/sign-out',
  access: 'admin',
  summary: 'End every session of a user.',
  params: idParams,
  reply: message,
  errors: ['not_found'],
});
