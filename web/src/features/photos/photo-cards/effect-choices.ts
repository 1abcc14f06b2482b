import type { Action } from '@keepsake/contract/photos/content';
import type { Language } from '@keepsake/contract/primitives';
import type { Pictogram, Prompt } from '@keepsake/contract/films/prompts';
import { translate } from '@keepsake/contract/translate';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { money } from '../../../shared/texts/format.ts';
import { pricingQuery } from '../../pricing/pricing.api.ts';
import { pictogramsQuery, promptsQuery } from '../../prompts/prompts.api.ts';
import type { CartPhoto } from '../cart/cart-photo.ts';
import { useCart } from '../cart/cart.ts';

/** Keys of the advice pictograms that mark an effect as meant for one subject or for several. */
const [singleSubject, everyoneVisible] = ['single_subject', 'everyone_visible'] as const;

const noPictograms: ReadonlyMap<string, Pictogram> = new Map();

export interface Theme {
  /** The English text, which identifies the theme in every language. */
  key: string;
  label: string;
}

export function themeOf(prompt: Prompt): string {
  return translate(prompt.imageTheme, 'en');
}

/** The distinct themes, in the order of the prompts. */
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

/** The prompts of the chosen effects, in their order. */
export function promptsOf(actions: readonly Action[], offered: readonly Prompt[]): Prompt[] {
  return actions.flatMap(({ promptId }) => offered.find(({ id }) => id === promptId) ?? []);
}

/**
 * Drops effects that are no longer offered, or not under the name and with the movement with which they were `seen`, and derives the theme, which
 * the server does not store, from the effects.
 */
export function fitToPrompts(photo: CartPhoto, prompts: readonly Prompt[], seen: readonly Prompt[] = []): CartPhoto {
  const offered = new Map(prompts.map((prompt) => [prompt.id, prompt]));
  const first = photo.actions.map(({ promptId }) => offered.get(promptId)).find((prompt) => prompt);
  const theme = photo.imageTheme ?? (first ? themeOf(first) : null);
  const known = new Set(prompts.map(themeOf));
  const imageTheme = theme !== null && known.has(theme) ? theme : null;
  const fits = ({ promptId }: Action) => {
    const prompt = offered.get(promptId);
    const before = seen.find(({ id }) => id === promptId) ?? prompt;
    return prompt !== undefined && themeOf(prompt) === imageTheme && lookOf(prompt) === lookOf(before);
  };
  if (imageTheme === photo.imageTheme && photo.actions.every(fits)) return photo;
  const kept = photo.actions.filter(fits);
  const lost = kept.length < photo.actions.length;
  return { ...photo, imageTheme, ...(lost && { actions: kept, unsaved: true }) };
}

function lookOf(prompt: Prompt | undefined): string {
  return JSON.stringify([prompt?.action, prompt?.effect]);
}

/**
 * Fits every photo to the prompts, and remembers the names of those that lost an effect. It reads the cart itself: a photo may
 * have been added since the page was last drawn.
 * @param seen the prompts from which the effects were chosen, if these are newer
 */
export function fitCart(prompts: readonly Prompt[], seen?: readonly Prompt[]): void {
  const { photos, reduced } = useCart.getState();
  const fitted = photos.map((photo) => fitToPrompts(photo, prompts, seen));
  if (fitted.every((photo, index) => photo === photos[index])) return;
  const poorer = photos.filter(({ actions }, index) => actions.length > (fitted[index]?.actions.length ?? 0));
  useCart.setState({
    photos: fitted,
    ...(poorer.length > 0 && { reduced: [...new Set([...reduced, ...poorer.map(({ name }) => name)])] }),
  });
}

type Advised = readonly Pick<Prompt, 'suggestions'>[];

/**
 * Whether the theme, or one of the chosen effects, is meant for a single subject. A theme is if at least one of its effects is and none is
 * for several. The seeded theme "Person with pet" is neither: face detection takes some animals for people, so a second face means
 * nothing there.
 */
export function isForOne(theme: Advised, chosen: Advised): boolean {
  return has(chosen, singleSubject) || (has(theme, singleSubject) && !has(theme, everyoneVisible));
}

function has(effects: Advised, advice: string): boolean {
  return effects.some(({ suggestions }) => suggestions.includes(advice));
}

/** What can be ordered for a photo. */
export interface Offer {
  prompts: readonly Prompt[];
  /** By key; empty until they are loaded. */
  pictograms: ReadonlyMap<string, Pictogram>;
  /** Formatted price of a further film; absent until prices are loaded. */
  filmPrice: string | undefined;
}

export function useOffer(): { offer: Offer | null; failed: boolean; retry: () => void } {
  const { data: prompts, isError, isFetching, refetch } = useQuery(promptsQuery);
  const { data: pictograms = noPictograms } = useQuery(pictogramsQuery);
  const { data: pricing } = useQuery(pricingQuery);
  const filmPrice = pricing && money(pricing.variantPrice, pricing.currency);
  const offer = useMemo(() => (prompts ? { prompts, pictograms, filmPrice } : null), [prompts, pictograms, filmPrice]);
  return { offer, failed: isError && !isFetching && !prompts, retry: () => void refetch() };
}
