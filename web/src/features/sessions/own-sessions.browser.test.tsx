import { type DataExport, latestDataExport, requestDataExport } from '@keepsake/contract/accounts/data-exports';
import { endOtherSessions, endSession, listSessions } from '@keepsake/contract/accounts/sessions';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, never, refuse, reply } from '../../../test/answers.ts';
import { testLooks } from '../../../test/looks.ts';
import { ago, idOf } from '../../../test/orders.ts';
import { aSession, openProfile, ownSession } from '../../../test/profile.ts';
import { expectAlert, expectHeading, expectLoading, expectText, press } from '../../../test/screen.ts';
import { queryClient } from '../../shared/query.ts';
import { endSession as signOut } from '../../shared/session.ts';

const sessions = [ownSession, aSession(1), aSession(2)];
const others = () => page.getByRole('button', { name: /^Sign out: Safari, iPhone/ });

describe('the sessions of a user', () => {
  testLooks('the sessions', async () => {
    await openProfile([reply(listSessions, { sessions })]);
    await expect.element(others()).toHaveLength(2);
  });

  test('are loading', async () => {
    await openProfile([never(listSessions)]);
    await expectLoading();
  });

  test('say why they cannot be shown', async () => {
    await openProfile([refuse(listSessions, 'internal_error')]);
    await expectAlert('Something went wrong. Please try again.');
  });

  test('name the own one, which cannot be ended here', async () => {
    await openProfile();
    await expectText('This browser');
    await expectText('Firefox, Windows');
    await expect.element(others()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument();
  });

  test('show a name for an unknown browser', async () => {
    await openProfile([reply(listSessions, { sessions: [ownSession, aSession(1, { device: null })] })]);
    await expectText('Unknown browser');
  });

  test('are ended one by one, and all others at once', async () => {
    const server = await openProfile([reply(listSessions, { sessions }), reply(endSession, { message: 'ok' })]);
    await expect.element(others()).toHaveLength(2);
    server.answer(reply(listSessions, { sessions: [ownSession, aSession(2)] }));
    await others().first().click();
    await expectText('This session is ended');
    await expect.element(others()).toHaveLength(1);
    expect(server.sent(endSession)[0]?.params).toEqual({ id: aSession(1).id });
    server.answer(
      reply(endOtherSessions, { message: 'ok', ended: 1 }),
      reply(listSessions, { sessions: [ownSession] }),
    );
    await press('Sign out everywhere else');
    await expectText('You are signed out everywhere else');
    await expect.element(others()).not.toBeInTheDocument();
    await expectText('This browser');
  });

  test('that could not be ended say why', async () => {
    await openProfile([reply(listSessions, { sessions }), refuse(endSession, 'not_found')]);
    await others().first().click();
    await expectText('Not found.');
  });
});

describe('the data of a user', () => {
  const anExport = (more: Partial<DataExport>): DataExport => ({
    id: idOf(1),
    state: 'waiting',
    requestedAt: ago(10),
    expiresAt: null,
    bytes: null,
    downloadUrl: null,
    ...more,
  });
  const ready = anExport({
    state: 'ready',
    bytes: 4_200_000,
    expiresAt: '2026-12-20T08:00:00Z',
    downloadUrl: '/downloads/data.zip',
  });

  test('are loading', async () => {
    await openProfile([never(latestDataExport)]);
    await expectLoading();
  });

  test('say why they cannot be shown', async () => {
    await openProfile([refuse(latestDataExport, 'internal_error')]);
    await expectAlert('Something went wrong. Please try again.');
  });

  test('are exported on request', async () => {
    await openProfile([reply(requestDataExport, { dataExport: anExport({}) })]);
    await press('Put my data together');
    await expectText('Your data is being put together. We write to you when it is ready.');
    await expect.element(page.getByRole('button', { name: 'Put my data together' })).not.toBeInTheDocument();
  });

  test('that are being exported are not shown as they were before by an answer that arrives late', async () => {
    const server = await openProfile([reply(requestDataExport, { dataExport: anExport({}) })]);
    await expect.element(page.getByRole('button', { name: 'Put my data together' })).toBeVisible();
    const older = held(latestDataExport, { dataExport: null });
    server.answer(older);
    void queryClient.refetchQueries({ queryKey: ['data-export'] });
    await expect.poll(() => server.sent(latestDataExport)).toHaveLength(2);
    server.answer(reply(latestDataExport, { dataExport: anExport({}) }));
    await press('Put my data together');
    await expectText('Your data is being put together.');
    older.letGo();
    await expect.poll(() => queryClient.isFetching({ queryKey: ['data-export'] })).toBe(0);
    expect(queryClient.getQueryData(['data-export'])).toMatchObject({ dataExport: { state: 'waiting' } });
  });

  test('are not shown to who signs in next if the answer arrives after the session has ended', async () => {
    const late = held(requestDataExport, { dataExport: ready });
    const server = await openProfile([late]);
    await press('Put my data together');
    await expect.poll(() => server.sent(requestDataExport)).toHaveLength(1);
    const [asking] = queryClient.getMutationCache().getAll();
    signOut();
    await expectHeading('Sign in');
    late.letGo();
    await expect.poll(() => asking?.state.status).toBe('success');
    expect(queryClient.getQueryData(['data-export'])).toBeUndefined();
  });

  test('show an error if the request fails', async () => {
    await openProfile([refuse(requestDataExport, 'internal_error')]);
    await press('Put my data together');
    await expectText('Your data could not be requested. Please try again.');
  });

  testLooks('data that are ready', async () => {
    await openProfile([reply(latestDataExport, { dataExport: ready })]);
    await expectText('Your data is ready (4.2 MB). The file is kept until 20 December 2026.');
  });

  test('that are ready can be downloaded, and exported again', async () => {
    await openProfile([reply(latestDataExport, { dataExport: ready }), never(requestDataExport)]);
    await expect.element(page.getByRole('button', { name: 'Download my data' })).toBeVisible();
    await press('Put it together anew');
    await expect
      .element(page.getByRole('button', { name: 'Put it together anew' }))
      .toHaveAttribute('aria-busy', 'true');
  });

  test('whose export failed say so', async () => {
    await openProfile([reply(latestDataExport, { dataExport: anExport({ state: 'failed' }) })]);
    await expectAlert('Your data could not be put together. Please try again, or write to us.');
    await expect.element(page.getByRole('button', { name: 'Put my data together' })).toBeVisible();
  });
});
