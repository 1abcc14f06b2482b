import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { memoryDb } from '../../../test/memory-db.ts';
import { newId } from '../../platform/ids.ts';
import type { MailKind } from '../journal/mail-kinds.ts';
import type { WaitingMail } from '../journal/mail.queries.ts';
import { isStillWanted } from './mail-relevance.ts';

/** The notification settings of every key. */
const settings = (isEnabled: boolean) => memoryDb(() => [{ is_enabled: isEnabled }]);
const mail = (kind: MailKind, facts: Partial<WaitingMail> = {}) =>
  ({
    kind,
    verified: true,
    hasPassword: true,
    bucketStatus: null,
    role: 'User',
    disabled: false,
    ...facts,
  }) as WaitingMail;
const isWanted = (kind: MailKind, facts?: Partial<WaitingMail>) => isStillWanted(settings(true), mail(kind, facts));

describe('a mail is still wanted', () => {
  test('whatever has happened since, if it is about the account or a payment', async () => {
    const kinds = [
      'reset-password',
      'password-changed',
      'two-step-changed',
      'account-exists',
      'data-export-ready',
      'order-confirmed',
    ] as const;
    for (const kind of kinds) assert.equal(await isWanted(kind), true, kind);
  });

  test('to verify an address that is not verified', async () => {
    assert.equal(await isWanted('verify-email', { verified: false }), true);
    assert.equal(await isWanted('verify-email', { verified: true }), false);
  });

  test('to set a password if there is none', async () => {
    assert.equal(await isWanted('set-password', { hasPassword: false }), true);
    assert.equal(await isWanted('set-password', { hasPassword: true }), false);
  });

  const wantedOf = {
    'payment-failed': ['pending'],
    'films-ready': ['paid', 'archived'],
    'late-films-ready': ['paid', 'archived'],
    'deletion-reminder': ['paid', 'pending'],
    'unpaid-reminder': ['pending'],
  } as const;
  for (const [kind, wanted] of Object.entries(wantedOf) as [MailKind, readonly string[]][]) {
    test(`${kind}: of a set that is ${wanted.join(' or ')}`, async () => {
      for (const bucketStatus of ['pending', 'paid', 'archived', null] as const)
        assert.equal(await isWanted(kind, { bucketStatus }), wanted.includes(bucketStatus ?? ''), String(bucketStatus));
    });
  }

  describe('about a refund', () => {
    const refundId = newId();
    const payload = { refundId, amount: 499, currency: 'EUR', scope: 'whole', films: [], filmsGo: false };
    /** The rows that the statement about this refund, or about its announcement, finds. */
    const found = (key: string, rows: object[]) =>
      memoryDb((_, values) => (values.includes(key) ? rows : [{ is_enabled: false }]));

    test('that was made: until it fails', async () => {
      const isSent = (...rows: object[]) => isStillWanted(found(refundId, rows), mail('refund-made', { payload }));
      assert.equal(await isSent({ state: 'succeeded' }), true);
      for (const state of ['requested', 'pending', 'failed']) assert.equal(await isSent({ state }), false, state);
      assert.equal(await isSent(), false, 'there is none');
    });

    test('that failed: unless its announcement was dropped', async () => {
      const isSent = (...rows: object[]) =>
        isStillWanted(found(`refund-made:${refundId}`, rows), mail('refund-failed', { payload }));
      for (const state of ['sent', 'queued']) assert.equal(await isSent({ state }), true, state);
      assert.equal(await isSent({ state: 'dropped' }), false);
    });
  });

  test('by administrators, if it is for them', async () => {
    for (const kind of ['admin-alert', 'notification-test'] as const) {
      assert.equal(await isWanted(kind, { role: 'Admin' }), true, kind);
      assert.equal(await isWanted(kind, { role: 'User' }), false, kind);
    }
  });

  test('by a disabled user, if it is about what was paid, not about what could be', async () => {
    const wanted = (kind: MailKind, bucketStatus: 'pending' | 'paid', role: 'User' | 'Admin' = 'User') =>
      isWanted(kind, { bucketStatus, role, disabled: true });
    for (const kind of ['order-confirmed', 'films-ready', 'late-films-ready', 'deletion-reminder'] as const)
      assert.equal(await wanted(kind, 'paid'), true, kind);
    for (const kind of ['payment-failed', 'unpaid-reminder', 'deletion-reminder'] as const)
      assert.equal(await wanted(kind, 'pending'), false, kind);
    assert.equal(await wanted('admin-alert', 'paid', 'Admin'), false);
  });

  test('if its kind is switched on, if it can be switched off', async () => {
    const wanted = async (kind: MailKind, isEnabled: boolean) =>
      isStillWanted(settings(isEnabled), mail(kind, { bucketStatus: 'paid', verified: false }));
    for (const kind of ['order-confirmed', 'films-ready', 'late-films-ready'] as const) {
      assert.deepEqual([await wanted(kind, true), await wanted(kind, false)], [true, false], kind);
    }
    for (const kind of ['verify-email', 'deletion-reminder'] as const)
      assert.equal(await wanted(kind, false), true, kind);
  });

  test('by the switch of its own kind', async () => {
    const keys: unknown[] = [];
    const db = memoryDb((_, values) => {
      keys.push(...values);
      return [];
    });
    for (const kind of ['order-confirmed', 'films-ready', 'late-films-ready'] as const)
      assert.equal(await isStillWanted(db, mail(kind, { bucketStatus: 'paid' })), true);
    assert.deepEqual(keys, ['order_confirmation', 'films_ready', 'films_ready']);
  });
});
