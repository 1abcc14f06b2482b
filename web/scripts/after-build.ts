import path from 'node:path';
import type { Plugin } from 'vite';

interface Folders {
  root: string;
  outDir: string;
}

/** A plugin that goes on with what a build has written, one after the other as they are listed; those that work last after all that do not. */
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
