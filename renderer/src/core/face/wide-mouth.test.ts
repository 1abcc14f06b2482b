import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import sharp, { type Sharp } from 'sharp';
import { cutPortrait } from '../../../test/photos.ts';
import { loadFaceModels } from '../../node/load-models.ts';
import { rawRgb } from '../../node/photo/read-photo.ts';
import { planesFromRgb } from '../picture/planes.ts';
import { buildPyramid } from '../picture/sample-crop.ts';
import { findFaces } from './find-faces.ts';
import type { MeshFit } from './fit-mesh.ts';
import { measureHead } from './head.ts';
import { hiddenParts } from './hidden-parts.ts';
import { CHIN, FOREHEAD, LIPS, LOWER_LIP, UPPER_LIP } from './landmarks.ts';
import { followWideMouth } from './wide-mouth.ts';

const SIDE = 480;
const GREY = new Uint8Array(SIDE * SIDE * 3).fill(150);
/** Height of the face in the model's input, as the crops in these tests have it. */
const HEIGHT = 100;

describe('a mouth that the mesh sees closed', () => {
  test('is left as it is if further looks see the same, or one of them alone sees more', async () => {
    for (const [gap, farther, lower] of [
      [0, 0.03, 0.2],
      [0, 0.2, 0.02],
      [0.07, 0.1, 0.1],
      [0.15, 0.3, 0.3],
    ] as const) {
      const fit = fitWithGap(gap);
      assert.equal(await follow(fit, [farther, lower]), fit, `${gap}, then ${farther} and ${lower}`);
    }
  });

  test('is fitted anew if both see it wide open', async () => {
    const fit = fitWithGap(0.01);
    const followed = await follow(fit, [0.2, 0.19]);
    assert.ok(gapOf(followed) > 0.15, `${gapOf(followed)}`);
    assert.equal(followed.missesMouth ?? false, false);
    assert.deepEqual(followed.confidence, fit.confidence);
  });

  test('is missed if the lower look does not follow all of it', async () => {
    const fit = fitWithGap(0.01);
    const missed = await follow(fit, [0.2, 0.09]);
    assert.deepEqual([missed.missesMouth, missed.points], [true, fit.points]);
  });
});

test('nothing moves a mouth that the mesh misses, and one that is wide open does not close', async () => {
  const portrait = await decode(await cutPortrait());
  const [face] = await findFaces(portrait, await loadFaceModels());
  const planes = planesFromRgb(portrait.data, SIDE, SIDE);
  const mouth = (missesMouth: boolean, mouthGap: number) => {
    const fit = { ...face!, missesMouth };
    const head = { ...measureHead(fit, (x, y) => [x, y]), mouthGap };
    const { mouthHidden, mouthAgape } = hiddenParts(fit, head, planes, 1);
    return { mouthHidden, mouthAgape };
  };
  assert.deepEqual(mouth(true, 0), { mouthHidden: true, mouthAgape: true });
  assert.deepEqual(mouth(false, 0.16), { mouthHidden: false, mouthAgape: false });
  assert.deepEqual(mouth(false, 0.28), { mouthHidden: false, mouthAgape: true });
});

test('no ordinary mouth is taken for one opened wide: grey, dark, blurred, bearded, with dark lips', async () => {
  const models = await loadFaceModels();
  const portrait = await cutPortrait();
  const points = (await findFaces(await decode(portrait), models))[0]!.points;
  const at = (point: number) => `${points[point * 3]},${points[point * 3 + 1]}`;
  const shape = (around: readonly number[], fill: string, opacity: number) =>
    `<polygon points="${around.map(at).join(' ')}" fill="${fill}" fill-opacity="${opacity}"/>`;
  const beard = shape([205, 2, 425, 397, 379, 152, 150, 172], '#1c120d', 0.6);
  const lips = shape([61, 37, 0, 267, 291, 405, 17, 181], '#300510', 0.85);
  const drawn = (svg: string) =>
    portrait
      .clone()
      .composite([
        { input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}">${svg}</svg>`) },
      ]);
  const copies = {
    grey: portrait.clone().greyscale(),
    dark: portrait.clone().linear(0.4),
    blurred: portrait.clone().blur(4),
    bearded: drawn(beard),
    lipstick: drawn(lips),
  };
  for (const [name, copy] of Object.entries(copies)) {
    const [face] = await findFaces(await decode(sharp(await copy.png().toBuffer())), models);
    assert.ok(face, name);
    assert.equal(face.missesMouth ?? false, false, name);
  }
});

/** Follows a fit with a mesh that finds these gaps, one in each pass. */
function follow(fit: MeshFit, gaps: number[]): Promise<MeshFit> {
  const passes = [...gaps];
  const mesh = {
    run: async (_: Float32Array, side: number) => {
      const { points } = fitWithGap(passes.shift()!, side / 2);
      const lips = Float32Array.from(LIPS.flatMap((point) => [points[point * 3]!, points[point * 3 + 1]!]));
      const eye = new Float32Array(71 * 2).fill(side / 2);
      return [points, Float32Array.of(20), lips, eye, eye, new Float32Array(1152)];
    },
  };
  return followWideMouth(mesh, buildPyramid({ data: GREY, width: SIDE, height: SIDE }), fit);
}

/** A face whose lips are apart by `gap` face heights. */
function fitWithGap(gap: number, middle = SIDE / 2): MeshFit {
  const points = new Float32Array(468 * 3);
  for (let i = 0; i < 468; i++) points.set([middle + ((i % 20) - 9.5) * 4, middle, 0], i * 3);
  const down = (point: number, share: number) => (points[point * 3 + 1] = middle + share * HEIGHT);
  for (const point of [FOREHEAD, CHIN, UPPER_LIP, LOWER_LIP, 234, 454]) points[point * 3] = middle;
  points[234 * 3] = middle - 40;
  points[454 * 3] = middle + 40;
  points[33 * 3] = middle - 20;
  points[263 * 3] = middle + 20;
  down(FOREHEAD, -0.5);
  down(CHIN, 0.5);
  down(UPPER_LIP, 0.2);
  down(LOWER_LIP, 0.2 + gap);
  return { points, confidence: [21, 22], features: new Float32Array(1152) };
}

function gapOf({ points }: MeshFit): number {
  const down = (point: number) => points[point * 3 + 1]!;
  return (down(LOWER_LIP) - down(UPPER_LIP)) / (down(CHIN) - down(FOREHEAD));
}

async function decode(picture: Sharp) {
  return { data: await rawRgb(picture), width: SIDE, height: SIDE };
}
