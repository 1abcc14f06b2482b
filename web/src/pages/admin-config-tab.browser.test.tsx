import {
  listNotificationConfigs,
  type NotificationConfig,
  previewNotification,
  sendTestNotification,
  updateNotificationConfig,
} from '@keepsake/contract/admin/notifications';
import {
  getVideoConfig,
  latestVideoConfigTest,
  setVideoConfig,
  testVideoConfig,
  type VideoConfigTest,
} from '@keepsake/contract/films/videos';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTab } from '../../test/admin.ts';
import { type Answer, held, never, refuse, reply } from '../../test/answers.ts';
import { expectAccessible, testLooks } from '../../test/looks.ts';
import { ago, idOf } from '../../test/orders.ts';
import { expectAlert, expectLoading, expectProblems, expectText, press } from '../../test/screen.ts';
import { queryClient } from '../shared/query.ts';
import type { FilmConfig } from '../features/films/films.api.ts';
import { testVariations } from '../../test/variations.ts';

const config: FilmConfig = {
  serviceProvider: 'embedded',
  serviceProviderUrl: 'https://api.keepsake.example/',
  model: 'default',
  duration: 5,
  loop: false,
  aspect_ratio: 'default',
  resolution: 'default',
};
const films: NotificationConfig = {
  id: idOf(1),
  name: 'Films ready',
  description: 'x',
  isEnabled: true,
  daysBeforeEvent: null,
  revision: 1,
};
const deletion: NotificationConfig = { ...films, id: idOf(2), name: 'Deletion reminder (first)', daysBeforeEvent: 7 };
const newer: NotificationConfig = { ...films, id: idOf(3), name: 'A newer mail', description: 'Says something new.' };

const open = (...answers: Answer[]) =>
  openTab('config', [
    reply(getVideoConfig, { config, revision: 1 }),
    reply(latestVideoConfigTest, { test: null }),
    reply(listNotificationConfigs, [films, deletion, newer]),
    ...answers,
  ]);
const form = () => page.getByRole('form', { name: 'Video generation' });

describe('the film settings', () => {
  testLooks('the configuration', async () => {
    await open();
    await expectText('Says something new.');
  });

  test('are loading', async () => {
    await open(never(getVideoConfig), never(listNotificationConfigs));
    await expectLoading();
  });

  test('say why they cannot be shown', async () => {
    await open(refuse(getVideoConfig, 'internal_error'), refuse(listNotificationConfigs, 'internal_error'));
    await expectAlert('Failed to load configuration: Something went wrong. Please try again.');
    await expectAlert('Failed to load notification configurations: Something went wrong. Please try again.');
  });

  test('say what a service lacks, and offer only what it can do', async () => {
    await open();
    await form().getByLabelText('Resolution').selectOptions('1080p');
    await form().getByLabelText('Service provider').selectOptions('Luma Agents');
    await expectText('What this service lacks:');
    await expectText('Its copies of films cannot be deleted.');
    await expect.element(form().getByLabelText('Model').getByRole('option')).toHaveLength(1);
    await expectAccessible();
  });

  test('use the chosen service’s address, and the saved one for the saved service', async () => {
    const addresses = {
      embedded: 'https://luma.example/v1',
      luma: 'https://luma.example/v1',
      'luma-agents': 'https://agents.example/v1',
    };
    await open(reply(getVideoConfig, { config, revision: 1, addresses }));
    const address = form().getByLabelText('Address of the service');
    await form().getByLabelText('Service provider').selectOptions('Luma Agents');
    await expect.element(address).toHaveValue('https://agents.example/v1');
    await form().getByLabelText('Service provider').selectOptions('luma');
    await expect.element(address).toHaveValue('https://luma.example/v1');
    await form().getByLabelText('Service provider').selectOptions('embedded');
    await expect.element(address).toHaveValue(config.serviceProviderUrl);
  });

  test('need an address', async () => {
    await open();
    await form().getByLabelText('Address of the service').fill('');
    await press('Save configuration');
    await expectProblems(['Address of the service: This field is required']);
    await form().getByLabelText('Address of the service').fill('ftp://example.com');
    await expectProblems(['Address of the service: This value has the wrong format.']);
  });

  test('are saved, or say why not', async () => {
    const server = await open(
      refuse(setVideoConfig, 'validation_failed', { problems: { serviceProviderUrl: { code: 'not_allowed' } } }),
    );
    await press('Save configuration');
    await expectProblems(['Address of the service: This value is not one of those offered.']);
    server.answer(refuse(setVideoConfig, 'internal_error'));
    await press('Save configuration');
    await expectProblems(['Failed to update configuration: Something went wrong. Please try again.']);
    server.answer(reply(setVideoConfig, { config, revision: 2 }));
    await press('Save configuration');
    const notice = page.getByText('Video generation configuration updated successfully');
    await expect.element(notice).toBeInViewport();
    await form().getByLabelText('Address of the service').fill('');
    await press('Save configuration');
    await expectProblems(['Address of the service: This field is required']);
    await expect.element(notice).not.toBeInTheDocument();
  });

  test('show a change that somebody else made in the meantime', async () => {
    const current = { ...config, resolution: '720p', loop: true };
    const server = await open(refuse(setVideoConfig, 'changed_meanwhile', { current, revision: 8 }));
    await form().getByLabelText('Resolution').selectOptions('540p');
    await press('Save configuration');
    await expectText('Now: 720p');
    await expectText('Yours: 540p');
    await expectText('Now: Yes');
    await expectAccessible();
    server.answer(reply(setVideoConfig, { config, revision: 9 }));
    await press('Save mine all the same');
    await expectText('Video generation configuration updated successfully');
    expect(server.sent(setVideoConfig).at(-1)?.body).toMatchObject({ resolution: '540p', revision: 8 });
  });
});

describe('the test film of a configuration', () => {
  const aTest = (more: Partial<VideoConfigTest>): VideoConfigTest => ({
    id: idOf(5),
    config,
    state: 'queued',
    reason: null,
    createdAt: ago(1),
    photoUrl: '/gallery/smile.jpg',
    filmUrl: null,
    ...more,
  });

  test('starts with the values of the form', async () => {
    const server = await open(reply(testVideoConfig, { test: aTest({}) }));
    await form().getByLabelText('Resolution').selectOptions('540p');
    await press('Test this configuration');
    await expectText('The test film waits for a worker.');
    expect(server.sent(testVideoConfig)[0]?.body).toMatchObject({ resolution: '540p' });
  });

  test('that has started is shown after a late answer, too, that is older', async () => {
    const test = aTest({ state: 'failed', reason: 'The key is not valid.' });
    const server = await open(reply(testVideoConfig, { test }));
    await expect.poll(() => queryClient.getQueryData(['admin', 'film-config-test'])).toBeNull();
    const older = held(latestVideoConfigTest, { test: null });
    server.answer(older);
    void queryClient.refetchQueries({ queryKey: ['admin', 'film-config-test'] });
    await expect.poll(() => server.sent(latestVideoConfigTest)).toHaveLength(2);
    await press('Test this configuration');
    await expectAlert('The key is not valid.');
    older.letGo();
    await expect.poll(() => queryClient.isFetching({ queryKey: ['admin', 'film-config-test'] })).toBe(0);
    expect(queryClient.getQueryData(['admin', 'film-config-test'])).toEqual(test);
  });

  test('cannot be started twice', async () => {
    await open(refuse(testVideoConfig, 'test_running'));
    await press('Test this configuration');
    await expectText('A test film is being made already.');
  });

  testLooks('a test film that failed', async () => {
    await open(reply(latestVideoConfigTest, { test: aTest({ state: 'failed', reason: 'The key is not valid.' }) }));
    await expectAlert('The key is not valid.');
  });

  test('is shown', async () => {
    await open(reply(latestVideoConfigTest, { test: aTest({ state: 'done', filmUrl: '/gallery/smile.mp4' }) }));
    await expect.element(page.getByLabelText('Test film')).toBeVisible();
  });
});

describe('a notification', () => {
  const days = () => page.getByLabelText('Days before: Deletion reminder (first)');

  test('can be switched on and off', async () => {
    const server = await open(reply(updateNotificationConfig, { config: { ...films, isEnabled: false, revision: 2 } }));
    await page.getByRole('switch', { name: 'Films ready' }).click();
    await expectText('Notification setting updated successfully');
    await expect.element(page.getByRole('switch', { name: 'Films ready' })).not.toBeChecked();
    expect(server.sent(updateNotificationConfig)[0]?.body).toEqual({ isEnabled: false, revision: 1 });
  });

  test('keeps its state if that fails', async () => {
    await open(refuse(updateNotificationConfig, 'internal_error'));
    await page.getByRole('switch', { name: 'Films ready' }).click();
    await expectText('Failed to update notification setting: Something went wrong. Please try again.');
    await expect.element(page.getByRole('switch', { name: 'Films ready' })).toBeChecked();
  });

  test('shows a change that somebody else made in the meantime', async () => {
    const current = { ...deletion, daysBeforeEvent: 12, revision: 4 };
    await open(refuse(updateNotificationConfig, 'changed_meanwhile', { current, revision: 4 }));
    await days().fill('10');
    await userEvent.keyboard('{Enter}');
    await expectText('Failed to update days setting: Somebody else has changed this meanwhile.');
    await expect.element(days()).toHaveValue('12');
  });

  testVariations(['31', '0', '', '1.5', 'x'])('accepts whole days only, not “%s”', async (typed) => {
    const changed = { ...deletion, daysBeforeEvent: 10, revision: 2 };
    const server = await open(reply(updateNotificationConfig, { config: changed }));
    await days().fill(typed);
    await expectText('Enter a whole number from 1 to 30.');
    await userEvent.keyboard('{Enter}');
    await days().fill('10');
    await userEvent.keyboard('{Enter}');
    await expectText('Days setting updated successfully');
    expect(server.sent(updateNotificationConfig).map(({ body }) => body)).toEqual([
      { daysBeforeEvent: 10, revision: 1 },
    ]);
  });

  test('can be given days and switched off in one go: the changes are saved one after the other', async () => {
    const changed = { ...deletion, daysBeforeEvent: 10, revision: 2 };
    const late = held(updateNotificationConfig, { config: changed });
    const server = await open(late);
    const onOff = page.getByRole('switch', { name: 'Deletion reminder (first)' });
    await days().fill('10');
    await onOff.click();
    await expect.element(onOff).not.toBeChecked();
    await expect.element(days()).toHaveValue('10');
    server.answer(reply(updateNotificationConfig, { config: { ...changed, isEnabled: false, revision: 3 } }));
    late.letGo();
    await expectText('Notification setting updated successfully');
    expect(server.sent(updateNotificationConfig).map(({ body }) => body)).toEqual([
      { daysBeforeEvent: 10, revision: 1 },
      { isEnabled: false, revision: 2 },
    ]);
    await expect.element(onOff).not.toBeChecked();
    await expect.element(days()).toHaveValue('10');
  });

  test('can be given a number of days', async () => {
    await open(reply(updateNotificationConfig, { config: { ...deletion, daysBeforeEvent: 10, revision: 2 } }));
    await days().fill('10');
    await userEvent.keyboard('{Enter}');
    await expectText('Days setting updated successfully');
  });

  const preview = reply(previewNotification, ({ query }) => ({
    subject: `Subject in ${query['language']}`,
    text: 'Dear Rosa,\nyour films are ready.',
  }));
  const openPreview = async (...answers: Answer[]) => {
    const server = await open(preview, ...answers);
    await press('Preview: Films ready');
    return server;
  };

  testLooks('the preview of a mail', async () => {
    await openPreview();
    await expectText('Subject in en');
  });

  test('is read in each language, and sent to oneself', async () => {
    const server = await openPreview(reply(sendTestNotification, { message: 'ok' }));
    await page.getByRole('dialog').getByLabelText('Language').selectOptions('Magyar');
    await expectText('Subject in hu');
    await press('Send it to me');
    await expectText('The email is on its way to you');
    expect(server.sent(sendTestNotification)[0]?.body).toEqual({ language: 'hu' });
  });

  test('says why it cannot be read or sent', async () => {
    await openPreview(refuse(previewNotification, 'internal_error'), refuse(sendTestNotification, 'rate_limited'));
    await expectAlert('Something went wrong. Please try again.');
    await press('Send it to me');
    await expectText('Too many requests. Please wait a moment and try again.');
  });
});
