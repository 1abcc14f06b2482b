import { resizePlane } from '../../node/photo/frame-picture.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'vitest';
import { createComposer } from './compose-frame.ts';
import { cutOutSubject, mapSize } from './cut-out-subject.ts';
import { CELL, createWarpGrid, type WarpGrid } from '../picture/warp-grid.ts';
import { createFrame, planesFromRgb, type Planes } from '../picture/planes.ts';

const SIZE = { width: 640, height: 480 };

describe('composing a frame', () => {
  test('of layers at rest reproduces the photo exactly', async () => {
    const photo = checkeredDisc();
    const subject = await cutOutSubject(photo, discMask(), resizePlane);
    const field = moved(0, 0);
    const frame = createFrame(SIZE.width, SIZE.height);
    createComposer({ photo, scale: 1, subject }, field).compose(frame, field, field);
    assert.ok(
      Buffer.from(frame.y).equals(photo.y) &&
        Buffer.from(frame.u).equals(photo.u) &&
        Buffer.from(frame.v).equals(photo.v),
    );
  });

  test('moves the subject and leaves neither a ghost nor a hole where it was', async () => {
    const photo = checkeredDisc();
    const subject = await cutOutSubject(photo, discMask(), resizePlane);
    const frame = createFrame(SIZE.width, SIZE.height);
    createComposer({ photo, scale: 1, subject }, moved(0, 0)).compose(frame, moved(0, 0), moved(12, 0));
    const row = 240 * SIZE.width;
    assert.ok(brightness(frame, row + 200) > 150, 'where its left edge was there is background now');
    assert.ok(brightness(frame, row + 447) < 100, 'its right edge is 12 pixels further');
    assert.ok(brightness(frame, row + 520) > 150, 'beyond that nothing has changed');
    assert.ok(brightness(frame, row + 320) < 100);
  });

  test('by half a pixel gives the mean of two pixels', () => {
    const photo = { ...createFrame(16, 16) };
    photo.y.fill(100);
    for (let at = 5; at < photo.y.length; at += 16) photo.y[at] = 200;
    const field = createWarpGrid(16, 16);
    field.x.forEach((_, node) => (field.x[node] = (node % field.columns) * CELL + 0.5));
    field.y.forEach((_, node) => (field.y[node] = Math.floor(node / field.columns) * CELL));
    const frame = createFrame(16, 16);
    createComposer({ photo, scale: 1, subject: undefined }, field).compose(frame, field, field);
    assert.deepEqual([...frame.y.subarray(3, 7)], [100, 150, 150, 100]);
  });
});

test('a photo is not split into layers if the mask misses a face, or half of one', async () => {
  const face = (x: number) =>
    Float32Array.of(x - 20, 240, x, 220, x + 20, 240, x, 260).map((at, i) => at / (i % 2 === 0 ? 640 : 480));
  const photo = checkeredDisc();
  assert.ok(await cutOutSubject(photo, discMask(), resizePlane, [face(320), face(390)]), 'both are whole');
  assert.equal(await cutOutSubject(photo, discMask(), resizePlane, [face(320), face(440)]), undefined, 'half');
  assert.equal(await cutOutSubject(photo, discMask(), resizePlane, [face(320), face(600)]), undefined, 'none of it');
});

test('what is filled in behind the subject is never the margin beside it', async () => {
  const photo = checkeredDisc();
  // A black margin, up to a few pixels above the disc.
  photo.y.fill(0, 0, 112 * SIZE.width);
  const area = { left: 0, top: 112 / SIZE.height, right: 1, bottom: 1 };
  const [plain, inside] = [
    await cutOutSubject(photo, discMask(), resizePlane),
    await cutOutSubject(photo, discMask(), resizePlane, [], area),
  ];
  const filled = (layer: typeof plain) => layer!.background.y[135 * SIZE.width + 320]!;
  assert.ok(filled(plain) < 150, `with the margin: ${filled(plain)}`);
  assert.ok(filled(inside) > 185, `without: ${filled(inside)}`);
});

/** A dark checkered disc of radius 120 in the middle of a light ground. */
function checkeredDisc(): Planes {
  const rgb = new Uint8Array(SIZE.width * SIZE.height * 3);
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const shade = isDisc(x, y) ? 40 + 30 * (((x >> 3) + (y >> 3)) & 1) : 200 + 20 * ((x >> 4) & 1);
      rgb.fill(shade, (y * SIZE.width + x) * 3, (y * SIZE.width + x) * 3 + 3);
    }
  }
  return planesFromRgb(rgb, SIZE.width, SIZE.height);
}

function discMask() {
  const { width, height } = mapSize(SIZE);
  const scale = SIZE.width / width;
  const alpha = Uint8Array.from({ length: width * height }, (_, i) =>
    isDisc((i % width) * scale, Math.floor(i / width) * scale) ? 255 : 0,
  );
  return { width, height, alpha };
}

function isDisc(x: number, y: number): boolean {
  return Math.hypot(x - 320, y - 240) < 120;
}

function moved(right: number, down: number): WarpGrid {
  const field = createWarpGrid(SIZE.width, SIZE.height);
  field.x.forEach((_, node) => (field.x[node] = (node % field.columns) * CELL - right));
  field.y.forEach((_, node) => (field.y[node] = Math.floor(node / field.columns) * CELL - down));
  return field;
}

function brightness(frame: Planes, at: number): number {
  return frame.y[at] ?? 0;
}
