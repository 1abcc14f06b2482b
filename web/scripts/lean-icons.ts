import type { Plugin } from 'vite';

/** The keys of an icon's parts are for React's warnings while developing: random words, they make up a tenth of what the icons weigh. */
export function leanIcons(): Plugin {
  return {
    name: 'lean-icons',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/lucide-react\/dist\/esm\/icons\/.+\.m?js$/.test(id)) return undefined;
      return { code: code.replaceAll(/,\s*key: "[\da-z]+"/g, ''), map: null };
    },
  };
}
