import type { PhotoCheck } from '@keepsake/contract/photo-checks';

export interface ChosenEffect {
  promptId: string;
  /** As the reader knows it. */
  name: string;
}

export type Advice =
  | { code: 'blurred' | 'dark' | 'low_resolution' | 'all_move' }
  | { code: 'some_still' | 'small_faces'; count: number }
  | { code: 'instead'; lack: PhotoCheck['instead'][string]; effect: string };

/** What is chosen for a photo. */
export interface Choice {
  effects: readonly ChosenEffect[];
  /** Whether the theme or an effect is meant for one person or animal alone. */
  isForOne: boolean;
}

/** What a customer should know of a photo before paying for these effects; empty where all is well. */
export function findAdvice(check: PhotoCheck, { effects, isForOne }: Choice): Advice[] {
  const { faces, movableFaces, smallFaces, instead } = check;
  const advice: Advice[] = effects.flatMap(({ promptId, name }) => {
    const lack = instead[promptId];
    return lack === undefined ? [] : { code: 'instead' as const, lack, effect: name };
  });
  if (movableFaces > 0 && movableFaces < faces) advice.push({ code: 'some_still', count: faces - movableFaces });
  if (isForOne && movableFaces > 1) advice.push({ code: 'all_move' });
  if (smallFaces > 0) advice.push({ code: 'small_faces', count: smallFaces });
  if (check.isLowResolution) advice.push({ code: 'low_resolution' });
  if (check.isBlurred) advice.push({ code: 'blurred' });
  if (check.isDark) advice.push({ code: 'dark' });
  return advice;
}
