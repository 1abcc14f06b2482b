import {
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type TestFixture,
} from '@playwright/test';
import { createTestDatabase, testClusterUrl } from '../server/test/cluster.ts';
import { createCustomer, signedInState, signInAdmin, type Customer } from './customer.ts';
import { createFaultLog, type FaultLog } from './fault-log.ts';
import { startProduct, type Product } from './product.ts';
import { startVideoService, type VideoService } from './video-service.ts';

export { expect } from '@playwright/test';

export const adminEmail = 'admin@example.com';
export const supportEmail = 'help@films.example';
/** Has a character that HTML must escape. */
export const productName = 'Films & Friends';

/** Files that ask for the same share one product per worker. */
export interface WorkerOptions {
  /** Who makes the films: a video service that is done at once, or the embedded renderer, as in a product without settings. */
  filmsBy: 'video service' | 'embedded renderer';
  /** A name of its own keeps a product apart from the others' orders. */
  shop: string;
}

interface WorkerFixtures extends WorkerOptions {
  /** Fails where the embedded renderer makes the films. */
  videoService: VideoService;
  product: Product;
  administrator: Customer;
}

interface TestFixtures {
  /** What pages should never say; the test fails of everything that it does not allow. */
  faults: FaultLog;
  /** A new customer. */
  customer: Customer;
  /** Opens a page in a browser context of its own. */
  openPage: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Tests whose `page` is a visitor's. */
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

  // `shop` is only named so that it is part of what distinguishes products.
  product: [
    async ({ videoService, shop: _shop }, provide) => {
      const database = await createTestDatabase(testClusterUrl());
      const settings = {
        DATABASE_URL: database.url,
        PRODUCT_NAME: productName,
        SUPPORT_EMAIL: supportEmail,
        ADMIN_EMAIL: adminEmail,
        POLL_INTERVAL_MS: '300',
        DRAIN_MS: '0',
        // The journeys of a worker all come from one address; the limits have tests of their own.
        RATE_LIMIT: 'off',
        ...(videoService as VideoService | undefined)?.settings,
      };
      const product = await startProduct({ settings });
      await provide(product);
      await product.stop();
      await database.drop();
    },
    { scope: 'worker', timeout: 60_000 },
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

  context: async ({ context, faults }, provide) => {
    faults.watch(context);
    await provide(context);
    // A route handler may be at work on a request that nobody waits for any more.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  customer: async ({ product }, provide) => provide(await createCustomer(product, 'Rosa Lind')),

  openPage: async ({ browser, faults, baseURL }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async (options = {}) => {
      const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }), ...options });
      contexts.push(context);
      faults.watch(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

/**
 * For `test.use`: the pages of a file's tests are signed in as somebody whom `beforeAll` makes.
 * @param more is kept in the browser, too
 */
export function signedInAs(
  who: () => Customer | undefined,
  more?: Record<string, string>,
): TestFixture<BrowserContextOptions['storageState'], WorkerFixtures> {
  return async ({ product }, provide) => {
    // The hooks have a context themselves, before there is anybody.
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
