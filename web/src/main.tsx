import './styles/main.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './router.tsx';
import { startTexts } from './shared/i18n.ts';
import { getToken } from './shared/session.ts';
import { loadSite } from './shared/site.ts';

// Not awaited at the top: the pages' code imports this very file's chunk.
void start();

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('The document has no element with the id "root".');
  const router = createRouter();
  await Promise.all([startTexts(), loadSite()]);
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  // What is prerendered is the page of a visitor.
  if (!root.hasChildNodes() || getToken() !== null) {
    createRoot(root).render(app);
  } else {
    await initialized(router);
    hydrateRoot(root, app);
  }
  // For boot.ts: the page answers to its visitor now.
  dispatchEvent(new Event('appready'));
}

/** The code of the first page has come: it is drawn at once, as it was prerendered. */
function initialized(router: DataRouter): Promise<void> {
  if (router.state.initialized) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = router.subscribe(({ initialized: isReady }) => {
      if (!isReady) return;
      stop();
      resolve();
    });
  });
}
