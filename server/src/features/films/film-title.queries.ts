import { type LackCode, lackCodes, type StandIn } from '@keepsake/contract/films/lacks';
import { standIns } from '@keepsake/contract/photos/photo-checks';
import { sql, type RawBuilder } from 'kysely';

const nouns: Record<StandIn, string> = { nod: 'Nod', smile: 'Smile', breath: 'Breathing', picture: 'Moving picture' };
const shownInstead = JSON.stringify(
  Object.fromEntries(lackCodes.map((code: LackCode) => [code, nouns[standIns[code]]])),
);

/** The words of a film's file name, `Smile-1`: what it shows, which may be something else than the effect that was ordered. */
export const filmTitle = sql<string>`coalesce(
  ${shownInstead}::jsonb ->> (films.report -> 'fallback' ->> 'code'), films.action ->> 'en', 'film') || '-' || films.number`;

/** The replacement that a code stands for, as an expression; null for none. */
export function standInOfCode(code: RawBuilder<unknown>) {
  return sql<StandIn | null>`${JSON.stringify(standIns)}::jsonb ->> ${code}`;
}
