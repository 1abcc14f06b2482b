import { siteInfo } from '@keepsake/contract/site';
import type { Reply } from '@keepsake/contract/endpoint';
import { call } from './api.ts';
import { logProblem } from './log.ts';

export type SiteInfo = Reply<typeof siteInfo>;

let known: SiteInfo = { productName: 'Keepsake', supportEmail: '', sandboxCheckout: false, mailbox: false };

/** What this installation is called and whom to write to, as it was when the page started. */
export function site(): SiteInfo {
  return known;
}

/** Asked once before the first page. Without an answer the page works, only without a support address. */
export async function loadSite(): Promise<void> {
  try {
    known = await call(siteInfo);
  } catch (error) {
    logProblem('/site.json could not be read; the support address is left out.', error);
  }
}
