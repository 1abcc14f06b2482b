import { Refused } from '../persistently.ts';

export interface Sent {
  customer?: { token: string };
  body?: object;
  timeoutMs?: number;
}

/** Sends a request as the pages do. @throws Refused with a 4xx; Error with a 5xx or without a response */
export async function send(world: { url: string }, method: string, path: string, sent: Sent = {}): Promise<unknown> {
  const answer = await ask(world, method, path, sent);
  const what = `${method} ${path.split('?')[0]}`;
  if (answer.status >= 500) throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  if (answer.status >= 400) throw new Refused(what, answer.status, answer.text.slice(0, 200));
  return JSON.parse(answer.text);
}

/** Sends a request and returns any response. */
export async function ask(
  world: { url: string },
  method: string,
  path: string,
  { customer, body, timeoutMs = 30_000 }: Sent = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const isForm = body instanceof FormData;
  const response = await fetch(world.url + path, {
    method,
    headers: {
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(customer && { authorization: `Bearer ${customer.token}` }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}
