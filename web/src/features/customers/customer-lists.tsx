import type {
  CustomerInvoice,
  CustomerOrder,
  CustomerPage,
  CustomerPayment,
} from '@keepsake/contract/admin/customer-page';
import { FileText } from 'lucide-react';
import { paths } from '../../paths.ts';
import { saveFrom } from '../../shared/save-from.ts';
import { dateTime, mediumDate, number } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { Link } from '../../ui/navigation.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { toneOfStatus } from '../orders/order-page.api.ts';
import styles from '../orders/order-page.module.css';
import { sumText } from '../payment/ledger.api.ts';

export function OrderTable({ orders }: { orders: readonly CustomerOrder[] }) {
  const { t } = useTranslation('admin-customer');
  return (
    <DataTable
      caption={t('orders.title')}
      rows={orders}
      rowKey={({ id }) => id}
      empty={t('orders.none')}
      columns={orderColumns(t)}
    />
  );
}

function orderColumns(t: Translate<'admin-customer'>): Column<CustomerOrder>[] {
  return [
    {
      key: 'set',
      title: t('orders.set'),
      long: true,
      cell: ({ id, name, createdAt }) => <OrderLink id={id} name={name ?? mediumDate(createdAt)} />,
    },
    {
      key: 'status',
      title: t('orders.status'),
      cell: ({ status }) => <Chip tone={toneOfStatus[status]}>{t(`admin-order:status.${status}`)}</Chip>,
    },
    { key: 'paid', title: t('orders.paid'), cell: ({ paidAt }) => (paidAt === null ? '–' : dateTime(paidAt)) },
    { key: 'photos', title: t('orders.photos'), numeric: true, cell: ({ photos }) => number(photos) },
    {
      key: 'films',
      title: t('orders.films'),
      numeric: true,
      cell: ({ status, films, done }) =>
        status === 'deleted' ? number(films) : t('orders.done', { done, count: films }),
    },
    {
      key: 'failed',
      title: t('orders.failed'),
      numeric: true,
      cell: ({ failed }) => (failed > 0 ? <strong>{number(failed)}</strong> : '–'),
    },
    {
      key: 'amount',
      title: t('orders.amount'),
      numeric: true,
      cell: ({ amount, currency }) => sumText(amount, currency),
    },
  ];
}

function OrderLink({ id, name }: { id: string; name: string }) {
  return (
    <Link className={styles.words} to={paths.adminTab('orders', 1, { order: id })}>
      {name}
    </Link>
  );
}

export function PaymentTable({ payments }: { payments: readonly CustomerPayment[] }) {
  const { t } = useTranslation('admin-customer');
  return (
    <DataTable
      caption={t('payments.title')}
      rows={payments}
      rowKey={({ payment }) => payment}
      empty={t('payments.none')}
      columns={paymentColumns(t)}
    />
  );
}

function paymentColumns(t: Translate<'admin-customer'>): Column<CustomerPayment>[] {
  return [
    {
      key: 'payment',
      title: t('payments.payment'),
      long: true,
      cell: ({ payment, order, fulfilled }) => (
        <>
          <OrderLink id={order} name={payment} />
          {!fulfilled && <p className={styles.small}>{t('payments.unfulfilled')}</p>}
        </>
      ),
    },
    { key: 'at', title: t('payments.at'), cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    {
      key: 'charged',
      title: t('payments.charged'),
      numeric: true,
      cell: ({ charged, currency }) => sumText(charged, currency),
    },
    {
      key: 'refunded',
      title: t('payments.refunded'),
      numeric: true,
      cell: ({ refunded, currency }) => sumText(refunded, currency),
    },
  ];
}

export function InvoiceTable({ invoices }: { invoices: readonly CustomerInvoice[] }) {
  const { t } = useTranslation('admin-customer');
  return (
    <DataTable
      caption={t('invoices.title')}
      rows={invoices}
      rowKey={({ id }) => id}
      empty={t('invoices.none')}
      columns={invoiceColumns(t)}
    />
  );
}

function invoiceColumns(t: Translate<'admin-customer'>): Column<CustomerInvoice>[] {
  return [
    {
      key: 'number',
      title: t('invoices.number'),
      cell: ({ number: given, order }) => {
        const name = given ?? t('invoices.noNumber');
        return order === null ? name : <OrderLink id={order} name={name} />;
      },
    },
    {
      key: 'state',
      title: t('invoices.state'),
      cell: ({ state }) => t(state === null ? 'admin-order:invoice.draft' : `admin-order:invoice.${state}`),
    },
    {
      key: 'partner',
      title: t('invoices.partner'),
      long: true,
      cell: ({ partnerName }) => <span className={styles.words}>{partnerName}</span>,
    },
    {
      key: 'amount',
      title: t('invoices.amount'),
      numeric: true,
      cell: ({ amount, currency }) => sumText(amount, currency),
    },
    {
      key: 'pdf',
      title: t('invoices.pdf'),
      cell: ({ pdfUrl, number: given }) =>
        pdfUrl !== null && (
          <Button
            variant="secondary"
            icon={<FileText size={18} aria-hidden="true" />}
            aria-label={t('invoices.openNamed', { number: given ?? '' })}
            onClick={() =>
              void saveFrom(pdfUrl).catch(() => toast(t('admin-order:invoice.notOpened'), { tone: 'bad' }))
            }
          >
            {t('invoices.open')}
          </Button>
        ),
    },
  ];
}

export function SessionTable({ sessions }: { sessions: CustomerPage['sessions'] }) {
  const { t } = useTranslation('admin-customer');
  return (
    <DataTable
      caption={t('sessions.title')}
      rows={sessions}
      rowKey={({ id }) => id}
      empty={t('sessions.none')}
      columns={sessionColumns(t)}
    />
  );
}

function sessionColumns(t: Translate<'admin-customer'>): Column<CustomerPage['sessions'][number]>[] {
  return [
    { key: 'device', title: t('sessions.device'), long: true, cell: ({ device }) => device ?? t('sessions.unknown') },
    {
      key: 'opened',
      title: t('sessions.opened'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
    },
    {
      key: 'used',
      title: t('sessions.used'),
      cell: ({ lastUsedAt }) => <time dateTime={lastUsedAt}>{dateTime(lastUsedAt)}</time>,
    },
  ];
}
