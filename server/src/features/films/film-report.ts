import { lackCodes } from '@keepsake/contract/films/videos';
import * as z from 'zod/mini';

const rendererReport = z.object({
  effect: z.string(),
  faces: z.int(),
  fallback: z.optional(z.object({ code: z.enum(lackCodes) })),
  msPerStage: z._default(z.record(z.string(), z.number()), {}),
});

export interface FilmReport {
  /** The renderer's name of the effect that was ordered. */
  effect: string;
  /** Why the film shows something else; null where it shows the effect. */
  lack: (typeof lackCodes)[number] | null;
  /** Faces that were animated. */
  faces: number;
  /** Real time that the render took. */
  renderMs: number;
}

/** What the built-in renderer says of a film, as it is kept with it; undefined for films of services, which say nothing. */
export function readFilmReport(report: unknown): FilmReport | undefined {
  if (report === null) return undefined;
  const parsed = rendererReport.safeParse(report);
  if (!parsed.success) return undefined;
  const { effect, faces, fallback, msPerStage } = parsed.data;
  return { effect, faces, lack: fallback?.code ?? null, renderMs: Math.round(msPerStage['total'] ?? 0) };
}
