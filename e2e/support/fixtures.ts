import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVideoServiceSandbox } from '@keepsake/sandbox/video-service/video-service-sandbox';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as base,
  type TestFixture,
} from '@playwright/test';
import { createLog } from '../../server/src/platform/log.ts';
import { createTestDatabase, testClusterUrl } from '../../server/test/cluster.ts';
import { sandboxControls } from '../../server/test/sandbox-controls.ts';
import { createCustomer, type Customer, signedInState, signInAdmin } from './customer.ts';
import { lookOncePerPicture } from './look-once.ts';
import { type Product, startProduct } from './product.ts';

export { expect } from '@playwright/test';

export const adminEmail = 'admin@example.com';
export const supportEmail = 'help@films.example';
/** Contains a character that HTML must escape. */
export const productName = 'Films & Friends';

/** Files with the same options share one product per worker. */
export interface WorkerOptions {
  /** Which provider makes the films: a video service that finishes at once, or the embedded renderer, the default. */
  filmsBy: 'video service' | 'embedded renderer';
  /** A unique name gives the file its own product. */
  shop: string;
}

interface WorkerFixtures extends WorkerOptions {
  /** Undefined if the embedded renderer makes the films. */
  videoService: VideoService;
  product: Product;
  administrator: Customer;
}

interface TestFixtures {
  /** Whether pages draw previews, which takes seconds of the processor on every page; otherwise the browser says that the device is too small. */
  previews: boolean;
  /** Errors of the pages; the test fails on every error that it does not allow. */
  faults: FaultLog;
  /** A new customer. */
  customer: Customer;
  /** Opens a page in a browser context of its own. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Tests whose `page` is not signed in. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  filmsBy: ['video service', { option: true, scope: 'worker' }],
  shop: ['shared', { option: true, scope: 'worker' }],

  videoService: [
    async ({ filmsBy }, provide) => {
      const service = filmsBy === 'video service' ? await startVideoService() : undefined;
      await provide(service as VideoService);
      await service?.stop();
    },
    { scope: 'worker' },
  ],

  // Playwright starts a product for each value of the options it depends on; `shop` is named for that alone.
  product: [
    async ({ videoService, shop: _shop }, provide) => {
      const database = await createTestDatabase(testClusterUrl());
      await lookOncePerPicture(database.url);
      const settings = {
        DATABASE_URL: database.url,
        PRODUCT_NAME: productName,
        SUPPORT_EMAIL: supportEmail,
        ADMIN_EMAIL: adminEmail,
        POLL_INTERVAL_MS: '300',
        DRAIN_MS: '0',
        // All journeys of a worker share one IP address.
        RATE_LIMIT: 'off',
        ...(videoService as VideoService | undefined)?.settings,
      };
      const product = await startProduct({ settings });
      await provide(product);
      await product.stop();
      await database.drop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  administrator: [async ({ product }, provide) => provide(await signInAdmin(product, adminEmail)), { scope: 'worker' }],

  baseURL: ({ product }, provide) => provide(product.url),

  faults: async ({ product }, provide, testInfo) => {
    const faults = createFaultLog();
    const before = product.output().length;
    await provide(faults);
    const output = product.output().slice(before);
    if (testInfo.status !== testInfo.expectedStatus && output !== '')
      await testInfo.attach('output of the product', { body: output });
    faults.check();
  },

  previews: [false, { option: true }],

  context: async ({ context, faults, previews }, provide) => {
    faults.watch(context);
    if (!previews) await context.addInitScript(beSmall);
    await provide(context);
    // A route handler may still be running for an abandoned request.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  customer: async ({ product }, provide) => provide(await createCustomer(product, 'Rosa Lind')),

  openPage: async ({ browser, faults, baseURL, previews }, provide) => {
    const { openPage, close } = createContexts(browser, { faults, baseURL, previews });
    await provide(openPage);
    await close();
  },
});

/** Opens pages in contexts of their own. */
export function createContexts(
  browser: Browser,
  { faults, baseURL, previews }: { faults: FaultLog; baseURL: string | undefined; previews: boolean },
): Pick<TestFixtures, 'openPage'> & { close(): Promise<void> } {
  const contexts: BrowserContext[] = [];
  return {
    openPage: async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), ...options });
      contexts.push(context);
      faults.watch(context);
      if (!previews) await context.addInitScript(beSmall);
      return context.newPage();
    },
    close: async () => {
      for (const context of contexts) await context.close();
    },
  };
}

/**
 * For `test.use`: signs the pages of a file's tests in as a customer whom `beforeAll` creates.
 * @param more further entries of the local storage
 */
export function signedInAs(
  who: () => Customer | undefined,
  more?: Record<string, string>,
): TestFixture<BrowserContextOptions['storageState'], WorkerFixtures> {
  return async ({ product }, provide) => {
    // `beforeAll` has a context too, before the customer exists.
    const somebody = who();
    await provide(somebody && signedInState(product, somebody, more));
  };
}

/** Tests whose `page` is signed in as `customer`. */
export const customerTest = test.extend({
  storageState: ({ product, customer }, provide) => provide(signedInState(product, customer)),
});

/** Tests whose `page` is signed in as the administrator. */
export const adminTest = test.extend({
  storageState: ({ product, administrator }, provide) => provide(signedInState(product, administrator)),
});

/** Runs in the page: a device with less memory than previews need. */
function beSmall(): void {
  Object.defineProperty(Navigator.prototype, 'deviceMemory', { value: 0.5 });
}

/** Collects console errors, uncaught exceptions and violations of the content security policy. */
interface FaultLog {
  watch(context: BrowserContext): void;
  /** Allows faults with this text, which the test causes itself. */
  allow(text: string): void;
  /** @throws if a fault occurred that is not allowed */
  check(): void;
}

function createFaultLog(): FaultLog {
  const faults: string[] = [];
  const allowed: string[] = [];
  return {
    watch: (context) => {
      context.on('weberror', (error) => faults.push(`error: ${error.error().message}`));
      context.on('console', (message) => {
        // The browser logs every 4xx, which the pages handle.
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
          faults.push(`console: ${message.text()}`);
      });
    },
    allow: (text) => void allowed.push(text),
    check: () => {
      const unexpected = faults.filter((fault) => !allowed.some((text) => fault.includes(text)));
      expect(unexpected, 'faults that the pages reported').toEqual([]);
    },
  };
}

const apiKey = 'luma-key-of-the-sandbox';

interface VideoService {
  /** The product's settings for this service. */
  settings: Record<string, string>;
  /** Refuses the next `times` films. */
  refuseFilms(reason: string, times?: number): Promise<void>;
  stop(): Promise<void>;
}

/** A video service that finishes at once, with the same plain film every time. */
async function startVideoService(): Promise<VideoService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keepsake-video-service-'));
  const sandbox = await startVideoServiceSandbox({
    host: '127.0.0.1',
    port: 0,
    dataDir,
    apiKey,
    log: createLog('silent', 'video-service'),
    timeline: { queuedMs: 20, dreamingMs: 50 },
    limits: { concurrent: 1000, createsPerMinute: 10_000 },
    ffmpegPath: null,
  });
  const { control } = sandboxControls(sandbox.origin, apiKey);
  return {
    settings: { LUMAAI_API_KEY: apiKey, LUMAAI_BASE_URL: sandbox.url },
    refuseFilms: async (reason, times = 1) => void (await control('POST', 'outcomes', { kind: 'fail', reason, times })),
    stop: async () => {
      await sandbox.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
