import type { MeshFit } from '../face/fit-mesh.ts';
import { alignForearm } from './align-forearm.ts';
import { type Arm, type BodyModels, findArms, moved, ovalOf } from './find-arms.ts';
import type { Point } from './find-body.ts';
import { isCleanCut } from './judge-cut.ts';
import type { SubjectMask } from '../layers/subject-mask.ts';
import { type ArmMatte, peopleIn, segmentArm } from './segment-arm.ts';
import type { Box, Size } from '../picture/framing.ts';
import { buildPyramid, type Rgb } from '../picture/sample-crop.ts';

/** An arm that can wave, and its matte. */
export interface Wave {
  arm: Arm;
  matte: ArmMatte;
}

/** Finds the arms that can wave and cuts them out; those that cannot be cut out cleanly are left alone. */
export async function findWaves(picture: Rgb, faces: readonly MeshFit[], models: BodyModels): Promise<Wave[]> {
  const pyramid = buildPyramid(picture);
  const arms = await findArms(pyramid, faces, models);
  const heads = faces.map(ovalOf);
  const cutOut = (arm: Arm): Wave | undefined => {
    const matte = segmentArm(pyramid, arm, heads);
    return isCleanCut(matte) ? { arm, matte } : undefined;
  };
  return arms.flatMap((arm) => {
    const aligned = alignForearm(pyramid, arm);
    // What looks like the wrist may be a wall or a shadow beside the forearm: then the model's guess may cut it out.
    return cutOut(aligned) ?? (aligned === arm ? undefined : cutOut(arm)) ?? [];
  });
}

/** Tells a wave where people are: what was behind its arm is filled in with no clothes where there are none. */
export function withPeople({ arm, matte }: Wave, people: SubjectMask, size: Size): Wave {
  return { arm, matte: { ...matte, isPerson: peopleIn(matte.crop, people, size) } };
}

/** Moves a wave to another picture of the same photo, `scale` times as large. */
export function placeWave({ arm, matte }: Wave, place: (point: Point) => Point, scale: number): Wave {
  const hand = arm.hand.slice();
  for (let i = 0; i < hand.length; i += 2) {
    const { x, y } = place({ x: hand[i]!, y: hand[i + 1]! });
    hand[i] = x;
    hand[i + 1] = y;
  }
  return {
    arm: {
      ...arm,
      hand,
      pivot: place(arm.pivot),
      end: place(arm.end),
      wrist: place(arm.wrist),
      palm: arm.palm * scale,
      shoulders: arm.shoulders * scale,
      shift: arm.shift * scale,
    },
    matte: { ...matte, crop: { ...matte.crop, ...place(matte.crop), side: matte.crop.side * scale } },
  };
}

/** Where an arm may be while it waves, in fractions of the picture. */
export function waveBox({ arm }: Wave, { width, height }: Size): Box {
  const { end, hand, room } = arm;
  const all = [...[room.from, 0, room.to].flatMap((angle) => [...moved(hand, arm, angle)]), end.x, end.y];
  const xs = all.filter((_, i) => i % 2 === 0);
  const ys = all.filter((_, i) => i % 2 === 1);
  return {
    left: Math.max(0, Math.min(...xs) / width),
    right: Math.min(1, Math.max(...xs) / width),
    top: Math.max(0, Math.min(...ys) / height),
    bottom: Math.min(1, Math.max(...ys) / height),
  };
}
