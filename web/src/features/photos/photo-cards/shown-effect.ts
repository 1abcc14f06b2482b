import { create } from 'zustand';

/** The previewed effect and its photo: one preview plays at a time. */
export const useShownEffect = create<{ photo: string; promptId: string } | null>(() => null);

export function showEffect(photo: string, promptId: string): void {
  useShownEffect.setState({ photo, promptId }, true);
}
