import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { typedIcon } from './icons.ts';
import {
  id,
  longText,
  message,
  revision,
  seenRevision,
  seenRevisionQuery,
  text,
  translated,
  translatedText,
} from '../primitives.ts';

/** Key of a pictogram: the name in lower case, with runs of other characters than letters and digits replaced by underscores. */
export const pictogramKey = z.string().check(z.minLength(1), z.maxLength(60), z.regex(/^[a-z0-9]+(?:_[a-z0-9]+)*$/));

/** As typed; see `completeIcon`. */
export const icon = z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(typedIcon));

export const pictogram = z.object({
  id,
  key: z.string(),
  name: z.union([z.string(), translated]),
  icon: z.string(),
  revision,
});
export type Pictogram = z.output<typeof pictogram>;

/** A prompt on offer. The wording that is sent to the video service is visible only to administrators. */
export const prompt = z.object({
  id,
  imageTheme: z.union([z.string(), translated]),
  action: translated,
  suggestions: z.array(z.string()),
  /** Name of the built-in renderer's effect, for a preview; `unknown` if it has none under the prompt's name. */
  effect: z.optional(z.string()),
  revision,
});
export type Prompt = z.output<typeof prompt>;

export const adminPrompt = z.extend(prompt, {
  prompt: z.string(),
  /** Whether it is offered to customers. */
  enabled: z.boolean(),
});
export type AdminPrompt = z.output<typeof adminPrompt>;

export const listPrompts = endpoint({
  method: 'GET',
  path: '/api/content/prompts',
  access: 'user',
  summary: 'The effects on offer, in display order.',
  reply: z.object({ prompts: z.array(prompt) }),
});

export const listOfferedEffects = endpoint({
  method: 'GET',
  path: '/api/content/effects',
  access: 'public',
  summary: 'The renderer’s names of the effects on offer, in display order; for previews.',
  reply: z.object({ effects: z.array(z.string()) }),
});

export const listPictograms = endpoint({
  method: 'GET',
  path: '/api/content/suggestion-pictograms',
  access: 'user',
  summary: 'Pictograms with advice for good photos, by key.',
  reply: z.object({ suggestions: z.array(pictogram) }),
});

export const listIcons = endpoint({
  method: 'GET',
  path: '/api/admin/icons',
  access: 'admin',
  summary: 'The icons that a pictogram can have: drawings, including those of this installation, and class names.',
  reply: z.object({
    drawings: z.array(z.string()),
    /** Empty if they are unknown. */
    classNames: z.array(z.string()),
    /** English search words of the icons, by class name; each icon once, under its newest name. */
    keywords: z._default(z.record(z.string(), z.string()), {}),
  }),
});

const pictogramBody = z.object({
  key: z.optional(pictogramKey),
  name: z.union([text(60), translatedText(60)]),
  icon,
});

export const createPictogram = endpoint({
  method: 'POST',
  path: '/api/admin/suggestion-pictograms',
  access: 'admin',
  summary: 'Add a pictogram; without a key it is derived from the name.',
  body: pictogramBody,
  reply: z.object({ suggestion: pictogram }),
  status: 201,
  errors: ['pictogram_key_taken'],
});

export const updatePictogram = endpoint({
  method: 'PUT',
  path: '/api/admin/suggestion-pictograms/:key',
  access: 'admin',
  summary: 'Change a pictogram.',
  params: z.object({ key: pictogramKey }),
  body: z.extend(pictogramBody, { revision: seenRevision }),
  reply: z.object({ suggestion: pictogram }),
  errors: ['pictogram_key_taken', 'changed_meanwhile'],
});

export const deletePictogram = endpoint({
  method: 'DELETE',
  path: '/api/admin/suggestion-pictograms/:id',
  access: 'admin',
  summary: 'Delete a pictogram, and remove it from prompts that refer to it.',
  params: z.object({ id }),
  query: seenRevisionQuery,
  reply: message,
  errors: ['changed_meanwhile'],
});

const promptBody = z.object({
  id: z.optional(id),
  imageTheme: z.union([text(80), translatedText(80)]),
  action: translatedText(80),
  // In characters, as the database counts them.
  prompt: longText(5000).check(z.minLength(3), z.regex(/^[^]{3,}$/u)),
  suggestions: z._default(z.array(pictogramKey).check(z.maxLength(20)), []),
  /** Whether it is offered to customers. If missing: unchanged, or true for a new one. */
  enabled: z.optional(z.boolean()),
});

export const listAdminPrompts = endpoint({
  method: 'GET',
  path: '/api/admin/prompts',
  access: 'admin',
  summary: 'All prompts in order, including those that are not offered.',
  reply: z.object({ prompts: z.array(adminPrompt) }),
});

export const createPrompt = endpoint({
  method: 'POST',
  path: '/api/admin/prompts',
  access: 'admin',
  summary: 'Add a prompt.',
  body: promptBody,
  reply: z.object({ prompt: adminPrompt }),
  status: 201,
  errors: ['prompt_exists'],
});

export const updatePrompt = endpoint({
  method: 'PUT',
  path: '/api/admin/prompts/:id',
  access: 'admin',
  summary:
    'Change a prompt. Paid orders keep the text with which they were sold. If its name or effect changes, unpaid sets that chose it keep what they chose, as an effect that is not offered any more.',
  params: z.object({ id }),
  body: z.extend(promptBody, { revision: seenRevision }),
  reply: z.object({ prompt: adminPrompt }),
  errors: ['prompt_exists', 'changed_meanwhile'],
});

const order = z.array(id).check(z.minLength(1), z.maxLength(500));

export const orderPrompts = endpoint({
  method: 'PUT',
  path: '/api/admin/prompt-order',
  access: 'admin',
  summary:
    'Set the order of all prompts of one theme. Refused with `changed_meanwhile`, whose body has the `current` order, if that differs from `seen`, or prompts were added or deleted.',
  body: z.object({ ids: order, seen: z.optional(order) }),
  reply: z.object({ prompts: z.array(adminPrompt) }),
  errors: ['not_found', 'changed_meanwhile'],
});

export const deletePrompt = endpoint({
  method: 'DELETE',
  path: '/api/admin/prompts/:id',
  access: 'admin',
  summary: 'Withdraw a prompt.',
  params: z.object({ id }),
  query: seenRevisionQuery,
  reply: message,
  errors: ['prompt_in_use', 'changed_meanwhile'],
});
