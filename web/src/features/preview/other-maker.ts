import type { Reply } from '@keepsake/contract/endpoint';
import type { siteInfo } from '@keepsake/contract/site';

type Maker = NonNullable<Reply<typeof siteInfo>['filmsBy']>;

const names: Record<Maker, string | null> = { embedded: null, luma: 'Luma', 'luma-agents': 'Luma' };

/** The video provider, if it is not the renderer that draws the previews. */
export function otherMaker(filmsBy: Maker): string | null {
  return names[filmsBy];
}
