import { type Animal, findAnimal, placeAnimal } from '@keepsake/renderer/core/animal/find-animal';
import type { CutOut } from '@keepsake/renderer/core/frames/choose-layers';
import type { SubjectLayer } from '@keepsake/renderer/core/layers/compose-frame';
import { cutOutSubject, mapSize } from '@keepsake/renderer/core/layers/cut-out-subject';
import { SEGMENTED_SIDE, segmentSubject, type SubjectMask } from '@keepsake/renderer/core/layers/subject-mask';
import type { Size } from '@keepsake/renderer/core/picture/framing';
import type { Rgb } from '@keepsake/renderer/core/picture/sample-crop';
import type { SubjectModels } from './load-models.ts';
import type { PreparedPhoto } from './prepare-photo.ts';
import { resizePlane } from './resize-plane.ts';

/** The foreground subject of a photo. */
export interface FoundSubject {
  /** In the size that `cutOutSubject` requires. */
  mask: SubjectMask | undefined;
  /** Computed at the first use. */
  animal: () => Animal | undefined;
  cutOut: CutOut;
}

export async function findSubject(
  { size, seen, planes }: PreparedPhoto,
  { segmentation, catFace }: SubjectModels,
): Promise<FoundSubject> {
  const square = { width: SEGMENTED_SIDE, height: SEGMENTED_SIDE };
  const mask = await segmentSubject(await resizeRgb(seen, square), segmentation);
  const place = (x: number, y: number): [number, number] => [
    (x / seen.width) * size.width - 0.5,
    (y / seen.height) * size.height - 0.5,
  ];
  let animal: { is: Animal | undefined } | undefined;
  const layers = new Map<string, Promise<SubjectLayer | undefined>>();
  return {
    mask: mask && (await resizeMask(mask, mapSize(planes))),
    animal() {
      const found = animal ? undefined : mask && findAnimal(seen, mask, catFace);
      return (animal ??= { is: found && placeAnimal(found, place, size) }).is;
    },
    cutOut(placed, people, area) {
      // The effects of a photo share few of them.
      const key = String(people.length);
      const layer = layers.get(key) ?? cutOutSubject(planes, placed, resizePlane, people, area);
      layers.set(key, layer);
      return layer;
    },
  };
}

async function resizeMask({ alpha, ...from }: SubjectMask, to: Size): Promise<SubjectMask> {
  return { ...to, alpha: await resizePlane(alpha, from, to, 'cubic') };
}

async function resizeRgb({ data, ...from }: Rgb, to: Size): Promise<Uint8Array> {
  const resized = new Uint8Array(to.width * to.height * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    const plane = Uint8Array.from({ length: from.width * from.height }, (_, at) => data[at * 3 + channel] ?? 0);
    const small = await resizePlane(plane, from, to, 'lanczos3');
    for (let at = 0; at < small.length; at += 1) resized[at * 3 + channel] = small[at] ?? 0;
  }
  return resized;
}
