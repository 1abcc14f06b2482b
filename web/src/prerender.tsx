// Runs while the site is built, never in a browser: see scripts/prerendered.ts.
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { VisitorSite } from './pages/frame/visitor-site.tsx';
import { TermsContent } from './pages/site/terms-content.tsx';
import { VisitorLanding } from './pages/site/visitor-landing.tsx';
import { storeSite, type SiteInfo } from './shared/site.ts';
import type { TextArea } from './shared/texts/text-keys.ts';
import { loadArea } from './shared/texts/texts.ts';

/** The pages that the entries in visitors/ hydrate in the browser. */
const pages: Record<string, { area: TextArea; page: ReactNode }> = {
  '/': { area: 'landing', page: <VisitorLanding /> },
  '/terms': { area: 'legal', page: <TermsContent /> },
};

/** The initial HTML of a public page, in English. */
export async function prerenderPage(path: string, known: Partial<SiteInfo>): Promise<string> {
  const found = pages[path];
  if (found === undefined) throw new Error(`${path} cannot be prerendered.`);
  storeSite(known);
  await Promise.all([loadArea('common'), loadArea(found.area)]);
  const { prelude } = await prerender(
    <VisitorSite>{found.page}</VisitorSite>,
    // Not streamed: the content security policy forbids the inline scripts that would reorder the parts.
    { progressiveChunkSize: Infinity },
  );
  return new Response(prelude).text();
}
