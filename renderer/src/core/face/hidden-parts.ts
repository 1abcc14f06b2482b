import type { Head } from './head.ts';
import type { Planes } from '../picture/planes.ts';
import { isMouthCovered, mayMouthBeCovered } from './covered-mouth.ts';
import type { MeshFit } from './fit-mesh.ts';
import { wearsDarkGlasses } from './glasses.ts';
import { wearsMask } from './mask.ts';

/** Parts of a face that something hides, so that their movement would not be seen. */
export interface HiddenParts {
  /** Behind dark or tinted glasses. */
  eyesHidden: boolean;
  /** Behind a mask, a scarf or a hand, or opened so wide that the mesh does not follow it: what the mouth does would not be seen. */
  mouthHidden: boolean;
  /** In sight, but opened very wide, so that it cannot close; it counts as hidden if the mesh does not follow it. False by default. */
  mouthAgape?: boolean;
}

/**
 * Lips further apart do not close for a kiss: of eight screams and yawns, apart by 0.19 to 0.30 face widths, those at 0.19 and 0.26
 * closed; the others kept teeth or a hole, or the lip became a tongue. Toothy smiles have up to 0.17. Face widths.
 */
const AGAPE = 0.2;

/** What hides parts of a face; `photo` is at `scale` times the size of the head's places. */
export function hiddenParts(fit: MeshFit, head: Head, photo: Planes, scale: number): HiddenParts {
  const isCovered = isMouthCovered(fit) || (mayMouthBeCovered(fit) && wearsMask(head, photo, scale));
  const isMissed = fit.missesMouth ?? false;
  return {
    eyesHidden: wearsDarkGlasses(head, photo, scale),
    mouthHidden: isMissed || isCovered,
    mouthAgape: !isCovered && (isMissed || head.mouthGap > AGAPE),
  };
}
