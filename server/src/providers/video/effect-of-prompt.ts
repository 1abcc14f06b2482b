import type { LackCode } from '@keepsake/contract/films/lacks';
import { type EffectName, isEffectName, isFaceEffect } from '@keepsake/renderer/effects';
import { foresee, type SeenInPhoto } from '@keepsake/renderer/foresee';

/** In place of an effect that the renderer does not know; it shows a gently moving picture. */
export const unknownEffect = 'unknown';
export type OrderedEffect = EffectName | typeof unknownEffect;

/** Words of a name that identify an effect. The first matching line decides, so specific ones come before general ones. */
const namings: readonly (readonly [RegExp, EffectName])[] = [
  [/\bears?\b.*\b(twitch|flick|perk|move|prick)|\b(twitch|flick|perk|prick)\w*\b.*\bears?\b/i, 'pet-ears'],
  [/\b(tilt|cock)(s|ed|ing)?\b.*\bheads?\b|\bheads?\b.*\b(tilt|cock)(s|ed|ing)?\b/i, 'pet-tilt'],
  [/\blean\w* (in|together|towards)\b/i, 'lean'],
  [/\bwav(e|es|ing)\b/i, 'wave'],
  [/\b(hug|embrac|cuddl)\w*/i, 'hug'],
  [/\b(air|blow\w*|send\w*)\b.*\bkiss(es)?\b|^kiss(es)?$/i, 'kiss'],
  [/\bwink\w*/i, 'wink'],
  [/\b(laugh|giggl|chuckl)\w*/i, 'laugh'],
  [/\b(surprised?|amazed|amazement|astonish(ed|ment)|gasp\w*)\b/i, 'surprise'],
  [/\b(smil|grin)\w*|\bbeam\w* with\b/i, 'smile'],
  [/\bnod(s|ding)?\b(?! off)/i, 'nod'],
  [/\blook(s|ing)? (around|about|left|right)\b|\bglanc\w*/i, 'look-around'],
  [/\b(turn|rotat)\w*\b.*\bheads?\b|\bheads?\b.*\b(turn|rotat)\w*/i, 'turn'],
  [/\bbreath(e|es|ing)\b(?! fire)/i, 'pet-breathe'],
  [/\bblink\w*/i, 'blink'],
  [/\bzoom\w*|\bcamera (moves|pushes|glides)\b/i, 'zoom'],
  [/\b(living|moving|animated) (picture|photo|photograph|portrait)\b/i, 'idle'],
];

/** The effect that was chosen for a prompt, else the one of its name in English. */
export function effectOfPrompt(ordered: { effect: string | null; action: { en: string } }): OrderedEffect {
  const { effect, action } = ordered;
  return effect !== null && isEffectName(effect) ? effect : effectOfName(action.en);
}

/**
 * The effect that a name promises. The wording does not count: in "He dances and smiles" the smile is not what "Dance" was bought for. A name that
 * joins several things promises them all, so each must be the same effect.
 */
function effectOfName(name: string): OrderedEffect {
  const effects = new Set(name.split(/\b(?:and|then|while)\b|[,;&+/]/i).map((part) => effectOfPart(part.trim())));
  const [effect = unknownEffect] = effects;
  return effects.size === 1 ? effect : unknownEffect;
}

/** What follows "with" accompanies the effect: "Dance with a smile" is a dance. */
function effectOfPart(part: string): OrderedEffect {
  const accompanied = part.search(/\b(?:with|without|like|before|after)\b/i);
  const found = namings.find(([words]) => {
    const at = part.search(words);
    return at >= 0 && (accompanied < 0 || at < accompanied);
  });
  return found ? found[1] : unknownEffect;
}

/** Why the built-in renderer will show something other than the effect; undefined if it will not. */
export function foreseeLack(effect: OrderedEffect, seen: SeenInPhoto): LackCode | undefined {
  return effect === unknownEffect ? 'unknown_effect' : foresee(effect, seen);
}

/** Whether faces show the effect, or what stands in for it. */
export function isShownByFaces(effect: OrderedEffect): boolean {
  return effect !== unknownEffect && (isFaceEffect(effect) || effect === 'wave' || effect === 'hug');
}
