import { chooseLanguage, createCustomer, type Customer } from '../support/customer.ts';
import { expect, signedInAs, test } from '../support/fixtures.ts';

const visits = [
  { path: '/login', page: 'login', heading: 'Sign in', texts: ['en/auth', 'en/common', 'en/errors'], answers: [] },
  {
    path: '/dashboard',
    page: 'dashboard',
    heading: 'Emlékgaléria',
    texts: ['hu/common', 'hu/dashboard', 'hu/errors'],
    answers: ['/api/auth/me', '/api/content/my?page=1&limit=5', '/api/content/prompts'],
  },
  {
    path: '/process',
    page: 'process',
    heading: 'Fényképei és effektjeik',
    texts: ['hu/common', 'hu/dashboard', 'hu/errors', 'hu/wizard'],
    answers: ['/api/auth/me', '/api/content/prompts', '/api/content/suggestion-pictograms', '/api/pricing'],
  },
  {
    path: '/profile',
    page: 'profile',
    heading: 'Profil',
    texts: ['hu/auth', 'hu/common', 'hu/errors', 'hu/profile'],
    answers: ['/api/auth/me', '/api/auth/sessions', '/api/data-exports/latest'],
  },
];

let customer: Customer;
test.beforeAll(async ({ product }) => {
  customer = await createCustomer(product, 'Rosa Lind');
  await chooseLanguage(product, customer, 'hu');
});

for (const { path, page: name, heading, texts, answers } of visits) {
  test.describe(path, { tag: path === '/dashboard' ? [] : '@full' }, () => {
    // In the visitor's language, English here.
    if (path !== '/login')
      test.use({
        storageState: signedInAs(() => customer, { language: 'hu' }),
      });

    test('requests its code, texts and data at once, while the app is still loading', async ({ page, product }) => {
      const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
      await page.route('**/assets/index-*.js', async (route) => {
        await held;
        await route.continue();
      });
      const asked = [
        `**/assets/${name}-page-*.js`,
        ...texts.map((file) => `**/locales/${file}.json?v=*`),
        '**/site.json',
        ...answers.map((address) => product.url + address),
      ];
      await Promise.all([
        ...asked.map((address) => page.waitForRequest(address)),
        page.goto(path, { waitUntil: 'commit' }),
      ]);
      expect(await page.getByRole('heading').count(), 'nothing is drawn yet').toBe(0);
      goOn();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    });

    test('requests nothing twice, and no code that its document does not preload', async ({ page, product }) => {
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url().replace(product.url, '')));
      const answer = await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      // Late requests count as well.
      await page.waitForLoadState('networkidle');
      expect(asked.filter((address, index) => asked.indexOf(address) !== index)).toEqual([]);
      const document = (await answer?.text()) ?? '';
      const code = asked.filter((address) => /^\/assets\/.*\.(?:js|css)$/.test(address));
      expect(code.filter((address) => !document.includes(`"${address}"`))).toEqual([]);
      expect(
        asked
          .filter((address) => address.startsWith('/locales/'))
          .map((address) => address.slice(9).replace(/\.json.*/, ''))
          .toSorted(),
      ).toEqual(texts);
      // Every early request was used: there are no others.
      expect(asked.filter((address) => address.startsWith('/api/')).toSorted()).toEqual(answers);
    });
  });
}

test.describe('an address with a query', () => {
  test.use({ storageState: signedInAs(() => customer, { language: 'hu' }) });

  test('requests only the session early, and no data', async ({ page, product, faults }) => {
    faults.allow('net::ERR_FAILED');
    await page.route('**/assets/index-*.js', (route) => route.abort());
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url().replace(product.url, '')));
    await Promise.all([
      page.waitForResponse('**/api/auth/me'),
      page.goto('/dashboard?page=2', { waitUntil: 'commit' }),
    ]);
    expect(asked.filter((address) => address.startsWith('/api/'))).toEqual(['/api/auth/me']);
  });
});
