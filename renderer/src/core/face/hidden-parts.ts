import type { Head } from './head.ts';
import type { Planes } from '../picture/planes.ts';
import { wearsDarkGlasses } from './glasses.ts';
import { wearsMask } from './mask.ts';

/** Parts of a face that something hides, so that their movement would not be seen. */
export interface HiddenParts {
  /** Behind dark or tinted glasses. */
  eyesHidden: boolean;
  /** Behind a mask. */
  mouthHidden: boolean;
}

/** What hides parts of a face; `photo` is at `scale` times the size of the head's places. */
export function hiddenParts(head: Head, photo: Planes, scale: number): HiddenParts {
  return { eyesHidden: wearsDarkGlasses(head, photo, scale), mouthHidden: wearsMask(head, photo, scale) };
}
