import type { FastifyReply } from 'fastify';

/**
 * Aborted when the connection closes before the answer is sent: nobody waits for it any more. (The request's own signal is aborted as
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
