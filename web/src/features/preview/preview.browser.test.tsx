import groupPhoto from '@vladmandic/face-api/demo/sample3.jpg?url';
import { createRoot } from 'react-dom/client';
import { Suspense } from 'react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { startTexts } from '../../shared/texts/i18n.ts';
import { changeLanguage } from '../../shared/texts/texts.ts';
import type { PreviewFailure, PreviewState } from './messages.ts';
import { PreviewCanvas } from './preview-canvas.tsx';
import { openPreview } from './preview-client.ts';
import { PreviewStatus } from './preview-status.tsx';
import { usePreview } from './use-preview.ts';
import { untilDrawn } from '../../../test/screen.ts';
import { testVariations } from '../../../test/variations.ts';

beforeEach(async () => {
  await startTexts();
  await changeLanguage('en');
});

describe('a preview', () => {
  test('loads nothing without a photo', async () => {
    const start = vi.spyOn(globalThis, 'Worker');
    const screen = show(undefined);
    await expect.element(page.getByRole('status')).toHaveTextContent('');
    expect(start).not.toHaveBeenCalled();
    expect(screen.canvas()).toBeNull();
  });

  test('stands still with a play button where reduced motion is preferred, and ends its worker with the page', async () => {
    const end = vi.spyOn(Worker.prototype, 'terminate');
    const screen = show(await portrait());
    await expect.poll(screen.isDrawn, untilDrawn).toBe(true);
    await expect.element(page.getByRole('button', { name: 'Play the preview' })).toBeVisible();
    const still = await screen.picture();
    expect(await screen.picture()).toEqual(still);
    await page.getByRole('button', { name: 'Play the preview' }).click();
    await expect.element(page.getByRole('button', { name: 'Pause the preview' })).toBeVisible();
    await expect.poll(screen.picture, { message: 'another frame' }).not.toEqual(still);
    await expect.element(page.getByRole('img', { name: 'Preview of your photo, moving' })).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent('');
    expect(end).not.toHaveBeenCalled();
    screen.leave();
    await expect.poll(() => end.mock.calls.length).toBe(1);
  });

  test('shows its progress', { tags: ['full'] }, async () => {
    const said: string[] = [];
    const screen = show(await portrait(), (text) => said.push(text));
    await expect.poll(screen.isDrawn, untilDrawn).toBe(true);
    expect(said.filter((text) => text !== '')[0]).toBe('The animator is being loaded…');
    expect(said).toContain('Looking for faces…');
  });

  test('of a file that is no photo says so, and works with the next photo, by a new worker after one has stopped', async () => {
    const workers: Worker[] = [];
    const Original = Worker;
    vi.stubGlobal(
      'Worker',
      class extends Original {
        constructor(...given: ConstructorParameters<typeof Original>) {
          super(...given);
          workers.push(this);
        }
      },
    );
    const screen = show(new File(['ftyp'], 'IMG_0001.HEIC'));
    await expect.element(page.getByRole('status')).toMatchTextContent(/HEIC format of an iPhone or iPad/);
    expect(screen.canvas()).toBeNull();
    screen.change(await portrait());
    await expect.poll(screen.isDrawn, untilDrawn).toBe(true);
    await expect.element(page.getByRole('status')).toHaveTextContent('');
    workers[0]?.dispatchEvent(new ErrorEvent('error'));
    await expect.element(page.getByRole('status')).toMatchTextContent(/could not be loaded/);
    screen.change(await portrait());
    await expect.poll(screen.isDrawn, untilDrawn).toBe(true);
    await expect.element(page.getByRole('status')).toHaveTextContent('');
    expect(workers).toHaveLength(2);
  });

  test(
    'of the next photo succeeds while an effect on the photo before is still prepared',
    { tags: ['full'] },
    async () => {
      const states: PreviewState[] = [];
      const session = openPreview((state) => states.push(state));
      onTestFinished(() => session.close());
      const last = () => states.at(-1);
      const breathing = { effect: 'pet-breathe', seed: 1, word: '', isPlaying: false, moment: 0 } as const;
      const photo = await portrait();
      session.show(photo);
      await expect.poll(last, untilDrawn).toMatchObject({ status: 'ready', isSearching: false });
      session.play(document.createElement('canvas'), breathing).stop();
      session.show(photo);
      await expect.poll(last, untilDrawn).toMatchObject({ status: 'ready', isSearching: false });
      await new Promise<void>((drawn) => void session.play(document.createElement('canvas'), breathing, drawn));
      expect(last()).toMatchObject({ status: 'ready' });
    },
  );
});

const failures: Record<PreviewFailure, string> = {
  heic: 'HEIC',
  'not-a-photo': 'not a JPEG, PNG or WebP photo',
  corrupt: 'damaged',
  'too-small': 'too small',
  'too-large': 'more than 50 MB',
  'too-many-pixels': 'more than 50 megapixels',
  'unsupported-device': 'everything else works as usual',
  unavailable: 'try again',
};

testVariations(Object.entries(failures) as [PreviewFailure, string][])(
  'that fails (%s) says why',
  async ([code, words]) => {
    render(<PreviewStatus state={{ status: 'failed', code }} />);
    await expect.element(page.getByRole('status')).toMatchTextContent(new RegExp(words));
  },
);

function show(photo: Blob | undefined, onSentence?: (text: string) => void) {
  const container = render(<Screen photo={photo} />);
  if (onSentence) {
    const observer = new MutationObserver(() => onSentence(container.querySelector('output')?.textContent ?? ''));
    observer.observe(container, { childList: true, characterData: true, subtree: true });
  }
  const canvas = () => container.querySelector('canvas');
  return {
    canvas,
    isDrawn: () => canvas()?.hasAttribute('data-drawn') ?? false,
    picture: async () => {
      const context = new OffscreenCanvas(16, 16).getContext('2d');
      const drawn = canvas();
      if (drawn) context?.drawImage(drawn, 0, 0, 16, 16);
      return [...(context?.getImageData(0, 0, 16, 16).data ?? [])];
    },
    change: (next: Blob) => roots.get(container)?.render(wrapped(<Screen photo={next} />)),
    leave: () => roots.get(container)?.render(null),
  };
}

function Screen({ photo }: { photo: Blob | undefined }) {
  const preview = usePreview(photo);
  return (
    <>
      <PreviewCanvas preview={preview} effect="turn" />
      <PreviewStatus state={preview.state} />
    </>
  );
}

const roots = new Map<Element, ReturnType<typeof createRoot>>();

function render(screen: React.ReactNode): HTMLElement {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  roots.set(container, root);
  root.render(wrapped(screen));
  onTestFinished(() => {
    root.unmount();
    roots.delete(container);
    container.remove();
  });
  return container;
}

function wrapped(screen: React.ReactNode) {
  return <Suspense>{screen}</Suspense>;
}

/** One person of a photo of several. */
async function portrait(): Promise<Blob> {
  const file = await (await fetch(groupPhoto)).blob();
  const face = await createImageBitmap(file, 1010, 110, 480, 480);
  const canvas = new OffscreenCanvas(480, 480);
  canvas.getContext('2d')?.drawImage(face, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg' });
}
