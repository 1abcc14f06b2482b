import {
  attentionReasons,
  exportOrders,
  type ListedOrder,
  orderDays,
  orderNeeds,
  orderSorts,
  orderStatusFilters,
} from '@keepsake/contract/admin/orders';
import { date, text } from '@keepsake/contract/primitives';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { useFilters, usePageNumber, type WrongFilter } from '../../shared/search-params.ts';
import { dateTime, money, number } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Chip } from '../../ui/chip.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import type { Tone } from '../../ui/feedback/notice.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { SelectField } from '../../ui/forms/fields/select-field.tsx';
import { TextField } from '../../ui/forms/fields/text-field.tsx';
import { FilterForm } from '../../ui/forms/filter-form.tsx';
import type { Column } from '../../ui/layout/data-table.tsx';
import { type Sort, sortInUrl, useSort } from '../../ui/layout/list-search.ts';
import { SortedList } from '../../ui/layout/sorted-list.tsx';
import { Link } from '../../ui/navigation.tsx';
import { sumText } from '../payment/ledger.api.ts';
import { type OrderFilter, ordersQuery } from './orders.api.ts';
import styles from './orders-tab.module.css';

const filters = {
  search: text(200),
  status: z.enum(orderStatusFilters),
  attention: z.enum(orderNeeds),
  day: z.enum(orderDays),
  from: date,
  to: date,
};

/** Every bucket, paid or not; filter, order and page come from the URL. */
export function Component() {
  const { t } = useTranslation('admin-orders');
  const page = usePageNumber();
  const { filter, wrong } = useFilters(filters);
  const sort = useSort(orderSorts);
  const endsTooEarly = filter.from !== undefined && filter.to !== undefined && filter.to < filter.from;
  const query = useQuery({ ...ordersQuery(page, filter, sort), enabled: !endsTooEarly });
  const isNarrowed = Object.values(filter).some(Boolean);
  return (
    <>
      <OrderFilterForm filter={filter} wrong={wrong} sort={sortInUrl(orderSorts, sort)} endsTooEarly={endsTooEarly} />
      {!endsTooEarly && (
        <QueryView query={query}>
          {({ data, total, more }) => (
            <>
              <SortedList
                dense
                caption={t('table')}
                columns={columnsOf(t)}
                rowKey={(order) => order.id}
                empty={t(total > 0 ? 'admin:emptyPage' : isNarrowed ? 'noneFound' : 'none')}
                list={{ data, total, more }}
                page={page}
                sort={sort}
                to={(next, sorted) => paths.adminTab('orders', next, { ...filter, ...sortInUrl(orderSorts, sorted) })}
                size={t(more ? 'countMore' : 'count', { count: total, number: number(total) })}
                download={{ endpoint: exportOrders, query: filter, name: 'orders.csv' }}
                pagesLabel={t('pages')}
              />
              {total === 0 && filter.search !== undefined && (
                // A new user has no order yet.
                <p>
                  <Link to={paths.adminTab('users', 1, { search: filter.search })}>{t('inUsers')}</Link>
                </p>
              )}
            </>
          )}
        </QueryView>
      )}
    </>
  );
}

interface FilterFormProps {
  filter: OrderFilter;
  wrong: readonly WrongFilter[];
  sort: Partial<Sort<string>>;
  endsTooEarly: boolean;
}

function OrderFilterForm({ filter, wrong, sort, endsTooEarly }: FilterFormProps) {
  const { t } = useTranslation('admin-orders');
  const { search, status, attention, day, from, to } = filter;
  return (
    <FilterForm
      filter={filter}
      wrong={wrong}
      label={t('filter')}
      submitLabel={t('show')}
      clearLabel={t('clear')}
      to={(entered) =>
        paths.adminTab('orders', 1, {
          ...entered,
          day: entered['day'] === 'ordered' ? undefined : entered['day'],
          ...sort,
        })
      }
    >
      <TextField
        name="search"
        type="search"
        label={t('search')}
        hint={t('searchHint')}
        defaultValue={search}
        maxLength={200}
        autoComplete="off"
      />
      <SelectField
        name="status"
        label={t('status')}
        defaultValue={status}
        options={[
          { value: '', label: t('everyStatus') },
          ...orderStatusFilters.map((one) => ({ value: one, label: t(`statuses.${one}`) })),
        ]}
      />
      <SelectField
        name="attention"
        label={t('attention')}
        defaultValue={attention}
        options={[
          { value: '', label: t('everyOrder') },
          ...orderNeeds.map((need) => ({
            value: need,
            label: t(need === 'true' ? 'onlyAttention' : `reasons.${need}`),
          })),
        ]}
      />
      <SelectField
        name="day"
        label={t('day')}
        defaultValue={day ?? 'ordered'}
        options={orderDays.map((one) => ({ value: one, label: t(`days.${one}`) }))}
      />
      <TextField name="from" type="date" label={t('from')} defaultValue={from} />
      <TextField
        name="to"
        type="date"
        label={t('to')}
        defaultValue={to}
        error={endsTooEarly ? t('errors:field.before_first') : undefined}
      />
    </FilterForm>
  );
}

const tones: Record<ListedOrder['status'], Tone> = {
  pending: 'neutral',
  paid: 'ok',
  archived: 'neutral',
  deleted: 'neutral',
};

function columnsOf(t: Translate<'admin-orders'>): Column<ListedOrder>[] {
  return [
    {
      key: 'date',
      title: t('date'),
      sort: { by: 'date', first: 'desc' },
      cell: (order) => (
        <Link to={paths.adminTab('orders', 1, { order: order.id })} className={styles.date}>
          <time dateTime={order.date}>{dateTime(order.date)}</time>
        </Link>
      ),
    },
    {
      key: 'customer',
      title: t('customer'),
      long: true,
      sort: { by: 'customer', first: 'asc' },
      cell: ({ customer }) =>
        customer === null ? (
          <span className={styles.address}>{t('nobody')}</span>
        ) : (
          <>
            <Link to={paths.adminTab('users', 1, { user: customer.id })} className={styles.customer}>
              {customer.name}
            </Link>
            <span className={styles.address}>
              <EmailAddress email={customer.email} />
            </span>
          </>
        ),
    },
    {
      key: 'status',
      title: t('status'),
      sort: { by: 'status', first: 'asc' },
      cell: ({ status }) => (
        <span className={styles.status}>
          <Chip tone={tones[status]} icon={null}>
            {t(`statuses.${status}`)}
          </Chip>
        </span>
      ),
    },
    {
      key: 'photos',
      title: t('photos'),
      numeric: true,
      sort: { by: 'photos', first: 'desc' },
      cell: ({ photos }) => number(photos),
    },
    {
      key: 'done',
      title: t('done'),
      numeric: true,
      sort: { by: 'done', first: 'desc' },
      cell: ({ films }) => number(films.done),
    },
    {
      key: 'waiting',
      title: t('waiting'),
      numeric: true,
      sort: { by: 'waiting', first: 'desc' },
      cell: ({ films }) => number(films.waiting),
    },
    {
      key: 'failed',
      title: t('failed'),
      numeric: true,
      sort: { by: 'failed', first: 'desc' },
      cell: ({ films }) => number(films.failed),
    },
    {
      key: 'amount',
      title: t('amount'),
      numeric: true,
      sort: { by: 'amount', first: 'desc' },
      cell: ({ amount, currency, refunded }) => (
        <div className={styles.sums}>
          <span>{amount === null || currency === null ? '–' : money(amount, currency)}</span>
          {refunded.map((sum) => (
            <span key={sum.currency} className={styles.address}>
              {t('refunded', { sum: sumText(sum.amount, sum.currency) })}
            </span>
          ))}
        </div>
      ),
    },
    {
      key: 'attention',
      title: t('attention'),
      long: true,
      cell: ({ attention }) =>
        attention.length === 0 ? (
          '–'
        ) : (
          <ul className={styles.reasons}>
            {attentionReasons
              .filter((reason) => attention.includes(reason))
              .map((reason) => (
                <li key={reason}>
                  <Chip tone="warn">{t(`reasons.${reason}`)}</Chip>
                </li>
              ))}
          </ul>
        ),
    },
  ];
}
