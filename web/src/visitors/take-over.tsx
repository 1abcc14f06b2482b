import type { ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { VisitorSite } from '../pages/frame/visitor-site.tsx';
import { logProblem } from '../shared/log.ts';
import { storeSite, type SiteInfo } from '../shared/site.ts';
import { local } from '../shared/storage.ts';
import type { TextArea } from '../shared/texts/text-keys.ts';
import { loadArea } from '../shared/texts/texts.ts';

/** Hydrates a prerendered visitor's page (prerender.tsx): in English, and with the installation's names from its document. */
export async function takeOver(area: TextArea, page: ReactNode): Promise<void> {
  try {
    await Promise.all([loadArea('common'), loadArea(area)]);
    hydrate(page);
  } catch (error) {
    logProblem('The page could not be taken over.', error);
    // For boot.ts, which shows a message.
    dispatchEvent(new Event('appfailed'));
  }
}

function hydrate(page: ReactNode): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no element with the id "root".');
  const { productName = '', supportEmail = '', testimonials = 'null' } = root.dataset;
  // Already validated by the server.
  storeSite({ productName, supportEmail, testimonials: JSON.parse(testimonials) as SiteInfo['testimonials'] });
  hydrateRoot(root, <VisitorSite>{page}</VisitorSite>);
  // For boot.ts: the page is interactive now.
  dispatchEvent(new Event('appready'));
  addEventListener('storage', reloadForUser);
  addEventListener('pageshow', reloadForUser);
}

/** A user who has signed in meanwhile, in another tab or before going back to this page, gets the whole app. */
function reloadForUser(): void {
  if (local.get('token') === null) return;
  // Signing in stores several values; reload the page only once.
  removeEventListener('storage', reloadForUser);
  window.location.reload();
}
