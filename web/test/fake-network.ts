import type { FakeApi } from './fake-api.ts';
import type { HttpReply } from './answers.ts';
import { textFile } from './text-files.ts';

let current: FakeApi | null = null;
const refused: HttpReply = { status: 401, body: { code: 'not_signed_in', error: 'The test is over.' } };
const realFetch = window.fetch.bind(window);

/** Whom the page talks to from now on. Between two tests everything is refused for good, so that nothing of the last one goes on. */
export function talkTo(api: FakeApi | null): void {
  current = api;
}

window.fetch = async (input, init = {}) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.origin);
  if (pathname.startsWith('/locales/')) return textFile(pathname, realFetch);
  if (!pathname.startsWith('/api/') && pathname !== '/site.json') return realFetch(input, init);
  const outcome = current?.respond(init.method ?? 'GET', pathname + queryOf(input), readBody(init.body)) ?? refused;
  if (outcome === 'offline') throw new TypeError('Failed to fetch');
  if (outcome === 'never') return waitForAbort(init.signal ?? undefined);
  await outcome.after;
  const date = new Date(Date.now() + (current?.clockAheadMs ?? 0)).toUTCString();
  return Response.json(outcome.body, { status: outcome.status, headers: { date, ...outcome.headers } });
};

/** An XMLHttpRequest as far as uploads use it (features/photos/uploads/send-photo.ts). */
window.XMLHttpRequest = class extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  timeout = 0;
  #method = 'GET';
  #address = '';

  open(method: string, address: string): void {
    this.#method = method;
    this.#address = address;
  }

  setRequestHeader(): void {}

  getResponseHeader(): null {
    return null;
  }

  send(body: unknown): void {
    const outcome = current?.respond(this.#method, this.#address, body) ?? refused;
    this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 1, total: 2 }));
    if (outcome === 'never') return;
    if (outcome === 'offline') return this.#end('error');
    const load = () => {
      this.status = outcome.status;
      this.responseText = JSON.stringify(outcome.body);
      this.#end('load');
    };
    if (outcome.after === undefined) load();
    else void outcome.after.then(load);
  }

  abort(): void {
    this.#end('abort');
  }

  #end(name: string): void {
    queueMicrotask(() => {
      this.dispatchEvent(new ProgressEvent(name));
      this.dispatchEvent(new ProgressEvent('loadend'));
    });
  }
} as unknown as typeof XMLHttpRequest;

function queryOf(input: RequestInfo | URL): string {
  return new URL(input instanceof Request ? input.url : input, location.origin).search;
}

function readBody(body: RequestInit['body']): unknown {
  return typeof body === 'string' ? JSON.parse(body) : (body ?? undefined);
}

function waitForAbort(signal: AbortSignal | undefined): Promise<Response> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });
}
