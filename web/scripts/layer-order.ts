import type { Plugin } from 'vite';

const order = '@layer reset,tokens,base,components,features,utilities;';

/** Prepends the order of all layers to each style sheet of the build, so that the loading order does not matter. */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = order + (typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString());
      }
    },
  };
}
