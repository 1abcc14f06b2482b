import { importersOf, isVisitorEntry, loaderOf, type ModuleGraph } from './loaded-by.ts';

const signInPages = ['login', 'register', 'verify-email', 'forgot-password', 'reset-password'];

/** The shared chunks with their conditions; a module goes to the first that matches. */
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

/**
 * Modules that visitors' pages (src/visitors/) share with the app, and the styles of the app's initial chunks, because browsers request styles before
 * code.
 */
export function inFrame(module: string, graph: ModuleGraph): string | null {
  if (isVisitorEntry(module, graph)) return null;
  const loader = loaderOf(module, graph);
  if (loader === 'app and visitor') return 'frame';
  const loaders = loadersOf(module, graph);
  if (loaders.visitors && loaders.by(...signInPages, 'process', 'dashboard')) return 'frame';
  return module.endsWith('.css') && isOfStart(module, graph) ? 'frame' : null;
}

/** Other initial modules of every page of the app, and those that both visitors and customers soon need. */
export function atStart(module: string, graph: ModuleGraph): string | null {
  // Loading the entry starts the app, so it must not share a file with modules of visitors' pages.
  const isEntry = module.endsWith('/index.html') || module.endsWith('/src/main.tsx');
  return !isEntry && isOfStart(module, graph) ? 'start' : null;
}

function isOfStart(module: string, graph: ModuleGraph): boolean {
  if (loaderOf(module, graph) === 'app') return true;
  const { by } = loadersOf(module, graph);
  return by(...signInPages, 'not-found') && by('process', 'dashboard');
}

/**
 * Groups modules that several pages share, so that a page requests a few files instead of one per combination of pages: browsers send six requests at
 * a time, and each costs a round trip.
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
