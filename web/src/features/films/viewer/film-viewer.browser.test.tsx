import { listShares } from '@keepsake/contract/films/shares';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { reply } from '../../../../test/answers.ts';
import { openDashboard } from '../../../../test/dashboard.ts';
import { aBucket, aFinishedFilm, anOrderedFilm, aPhoto } from '../../../../test/orders.ts';
import { press } from '../../../../test/screen.ts';
import { resizeTo } from '../../../../test/window.ts';
import { testVariations } from '../../../../test/variations.ts';

const done = aPhoto(1, {
  originalName: 'grandma.jpg',
  status: 'done',
  versions: [anOrderedFilm(1, { state: 'done' }), anOrderedFilm(2, { state: 'done', number: 2 })],
  ProcessedContents: [
    aFinishedFilm(1, { shows: { faces: 3, lack: null } }),
    aFinishedFilm(2, { number: 2, shows: { faces: 2, lack: null, partly: { of: 'faces', count: 2, total: 3 } } }),
  ],
});
const viewer = () => page.getByRole('dialog', { name: /made from/ });
const photo = () => viewer().getByRole('img', { name: 'Photo grandma.jpg' });
const compare = () => viewer().getByRole('button', { name: 'Hold to see the photo' });
const boxOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
};

async function open() {
  const set = aBucket(1, { status: 'paid', name: 'By the lake', Contents: [done] });
  const server = await openDashboard([set], reply(listShares, { shares: [] }));
  await page.getByRole('button', { name: /^Smile 1 Watch/ }).click();
  await expect.element(viewer()).toBeVisible();
  return server;
}

describe('the viewer', () => {
  testVariations([
    [1280, 800],
    [1920, 1080],
  ] as const)('fits a window of %i x %i pixels with all its controls', async ([width, height]) => {
    await resizeTo(width, height);
    await open();
    const dialog = viewer().element();
    await expect.poll(() => dialog.scrollHeight - dialog.clientHeight).toBeLessThanOrEqual(0);
    for (const name of ['Back to gallery', 'Hold to see the photo', 'Share', 'Next film'])
      await expect.element(viewer().getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    await expect.element(viewer().getByRole('link', { name: 'Download' })).toBeInViewport({ ratio: 1 });
    await expect.element(viewer().getByLabelText(/^Animated version/)).toBeInViewport({ ratio: 1 });
  });

  test('names the set', async () => {
    await open();
    await expect.element(viewer().getByText('By the lake')).toBeVisible();
  });

  test('says how many faces show the effect where not all do', async () => {
    await open();
    await expect.element(viewer().getByText(/shown by/)).not.toBeInTheDocument();
    await press('Next film');
    await expect.element(viewer().getByText('Smile 2: shown by 2 of 3 faces.')).toBeVisible();
  });

  test('shows the photo in the place of the film while the button is held', async () => {
    await open();
    await expect.element(photo()).not.toBeInTheDocument();
    const button = compare().element();
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerId: 1 }));
    await expect.element(photo()).toBeVisible();
    expect(boxOf(photo().element())).toEqual(
      boxOf(
        viewer()
          .getByLabelText(/^Animated version/)
          .element(),
      ),
    );
    await expect.element(compare()).toHaveAttribute('aria-pressed', 'true');
    button.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, button: 0, pointerId: 1 }));
    await expect.element(photo()).not.toBeInTheDocument();
  });

  test('shows it while a key is held: C anywhere, Space and Enter on the button', async () => {
    await open();
    for (const key of ['c', 'Space', 'Enter']) {
      if (key !== 'c') (compare().element() as HTMLElement).focus();
      await userEvent.keyboard(key === 'c' ? '{c>}' : `[${key}>]`);
      await expect.element(photo()).toBeVisible();
      await userEvent.keyboard(key === 'c' ? '{/c}' : `[/${key}]`);
      await expect.element(photo()).not.toBeInTheDocument();
    }
  });

  test('fills the screen with the film by its button and by F, and goes back by either', async () => {
    await open();
    const film = viewer()
      .getByLabelText(/^Animated version/)
      .element();
    const isFilled = () => document.fullscreenElement?.contains(film) ?? false;
    const button = () => viewer().getByRole('button', { name: 'Full screen' }).element() as HTMLElement;
    await userEvent.click(button());
    await expect.poll(isFilled).toBe(true);
    await userEvent.keyboard('c');
    await expect.element(viewer(), { message: 'the viewer stays open' }).toBeInTheDocument();
    await userEvent.keyboard('f');
    await expect.poll(() => document.fullscreenElement).toBeNull();
    await userEvent.keyboard('f');
    await expect.poll(isFilled).toBe(true);
    button().click();
    await expect.poll(() => document.fullscreenElement).toBeNull();
  });

  test('shares the film that is shown, and leaves the keys to the dialog above it', async () => {
    await open();
    await viewer().getByRole('button', { name: 'Next film' }).click();
    await press('Share');
    const dialog = page.getByRole('dialog', { name: 'Share films' });
    await expect.element(dialog.getByRole('checkbox')).toHaveLength(1);
    await expect.element(dialog.getByLabelText(/^Smile 2/)).toBeChecked();
    await dialog
      .getByLabelText(/^Password/)
      .first()
      .fill('');
    await userEvent.keyboard('cfd');
    await expect.element(dialog.getByLabelText(/^Password/).first()).toHaveValue('cfd');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(viewer()).toBeVisible();
  });
});
