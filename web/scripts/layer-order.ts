import type { Plugin } from 'vite';

const order = '@layer reset,tokens,base,components,features,utilities;';

/** Each style sheet of the build begins with the order of all layers, so that it does not matter which of them comes first. */
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
