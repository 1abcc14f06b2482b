/** Every address of the site, built here and nowhere else. */
export const paths = {
  home: '/',
  section: (name: Section) => `/#${name}`,
  login: '/login',
  register: '/register',
  verifyEmail: '/verify-email',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  terms: '/terms',
  madeHere: '/made-here',
  shared: '/shared',
  dashboard: '/dashboard',
  dashboardPage: (page: number) => (page <= 1 ? '/dashboard' : `/dashboard?page=${page}`),
  dashboardArchive: (page = 1) => (page <= 1 ? '/dashboard?archived=true' : `/dashboard?archived=true&page=${page}`),
  dashboardBucket: (bucketId: string) => `/dashboard?bucket=${bucketId}`,
  /** A film of that bucket in the viewer. */
  dashboardFilm: (bucketId: string, filmId: string) => `/dashboard?bucket=${bucketId}&film=${filmId}`,
  process: '/process',
  upload: '/upload',
  invoice: (bucketId: string) => `/invoice/${bucketId}`,
  paymentSuccess: (bucketId: string) => `/payment/success?bucket=${bucketId}`,
  paymentCancel: (bucketId: string) => `/payment/cancel?bucket=${bucketId}`,
  profile: '/profile',
  admin: '/admin',
  /** A tab, a page of its list, and its filter. */
  adminTab: (tab: string, page = 1, filter: Record<string, string | undefined> = {}) => {
    const given = Object.entries({ ...filter, page: page > 1 ? String(page) : undefined });
    const query = given.filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '');
    return `/admin?${new URLSearchParams([['tab', tab], ...query]).toString()}`;
  },
  mailbox: '/dev/mail',
} as const;

/** Patterns for the router. */
export const patterns = {
  invoice: '/invoice/:bucketId',
  paymentSuccess: '/payment/success',
  paymentCancel: '/payment/cancel',
} as const;

export const sections = ['home', 'features', 'how-we-work', 'gallery', 'testimonials', 'pricing', 'faq'] as const;
export type Section = (typeof sections)[number];

/** The sections that the navigation and the footer list, in the page's order. */
export const navigationSections = [
  'features',
  'how-we-work',
  'gallery',
  'testimonials',
  'pricing',
  'faq',
] as const satisfies readonly Section[];
