import assert from 'node:assert/strict';
import { test } from 'vitest';
import { classifyFailure, readCredits, readGeneration, readList, toLumaError } from './luma-replies.ts';
import { ProviderError } from '../video-provider.ts';

const answer = (body: unknown, status = 200, headers = {}) => ({
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

test('reads a generation that has only an id', () => {
  const generation = readGeneration(answer({ id: 'g1' }));
  assert.deepEqual(
    [generation.id, generation.state, generation.videoUrl, generation.echo],
    ['g1', 'pending', null, []],
  );
});

test('reads states; an unknown one counts as pending', () => {
  const words = {
    queued: 'pending',
    dreaming: 'processing',
    completed: 'completed',
    failed: 'failed',
    paused: 'pending',
  };
  for (const [word, state] of Object.entries(words))
    assert.equal(readGeneration(answer({ id: 'g', state: word })).state, state);
});

test('reads all fields of a generation', () => {
  const request = { model: 'ray-2', resolution: '720p', duration: '5s', prompt: 'She smiles.' };
  const whole = readGeneration(
    answer({
      id: 'g',
      model: 'ray-2',
      version: 'old',
      created_at: '2026-11-01T10:00:00Z',
      request,
      assets: { video: 'https://a/1' },
    }),
  );
  assert.deepEqual([whole.model, whole.request, whole.videoUrl], ['ray-2', request, 'https://a/1']);
  assert.equal(whole.createdAt?.toISOString(), '2026-11-01T10:00:00.000Z');
  assert.equal(readGeneration(answer({ id: 'g', version: 'old' })).model, 'old');
  const empty = readGeneration(answer({ id: 'g', created_at: 'yesterday' }));
  assert.deepEqual([empty.model, empty.createdAt, empty.failure], [null, null, null]);
  assert.deepEqual(empty.request, { model: null, resolution: null, duration: null, prompt: null });
});

test('reads why a generation failed, without URLs', () => {
  const failureOf = (body: object) => readGeneration(answer({ id: 'g', ...body })).failure;
  assert.deepEqual(
    failureOf({ state: 'failed', failure_reason: 'Failed to read user input frames: https://a/secret' }),
    {
      kind: 'photo_unreadable',
      reason: 'Failed to read user input frames: [address]',
    },
  );
  assert.deepEqual(failureOf({ state: 'failed' }), { kind: 'transient', reason: 'no reason given' });
  assert.equal(failureOf({ state: 'completed', failure_reason: 'Job failed' }), null);
});

test('reads the credits of the account', () => {
  assert.equal(readCredits(answer({ credit_balance: 1250 })), 1250);
  assert.throws(() => readCredits(answer({})), ProviderError);
});

test('classifies by wording only a refusal', () => {
  assert.equal(toLumaError(answer({ detail: 'Frame moderation failed' }, 500)).failure, 'unknown');
  assert.equal(toLumaError(answer({ detail: 'Out of credits' }, 429)).failure, 'busy');
});

test('finds every field in which a token can be echoed', () => {
  const request = {
    callback_url: 'https://a/1',
    keyframes: { frame0: { type: 'image', url: 'https://a/2' }, frame1: null },
  };
  assert.deepEqual(readGeneration(answer({ id: 'g', request })).echo, ['https://a/1', 'https://a/2']);
});

test('a list without has_more continues while its pages are full', () => {
  const generations = [{ id: 'a' }, { id: 'b' }];
  assert.equal(readList(answer({ generations }), 2).hasMore, true);
  assert.equal(readList(answer({ generations }), 3).hasMore, false);
  assert.equal(readList(answer({ generations, has_more: false }), 2).hasMore, false);
});

test('an answer of another shape is an error, never an incomplete generation', () => {
  const strange = [
    { state: 'queued' },
    { id: 7 },
    { id: 'g', assets: { video: 7 } },
    { id: 'g', request: { prompt: 7 } },
    { id: 'g', request: { keyframes: { frame0: { url: 7 } } } },
  ];
  for (const body of ['<html>', '', '[]', 'null', ...strange]) {
    assert.throws(() => readGeneration(answer(body)), ProviderError);
  }
  assert.throws(() => readList(answer({ generations: [{ id: 'a' }, {}] }), 2), ProviderError);
  assert.throws(() => readList(answer({ generations: null }), 2), ProviderError);
});

test('an entry of an unknown shape is kept for its token, and does not hide the others', () => {
  const strange = { id: 'b', state: 7, request: { media: [{ url: 'https://a/secret' }] } };
  const { generations } = readList(answer({ generations: [{ id: 'a' }, strange, { id: 'c' }] }), 100);
  assert.deepEqual(
    generations.map(({ id, state }) => [id, state]),
    [
      ['a', 'pending'],
      ['b', 'pending'],
      ['c', 'pending'],
    ],
  );
  assert.ok(generations[1]?.echo[0]?.includes('secret'));
  assert.deepEqual(generations[1]?.request, { model: null, resolution: null, duration: null, prompt: null });
});

test('classifies what may be retried', () => {
  const reasons = {
    'Contains blacklisted words': 'moderation',
    'Frame moderation failed': 'moderation',
    'Advanced prompt moderation failed': 'moderation',
    'Failed to read user input frames': 'photo_unreadable',
    'FAILED TO READ USER INPUT FRAMES (timeout)': 'photo_unreadable',
    'Insufficient credits': 'account',
    'Prompt processing failed': 'transient',
    'Error dispatching job': 'transient',
    'Job failed': 'transient',
    'something new': 'transient',
  };
  for (const [reason, kind] of Object.entries(reasons)) assert.equal(classifyFailure(reason).kind, kind, reason);
});

test('reads reasons of refusal in every shape', () => {
  const messages = [
    [answer({ detail: 'Prompt is too short' }, 400), 'HTTP 400: Prompt is too short'],
    [answer({ detail: [{ loc: ['body'], msg: 'bad' }] }, 422), 'HTTP 422: [{"loc":["body"],"msg":"bad"}]'],
    [answer('<html>\n  Bad   Gateway', 502), 'HTTP 502: <html> Bad Gateway'],
    [answer('', 500), 'HTTP 500: no details'],
  ] as const;
  for (const [given, message] of messages) assert.equal(toLumaError(given).message, message);
  const failures = {
    'Contains blacklisted words': 'moderation',
    'Failed to read user input frames': 'photo',
    'Out of credits': 'account',
  };
  for (const [detail, failure] of Object.entries(failures))
    assert.equal(toLumaError(answer({ detail: `400: ${detail}` }, 400)).failure, failure);
});

test('removes URLs from messages, because the photo link of our request is a secret', () => {
  const quoted = answer(
    { detail: [{ input: 'https://shop.example/api/files/access?s=secret', msg: 'unreachable' }] },
    422,
  );
  assert.equal(toLumaError(quoted).message, 'HTTP 422: [{"input":"[address]","msg":"unreachable"}]');
});

test('reads Retry-After, in seconds or as a date', () => {
  assert.equal(toLumaError(answer({}, 429, { 'retry-after': '7' })).retryAfterMs, 7000);
  const ms = toLumaError(answer({}, 429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() })).retryAfterMs;
  assert.ok(ms && ms > 50_000 && ms <= 60_000);
  assert.equal(toLumaError(answer({}, 429, { 'retry-after': 'soon' })).retryAfterMs, undefined);
});
