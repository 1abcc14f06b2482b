import type { PhotoCheck } from '@keepsake/contract/photo-checks';

export interface ChosenEffect {
  promptId: string;
  /** As the reader knows it. */
  name: string;
}

export type Advice =
  | { code: 'blurred' | 'dark' | 'all_move' }
  | { code: 'some_still'; count: number }
  | { code: 'instead'; lack: PhotoCheck['instead'][string]; effect: string };

/** What a customer should know of a photo before paying for these effects; empty where all is well. */
export function findAdvice(
  check: PhotoCheck,
  { effects, isOnePerson }: { effects: readonly ChosenEffect[]; isOnePerson: boolean },
): Advice[] {
  const { faces, movableFaces, isBlurred, isDark, instead } = check;
  const advice: Advice[] = effects.flatMap(({ promptId, name }) => {
    const lack = instead[promptId];
    return lack === undefined ? [] : { code: 'instead' as const, lack, effect: name };
  });
  if (movableFaces > 0 && movableFaces < faces) advice.push({ code: 'some_still', count: faces - movableFaces });
  if (isOnePerson && movableFaces > 1) advice.push({ code: 'all_move' });
  if (isBlurred) advice.push({ code: 'blurred' });
  if (isDark) advice.push({ code: 'dark' });
  return advice;
}
