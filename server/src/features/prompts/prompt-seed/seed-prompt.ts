import type { Translated } from '@keepsake/contract/primitives';

/** A seeded prompt. */
export interface SeedPrompt {
  key: string;
  theme: Translated;
  effect: string;
  action: Translated;
  prompt: string;
  suggestions: string[];
}

/** What every wording ends with: the rest of the picture keeps still and the person stays who they are. */
export const still =
  'Natural, slow and lifelike. Keep the identity, age, hair, clothing, background and framing exactly as in the photo. Fixed camera, no new objects, no text.';
