import assert from 'node:assert/strict';
import fastify from 'fastify';
import { test } from 'vitest';
import { checkReplies } from './check-replies.ts';

const user = {
  id: '0199aa00-0000-7000-8000-000000000001',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'User',
  defaultLanguage: 'en',
  newsletterConsent: false,
  createdAt: '2026-11-27T10:00:00Z',
  lastLogin: null,
};

test.for<[string, number, object, RegExp | undefined]>([
  ['is as described', 200, { user }, undefined],
  ['is a refusal as described', 401, { error: 'Please sign in.', code: 'not_signed_in' }, undefined],
  ['has a status that is not described', 409, { error: 'No.', code: 'last_admin' }, /me answered 409: .*status/],
  ['has a code that is not described', 401, { error: 'No.', code: 'login_failed' }, /me answered 401: .*code/],
  ['lacks a field', 200, { user: { ...user, email: undefined } }, /me answered 200: .*'email'/],
  ['has a wrong format', 200, { user: { ...user, createdAt: 'yesterday' } }, /me answered 200: .*createdAt/],
  ['holds more than a refusal may', 401, { error: 'No.', code: 'not_signed_in', sql: 'select' }, /401: .*additional/],
])('an answer that %s', async ([, status, body, fault]) => {
  const server = fastify();
  server.get('/api/auth/me', (_request, reply) => reply.code(status).send(body));
  const faults = checkReplies(server);
  await server.inject('/api/auth/me');
  if (fault) assert.match(faults.join('\n'), fault);
  else assert.deepEqual(faults, []);
});
