import type { Plugin } from 'vite';

/** The summaries of the calls are for the API's documentation: left out of what browsers load. */
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
