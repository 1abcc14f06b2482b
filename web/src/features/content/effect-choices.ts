import { limits } from '@keepsake/contract/limits';
import type { Language } from '@keepsake/contract/primitives';
import type { Prompt } from '@keepsake/contract/prompts';
import { translate } from '@keepsake/contract/translate';
import type { CartPhoto, ChosenEffect } from './cart-photo.ts';

export const noEffect: ChosenEffect = { promptId: null, variety: 1 };

export interface Theme {
  /** The English text: the same theme whatever the reader's language. */
  key: string;
  label: string;
}

export function themeOf(prompt: Prompt): string {
  return translate(prompt.imageTheme, 'en');
}

/** The themes on offer, each once, in the order of the prompts. */
export function themesOf(prompts: readonly Prompt[], language: Language): Theme[] {
  const themes = new Map<string, string>();
  for (const prompt of prompts) {
    if (!themes.has(themeOf(prompt))) themes.set(themeOf(prompt), translate(prompt.imageTheme, language));
  }
  return [...themes].map(([key, label]) => ({ key, label }));
}

export function promptsOfTheme(prompts: readonly Prompt[], theme: string | null): Prompt[] {
  return prompts.filter((prompt) => themeOf(prompt) === theme);
}

/** The prompts of the effects that are chosen, in their order. */
export function promptsOf(actions: readonly ChosenEffect[], offered: readonly Prompt[]): Prompt[] {
  return actions.flatMap(({ promptId }) => offered.find(({ id }) => id === promptId) ?? []);
}

/** Which row of a photo (from 1) already has each effect: the same effect is not sold twice for one photo. */
export function takenEffects(actions: readonly ChosenEffect[], exceptRow: number): Map<string, number> {
  const taken = new Map<string, number>();
  actions.forEach(({ promptId }, row) => {
    if (promptId && row !== exceptRow) taken.set(promptId, row + 1);
  });
  return taken;
}

/** Why no further effect can be added, or null where one can. */
export function whyNoMoreEffects(
  offered: number,
  actions: readonly ChosenEffect[],
): 'no_theme' | 'all_used' | 'too_many' | null {
  if (offered === 0) return 'no_theme';
  if (actions.length >= offered) return 'all_used';
  return actions.length >= limits.actionsPerPhoto ? 'too_many' : null;
}

/** Empties rows whose effect is no longer offered and names the theme where the server only told the effects. */
export function fitToPrompts(photo: CartPhoto, prompts: readonly Prompt[]): CartPhoto {
  const offered = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  const first = photo.actions.map(({ promptId }) => promptId && offered.get(promptId)).find((prompt) => prompt);
  const theme = photo.imageTheme ?? (first ? themeOf(first) : null);
  const known = new Set(prompts.map(themeOf));
  const imageTheme = theme !== null && known.has(theme) ? theme : null;
  const fits = ({ promptId }: ChosenEffect) => {
    const prompt = promptId ? offered.get(promptId) : undefined;
    return promptId === null || (prompt !== undefined && themeOf(prompt) === imageTheme);
  };
  if (imageTheme === photo.imageTheme && photo.actions.every(fits)) return photo;
  const kept = photo.actions.filter(fits);
  const lost = kept.length < photo.actions.length;
  return {
    ...photo,
    imageTheme,
    actions: kept.length > 0 ? kept : [noEffect],
    unsaved: photo.unsaved || lost,
  };
}
