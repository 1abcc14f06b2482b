import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../../../server/src/platform/network/free-port.ts';
import { checkoutKey, videoKey, webhookSecret } from './keys.ts';
import type { MailFault, TakenMail } from './mail-server.ts';
import { createProgram, type Program } from './program.ts';
import type { StandInOptions } from './stand-in.ts';

/** See sandbox/README.md, Test controls. */
export interface Fault {
  route: string;
  action: 'delay' | 'drop' | 'cut' | 'shorten' | 'slow' | 'error' | 'kill';
  phase?: 'before' | 'after';
  skip?: number;
  times?: number;
  chance?: number;
  seed?: number;
  delayMs?: number;
  status?: number;
  body?: string;
  headers?: Record<string, string>;
  part?: number;
  bytesPerSecond?: number;
  pids?: number[];
  signal?: 'SIGKILL' | 'SIGSTOP';
}

export interface PlannedFault extends Fault {
  hits: number;
}

export interface Call {
  route: string;
  at: number;
  status?: number;
  fault?: string;
}

/** An outside service of the product, in a process of its own. */
export interface StandIn {
  readonly program: Program;
  readonly url: string;
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  fault(...faults: Fault[]): Promise<void>;
  /** The planned faults, with the remaining and past hits of each. */
  faults(): Promise<PlannedFault[]>;
  /** Ends all faults. @returns the planned faults with their hits */
  endFaults(): Promise<PlannedFault[]>;
  calls(route: string, since: number): Promise<Call[]>;
}

export interface Session {
  id: string;
  status: string;
  payment_status: string;
  amount_total: number;
  currency: string;
  url: string | null;
  created: number;
  metadata: Record<string, string>;
  [name: string]: unknown;
}

export interface HeldEvent {
  id: string;
  type: string;
  object: string;
  state: string;
  attempts: number;
}

export interface CheckoutStandIn extends StandIn {
  sessions(): Promise<Session[]>;
  events(): Promise<HeldEvent[]>;
  /** Calls its API as another client of the same account. */
  ask(method: 'GET' | 'POST', path: string, form?: URLSearchParams): Promise<Session>;
  /** The signature header of a payload, as the provider would make it. */
  sign(payload: string): string;
}

export interface Generation {
  id: string;
  generation: { state: string; created_at: string; request: { callback_url?: string; prompt?: string } };
  endedAt: number | null;
  filmSha256: string | null;
}

export interface VideoStandIn extends StandIn {
  /** The base of the API. */
  readonly apiUrl: string;
  /** Every accepted generation in its latest state. */
  accepted(): Promise<Generation[]>;
  outcome(outcome: {
    kind: 'complete' | 'fail' | 'hang';
    reason?: string;
    state?: string;
    times?: number;
  }): Promise<void>;
}

export interface MailStandIn {
  readonly program: Program;
  readonly url: string;
  mails(to?: string): Promise<TakenMail[]>;
  fault(fault: Partial<MailFault>): Promise<void>;
}

export const createRoute = 'POST /dream-machine/v1/generations/video';
export const statusRoute = 'GET /dream-machine/v1/generations/:id';
export const listRoute = 'GET /dream-machine/v1/generations';
export const filmRoute = 'GET /assets/:file';
export const sessionRoute = 'POST /v1/checkout/sessions';
export const refundRoute = 'POST /v1/refunds';

export async function startCheckout(folder: string, webhookUrl: string): Promise<CheckoutStandIn> {
  const standIn = await startStandIn('checkout', { folder, key: checkoutKey, webhookUrl });
  const ask = (path: string) => request(`${standIn.url}${path}`, 'GET', checkoutKey);
  return {
    ...standIn,
    sessions: async () => {
      const all: Session[] = [];
      for (let more = true; more;) {
        const after = all.at(-1) ? `&starting_after=${all.at(-1)?.id}` : '';
        const page = (await ask(`/v1/checkout/sessions?limit=100${after}`)) as { data: Session[]; has_more: boolean };
        all.push(...page.data);
        more = page.has_more;
      }
      return all;
    },
    events: async () => ((await standIn.control('GET', 'webhooks')) as { events: HeldEvent[] }).events,
    ask: (method, path, form) => request(`${standIn.url}${path}`, method, checkoutKey, form) as Promise<Session>,
    sign: (payload) => {
      const at = Math.floor(Date.now() / 1000);
      return `t=${at},v1=${createHmac('sha256', webhookSecret).update(`${at}.${payload}`).digest('hex')}`;
    },
  };
}

export async function startVideoService(folder: string): Promise<VideoStandIn> {
  const standIn = await startStandIn('video', { folder, key: videoKey, webhookUrl: '' });
  return {
    ...standIn,
    apiUrl: `${standIn.url}/dream-machine/v1`,
    accepted: async () => ((await standIn.control('GET', 'generations')) as { accepted: Generation[] }).accepted,
    outcome: async (outcome) => void (await standIn.control('POST', 'outcomes', outcome)),
  };
}

export async function startMail(): Promise<MailStandIn> {
  const port = await freePort();
  const controlPort = await freePort();
  const program = await launch('mail', { port, controlPort, dataDir: '', webhookUrl: '' });
  const control = `http://127.0.0.1:${controlPort}`;
  return {
    program,
    url: `smtp://127.0.0.1:${port}`,
    mails: async (to) => {
      const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`;
      return ((await request(`${control}/mails${query}`, 'GET', '')) as { mails: TakenMail[] }).mails;
    },
    fault: async (fault) => void (await request(`${control}/fault`, 'POST', '', fault)),
  };
}

async function startStandIn(
  kind: 'checkout' | 'video',
  { folder, key, webhookUrl }: { folder: string; key: string; webhookUrl: string },
): Promise<StandIn> {
  const port = await freePort();
  const program = await launch(kind, { port, controlPort: 0, dataDir: join(folder, kind), webhookUrl });
  const url = `http://127.0.0.1:${port}`;
  const control: StandIn['control'] = (method, path, body) =>
    request(`${url}/sandbox/${path}`, method, key, method === 'POST' ? (body ?? {}) : undefined);
  const planned = async () => ((await control('GET', 'faults')) as { faults: PlannedFault[] }).faults;
  return {
    program,
    url,
    control,
    fault: async (...faults) => {
      for (const fault of faults) await control('POST', 'faults', fault);
    },
    faults: planned,
    endFaults: async () => {
      const faults = await planned();
      await control('DELETE', 'faults');
      return faults;
    },
    calls: async (route, since) => {
      const { calls } = (await control('GET', 'calls')) as { calls: Call[] };
      return calls.filter((call) => call.route === route && call.at >= since);
    },
  };
}

async function launch(kind: string, options: StandInOptions): Promise<Program> {
  const program = createProgram(kind, ['e2e/faults/world/stand-in.ts', kind], { STAND_IN: JSON.stringify(options) });
  await program.start();
  return program;
}

async function request(url: string, method: string, key: string, body?: object): Promise<unknown> {
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
