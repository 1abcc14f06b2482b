import { siteInfo } from '@keepsake/contract/site';
import { call, networkError } from './api.ts';
import { within } from './load-code.ts';
import { logProblem } from './log.ts';
import { keepSite } from './site.ts';

/** No page waits longer for what it can do without. */
const longestMs = 3_000;

/** Asked once before the first page of the app. Without an answer the page works, only without a support address. */
export async function loadSite(): Promise<void> {
  try {
    await within(longestMs, call(siteInfo).then(keepSite), networkError);
  } catch (error) {
    logProblem('/site.json could not be read; the support address is left out.', error);
  }
}
