import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PreviewScene, PreviewState } from '../../web/src/features/preview/messages.ts';
import type { Browser, Page, Worker } from '@playwright/test';

const manifest = join(import.meta.dirname, '../../web/dist/.vite/manifest.json');

/** How a photo is shown. */
export interface ShownPhoto {
  /** JPEG by default. */
  type?: string;
  /** Bytes that follow it in the file. */
  padding?: number;
  /** A photo that is shown as soon as faces are searched for in this one. */
  next?: Buffer;
}

/** Previews on a page of the built site, under its content security policy. */
export interface PreviewPage {
  /** Shows a photo. @returns the state that it ends in, and those on the way */
  show(photo: Buffer, more?: ShownPhoto): Promise<{ end: PreviewState; seen: string[] }>;
  /** Draws a scene on a new canvas at the end of the page. @returns after its first frame, with the milliseconds until then */
  play(scene: Partial<PreviewScene>): Promise<number>;
  /** Stops and removes every canvas. */
  clear(): Promise<void>;
  close(): Promise<void>;
  worker(): Worker | undefined;
}

/** What the page keeps between two steps of a test. */
interface InPage {
  session: {
    show(photo: Blob): void;
    play(canvas: HTMLCanvasElement, scene: PreviewScene, onDrawn: () => void): { stop(): void };
    close(): void;
  };
  states: PreviewState[];
  onState: (state: PreviewState) => void;
  players: { stop(): void }[];
}

declare global {
  var previews: InPage;
}

export async function openPreviews(page: Page): Promise<PreviewPage> {
  const built: Record<string, { file: string }> = JSON.parse(readFileSync(manifest, 'utf8'));
  const client = `/${built['src/features/preview/preview-client.ts']?.file}`;
  await page.evaluate(async (url) => {
    const { openPreview } = await import(url);
    const previews: InPage = {
      states: [],
      players: [],
      onState: () => undefined,
      session: openPreview((state: PreviewState) => {
        previews.states.push(state);
        previews.onState(state);
      }),
    };
    globalThis.previews = previews;
  }, client);

  return {
    show: (photo, { type = 'image/jpeg', padding = 0, next } = {}) => {
      const photos = [photo, next].flatMap((one) => (one ? [one.toString('base64')] : []));
      return page.evaluate(showAll, { photos, type, padding });
    },
    play: (scene) =>
      page.evaluate(async (given) => {
        const start = performance.now();
        const canvas = document.body.appendChild(document.createElement('canvas'));
        const whole = { effect: 'smile', seed: 1, word: '', isPlaying: false, moment: 0, ...given } as const;
        const { players, session } = globalThis.previews;
        await new Promise<void>((resolve) => players.push(session.play(canvas, whole, resolve)));
        return performance.now() - start;
      }, scene),
    clear: () =>
      page.evaluate(() => {
        for (const player of globalThis.previews.players.splice(0)) player.stop();
        for (const canvas of document.querySelectorAll('canvas')) canvas.remove();
      }),
    close: () => page.evaluate(() => globalThis.previews.session.close()),
    worker: () => page.workers().find((worker) => worker.url().includes('preview.worker')),
  };
}

/** Runs in the page. Each further photo is shown as soon as faces are searched for in the one before. */
async function showAll({ photos, type, padding }: { photos: string[]; type: string; padding: number }) {
  const { previews } = globalThis;
  previews.states = [];
  const files = photos.map((photo) => {
    const bytes = Uint8Array.from(atob(photo), (character) => character.codePointAt(0) ?? 0);
    return new Blob([bytes, new Uint8Array(padding)], { type });
  });
  const end = await new Promise<PreviewState>((resolve) => {
    previews.onState = (state) => {
      const next = state.status === 'finding-faces' ? files.shift() : undefined;
      if (next) previews.session.show(next);
      else if ((state.status === 'ready' && !state.isSearching) || state.status === 'failed') resolve(state);
    };
    const first = files.shift();
    if (first) previews.session.show(first);
  });
  return { end, seen: [...new Set(previews.states.map(({ status }) => status))] };
}

/** Megabytes of memory of the processes that draw pages, what they share with others left out. */
export async function memoryOfPages(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const sizes = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
        return Number(/^Private_Dirty:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
      }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
