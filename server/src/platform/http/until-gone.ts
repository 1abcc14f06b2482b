import type { FastifyReply } from 'fastify';

/**
 * A signal that aborts when the connection closes before the answer is sent: the client no longer waits for it. (The request's own signal aborts as
 * soon as its body has been read.)
 */
export function untilGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  if (reply.raw.destroyed) controller.abort();
  return controller.signal;
}
