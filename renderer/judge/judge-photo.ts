import { basename, join } from 'node:path';
import { animate } from '../src/node/animate.ts';
import type { Resolution } from '../src/core/film-options.ts';
import type { EffectName } from '../src/core/effects.ts';
import type { AnimateReport } from '../src/node/render-film.ts';
import { saveSheet, sheetCells } from './contact-sheet.ts';
import { JUDGED, shows, type Judged } from './give-verdict.ts';
import { readFrames, type Frames } from './read-frames.ts';
import { THRESHOLDS } from './thresholds.ts';
import { backgroundQuality, isNearProfile, watchFaces, type FaceStory } from './watch-film.ts';
import type { SeenFace, Witness } from './witness.ts';

export const CONTROLS = ['idle', 'zoom'] as const;

/** Verdict on one film of a photo. */
export interface FilmVerdict {
  effect: EffectName;
  report: AnimateReport;
  filmPath: string;
  /** For each judged effect, which of the photo's faces show it. */
  shown: Record<Judged, boolean[]>;
  /** PSNR of the background in dB; undefined for the controls, whose camera moves. */
  background: number | undefined;
  strangeness: number;
  stories: FaceStory[];
}

export interface PhotoVerdict {
  name: string;
  /** For each effect, which faces are eligible: no near profiles, and for a wink no small faces. */
  counts: Record<Judged, boolean[]>;
  films: FilmVerdict[];
}

export interface JudgeOptions {
  effects: readonly EffectName[];
  seed: number;
  folder: string;
  /** Folder for contact sheets, if wanted. */
  sheets?: string | undefined;
  /** Frames per second of the films; the renderer's default if undefined. */
  fps?: number;
  resolution?: Resolution;
}

/** Renders all films of a photo, controls included, and judges them. */
export async function judgePhoto(
  witness: Witness,
  photoPath: string,
  { effects, seed, folder, sheets, fps = 24, resolution = '720p' }: JudgeOptions,
): Promise<PhotoVerdict> {
  const name = basename(photoPath).replace(/\.\w+$/, '');
  let faces: SeenFace[] | undefined;
  const watched: Omit<FilmVerdict, 'shown'>[] = [];
  const rows: Promise<Buffer>[] = [];
  for (const effect of [...CONTROLS, ...effects]) {
    const filmPath = join(folder, `${name}-${effect}.mp4`);
    const request = { photoPath, effect, seed, filmPath, posterPath: join(folder, `${name}-${effect}.jpg`) };
    const film = { ...request, duration: 5, resolution, aspect: 'default', loop: false } as const;
    const report = await animate(film, { fps });
    const frames = await readFrames(filmPath, report.width, report.height, THRESHOLDS.samplesPerSecond);
    faces ??= await findFaces(witness, frames);
    const stories = await watchFaces(witness, frames, faces);
    if (sheets) rows.push(...sheetCells({ effect, frames, stories }));
    const isControl = CONTROLS.some((control) => control === effect);
    watched.push({
      effect,
      report,
      filmPath,
      stories,
      background: isControl ? undefined : backgroundQuality(frames, faces),
      strangeness: Math.max(0, ...stories.map((story) => story.strangeness)),
    });
  }
  if (sheets) await saveSheet(join(sheets, `${name}.jpg`), await Promise.all(rows));
  const controls = watched.filter(({ effect }) => CONTROLS.some((control) => control === effect));
  const atRest = controls[0]!.stories;
  return {
    name,
    counts: {
      smile: atRest.map((story) => !isNearProfile(story)),
      turn: atRest.map((story) => !isNearProfile(story)),
      wink: atRest.map((story) => !isNearProfile(story) && story.width >= THRESHOLDS.wink.leastFaceWidth),
    },
    films: watched.map((film) => ({ ...film, shown: whatIsShown(film, controls) })),
  };
}

/** Faces that the detector is confident of. */
async function findFaces(witness: Witness, { pictures, width, height }: Frames): Promise<SeenFace[]> {
  const seen = await witness.findFaces(pictures[0]!, width, height, 0.5);
  return seen.filter(({ box }) => box.width >= 30).toSorted((a, b) => b.box.width - a.box.width);
}

/** A control is compared with the other control only. */
function whatIsShown(
  film: Omit<FilmVerdict, 'shown'>,
  controls: readonly Omit<FilmVerdict, 'shown'>[],
): Record<Judged, boolean[]> {
  const others = controls.filter((control) => control !== film);
  return Object.fromEntries(
    JUDGED.map((effect) => [
      effect,
      film.stories.map((story, face) =>
        shows(
          effect,
          story,
          others.map(({ stories }) => stories[face]!),
        ),
      ),
    ]),
  ) as Record<Judged, boolean[]>;
}
