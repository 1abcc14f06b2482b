import { siteInfo } from '@keepsake/contract/site';
import { call, networkError } from './api.ts';
import { within } from './load-code.ts';
import { logProblem } from './log.ts';
import { storeSite } from './site.ts';

/** Maximum wait, because pages work without it. */
const longestMs = 3_000;

/** Loads the site's data once before the first page. Without a reply only the support address is missing. */
export async function loadSite(): Promise<void> {
  try {
    await within(longestMs, call(siteInfo).then(storeSite), networkError);
  } catch (error) {
    logProblem('/site.json could not be read; the support address is left out.', error);
  }
}
