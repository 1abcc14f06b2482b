/** The assumed position of heads if none was found: a third from the top. */
const unknown = { x: 0.5, y: 1 / 3 };

/** The `object-position` that centres the heads of a photo that covers a frame, as far as possible. Ratios are width / height. */
export function cropPosition(
  photo: { width: number; height: number; focus: { x: number; y: number } | null },
  frameRatio: number,
): string {
  const { x, y } = photo.focus ?? unknown;
  const ratio = photo.width / photo.height;
  return `${offset(x, frameRatio / ratio)}% ${offset(y, ratio / frameRatio)}%`;
}

/** @param shown the part of the side that the frame shows; 1 or more if all of it is seen */
function offset(focus: number, shown: number): number {
  if (shown >= 1) return 50;
  const start = Math.min(1 - shown, Math.max(0, focus - shown / 2));
  return Math.round((1000 * start) / (1 - shown)) / 10;
}
