import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createStorage } from './create-storage.ts';
import type { Deps } from '../deps.ts';
import { readTestimonials } from './read-testimonials.ts';
import { createIcons, type IconFolders } from '../features/prompts/icons.ts';
import { createClock, type Clock } from '../platform/time/clock.ts';
import type { Db } from '../platform/database/db.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createRateLimits } from '../platform/rate-limits.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import { createSignedLinks } from '../platform/secrets/signed-links.ts';
import { openTempFolder } from '../platform/temp-folder.ts';
import { createInvoiceIssuers } from '../providers/invoicing/invoice-issuers.ts';
import type { Payments } from '../providers/payment/payments.ts';
import { createStripePayments } from '../providers/payment/stripe-payments.ts';
import type { Mailer } from '../providers/mail/mailer.ts';
import { createOutboxMailer } from '../providers/mail/outbox-mailer.ts';
import { createSmtpMailer } from '../providers/mail/nodemailer.ts';
import { localRenderSlots } from '../providers/video/embedded/embedded-provider.ts';
import { createVideoProviders } from '../providers/video/video-providers.ts';

/** Builds `Deps` from the settings. */
export async function createDeps(
  config: Config,
  given: { db: Db; log: Log; publicUrl: string; sandboxCheckout: boolean; stopping?: AbortSignal },
): Promise<Deps> {
  const clock = createClock(config.CLOCK_OFFSET_MS);
  const temp = await openTempFolder(join(config.DATA_DIR, 'tmp'));
  const storage = await createStorage(config, temp, given.log);
  return {
    config,
    stopping: new AbortController().signal,
    ...given,
    metrics: createMetrics(given.db.pool),
    processId: newId(),
    clock,
    limits: createRateLimits(given.db, config.RATE_LIMIT),
    links: await createSignedLinks(given.db, clock, config.LINK_SIGNING_KEY),
    secrets: await createSecretBox(given.db, config.SECRETS_KEY),
    storage,
    temp,
    mailer: createMailer(config, clock),
    payments: createPayments(config, given.log),
    issuers: createInvoiceIssuers(config, given),
    icons: createIcons(iconFolders(config)),
    testimonials: readTestimonials(config),
    renderSlots: localRenderSlots(),
    quickFiguresMs: 250,
    videoProvider: createVideoProviders(config, storage),
  };
}

/** The icons of the built web app, or their sources if it is not built. */
function iconFolders({ DATA_DIR }: Config): IconFolders {
  const web = join(import.meta.dirname, '../../../web');
  const built = join(web, 'dist/card-icons');
  return {
    ours: existsSync(built) ? built : join(web, 'public/card-icons'),
    own: join(DATA_DIR, 'card-icons'),
    classes: join(web, 'dist/icons/fa'),
  };
}

function createPayments(config: Config, log: Log): Payments {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = config;
  if (!secretKey || !webhookSecret)
    throw new Error('There is no payment provider: neither the settings nor the sandbox provide one');
  return createStripePayments({ secretKey, webhookSecret, apiBase, cardsOnly: config.PAYMENT_METHODS === 'card', log });
}

function createMailer(config: Config, clock: Clock): Mailer {
  const from = config.MAIL_FROM;
  if (config.SMTP_URL) return createSmtpMailer({ url: config.SMTP_URL, from });
  return createOutboxMailer({ folder: join(config.DATA_DIR, 'outbox'), from, clock });
}
