import type { User } from '@keepsake/contract/accounts/accounts';
import { latestDataExport } from '@keepsake/contract/accounts/data-exports';
import { listSessions, type Session } from '@keepsake/contract/accounts/sessions';
import { totpStatus } from '@keepsake/contract/accounts/totp';
import { type Answer, reply } from './answers.ts';
import { ago, day, idOf } from './orders.ts';
import { renderPage } from './render-page.tsx';
import { customer } from './users.ts';

export function aSession(number: number, more: Partial<Session> = {}): Session {
  return {
    id: idOf(400 + number),
    device: 'Safari, iPhone',
    createdAt: ago(number * day),
    lastUsedAt: ago(number * 60),
    isCurrent: false,
    ...more,
  };
}

export const ownSession = aSession(0, { device: 'Firefox, Windows', isCurrent: true });

/** The profile of somebody who is signed in once, has no data export and no two-step sign-in. */
export function openProfile(answers: readonly Answer[] = [], user: User = customer) {
  return renderPage('/profile', {
    user,
    answers: [
      reply(listSessions, { sessions: [ownSession] }),
      reply(latestDataExport, { dataExport: null }),
      reply(totpStatus, { isOn: false, isRequired: false, recoveryCodesLeft: 0 }),
      ...answers,
    ],
  });
}
