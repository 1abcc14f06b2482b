import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { GROUP_SIZE, groupHeads, paintGrey } from '../../../test/group-heads.ts';
import type { Head } from '../face/head.ts';
import { createFrame, type Planes } from '../picture/planes.ts';
import { createHeadMover } from '../frames/move-heads.ts';
import { drawingOrder, findNeighbours, outlineOf } from './occlusion.ts';
import { distanceOutside } from './surroundings.ts';

const BEFORE = 190;
const BEHIND = 110;
const WALL = 60;
let front: Head;
let back: Head;
let photo: Planes;

beforeAll(async () => {
  const { heads } = await groupHeads();
  front = heads.find(({ yaw }) => Math.abs(yaw) < 12)!;
  back = moved(front, 0.7 * front.width);
  const [inFront, inBack] = [insideOf(outlineOf(front)), insideOf(outlineOf(back))];
  photo = paintGrey((x, y) => (inFront(x, y) ? BEFORE : inBack(x, y) ? BEHIND : WALL));
});

describe('faces cheek to cheek', () => {
  test('are ordered as in the photo, and drawn back to front', () => {
    const heads = [front, back];
    const neighbours = findNeighbours(heads, photo, 1);
    assert.deepEqual(neighbours, [
      { before: [], behind: [back], apart: [] },
      { before: [front], behind: [], apart: [] },
    ]);
    assert.deepEqual(drawingOrder(heads, neighbours), [1, 0]);
    assert.deepEqual(drawingOrder([back, front], findNeighbours([back, front], photo, 1)), [0, 1]);
  });

  test('are apart if they do not overlap, or if their order is unclear', () => {
    const away = moved(front, 1.6 * front.width);
    const one = paintGrey(() => BEHIND);
    for (const [other, from] of [
      [away, photo],
      [back, one],
    ] as const) {
      assert.deepEqual(findNeighbours([front, other], from, 1)[0], { before: [], behind: [], apart: [other] });
    }
  });

  test('a face behind another moves behind it and does not change it', () => {
    const frame = createFrame(GROUP_SIZE.width, GROUP_SIZE.height);
    const mover = createHeadMover(photo, 1, [front, back], frame);
    mover.draw(frame, [{}, {}]);
    const rest = frame.y.slice();
    mover.draw(frame, [{}, { yaw: -16, smile: 1 }]);
    const isInFront = insideOf(outlineOf(front));
    let [changed, within] = [0, 0];
    frame.y.forEach((value, i) => {
      if (Math.abs(value - rest[i]!) < 8) return;
      if (isInFront(i % GROUP_SIZE.width, Math.floor(i / GROUP_SIZE.width))) within++;
      else changed++;
    });
    assert.ok(changed > 50, 'it moves');
    assert.equal(within, 0);
  });

  test('a face in front that turns away leaves no trace of its old outline', () => {
    const frame = createFrame(GROUP_SIZE.width, GROUP_SIZE.height);
    const mover = createHeadMover(photo, 1, [front, back], frame);
    const reach = (yaw: number) => {
      mover.draw(frame, [{ yaw }, {}]);
      const row = Math.round(front.places[4 * 2 + 1]!) * GROUP_SIZE.width;
      return frame.y.subarray(row, row + GROUP_SIZE.width).findLastIndex((value) => value > (BEFORE + BEHIND) / 2);
    };
    const rest = reach(0);
    const turned = reach(-18);
    assert.ok(turned < rest - 2, `${rest} and ${turned}`);
  });
});

function moved(head: Head, right: number): Head {
  return { ...head, places: head.places.map((place, i) => (i % 2 === 0 ? place + right : place)) };
}

function insideOf(outline: Float32Array): (x: number, y: number) => boolean {
  const [xs, ys] = [outline.filter((_, i) => i % 2 === 0), outline.filter((_, i) => i % 2 === 1)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return (x, y) => x >= left && x <= right && y >= top && y <= bottom && distanceOutside(outline, x, y) === 0;
}
