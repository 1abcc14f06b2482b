import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { readAgentsGeneration, toAgentsError } from './luma-agents-replies.ts';
import { ProviderError } from '../video-provider.ts';

const answer = (body: unknown, status = 200) => ({
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
});
const read = (body: object) => readAgentsGeneration(answer({ id: 'g1', ...body }));

describe('a generation of Luma Agents', () => {
  test('may have only an id', () => {
    assert.deepEqual(read({}), {
      id: 'g1',
      state: 'pending',
      failure: null,
      model: null,
      request: { model: null, resolution: null, duration: null, prompt: null },
      echo: [],
      createdAt: null,
      videoUrl: null,
      report: null,
    });
  });

  test('of another shape is an error', () => {
    for (const body of [{}, { id: '' }, { id: 7 }, { id: 'g', output: 'no list' }, { id: 'g', state: 7 }])
      assert.throws(() => readAgentsGeneration(answer(body)), ProviderError);
  });

  test('has a state; an unknown one counts as pending', () => {
    const words = {
      queued: 'pending',
      processing: 'processing',
      completed: 'completed',
      failed: 'failed',
      paused: 'pending',
    };
    for (const [state, expected] of Object.entries(words)) assert.equal(read({ state }).state, expected, state);
  });

  test('states its model and when it began', () => {
    const { model, request, createdAt } = read({ model: 'ray-3.2', created_at: '2026-11-01T10:00:00Z' });
    assert.deepEqual([model, request.model], ['ray-3.2', 'ray-3.2']);
    assert.equal(createdAt?.toISOString(), '2026-11-01T10:00:00.000Z');
    assert.equal(read({ created_at: 'yesterday' }).createdAt, null);
  });

  test('has as its film the first output of type video with a URL', () => {
    const film = (...output: object[]) => read({ state: 'completed', output }).videoUrl;
    assert.equal(film({ type: 'image', url: 'https://a/1' }, { type: 'video', url: 'https://a/2' }), 'https://a/2');
    assert.equal(film({ type: 'video', url: null }, { url: 'https://a/3' }), 'https://a/3');
    assert.equal(film({ type: 'image', url: 'https://a/1' }), null);
    assert.equal(film(), null);
  });

  test('fails with a documented code, or with an unknown one that may be retried', () => {
    const kinds = {
      content_moderated: 'moderation',
      generation_failed: 'transient',
      output_not_found: 'transient',
      budget_exhausted: 'account',
      image_too_large: 'photo',
      unsupported_format: 'photo',
      corrupt_input: 'photo_unreadable',
      invalid_request: 'refused',
      something_new: 'transient',
    };
    for (const [failure_code, kind] of Object.entries(kinds))
      assert.deepEqual(read({ state: 'failed', failure_code }).failure, { kind, reason: failure_code });
    assert.equal(read({ state: 'completed', failure_code: 'content_moderated' }).failure, null);
  });

  test('has the provider’s reason, without URLs', () => {
    const reasonOf = (body: object) => read({ state: 'failed', ...body }).failure?.reason;
    assert.equal(
      reasonOf({ failure_code: 'corrupt_input', failure_reason: 'cannot read https://a/secret' }),
      'corrupt_input: cannot read [address]',
    );
    assert.equal(reasonOf({ failure_reason: 'no more' }), 'no more');
    assert.equal(reasonOf({}), 'no reason given');
  });
});

test('a refusal of Luma Agents is classified by its status and its words', () => {
  const failures: [number, string, string][] = [
    [503, 'Image ingestion is busy', 'busy'],
    [503, 'Service unavailable', 'unknown'],
    [500, 'Image ingestion failed', 'unknown'],
    [429, 'Too many requests', 'busy'],
    [400, 'The prompt was moderated', 'moderation'],
    [422, 'Violates the content policy', 'moderation'],
    [400, 'Against our content guidelines', 'moderation'],
    [413, 'Too large', 'photo'],
    [422, 'The image could not be fetched', 'photo'],
    [422, 'Unknown media', 'photo'],
    [422, 'Unsupported frame', 'photo'],
    [422, 'Bad url', 'photo'],
    [422, 'Bad base64', 'photo'],
    [422, 'This combination does not exist', 'refused'],
    [400, 'The image could not be fetched', 'refused'],
    [401, 'The content policy needs a key', 'account'],
  ];
  for (const [status, detail, failure] of failures)
    assert.equal(toAgentsError(answer({ detail }, status)).failure, failure, `${status} ${detail}`);
});
