import * as contract from '@keepsake/contract/photos/photo-checks';
import type { PhotoCheck } from '@keepsake/contract/photos/photo-checks';
import { limits } from '@keepsake/contract/limits';
import type { VideoConfig } from '@keepsake/contract/films/videos';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { type PhotoFindings, photoFindings } from '../../providers/photo/look-at-photo.ts';
import { whoShows } from '../../providers/photo/who-shows.ts';
import { effectOfPrompt, unknownEffect, isShownByFaces } from '../../providers/video/effect-of-prompt.ts';
import { ownBucket } from '../photos/buckets/bucket.queries.ts';
import { offeredPrompts, type PromptRow } from '../prompts/prompt.queries.ts';
import { currentVideoConfig } from '../films/config/video-config.queries.ts';
import { foreseeLacks } from '../films/foresight/foresee-lacks.ts';
import { checkPhotoLater } from '../journal/queued-jobs.ts';
import { checksOfBucket, type CheckRow } from '../photos/checks/photo-check.queries.ts';

export function photoChecksRoutes(api: Api, { db }: Deps): void {
  api.handle(contract.photoChecks, async ({ actor, params }) => {
    const bucket = await ownBucket(db, actor.userId, params.id);
    if (!bucket) throw new AppError('not_found');
    const [rows, prompts, { serviceProvider }] = await Promise.all([
      checksOfBucket(db, params.id),
      offeredPrompts(db),
      currentVideoConfig(db),
    ]);
    // What was searched for when the photo was uploaded may be less than what is searched for today; a later answer knows more.
    const outdated = bucket.status === 'pending' ? rows.filter(({ isOutdated }) => isOutdated) : [];
    for (const [at, { photoId }] of outdated.entries()) await checkPhotoLater(db, photoId, at);
    return {
      checks: viewChecks(rows, prompts, serviceProvider),
      unseen: rows
        .filter(({ isChecked, findings }) => isChecked && !photoFindings.safeParse(findings).success)
        .map(({ photoId }) => ({ contentId: photoId, instead: foreseeLacks(null, prompts, serviceProvider) })),
      waiting: rows.filter(({ isChecked }) => !isChecked).length + outdated.length,
      filmsBy: serviceProvider,
    };
  });
}

/**
 * Minimum sharpness of the sharpest face or part; below it the photo looks blurred. Measured: 12 photographs of faces of usable size had 5 to 38;
 * blurred by two of 768 pixels they had 2.3 to 3.7.
 */
const minSharpness = 4.5;
/**
 * Minimum mean grey value of a face; below it faces are hard to see. Measured: faces in 15 photographs had 109 to 158, at a quarter of their
 * brightness 27 to 39.
 */
const minBrightness = 45;
/**
 * Minimum height of a face, as a fraction of the photo's shorter side: a smaller face moves only by a few pixels of the film. The renderer's judge
 * ignores winks of faces narrower than 100 of 1400 pixels, which is about this height.
 */
const minFaceHeight = 1 / 11;

/** Advice on the photos of a bucket. Only for the built-in renderer is it known which effects are possible. */
function viewChecks(
  rows: readonly CheckRow[],
  prompts: readonly PromptRow[],
  provider: VideoConfig['serviceProvider'],
): PhotoCheck[] {
  const faceless = prompts.filter((prompt) => !isShownByFaces(effectOfPrompt(prompt))).map(({ id }) => id);
  return rows.flatMap(({ photoId, width, height, findings }) => {
    const seen = photoFindings.safeParse(findings);
    if (!seen.success) return [];
    const { faces, sharpness, brightness } = seen.data;
    const movable = faces.filter(({ canMove }) => canMove);
    const least = minFaceHeight * Math.min(width, height);
    const instead = foreseeLacks(findings, prompts, provider);
    const kept = provider === 'embedded' ? prompts.filter(({ id }) => instead[id] === undefined) : [];
    return {
      contentId: photoId,
      faces: faces.length,
      movableFaces: movable.length,
      smallFaces: movable.filter(({ box }) => (box.bottom - box.top) * height < least).length,
      isLowResolution: hasFewPixels(width, height),
      isBlurred: sharpness < minSharpness,
      isDark: brightness < minBrightness,
      instead,
      partly: partlyShown(seen.data, kept),
      faceless,
    };
  });
}

/** The effects that not everybody in the photo will show. */
function partlyShown(findings: PhotoFindings, prompts: readonly PromptRow[]): PhotoCheck['partly'] {
  const partly: PhotoCheck['partly'] = {};
  for (const prompt of prompts) {
    const effect = effectOfPrompt(prompt);
    const shown = effect === unknownEffect ? undefined : whoShows(effect, findings);
    if (shown) partly[prompt.id] = shown;
  }
  return partly;
}

/**
 * Browsers reduce a large photo to a longer side of 1200 pixels. Then the shorter side may be below the recommended size although the original was
 * large.
 */
function hasFewPixels(width: number, height: number): boolean {
  return Math.min(width, height) < limits.photoRecommendedSide && Math.max(width, height) < limits.downscaleSide;
}
