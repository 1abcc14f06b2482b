import sharp from 'sharp';
import { findFaces } from '../src/core/face/find-faces.ts';
import type { MeshFit } from '../src/core/face/fit-mesh.ts';
import { measureHead, type Head } from '../src/core/face/head.ts';
import { createFrame, planesFromRgb, type Planes } from '../src/core/picture/planes.ts';
import { rawRgb } from '../src/node/photo/read-photo.ts';
import type { Rgb } from '../src/core/picture/sample-crop.ts';
import type { Neighbours } from '../src/core/rig/occlusion.ts';
import { GROUP_PHOTO } from './photos.ts';
import { loadFaceModels } from '../src/node/load-models.ts';

/** Size in pixels of the group's photo, and of a film of it. */
export const GROUP_SIZE = { width: 1480, height: 1080 };

/** Neighbours of a head that is alone. */
export const ALONE: Neighbours = { before: [], behind: [], apart: [] };

interface Group {
  rgb: Rgb;
  photo: Planes;
  fits: MeshFit[];
  heads: Head[];
}

let group: Promise<Group> | undefined;

/**
 * The five people of `GROUP_PHOTO`: mesh fits, and heads measured in a film of the photo's own size. Cached and shared:
 * a test that changes a value must copy it.
 */
export function groupHeads(): Promise<Group> {
  return (group ??= findGroup());
}

async function findGroup(): Promise<Group> {
  const { width, height } = GROUP_SIZE;
  const rgb = { data: await rawRgb(sharp(GROUP_PHOTO).resize(width, height, { fit: 'fill' })), width, height };
  const fits = await findFaces(rgb, await loadFaceModels());
  const heads = fits.map((fit) => measureHead(fit, (x, y) => [x, y]));
  return { rgb, photo: planesFromRgb(rgb.data, width, height), fits, heads };
}

/** A grey picture of the group photo's size with the given luma at each position. */
export function paintGrey(brightness: (x: number, y: number) => number): Planes {
  const { width, height } = GROUP_SIZE;
  const frame = createFrame(width, height);
  frame.u.fill(128);
  frame.v.fill(128);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++) frame.y[i++] = brightness(x, y);
  }
  return frame;
}
