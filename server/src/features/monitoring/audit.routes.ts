import { listAudit } from '@keepsake/contract/audit';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { auditActors, auditPage } from '../journal/audit.queries.ts';

export function auditRoutes(api: Api, { db }: Deps): void {
  api.handle(listAudit, async ({ query }) => {
    const [entries, actors] = await Promise.all([auditPage(db, query), auditActors(db)]);
    return { ...entries, actors };
  });
}
