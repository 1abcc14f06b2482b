export interface Patience {
  /** Maximum number of retries. */
  retries?: number;
  /** Delay before the first retry; doubled before each further one. */
  waitMs?: number;
  /** Timeout of each request. */
  longestMs?: number;
  /** Aborts the request and all retries. */
  signal?: AbortSignal;
}

/** Loads JSON from the site's server that needs no session, such as a file of texts. */
export async function fetchJson<T>(
  url: string,
  { retries = 5, waitMs = 350, longestMs = 20_000, signal }: Patience = {},
): Promise<T> {
  for (let tried = 0; ; tried++) {
    signal?.throwIfAborted();
    const late = AbortSignal.timeout(longestMs);
    const answer = await ask<T>(url, signal ? AbortSignal.any([signal, late]) : late);
    if ('body' in answer) return answer.body;
    if (!answer.mayPass || tried === retries) throw answer.error;
    await new Promise((resolve) => setTimeout(resolve, waitMs * 2 ** tried));
  }
}

type Answer<T> = { body: T } | { error: Error; mayPass: boolean };

async function ask<T>(url: string, signal: AbortSignal): Promise<Answer<T>> {
  try {
    const response = await fetch(url, { signal });
    if (response.ok) return { body: (await response.json()) as T };
    return { error: new Error(`${url}: HTTP ${response.status}`), mayPass: response.status >= 500 };
  } catch (cause) {
    return { error: new Error(`${url} could not be loaded`, { cause }), mayPass: true };
  }
}
