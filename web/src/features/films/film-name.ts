import type { Content } from '@keepsake/contract/content';
import type { Prompt } from '@keepsake/contract/prompts';
import type { ProcessedContent, Version } from '@keepsake/contract/videos';
import { translated } from '../../shared/texts/format.ts';
import { text } from '../../shared/texts/texts.ts';

type Film = Pick<Version | ProcessedContent, 'id' | 'promptId' | 'number'>;

/**
 * "Smile", or "Smile 2" where several films of one effect were bought: the name it was sold with, else that of today's offer,
 * else just "Film".
 */
export function filmName(film: Film, content: Content, prompts: readonly Prompt[]): string {
  const sold =
    content.versions.find(({ id }) => id === film.id) ??
    content.versions.find(({ promptId, number }) => promptId === film.promptId && number === film.number);
  const offered = [...prompts, ...(content.Prompt ? [content.Prompt] : [])].find(({ id }) => id === film.promptId);
  const action = sold?.action ?? offered?.action;
  const effect = action === undefined ? text('dashboard:film.unnamed') : translated(action);
  const siblings = content.versions.filter(({ promptId }) => promptId === film.promptId).length;
  return siblings > 1 ? text('dashboard:film.numbered', { effect, number: film.number }) : effect;
}
