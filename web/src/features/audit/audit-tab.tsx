import { auditActions, type AuditAction, type AuditEntry, machineActorId } from '@keepsake/contract/audit';
import { limits } from '@keepsake/contract/limits';
import { date, id } from '@keepsake/contract/primitives';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { dateTime } from '../../shared/format.ts';
import { usePageNumber, useSearch } from '../../shared/search-params.ts';
import type { Translate } from '../../shared/text-keys.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { auditQuery, type AuditFilter } from './audit.api.ts';
import { AuditChanges } from './audit-changes.tsx';
import { AuditFilterForm } from './audit-filter-form.tsx';
import styles from './audit-tab.module.css';

const search = z.object({
  actor: z.optional(id),
  action: z.optional(z.enum(auditActions)),
  subject: z.optional(z.string()),
  from: z.optional(date),
  to: z.optional(date),
});

/** Every change that an administrator made: who, when, what, and the difference. */
export function Component() {
  const { t } = useTranslation('admin-audit');
  const page = usePageNumber();
  const filter: AuditFilter = useSearch(search) ?? {};
  const query = useQuery(auditQuery(page, filter));
  return (
    <>
      <p>{t('intro')}</p>
      <QueryView query={query}>
        {({ data, total, actors }) => (
          <>
            <AuditFilterForm filter={filter} actors={actors} />
            <DataTable
              caption={t('title')}
              columns={columnsOf(t)}
              rows={data}
              rowKey={(entry) => String(entry.id)}
              empty={t(total > 0 ? 'admin:emptyPage' : Object.values(filter).some(Boolean) ? 'noneFound' : 'none')}
            />
            <Pagination
              page={page}
              pages={Math.ceil(total / limits.adminPageSize)}
              to={(next) => paths.adminTab('audit', next, filter)}
              label={t('pages')}
            />
          </>
        )}
      </QueryView>
    </>
  );
}

function columnsOf(t: Translate<'admin-audit'>): Column<AuditEntry>[] {
  return [
    { key: 'at', title: t('at'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    { key: 'actor', title: t('actor'), cell: ({ actor }) => actorName(t, actor) },
    {
      key: 'action',
      title: t('action'),
      cell: ({ action, subject }) => (
        <>
          <span>{actionName(t, action)}</span>
          {subject !== null && <span className={styles.subject}>{subject}</span>}
        </>
      ),
    },
    {
      key: 'changes',
      title: t('changes'),
      cell: (entry) => <AuditChanges before={entry.before} after={entry.after} />,
    },
  ];
}

function actorName(t: Translate<'admin-audit'>, { name, email, id: actorId, deleted }: AuditEntry['actor']) {
  if (actorId === machineActorId) return t('machine');
  return (
    <>
      <span>{name ?? t('nameless')}</span>
      <span className={styles.subject}>{email ?? actorId}</span>
      {deleted && <span className={styles.subject}>{t('deleted')}</span>}
    </>
  );
}

/** A newer version of the server may write words that this page does not know. */
function actionName(t: Translate<'admin-audit'>, action: string): string {
  const known = auditActions.find((one): one is AuditAction => one === action);
  return known === undefined ? action : t(`actions.${known}`);
}
