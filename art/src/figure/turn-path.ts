/**
 * Rotates an SVG path on the front of a head about the neck's axis. `lift` is its distance in front of the face
 * (negative: behind).
 */
export type Turn = (path: string, lift?: number) => string;

/** Supports absolute M, L, Q, C and Z commands, with the head centred at 0, 0. */
export function turnPath(degrees: number): Turn {
  const move = turnPoint(degrees);
  return (path, lift = 0) => {
    let x: number | undefined;
    return path.replace(/-?\d*\.?\d+(?:e-?\d+)?/g, (text) => {
      if (x === undefined) {
        x = Number(text);
        return '';
      }
      const [across, down] = move(x, Number(text), lift);
      x = undefined;
      return ` ${across.toFixed(1)} ${down.toFixed(1)} `;
    });
  };
}

/** Rotates a point of a head about 200 units wide and 310 high. */
export function turnPoint(degrees: number): (x: number, y: number, lift?: number) => [x: number, y: number] {
  const angle = (degrees * Math.PI) / 180;
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return (x, y, lift = 0) => {
    const edge = Math.min(1, Math.abs(x) / 110) ** 4;
    const round = Math.sqrt(Math.max(0, 1 - (x / 116) ** 2));
    const crown = y < -50 ? Math.max(0.25, 1 + (y + 50) / 140) : 1;
    return [x * (cosine + (1 - cosine) * 0.8 * edge) + (78 * round * crown + lift) * sine, y];
  };
}
