import type { Shades } from './person.ts';

export interface Size {
  width: number;
  height: number;
}

/** What a print shows, in units of the drawing. */
export const portraitSize: Size = { width: 600, height: 720 };

/** A studio backdrop lit from the upper left, with the blur filters that figures use. */
export function drawBackdrop([light, shade]: Shades, { width, height } = portraitSize): string {
  return `<defs>
      <radialGradient id="backdrop" cx=".38" cy=".3" r=".85"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${shade}"/></radialGradient>
      <radialGradient id="glow"><stop offset="0" stop-color="${light}" stop-opacity=".4"/><stop offset="1" stop-color="${light}" stop-opacity="0"/></radialGradient>
      <radialGradient id="shadow"><stop offset="0" stop-color="#2a1708" stop-opacity=".42"/><stop offset=".6" stop-color="#2a1708" stop-opacity=".22"/><stop offset="1" stop-color="#2a1708" stop-opacity="0"/></radialGradient>
      ${[2, 5, 9, 16].map((size) => `<filter id="soft${size}" x="-35%" y="-35%" width="170%" height="170%"><feGaussianBlur stdDeviation="${size}"/></filter>`).join('')}
    </defs>
    <rect width="${width}" height="${height}" fill="url(#backdrop)"/>
    <ellipse cx="${width / 5}" cy="170" rx="${width * 0.37}" ry="260" fill="url(#glow)"/>`;
}

/** A soft shadow of a figure on the backdrop. */
export function shadowAt(x: number, y: number, wide: number, high: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${wide * 1.3}" ry="${high * 1.3}" fill="url(#shadow)"/>`;
}
