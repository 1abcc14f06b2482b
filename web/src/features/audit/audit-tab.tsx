import {
  type AuditAction,
  auditActions,
  type AuditEntry,
  listAudit,
  machineActorId,
} from '@keepsake/contract/admin/audit';
import type { QueryInput, Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { date, id, text } from '@keepsake/contract/primitives';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { useFilters, usePageNumber, type WrongFilter } from '../../shared/search-params.ts';
import { dateTime } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { EmailAddress } from '../../ui/email-address.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { FilterForm } from '../../ui/forms/filter-form.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { Pagination } from '../../ui/layout/pagination.tsx';
import { AuditChanges } from './audit-changes.tsx';
import styles from './audit-tab.module.css';

const filters = {
  actor: id,
  action: z.enum(auditActions),
  subject: text(200),
  from: date,
  to: date,
};

/** Changes by administrators: who, when, what, and the differences. */
export function Component() {
  const { t } = useTranslation('admin-audit');
  const page = usePageNumber();
  const { filter, wrong } = useFilters(filters);
  const query = useQuery(auditQuery(page, filter));
  return (
    <>
      <p>{t('intro')}</p>
      <QueryView query={query}>
        {({ data, total, actors }) => (
          <>
            <AuditFilterForm filter={filter} wrong={wrong} actors={actors} />
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
    { key: 'actor', title: t('actor'), long: true, cell: ({ actor }) => actorName(t, actor) },
    {
      key: 'action',
      title: t('action'),
      long: true,
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
      long: true,
      cell: (entry) => <AuditChanges before={entry.before} after={entry.after} />,
    },
  ];
}

function actorName(t: Translate<'admin-audit'>, { name, email, id: actorId, deleted }: AuditEntry['actor']) {
  if (actorId === machineActorId) return t('machine');
  return (
    <>
      <span>{name ?? t('nameless')}</span>
      <span className={styles.subject}>{email === null ? actorId : <EmailAddress email={email} />}</span>
      {deleted && <span className={styles.subject}>{t('deleted')}</span>}
    </>
  );
}

/** A newer version of the server may write actions that this page does not know. */
function actionName(t: Translate<'admin-audit'>, action: string): string {
  const known = auditActions.find((one): one is AuditAction => one === action);
  return known === undefined ? action : t(`actions.${known}`);
}

type Actors = Reply<typeof listAudit>['actors'];

interface FilterFormProps {
  filter: AuditFilter;
  wrong: readonly WrongFilter[];
  actors: Actors;
}

/** Filters the log by administrator, action, subject and date. */
function AuditFilterForm({ filter, wrong, actors }: FilterFormProps) {
  const { t } = useTranslation('admin-audit');
  const { actor, action, subject, from, to } = filter;
  return (
    <FilterForm
      filter={filter}
      wrong={wrong}
      label={t('filter')}
      submitLabel={t('show')}
      clearLabel={t('clear')}
      to={(entered) => paths.adminTab('audit', 1, entered)}
    >
      <SelectField
        name="actor"
        label={t('actor')}
        defaultValue={actor}
        options={[
          { value: '', label: t('everybody') },
          { value: machineActorId, label: t('machine') },
          ...actors.map(({ id, name, email }) => ({ value: id, label: name === null ? id : `${name} (${email})` })),
        ]}
      />
      <SelectField
        name="action"
        label={t('action')}
        defaultValue={action}
        options={[
          { value: '', label: t('everything') },
          ...auditActions.map((one) => ({ value: one, label: t(`actions.${one}`) })),
        ]}
      />
      <TextField name="subject" label={t('subject')} defaultValue={subject} maxLength={200} autoComplete="off" />
      <TextField name="from" type="date" label={t('from')} defaultValue={from} />
      <TextField name="to" type="date" label={t('to')} defaultValue={to} />
    </FilterForm>
  );
}

type AuditFilter = Pick<QueryInput<typeof listAudit>, 'actor' | 'action' | 'subject' | 'from' | 'to'>;

function auditQuery(page: number, filter: AuditFilter) {
  return queryOptions({
    queryKey: ['admin', 'audit', page, filter],
    queryFn: ({ signal }) => call(listAudit, { query: { ...filter, page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
