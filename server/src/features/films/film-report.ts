import { type AgreedKind, lackCodes } from '@keepsake/contract/films/lacks';
import type { PartlyShown } from '@keepsake/contract/films/partly-shown';
import type { FilmInstead } from '@keepsake/contract/films/videos';
import { agreedKindOf, isAsAgreed, standInOf } from '@keepsake/contract/photos/photo-checks';
import * as z from 'zod/mini';
import { partOf } from '../../providers/photo/who-shows.ts';

const rendererReport = z.object({
  effect: z.string(),
  faces: z.int(),
  facesInPhoto: z.optional(z.int()),
  fallback: z.optional(z.object({ code: z.enum(lackCodes) })),
  msPerStage: z._default(z.record(z.string(), z.number()), {}),
});

export interface FilmReport {
  /** The renderer's name of the effect that was ordered. */
  effect: string;
  /** Why the film shows another effect; null if it shows the ordered one. */
  lack: (typeof lackCodes)[number] | null;
  /** How many show it: faces, or the hands that wave. */
  faces: number;
  /** How many faces were found, where faces or hands show it; absent in older reports. */
  facesInPhoto?: number | undefined;
  /** Wall-clock time of the render. */
  renderMs: number;
}

/** The built-in renderer's report on a film, as stored with the film; undefined for films of other providers, which report nothing. */
export function readFilmReport(report: unknown): FilmReport | undefined {
  if (report === null) return undefined;
  const parsed = rendererReport.safeParse(report);
  if (!parsed.success) return undefined;
  const { effect, faces, facesInPhoto, fallback, msPerStage } = parsed.data;
  return { effect, faces, facesInPhoto, lack: fallback?.code ?? null, renderMs: Math.round(msPerStage['total'] ?? 0) };
}

/** Who shows the effect of a film, if not everybody in the photo does; undefined also for films that show something else. */
export function partlyShownBy(report: unknown): PartlyShown | undefined {
  const { effect = '', lack, faces = 0, facesInPhoto: total = 0 } = readFilmReport(report) ?? {};
  const part = lack === null ? partOf(effect, faces, total) : undefined;
  return part && { ...part, total };
}

/** What a film shows instead of its effect. */
export function insteadOf({ agreedTo, report }: { agreedTo: string | null; report: unknown }): FilmInstead {
  const agreedAs = agreedKindOf(agreedTo);
  return { ...(agreedAs && { agreedAs }), lack: readFilmReport(report)?.lack ?? null };
}

/** What a finished film shows instead of its effect, or what another one would have shown as agreed; undefined if that is its effect. */
export function standInOfFilm(film: {
  state: string;
  agreedTo: string | null;
  report: unknown;
}): { standIn: AgreedKind; isAgreed: boolean } | undefined {
  const { agreedAs, lack } = insteadOf(film);
  if (film.state !== 'done') return agreedAs && { standIn: agreedAs, isAgreed: true };
  const standIn = standInOf(lack);
  return standIn && { standIn, isAgreed: isAsAgreed(lack, film.agreedTo) };
}
