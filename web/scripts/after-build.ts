import path from 'node:path';
import type { Plugin } from 'vite';

interface Folders {
  root: string;
  outDir: string;
}

/** A plugin that post-processes the output of a build. Such plugins run in their order in the list; those with `isLast` run after the others. */
export function afterBuild(
  name: string,
  work: (folders: Folders) => Promise<void>,
  { isLast = false }: { isLast?: boolean } = {},
): Plugin {
  let folders: Folders = { root: '', outDir: '' };
  return {
    name,
    apply: 'build',
    configResolved({ root, build }) {
      folders = { root, outDir: path.resolve(root, build.outDir) };
    },
    closeBundle: { order: isLast ? 'post' : 'pre', sequential: true, handler: () => work(folders) },
  };
}
