import groupPhoto from '@vladmandic/face-api/demo/sample3.jpg?url';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { startTexts } from '../../../shared/texts/i18n.ts';
import { changeLanguage } from '../../../shared/texts/texts.ts';
import { aPhoto } from '../../../../test/orders.ts';
import { untilDrawn } from '../../../../test/screen.ts';
import { cartPhotoOf } from '../cart/cart-photo.ts';
import type { ToWorker } from '../../preview/messages.ts';
import { EffectPreview } from './effect-preview.tsx';

test('a preview whose photo no longer loads says so, and plays after a retry', async () => {
  await startTexts();
  await changeLanguage('en');
  const photo = await (await fetch(groupPhoto)).blob();
  answerUploads([new Response(null, { status: 403 }), new Response(photo)]);
  const stored = aPhoto(1, { photoUrl: '/uploads/photo.jpg?expires=1' });
  render(<EffectPreview photo={cartPhotoOf(stored)} effect="smile" name="Smile" maker={null} />);
  await expect.element(page.getByText(/its link may have expired/)).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('img', { name: 'Preview of “Smile” on your photo' }), untilDrawn).toBeVisible();
  await expect.element(page.getByText(/its link may have expired/)).not.toBeInTheDocument();
});

test.each([
  ['no_face', 'idle', 'surprise'],
  ['mouth_hidden', 'nod', 'surprise'],
  ['no_pair', 'smile', 'surprise'],
  ['unknown_effect', 'idle', 'unknown'],
] as const)('what is foreseen is shown, whatever the device finds: %s, %s', async (lack, motion, effect) => {
  await startTexts();
  await changeLanguage('en');
  const photo = await (await fetch(groupPhoto)).blob();
  answerUploads([new Response(photo)]);
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  const stored = aPhoto(1, { photoUrl: '/uploads/photo.jpg?expires=1' });
  render(<EffectPreview photo={cartPhotoOf(stored)} effect={effect} name="Surprise" maker={null} lack={lack} />);
  await expect
    .element(page.getByRole('img', { name: 'Preview of “Surprise” on your photo' }), untilDrawn)
    .toBeVisible();
  const sent = post.mock.calls.map(([message]) => message as ToWorker);
  const effects = sent.flatMap((message) => ('scene' in message ? [message.scene.effect] : []));
  expect(new Set(effects)).toEqual(new Set([motion]));
});

/** Answers requests for stored photos, one after another. */
function answerUploads(answers: Response[]): void {
  const real = window.fetch;
  vi.stubGlobal('fetch', (...given: Parameters<typeof fetch>) => {
    const [address] = given;
    const isPhoto = typeof address === 'string' && address.startsWith('/uploads/');
    return isPhoto ? Promise.resolve(answers.shift()) : real(...given);
  });
}

function render(part: React.ReactNode): void {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  root.render(<Suspense>{part}</Suspense>);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
}
