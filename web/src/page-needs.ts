import type { TextArea } from './shared/text-keys.ts';

interface PageNeeds {
  /** Areas of texts, beside those of every page. */
  texts: readonly TextArea[];
  signedIn?: true;
  /** Code that the page itself asks for as soon as it is there. */
  first?: string;
}

/** What each page of `pages/` begins with: the router loads it beside the page's code, and its document asks for it before any code has come. */
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
  dashboard: { texts: ['dashboard'], signedIn: true },
  process: { texts: ['wizard', 'dashboard'], signedIn: true },
  profile: { texts: ['profile', 'auth'], signedIn: true },
  invoice: { texts: ['invoice', 'wizard'], signedIn: true },
  'payment-success': { texts: ['payment', 'wizard'], signedIn: true },
  'payment-cancel': { texts: ['payment'], signedIn: true },
  admin: { texts: ['admin', 'admin-overview'], signedIn: true, first: 'src/features/monitoring/overview-tab.tsx' },
} as const satisfies Record<string, PageNeeds>;

export type PageName = keyof typeof pageNeeds;
