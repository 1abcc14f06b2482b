import type { AgreedKind } from '@keepsake/contract/films/lacks';
import { text } from '../../shared/texts/texts.ts';

/** "Wave: a nod, as agreed." */
export function asAgreed(film: string, standIn: AgreedKind): string {
  return text('common:agreed', { film, shown: text(`common:asAgreed.${standIn}`) });
}
