import { limits } from '@keepsake/contract/limits';

export interface Size {
  width: number;
  height: number;
}

/**
 * Size in pixels to which a photo is reduced before it is sent: the longer side at most 1200, the smaller side never taken below
 * the 540 the service asks for where the original had more. Never larger than the original.
 */
export function downscaledSize({ width, height }: Size): Size {
  const longer = Math.max(width, height);
  const smaller = Math.min(width, height);
  const floor = smaller >= limits.photoMinSide ? limits.photoMinSide / smaller : 0;
  const scale = Math.min(1, Math.max(limits.downscaleSide / longer, floor));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Sizes to draw one after the other: halves as long as the target is less than half, then the target. Drawing in one step aliases. */
export function downscaleSteps(from: Size, target: Size): Size[] {
  const steps: Size[] = [];
  let { width, height } = from;
  while (width / 2 > target.width && height / 2 > target.height) {
    width = Math.round(width / 2);
    height = Math.round(height / 2);
    steps.push({ width, height });
  }
  return [...steps, target];
}
