import { text } from '../../shared/texts.ts';
import type { Problem } from '../../ui/error-summary.tsx';
import type { OrderGap } from './order-gaps.ts';

/** What is missing, in the reader's language, with the control that mends it. */
export function gapProblems(gaps: readonly OrderGap[]): (Problem & { fieldId: string })[] {
  return gaps.map((gap) => ({ fieldId: gap.target, text: text(`wizard:gap.${gap.code}`, { ...gap }) }));
}

/** The same words by the id of the control, to be shown at it. */
export function gapErrors(gaps: readonly OrderGap[]): ReadonlyMap<string, string> {
  return new Map(gapProblems(gaps).map(({ fieldId, text }) => [fieldId, text]));
}
