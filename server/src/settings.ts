import { email } from '@keepsake/contract/accounts/email';
import * as z from 'zod/mini';

/** Describes a setting, for the error at start, docs/settings.md and .env.example (`npm run settings` writes both). */
export interface About {
  meaning: string;
  /** Permitted values, with their unit. */
  expected: string;
  /** What happens without the setting, if it has no default value. */
  without?: string;
  example?: string;
  /** Why it must be set with NODE_ENV=production, unless another setting is. */
  required?: { because: string; unless?: string };
  /** Settings that must be set together with it (itself may be among them), and why. */
  needs?: { names: readonly string[]; because: string };
  /** Refused with NODE_ENV=production. */
  testsOnly?: true;
}

type More = Omit<About, 'meaning' | 'expected'>;

const registry = z.registry<About>();
const day = 86_400_000;
const noSandbox = { because: 'a sandbox part would stand in for a real one' };
const realSeller = { because: 'invoices must name a real seller', unless: 'BILLINGO_API_KEY' };

function choice<const V extends readonly string[]>(values: V, fallback: V[number], meaning: string) {
  return z._default(z.enum(values), fallback).register(registry, { meaning, expected: listed(values, 'or') });
}

function onOff(fallback: boolean, meaning: string, more: More = {}) {
  const schema = z._default(z.stringbool(), fallback);
  return schema.register(registry, { ...more, meaning, expected: 'on or off (true or false)' });
}

/** Decimal digits only: PORT=0x10 or PAYMENT_SWEEP_MS=1e3 is probably a mistake. */
function decimal(pattern: RegExp, ...checks: Parameters<z.ZodMiniNumber['check']>) {
  return z.pipe(z.string().check(z.regex(pattern)), z.coerce.number<string>().check(...checks));
}

function wholeNumber(from: number, to: number) {
  return decimal(/^-?\d+$/, z.int(), z.minimum(from), z.maximum(to));
}

function milliseconds(from: number, to: number, fallback: number, meaning: string) {
  const schema = z._default(wholeNumber(from, to), fallback);
  return schema.register(registry, { meaning, expected: `a whole number of milliseconds from ${from} to ${to}` });
}

function address(meaning: string, more: More & { protocol?: RegExp } = {}) {
  const { protocol = /^https?$/, ...about } = more;
  const expected = more.protocol ? 'an address' : 'an http or https address';
  return z.optional(z.url({ protocol })).register(registry, { ...about, meaning, expected });
}

/** Any text, such as a key. */
function text(meaning: string, more: More = {}) {
  return z.optional(z.string().check(z.minLength(1))).register(registry, { ...more, meaning, expected: 'a text' });
}

/** Text that is printed on invoices. */
function printed(meaning: string, more: More = {}) {
  const schema = z.optional(z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[^\p{Cc}]+$/u)));
  return schema.register(registry, { ...more, meaning, expected: 'a text of one line, at most 200 characters' });
}

/** One key or several; the first one signs or seals. */
function keys(meaning: string) {
  return z.optional(z.string().check(z.regex(/^[^,]{32,}(?:,[^,]{32,})*$/))).register(registry, {
    meaning,
    expected: 'a text of at least 32 characters without a comma, or several with commas between,',
    without: 'one that is made and kept in the database',
  });
}

const webServer = {
  PORT: z._default(wholeNumber(0, 65_535), 3000).register(registry, {
    meaning: 'Where the web server listens; 0 takes any free port and prints it.',
    expected: 'a port from 0 to 65535',
  }),
  HOST: z._default(z.string().check(z.minLength(1)), '127.0.0.1').register(registry, {
    meaning: 'The address of this machine on which it listens.',
    expected: 'an address of this machine',
  }),
  PUBLIC_URL: address('How browsers, providers and links in mails reach the site.', {
    without: '`http://localhost:PORT`',
    example: 'https://keepsake.example',
    required: { because: 'mails must not lead to http://localhost' },
  }),
  ROLE: choice(['all', 'web', 'worker'], 'all', 'What this process does: serve the site, work on jobs, or both.'),
  TRUST_PROXY: onOff(
    false,
    'On behind one proxy of your own: of the `X-Forwarded-*` headers, only what that proxy adds counts.',
  ),
  DRAIN_MS: milliseconds(
    0,
    4000,
    500,
    'How long a web process that is stopping keeps serving while `/readyz` fails, so that a balancer takes it out.',
  ),
};

const database = {
  DATA_DIR: z._default(z.string().check(z.minLength(1)), './data').register(registry, {
    meaning:
      'Embedded database, photos and films, outbox, temporary files, your own pictures and icons. Deleting it is a fresh start.',
    expected: 'a folder that can be written',
  }),
  DATABASE_URL: address('A PostgreSQL server, version 15 or newer.', {
    protocol: /^postgres(ql)?$/,
    without: 'an embedded PostgreSQL in `DATA_DIR`',
    example: 'postgres://user:password@host:5432/name',
  }),
  DATABASE_DIRECT_URL: address(
    'PostgreSQL itself, for migrations and the listening of the queue, where `DATABASE_URL` leads to a pooler such as PgBouncer.',
    {
      protocol: /^postgres(ql)?$/,
      without: '`DATABASE_URL`',
      example: 'postgres://user:password@host:5432/name',
      needs: { names: ['DATABASE_URL'], because: 'it leads past a pooler to the same database' },
    },
  ),
};

const allOfS3 = {
  names: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  because: 'set all of S3_* or none, the region alone may be left out',
};

const objectStorage = {
  S3_ENDPOINT: address('An S3-compatible store for photos and films ([how](storage.md)).', {
    without: 'files in `DATA_DIR/media`',
    example: 'https://s3.eu-central-1.amazonaws.com',
    needs: allOfS3,
  }),
  S3_REGION: text('Its region.', {
    without: 'the one in the name of the endpoint, else `us-east-1`',
    example: 'eu-central-1',
    needs: allOfS3,
  }),
  S3_BUCKET: z.optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/))).register(registry, {
    meaning: 'Its bucket, which has to be there.',
    expected: 'the name of a bucket (3 to 63 lower-case letters, digits, dots and dashes)',
    example: 'keepsake-media',
    needs: allOfS3,
  }),
  S3_ACCESS_KEY_ID: text('The key that may read, write and delete in the bucket.', { needs: allOfS3 }),
  S3_SECRET_ACCESS_KEY: text('Its secret.', { needs: allOfS3 }),
};

const mail = {
  SMTP_URL: address('The mail server.', {
    protocol: /^smtps?$/,
    without: 'a local outbox: files in `DATA_DIR/outbox`, shown at `/dev/mail`',
    example: 'smtp://user:password@host:587',
    required: noSandbox,
  }),
  MAIL_FROM: z
    ._default(
      z.string().check(z.minLength(3), z.maxLength(254), z.regex(/^[^\r\n]*@[^\r\n]*$/)),
      'Keepsake <films@keepsake.example>',
    )
    .register(registry, { meaning: 'The sender of all mails.', expected: 'a name with an e-mail address' }),
};

const payment = {
  STRIPE_SECRET_KEY: text('The key of the Stripe account.', {
    without: 'the local checkout sandbox',
    example: 'sk_live_…',
    required: noSandbox,
    needs: { names: ['STRIPE_WEBHOOK_SECRET'], because: 'set both or neither' },
  }),
  STRIPE_WEBHOOK_SECRET: text('Signs the events that Stripe sends to `POST /api/payment/webhook`.', {
    example: 'whsec_…',
    needs: { names: ['STRIPE_SECRET_KEY'], because: 'set both or neither' },
  }),
  STRIPE_API_BASE: address("Another address that speaks Stripe's API, for tests and proxies.", {
    without: "Stripe's own",
    needs: {
      names: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
      because: 'without them the sandbox stands in',
    },
  }),
  PAYMENT_METHODS: choice(
    ['card', 'any'],
    'card',
    '`any` is whatever the Stripe account offers, bank debits too, whose money takes days.',
  ),
};

const films = {
  LUMAAI_API_KEY: text('The key of Luma Dream Machine.', { without: 'the embedded renderer' }),
  LUMAAI_BASE_URL: address("The first value of the administrators' `serviceProviderUrl`.", { without: "Luma's own" }),
  LUMA_AGENTS_API_KEY: text(
    "The key of Luma Agents, the successor of Dream Machine: the administrators' `serviceProvider` `luma-agents`.",
    { without: '`LUMAAI_API_KEY`' },
  ),
  LUMA_AGENTS_BASE_URL: address('Where Luma Agents answers.', { without: "Luma's own" }),
  LUMA_AGENTS_FILM_HOSTS: z
    .optional(
      z.pipe(
        z.pipe(
          z.string(),
          z.transform((names) => names.split(',').map((name) => name.trim().toLowerCase())),
        ),
        z.array(z.string().check(z.regex(/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/))).check(z.minLength(1)),
      ),
    )
    .register(registry, {
      meaning: 'Where films of Luma Agents may be fetched from; a name stands for its subdomains too.',
      expected: 'a list of host names, separated by commas,',
      without: "Luma's and common object storage",
      example: 'cdn-luma.com,films.example',
    }),
  VISIBLE_MARK: choice(
    ['on', 'off'],
    'off',
    'On: films of the embedded renderer say “AI-generated” in a corner; their metadata says it always.',
  ),
  PROVIDER_CONCURRENCY: z._default(wholeNumber(1, 1000), 10).register(registry, {
    meaning: 'How many generations are requested from the provider at once.',
    expected: 'a whole number from 1 to 1000',
  }),
  POLL_INTERVAL_MS: milliseconds(300, day, 5000, 'How often the status of a generation is polled.'),
  RECONCILE_WAIT_MS: milliseconds(
    300,
    day,
    120_000,
    'How long an unknown answer of the provider is waited out, from the last moment at which the request can have been sent.',
  ),
  GENERATION_BUDGET_MS: milliseconds(
    300,
    day,
    3_600_000,
    'How long one generation may take before it counts as failed; a late film is still adopted.',
  ),
};

const invoices = {
  BILLINGO_API_KEY: text('Billingo issues the invoices.', { without: 'issued by the product itself' }),
  BILLINGO_API_BASE: address("Another address that speaks Billingo's API.", {
    without: "Billingo's own",
    needs: { names: ['BILLINGO_API_KEY'], because: 'without it the product issues invoices itself' },
  }),
  BILLINGO_BLOCK_ID: z.optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)).register(registry, {
    meaning: 'The numbering block, where the account has several.',
    expected: 'the number of a document block',
    without: 'the only block',
  }),
  BILLINGO_VAT: z._default(z.string().check(z.minLength(2), z.maxLength(10)), '27%').register(registry, {
    meaning: "The VAT rate on Billingo's documents.",
    expected: "one of Billingo's rates",
  }),
  BILLINGO_ENTITLEMENT: text("The reason of an exemption on Billingo's documents."),
  SELLER_NAME: printed("Who sells, on invoices of the product's own.", {
    without: 'invoices are samples',
    required: realSeller,
  }),
  SELLER_ADDRESS: printed('The seller’s address.', { required: realSeller }),
  SELLER_TAX_NUMBER: printed('The seller’s tax number.', { required: realSeller }),
  SELLER_VAT_PERCENT: z._default(decimal(/^\d+(?:\.\d+)?$/, z.minimum(0), z.maximum(50)), 27).register(registry, {
    meaning: 'VAT that the prices contain, in percent.',
    expected: 'a number from 0 to 50',
  }),
  SELLER_VAT_NOTE: printed('Why there is no VAT, where `SELLER_VAT_PERCENT` is 0.'),
  SELLER_TIME_ZONE: z._default(z.string().check(z.refine(isTimeZone)), 'Europe/Budapest').register(registry, {
    meaning: 'Whose day an invoice is dated.',
    expected: 'a time zone',
  }),
  INVOICE_PREFIX: z._default(z.string().check(z.regex(/^[A-Z0-9]{1,8}$/)), 'KS').register(registry, {
    meaning: 'How the number of an invoice begins.',
    expected: 'a text of one to eight capital letters or digits',
  }),
};

const shop = {
  PRODUCT_NAME: z
    ._default(z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[^\p{Cc}<>"]+$/u)), 'Keepsake')
    .register(registry, {
      meaning: 'The name of the product, in pages and mails.',
      expected: 'a text of at most 60 characters without <, > and "',
    }),
  SUPPORT_EMAIL: z._default(z.email(), 'support@keepsake.example').register(registry, {
    meaning: 'Where customers write to.',
    expected: 'an e-mail address',
  }),
  TESTIMONIALS_FILE: z.optional(z.string().check(z.minLength(1))).register(registry, {
    meaning: 'What customers said, for the landing page ([how](operating.md#your-own-testimonials)).',
    expected: 'the path of a JSON file',
    without: 'examples, which the page says they are',
    example: './testimonials.json',
  }),
  ADMIN_EMAIL: z.optional(email).register(registry, {
    meaning: 'An account that is made administrator at start; without a password yet it is sent a link to set one.',
    expected: 'an e-mail address',
    example: 'you@example.com',
  }),
  ADMIN_TOTP: choice(
    ['optional', 'required'],
    'optional',
    'Required: administrators have no rights until they have turned on two-step sign-in.',
  ),
  LINK_SIGNING_KEY: keys('Signs the links of photos and films; of several the first signs and all verify.'),
  SECRETS_KEY: keys(
    "Encrypts the secrets of two-step sign-in; an old key is needed as long as somebody's secret is under it.",
  ),
};

const operation = {
  NODE_ENV: z.optional(z.enum(['development', 'test', 'production'])).register(registry, {
    meaning: 'In production a start with a sandbox part or without `PUBLIC_URL` is refused.',
    expected: 'development, test or production',
  }),
  ALLOW_SANDBOX: onOff(false, 'On: sandbox parts are allowed in production.'),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))).register(registry, {
    meaning: 'Who brings it as a bearer token may read `/metrics`.',
    expected: 'a text of at least 16 characters',
    without: 'only programs on this machine',
  }),
  METRICS_PORT: z.optional(wholeNumber(1, 65_535)).register(registry, {
    meaning: 'A port of its own for health and figures; the only port of a worker.',
    expected: 'a port from 1 to 65535',
    without: '`PORT`; a worker opens no port',
    example: '9464',
  }),
  LOG_LEVEL: choice(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'info', 'The least level that is logged.'),
  LEASE_MS: milliseconds(300, day, 30_000, 'How long a worker holds a job without a heartbeat.'),
  PAYMENT_SWEEP_MS: milliseconds(300, day, 60_000, 'How often open payments are looked up.'),
  RETENTION_SWEEP_MS: milliseconds(
    300,
    day,
    3_600_000,
    'How often what is to be deleted is looked for, and reminders are sent.',
  ),
  RATE_LIMIT: onOff(true, 'Off for load tests only.'),
  CLOCK_OFFSET_MS: z._default(wholeNumber(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), 0).register(registry, {
    meaning: "Shifts the product's own clock (retention, reminders, expiry), for tests.",
    expected: 'a whole number of milliseconds',
    testsOnly: true,
  }),
};

export const settings = z.object({
  ...webServer,
  ...database,
  ...objectStorage,
  ...mail,
  ...payment,
  ...films,
  ...invoices,
  ...shop,
  ...operation,
});

export type SettingName = keyof typeof settings.shape;

/** The settings by group, in the order of docs/settings.md. */
export const sections: readonly { title: string; names: readonly SettingName[] }[] = [
  { title: 'Web server', names: namesOf(webServer) },
  { title: 'Data and database', names: namesOf(database) },
  { title: 'Object storage', names: namesOf(objectStorage) },
  { title: 'Mail', names: namesOf(mail) },
  { title: 'Payment', names: namesOf(payment) },
  { title: 'Films', names: namesOf(films) },
  { title: 'Invoices', names: namesOf(invoices) },
  { title: 'The shop', names: namesOf(shop) },
  { title: 'Operation', names: namesOf(operation) },
];

/** @throws Error if a setting is not described */
export function aboutSetting(name: SettingName): About {
  const about = registry.get(settings.shape[name]);
  if (!about) throw new Error(`The setting ${name} is not described.`);
  return about;
}

/** `a, b or c` */
export function listed(values: readonly string[], lastWord: 'and' | 'or'): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} ${lastWord} ${values.at(-1)}`;
}

function namesOf(section: object): SettingName[] {
  return Object.keys(section) as SettingName[];
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    // An unknown time zone throws a RangeError.
    return false;
  }
}
