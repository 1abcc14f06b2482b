import assert from 'node:assert/strict';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { api } from '@keepsake/contract/api';
import { describe, test } from 'vitest';
import { startTestApp } from '../../../../test/harness.ts';
import { documentedPath, openApi, type Operation } from './openapi.ts';

const document = openApi({ name: 'Keepsake', url: 'https://keepsake.example', email: 'support@keepsake.example' });

const operationOf = (name: string): Operation => {
  const endpoint = api.find((call) => call.name === name)?.endpoint ?? assert.fail(`no call ${name}`);
  const operation = document.paths[documentedPath(endpoint)]?.[endpoint.method.toLowerCase()];
  return operation ?? assert.fail(`${name} is not described`);
};

describe('the API document', () => {
  test('is valid by the rules of Redocly, examples included', async () => {
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // The API is written for the product's own pages, so its document names no licence.
        'info-license': 'off',
        // Some public calls have no 4xx answer.
        'operation-4xx-response': 'off',
        'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: false },
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(document), config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
      [],
    );
  });

  test('is valid by the schema of OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    assert.ok(valid, JSON.stringify(errors));
  });

  test('describes every call of the contract once', () => {
    const described = Object.values(document.paths).flatMap((path) =>
      Object.values(path).map((call) => call.operationId),
    );
    assert.deepEqual(described.toSorted(), api.map(({ name }) => name).toSorted());
    for (const { name, endpoint } of api) {
      const { security, responses } = operationOf(name);
      assert.equal(security !== undefined, endpoint.access === 'user' || endpoint.access === 'admin', name);
      const told = Object.values(responses).map(({ description }) => description);
      for (const code of endpoint.errors ?? [])
        assert.ok(
          told.some((words) => words.includes(`${code}: `)),
          `${name}: ${code}`,
        );
    }
  });

  test('has one path for calls that differ in the name of a placeholder alone', () => {
    const found = Object.entries(document.paths).filter(([path]) =>
      /^\/api\/admin\/suggestion-pictograms\/\{\w+\}$/.test(path),
    );
    assert.equal(found.length, 1);
    const [[path, methods] = assert.fail()] = found;
    assert.deepEqual(Object.keys(methods).toSorted(), ['delete', 'put']);
    assert.equal(`{${methods['delete']?.parameters[0]?.name}}`, path.split('/').at(-1));
    assert.deepEqual(methods['delete']?.parameters[0]?.schema['format'], 'uuid');
  });

  test('names the shared schemas, and refers to them', () => {
    for (const name of ['User', 'Bucket', 'Content', 'Prompt', 'Pictogram', 'Pricing', 'Invoice', 'Error'])
      assert.equal(document.components.schemas[name]?.['type'], 'object', name);
    const { schema } = operationOf('getBucket').responses['200']?.content['application/json'] ?? assert.fail();
    assert.deepEqual(schema['properties'], { bucket: { $ref: '#/components/schemas/Bucket' } });
  });

  test('lists the statuses of refusals: too large, wrong type, not signed in, not found', () => {
    const statusesOf = (name: string) => Object.keys(operationOf(name).responses);
    for (const status of ['400', '401', '404', '409', '413', '415', '422', '429', '500', '503', '507'])
      assert.ok(statusesOf('uploadContent').includes(status), `upload: ${status}`);
    for (const status of ['401', '403', '404']) assert.ok(statusesOf('deletePrompt').includes(status), status);
    assert.ok(!statusesOf('listPrompts').includes('413'), 'what is only read has no body');
  });

  test('describes the further fields of refusals', () => {
    const { properties } = document.components.schemas['Error'] as { properties: object };
    const held = [
      'code',
      'current',
      'error',
      'fields',
      'notAgreed',
      'problems',
      'requestId',
      'revision',
      'risks',
      'waiting',
    ];
    assert.deepEqual(Object.keys(properties).toSorted(), held);
    const partly = document.components.schemas['FilesRejected'] as { properties: object };
    assert.deepEqual(
      Object.keys(partly.properties).toSorted(),
      [...held, 'bucketId', 'content', 'rejected'].toSorted(),
    );
  });

  test('has examples that are valid for the schemas of the calls', () => {
    for (const { name, endpoint } of api) {
      const { requestBody, responses } = operationOf(name);
      const reply =
        responses[endpoint.status ?? 200]?.content[endpoint.replyType === 'csv' ? 'text/csv' : 'application/json']
          ?.example;
      const answered = endpoint.reply.safeParse(reply);
      assert.ok(answered.success, `the answer of ${name}: ${answered.error?.message}`);
      if (!endpoint.body) continue;
      const asked = endpoint.body.safeParse(requestBody?.content['application/json']?.example);
      assert.ok(asked.success, `the body of ${name}: ${asked.error?.message}`);
    }
  });
});

test('browsers get the document as a page, programs as JSON', async (t) => {
  const { url } = await startTestApp(t);
  const asBrowser = await fetch(`${url}/api/docs`, {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  assert.match(asBrowser.headers.get('content-type') ?? '', /^text\/html/);
  assert.match(asBrowser.headers.get('vary') ?? '', /accept/i);
  assert.match(asBrowser.headers.get('content-security-policy') ?? '', /default-src 'none'.*style-src 'self'/);
  const page = await asBrowser.text();
  for (const { endpoint } of api) assert.ok(page.includes(documentedPath(endpoint)), endpoint.path);
  for (const accept of ['*/*', 'application/json', '']) {
    const answer = await fetch(`${url}/api/docs`, { headers: { accept } });
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, accept);
    assert.equal(((await answer.json()) as { openapi: string }).openapi, '3.1.1');
  }
  const linked = await fetch(`${url}/api/docs?format=json`, { headers: { accept: 'text/html' } });
  assert.match(linked.headers.get('content-type') ?? '', /^application\/json/);
  const style = await fetch(`${url}/api/docs.css`);
  assert.match(style.headers.get('content-type') ?? '', /^text\/css/);
});
