import { rejectedFile, uploadContent } from '@keepsake/contract/photos/content';
import { photoChecks } from '@keepsake/contract/photos/photo-checks';
import { calculatePrice, getPricing } from '@keepsake/contract/orders/pricing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, late, never, offline, refuse, reply } from '../../../../test/answers.ts';
import type { FakeApi } from '../../../../test/fake-api.ts';
import { testLooks } from '../../../../test/looks.ts';
import { aBucket, aPhoto, idOf, longWord, smile, wave } from '../../../../test/orders.ts';
import { aPrice } from '../../../../test/prices.ts';
import { expectAlert, expectText, press } from '../../../../test/screen.ts';
import { aFile, card, choose, openWizard } from '../../../../test/wizard.ts';
import { testVariations } from '../../../../test/variations.ts';

const codes = rejectedFile.shape.code.options;

describe('files that cannot be used', () => {
  testLooks('a selection with a file of another kind', async () => {
    await openWizard();
    await choose(aFile('one.jpg'), aFile(`${longWord}.gif`, 'image/gif'));
    await expectAlert('This file cannot be used, so none of your selection was added:');
  });

  test('say what helps for a photo of an iPhone, and add none', async () => {
    await openWizard();
    await choose(aFile('IMG_0001.HEIC', 'image/heic'));
    await expectText('HEIC photos from an iPhone or iPad have to be JPEG first.');
    await expect.element(card(1)).not.toBeInTheDocument();
    await press('Dismiss');
    await expect.element(page.getByText('IMG_0001.HEIC')).not.toBeInTheDocument();
  });

  test('are too many for one set', async () => {
    await openWizard([], aBucket(1, { Contents: [aPhoto(1)] }));
    await expect.element(card(1)).toBeVisible();
    await choose(...Array.from({ length: 100 }, (_, number) => aFile(`${number}.jpg`)));
    await expectText(
      'A memory set holds up to 100 photos; there is room for 99 more. None of your selection was added.',
    );
  });

  testVariations(codes)('are refused by the server in plain words: %s', async (code) => {
    const words: Record<(typeof codes)[number], string> = {
      unsupported_type: 'This is not a JPEG, PNG or WebP photo.',
      too_large: 'It is larger than 5 MB.',
      too_many_pixels: 'It has more than 50 megapixels.',
      too_complex: 'It takes too long to be read. Saved again as a plain JPEG, it can be used.',
      too_small: 'Its shorter side has fewer than 540 pixels.',
      unreadable: 'The file is damaged and cannot be read.',
      empty: 'The file is empty.',
      removed: 'It was removed before it had arrived.',
      animated: 'Animated pictures cannot be used.',
    };
    const rejected = [{ filename: 'old.jpg', uploadId: null, code, error: 'No.' }];
    await openWizard([refuse(uploadContent, 'files_rejected', { bucketId: null, content: [], rejected })]);
    await choose(aFile('old.jpg'));
    await expectAlert('1 photo could not be used');
    await expectText(words[code]);
    await expect.element(card(1)).not.toBeInTheDocument();
  });
});

describe('a photo that could not be sent', () => {
  testLooks('a photo that could not be sent', openFailed);

  test('says why, and is sent again', async () => {
    const server = await openFailed();
    await expectText('The server could not be reached. Please check your connection and try again.');
    server.answer(reply(uploadContent, { bucketId: idOf(1), content: [aPhoto(1)], rejected: [] }));
    await card(1).getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    await expect.poll(() => sentIds(server).length).toBeGreaterThan(1);
    const [first, again, ...more] = sentIds(server);
    expect(more).toEqual([]);
    expect(again, 'it is the same upload').toBe(first);
  });

  test('is distinguished from another photo of the same name', async () => {
    const server = await openWizard();
    await choose(aFile('image.jpg'), aFile('image.jpg'));
    await expect.element(card(2).getByRole('button', { name: 'Remove photo' })).toBeVisible();
    const ids = sentIds(server);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(undefined);
  });

  test('is named by whoever wants to go on', async () => {
    await openFailed();
    await press('Continue');
    await expectText('Photo 1: upload it again or remove it');
  });

  testVariations([
    { code: 'storage_full', words: 'There is no room to store this right now. Please try again later.' },
    {
      code: 'too_many_open_buckets',
      words: 'You have too many unpaid sets. Please pay for or delete one of them first.',
    },
  ] as const)('says why: $code', async ({ code, words }) => {
    await openWizard([refuse(uploadContent, code)]);
    await choose(aFile('grandma.jpg'));
    await expectText(words);
  });

  function sentIds(server: FakeApi): (string | undefined)[] {
    return server.sent(uploadContent).map(({ body }) => {
      const entries = JSON.parse((body as FormData).get('contentEntries') as string) as { uploadId?: string }[];
      return entries[0]?.uploadId;
    });
  }

  test('because its file is gone says so, and not that the server cannot be reached', async () => {
    const server = await openFailed();
    const gone = new DOMException('A requested file or directory could not be found', 'NotFoundError');
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(gone);
    await card(1).getByRole('button', { name: 'Try again' }).click();
    await expectText('The file can no longer be read: it may have been moved, changed or deleted after it was chosen.');
    expect(server.sent(uploadContent)).toHaveLength(1);
  });

  test('because its file went while it was sent says so', async () => {
    const gone = new DOMException('A requested file or directory could not be found', 'NotFoundError');
    const reading = vi.spyOn(Blob.prototype, 'arrayBuffer');
    await openWizard([{ ...offline(uploadContent), respond: () => (reading.mockRejectedValue(gone), 'offline') }]);
    await choose(aFile('grandma.jpg'));
    await expectText('The file can no longer be read: it may have been moved, changed or deleted after it was chosen.');
  });

  test('because the browser alters what a page draws, and it is too large as it is, says so', async () => {
    class AlteringWorker extends EventTarget {
      postMessage({ id }: { id: number }) {
        const data = { id, error: 'altered', isAltered: true };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window
        queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })));
      }
    }
    const workers: EventTarget[] = [];
    // The next photo starts a new worker.
    onTestFinished(() => workers.forEach((worker) => worker.dispatchEvent(new Event('error'))));
    vi.stubGlobal(
      'Worker',
      class extends AlteringWorker {
        constructor() {
          super();
          workers.push(this);
          queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: 'ready' })));
        }
      },
    );
    const server = await openWizard();
    await choose(aFile('small.jpg', 'image/jpeg', 2), aFile('large.jpg', 'image/jpeg', 6));
    await expectText('This browser protects your privacy by altering pictures that a page makes smaller');
    await expect.element(card(1).getByRole('button', { name: 'Remove photo' })).toBeVisible();
    expect(server.sent(uploadContent)).toHaveLength(1);
  });

  async function openFailed() {
    const server = await openWizard([offline(uploadContent)]);
    await choose(aFile('grandma.jpg'));
    await expectAlert('Failed to upload one or more files. Please try again.');
    return server;
  }
});

describe('two photos whose set is deleted while they are sent', () => {
  test('go into one new set', async () => {
    const server = await openWizard([], aBucket(1));
    await expect.element(card(1)).toBeVisible();
    const first = late(refuse(uploadContent, 'not_found'));
    server.answer(first);
    await choose(aFile('one.jpg'));
    await expect.poll(() => sentInto(server)).toEqual([idOf(1)]);
    const second = late(refuse(uploadContent, 'not_found'));
    server.answer(second);
    await choose(aFile('two.jpg'));
    await expect.poll(() => sentInto(server)).toEqual([idOf(1), idOf(1)]);
    server.answer(reply(uploadContent, { bucketId: idOf(2), content: [aPhoto(2)], rejected: [] }));
    first.letGo();
    await expect.element(photo('one.jpg').getByRole('button', { name: 'Remove photo' })).toBeVisible();
    server.answer(reply(uploadContent, { bucketId: idOf(2), content: [aPhoto(3)], rejected: [] }));
    second.letGo();
    await expect.element(photo('two.jpg').getByRole('button', { name: 'Remove photo' })).toBeVisible();
    await expect.element(photo('one.jpg')).toBeVisible();
    expect(sentInto(server)).toEqual([idOf(1), idOf(1), null, idOf(2)]);
  });

  const photo = (name: string) => page.getByRole('group', { name: new RegExp(`: ${name}$`) });
  const sentInto = (server: FakeApi) =>
    server.sent(uploadContent).map(({ body }) => (body as FormData).get('bucketId'));
});

describe('the price of the set', () => {
  const price = () => page.getByRole('complementary', { name: 'Your price' });

  test('shows the current prices while there are no photos', async () => {
    await openWizard();
    await expectText('$4.99 per photo with one effect, $1.99 for each further film');
  });

  test('says so if there are no prices to be had', async () => {
    await openWizard([refuse(getPricing, 'internal_error')]);
    await expectText('Unable to load pricing');
  });

  test('is being calculated', async () => {
    await openWizard([never(calculatePrice)], aBucket(1));
    await expectText('Calculating…');
  });

  testVariations([
    { name: 'refused', answer: refuse(calculatePrice, 'not_allowed'), words: 'Failed to calculate price' },
    { name: 'not answered', answer: offline(calculatePrice), words: 'Unable to calculate price' },
    {
      name: 'answered with something else',
      answer: { endpoint: calculatePrice, respond: () => ({ status: 200, body: { price: 'low' } }) } satisfies Answer,
      words: 'Invalid price calculation response',
    },
  ])('that is $name says so, and is asked for again', async ({ answer, words }) => {
    const server = await openWizard([answer], aBucket(1));
    await expect.element(price().getByText(words)).toBeVisible();
    server.answer(reply(calculatePrice, aPrice()));
    await price().getByRole('button', { name: 'Try again' }).click();
    await expect.element(price().getByText('incl. VAT')).toBeVisible();
  });

  test('says when one more photo reaches the next discount', async () => {
    const Contents = [1, 2, 3, 4].map((number) => aPhoto(number));
    await openWizard([], aBucket(1, { Contents }));
    await expectText('Add one more photo: 10% off all photos');
    await choose(aFile('five.jpg'));
    await expect.element(card(5).getByRole('button', { name: 'Remove photo' })).toBeVisible();
    await expect.element(page.getByText('Add one more photo: 10% off all photos')).not.toBeInTheDocument();
  });
});

describe('what is seen in a photo', () => {
  const seen = {
    contentId: idOf(201),
    faces: 5,
    movableFaces: 4,
    smallFaces: 1,
    isLowResolution: true,
    isBlurred: true,
    isDark: true,
    instead: { [wave.id]: 'no_hand' as const },
    faceless: [],
  };
  const openSeen = (check: typeof seen, effect = smile) =>
    openWizard(
      [reply(photoChecks, { checks: [check], waiting: 0 })],
      aBucket(1, { Contents: [aPhoto(1, { actions: [{ promptId: effect.id, variety: 1 }] })] }),
    );

  testLooks('a photo about which there is much to say', async () => {
    await openSeen(seen, wave);
    await expectText('We see 5 faces in this photo.');
  });

  test('fits the chosen theme and effects', async () => {
    await openSeen(seen, wave);
    for (const words of [
      'We see 5 faces in this photo.',
      'The other 4 will all move, not only one.',
      '“Wave”: we found no raised, open hand that we can move, so the film will show a nod instead.',
      '1 of them is seen from the side or is very small, and will keep still.',
      '1 face is small in the photo',
      'With 720 pixels or more on its shorter side, the film becomes sharper.',
      'The photo is not quite sharp.',
      'The photo is rather dark.',
    ])
      await expectText(words);
    await card(1).getByLabelText('Who is in the photo?').selectOptions('Couple or group');
    await expect.element(page.getByText('The other 4 will all move, not only one.')).not.toBeInTheDocument();
  });

  test('says that no face was found', async () => {
    await openSeen({ ...seen, faces: 0, movableFaces: 0 });
    await expectText('We see no face in this photo.');
  });
});
