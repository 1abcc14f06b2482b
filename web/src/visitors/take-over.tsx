import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { VisitorSite } from '../pages/frame/visitor-site.tsx';
import { logProblem } from '../shared/log.ts';
import { keepSite, type SiteInfo } from '../shared/site.ts';
import { local } from '../shared/storage.ts';
import type { TextArea } from '../shared/texts/text-keys.ts';
import { loadArea } from '../shared/texts/texts.ts';

/** Brings a page to life that came as HTML for a visitor (prerender.tsx): in English, and with the names that stand in its document. */
export async function takeOver(area: TextArea, page: ReactNode): Promise<void> {
  try {
    await Promise.all([loadArea('common'), loadArea(area)]);
    hydrate(page);
  } catch (error) {
    logProblem('The page could not be taken over.', error);
    // For boot.ts, which has words for it.
    dispatchEvent(new Event('appfailed'));
  }
}

function hydrate(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no element with the id "root".');
  const { productName = '', supportEmail = '', testimonials = 'null' } = root.dataset;
  // Written by the server, which has parsed them.
  keepSite({ productName, supportEmail, testimonials: JSON.parse(testimonials) as SiteInfo['testimonials'] });
  hydrateRoot(root, <VisitorSite>{page}</VisitorSite>);
  // For boot.ts: the page answers to its visitor now.
  dispatchEvent(new Event('appready'));
  addEventListener('storage', giveWay);
  addEventListener('pageshow', giveWay);
}

/** Whoever has signed in meanwhile, in another tab or before going back to this page, gets the whole app. */
function giveWay(): void {
  if (local.get('token') === null) return;
  // Signing in writes more than one thing: the page is loaded anew once.
  removeEventListener('storage', giveWay);
  window.location.reload();
}
