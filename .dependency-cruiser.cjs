// Who may import whom (docs/architecture.md). Every rule is an error and is proven by a planted violation in scripts/house.test.ts.
/** The features of the pages, those first that others may show: each imports only features before it. */
const webFeatures = [
  'preview',
  'landing',
  'sessions',
  'accounts',
  'totp',
  'users',
  'audit',
  'data-exports',
  'notifications',
  'provenance',
  'pricing',
  'prompts',
  'photo-checks',
  'guide',
  'photos',
  'invoice',
  'films',
  'payment',
  'shares',
  'buckets',
  'orders',
  'customers',
  'monitoring',
];

const tests = '\\.test\\.ts$|\\.suite\\.ts$|/test/';

/**
 * The server's features from the lowest to the highest: each may import those before it (docs/architecture.md). A folder that is not
 * named here may be imported by no feature.
 */
const features = [
  ['journal'],
  ['accounts', 'pricing', 'prompts', 'checkouts'],
  ['photos'],
  ['films'],
  ['invoice', 'payment'],
  ['data-exports', 'deletion'],
  ['media', 'gallery', 'shares', 'provenance', 'notifications', 'orders', 'customers', 'monitoring', 'site'],
].flat();

// The folders of the renderer, from the bottom to the top: each imports only from those before it (docs/renderer.md).
const rendererOrder = [
  ...[
    '',
    'picture/',
    'layers/',
    'face/',
    'animal/',
    'hand/',
    'far-side/',
    'rig/',
    'motion/',
    'motion/plans/',
    'drawing/',
    'frames/',
  ].map((folder) => `core/${folder}`),
  'node/photo/',
  'node/film/',
  'node/',
].map((folder) => `^renderer/src/${folder}[^/]+$`);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule('contract-imports-zod-only', '^contract/src/', { pathNot: '^contract/|(^|/)node_modules/zod/' }, tests),
    rule('web-never-imports-server', '^web/', { path: '^(server|sandbox|e2e)/' }),
    // Previews are drawn by the film's own code, in the browser.
    rule('web-imports-the-core-of-the-renderer-alone', '^web/', {
      path: '^renderer/',
      pathNot: '^renderer/(src/core|models)/',
    }),
    rule('server-never-imports-web', '^server/', { path: '^(web|e2e)/' }),
    rule('renderer-knows-nothing-of-ours', '^renderer/', { path: '^(contract|server|web|sandbox|e2e)/' }),
    ...rendererOrder
      .slice(0, -1)
      .map((folder, at) =>
        rule('renderer-folders-in-order', folder, { path: rendererOrder.slice(at + 1).join('|') }, tests),
      ),
    // Core runs in any JavaScript engine: whoever needs it passes in decoded pictures and loaded models.
    rule('renderer-core-is-pure', '^renderer/src/core/', { pathNot: '^renderer/src/core/' }, tests),
    // A folder that is missing in the order.
    rule('renderer-folders-in-order', '^renderer/src/', { path: '^renderer/src/', pathNot: rendererOrder.join('|') }),
    rule('sandbox-imports-nothing-of-ours', '^sandbox/', { path: '^(contract|server|web|e2e|renderer)/' }),
    // Programs that make the site's pictures and films; run by hand, not part of the product.
    rule('art-imports-the-renderer-alone', '^art/', { path: '^(contract|server|web|sandbox|e2e|scripts)/' }),
    rule('product-imports-no-art', '^(contract|server|web|renderer|sandbox)/', { path: '^art/' }, tests),
    rule(
      'only-providers-import-the-renderer',
      '^server/',
      { path: '^renderer/' },
      '^server/(?:src/providers/(?:video|photo)|test)/',
    ),
    rule(
      'only-the-entry-starts-the-sandbox',
      '^server/',
      { path: '^sandbox/' },
      `^server/src/(start/start-sandbox|main)\\.ts$|${tests}`,
    ),
    rule(
      'platform-and-providers-know-no-feature',
      '^server/src/(platform|providers)/',
      { path: '^server/src/(features|start|app|jobs|deps|main)' },
      tests,
    ),
    rule('queries-import-only-database-and-contract', '\\.queries\\.ts$', {
      path: '^server/src/',
      pathNot: '^server/src/(platform/|errors\\.ts$)|\\.queries\\.ts$',
      dependencyTypesNot: ['type-only'],
    }),
    ...features.map((name, at) => {
      const below = features.slice(0, at + 1).join('|');
      const above = { path: '^server/src/features/', pathNot: `^server/src/features/(?:${below})/|${tests}` };
      return rule(`features-above-${name}`, `^server/src/features/${name}/`, above, tests);
    }),
    rule('routes-only-from-app', '^server/', { path: '^server/.*\\.routes\\.ts$' }, `^server/src/app\\.ts$|${tests}`),
    rule(
      'queue-library-in-one-place',
      '^server/src/',
      { path: 'node_modules/graphile-worker' },
      '^server/src/platform/queue/runner\\.ts$',
    ),
    rule(
      'payment-library-in-one-place',
      '^server/src/',
      { path: 'node_modules/stripe/' },
      `^server/src/providers/payment/|${tests}`,
    ),
    rule(
      'mail-library-in-one-place',
      '^server/src/',
      { path: 'node_modules/nodemailer' },
      `^server/src/providers/mail/|${tests}`,
    ),
    rule(
      'metrics-library-in-one-place',
      '^server/src/',
      { path: 'node_modules/prom-client' },
      '^server/src/platform/metrics.ts$',
    ),
    rule(
      'object-store-library-in-one-place',
      '^server/src/',
      { path: 'node_modules/@aws-sdk' },
      `^server/src/providers/storage/|${tests}`,
    ),
    {
      // Whoever is reached from the server's own code decodes in the server's process: no photo may hold that up.
      name: 'photos-decoded-in-processes-of-their-own',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot:
          '^server/src/providers/photo/(?:photo-decoder\\.process|read-header|redraw-photo|measure-light)\\.ts$|\\.test\\.ts$',
      },
      to: {
        path: 'node_modules/sharp/|^server/src/providers/photo/(?:read-header|redraw-photo|measure-light)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    rule('web-ui-and-shared-know-no-feature', '^web/src/(ui|shared)/', { path: '^web/src/(features|pages)/' }),
    rule('web-features-know-no-page', '^web/src/features/', { path: '^web/src/(pages|router)' }),
    ...webFeatures.map((feature, at) => ({
      name: 'web-features-follow-their-order',
      severity: 'error',
      from: { path: `^web/src/features/${feature}/` },
      to: {
        path: '^web/src/features/',
        pathNot: `^web/src/features/(${webFeatures.slice(0, at + 1).join('|')})/`,
      },
    })),
    rule('web-features-have-their-place', '.', {
      path: '^web/src/features/',
      pathNot: `^web/src/features/(${webFeatures.join('|')})/`,
    }),
    rule('no-full-zod-in-web-and-contract', '^(web|contract)/src/', {
      path: 'node_modules/zod/(index|v4/(index|classic))',
    }),
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(virtual:|/)' } },
    {
      name: 'no-index-files',
      severity: 'error',
      from: {},
      to: { path: '^(contract|server|web|renderer|sandbox|art|e2e)/.*/index\\.tsx?$' },
    },
    {
      name: 'no-names-that-say-nothing',
      severity: 'error',
      from: {},
      to: {
        path: '^(contract|server|web|renderer|sandbox|art|e2e)/.*(^|/)(utils|helpers|common|types|services)(/|\\.tsx?$)',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};

function rule(name, from, to, allowed) {
  return { name, severity: 'error', from: { path: from, ...(allowed && { pathNot: allowed }) }, to };
}
