import { type Bucket, cancelUpload, getBucket, updateBatch, uploadContent } from '@keepsake/contract/photos/content';
import { photoChecks } from '@keepsake/contract/photos/photo-checks';
import { listPictograms, listPrompts } from '@keepsake/contract/films/prompts';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type Answer, reply } from './answers.ts';
import type { FakeApi } from './fake-api.ts';
import { aBucket, aPhoto, idOf, prompts } from './orders.ts';
import { priceAnswers } from './prices.ts';
import { renderPage } from './render-page.tsx';
import { customer } from './users.ts';

let uploads = 0;

/** What the first step asks for: every photo that is sent is kept. */
export function wizardAnswers(): Answer[] {
  return [
    reply(listPrompts, { prompts }),
    reply(listPictograms, { suggestions: [] }),
    reply(photoChecks, { checks: [], waiting: 0 }),
    reply(uploadContent, ({ body }) => {
      uploads += 1;
      const form = body as FormData;
      const { name } = form.get('files') as File;
      const [entry] = JSON.parse(form.get('contentEntries') as string) as { uploadId: string }[];
      const photo = { ...aPhoto(900 + uploads), originalName: name, uploadId: entry?.uploadId ?? null };
      return { bucketId: idOf(1), content: [photo], rejected: [] };
    }),
    reply(cancelUpload, { deleted: false, wasLastContent: false }),
    reply(updateBatch, { contents: [] }),
    ...priceAnswers(),
  ];
}

/** The first step, with an empty cart or with a set that is to be continued. */
export function openWizard(answers: readonly Answer[] = [], bucket?: Bucket) {
  if (bucket) sessionStorage.setItem('existingBucketId', bucket.id);
  return renderPage('/process', {
    user: customer,
    answers: [...wizardAnswers(), ...(bucket ? [reply(getBucket, { bucket })] : []), ...answers],
  });
}

/** A file that begins as its type does, of so many megabytes. */
export function aFile(name: string, type = 'image/jpeg', megabytes = 0): File {
  const head = type === 'image/jpeg' ? new Uint8Array([0xff, 0xd8, 0xff]) : '';
  return new File([head, 'a photo', new Uint8Array(megabytes * 1024 * 1024)], name, { type });
}

/**
 * Begins to send files. A test waits for the end of it: what still runs would write into the cart of the next one. The files stay in the
 * page: `upload` would carry each of their bytes to the test runner and back, which takes minutes on a slow machine.
 */
export async function choose(...files: File[]): Promise<void> {
  const input = page.getByLabelText(/^(Choose photos|Add more photos)$/);
  await expect.element(input).toBeEnabled();
  // The cart is restored first: it would ask for the set of a photo that was sent sooner.
  await expect.element(page.getByText('Loading…')).not.toBeInTheDocument();
  const chosen = new DataTransfer();
  for (const file of files) chosen.items.add(file);
  const element = input.element() as HTMLInputElement;
  element.files = chosen.files;
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Chooses a photo for an empty cart; it becomes the first one of set 2. */
export async function choosePhotoOfSet2(server: FakeApi): Promise<void> {
  const photo = aPhoto(2, { originalName: 'grandma.jpg' });
  server.answer(
    reply(uploadContent, { bucketId: idOf(2), content: [photo], rejected: [] }),
    reply(getBucket, { bucket: aBucket(2, { Contents: [photo] }) }),
  );
  await choose(aFile('grandma.jpg'));
  await expect.element(card(1).getByRole('button', { name: 'Remove photo' })).toBeVisible();
}

/** The tile of an effect in the card of a photo, by its number. */
export function tile(number: number, effect: string) {
  return card(number).getByRole('button', { name: effect, exact: true });
}

export async function expectChosen(effect: ReturnType<typeof tile>): Promise<void> {
  await expect.element(effect).toHaveAttribute('aria-pressed', 'true');
}

/** The card of a photo. */
export function card(number: number) {
  return page.getByRole('group', { name: new RegExp(`^Photo ${number} of`) });
}
