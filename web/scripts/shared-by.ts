import { importersOf, isVisitorEntry, loaderOf, type ModuleGraph } from './loaded-by.ts';

const signInPages = ['login', 'register', 'verify-email', 'forgot-password', 'reset-password'];

/** Each with what it is shared by; of two that fit, the first takes a module. */
const shares = {
  forms: ({ by }) => by(...signInPages),
  'signed-in': ({ isServerState, layout, by }) => isServerState || (by('process') && by('dashboard')) || layout,
  cart: ({ by }) => by('process'),
  gallery: ({ by }) => by('dashboard'),
} satisfies Record<string, (loaders: Loaders) => boolean>;

interface Loaders {
  isServerState: boolean;
  /** Whether a visitor's page (src/visitors/) imports it. */
  visitors: boolean;
  /** Whether the layout of the pages of signed-in users does. */
  layout: boolean;
  /** Whether one of these pages of the app does. */
  by: (...pages: string[]) => boolean;
}

/** What visitors' pages (src/visitors/) share with the app, and the styles of all that the app begins with: a browser asks for styles before code. */
export function inFrame(module: string, graph: ModuleGraph): string | null {
  if (isVisitorEntry(module, graph)) return null;
  const loader = loaderOf(module, graph);
  if (loader === 'app and visitor') return 'frame';
  const loaders = loadersOf(module, graph);
  if (loaders.visitors && loaders.by(...signInPages, 'process', 'dashboard')) return 'frame';
  return module.endsWith('.css') && isOfStart(module, graph) ? 'frame' : null;
}

/** What else every page of the app begins with, and what both visitors and customers soon need. */
export function atStart(module: string, graph: ModuleGraph): string | null {
  // Whoever loads the entry starts the app: it must not share a file with what parts of visitors' pages load too.
  const isEntry = module.endsWith('/index.html') || module.endsWith('/src/main.tsx');
  return !isEntry && isOfStart(module, graph) ? 'start' : null;
}

function isOfStart(module: string, graph: ModuleGraph): boolean {
  if (loaderOf(module, graph) === 'app') return true;
  const { by } = loadersOf(module, graph);
  return by(...signInPages, 'not-found') && by('process', 'dashboard');
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
    isServerState: /node_modules\/@tanstack|shared\/query\.ts/.test(module),
    visitors: all.some((one) => isVisitorEntry(one, graph)),
    layout: all.some((one) => one.endsWith('/src/pages/frame/private-layout.tsx')),
    by: (...pages) =>
      all.some((one) => one.includes('/src/pages/') && pages.some((page) => one.endsWith(`/${page}-page.tsx`))),
  };
}
