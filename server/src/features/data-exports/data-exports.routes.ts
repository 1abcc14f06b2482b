import * as contract from '@keepsake/contract/accounts/data-exports';
import type { Deps } from '../../deps.ts';
import type { Api } from '../../platform/http/api.ts';
import { newId } from '../../platform/ids.ts';
import { dataExportPath } from '../photos/files/media-links.ts';
import { type DataExportRow, insertDataExport, latestDataExport } from './data-export.queries.ts';
import { makeDataExportLater } from '../journal/queued-jobs.ts';

export function dataExportsRoutes(api: Api, { db, links, limits }: Deps): void {
  const view = ({ id, state, requestedAt, expiresAt, bytes }: DataExportRow): contract.DataExport => ({
    id,
    state,
    requestedAt: requestedAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    bytes,
    downloadUrl: state === 'ready' ? links.sign(dataExportPath(id), 'download') : null,
  });

  api.handle(contract.requestDataExport, async ({ actor }) => {
    await limits.count('dataExport', actor.userId);
    await db.transaction().execute(async (tx) => {
      const id = newId();
      if (await insertDataExport(tx, id, actor.userId)) await makeDataExportLater(tx, id);
    });
    const latest = await latestDataExport(db, actor.userId);
    if (!latest) throw new Error('An export that was just requested does not exist');
    return { dataExport: view(latest) };
  });

  api.handle(contract.latestDataExport, async ({ actor }) => {
    const latest = await latestDataExport(db, actor.userId);
    return { dataExport: latest ? view(latest) : null };
  });
}
