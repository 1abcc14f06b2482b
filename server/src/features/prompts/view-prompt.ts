import type { AdminPrompt, Prompt } from '@keepsake/contract/films/prompts';
import { effectOfPrompt } from '../../providers/video/effect-of-prompt.ts';
import type { PromptRow } from './prompt.queries.ts';

/** A prompt as customers see it. */
export function toPrompt(row: PromptRow): Prompt {
  const { id, imageTheme, action, suggestions, revision } = row;
  return { id, imageTheme, action, suggestions, effect: effectOfPrompt(row), revision };
}

export function toAdminPrompt(row: PromptRow): AdminPrompt {
  return { ...toPrompt(row), prompt: row.prompt, enabled: row.enabled };
}
