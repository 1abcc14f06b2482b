import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import type { listErrors } from '@keepsake/contract/admin/monitoring';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { usePageNumber, useSearch } from '../../shared/search-params.ts';
import { dateTime } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { SearchForm } from '../../ui/forms/filter-form.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { Pagination } from '../../ui/layout/pagination.tsx';
import { FailedInvoices } from './failed-invoices.tsx';
import { type ErrorFilter, errorsQuery } from './monitoring.api.ts';

type ErrorLog = Reply<typeof listErrors>['data'][number];

const search = z.object({ module: z.optional(z.string()), search: z.optional(z.string()) });

/** The error log, newest first, filtered by module or words. */
export function Component() {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  const page = usePageNumber();
  const { module, search: words } = useSearch(search) ?? {};
  const query = useQuery(errorsQuery(page, { module, search: words }));
  const narrow = (filter: ErrorFilter) => void navigate(paths.adminTab('errors', 1, { ...filter }));
  return (
    <QueryView query={query}>
      {(data) => (
        <>
          <FailedInvoices />
          <SearchForm
            label={t('admin-errors:search')}
            button={t('admin-errors:find')}
            value={words ?? ''}
            maxLength={200}
            onSearch={(typed) => narrow({ module, search: typed })}
          >
            <SelectField
              label={t('errors.module')}
              value={module ?? ''}
              onChange={({ target }) => narrow({ module: target.value, search: words })}
              options={modulesOf(t, data.modules, module)}
            />
          </SearchForm>
          <DataTable
            caption={t('errors.title')}
            columns={columnsOf(t)}
            rows={data.data}
            rowKey={(row) => row.id}
            empty={t(data.total > 0 ? 'emptyPage' : module || words ? 'admin-errors:noMatch' : 'errors.none')}
          />
          <Pagination
            page={page}
            pages={Math.ceil(data.total / limits.adminPageSize)}
            to={(next) => paths.adminTab('errors', next, { module, search: words })}
            label={t('errors.pages')}
          />
        </>
      )}
    </QueryView>
  );
}

/** The modules to filter by, including the one in the URL even if it has no entries. */
function modulesOf(t: Translate<'admin'>, modules: readonly string[], chosen: string | undefined) {
  const names = new Set([...modules, ...(chosen ? [chosen] : [])]);
  return [
    { value: '', label: t('admin-errors:all') },
    ...[...names].toSorted().map((name) => ({ value: name, label: name })),
  ];
}

function columnsOf(t: Translate<'admin'>): Column<ErrorLog>[] {
  return [
    {
      key: 'time',
      title: t('errors.time'),
      cell: (row) => <time dateTime={row.createdAt}>{dateTime(row.createdAt)}</time>,
    },
    { key: 'module', title: t('errors.module'), cell: (row) => row.moduleName },
    { key: 'message', title: t('errors.message'), cell: (row) => row.errorMessage },
    { key: 'photo', title: t('errors.content'), cell: (row) => row.Content?.id ?? '–' },
  ];
}
