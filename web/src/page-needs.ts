import type { TextArea } from './shared/texts/text-keys.ts';

export interface PageNeeds {
  /** Areas of texts, in addition to those of every page. */
  texts: readonly TextArea[];
  signedIn?: true;
  /** API requests on first render, for URLs without a query. Every signed-in page also requests the current user. */
  answers?: readonly string[];
}

/** What each page of `pages/` needs at first: the router loads its texts in parallel with its code, and its document preloads everything. */
export const pageNeeds = {
  landing: { texts: ['landing'] },
  login: { texts: ['auth'] },
  register: { texts: ['auth'] },
  'verify-email': { texts: ['auth'] },
  'forgot-password': { texts: ['auth'] },
  'reset-password': { texts: ['auth'] },
  terms: { texts: ['legal'] },
  'made-here': { texts: ['provenance'] },
  shared: { texts: ['shares'] },
  'not-found': { texts: [] },
  dashboard: {
    texts: ['dashboard'],
    signedIn: true,
    answers: ['/api/content/my?page=1&limit=5', '/api/content/prompts'],
  },
  process: {
    texts: ['wizard', 'dashboard'],
    signedIn: true,
    answers: ['/api/content/prompts', '/api/content/suggestion-pictograms', '/api/pricing'],
  },
  profile: {
    texts: ['profile', 'auth'],
    signedIn: true,
    answers: ['/api/auth/sessions', '/api/data-exports/latest'],
  },
  invoice: { texts: ['invoice', 'wizard'], signedIn: true },
  'payment-success': { texts: ['payment', 'wizard'], signedIn: true },
  'payment-cancel': { texts: ['payment'], signedIn: true },
  admin: { texts: ['admin', 'admin-overview'], signedIn: true },
} as const satisfies Record<string, PageNeeds>;

export type PageName = keyof typeof pageNeeds;
