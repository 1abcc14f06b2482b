import { listUndeliveredMails } from '@keepsake/contract/admin/order-page';
import { listFailedInvoices } from '@keepsake/contract/orders/invoice';
import type { pauseVideoMaking, resumeVideoMaking } from '@keepsake/contract/films/videos';
import { videoMaking } from '@keepsake/contract/films/videos';
import { type Answer, reply } from './answers.ts';
import { renderPage } from './render-page.tsx';
import { admin } from './users.ts';

const working = {
  serviceProvider: 'embedded',
  state: 'working',
  reason: null,
  since: null,
  nextTryAt: null,
  paused: null,
  waiting: 0,
  making: 0,
  unknown: 0,
  owed: 0,
  duplicates: 0,
} as const;

/** How the making of films goes, in a state that is not calm. */
export function makingIn(state: 'paused' | 'stopped'): Answer {
  const nextTryAt = '2026-11-27T12:00:00Z';
  return reply(videoMaking, { ...working, state, reason: 'The account is out of credit.', nextTryAt, waiting: 3 });
}

type MakingCall = typeof videoMaking | typeof pauseVideoMaking | typeof resumeVideoMaking;

export function workingMaking(endpoint: MakingCall): Answer {
  return reply(endpoint, working);
}

export function pausedMaking(endpoint: MakingCall): Answer {
  return reply(endpoint, { ...working, paused: { at: '2026-11-27T12:00:00Z', by: 'Anna Kovács' }, waiting: 3 });
}

/** A tab of the administrators' page, by its address: `audit`, `errors&module=payment`. */
export function openTab(tab: string, answers: readonly Answer[]) {
  return renderPage(`/admin?tab=${tab}`, {
    user: admin,
    answers: [
      reply(videoMaking, working),
      reply(listFailedInvoices, pageOf([])),
      reply(listUndeliveredMails, pageOf([])),
      ...answers,
    ],
  });
}

/** A page of a list. */
export function pageOf<Row, More extends object = object>(data: Row[], more?: More, total = data.length) {
  return { data, total, more: false, ...(more as More) };
}
