import type { siteInfo } from '@keepsake/contract/site';
import type { Reply } from '@keepsake/contract/endpoint';

export type SiteInfo = Reply<typeof siteInfo>;

let known: SiteInfo = { productName: 'Keepsake', supportEmail: '', sandboxCheckout: false, mailbox: false };

/** What this installation is called and whom to write to, as it was when the page started. */
export function site(): SiteInfo {
  return known;
}

/** Said once, before the first page is drawn. */
export function keepSite(info: Partial<SiteInfo>): void {
  known = { ...known, ...info };
}
