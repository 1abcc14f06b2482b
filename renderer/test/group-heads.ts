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

/** Pixels of the group's photo and of a film of it. */
export const GROUP_SIZE = { width: 1480, height: 1080 };

/** What a head has around it that is the only one. */
export const ALONE: Neighbours = { before: [], behind: [], apart: [] };

interface Group {
  rgb: Rgb;
  photo: Planes;
  fits: MeshFit[];
  heads: Head[];
}

let group: Promise<Group> | undefined;

/**
 * The five people of `GROUP_PHOTO`, as they were found and as they are measured in a film of the photo's own size. Files that share a
 * process share what is returned: a test that changes any of it changes a copy.
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

/** A grey picture of the group photo's size, of so much brightness at each place. */
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
