import assert from 'node:assert/strict';
import { test } from 'vitest';
import { groupHeads } from '../../../test/group-heads.ts';
import type { MeshFit } from './fit-mesh.ts';
import { measureHead } from './head.ts';

test('the yaw does not depend on the rotation of the picture', async () => {
  const { fits } = await groupHeads();
  assert.equal(fits.length, 5);
  for (const fit of fits) {
    const { yaw, raised } = measureHead(fit, (x, y) => [x, y]);
    for (const degrees of [-90, -40, 25, 60, 180]) {
      const rolled = measureHead(roll(fit, degrees), (x, y) => [x, y]);
      assert.ok(Math.abs(rolled.yaw - yaw) < 0.1, `by ${rolled.yaw} instead of ${yaw} when rolled by ${degrees}`);
      assert.ok(Math.abs(rolled.raised - raised) < 0.001);
    }
  }
});

function roll(fit: MeshFit, degrees: number): MeshFit {
  const { points } = fit;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rolled = points.slice();
  for (let i = 0; i < points.length; i += 3) {
    rolled[i] = points[i]! * cos - points[i + 1]! * sin;
    rolled[i + 1] = points[i]! * sin + points[i + 1]! * cos;
  }
  return { ...fit, points: rolled };
}
