import type { TextArea } from './shared/texts/text-keys.ts';

export interface PageNeeds {
  /** Areas of texts, beside those of every page. */
  texts: readonly TextArea[];
  signedIn?: true;
  /** What it asks the API for as soon as it is drawn, at an address without a query; who is signed in is asked for by every page of theirs. */
  answers?: readonly string[];
}

/** What each page of `pages/` begins with: the router loads its texts beside its code, and its document asks for all of it before any code has come. */
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
