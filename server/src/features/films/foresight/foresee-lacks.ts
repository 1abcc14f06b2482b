import type { ForeseenCode } from '@keepsake/contract/films/lacks';
import type { PhotoCheck } from '@keepsake/contract/photos/photo-checks';
import { photoFindings } from '../../../providers/photo/look-at-photo.ts';
import { effectOfPrompt, foreseeLack, type OrderedEffect } from '../../../providers/video/effect-of-prompt.ts';
import type { ProviderName } from '../../../providers/video/video-provider.ts';
import type { PromptRow } from '../../prompts/prompt.queries.ts';

type ForeseenPrompt = Pick<PromptRow, 'id' | 'effect' | 'action'>;

const anyFace = [{ canMove: true, canTurn: true, canLean: true, eyesOpen: [true, true], eyesHidden: false }];
/** A photo in which everything is found. */
const everything = { faces: anyFace, hasEars: true, canWave: true };
/** A photo in which nobody and nothing is found. */
const nothing = { faces: [], hasEars: false, canWave: false, subject: null };

/**
 * The prompts whose effect the built-in renderer cannot show with this photo, and why; of a photo that could not be checked also those that depend on
 * what is in it. Empty for other providers, whose abilities are unknown.
 */
export function foreseeLacks(
  findings: unknown,
  prompts: readonly ForeseenPrompt[],
  provider: ProviderName,
): PhotoCheck['instead'] {
  if (provider !== 'embedded') return {};
  const seen = photoFindings.safeParse(findings);
  if (!seen.success) return unseenLacks(prompts);
  const { faces, hasEars = true, canWave = false, subject } = seen.data;
  return lacksAmong(prompts, (effect) => foreseeLack(effect, { faces, hasEars, canWave, subject }));
}

/** The prompts whose effect the built-in renderer cannot show with any photo, and why. */
export function neverShown(prompts: readonly ForeseenPrompt[], provider: ProviderName): PhotoCheck['instead'] {
  if (provider !== 'embedded') return {};
  return lacksAmong(prompts, (effect) => foreseeLack(effect, everything));
}

function unseenLacks(prompts: readonly ForeseenPrompt[]): PhotoCheck['instead'] {
  return lacksAmong(
    prompts,
    (effect) => foreseeLack(effect, everything) ?? (foreseeLack(effect, nothing) && 'not_seen'),
  );
}

function lacksAmong(
  prompts: readonly ForeseenPrompt[],
  lackOf: (effect: OrderedEffect) => ForeseenCode | undefined,
): PhotoCheck['instead'] {
  const found: PhotoCheck['instead'] = {};
  for (const prompt of prompts) {
    const lack = lackOf(effectOfPrompt(prompt));
    if (lack) found[prompt.id] = lack;
  }
  return found;
}
