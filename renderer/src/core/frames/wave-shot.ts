import { cutOutArms } from '../hand/cut-out-arms.ts';
import { type ArmPose, cellOf, copyOutside, createArmBrush, mixArea, sharedCells } from '../hand/draw-arms.ts';
import { leverOf } from '../hand/find-arms.ts';
import { planCalm } from '../motion/plans/plan-expression.ts';
import { planWave } from '../motion/plans/plan-wave.ts';
import { wholeOf } from '../picture/framing.ts';
import { createFrame, type Frame, type Planes } from '../picture/planes.ts';
import { createHeadMover, prepareHeads } from './move-heads.ts';
import { inFilm, movableHeads, movingArea, type Shot, type ShotRequest, type Stage } from './stage.ts';

/** Arms wave before what was filled in behind them; the faces are calm. */
export function waveShot(request: ShotRequest, stage: Stage, frame: Frame): Shot {
  const { photo, scale } = stage.layers;
  const behind = { close: copyOf(photo), wide: copyOf(photo) };
  const waves = stage.waves ?? [];
  const layers = cutOutArms(
    photo,
    behind,
    waves.map(({ matte }) => matte),
  );
  const heads = movableHeads(stage);
  const close = createFrame(frame.width, frame.height);
  createHeadMover(behind.close, scale, [], close);
  const { film, area = wholeOf(film) } = stage;
  const prepared = prepareHeads(behind.wide, scale, heads, film, movingArea(stage));
  const mover = createHeadMover(behind.wide, scale, heads, frame, prepared);
  const wide = createFrame(frame.width, frame.height);
  wide.bytes.set(frame.bytes);
  const calm = heads.map((head, i) => planCalm(request, { ...inFilm(head, stage), ...mover.traits[i]! }, i));
  const acts = waves.map(({ arm }, i) => {
    const { from, to } = arm.room;
    const brush = createArmBrush(arm, layers[i]!, scale, frame, Math.max(-from, to));
    return {
      brush,
      shared: sharedCells(brush.area, mover.cells, frame),
      pose: planWave(request, { ...arm, lever: leverOf(arm) + arm.shift }, i),
    };
  });
  let last: readonly ArmPose[] = [];
  return {
    faces: waves.length,
    draw(target, progress) {
      const poses = acts.map(({ pose }) => pose(progress));
      // Where no arm has moved since the frame before, only what the heads cover is drawn anew.
      const isStill = poses.every(({ elbow, wrist }, i) => elbow === last[i]?.elbow && wrist === last[i].wrist);
      last = poses;
      // At rest all is as in the photo; what is close around an arm vanishes when it begins to move.
      acts.forEach(({ brush: { area }, shared }, i) => {
        const share = leaving(poses[i]!);
        if (isStill) for (const cell of shared) mixArea(cellOf(area, cell), close, wide, share, target);
        else mixArea(area, close, wide, share, target);
      });
      mover.draw(
        target,
        calm.map((perform) => perform(progress)),
      );
      acts.forEach(({ brush, shared }, i) => brush.draw(target, poses[i]!, isStill ? shared : undefined));
      // What leaves the picture does not go on over its margin or the backdrop.
      for (const { brush } of acts) copyOutside(area, brush.area, wide, target);
    },
  };
}

function copyOf(photo: Planes): Planes {
  return { ...photo, y: photo.y.slice(), u: photo.u.slice(), v: photo.v.slice() };
}

/** Radians of a turn after which nothing of the photo's arm is left in its place. */
const LEAVING = 0.06;

function leaving({ elbow, wrist }: ArmPose): number {
  return Math.min(1, (Math.abs(elbow) + Math.abs(wrist)) / LEAVING);
}
