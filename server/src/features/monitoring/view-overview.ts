import type { overview } from '@keepsake/contract/admin/monitoring';
import type { Reply } from '@keepsake/contract/endpoint';
import type { Queryable } from '../../platform/database/db.ts';
import { countAttention } from './attention.queries.ts';
import { jobFigures, openFilmFigures } from './figures/figure.queries.ts';
import { previousFigures } from './figures/sales-figures.ts';
import { storedSums } from './figures/stored-sum.queries.ts';

/** The administrators' start page. */
export async function viewOverview(db: Queryable): Promise<Reply<typeof overview>> {
  const attention = await countAttention(db);
  const films = (await openFilmFigures(db)).filter(({ state }) => state !== 'failed');
  const jobs = (await jobFigures(db)).filter(({ ready }) => ready > 0);
  return {
    attention,
    waiting: {
      films: films.reduce((sum, { count }) => sum + count, 0),
      oldestFilm: Math.max(0, ...films.map(({ seconds }) => seconds)),
      tasks: jobs.reduce((sum, { ready }) => sum + ready, 0),
      oldestTask: Math.max(0, ...jobs.map(({ waitSeconds }) => waitSeconds)),
    },
    stored: await storedSums(db),
    previous30Days: await previousFigures(db),
  };
}
