import type { siteInfo } from '@keepsake/contract/site';
import type { Reply } from '@keepsake/contract/endpoint';

export type SiteInfo = Reply<typeof siteInfo>;

let known: SiteInfo = {
  productName: 'Keepsake',
  supportEmail: '',
  sandboxCheckout: false,
  mailbox: false,
  filmsBy: null,
  testimonials: null,
};

/** Product name and support address of this installation, as loaded at the start. */
export function site(): SiteInfo {
  return known;
}

/** Called once, before the first render. */
export function storeSite(info: Partial<SiteInfo>): void {
  known = { ...known, ...info };
}
