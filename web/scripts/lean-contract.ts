import type { Plugin } from 'vite';

/** Removes the summaries of calls, which only the API's documentation needs, from the browser's code. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/contract\/src\/.+\.ts$/.test(id)) return undefined;
      return {
        code: code.replaceAll(/(\bsummary:\s*)(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)/g, "$1''"),
        map: null,
      };
    },
  };
}
