import './styles/main.css';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter, routerNavigation } from './router.tsx';
import { loadSite } from './shared/load-site.ts';
import { logProblem } from './shared/log.ts';
import { forgetOldTriedPhoto } from './shared/photos/tried-photo.ts';
import { startTexts } from './shared/texts/i18n.ts';
import { NavigationContext } from './ui/navigation.tsx';

// No top-level await, because the pages' code imports this file's chunk.
start().catch((error: unknown) => {
  logProblem('The app could not be started.', error);
  // For early.ts and boot.ts, which show a message.
  dispatchEvent(new Event('appfailed'));
});

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no element with the id "root".');
  // While the first page is loading.
  for (const family of ['Figtree', 'Fraunces']) void document.fonts.load(`1em "${family} Variable"`);
  void forgetOldTriedPhoto();
  const router = createRouter();
  await Promise.all([startTexts(), loadSite()]);
  // Replaces a prerendered visitor's page (visitors/take-over.tsx).
  const app = (
    <StrictMode>
      <NavigationContext value={routerNavigation}>
        <RouterProvider router={router} />
      </NavigationContext>
    </StrictMode>
  );
  // Rendered in parts, so that a slow phone stays responsive.
  startTransition(() => createRoot(root).render(app));
  // For early.ts and boot.ts: the page is interactive now.
  dispatchEvent(new Event('appready'));
}
