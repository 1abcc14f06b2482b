import * as contract from '@keepsake/contract/accounts/sessions';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { Api } from '../../../platform/http/api.ts';
import { sessionLife } from './authenticate.ts';
import { deleteOtherSessions, deleteSessionById, liveSessions } from './session.queries.ts';

const shown = 100;

/** A user's own sessions: lists and ends them. */
export function sessionsRoutes(api: Api, { db }: Deps): void {
  api.handle(contract.listSessions, async ({ actor }) => {
    const sessions = await liveSessions(db, actor, sessionLife[actor.role], shown);
    return {
      sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
      })),
    };
  });

  api.handle(contract.endSession, async ({ params, actor, request }) => {
    if (!(await deleteSessionById(db, actor.userId, params.id))) throw new AppError('not_found');
    request.log.info({ userId: actor.userId }, 'one session ended by its owner');
    return { message: 'This session is ended.' };
  });

  api.handle(contract.endOtherSessions, async ({ actor, request }) => {
    const ended = await deleteOtherSessions(db, actor.userId, actor.sessionHash);
    request.log.info({ userId: actor.userId, ended }, 'other sessions ended by their owner');
    return { message: 'You are signed out everywhere else.', ended };
  });
}
