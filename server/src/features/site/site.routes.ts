import { siteInfo } from '@keepsake/contract/site';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';

export function siteRoutes(api: Api, deps: Deps): void {
  api.handle(siteInfo, async () => ({
    productName: deps.config.PRODUCT_NAME,
    supportEmail: deps.config.SUPPORT_EMAIL,
    sandboxCheckout: deps.sandboxCheckout,
    mailbox: !deps.config.SMTP_URL,
  }));
}
