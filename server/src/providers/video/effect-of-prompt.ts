import type { lackCodes } from '@keepsake/contract/films/lacks';
import { type EffectName, isEffectName, isFaceEffect } from '@keepsake/renderer/effects';
import { foresee, type SeenInPhoto } from '@keepsake/renderer/foresee';

/** Words that identify an effect. The first matching line decides, so specific ones come before general ones. */
const wordings: readonly (readonly [RegExp, EffectName])[] = [
  [/\b(ears?)\b.*\b(twitch|flick|perk|move|prick)|\b(twitch|flick|perk|prick)\w*\b.*\bears?\b/i, 'pet-ears'],
  [/\b(dog|cat|pet|puppy|kitten|animal|rabbit|horse)\b.*\b(tilt|cock|lick)\w*|\bhead tilt|\blick\w*/i, 'pet-tilt'],
  [/\b(dog|cat|pet|puppy|kitten|animal|rabbit|horse)\b.*\b(breath|pant|sleep|doze)\w*/i, 'pet-breathe'],
  [/\blean\w* (in|together|towards)|\bcheek to cheek/i, 'lean'],
  [/\bwav(e|es|ing)\b/i, 'wave'],
  [/\b(hug|embrac|cuddl)\w*/i, 'hug'],
  [/\b(kiss|air kiss|blow)\w*/i, 'kiss'],
  [/\bwink\w*/i, 'wink'],
  [/\b(laugh|giggl|chuckl)\w*/i, 'laugh'],
  [/\b(surpris|amaz|astonish|gasp)\w*/i, 'surprise'],
  [/\b(smil|grin|beam)\w*/i, 'smile'],
  [/\bnod\w*/i, 'nod'],
  [/\blook\w* (around|about|left|from)|\bglanc\w*/i, 'look-around'],
  [/\b(turn|rotat)\w*/i, 'turn'],
  [/\b(breath|pant)\w*/i, 'pet-breathe'],
  [/\bblink\w*/i, 'blink'],
  [/\bzoom\w*|\bcamera (moves|pushes|glides)/i, 'zoom'],
];

/** The renderer's effect for a prompt: the one in its name, else the one in its wording. */
export function effectOfPrompt(ordered: { effect: string | null; action: { en: string }; prompt: string }): EffectName {
  const { effect, action, prompt } = ordered;
  return effect !== null && isEffectName(effect) ? effect : effectOfWording({ action: action.en, prompt });
}

/** The short name of an effect is more specific than the prompt's wording, so it is matched first. */
export function effectOfWording(wording: { action: string; prompt: string }): EffectName {
  for (const text of [wording.action, wording.prompt]) {
    const match = wordings.find(([words]) => words.test(text));
    if (match) return match[1];
  }
  return 'idle';
}

/** Why the built-in renderer will show something other than the effect; undefined if it will not. */
export function foreseeLack(effect: EffectName, seen: SeenInPhoto): (typeof lackCodes)[number] | undefined {
  return foresee(effect, seen);
}

/** Whether faces show the effect, or what stands in for it. */
export function isShownByFaces(effect: EffectName): boolean {
  return isFaceEffect(effect) || effect === 'wave' || effect === 'hug';
}
