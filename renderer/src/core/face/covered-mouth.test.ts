import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import sharp, { type Sharp } from 'sharp';
import { cutPortrait } from '../../../test/photos.ts';
import { loadFaceModels } from '../../node/load-models.ts';
import { rawRgb } from '../../node/photo/read-photo.ts';
import { planesFromRgb } from '../picture/planes.ts';
import { buildPyramid, type Rgb } from '../picture/sample-crop.ts';
import { isMouthCovered } from './covered-mouth.ts';
import { findFaces } from './find-faces.ts';
import { fitMesh, type MeshFit } from './fit-mesh.ts';
import { type Head, measureHead } from './head.ts';
import { hiddenParts } from './hidden-parts.ts';
import { CHIN, FOREHEAD } from './landmarks.ts';
import { wearsMask } from './mask.ts';

const SIDE = 480;
/** The landmarks of the portrait's face. */
let points: Float32Array;

beforeAll(async () => {
  const [face] = await findFaces(await decode(await cutPortrait()), await loadFaceModels());
  points = face!.points;
});

describe('a covered mouth', () => {
  test('is not found where nothing is before it, in colour, grey, dark or blurred', async () => {
    const portrait = await cutPortrait();
    const copies = [portrait, portrait.clone().greyscale(), portrait.clone().linear(0.4), portrait.clone().blur(4)];
    for (const copy of copies) assert.equal(isMouthCovered(await fitPicture(await copy.png().toBuffer())), false);
  });

  test('is found behind printed cloth', async () => {
    for (const [ground, spots] of [
      ['#d8b04a', '#a02818'],
      ['#c81e5a', '#ffffff'],
      ['#203060', '#e0e0f0'],
    ] as const)
      assert.equal(isMouthCovered(await fitPortrait(cloth(ground, spots))), true, ground);
  });

  test('is found behind a hand, and not with the hand below the chin', async () => {
    assert.equal(isMouthCovered(await fitPortrait(hand(0.72))), true);
    assert.equal(isMouthCovered(await fitPortrait(hand(1.25))), false);
  });

  test('is a part that hides, and with the mouth in sight nothing that looks like a mask is one', async () => {
    const [bare, covered] = [await fitPortrait(), await fitPortrait(cloth('#d8b04a', '#a02818'))];
    const pale = planesFromRgb(new Uint8Array(SIDE * SIDE * 3).fill(200), SIDE, SIDE);
    const [bareHead, coveredHead] = [bare, covered].map((fit) => measureHead(fit, (x, y) => [x, y])) as [Head, Head];
    assert.equal(wearsMask(bareHead, pale, 1), true);
    assert.equal(hiddenParts(bare, bareHead, pale, 1).mouthHidden, false);
    assert.equal(hiddenParts(covered, coveredHead, pale, 1).mouthHidden, true);
  });
});

/** The portrait with a drawing over it. */
async function fitPortrait(drawing = ''): Promise<MeshFit> {
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">${drawing}</svg>`);
  return fitPicture(
    await (
      await cutPortrait()
    )
      .composite([{ input: svg }])
      .png()
      .toBuffer(),
  );
}

/** Fits the mesh where the portrait's face is: the detector misses some masked faces, as a drawn one may be. */
async function fitPicture(picture: Buffer): Promise<MeshFit> {
  const [xs, ys] = [0, 1].map((axis) => points.filter((_, i) => i % 3 === axis)) as [Float32Array, Float32Array];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const box = { x: (left + right) / 2, y: (top + bottom) / 2, size: Math.max(right - left, bottom - top), angle: 0 };
  const { mesh } = await loadFaceModels();
  return fitMesh(mesh, buildPyramid(await decode(sharp(picture))), box);
}

async function decode(picture: Sharp): Promise<Rgb> {
  return { data: await rawRgb(picture), width: SIDE, height: SIDE };
}

const at = (point: number): [x: number, y: number] => [points[point * 3]!, points[point * 3 + 1]!];

/** A mask of printed cloth over nose, mouth and chin. */
function cloth(ground: string, spots: string): string {
  const rim = [195, 101, 123, 132, 136, 152, 365, 361, 352, 330].map((point) => at(point).join(',')).join(' ');
  return `<pattern id="print" width="22" height="22" patternUnits="userSpaceOnUse"><rect width="22" height="22" fill="${ground}"/>
    <circle cx="7" cy="8" r="4" fill="${spots}"/><path d="M12 20 L20 13" stroke="${spots}" stroke-width="3"/></pattern>
    <linearGradient id="shade"><stop stop-opacity="0.4"/><stop offset="0.5" stop-opacity="0"/><stop offset="1" stop-opacity="0.4"/></linearGradient>
    <polygon points="${rim}" fill="url(#print)"/><polygon points="${rim}" fill="url(#shade)"/>`;
}

/** Four fingers across the face; `down` is 0 at the forehead and 1 at the chin. */
function hand(down: number): string {
  const [[x, top], [chinX, bottom]] = [at(FOREHEAD), at(CHIN)];
  const height = bottom - top;
  const middle = x + (chinX - x) * down;
  const finger = (i: number) =>
    `<rect x="${middle - 0.36 * height}" y="${top + (down + (i - 2) * 0.1) * height}" width="${0.8 * height}" height="${0.115 * height}" rx="${0.05 * height}"
      fill="url(#finger)" stroke="#8a5a45" stroke-width="1.5"/>`;
  return `<linearGradient id="finger" x2="0" y2="1"><stop stop-color="#e6b99d"/><stop offset="1" stop-color="#b98468"/></linearGradient>
    ${[0, 1, 2, 3].map(finger).join('')}`;
}
