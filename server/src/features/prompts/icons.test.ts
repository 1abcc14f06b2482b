import assert from 'node:assert/strict';
import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { createPictogram, listIcons, updatePictogram } from '@keepsake/contract/films/prompts';
import { afterFile } from '../../../test/after-file.ts';
import { startTestApp } from '../../../test/harness.ts';
import { createIcons } from './icons.ts';
import { requireIcon } from './prompts.routes.ts';

const app = await startTestApp(undefined);
const admin = await app.createUser({ role: 'Admin' });
const own = join(app.deps.config.DATA_DIR, 'card-icons');
const drawn = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>';

beforeAll(async () => {
  await mkdir(own);
  await writeFile(join(own, 'of-the-house.svg'), drawn);
  await writeFile(join(own, 'pet.svg'), drawn);
  await writeFile(join(own, '.hidden.svg'), drawn);
  await writeFile(join(own, 'notes.txt'), 'not for everybody');
  await writeFile(join(own, 'huge.svg'), Buffer.alloc(200_001, ' '));
  await writeFile(join(app.deps.config.DATA_DIR, 'secret.svg'), 'a secret');
  await symlink(join(app.deps.config.DATA_DIR, 'secret.svg'), join(own, 'led-away.svg'));
  await mkdir(join(own, 'folder.svg'));
  await link(join(own, 'of-the-house.svg'), join(own, 'twin.svg'));
});

describe('the drawings of pictograms', () => {
  test('are served from the product and from the installation, whose own drawing of a name takes precedence', async () => {
    for (const [name, body] of [
      ['face-forward', undefined],
      ['of-the-house', drawn],
      ['pet', drawn],
    ] as const) {
      const answer = await fetch(`${app.url}/card-icons/${name}.svg`);
      assert.equal(answer.status, 200, name);
      assert.equal(answer.headers.get('content-type'), 'image/svg+xml');
      const text = await answer.text();
      if (body === undefined) assert.match(text, /^<svg[^>]*viewBox="0 0 24 24"/);
      else assert.equal(text, body);
    }
  });

  test('run no script and load nothing when opened as a page of their own', async () => {
    const { headers } = await fetch(`${app.url}/card-icons/pet.svg`);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /sandbox/);
    assert.doesNotMatch(policy, /script-src/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  });

  test('are the only files served: no directory listing, no other file, no target of a symbolic link', async () => {
    const names = [
      '',
      '.',
      'missing.svg',
      '.hidden.svg',
      'notes.txt',
      'led-away.svg',
      'huge.svg',
      'folder.svg',
      'pet.svg.br',
      'PET.svg',
      '..%2fsecret.svg',
      '%2e%2e%2fsecret.svg',
      '..%5csecret.svg',
      'pet.svg%00.svg',
      'pet%0a.svg',
    ];
    for (const name of names) {
      const answer = await fetch(`${app.url}/card-icons/${name}`);
      assert.ok(answer.status === 404 || answer.status === 400, `${name}: ${answer.status}`);
      assert.doesNotMatch(await answer.text(), /secret"|not for everybody|<svg/, name);
    }
  });

  test('are listed for administrators only, and only those that are served', async () => {
    const { data } = await app.call(listIcons, { token: admin.token });
    for (const name of ['face-forward', 'of-the-house', 'pet', 'twin'])
      assert.ok(data.drawings.includes(`/card-icons/${name}.svg`), name);
    for (const icon of data.drawings) assert.equal((await fetch(app.url + icon)).status, 200, icon);
    for (const name of ['led-away', 'folder', 'huge', '.hidden', 'secret'])
      assert.ok(!data.drawings.includes(`/card-icons/${name}.svg`), name);
    const customer = await app.createUser();
    assert.equal((await app.call(listIcons, { token: customer.token })).status, 403);
  });
});

describe('a pictogram', () => {
  test('accepts an existing drawing, also by its bare name, and refuses another with the list of existing ones', async () => {
    const { token } = admin;
    const made = await app.call(createPictogram, { token, body: { name: 'The house', icon: 'of-the-house' } });
    assert.equal(made.data.suggestion.icon, '/card-icons/of-the-house.svg');
    const params = { key: made.data.suggestion.key };
    const again = { name: 'The house' };
    for (const icon of ['/card-icons/nowhere.svg', 'nowhere', 'led-away', 'folder']) {
      for (const refused of [
        await app.call(createPictogram, { token, body: { name: 'Nowhere', icon } }),
        await app.call(updatePictogram, { token, params, body: { ...again, icon } }),
      ]) {
        assert.deepEqual([refused.status, Object.keys(refused.error.fields ?? {})], [400, ['icon']], icon);
        assert.match(refused.error.fields?.['icon'] ?? '', /There is no such icon.*face-forward/);
      }
    }
    const changed = await app.call(updatePictogram, { token, params, body: { ...again, icon: 'pet' } });
    assert.equal(changed.data.suggestion.icon, '/card-icons/pet.svg');
  });

  test('refuses an unknown class name, but accepts any if no class names are known', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-icons-'));
    afterFile(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'hand.svg'), drawn);
    const icons = createIcons({ ours: folder, own, classes: folder });
    assert.equal(await requireIcon(icons, 'fa-hand'), 'fa-hand');
    await assert.rejects(requireIcon(icons, 'fa-no-such-hand'), { code: 'validation_failed' });
    const unbuilt = createIcons({ ours: folder, own, classes: join(folder, 'nothing') });
    assert.equal(await requireIcon(unbuilt, 'fa-no-such-hand'), 'fa-no-such-hand');
    assert.deepEqual(await unbuilt.keywords(), {});
    await writeFile(join(folder, 'keywords.json'), '{"hand":"hand palm stop"}');
    assert.deepEqual(await icons.keywords(), { 'fa-hand': 'hand palm stop' });
  });
});
