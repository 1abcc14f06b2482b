import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import {
  listNotificationConfigs,
  previewNotification,
  sendTestNotification,
  updateNotificationConfig,
} from '@keepsake/contract/admin/notifications';
import { startTestApp, type TestApp, type TestUser } from '../../../test/harness.ts';
import { newId } from '../../platform/ids.ts';
import { seedNotificationConfigs } from '../journal/notification-config.queries.ts';

describe('notification settings', () => {
  let app: TestApp;
  let admin: TestUser;
  beforeAll(async () => {
    app = await startTestApp(undefined);
    admin = await app.createUser({ role: 'Admin' });
  });

  const list = async () => (await app.call(listNotificationConfigs, { token: admin.token })).data;
  const update = (id: string, body: Record<string, unknown>, token: string | undefined = admin.token) =>
    app.call(updateNotificationConfig, { params: { id }, body, token });

  async function configNamed(name: string) {
    const config = (await list()).find((one) => one.name === name);
    assert.ok(config, name);
    return config;
  }

  test('begin with reminders 7, 3 and 1 days before a deletion, and 7 and 3 days before that of an unpaid set', async () => {
    const configs = await list();
    assert.deepEqual(
      configs.map(({ name, isEnabled, daysBeforeEvent }) => [name, isEnabled, daysBeforeEvent]),
      [
        ['Deletion reminder (first)', true, 7],
        ['Deletion reminder (second)', true, 3],
        ['Deletion reminder (last)', true, 1],
        ['Unpaid set reminder (first)', true, 7],
        ['Unpaid set reminder (last)', true, 3],
        ['Films ready', true, null],
        ['Order confirmation', true, null],
      ],
    );
    assert.ok(configs.every(({ description }) => description.length > 20));
  });

  test('are not overwritten by an administrator who saw an earlier state', async () => {
    const seen = await configNamed('Unpaid set reminder (last)');
    assert.equal((await update(seen.id, { daysBeforeEvent: 4, revision: seen.revision })).status, 200);
    const late = await update(seen.id, { daysBeforeEvent: 5, revision: seen.revision });
    assert.deepEqual([late.status, late.error.code], [409, 'changed_meanwhile']);
    assert.equal((late.error as { current?: { daysBeforeEvent: number } }).current?.daysBeforeEvent, 4);
    await update(seen.id, { daysBeforeEvent: 3 });
  });

  test('can each be read in every language, and sent to the administrator who requests it', async () => {
    const preview = async (id: string, language: string) =>
      (await app.call(previewNotification, { params: { id }, query: { language }, token: admin.token })).data;
    for (const { id, name } of await list()) {
      const [english, hungarian] = [await preview(id, 'en'), await preview(id, 'hu')];
      assert.ok(english.text.length > 100, name);
      assert.notEqual(english.text, hungarian.text);
      const answer = await app.call(sendTestNotification, {
        params: { id },
        body: { language: 'hu' },
        token: admin.token,
      });
      assert.equal(answer.status, 200);
    }
    assert.equal(
      (await app.call(sendTestNotification, { params: { id: newId() }, body: {}, token: admin.token })).status,
      404,
    );
  });

  test('are switched and timed one by one, and keep that through the next start', async () => {
    const { id } = await configNamed('Deletion reminder (first)');
    const off = await update(id, { isEnabled: false });
    assert.deepEqual([off.data.config.isEnabled, off.data.config.daysBeforeEvent], [false, 7]);
    const later = await update(id, { daysBeforeEvent: 30 });
    assert.deepEqual([later.data.config.isEnabled, later.data.config.daysBeforeEvent], [false, 30]);
    await seedNotificationConfigs(app.db);
    const { isEnabled, daysBeforeEvent } = await configNamed('Deletion reminder (first)');
    assert.deepEqual([isEnabled, daysBeforeEvent], [false, 30]);
    assert.equal((await list()).length, 7);
  });

  for (const [value, text] of [
    [0, /1 or more/],
    [31, /30 or less/],
    [1.5, /whole number/],
    ['3', /wrong type/],
    [[3], /wrong type/],
    [null, /wrong type/],
  ] as const) {
    test(`refuse ${JSON.stringify(value)} days`, async () => {
      const { id } = await configNamed('Deletion reminder (last)');
      const answer = await update(id, { daysBeforeEvent: value });
      assert.equal(answer.status, 400);
      assert.match(answer.error.fields?.['daysBeforeEvent'] ?? '', text);
    });
  }

  test('refuse days for a mail that is sent at once', async () => {
    const { id } = await configNamed('Films ready');
    const answer = await update(id, { daysBeforeEvent: 3 });
    assert.equal(answer.status, 400);
    assert.ok(answer.error.fields?.['daysBeforeEvent']);
    assert.equal((await configNamed('Films ready')).daysBeforeEvent, null);
  });

  test('are for administrators only, and one that does not exist is not found', async () => {
    const user = await app.createUser();
    const { id } = await configNamed('Films ready');
    assert.equal((await update(id, { isEnabled: false }, user.token)).status, 403);
    assert.equal((await app.call(updateNotificationConfig, { params: { id }, body: {} })).status, 401);
    assert.equal((await update(newId(), { isEnabled: false })).status, 404);
    assert.equal((await update('films', { isEnabled: false })).status, 400);
    assert.equal((await configNamed('Films ready')).isEnabled, true);
  });
});
