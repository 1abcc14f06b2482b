import assert from 'node:assert/strict';
import { test } from 'vitest';
import { GROUP_SIZE, groupHeads, paintGrey } from '../../../test/group-heads.ts';
import { resizePlane } from '../../node/photo/frame-picture.ts';
import type { Head } from '../face/head.ts';
import { cutOutSubject, mapSize } from '../layers/cut-out-subject.ts';
import { faceAbility } from '../motion/face-ability.ts';
import { createFrame } from '../picture/planes.ts';
import { CELL } from '../picture/warp-grid.ts';
import { planShot } from './plan-shot.ts';
import type { SeenHead, Stage } from './stage.ts';

test('between and beside heads that lean in, the background stays as it is', async () => {
  const { heads: people } = await groupHeads();
  const face = people.find(({ yaw }) => Math.abs(yaw) < 12)!;
  const heads = [moved(face, 500), moved(face, 500 + 1.8 * face.width)];
  const middles = heads.map(middleOf);
  const awayFromHeads = (x: number, y: number) =>
    Math.min(...middles.map(([atX, atY]) => Math.hypot(x - atX, y - atY))) / face.width;
  const isHead = (x: number, y: number) => awayFromHeads(x, y) < 0.75;
  const photo = paintGrey((x, y) => (isHead(x, y) ? 90 : x % 24 < 12 ? 150 : 210));
  const { width, height } = mapSize(GROUP_SIZE);
  const scale = GROUP_SIZE.width / width;
  const alpha = Uint8Array.from({ length: width * height }, (_, i) =>
    isHead((i % width) * scale, Math.floor(i / width) * scale) ? 255 : 0,
  );
  const subject = await cutOutSubject(photo, { width, height, alpha }, resizePlane);
  const changed = [undefined, subject].map((layer) => {
    const frame = createFrame(GROUP_SIZE.width, GROUP_SIZE.height);
    const stage: Stage = {
      film: GROUP_SIZE,
      layers: { photo, scale: 1, subject: layer },
      choice: { motion: 'lean' },
      subject: undefined,
      heads,
      animal: undefined,
    };
    const shot = planShot({ effect: 'lean', seed: 1, duration: 5, loop: false }, stage, frame);
    assert.equal(shot.faces, 2);
    // The last cells reach beyond the picture, which is not magnified here.
    const isInside = (i: number) => i % GROUP_SIZE.width < GROUP_SIZE.width - CELL;
    assert.ok(
      frame.y.every((value, i) => value === photo.y[i] || !isInside(i)),
      'at rest it is the photo',
    );
    shot.draw(frame, 0.9);
    let moves = 0;
    let bends = 0;
    frame.y.forEach((value, i) => {
      if (!isInside(i) || Math.abs(value - photo.y[i]!) <= 3) return;
      const away = awayFromHeads(i % GROUP_SIZE.width, Math.floor(i / GROUP_SIZE.width));
      if (away < 0.75) moves++;
      // Further away than the heads come, and than the fill around them reaches.
      else if (away > 1.15) bends++;
    });
    return { moves, bends };
  });
  assert.ok(
    changed.every(({ moves }) => moves > 1000),
    JSON.stringify(changed),
  );
  assert.ok(changed[0]!.bends > 1000 && changed[1]!.bends === 0, JSON.stringify(changed));
});

function moved(head: Head, x: number): SeenHead {
  const [atX, atY] = middleOf(head);
  const places = head.places.map((place, i) => place + (i % 2 === 0 ? x - atX : 540 - atY));
  return { ...head, ...faceAbility(head), places, canLean: true };
}

function middleOf({ places }: Head): [number, number] {
  const mean = (from: number) =>
    places.reduce((sum, place, i) => sum + (i % 2 === from ? place : 0), 0) / (places.length / 2);
  return [mean(0), mean(1)];
}
