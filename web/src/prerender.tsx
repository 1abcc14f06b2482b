// Runs while the site is built, never in a browser: see scripts/prerendered.ts.
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router';
import { routes } from './router.tsx';
import { startTexts } from './shared/i18n.ts';
import { loadSite } from './shared/site.ts';

/** The HTML of a public page as a visitor sees it first, in English. */
export async function prerenderPage(path: string): Promise<string> {
  await Promise.all([startTexts(), loadSite()]);
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error(`${path} cannot be prerendered: it leads elsewhere.`);
  if (context.statusCode !== 200) throw new Error(`${path} cannot be prerendered.`, { cause: context.errors });
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
    </StrictMode>,
    // In one piece and in its order: the page's policy allows no inline scripts that would put pieces in their place.
    { progressiveChunkSize: Infinity },
  );
  return new Response(prelude).text();
}
