import { text } from '../../shared/texts/texts.ts';
import type { Problem } from '../../ui/forms/error-summary.tsx';
import type { CartPhoto } from './cart/cart-photo.ts';
import type { Consents } from './cart/cart-storage.ts';
import { consentControls, filePickerId, photoControls } from './photo-cards/photo-controls.ts';

/** Something missing that blocks the order, and the id of the control that fixes it. */
export type OrderGap =
  | { code: 'no_photos' | 'guidelines' | 'final_sale'; target: string }
  | { code: 'uploading' | 'upload_failed' | 'no_theme' | 'no_effect'; photo: number; name: string; target: string }
  | { code: 'empty_row'; photo: number; name: string; row: number; target: string };

/** Everything missing in the cart, in page order. Without photos the page has no other field to fill in. */
export function findGaps(photos: readonly CartPhoto[], consents: Consents): OrderGap[] {
  if (photos.length === 0) return [{ code: 'no_photos', target: filePickerId }];
  return [...photos.flatMap((photo, index) => photoGaps(photo, index + 1)), ...consentGaps(consents)];
}

/** The missing consents. */
export function consentGaps(consents: Consents): OrderGap[] {
  const gaps: OrderGap[] = [];
  if (!consents.guidelines) gaps.push({ code: 'guidelines', target: consentControls.guidelines });
  if (!consents.finalSale) gaps.push({ code: 'final_sale', target: consentControls.finalSale });
  return gaps;
}

function photoGaps(photo: CartPhoto, number: number): OrderGap[] {
  const about = { photo: number, name: photo.name };
  const gaps: OrderGap[] = [];
  if (photo.status === 'failed') {
    gaps.push({ code: 'upload_failed', ...about, target: photoControls.retry(photo.id) });
  } else if (photo.status !== 'uploaded') {
    gaps.push({ code: 'uploading', ...about, target: photoControls.card(photo.id) });
  }
  if (!photo.imageTheme) return [...gaps, { code: 'no_theme', ...about, target: photoControls.theme(photo.id) }];
  const empty = photo.actions.flatMap(({ promptId }, row) => (promptId === null ? [row] : []));
  if (empty.length === photo.actions.length) {
    return [...gaps, { code: 'no_effect', ...about, target: photoControls.effect(photo.id, 0) }];
  }
  for (const row of empty) {
    gaps.push({ code: 'empty_row', ...about, row: row + 1, target: photoControls.effect(photo.id, row) });
  }
  return gaps;
}

/** The gaps as texts in the user's language, each with the control that fixes it. */
export function gapProblems(gaps: readonly OrderGap[]): (Problem & { fieldId: string })[] {
  return gaps.map((gap) => ({ fieldId: gap.target, text: text(`wizard:gap.${gap.code}`, { ...gap }) }));
}

/** The same texts by control id, to show beside each control. */
export function gapErrors(gaps: readonly OrderGap[]): ReadonlyMap<string, string> {
  return new Map(gapProblems(gaps).map(({ fieldId, text }) => [fieldId, text]));
}
