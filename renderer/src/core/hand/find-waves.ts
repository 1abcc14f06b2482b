import type { MeshFit } from '../face/fit-mesh.ts';
import { type Arm, type BodyModels, findArms } from './find-arms.ts';
import { isCleanCut } from './judge-cut.ts';
import { type ArmMatte, segmentArm } from './segment-arm.ts';
import type { Rgb } from '../picture/sample-crop.ts';

/** An arm that can wave, and its matte. */
export interface Wave {
  arm: Arm;
  matte: ArmMatte;
}

/** Finds the arms that can wave and cuts them out; those that cannot be cut out cleanly are left alone. */
export async function findWaves(picture: Rgb, faces: readonly MeshFit[], models: BodyModels): Promise<Wave[]> {
  const arms = await findArms(picture, faces, models);
  return arms.map((arm) => ({ arm, matte: segmentArm(picture, arm) })).filter(({ matte }) => isCleanCut(matte));
}
