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
  /** Behind a mask, a scarf or a hand, or a mouth that the mesh does not follow: what a mouth does would not be seen. */
  mouthHidden: boolean;
  /** Not hidden, but opened so wide that the mesh does not follow it; false by default. */
  mouthAgape?: boolean;
}

/** What hides parts of a face; `photo` is at `scale` times the size of the head's places. */
export function hiddenParts(fit: MeshFit, head: Head, photo: Planes, scale: number): HiddenParts {
  const isCovered = isMouthCovered(fit) || (mayMouthBeCovered(fit) && wearsMask(head, photo, scale));
  const isAgape = fit.missesMouth ?? false;
  return {
    eyesHidden: wearsDarkGlasses(head, photo, scale),
    mouthHidden: isAgape || isCovered,
    mouthAgape: isAgape && !isCovered,
  };
}
