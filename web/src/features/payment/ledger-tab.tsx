import { ledgerKinds } from '@keepsake/contract/orders/ledger';
import { limits } from '@keepsake/contract/limits';
import { date } from '@keepsake/contract/primitives';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { useFilters, usePageNumber } from '../../shared/search-params.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { FilterForm } from '../../ui/forms/filter-form.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { Pagination } from '../../ui/layout/pagination.tsx';
import { LedgerBalance } from './ledger-balance.tsx';
import { LedgerEntries } from './ledger-entries.tsx';
import { ledgerQuery } from './ledger.api.ts';
import styles from './ledger.module.css';

const filters = { kind: z.enum(ledgerKinds), from: date, to: date };

/** The money ledger: its comparison with the payment provider, and all entries. */
export function Component() {
  return (
    <>
      <LedgerBalance />
      <LedgerList />
    </>
  );
}

/** All entries, newest first, filtered by the URL. */
function LedgerList() {
  const { t } = useTranslation('admin-ledger');
  const page = usePageNumber();
  const { filter, wrong } = useFilters(filters);
  const query = useQuery(ledgerQuery(page, filter));
  const isSet = Object.values(filter).some(Boolean);
  return (
    <section className={styles.part} aria-labelledby="ledger-entries">
      <h3 id="ledger-entries">{t('entries.title')}</h3>
      <FilterForm
        filter={filter}
        wrong={wrong}
        label={t('filter.label')}
        submitLabel={t('filter.show')}
        clearLabel={t('filter.clear')}
        to={(entered) => paths.adminTab('ledger', 1, entered)}
      >
        <SelectField
          name="kind"
          label={t('entries.kind')}
          defaultValue={filter.kind}
          options={[
            { value: '', label: t('filter.everything') },
            ...ledgerKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
          ]}
        />
        <TextField name="from" type="date" label={t('filter.from')} defaultValue={filter.from} />
        <TextField name="to" type="date" label={t('filter.to')} defaultValue={filter.to} />
      </FilterForm>
      <QueryView query={query}>
        {({ data, total, more }) => (
          <>
            <LedgerEntries
              entries={data}
              empty={t(total > 0 ? 'admin:emptyPage' : isSet ? 'entries.noneFound' : 'entries.none')}
            />
            <Pagination
              page={page}
              pages={Math.ceil(total / limits.adminPageSize)}
              isLonger={more}
              to={(next) => paths.adminTab('ledger', next, filter)}
              label={t('entries.pages')}
            />
          </>
        )}
      </QueryView>
    </section>
  );
}
