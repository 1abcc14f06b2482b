import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A fault of the next requests of a route; the README describes each action. */
export type Fault = {
  /** Method and path as registered, for example `POST /v1/checkout/sessions` or `GET /v1/checkout/sessions/:id`. */
  route: string;
  action: 'delay' | 'drop' | 'cut' | 'shorten' | 'slow' | 'error' | 'kill';
  /** `before`: the request is not worked on (after a delay or a kill it is). `after`: it is, and only the answer suffers. */
  phase: 'before' | 'after';
  /** Requests of the route that pass untouched first. */
  skip: number;
  /** Requests that are then hit. */
  times: number;
  /** Of the requests that would be hit, the share that is; the choice follows from the seed. */
  chance: number;
  seed: number;
  delayMs: number;
  status: number;
  body: string;
  headers: Record<string, string>;
  /** The part of an answer that is sent where it is cut or shortened. */
  part: number;
  bytesPerSecond: number;
  /** Processes of this machine that get the signal. */
  pids: number[];
  signal: 'SIGKILL' | 'SIGSTOP';
};

export async function strikeBefore(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.action === 'delay') return undefined;
  if (fault.action === 'kill') return killProcesses(fault);
  if (fault.action === 'error') return reply.code(fault.status).headers(fault.headers).send(fault.body);
  reply.hijack();
  request.raw.socket.destroy();
  return reply;
}

export async function strikeAfter(fault: Fault, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (fault.action === 'kill') return payload;
  if (fault.delayMs > 0) await wait(fault.delayMs);
  if (fault.action === 'delay') return payload;
  if (fault.action === 'error') {
    reply.removeHeader('content-length');
    reply.code(fault.status).headers(fault.headers);
    return fault.body;
  }
  const body = Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === 'string' ? payload : '');
  const sent = body.subarray(0, Math.floor(body.length * fault.part));
  reply.hijack();
  if (fault.action === 'cut') await sendPart(reply, sent, body.length);
  if (fault.action === 'shorten') reply.raw.writeHead(...head(reply, sent.length)).end(sent);
  else if (fault.action === 'slow') await sendSlowly(reply, body, fault.bytesPerSecond);
  else request.raw.socket.destroy();
  return payload;
}

export function killProcesses({ pids, signal }: Pick<Fault, 'pids' | 'signal'>): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended already.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** Announces the whole body and sends a part of it; the caller then breaks the connection. */
async function sendPart(reply: FastifyReply, part: Buffer, announced: number): Promise<void> {
  reply.raw.writeHead(...head(reply, announced));
  await new Promise<void>((sent) => reply.raw.write(part, () => sent()));
}

const piecesPerSecond = 10;

async function sendSlowly(reply: FastifyReply, body: Buffer, bytesPerSecond: number): Promise<void> {
  reply.raw.writeHead(...head(reply, body.length));
  const size = Math.max(1, Math.floor(bytesPerSecond / piecesPerSecond));
  for (let at = 0; at < body.length && !reply.raw.destroyed; at += size) {
    reply.raw.write(body.subarray(at, at + size));
    await wait(1000 / piecesPerSecond);
  }
  reply.raw.end();
}

function head(reply: FastifyReply, length: number): [number, Record<string, string | number>] {
  return [reply.statusCode, { ...reply.getHeaders(), 'content-length': length } as Record<string, string | number>];
}
