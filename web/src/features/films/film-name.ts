import type { Prompt } from '@keepsake/contract/films/prompts';
import { translated } from '../../shared/texts/format.ts';
import { text } from '../../shared/texts/texts.ts';
import type { Photo } from '../photos/photos.api.ts';
import type { FinishedFilm, OrderedFilm } from './films.api.ts';

type Film = Pick<OrderedFilm | FinishedFilm, 'id' | 'promptId' | 'number'>;

/**
 * "Smile", or "Smile 2" if several films of one effect were ordered. Uses the name at the time of the order, else the current one,
 * else "Film".
 */
export function filmName(film: Film, photo: Photo, prompts: readonly Prompt[]): string {
  const sold =
    photo.versions.find(({ id }) => id === film.id) ??
    photo.versions.find(({ promptId, number }) => promptId === film.promptId && number === film.number);
  const offered = [...prompts, ...(photo.Prompt ? [photo.Prompt] : [])].find(({ id }) => id === film.promptId);
  const action = sold?.action ?? offered?.action;
  const effect = action === undefined ? text('dashboard:film.unnamed') : translated(action);
  const siblings = photo.versions.filter(({ promptId }) => promptId === film.promptId).length;
  return siblings > 1 ? text('dashboard:film.numbered', { effect, number: film.number }) : effect;
}
