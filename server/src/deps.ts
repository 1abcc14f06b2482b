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

/** Everything outside its own code that a feature may use, built once at start. */
export interface Deps {
  readonly config: Config;
  /** The address at which browsers and providers reach this product, without a slash at the end. */
  readonly publicUrl: string;
  /** Payments use the test checkout: no card is charged. */
  readonly sandboxCheckout: boolean;
  /** Identifies this process among the workers. */
  readonly processId: string;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Aborted when this process begins to stop: running requests end, new ones should go elsewhere. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly db: Db;
  readonly limits: RateLimits;
  readonly links: SignedLinks;
  readonly secrets: SecretBox;
  readonly storage: Storage;
  /** Temporary files on this machine. */
  readonly temp: TempFolder;
  readonly mailer: Mailer;
  readonly payments: Payments;
  readonly issuers: InvoiceIssuers;
  readonly icons: Icons;
  /** What customers said, for the landing page; null if the installation has no file of them. */
  readonly testimonials: Testimonial[] | null;
  /** Films that this process can render by itself at once. */
  readonly renderSlots: number;
  /** Administrators' figures that take less than this are computed for every request; slower ones are cached for a while. */
  readonly quickFiguresMs: number;
  /** The video provider with this name in its current configuration; `baseUrl` is the `serviceProviderUrl` that the administrator set. */
  readonly videoProvider: (name: string, baseUrl: string) => VideoProvider;
}
