import { childPrompts } from './child-prompts.ts';
import { groupPrompts } from './group-prompts.ts';
import { personPrompts } from './person-prompts.ts';
import { petPrompts } from './pet-prompts.ts';
import { withPetPrompts } from './with-pet-prompts.ts';
import type { SeedPrompt } from './seed-prompt.ts';

/** The first stock of movements. Wordings name one movement each, in the order in which it happens. */
export const promptSeed: readonly SeedPrompt[] = [
  ...personPrompts,
  ...groupPrompts,
  ...withPetPrompts,
  ...petPrompts,
  ...childPrompts,
];
