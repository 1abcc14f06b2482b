import type { Page } from '@playwright/test';

export interface Stage {
  /** An unpaid set. */
  unpaid: string;
  /** A paid, partly refunded set. */
  refunded: string;
  /** A photo to upload. */
  photo: string;
}

export interface Screen {
  name: string;
  title: string;
  /** The signed-in user; a visitor by default. */
  who?: 'customer' | 'newcomer' | 'admin';
  path: string | ((stage: Stage) => string);
  /** Takes the whole page, not only the window. */
  isWhole?: true;
  /** Brings the page to the state of the screenshot. */
  act?: (page: Page, stage: Stage) => Promise<void>;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();
const tab = async (page: Page) => {
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await page.waitForLoadState('networkidle');
};
const openMenu = (page: Page) =>
  page
    .getByRole('button', { name: /^Actions for the set/ })
    .last()
    .click();
const films = (page: Page) => page.getByRole('button', { name: /Watch/ }).first().waitFor();

/** The administrators' tabs by their addresses. */
const adminTabs = [
  ['overview', 'overview'],
  ['orders', 'orders'],
  ['workers', 'workers'],
  ['errors', 'errors'],
  ['videos', 'videos'],
  ['users', 'users'],
  ['pricing', 'prices'],
  ['prompts', 'effects and pictograms'],
  ['config', 'how films are made, and notifications'],
  ['generations', 'generations at the video service'],
  ['ledger', 'money ledger'],
  ['audit', 'audit log'],
] as const;

/** Every screen, in the order in which a customer meets them. */
export const screens: readonly Screen[] = [
  { name: 'landing', title: 'Landing page', path: '/', isWhole: true, act: heading(/smile/) },
  {
    name: 'prices',
    title: 'Prices on the landing page',
    path: '/#pricing',
    act: (page) => page.getByText('Each photo, with its first film').waitFor(),
  },
  {
    name: 'try-it',
    title: 'A photo that is tried on the landing page',
    path: '/',
    act: async (page, { photo }) => {
      await page.locator('#try-it-photo').setInputFiles(photo);
      await page.locator('canvas[data-drawn]').waitFor();
      await page.locator('#try-it-title').scrollIntoViewIfNeeded();
    },
  },
  { name: 'register', title: 'Registration', path: '/register', act: heading(/account/) },
  {
    name: 'register-problem',
    title: 'Registration with mistakes',
    path: '/register',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { name: 'There is a problem' }).waitFor();
    },
  },
  { name: 'sign-in', title: 'Sign-in', path: '/login', act: heading(/Sign in/) },
  { name: 'forgotten', title: 'Forgotten password', path: '/forgot-password', act: heading(/password/i) },
  { name: 'terms', title: 'Terms and conditions', path: '/terms', act: heading(/Terms/) },
  { name: 'made-here', title: 'Where a film comes from', path: '/made-here', act: heading(/made here/) },
  { name: 'unknown', title: 'An address that is no page', path: '/nothing-here', act: heading(/no page/) },
  {
    name: 'gallery-empty',
    title: 'Gallery of a new customer',
    who: 'newcomer',
    path: '/dashboard',
    act: (page) => page.getByText('Your gallery is waiting').waitFor(),
  },
  {
    name: 'photos',
    title: 'First step: photos and effects',
    who: 'newcomer',
    path: '/process',
    act: async (page, { photo }) => {
      await page.locator('input[type="file"]').first().setInputFiles([photo]);
      await page.getByLabel('Who is in the photo?').selectOption({ label: 'Single person' });
      await page.getByRole('button', { name: 'Smile', exact: true }).click();
      await page.locator('canvas[data-drawn]').waitFor();
      await page.getByRole('group', { name: /Photo 1/ }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'invoice',
    title: 'Second step: invoice and consents',
    who: 'customer',
    isWhole: true,
    path: ({ unpaid }) => `/invoice/${unpaid}`,
    act: (page) => page.getByText('$4.99').first().waitFor(),
  },
  { name: 'gallery', title: 'Gallery with films', who: 'customer', path: '/dashboard', isWhole: true, act: films },
  {
    name: 'viewer',
    title: 'A film',
    who: 'customer',
    path: '/dashboard',
    act: async (page) => {
      await page.getByRole('button', { name: /Watch/ }).first().click();
      await page.locator('dialog[open] video').waitFor();
    },
  },
  {
    name: 'share',
    title: 'Films by a link',
    who: 'customer',
    path: '/dashboard',
    act: async (page) => {
      await films(page);
      const share = page.getByRole('button', { name: /Share films/ });
      if (!(await share.first().isVisible())) await openMenu(page);
      await share.first().click();
      await page.getByRole('button', { name: 'Make a link' }).waitFor();
    },
  },
  {
    name: 'history',
    title: 'What happened to a set',
    who: 'customer',
    path: '/dashboard',
    act: async (page) => {
      await films(page);
      await openMenu(page);
      await page.getByRole('button', { name: /History of the set/ }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  { name: 'profile', title: 'Profile', who: 'customer', path: '/profile', isWhole: true, act: heading(/Profile/) },
  ...adminTabs.map(([name, title]) => ({
    name: `admin-${name}`,
    title: `Administration: ${title}`,
    who: 'admin' as const,
    path: `/admin?tab=${name}`,
    isWhole: true as const,
    act: tab,
  })),
  {
    name: 'admin-order',
    title: 'Administration: an order',
    who: 'admin',
    path: ({ refunded }) => `/admin?tab=orders&order=${refunded}`,
    isWhole: true,
    act: tab,
  },
  {
    name: 'admin-customer',
    title: 'Administration: a customer',
    who: 'admin',
    path: ({ refunded }) => `/admin?tab=orders&order=${refunded}`,
    isWhole: true,
    act: async (page) => {
      await tab(page);
      await page
        .getByRole('link', { name: /Marcel Petit|marcel/i })
        .first()
        .click();
      await page.getByText('Signed in now').first().waitFor();
      await tab(page);
    },
  },
];
