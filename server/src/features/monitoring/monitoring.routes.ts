import * as contract from '@keepsake/contract/admin/monitoring';
import { listAudit } from '@keepsake/contract/admin/audit';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { runPage } from '../journal/task-run.queries.ts';
import { auditActors, auditPage } from '../journal/audit.queries.ts';
import { bucketFigures, dashboardCounts, salesFigures } from './figures/sales-figures.ts';
import { errorGroupPage, resolveGroup } from './errors/error-group.queries.ts';
import { errorModules, errorPage } from './errors/error-list.queries.ts';
import { activityPerDay, recentDays } from './figures/figure-sum.queries.ts';
import { viewOverview } from './view-overview.ts';
import { workerView } from './worker-view.ts';

export function monitoringRoutes(api: Api, deps: Deps): void {
  const { db, quickFiguresMs } = deps;
  const share = <T>(make: () => Promise<T>) => shareFigures(make, quickFiguresMs);

  api.handle(
    contract.dashboard,
    share(() => dashboardCounts(db)),
  );
  api.handle(
    contract.overview,
    share(() => viewOverview(db)),
  );
  api.handle(
    contract.sales,
    share(() => salesFigures(db)),
  );
  api.handle(
    contract.bucketStats,
    share(() => bucketFigures(db)),
  );
  api.handle(
    contract.userActivity,
    share(async () => ({ daily: await activityPerDay(db, recentDays) })),
  );
  api.handle(contract.listErrors, async ({ query }) => ({
    ...(await errorPage(db, query)),
    modules: await errorModules(db),
  }));
  api.handle(contract.listErrorGroups, async ({ query }) => ({
    ...(await errorGroupPage(db, query)),
    modules: await errorModules(db),
  }));
  api.handle(contract.resolveErrors, ({ params, body, actor }) =>
    db.transaction().execute((tx) => resolveGroup(tx, actor, { key: params.key, lastId: body.lastId })),
  );

  const work = share(() => workerView(deps));
  api.handle(contract.workerStats, async ({ query }) => {
    const [view, { runs, total }] = await Promise.all([work(), runPage(db, query)]);
    const pages = Math.max(1, Math.ceil(total / query.limit));
    return { ...view, history: runs, pagination: { total, pages, currentPage: query.page, limit: query.limit } };
  });

  api.handle(listAudit, async ({ query }) => {
    const [entries, actors] = await Promise.all([auditPage(db, query), auditActors(db)]);
    return { ...entries, actors };
  });
}

/** Computing figures takes at most a twentieth of the time, however many requests there are. */
const keptFor = 20;
const keptAtMostMs = 60_000;

/**
 * Figures over all rows get slower as rows are added: concurrent requests share one computation, and a result that took `quickMs` or longer is
 * cached for a while.
 */
export function shareFigures<T>(make: () => Promise<T>, quickMs: number): () => Promise<T> {
  let running: Promise<T> | undefined;
  let kept: { figures: T; until: number } | undefined;
  const run = async () => {
    const started = performance.now();
    try {
      const figures = await make();
      const tookMs = performance.now() - started;
      kept = tookMs < quickMs ? undefined : { figures, until: started + Math.min(keptAtMostMs, keptFor * tookMs) };
      return figures;
    } finally {
      running = undefined;
    }
  };
  return async () => {
    if (kept && performance.now() < kept.until) return kept.figures;
    return (running ??= run());
  };
}
