import type { PartlyShown } from '@keepsake/contract/films/partly-shown';
import { text } from '../../shared/texts/texts.ts';

/** "shown by 2 of 5 faces", "1 hand waves" */
export function whoShows({ of, count, total }: PartlyShown): string {
  return text(`common:partly.${of}`, { count, total });
}

/** "Laugh: shown by 2 of 5 faces." */
export function partlyShown(film: string, partly: PartlyShown): string {
  return text('common:agreed', { film, shown: whoShows(partly) });
}
