import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { email } from '@keepsake/contract/email';
import { parse as parseDotenv } from 'dotenv';
import * as z from 'zod/mini';

const root = resolve(import.meta.dirname, '../..');

const port = z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535)), 3000);
const url = z.url({ protocol: /^https?$/ });
const postgres = z.url({ protocol: /^postgres(ql)?$/ });
const secret = z.string().check(z.minLength(1));
/** Stands on invoices. */
const printed = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]+$/u));

/** One or several, the first of which is used for what is new. */
const keys = z.string().check(z.regex(/^[^,]{32,}(?:,[^,]{32,})*$/));

/** Names separated by commas. */
const hostNames = z.pipe(
  z.pipe(
    z.string(),
    z.transform((names) => names.split(',').map((name) => name.trim().toLowerCase())),
  ),
  z.array(z.string().check(z.regex(/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/))).check(z.minLength(1)),
);

/** From 300 ms to a day. */
function interval(fallback: number) {
  return z._default(z.coerce.number().check(z.int(), z.minimum(300), z.maximum(86_400_000)), fallback);
}

const settings = z.object({
  PORT: port,
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  PUBLIC_URL: z.optional(url),
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data'),
  DATABASE_URL: z.optional(postgres),
  DATABASE_DIRECT_URL: z.optional(postgres),
  S3_ENDPOINT: z.optional(url),
  S3_REGION: z.optional(secret),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))),
  S3_ACCESS_KEY_ID: z.optional(secret),
  S3_SECRET_ACCESS_KEY: z.optional(secret),
  SMTP_URL: z.optional(z.url({ protocol: /^smtps?$/ })),
  MAIL_FROM: z._default(
    z.string().check(z.minLength(3), z.maxLength(254), z.regex(/^[^\r\n]*@[^\r\n]*$/)),
    'Keepsake <films@keepsake.example>',
  ),
  STRIPE_SECRET_KEY: z.optional(secret),
  STRIPE_WEBHOOK_SECRET: z.optional(secret),
  STRIPE_API_BASE: z.optional(url),
  PAYMENT_METHODS: z._default(z.enum(['card', 'any']), 'card'),
  LUMAAI_API_KEY: z.optional(secret),
  LUMAAI_BASE_URL: z.optional(url),
  LUMA_AGENTS_API_KEY: z.optional(secret),
  LUMA_AGENTS_BASE_URL: z.optional(url),
  LUMA_AGENTS_FILM_HOSTS: z.optional(hostNames),
  BILLINGO_API_KEY: z.optional(secret),
  BILLINGO_API_BASE: z.optional(url),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  METRICS_PORT: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65535))),
  DRAIN_MS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(4000)), 500),
  BILLINGO_BLOCK_ID: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
  BILLINGO_VAT: z._default(z.string().check(z.minLength(2), z.maxLength(10)), '27%'),
  BILLINGO_ENTITLEMENT: z.optional(secret),
  SELLER_NAME: z.optional(printed),
  SELLER_ADDRESS: z.optional(printed),
  SELLER_TAX_NUMBER: z.optional(printed),
  SELLER_VAT_PERCENT: z._default(z.coerce.number().check(z.minimum(0), z.maximum(50)), 27),
  SELLER_VAT_NOTE: z.optional(printed),
  SELLER_TIME_ZONE: z._default(z.string().check(z.refine(isTimeZone)), 'Europe/Budapest'),
  INVOICE_PREFIX: z._default(z.string().check(z.regex(/^[A-Z0-9]{1,8}$/)), 'KS'),
  ROLE: z._default(z.enum(['all', 'web', 'worker']), 'all'),
  NODE_ENV: z.optional(z.enum(['development', 'test', 'production'])),
  ALLOW_SANDBOX: z._default(z.stringbool(), false),
  ADMIN_EMAIL: z.optional(email),
  /** Whether administrators without a second sign-in step have no rights. */
  ADMIN_TOTP: z._default(z.enum(['optional', 'required']), 'optional'),
  RATE_LIMIT: z._default(z.stringbool(), true),
  /** Says “AI-generated” in a corner of the built-in renderer's films; their metadata says it always. */
  VISIBLE_MARK: z._default(z.enum(['on', 'off']), 'off'),
  PROVIDER_CONCURRENCY: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 10),
  POLL_INTERVAL_MS: interval(5_000),
  LEASE_MS: interval(30_000),
  RECONCILE_WAIT_MS: interval(120_000),
  PAYMENT_SWEEP_MS: interval(60_000),
  RETENTION_SWEEP_MS: interval(3_600_000),
  GENERATION_BUDGET_MS: interval(3_600_000),
  CLOCK_OFFSET_MS: z._default(z.coerce.number().check(z.int()), 0),
  PRODUCT_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[^\p{Cc}<>"]+$/u)), 'Keepsake'),
  SUPPORT_EMAIL: z._default(z.email(), 'support@keepsake.example'),
  LINK_SIGNING_KEY: z.optional(keys),
  SECRETS_KEY: z.optional(keys),
  TRUST_PROXY: z._default(z.stringbool(), false),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
});

type Settings = z.output<typeof settings>;

export interface Config extends Settings {
  readonly production: boolean;
}

/** A setting that cannot be used: one line that says which, why and what is expected. */
export class ConfigError extends Error {}

/**
 * Reads the settings from the environment and a `.env` file (the environment wins). Empty values count as absent.
 * @throws ConfigError naming the setting, never its value
 */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries({ ...dotenv(), ...environment }).filter(
      ([name, value]) => Object.hasOwn(settings.shape, name) && value !== '' && value !== undefined,
    ),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new ConfigError(`Setting ${name} cannot be used: ${expectation(name)}.`);
  }
  const config: Config = {
    ...parsed.data,
    DATA_DIR: resolve(root, parsed.data.DATA_DIR),
    production: parsed.data.NODE_ENV === 'production',
  };
  checkTogether(config);
  return config;
}

function dotenv(): Record<string, string> {
  try {
    return parseDotenv(readFileSync(resolve(root, '.env')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

function checkTogether(config: Config): void {
  checkInvoicing(config);
  checkS3(config);
  if (Boolean(config.STRIPE_SECRET_KEY) !== Boolean(config.STRIPE_WEBHOOK_SECRET)) {
    throw new ConfigError('Settings STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET belong together: set both or neither.');
  }
  if (config.STRIPE_API_BASE && !config.STRIPE_SECRET_KEY) {
    throw new ConfigError(
      'Setting STRIPE_API_BASE needs STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: without them the sandbox stands in.',
    );
  }
  if (config.DATABASE_DIRECT_URL && !config.DATABASE_URL) {
    throw new ConfigError(
      'Setting DATABASE_DIRECT_URL needs DATABASE_URL: it leads past a pooler to the same database.',
    );
  }
  if (!config.production) return;
  if (config.CLOCK_OFFSET_MS !== 0)
    throw new ConfigError('Setting CLOCK_OFFSET_MS is for tests: it is refused with NODE_ENV=production.');
  if (config.ALLOW_SANDBOX) return;
  const missing = [!config.STRIPE_SECRET_KEY && 'STRIPE_SECRET_KEY', !config.SMTP_URL && 'SMTP_URL'].filter(Boolean);
  if (missing.length > 0) {
    throw new ConfigError(
      `Setting ${missing.join(' and ')} is missing: with NODE_ENV=production a sandbox part would stand in for a real one; set it, or ALLOW_SANDBOX=true.`,
    );
  }
  if (!config.PUBLIC_URL)
    throw new ConfigError(
      'Setting PUBLIC_URL is missing: with NODE_ENV=production mails must not lead to http://localhost; set it, or ALLOW_SANDBOX=true.',
    );
  checkSeller(config);
}

function checkInvoicing(config: Config): void {
  if (config.BILLINGO_API_BASE && !config.BILLINGO_API_KEY)
    throw new ConfigError(
      'Setting BILLINGO_API_BASE needs BILLINGO_API_KEY: without it the product issues invoices itself.',
    );
  if (config.BILLINGO_API_KEY) return;
  if (config.SELLER_VAT_PERCENT === 0 && !config.SELLER_VAT_NOTE)
    throw new ConfigError(
      'Setting SELLER_VAT_NOTE is missing: with SELLER_VAT_PERCENT=0 invoices must say why there is no VAT.',
    );
}

/** Only where the product issues invoices itself. */
function checkSeller(config: Config): void {
  if (config.BILLINGO_API_KEY) return;
  const missing = (['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_TAX_NUMBER'] as const).filter((name) => !config[name]);
  if (missing.length > 0) {
    throw new ConfigError(
      `Setting ${missing.join(' and ')} is missing: with NODE_ENV=production invoices must name a real seller; set it, BILLINGO_API_KEY or ALLOW_SANDBOX=true.`,
    );
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    // A RangeError is how a name that does not exist is told.
    return false;
  }
}

const s3Required = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

function checkS3(config: Config): void {
  const missing = s3Required.filter((name) => config[name] === undefined);
  const isAsked = missing.length < s3Required.length || config.S3_REGION !== undefined;
  if (!isAsked || missing.length === 0) return;
  throw new ConfigError(
    `Settings ${s3Required.join(', ')} belong together: set all of them or none (missing: ${missing.join(', ')}).`,
  );
}

function expectation(name: string): string {
  if (name === 'PORT') return 'a port from 0 to 65535 is expected';
  if (name === 'PAYMENT_METHODS') return 'card or any is expected';
  if (name === 'METRICS_PORT') return 'a port from 1 to 65535 is expected';
  if (name === 'METRICS_TOKEN') return 'at least 16 characters are expected';
  if (name === 'DRAIN_MS') return 'a whole number of milliseconds from 0 to 4000 is expected';
  if (name === 'NODE_ENV') return 'development, test or production is expected';
  if (name === 'ROLE') return 'web, worker or all is expected';
  if (name === 'DATABASE_URL' || name === 'DATABASE_DIRECT_URL')
    return 'an address such as postgres://user:password@host:5432/name is expected';
  if (name === 'SMTP_URL') return 'an address such as smtp://user:password@host:587 is expected';
  if (name === 'S3_BUCKET')
    return 'the name of a bucket is expected: 3 to 63 lower-case letters, digits, dots and dashes';
  if (name === 'SELLER_VAT_PERCENT') return 'a number from 0 to 50 is expected';
  if (name === 'SELLER_TIME_ZONE') return 'a time zone such as Europe/Budapest is expected';
  if (name === 'INVOICE_PREFIX') return 'one to eight capital letters or digits are expected';
  if (name === 'BILLINGO_BLOCK_ID') return 'the number of a document block is expected';
  if (name === 'VISIBLE_MARK') return 'on or off is expected';
  if (name === 'PROVIDER_CONCURRENCY') return 'a whole number from 1 to 1000 is expected';
  if (name === 'CLOCK_OFFSET_MS') return 'a whole number of milliseconds is expected';
  if (name === 'ADMIN_TOTP') return 'optional or required is expected';
  if (name === 'LINK_SIGNING_KEY' || name === 'SECRETS_KEY')
    return 'at least 32 characters without a comma are expected, or several such keys with commas between';
  if (name === 'MAIL_FROM') return 'a sender such as "Keepsake <films@example.com>" is expected';
  if (name.endsWith('_MS')) return 'a whole number of milliseconds from 300 to 86400000 is expected';
  if (name.endsWith('_EMAIL')) return 'an e-mail address is expected';
  if (name === 'LUMA_AGENTS_FILM_HOSTS') return 'names of hosts, separated by commas, are expected';
  if (/URL|BASE|ENDPOINT/.test(name)) return 'an http or https address is expected';
  if (name === 'RATE_LIMIT' || name === 'ALLOW_SANDBOX' || name === 'TRUST_PROXY')
    return 'on or off (true or false) is expected';
  if (name === 'LOG_LEVEL') return 'trace, debug, info, warn, error or silent is expected';
  return 'a text is expected';
}
