/** Measurements of a face in its own coordinates: origin between the eyes, unit eye distance. */
export interface Look {
  /** Midpoint, distance and angle of the eyes, in film pixels. */
  eyes: { x: number; y: number; distance: number; angle: number };
  cornersHeight: number;
  mouthWidth: number;
  /** -1 to 1; 0 from the front. */
  yaw: number;
}

/** Measures the 68 landmarks, x and y in turn. */
export function measureLook(points: Float32Array): Look {
  const left = mean(points, 36, 41);
  const right = mean(points, 42, 47);
  const distance = Math.hypot(right.x - left.x, right.y - left.y);
  const angle = Math.atan2(right.y - left.y, right.x - left.x);
  const eyes = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2, distance, angle };
  const own = (i: number) => {
    const [dx, dy] = [points[i * 2]! - eyes.x, points[i * 2 + 1]! - eyes.y];
    return {
      x: (dx * Math.cos(angle) + dy * Math.sin(angle)) / distance,
      y: (dy * Math.cos(angle) - dx * Math.sin(angle)) / distance,
    };
  };
  const [jawLeft, jawRight, nose] = [own(0), own(16), own(30)];
  const [cornerLeft, cornerRight] = [own(48), own(54)];
  return {
    eyes,
    cornersHeight: -(cornerLeft.y + cornerRight.y) / 2,
    mouthWidth: cornerRight.x - cornerLeft.x,
    yaw: (2 * nose.x - jawLeft.x - jawRight.x) / (jawRight.x - jawLeft.x),
  };
}

function mean(points: Float32Array, from: number, to: number): { x: number; y: number } {
  let [x, y] = [0, 0];
  for (let i = from; i <= to; i++) {
    x += points[i * 2]! / (to - from + 1);
    y += points[i * 2 + 1]! / (to - from + 1);
  }
  return { x, y };
}
