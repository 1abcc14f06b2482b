import { type ErrorGroup, errorStates, resolveErrors } from '@keepsake/contract/admin/monitoring';
import { limits } from '@keepsake/contract/limits';
import { date, text } from '@keepsake/contract/primitives';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { useFilters, usePageNumber, useSearch, type WrongFilter } from '../../shared/search-params.ts';
import { number, preciseTime } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { FilterForm } from '../../ui/forms/filter-form.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { Pagination } from '../../ui/layout/pagination.tsx';
import { useFocusAfterRemoval } from '../../ui/layout/use-focus-after-removal.ts';
import { toast } from '../../ui/overlays/toast-store.ts';
import { UndeliveredMails } from '../orders/undelivered-mails.tsx';
import { ErrorEntries } from './error-entries.tsx';
import styles from './errors-tab.module.css';
import { FailedInvoices } from './failed-invoices.tsx';
import { type ErrorFilter, errorGroupsQuery, errorsKey } from './monitoring.api.ts';

const groupSearch = z.object({ group: z.guid() });

const filters = {
  state: z.enum(errorStates),
  module: text(100),
  search: text(200),
  recent: z.literal('true'),
  from: date,
  to: date,
};

/** The error list: groups of equal errors, or the entries of one group. */
export function Component() {
  const group = useSearch(groupSearch)?.group;
  if (group !== undefined) return <ErrorEntries group={group} />;
  return (
    <>
      <FailedInvoices />
      <UndeliveredMails />
      <ErrorGroups />
    </>
  );
}

/** Groups of errors, latest first, filtered by the URL. */
function ErrorGroups() {
  const { t } = useTranslation('admin-errors');
  const page = usePageNumber();
  const { filter, wrong } = useFilters(filters);
  const query = useQuery(errorGroupsQuery(page, filter));
  const resolve = useResolve();
  const isSet = Object.values(filter).some(Boolean);
  return (
    <QueryView query={query}>
      {({ data, total, modules }) => (
        <>
          <ErrorFilterForm filter={filter} wrong={wrong} modules={modules} />
          <DataTable
            caption={t('admin:errors.title')}
            columns={columnsOf(t, resolve)}
            rows={data}
            rowKey={({ key }) => key}
            empty={t(
              total > 0 ? 'admin:emptyPage' : isSet ? 'noMatch' : modules.length > 0 ? 'noneOpen' : 'admin:errors.none',
            )}
          />
          <Pagination
            page={page}
            pages={Math.ceil(total / limits.adminPageSize)}
            to={(next) => paths.adminTab('errors', next, filter)}
            label={t('admin:errors.pages')}
          />
        </>
      )}
    </QueryView>
  );
}

interface FilterFormProps {
  filter: ErrorFilter;
  wrong: readonly WrongFilter[];
  modules: readonly string[];
}

function ErrorFilterForm({ filter, wrong, modules }: FilterFormProps) {
  const { t } = useTranslation('admin-errors');
  const { state, module, search: words, recent, from, to } = filter;
  return (
    <FilterForm
      filter={filter}
      wrong={wrong}
      label={t('filter')}
      submitLabel={t('find')}
      clearLabel={t('clear')}
      to={({ state: chosen, ...entered }) =>
        paths.adminTab('errors', 1, { ...entered, state: chosen === 'open' ? undefined : chosen })
      }
    >
      <SelectField
        name="state"
        label={t('state')}
        defaultValue={state ?? 'open'}
        options={errorStates.map((one) => ({ value: one, label: t(`states.${one}`) }))}
      />
      <SelectField
        name="module"
        label={t('admin:errors.module')}
        defaultValue={module ?? ''}
        options={modulesOf(t, modules, module)}
      />
      <TextField name="search" type="search" label={t('search')} defaultValue={words} maxLength={200} />
      <SelectField
        name="recent"
        label={t('time')}
        defaultValue={recent}
        options={[
          { value: '', label: t('anyTime') },
          { value: 'true', label: t('lastDay') },
        ]}
      />
      <TextField name="from" type="date" label={t('from')} defaultValue={from} />
      <TextField name="to" type="date" label={t('to')} defaultValue={to} />
    </FilterForm>
  );
}

/** The modules to filter by, including the one in the URL even if it has no entries. */
function modulesOf(t: Translate<'admin-errors'>, modules: readonly string[], chosen: string | undefined) {
  const names = new Set([...modules, ...(chosen ? [chosen] : [])]);
  return [{ value: '', label: t('all') }, ...[...names].toSorted().map((name) => ({ value: name, label: name }))];
}

function columnsOf(t: Translate<'admin-errors'>, resolve: ReturnType<typeof useResolve>): Column<ErrorGroup>[] {
  return [
    {
      key: 'last',
      title: t('last'),
      cell: ({ last }) => <time dateTime={last.createdAt}>{preciseTime(last.createdAt)}</time>,
    },
    {
      key: 'count',
      title: t('count'),
      numeric: true,
      cell: ({ count, more }) => (more ? t('countMore', { number: number(count) }) : number(count)),
    },
    {
      key: 'first',
      title: t('first'),
      cell: ({ firstAt }) => <time dateTime={firstAt}>{preciseTime(firstAt)}</time>,
    },
    { key: 'module', title: t('admin:errors.module'), long: true, cell: ({ moduleName }) => moduleName },
    {
      key: 'message',
      title: t('admin:errors.message'),
      long: true,
      cell: ({ key, last }) => (
        <div className={styles.message}>
          <p className={styles.words}>{last.errorMessage}</p>
          <Link to={paths.adminTab('errors', 1, { group: key })}>{t('entries')}</Link>
        </div>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      cell: (group) => (
        <div className={styles.state}>
          {group.open ? <Chip tone="warn">{t('states.open')}</Chip> : <Chip tone="ok">{t('states.resolved')}</Chip>}
          {group.resolved !== null && (
            <p className={styles.note}>
              {t(group.open ? 'againAfter' : 'resolvedBy', {
                time: preciseTime(group.resolved.at),
                name: group.resolved.by ?? t('nobody'),
              })}
            </p>
          )}
          {group.open && (
            <Button
              variant="secondary"
              icon={<Check size={18} aria-hidden="true" />}
              busy={resolve.isPending && resolve.variables.key === group.key}
              onClick={() => resolve.mutate(group)}
            >
              {t('resolve')}
            </Button>
          )}
        </div>
      ),
    },
  ];
}

/** Marks a group as resolved up to the displayed entry; later entries reopen it. */
function useResolve() {
  const { t } = useTranslation('admin-errors');
  const queries = useQueryClient();
  const expectRemoval = useFocusAfterRemoval();
  return useMutation({
    mutationFn: ({ key, last }: ErrorGroup) => call(resolveErrors, { params: { key }, body: { lastId: last.id } }),
    onSuccess: ({ open, resolved }) => {
      if (!open) expectRemoval();
      const values = { time: preciseTime(resolved.at), name: resolved.by ?? t('nobody') };
      toast(t(open ? 'againAfter' : 'resolvedBy', values), { tone: open ? 'warn' : 'ok' });
    },
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
    onSettled: () => queries.invalidateQueries({ queryKey: errorsKey }),
  });
}
