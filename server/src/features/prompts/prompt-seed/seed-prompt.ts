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

/** The end of every wording: the rest of the picture must not move, and the person must stay recognisable. */
export const still =
  'Natural, slow and lifelike. Keep the identity, age, hair, clothing, background and framing exactly as in the photo. Fixed camera, no new objects, no text.';
