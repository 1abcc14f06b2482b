import { api } from '@keepsake/contract/api';
import type { Endpoint } from '@keepsake/contract/endpoint';
import { type Answer, type HttpReply, nameOf, type SentCall } from './answers.ts';

type Outcome = HttpReply | 'never' | 'offline';

/** The server of one test: answers by a table of the contract's calls, and writes down what was asked and what should not have been. */
export class FakeApi {
  /** What makes the test fail at its end. */
  readonly faults: string[] = [];
  /** By so much its clock is ahead of the browser's. */
  clockAheadMs = 0;
  readonly #answers = new Map<Endpoint, Answer>();
  readonly #sent: { endpoint: Endpoint; call: SentCall }[] = [];

  /** The answers from now on; a newer one for the same call takes the place of an older one. */
  answer(...answers: readonly Answer[]): void {
    for (const answer of answers) this.#answers.set(answer.endpoint, answer);
  }

  /** What the page has sent to a call so far. */
  sent(endpoint: Endpoint): SentCall[] {
    return this.#sent.filter((one) => one.endpoint === endpoint).map(({ call }) => call);
  }

  respond(method: string, address: string, body: unknown): Outcome {
    const { pathname, searchParams } = new URL(address, location.origin);
    const found = this.#find(method, pathname);
    if (found === undefined)
      return this.#fault(`The page asked for ${method} ${pathname}, which the contract does not know.`);
    const { endpoint, name, params } = found;
    const call: SentCall = { params, query: Object.fromEntries(searchParams), body };
    this.#sent.push({ endpoint, call });
    this.#check(endpoint, call);
    const answer = this.#answers.get(endpoint);
    if (answer === undefined)
      return this.#fault(
        `The page called ${nameOf(endpoint)}, which this test does not answer: add reply(${name}, …).`,
      );
    try {
      return answer.respond(call);
    } catch (error) {
      return this.#fault(String(error));
    }
  }

  /** The call that the address fits best: `/api/admin/orders/1` rather than `/api/admin/:name/1`. */
  #find(method: string, pathname: string) {
    const fitting = api
      .filter(({ endpoint }) => endpoint.method === method)
      .map(({ endpoint, name }) => ({ endpoint, name, params: matchPath(endpoint.path, pathname) }))
      .filter(
        (one): one is { endpoint: Endpoint; name: string; params: Record<string, string> } => one.params !== null,
      );
    return fitting.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
  }

  #check(endpoint: Endpoint, { params, query, body }: SentCall): void {
    if (endpoint.bodyType === 'multipart') return;
    const parts = { params, query, body };
    for (const part of ['params', 'query', 'body'] as const) {
      const issues = endpoint[part]?.safeParse(parts[part]).error?.issues;
      if (issues) this.#fault(`The contract refuses the ${part} of ${nameOf(endpoint)}: ${JSON.stringify(issues)}`);
    }
  }

  #fault(text: string): Outcome {
    this.faults.push(text);
    return { status: 500, body: { code: 'internal_error', error: text } };
  }
}

/** The values of a path's `:names`; null if it is another path. */
function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = pathname.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const value = decodeURIComponent(given[at] ?? '');
    if (part.startsWith(':')) params[part.slice(1)] = value;
    else if (part !== value) return null;
  }
  return params;
}
