import { type AgreedKind, lackCodes, type StandIn } from '@keepsake/contract/films/lacks';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import { sql, type RawBuilder } from 'kysely';

const nouns: Record<StandIn, string> = { nod: 'Nod', smile: 'Smile', breath: 'Breathing', picture: 'Moving picture' };
const shownInstead = JSON.stringify(Object.fromEntries(lackCodes.map((code) => [code, nouns[standIns[code]]])));

/** The words of a film's file name, `Smile-1`: what it shows, which may be something else than the effect that was ordered. */
export const filmTitle = sql<string>`coalesce(
  ${shownInstead}::jsonb ->> (films.report -> 'fallback' ->> 'code'), films.action ->> 'en', 'film') || '-' || films.number`;

/** The replacement that a code stands for, of a film or of an agreement, as an expression; null for none. */
export function standInOfCode(code: RawBuilder<unknown>) {
  return sql<AgreedKind | null>`${JSON.stringify(standIns)}::jsonb ->> ${code}`;
}
