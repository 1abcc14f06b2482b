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

// Not awaited at the top: the pages' code imports this very file's chunk.
start().catch((error: unknown) => {
  logProblem('The app could not be started.', error);
  // For early.ts and boot.ts, which have words for it.
  dispatchEvent(new Event('appfailed'));
});

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no element with the id "root".');
  // While the first page is being put together.
  for (const family of ['Figtree', 'Fraunces']) void document.fonts.load(`1em "${family} Variable"`);
  void forgetOldTriedPhoto();
  const router = createRouter();
  await Promise.all([startTexts(), loadSite()]);
  // What may stand there as HTML is the page of a visitor (visitors/take-over.tsx): it gives way.
  const app = (
    <StrictMode>
      <NavigationContext value={routerNavigation}>
        <RouterProvider router={router} />
      </NavigationContext>
    </StrictMode>
  );
  // In pieces, so that a slow phone answers meanwhile.
  startTransition(() => createRoot(root).render(app));
  // For early.ts and boot.ts: the page answers to its visitor now.
  dispatchEvent(new Event('appready'));
}
