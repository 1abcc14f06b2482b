import type { Testimonial } from '@keepsake/contract/site';
import type { Config } from './config.ts';
import type { Icons } from './features/prompts/icons.ts';
import type { Clock } from './platform/time/clock.ts';
import type { Db } from './platform/database/db.ts';
import type { Log } from './platform/log.ts';
import type { Metrics } from './platform/metrics.ts';
import type { RateLimits } from './platform/rate-limits.ts';
import type { SecretBox } from './platform/secrets/secret-box.ts';
import type { SignedLinks } from './platform/secrets/signed-links.ts';
import type { TempFolder } from './platform/temp-folder.ts';
import type { InvoiceIssuers } from './providers/invoicing/invoice-issuers.ts';
import type { Mailer } from './providers/mail/mailer.ts';
import type { Payments } from './providers/payment/payments.ts';
import type { Storage } from './providers/storage/storage.ts';
import type { VideoProvider } from './providers/video/video-provider.ts';

/** Everything a feature may use of the world, put together once at the start. */
export interface Deps {
  readonly config: Config;
  /** How browsers and providers reach us, without a slash at the end. */
  readonly publicUrl: string;
  /** Payments go to the test checkout: no card is charged. */
  readonly sandboxCheckout: boolean;
  /** This process among the workers. */
  readonly processId: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Aborted when this process begins to leave: what is here is finished, nothing more should come. */
  readonly leaving: AbortSignal;
  readonly clock: Clock;
  readonly db: Db;
  readonly limits: RateLimits;
  readonly links: SignedLinks;
  readonly secrets: SecretBox;
  readonly storage: Storage;
  /** Room on this machine for the files of one piece of work. */
  readonly temp: TempFolder;
  readonly mailer: Mailer;
  readonly payments: Payments;
  readonly issuers: InvoiceIssuers;
  readonly icons: Icons;
  /** What customers said, for the landing page; null where the installation has no file of them. */
  readonly testimonials: Testimonial[] | null;
  /** Films that this process can render by itself at once. */
  readonly renderSlots: number;
  /** The provider of that name as it is configured now; `baseUrl` is the administrator's serviceProviderUrl. */
  readonly videoProvider: (name: string, baseUrl: string) => VideoProvider;
}
