import sharp from 'sharp';
import { portraitSize, type Size } from '../figure/draw-backdrop.ts';
import { drawPortrait, sitters, type Sitter } from './sitters.ts';

export interface Ageing {
  /** Loss of colour: 0 is a new print, 1 is only brown. */
  faded: number;
  /** Another seed gives other scratches and stains. */
  seed: number;
}

/** The portrait of a sitter as an old print. */
export interface AgedPrint extends Ageing {
  sitter: Sitter;
}

/** Three prints of an invented family album. */
export const prints: Record<keyof typeof sitters, AgedPrint> = {
  grandmother: { sitter: sitters.grandmother, faded: 0.6, seed: 11 },
  mother: { sitter: sitters.mother, faded: 0.5, seed: 23 },
  grandfather: { sitter: sitters.grandfather, faded: 0.7, seed: 37 },
};

/** A scanned old print as a JPEG of 1200 × 1440 pixels. */
export async function agedPrint(print: AgedPrint): Promise<Buffer> {
  return sharp(Buffer.from(drawPrint(print, 1200)))
    .jpeg({ quality: 90 })
    .toBuffer();
}

/** The print of one sitter as an SVG with an aspect ratio of 5:6. */
export function drawPrint(print: AgedPrint, width: number): string {
  return agePicture(drawPortrait(print.sitter), print, width);
}

/** Makes a picture an old print: faded, grainy, scratched, with a paper border. */
export function agePicture(picture: string, ageing: Ageing, width: number): string {
  const { width: wide, height: high } = portraitSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${print.width} ${print.height}" width="${width}" height="${(width * print.height) / print.width}">
    <defs>${filtersOf(ageing)}<clipPath id="picture"><rect width="${wide}" height="${high}" rx="3"/></clipPath></defs>
    <rect width="100%" height="100%" fill="#efe3c8"/>
    <g transform="translate(${border} ${border})" clip-path="url(#picture)">${fade(picture, portraitSize, ageing.seed)}</g>
    <rect x="${border}" y="${border}" width="${wide}" height="${high}" rx="3" fill="none" stroke="#a58a5a" stroke-opacity=".5"/>
    <rect width="100%" height="100%" filter="url(#grain)"/>
  </svg>`;
}

/** The same of a picture that fills its frame to the edges, without the border. */
export function agePictureWhole(picture: string, size: Size, ageing: Ageing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <defs>${filtersOf(ageing)}</defs>
    ${fade(picture, size, ageing.seed)}
    <rect width="100%" height="100%" filter="url(#grain)"/>
  </svg>`;
}

/** The sheet of paper, 5 wide to 6 high, and the border around its picture; the one below is broader. */
const print = { width: 660, height: 792 };
const border = 30;

function fade(picture: string, { width, height }: Size, seed: number): string {
  return `<g filter="url(#fade)">${picture}</g>
    <rect width="${width}" height="${height}" filter="url(#stain)"/>
    <rect width="${width}" height="${height}" fill="url(#vignette)"/>
    ${scratches(seed, { width, height })}`;
}

function filtersOf({ faded, seed }: Ageing): string {
  return `<filter id="fade" color-interpolation-filters="sRGB"><feColorMatrix type="matrix" values="${fadeMatrix(faded)}"/></filter>
      ${noise('grain', 0.9, 2, seed, 0.16)}
      ${noise('stain', 0.008, 3, seed + 7, 0.34 * faded)}
      <radialGradient id="vignette" cx=".5" cy=".45" r=".75"><stop offset=".55" stop-color="#2a1708" stop-opacity="0"/><stop offset="1" stop-color="#2a1708" stop-opacity=".62"/></radialGradient>`;
}

/** A colour matrix between the original colours and a brown tint. */
function fadeMatrix(faded: number): string {
  const sepia = [0.393, 0.769, 0.189, 0.349, 0.686, 0.168, 0.272, 0.534, 0.131];
  const own = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const mixed = own.map((value, index) => value * (1 - faded) + (sepia[index] ?? 0) * faded * 0.92);
  const lift = 0.05 * faded;
  return [0, 3, 6].map((row) => `${mixed.slice(row, row + 3).join(' ')} 0 ${lift}`).join(' ') + ' 0 0 0 1 0';
}

function noise(id: string, frequency: number, octaves: number, seed: number, strength: number): string {
  return `<filter id="${id}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">
    <feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="${seed}"/>
    <feColorMatrix type="matrix" values="0 0 0 0 .24  0 0 0 0 .15  0 0 0 0 .06  0 0 0 ${strength * 2} ${-strength * 0.5}"/></filter>`;
}

/** Thin pale lines of missing emulsion, away from the face. */
function scratches(seed: number, { width, height }: Size): string {
  const at = (index: number, range: number) => (((seed * 97 + index * 61) % 100) / 100) * range;
  const lines = [0, 1, 2, 3].map((index) => {
    const x = index % 2 === 0 ? at(index, 110) : width - 110 + at(index, 100);
    return `M${x} ${40 + at(index + 4, height - 160)}l${at(index + 8, 26) - 13} ${40 + at(index + 2, 90)}`;
  });
  return `<g fill="none" stroke="#f7ecd2" stroke-opacity=".55" stroke-width="1.6" stroke-linecap="round"><path d="${lines.join('')}"/><path d="${seed % 2 === 0 ? `M${width} 96l-58 24-34-10` : `M0 ${height - 80}l70-26 40 8`}" stroke-width="2"/></g>`;
}
