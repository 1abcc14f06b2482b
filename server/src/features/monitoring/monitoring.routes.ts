import * as contract from '@keepsake/contract/monitoring';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { bucketFigures, countsAtAGlance, salesFigures } from './sales-figures.ts';
import { errorModules, errorPage } from './error-list.queries.ts';
import { activityPerDay, recentDays } from './figure-sums.queries.ts';
import { shareFigures } from './share-figures.ts';
import { runPage } from '../journal/task-run.queries.ts';
import { workerView } from './worker-view.ts';

export function monitoringRoutes(api: Api, deps: Deps): void {
  const { db } = deps;

  api.handle(
    contract.dashboard,
    shareFigures(() => countsAtAGlance(db)),
  );
  api.handle(
    contract.sales,
    shareFigures(() => salesFigures(db)),
  );
  api.handle(
    contract.bucketStats,
    shareFigures(() => bucketFigures(db)),
  );
  api.handle(
    contract.userActivity,
    shareFigures(async () => ({ daily: await activityPerDay(db, recentDays) })),
  );
  api.handle(contract.listErrors, async ({ query }) => ({
    ...(await errorPage(db, query)),
    modules: await errorModules(db),
  }));

  const work = shareFigures(() => workerView(deps));
  api.handle(contract.workerStats, async ({ query }) => {
    const [view, { runs, total }] = await Promise.all([work(), runPage(db, query)]);
    const pages = Math.max(1, Math.ceil(total / query.limit));
    return { ...view, history: runs, pagination: { total, pages, currentPage: query.page, limit: query.limit } };
  });
}
