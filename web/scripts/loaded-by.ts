import type { Rolldown } from 'vite';

export type ModuleGraph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

type Loader = 'app' | 'app and visitor' | 'visitor';

/**
 * Names the chunk of the modules that load at once with the app, with a visitor's page (src/visitors/), or with both. Modules that load later have no
 * name.
 */
export function loadedBy(loader: Loader, name: string): Rolldown.CodeSplittingNameFunction {
  return (module, graph) => (loaderOf(module, graph) === loader ? name : null);
}

export function loaderOf(module: string, graph: ModuleGraph): Loader | null {
  // This module hydrates the page as soon as it is loaded, so it must not share a file with modules of the app.
  if (isVisitorEntry(module, graph)) return null;
  const entries = entriesOf(module, graph);
  const isOfApp = entries.some((entry) => entry.endsWith('/index.html'));
  const isOfVisitor = entries.some((entry) => entry.includes('/src/visitors/'));
  if (isOfApp && isOfVisitor) return 'app and visitor';
  if (isOfApp) return 'app';
  return isOfVisitor ? 'visitor' : null;
}

export function isVisitorEntry(module: string, graph: ModuleGraph): boolean {
  return module.includes('/src/visitors/') && graph.getModuleInfo(module)?.isEntry === true;
}

/** The entries of the build that import a module, directly or through others. */
function entriesOf(module: string, graph: ModuleGraph): string[] {
  return importersOf(module, graph).filter((one) => graph.getModuleInfo(one)?.isEntry);
}

/** A module and all that import it, directly or through others. */
export function importersOf(module: string, graph: ModuleGraph): string[] {
  const seen = new Set([module]);
  for (const one of seen) for (const importer of graph.getModuleInfo(one)?.importers ?? []) seen.add(importer);
  return [...seen];
}
