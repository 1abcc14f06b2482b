import type { Prompt } from '@keepsake/contract/films/prompts';
import { translated } from '../../shared/texts/format.ts';
import { text } from '../../shared/texts/texts.ts';
import type { Problem } from '../../ui/forms/error-summary.tsx';
import type { Lacks } from '../photo-checks/photo-checks.api.ts';
import type { CartPhoto } from './cart/cart-photo.ts';
import type { Consents } from './cart/cart-storage.ts';
import { consentControls, filePickerId, photoControls } from './photo-cards/photo-controls.ts';

/** Something missing that blocks the order, and the id of the control that fixes it. */
export type OrderGap =
  | { code: 'no_photos' | 'guidelines' | 'final_sale'; target: string }
  | { code: 'uploading' | 'upload_failed' | 'no_theme' | 'no_effect'; photo: number; name: string; target: string }
  /** A film will show a replacement to which the customer has not agreed. */
  | { code: 'unanswered'; photo: number; name: string; promptId: string; target: string };

/** Everything missing in the cart, in page order. Without photos the page has no other field to fill in. */
export function findGaps(photos: readonly CartPhoto[], consents: Consents, lacks: Lacks): OrderGap[] {
  if (photos.length === 0) return [{ code: 'no_photos', target: filePickerId }];
  return [...photos.flatMap((photo, index) => photoGaps(photo, index + 1, lacks)), ...consentGaps(consents)];
}

/** The missing consents. */
export function consentGaps(consents: Consents): OrderGap[] {
  const gaps: OrderGap[] = [];
  if (!consents.guidelines) gaps.push({ code: 'guidelines', target: consentControls.guidelines });
  if (!consents.finalSale) gaps.push({ code: 'final_sale', target: consentControls.finalSale });
  return gaps;
}

function photoGaps(photo: CartPhoto, number: number, lacks: Lacks): OrderGap[] {
  const about = { photo: number, name: photo.name };
  const gaps: OrderGap[] = [];
  if (photo.status === 'failed') {
    gaps.push({ code: 'upload_failed', ...about, target: photoControls.retry(photo.id) });
  } else if (photo.status !== 'uploaded') {
    gaps.push({ code: 'uploading', ...about, target: photoControls.card(photo.id) });
  }
  if (!photo.imageTheme) return [...gaps, { code: 'no_theme', ...about, target: photoControls.theme(photo.id) }];
  if (photo.actions.length === 0)
    return [...gaps, { code: 'no_effect', ...about, target: photoControls.effects(photo.id) }];
  const instead = lacks.get(photo.photoId ?? '') ?? {};
  for (const { promptId, agreedTo } of photo.actions) {
    if (instead[promptId] === undefined || instead[promptId] === agreedTo) continue;
    gaps.push({ code: 'unanswered', ...about, promptId, target: photoControls.effect(photo.id, promptId) });
  }
  return gaps;
}

/** The gaps as texts in the user's language, each with the control that fixes it. Effects are named from `prompts`. */
export function gapProblems(
  gaps: readonly OrderGap[],
  prompts: readonly Prompt[] = [],
): (Problem & { fieldId: string })[] {
  const nameOf = (promptId: string) => {
    const prompt = prompts.find(({ id }) => id === promptId);
    return prompt ? translated(prompt.action) : '';
  };
  return gaps.map((gap) => {
    const effect = gap.code === 'unanswered' ? { effect: nameOf(gap.promptId) } : {};
    return { fieldId: gap.target, text: text(`wizard:gap.${gap.code}`, { ...gap, ...effect }) };
  });
}

/** The same texts by control id, to show beside each control. */
export function gapErrors(gaps: readonly OrderGap[], prompts?: readonly Prompt[]): ReadonlyMap<string, string> {
  return new Map(gapProblems(gaps, prompts).map(({ fieldId, text }) => [fieldId, text]));
}
