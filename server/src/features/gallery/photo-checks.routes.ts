import * as contract from '@keepsake/contract/photo-checks';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../../platform/http/api.ts';
import { ownBucket } from '../photos/buckets/bucket.queries.ts';
import { offeredPrompts } from '../prompts/prompt.queries.ts';
import { currentVideoConfig } from '../films/config/video-config.queries.ts';
import { checksOfBucket } from '../photos/checks/photo-check.queries.ts';
import { viewChecks } from './view-checks.ts';

export function photoChecksRoutes(api: Api, { db }: Deps): void {
  api.handle(contract.photoChecks, async ({ actor, params }) => {
    if (!(await ownBucket(db, actor.userId, params.id))) throw new AppError('not_found');
    const [rows, prompts, { serviceProvider }] = await Promise.all([
      checksOfBucket(db, params.id),
      offeredPrompts(db),
      currentVideoConfig(db),
    ]);
    return {
      checks: viewChecks(rows, prompts, serviceProvider),
      waiting: rows.filter(({ isChecked }) => !isChecked).length,
    };
  });
}
