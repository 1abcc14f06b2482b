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
  /** Behind a mask, a scarf or a hand. */
  mouthHidden: boolean;
}

/** What hides parts of a face; `photo` is at `scale` times the size of the head's places. */
export function hiddenParts(fit: MeshFit, head: Head, photo: Planes, scale: number): HiddenParts {
  return {
    eyesHidden: wearsDarkGlasses(head, photo, scale),
    mouthHidden: isMouthCovered(fit) || (mayMouthBeCovered(fit) && wearsMask(head, photo, scale)),
  };
}
