import type { TextTree } from './find-text.ts';

const retries = 5;

/** Loads a file of texts. What may succeed when tried again is tried five times more, each time after a longer wait (`waitMs`, twice that, …). */
export async function fetchTexts(url: string, waitMs = 350): Promise<TextTree> {
  for (let tried = 0; ; tried++) {
    const found = await ask(url);
    if ('texts' in found) return found.texts;
    if (!found.mayPass || tried === retries) throw found.error;
    await new Promise((resolve) => setTimeout(resolve, waitMs * 2 ** tried));
  }
}

type Answer = { texts: TextTree } | { error: Error; mayPass: boolean };

async function ask(url: string): Promise<Answer> {
  try {
    const response = await fetch(url);
    if (response.ok) return { texts: (await response.json()) as TextTree };
    return { error: new Error(`${url}: HTTP ${response.status}`), mayPass: response.status >= 500 };
  } catch (cause) {
    return { error: new Error(`${url} could not be loaded`, { cause }), mayPass: true };
  }
}
