import { importersOf, isVisitorEntry, type ModuleGraph } from './loaded-by.ts';

const signInPages = ['login', 'register', 'verify-email', 'forgot-password', 'reset-password'];

/** Each with what it is shared by; of two that fit, the first takes a module. */
const shares = {
  pieces: ({ visitors, by }) => visitors && by(...signInPages, 'process', 'dashboard'),
  basics: ({ by }) => by(...signInPages) && by('process', 'dashboard'),
  forms: ({ by }) => by(...signInPages),
  sets: ({ by }) => by('process') && by('dashboard'),
  cart: ({ by }) => by('process') && by('invoice'),
  gallery: ({ by }) => by('dashboard') && !by('not-found'),
} satisfies Record<string, (loaders: Loaders) => boolean>;

interface Loaders {
  /** Whether a visitor's page (src/visitors/) imports it. */
  visitors: boolean;
  /** Whether one of these pages of the app does. */
  by: (...pages: string[]) => boolean;
}

/**
 * The files of what several pages share, so that a page asks for a few and not for one of each combination of pages: a browser asks for six at a
 * time, and each takes a way to the server and back.
 */
export function sharedByPages(highestPriority: number) {
  return Object.entries(shares).map(([name, fits], index) => ({
    name: (module: string, graph: ModuleGraph) => (fits(loadersOf(module, graph)) ? name : null),
    debugName: name,
    minShareCount: 2,
    priority: highestPriority - index,
  }));
}

function loadersOf(module: string, graph: ModuleGraph): Loaders {
  const all = importersOf(module, graph);
  return {
    visitors: all.some((one) => isVisitorEntry(one, graph)),
    by: (...pages) => pages.some((page) => all.some((one) => one.endsWith(`/src/pages/${page}-page.tsx`))),
  };
}
