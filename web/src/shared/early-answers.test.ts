import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { takeEarlyAnswer } from './early-answers.ts';

const url = '/api/auth/me';
const response = new Response('{}');

test('is taken once', async () => {
  asked();
  assert.equal(await takeEarlyAnswer('GET', url, 'a'), response);
  assert.equal(await takeEarlyAnswer('GET', url, 'a'), null);
});

test('is for no other session, and not for this one after another', async () => {
  asked();
  assert.equal(await takeEarlyAnswer('GET', url, 'b'), null);
  assert.equal(await takeEarlyAnswer('GET', url, 'a'), null);
});

test('is not true any more once the page has changed something', async () => {
  asked();
  assert.equal(await takeEarlyAnswer('PUT', '/api/auth/profile', 'a'), null);
  assert.equal(await takeEarlyAnswer('GET', url, 'a'), null);
});

test('is not true any more ten seconds after it came', async () => {
  asked(performance.now() - 10_001);
  assert.equal(await takeEarlyAnswer('GET', url, 'a'), null);
});

test('is missing if none came, if none was requested, and if there is no document', async () => {
  assert.equal(await takeEarlyAnswer('GET', url, 'a'), null);
  asked();
  assert.equal(await takeEarlyAnswer('GET', '/api/pricing', 'a'), null);
  earlyAnswers({ token: 'a', byUrl: new Map([[url, Promise.resolve(null)]]) });
  assert.equal(await takeEarlyAnswer('GET', url, 'a'), null);
});

function asked(cameAt = performance.now()): void {
  earlyAnswers({ token: 'a', byUrl: new Map([[url, Promise.resolve({ response, cameAt })]]) });
}

function earlyAnswers(earlyAnswers: EarlyAnswers): void {
  vi.stubGlobal('window', { earlyAnswers });
}
