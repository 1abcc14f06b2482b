import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAlert } from '../../../test/screen.ts';
import { startTexts } from '../../shared/texts/i18n.ts';
import { useToasts } from '../overlays/toast-store.ts';
import { lazyPart } from './lazy-part.tsx';

test('a part is drawn when its code has come', async () => {
  const Part = lazyPart(() => Promise.resolve(Words), { pending: <p>On its way</p> });
  await draw(<Part said="Here I am" />);
  await expect.element(page.getByText('Here I am')).toBeVisible();
});

test('a part that could not be loaded says so in its place', async () => {
  const Part = lazyPart(gone, { pending: <p>On its way</p> });
  await draw(<Part said="Here I am" />);
  await expectAlert('This part of the site could not be loaded.');
  await expect.element(page.getByRole('button', { name: 'Load the page again' })).toBeVisible();
});

test('a part that opens over the page is closed if it could not be loaded', async () => {
  const closed = vi.fn<(props: { said: string }) => void>();
  const Part = lazyPart<{ said: string }>(gone, { close: closed });
  await draw(<Part said="a name" />);
  await expect.poll(() => closed.mock.calls).toEqual([[{ said: 'a name' }]]);
});

function Words({ said }: { said: string }) {
  return <p>{said}</p>;
}

function gone(): Promise<typeof Words> {
  return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
}

async function draw(part: React.ReactNode): Promise<void> {
  for (const log of ['error', 'warn'] as const) vi.spyOn(console, log).mockImplementation(() => undefined);
  await startTexts();
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(part);
  onTestFinished(() => {
    root.unmount();
    container.remove();
    useToasts.setState([], true);
  });
}
