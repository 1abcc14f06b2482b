import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { animate } from '@keepsake/renderer/animate';
import type { Request, Worker } from '@playwright/test';
import sharp from 'sharp';
import { drawCat } from '../../renderer/test/draw-cat.ts';
import { cutPortrait, drawLandscape } from '../../renderer/test/photos.ts';
import { psnr, readLuma } from '../../renderer/test/film-reader.ts';
import { expect, test } from '../support/fixtures.ts';
import type { PreviewFailure } from '../../web/src/features/preview/messages.ts';
import { memoryOfPages, openPreviews, type ShownPhoto } from '../support/preview-page.ts';
import { groupPhoto, singlePhoto } from '../support/sample-photos.ts';

test.use({ previews: true });

/** Of a film of three seconds: fewer than customers get, which take a quarter of the time. */
const frames = 18;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-preview-'));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

test.describe('a preview', () => {
  test('shows the frames of the film that is made of the photo, and sends nothing anywhere', async ({
    page,
    product,
  }) => {
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    // The landing page would go on to fetch parts of its own. This one fetches its last when its script takes it over.
    await page.goto('/terms');
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
    const previews = await openPreviews(page);
    const photo = await readFile(singlePhoto);
    const before = requests.length;

    const { end, seen } = await previews.show(photo);
    expect(seen).toEqual(['loading', 'finding-faces', 'ready']);
    expect(end).toMatchObject({ status: 'ready', width: 480, height: 480, faces: 1, lacks: { wave: 'no_hand' } });
    const worker = previews.worker();
    if (!worker) throw new Error('There is no worker.');
    await keepFrames(worker);
    const seed = 3;
    const effects = ['smile', 'wink', 'turn'] as const;
    const films = new Map<string, Buffer[]>();
    for (const effect of effects) films.set(effect, await filmOf(singlePhoto, effect, seed, 480, 480));
    for (const effect of effects)
      for (const index of [0, 3, 8, 10, 15]) {
        await previews.play({ effect, seed, moment: index / frames });
        const frame = lumaOf(await lastFrame(worker));
        const agreement = (of: string, at: number) => psnr(frame, films.get(of)?.[at] ?? new Uint8Array());
        const own = agreement(effect, index);
        expect(own, `${effect}, frame ${index}`).toBeGreaterThan(30);
        // A frame of another effect is not taken for it, once faces have moved.
        if (index === 10)
          for (const other of effects)
            if (other !== effect) expect(own, other).toBeGreaterThan(agreement(other, index) + 1);
      }
    await previews.play({ effect: 'smile', word: 'Preview', isPlaying: true });
    await expect.poll(() => countFrames(worker), { message: 'frames go on' }).toBeGreaterThan(30);

    const later = requests.slice(before);
    expect(later.map((request) => `${request.method()} ${new URL(request.url()).origin}`)).toEqual(
      later.map(() => `GET ${product.url}`),
    );
    const paths = later.map((request) => new URL(request.url()).pathname);
    expect(paths.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
    expect(
      paths.some((path) => path.includes('.wasm')),
      'what the worker loads is seen',
    ).toBe(true);
  });

  test('without a face that can move shows what its film shows', { tag: '@full' }, async ({ page }) => {
    await page.goto('/');
    const previews = await openPreviews(page);
    const [landscape, cat] = [join(folder, 'landscape.png'), join(folder, 'cat.png')];
    await drawLandscape(landscape, 1000, 600);
    await writeFile(cat, await drawCat());
    const photos = [
      { photo: landscape, effect: 'smile', lacks: { smile: 'no_face', 'pet-tilt': 'no_subject' }, size: [480, 288] },
      { photo: cat, effect: 'pet-tilt', lacks: { smile: 'no_face' }, size: [432, 480] },
    ] as const;
    for (const { photo, effect, lacks, size } of photos) {
      const [width, height] = size;
      const { end } = await previews.show(await readFile(photo));
      expect(end).toMatchObject({ status: 'ready', width, height, faces: 0, lacks });
      const worker = previews.worker();
      if (!worker) throw new Error('There is no worker.');
      await keepFrames(worker);
      const film = await filmOf(photo, effect, 3, width, height);
      const [first] = film;
      for (const index of [0, 4, 9]) {
        await previews.play({ effect, seed: 3, moment: index / frames });
        const frame = lumaOf(await lastFrame(worker));
        const agreement = psnr(frame, film[index] ?? new Uint8Array());
        expect(agreement, `${effect}, frame ${index}`).toBeGreaterThan(30);
        if (index === 9) expect(agreement, 'it has moved').toBeGreaterThan(psnr(frame, first ?? new Uint8Array()) + 1);
      }
    }
  });

  test('has the word across it', { tag: '@full' }, async ({ page }) => {
    await page.goto('/');
    const previews = await openPreviews(page);
    await previews.show(await readFile(singlePhoto));
    await previews.play({ word: '' });
    await previews.play({ word: 'Preview' });
    const [plain, marked] = [page.locator('canvas').first(), page.locator('canvas').last()];
    await expect
      .poll(async () => {
        const [one, other] = await Promise.all(
          [plain, marked].map(async (canvas) =>
            sharp(await canvas.screenshot())
              .raw()
              .toBuffer(),
          ),
        );
        return psnr(one ?? Buffer.alloc(0), other ?? Buffer.alloc(0));
      })
      .toBeLessThan(28);
  });

  test('of another photo replaces one in progress', async ({ page }) => {
    await page.goto('/');
    const previews = await openPreviews(page);
    const [group, portrait] = await Promise.all([readFile(groupPhoto), readFile(singlePhoto)]);
    expect((await previews.show(group)).end).toMatchObject({ status: 'ready' });
    const { end, seen } = await previews.show(group, { next: portrait });
    expect(seen).toEqual(['loading', 'finding-faces', 'ready']);
    expect(end).toMatchObject({ faces: 1, width: 480, height: 480 });
  });

  test('moves every face of a crowd', { tag: '@full' }, async ({ page }) => {
    const face = await (await cutPortrait()).resize(200, 200).png().toBuffer();
    const places = Array.from({ length: 40 }, (_, at) => ({
      input: face,
      left: (at % 8) * 200,
      top: Math.floor(at / 8) * 200,
    }));
    const crowd = sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#888' } }).composite(places);
    await page.goto('/');
    const previews = await openPreviews(page);
    const { end } = await previews.show(await crowd.jpeg().toBuffer());
    expect(end).toMatchObject({ status: 'ready', width: 480, height: 300 });
    expect('faces' in end && end.faces).toBeGreaterThanOrEqual(38);
  });

  test('ends its worker with the last shown photo', { tag: '@full' }, async ({ page }) => {
    await page.goto('/');
    const previews = await openPreviews(page);
    await previews.show(await readFile(singlePhoto));
    expect(previews.worker()).toBeDefined();
    await previews.close();
    await expect.poll(() => previews.worker()).toBeUndefined();
  });

  test('is replaced by the reason if there is none', { tag: '@full' }, async ({ page }) => {
    await page.goto('/');
    const previews = await openPreviews(page);
    const blank = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#777' } });
    const portrait = await readFile(singlePhoto);
    const refused: [PreviewFailure, Buffer | Promise<Buffer>, ShownPhoto?][] = [
      ['corrupt', portrait.subarray(0, 2000)],
      ['corrupt', Buffer.alloc(0)],
      ['heic', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0heicmif1', 'latin1'), { type: 'image/heic' }],
      ['not-a-photo', Buffer.from('%PDF-1.7 is no picture')],
      ['too-many-pixels', blank(10_000, 10_000).jpeg().toBuffer()],
      ['too-many-pixels', blank(10_000, 5001).png({ compressionLevel: 1 }).toBuffer()],
      ['too-many-pixels', blank(10_000, 5001).webp({ effort: 0 }).toBuffer()],
      ['too-small', blank(60, 60).png().toBuffer()],
      ['too-large', portrait, { padding: 50_000_000 }],
    ];
    for (const [code, photo, more] of refused)
      expect((await previews.show(await photo, more)).end, code).toEqual({ status: 'failed', code });
    expect((await previews.show(portrait)).end, 'the next photo is shown').toMatchObject({ status: 'ready' });
  });

  test('is refused by a browser that alters what is drawn, and by a device that cannot', async ({ openPage }) => {
    const photo = await readFile(singlePhoto);
    for (const take of ['deviceMemory', 'transferControlToOffscreen', 'validate']) {
      const page = await openPage();
      await page.addInitScript((name) => {
        if (name === 'deviceMemory') Object.defineProperty(Navigator.prototype, name, { value: 0.5 });
        if (name === 'transferControlToOffscreen') Reflect.deleteProperty(HTMLCanvasElement.prototype, name);
        if (name === 'validate') Object.defineProperty(WebAssembly, name, { value: () => false });
      }, take);
      await page.goto('/');
      const previews = await openPreviews(page);
      expect((await previews.show(photo)).end, take).toEqual({ status: 'failed', code: 'unsupported-device' });
      expect(previews.worker(), 'nothing is loaded').toBeUndefined();
    }
    const page = await openPage();
    await page.goto('/');
    const previews = await openPreviews(page);
    await expect.poll(() => previews.worker()).toBeDefined();
    await previews.worker()?.evaluate(() => {
      const read = OffscreenCanvasRenderingContext2D.prototype.getImageData;
      OffscreenCanvasRenderingContext2D.prototype.getImageData = function (
        this: OffscreenCanvasRenderingContext2D,
        ...place: Parameters<typeof read>
      ) {
        const picture = read.apply(this, place);
        picture.data.forEach((_, at) => (picture.data[at] = (at * 97) % 256));
        return picture;
      } as typeof read;
    });
    expect((await previews.show(photo)).end).toEqual({ status: 'failed', code: 'unsupported-device' });
  });

  test(
    'says so if its models cannot be loaded, and tries again with the next photo',
    { tag: '@full' },
    async ({ page, faults }) => {
      faults.allow('Failed to load resource');
      await page.goto('/');
      await page.route('**/assets/*.bin', (route) => route.abort());
      const previews = await openPreviews(page);
      const photo = await readFile(singlePhoto);
      expect((await previews.show(photo)).end).toEqual({ status: 'failed', code: 'unavailable' });
      await page.unroute('**/assets/*.bin');
      expect((await previews.show(photo)).end).toMatchObject({ status: 'ready' });
    },
  );
});

test('twenty previews in a row need no more memory than a few', { tag: '@full' }, async ({ page, browser }) => {
  await page.goto('/');
  const photos = await Promise.all([singlePhoto, groupPhoto].map((path) => readFile(path)));
  const previews = await openPreviews(page);
  const used: number[] = [];
  for (let count = 0; count < 20; count++) {
    const photo = photos[count % photos.length] ?? Buffer.alloc(0);
    expect((await previews.show(photo)).end).toMatchObject({ status: 'ready' });
    await previews.play({ effect: count % 3 === 0 ? 'turn' : 'smile', isPlaying: true });
    await previews.clear();
    await page.requestGC();
    used.push(await memoryOfPages(browser));
  }
  // The lowest of the last: the worker's garbage is collected when the browser likes.
  const [few, all] = [Math.max(...used.slice(4, 8)), Math.min(...used.slice(16))];
  expect(all, `MB: ${used.map(Math.round).join(', ')}`).toBeLessThan(few + 40);
  expect(all).toBeLessThan(300);
});

/** Keeps what the worker draws: the last frame before the word is drawn on it, and the number of frames. */
async function keepFrames(worker: Worker): Promise<void> {
  await worker.evaluate(() => {
    const kept: { frame?: ImageData; count: number } = { count: 0 };
    Object.assign(globalThis, { kept });
    const put = OffscreenCanvasRenderingContext2D.prototype.putImageData;
    OffscreenCanvasRenderingContext2D.prototype.putImageData = function (
      this: OffscreenCanvasRenderingContext2D,
      frame: ImageData,
      x: number,
      y: number,
    ) {
      kept.frame = frame;
      kept.count += 1;
      Reflect.apply(put, this, [frame, x, y]);
    };
  });
}

async function lastFrame(worker: Worker): Promise<Buffer> {
  const base64 = await worker.evaluate(() => {
    const { kept } = globalThis as unknown as { kept: { frame: ImageData } };
    let text = '';
    for (const value of kept.frame.data) text += String.fromCodePoint(value);
    return btoa(text);
  });
  return Buffer.from(base64, 'base64');
}

function countFrames(worker: Worker): Promise<number> {
  return worker.evaluate(() => (globalThis as unknown as { kept: { count: number } }).kept.count);
}

/** The frames of the loop as the renderer makes a film of it, in grey, at the size of the preview. */
async function filmOf(
  photoPath: string,
  effect: 'smile' | 'wink' | 'turn' | 'pet-tilt',
  seed: number,
  width: number,
  height: number,
) {
  const filmPath = join(folder, `${effect}.mp4`);
  const film = { effect, seed, duration: 3, resolution: '720p', aspect: 'default', loop: true } as const;
  await animate({ ...film, photoPath, filmPath, posterPath: join(folder, `${effect}.jpg`) }, { fps: frames / 3 });
  const pictures = await readLuma(filmPath, width, height);
  expect(pictures.length).toBe(frames);
  return pictures;
}

/** BT.709. */
function lumaOf(rgba: Buffer): Uint8Array {
  return Uint8Array.from({ length: rgba.length / 4 }, (_, at) => {
    const [red, green, blue] = [rgba[at * 4] ?? 0, rgba[at * 4 + 1] ?? 0, rgba[at * 4 + 2] ?? 0];
    return Math.round(0.2126 * red + 0.7152 * green + 0.0722 * blue);
  });
}
