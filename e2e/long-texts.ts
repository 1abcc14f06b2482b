import type { Page } from '@playwright/test';

/** Every text of the pages that are opened from now on is longer by this part of its length. */
export async function lengthenTexts(page: Page, part: number): Promise<void> {
  await page.route('**/locales/**', async (route) => {
    const texts = (await (await route.fetch()).json()) as TextTree;
    await route.fulfill({ json: lengthen(texts, part) });
  });
}

type TextTree = { [key: string]: string | TextTree };

function lengthen(texts: TextTree, part: number): TextTree {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      if (typeof text !== 'string') return [key, lengthen(text, part)];
      const more = ' länger '.repeat(text.length).slice(0, Math.ceil(text.length * part));
      return [key, text + more.trimEnd()];
    }),
  );
}
