import type { Plugin } from 'vite';

/** The two fonts of every page are asked for together with the styles that name them, not after them. */
export function fontPreload(): Plugin {
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((file) => /-latin-wght-normal-[^/]*\.woff2$/.test(file));
        if (fonts.length !== 2) throw new Error(`Expected two latin fonts in the bundle, found: ${fonts.join(', ')}`);
        return fonts.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
