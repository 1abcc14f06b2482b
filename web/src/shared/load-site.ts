import { siteInfo } from '@keepsake/contract/site';
import { call } from './api.ts';
import { logProblem } from './log.ts';
import { keepSite } from './site.ts';

/** Asked once before the first page of the app. Without an answer the page works, only without a support address. */
export async function loadSite(): Promise<void> {
  try {
    keepSite(await call(siteInfo));
  } catch (error) {
    logProblem('/site.json could not be read; the support address is left out.', error);
  }
}
