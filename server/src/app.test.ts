import assert from 'node:assert/strict';
import { test } from 'vitest';
import { api } from '@keepsake/contract/api';
import { startTestApp } from '../test/harness.ts';

test('what is served under /api is exactly what the contract describes', async (t) => {
  const { app } = await startTestApp(t);
  await app.server.ready();
  const described = api.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  const served = app.api.handled.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
  assert.deepEqual(served.toSorted(), described.toSorted());
});

test('an address that does not exist answers 404, a wrong method 405 with what is allowed', async (t) => {
  const { url } = await startTestApp(t);
  const missing = await fetch(`${url}/api/nothing-here`);
  assert.equal(missing.status, 404);
  assert.equal(((await missing.json()) as { code: string }).code, 'not_found');
  const wrong = await fetch(`${url}/api/pricing`, { method: 'PUT' });
  assert.equal(wrong.status, 405);
  assert.equal(wrong.headers.get('allow'), 'GET');
});
