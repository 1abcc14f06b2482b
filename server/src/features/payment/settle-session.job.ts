import { defineJob } from '../../job.ts';
import { checkoutOfSession } from '../checkouts/checkout.queries.ts';
import { completePayment } from './complete-payment.ts';
import { isPaid } from '../checkouts/expire-session.ts';
import { settleSessionJobType } from '../checkouts/settle-session.job-type.ts';
import { follow } from './settle-session.ts';
import { reportTrouble } from '../checkouts/report-trouble.ts';

/** Looks a session up at the provider, whose word of now decides, and acts on it. Tried again until the provider answers. */
export const settleSessionJob = defineJob({
  ...settleSessionJobType,
  run: async ({ sessionId, failed }, deps) => {
    const session = await reportTrouble(deps, { sessionId }, () => deps.payments.getSession(sessionId));
    const checkout = await checkoutOfSession(deps.db, session ?? { id: sessionId, checkoutId: null });
    if (checkout) await follow(deps, checkout, session, { saidToHaveFailed: failed });
    else if (session && isPaid(session)) await completePayment(deps, session);
  },
});
