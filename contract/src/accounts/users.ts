import * as z from 'zod/mini';
import { role } from './accounts.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { countedRows, id, idParams, message, optionalFlag, pageQuery, text, time } from '../primitives.ts';

export const adminUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role,
  /** The owner of the address has confirmed it. */
  verified: z.boolean(),
  /** Whether the user cannot sign in. */
  disabled: z.boolean(),
  createdAt: time,
  lastLogin: z.nullable(time),
  /** Two-step sign-in is on. */
  totp: z.boolean(),
});

export const userSorts = ['joined', 'name', 'email', 'lastLogin'] as const;

const filter = z.object({
  /** Words in the name or address, or the id of a user. */
  search: z.optional(text(200)),
  role: z.optional(role),
  verified: optionalFlag,
  disabled: optionalFlag,
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: `Users, newest first by default, optionally searched by name or address. With a search or filter at most ${countedRows} are counted.`,
  query: z.extend(pageQuery(limits.adminPageSize), {
    ...filter.shape,
    sort: z._default(z.enum(userSorts), 'joined'),
    direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  reply: z.object({
    data: z.array(adminUser),
    total: z.int(),
    /** Whether there are more than `total`. */
    more: z.boolean(),
  }),
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users.csv',
  access: 'admin',
  summary: 'The same list as a table for spreadsheets (CSV, UTF-8): all users, newest first.',
  query: filter,
  replyType: 'csv',
  reply: z.string(),
});

export const setRole = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/role',
  access: 'admin',
  summary: 'Grant or revoke administrator rights; applies from that user’s next call.',
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
