import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db.ts';
import { forgetSecondStep } from '../sessions/session.queries.ts';
import { recordChange } from '../../journal/audit.queries.ts';
import { queueMail } from '../../journal/queue-mail.ts';
import { setTotpOff } from './totp.queries.ts';

/** Turns the second step of an account off that is locked, whoever does it; its owner is told by mail. */
export async function turnTotpOff(tx: Tx, clock: Clock, actorId: string, userId: string): Promise<void> {
  await setTotpOff(tx, userId);
  await forgetSecondStep(tx, userId);
  const change = { subject: userId, before: { totp: true }, after: { totp: false } };
  await recordChange(tx, { actor: { userId: actorId }, action: 'totp.disable', ...change });
  await queueMail(tx, clock, { kind: 'two-step-changed', userId, payload: { change: 'off' } });
}
