export interface Patience {
  /** How often what may succeed when tried again is tried once more. */
  retries?: number;
  /** Before the first of these tries; twice as long before each further one. */
  waitMs?: number;
  /** How long a try may take. */
  longestMs?: number;
}

/** Loads what the site's own server has written: a file of texts, or an answer that needs no session. */
export async function fetchJson<T>(
  url: string,
  { retries = 5, waitMs = 350, longestMs = 20_000 }: Patience = {},
): Promise<T> {
  for (let tried = 0; ; tried++) {
    const answer = await ask<T>(url, longestMs);
    if ('content' in answer) return answer.content;
    if (!answer.mayPass || tried === retries) throw answer.error;
    await new Promise((resolve) => setTimeout(resolve, waitMs * 2 ** tried));
  }
}

type Answer<T> = { content: T } | { error: Error; mayPass: boolean };

async function ask<T>(url: string, longestMs: number): Promise<Answer<T>> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(longestMs) });
    if (response.ok) return { content: (await response.json()) as T };
    return { error: new Error(`${url}: HTTP ${response.status}`), mayPass: response.status >= 500 };
  } catch (cause) {
    return { error: new Error(`${url} could not be loaded`, { cause }), mayPass: true };
  }
}
