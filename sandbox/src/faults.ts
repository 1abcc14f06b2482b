import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Fault, killProcesses, strikeAfter, strikeBefore } from './strikes.ts';

type PlannedFault = Fault & { hits: number };

/** A request as the server saw it; the controls are not among them. */
export type Call = {
  route: string;
  /** Real time in milliseconds. */
  at: number;
  /** Missing without an answer, also if the connection was broken. */
  status?: number;
  fault?: Fault['action'];
};

export type FaultPlan = {
  add(fault: Fault): void;
  clear(): void;
  list(): PlannedFault[];
  calls(): Call[];
};

/** Lets planned faults strike the routes registered on `app` after this call, and notes every request. */
export function installFaults(app: FastifyInstance): FaultPlan {
  let plan: PlannedFault[] = [];
  const chances = new WeakMap<PlannedFault, () => boolean>();
  const calls: Call[] = [];
  const noted = new WeakMap<FastifyRequest, Call>();
  const struck = new WeakMap<FastifyRequest, PlannedFault>();

  const take = (route: string): PlannedFault | undefined => {
    for (const fault of plan) {
      if (fault.route !== route || fault.times === 0) continue;
      if (fault.skip > 0) {
        fault.skip -= 1;
        continue;
      }
      if (!chances.get(fault)?.()) continue;
      fault.times -= 1;
      fault.hits += 1;
      return fault;
    }
    return undefined;
  };

  app.addHook('onRequest', async (request, reply) => {
    const url = request.routeOptions.url ?? '';
    if (url.startsWith('/sandbox/')) return;
    const call: Call = { route: `${request.method} ${url}`, at: Date.now() };
    calls.push(call);
    noted.set(request, call);
    const fault = take(call.route);
    if (!fault) return;
    call.fault = fault.action;
    struck.set(request, fault);
    if (fault.phase === 'before') await strikeBefore(fault, request, reply);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = struck.get(request);
    return fault?.phase === 'after' ? strikeAfter(fault, request, reply, payload) : payload;
  });

  app.addHook('onResponse', async (request, reply) => {
    const call = noted.get(request);
    if (call) call.status = reply.statusCode;
    const fault = struck.get(request);
    if (fault?.action === 'kill' && fault.phase === 'after') {
      setTimeout(() => killProcesses(fault), fault.delayMs);
    }
  });

  return {
    add: (fault) => {
      const planned = { ...fault, hits: 0 };
      chances.set(planned, createChance(fault.chance, fault.seed));
      plan.push(planned);
    },
    clear: () => (plan = []),
    list: () => plan,
    calls: () => calls,
  };
}

/** Returns true for a share of the calls; the same seed gives the same results. */
function createChance(share: number, seed: number): () => boolean {
  if (share >= 1) return () => true;
  const next = createRandom(seed);
  return () => next() < share;
}

/** Numbers from 0 to below 1. Mulberry32, by Tommy Ettinger, in the public domain. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
