import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/harness.ts';
import { maxMissingTexts } from './missing-texts.ts';

const app = await startTestApp(undefined);

const add = ({ url }: TestApp, path: string, body: unknown) =>
  fetch(`${url}/locales/add/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const recorded = async (path: string) =>
  JSON.parse(await readFile(join(app.deps.config.DATA_DIR, `missing-translations/${path}.json`), 'utf8')) as object;

describe('texts that the pages miss', () => {
  test('are recorded for translators by language and namespace, each once', async () => {
    const bodies = [
      { 'set.archive': 'Archive', title: 'Gallery' },
      { title: 'Another', 'stage.creatingFor_one': 'One minute' },
      { title: 'Gallery' },
    ];
    const [first, ...others] = bodies;
    assert.equal((await add(app, 'hu/dashboard', first)).status, 204);
    await Promise.all(others.map((body) => add(app, 'hu/dashboard', body)));
    await add(app, 'de/dashboard', { title: 'Galerie' });
    assert.deepEqual(await recorded('hu/dashboard'), {
      'set.archive': 'Archive',
      'stage.creatingFor_one': 'One minute',
      title: 'Gallery',
    });
    assert.deepEqual(await recorded('de/dashboard'), { title: 'Galerie' });
  });

  test('all stay, however many report at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => add(app, 'fr/common', { [`key${at}`]: 'text' })));
    assert.equal(Object.keys(await recorded('fr/common')).length, 20);
  });

  test('are recorded in a new file beside a broken one', async () => {
    const folder = join(app.deps.config.DATA_DIR, 'missing-translations/hu');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'common.json'), '{"title": "Galéria"');
    assert.equal((await add(app, 'hu/common', { added: 'x' })).status, 204);
    assert.deepEqual(await recorded('hu/common'), { added: 'x' });
    assert.equal(await readFile(join(folder, 'common.json.broken'), 'utf8'), '{"title": "Galéria"');
  });

  test('of languages and namespaces that we do not have are not recorded', async () => {
    for (const path of ['it/common', 'en/nothing', 'en/..%2f..%2fcommon', '%2e%2e/common', 'en/__proto__', 'EN/common'])
      assert.equal((await add(app, path, { title: 'x' })).status, 404, path);
    assert.equal((await fetch(`${app.url}/locales/add/en/common`)).status, 404);
  });

  test('with keys or words that no text has are refused', async () => {
    const bodies = [
      '{"__proto__": "x"}',
      '{"constructor": {"prototype": "x"}}',
      { '../up': 'x' },
      { '': 'x' },
      { 'a b': 'x' },
      { title: 5 },
      { title: 'x'.repeat(2001) },
      { ['k'.repeat(201)]: 'x' },
      { title: 'nul \0' },
      [],
      'no JSON',
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`key${at}`, 'x'])),
    ];
    for (const body of bodies)
      assert.equal((await add(app, 'es/common', body)).status, 400, JSON.stringify(body)?.slice(0, 60));
    await assert.rejects(recorded('es/common'), { code: 'ENOENT' });
    assert.equal(({} as Record<string, unknown>)['x'], undefined);
  });

  test('are limited per namespace', async () => {
    for (let start = 0; start < maxMissingTexts + 200; start += 100) {
      const keys = Array.from({ length: 100 }, (_, at) => [`many${start + at}`, 'x']);
      assert.equal((await add(app, 'en/errors', Object.fromEntries(keys))).status, 204);
    }
    assert.equal(Object.keys(await recorded('en/errors')).length, maxMissingTexts);
  });

  test('have no address in production', async (t) => {
    const settings = { NODE_ENV: 'production', ALLOW_SANDBOX: 'true' };
    const production = await startTestApp(t, { settings });
    const answer = await add(production, 'en/common', { title: 'x' });
    assert.deepEqual([answer.status, ((await answer.json()) as { code: string }).code], [404, 'not_found']);
  });
});
