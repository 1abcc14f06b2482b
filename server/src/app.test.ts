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

test('the OpenAPI document at /api/docs describes every call, with its rights and its errors', async (t) => {
  const { url } = await startTestApp(t);
  const reply = await fetch(`${url}/api/docs`);
  const document = (await reply.json()) as {
    openapi: string;
    paths: Record<
      string,
      Record<string, { operationId: string; security?: unknown; responses: Record<string, { description: string }> }>
    >;
  };
  assert.match(document.openapi, /^3\.1/);
  for (const { name, endpoint } of api) {
    const operation = document.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
    assert.equal(operation?.operationId, name);
    const needsToken = endpoint.access === 'user' || endpoint.access === 'admin';
    assert.equal(operation.security !== undefined, needsToken, name);
    const told = Object.values(operation.responses).map(({ description }) => description);
    for (const code of endpoint.errors ?? [])
      assert.ok(
        told.some((text) => text.includes(code)),
        `${name}: ${code}`,
      );
  }
});
