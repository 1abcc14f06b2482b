import type { ProcessedContent, Version } from '@keepsake/contract/films/videos';
import { agreedKindOf, isAsAgreed } from '@keepsake/contract/photos/photo-checks';
import type { SignedLinks } from '../../platform/secrets/signed-links.ts';
import { partlyShownBy, readFilmReport } from '../films/film-report.ts';
import { filmUrls } from '../photos/files/media-links.ts';
import type { FilmRow } from './film-view.queries.ts';

/** The state of every film. */
export function toVersions(rows: readonly FilmRow[]): Version[] {
  return rows.map(({ id, promptId, action, agreedTo, number, state, failureCode, startedAt, doneAt }) => {
    const agreedAs = agreedKindOf(agreedTo);
    return { id, promptId, action, ...(agreedAs && { agreedAs }), number, state, failureCode, startedAt, doneAt };
  });
}

/** The finished films with signed addresses. */
export function toProcessedContents(links: SignedLinks, rows: readonly FilmRow[]): ProcessedContent[] {
  return rows.flatMap((row) => {
    if (row.state !== 'done' || !row.doneAt || !row.filmSha256 || row.filmBytes === null) return [];
    const shows = shownBy(row.report);
    return {
      id: row.id,
      ...filmUrls(links, row.id, row.hasPoster),
      promptId: row.promptId,
      number: row.number,
      shows,
      ...(isAsAgreed(shows?.lack, row.agreedTo) && { isAgreed: true as const }),
      ...(row.isOwed && { isOwed: true as const }),
      metadata: {
        bytes: row.filmBytes,
        sha256: row.filmSha256,
        width: row.filmWidth,
        height: row.filmHeight,
        durationMs: row.filmDurationMs,
        createdAt: row.doneAt,
      },
    };
  });
}

/** The effect that a film shows; null for films without a report, such as those of other providers. */
function shownBy(report: unknown): ProcessedContent['shows'] {
  const read = readFilmReport(report);
  if (!read) return null;
  const partly = partlyShownBy(report);
  return { faces: read.faces, lack: read.lack, ...(partly && { partly }) };
}
