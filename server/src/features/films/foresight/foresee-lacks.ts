import type { LackCode } from '@keepsake/contract/films/lacks';
import type { PhotoCheck } from '@keepsake/contract/photos/photo-checks';
import { photoFindings } from '../../../providers/photo/look-at-photo.ts';
import { effectOfPrompt, foreseeLack, type OrderedEffect } from '../../../providers/video/effect-of-prompt.ts';
import type { ProviderName } from '../../../providers/video/video-provider.ts';
import type { PromptRow } from '../../prompts/prompt.queries.ts';

type ForeseenPrompt = Pick<PromptRow, 'id' | 'effect' | 'action'>;

/** Assumed for a photo that could not be checked, so that only effects that no photo can show count as missing. */
const anyFace = [{ canMove: true, canTurn: true, canLean: true, eyesOpen: [true, true], eyesHidden: false }];

/** The prompts whose effect the built-in renderer cannot show with this photo, and why. Empty for other providers, whose abilities are unknown. */
export function foreseeLacks(
  findings: unknown,
  prompts: readonly ForeseenPrompt[],
  provider: ProviderName,
): PhotoCheck['instead'] {
  if (provider !== 'embedded') return {};
  const seen = photoFindings.safeParse(findings);
  const { faces, hasEars = true, canWave = false, subject } = seen.success ? seen.data : { faces: anyFace };
  return lacksAmong(prompts, (effect) => foreseeLack(effect, { faces, hasEars, canWave, subject }));
}

/** The prompts whose effect the built-in renderer cannot show with any photo, and why. */
export function neverShown(prompts: readonly ForeseenPrompt[], provider: ProviderName): PhotoCheck['instead'] {
  if (provider !== 'embedded') return {};
  return lacksAmong(prompts, (effect) => foreseeLack(effect, { faces: anyFace, hasEars: true, canWave: true }));
}

function lacksAmong(
  prompts: readonly ForeseenPrompt[],
  lackOf: (effect: OrderedEffect) => LackCode | undefined,
): PhotoCheck['instead'] {
  const found: PhotoCheck['instead'] = {};
  for (const prompt of prompts) {
    const lack = lackOf(effectOfPrompt(prompt));
    if (lack) found[prompt.id] = lack;
  }
  return found;
}
