import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface Balancer {
  /** `haproxy`, or `built-in` where that is not installed. */
  readonly kind: string;
  /** Whether it sends requests to all processes. */
  isWhole(): Promise<boolean>;
  stop(): Promise<void>;
}

/**
 * A load balancer in front of the web processes: HAProxy with the defaults and the backend of deploy/haproxy.cfg if it is installed, else a substitute with
 * the same rules: it polls /readyz, and retries a request only if the connection was refused.
 */
export async function startBalancer(port: number, targets: readonly string[]): Promise<Balancer> {
  const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;
  return hasHaproxy ? startHaproxy(port, targets) : startBuiltIn(port, targets);
}

async function startHaproxy(port: number, targets: readonly string[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-balancer-'));
  const text = await readFile(join(import.meta.dirname, '../../deploy/haproxy.cfg'), 'utf8');
  const section = (name: string) => new RegExp(`^${name}\\n(?:[ \\t].*\\n|\\n)*`, 'm').exec(text)?.[0] ?? '';
  const backend = section('backend web').replaceAll(/^ +server .*\n/gm, '');
  const servers = targets.map((target, i) => `    server web${i} ${new URL(target).host}\n`).join('');
  const config = `${section('defaults')}\n${frontend(port, targets.length)}\n${backend}${servers}`;
  await writeFile(join(folder, 'haproxy.cfg'), config);
  const child = spawn('haproxy', ['-f', join(folder, 'haproxy.cfg'), '-db'], { stdio: 'ignore' });
  const isWhole = () =>
    fetch(`http://127.0.0.1:${port}/balancer-is-whole`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isWhole())) await delay(50);
  return {
    kind: 'haproxy',
    isWhole,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The public frontend without TLS, and a URL that returns whether all processes are up. */
function frontend(port: number, servers: number): string {
  const lines = [
    `bind 127.0.0.1:${port}`,
    'monitor-uri /balancer-is-whole',
    `monitor fail if { nbsrv(web) lt ${servers} }`,
    'option forwardfor',
    'default_backend web',
  ];
  return `frontend plain\n${lines.map((line) => `    ${line}\n`).join('')}`;
}

async function startBuiltIn(port: number, targets: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const refusals = new Map(targets.map((target) => [target, 0]));
  const checks = setInterval(() => {
    for (const target of targets) {
      fetch(`${target}/readyz`).then(
        (answer) => refusals.set(target, answer.ok ? 0 : (refusals.get(target) ?? 0) + 1),
        () => refusals.set(target, (refusals.get(target) ?? 0) + 1),
      );
    }
  }, 500);
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const well = targets.filter((target) => (refusals.get(target) ?? 0) < 2);
    const order = [...well.slice(turn % well.length || 0), ...well.slice(0, turn % well.length || 0)];
    pass(order.length > 0 ? order : [...targets], agent, incoming, outgoing);
  });
  // HAProxy's idle timeout, far longer than that of any client here.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    kind: 'built-in',
    isWhole: async () => [...refusals.values()].every((count) => count === 0),
    stop: async () => {
      clearInterval(checks);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function pass([target, ...others]: string[], agent: Agent, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { hostname, port } = new URL(target ?? '');
  const headers = { ...endToEnd(incoming.headers), 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
  const passed = request({ agent, hostname, port, method: incoming.method, path: incoming.url, headers });
  passed.on('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    answer.pipe(outgoing);
    // If a process dies during its response, the balancer's response ends as well.
    answer.on('error', () => outgoing.destroy());
  });
  passed.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNREFUSED' && others.length > 0) pass(others, agent, incoming, outgoing);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  passed.on('socket', (socket) => {
    const send = () => incoming.pipe(passed);
    if (socket.connecting) socket.once('connect', send);
    else send();
  });
}

/** Removes hop-by-hop headers. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = { ...headers };
  delete kept.connection;
  delete kept['keep-alive'];
  return kept;
}
