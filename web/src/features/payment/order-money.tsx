import type { Order, OrderEffect, OrderPayment } from '@keepsake/contract/orders/ledger';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { dateTime, number, translated } from '../../shared/texts/format.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { type Column, DataTable } from '../../ui/layout/data-table.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast-store.ts';
import { LedgerEntries } from './ledger-entries.tsx';
import { archiveOrder, orderQuery, sumText } from './ledger.api.ts';
import styles from './ledger.module.css';
import { GrantForm, RefundForm } from './order-forms.tsx';
import { OrderRefunds } from './refunds/order-refunds.tsx';

/** Payments, refunds, films and what is owed of an order, the ways to compensate, and its archive. */
export function OrderMoney({ id }: { id: string }) {
  const query = useQuery(orderQuery(id));
  return <QueryView query={query}>{(order) => <OrderView order={order} />}</QueryView>;
}

function OrderView({ order }: { order: Order }) {
  const { t } = useTranslation('admin-ledger');
  const [open, setOpen] = useState<'refund' | 'grant' | 'archive' | null>(null);
  const queries = useQueryClient();
  const close = () => setOpen(null);
  const credited = (after: Order, words: string) => {
    queries.setQueryData(orderQuery(order.id).queryKey, after);
    void queries.invalidateQueries({ queryKey: ['admin'] });
    toast(words);
    close();
  };
  const archiving = useMutation({
    mutationFn: () => archiveOrder(order.id, !order.archived),
    onSuccess: (after) => credited(after, t(after.archived ? 'order.archiveDone' : 'order.bringBackDone')),
    onError: (error) => {
      toast(errorText(error), { tone: 'bad' });
      close();
      // Another administrator or the customer may have been faster.
      void queries.invalidateQueries({ queryKey: ['admin'] });
    },
  });
  const { paidAt, deleted, archived, payments, effects, owed, entries } = order;
  const ArchiveIcon = archived ? ArchiveRestore : Archive;
  return (
    <div className={styles.part}>
      <p>{paidAt === null ? t('order.unpaid') : t('order.paidAt', { at: dateTime(paidAt) })}</p>
      {deleted && (
        <Notice tone="neutral" announce={false}>
          <p>{t('order.deleted')}</p>
        </Notice>
      )}
      {archived && (
        <Notice tone="neutral" announce={false}>
          <p>{t('order.archived')}</p>
        </Notice>
      )}
      {owed.length > 0 && (
        <Notice tone="warn" announce={false}>
          <p>{t('order.owed', { count: owed.length })}</p>
        </Notice>
      )}
      <div className={styles.actions}>
        <Button variant="secondary" disabled={!payments.some(({ left }) => left > 0)} onClick={() => setOpen('refund')}>
          {t('refund.title')}
        </Button>
        <Button
          variant="secondary"
          disabled={!effects.some(({ room }) => room > 0) || paidAt === null}
          onClick={() => setOpen('grant')}
        >
          {t('grant.title')}
        </Button>
        <Button
          variant="secondary"
          icon={<ArchiveIcon size={18} aria-hidden="true" />}
          disabled={deleted || paidAt === null}
          onClick={() => setOpen('archive')}
        >
          {t(archived ? 'order.bringBack' : 'order.archive')}
        </Button>
      </div>
      <DataTable
        caption={t('order.payments')}
        columns={paymentColumns(t)}
        rows={payments}
        rowKey={({ payment }) => payment}
        empty={t('order.noPayment')}
      />
      {effects.length > 0 && (
        <DataTable
          caption={t('order.films')}
          columns={effectColumns(t)}
          rows={effects}
          rowKey={({ contentId, promptId }) => `${contentId} ${promptId}`}
          empty={t('order.films')}
        />
      )}
      <OrderRefunds orderId={order.id} />
      <h5>{t('entries.title')}</h5>
      <LedgerEntries entries={entries} empty={t('entries.none')} ofOrder />
      {open === 'archive' && (
        <ConfirmDialog
          title={t(archived ? 'order.bringBackTitle' : 'order.archiveTitle')}
          confirmLabel={t(archived ? 'order.bringBack' : 'order.archive')}
          busy={archiving.isPending}
          onConfirm={() => archiving.mutate()}
          onCancel={close}
        >
          <p>{t(archived ? 'order.bringBackText' : 'order.archiveText')}</p>
        </ConfirmDialog>
      )}
      {open === 'refund' && (
        <Dialog title={t('refund.title')} onClose={close}>
          <RefundForm order={order} onDone={(after) => credited(after, t('refund.done'))} />
        </Dialog>
      )}
      {open === 'grant' && (
        <Dialog title={t('grant.title')} onClose={close}>
          <GrantForm order={order} onDone={(after) => credited(after, t('grant.done'))} />
        </Dialog>
      )}
    </div>
  );
}

function paymentColumns(t: Translate<'admin-ledger'>): Column<OrderPayment>[] {
  return [
    {
      key: 'payment',
      title: t('order.payment'),
      cell: ({ payment, fulfilled }) => (
        <>
          <span className={styles.reference}>{payment}</span>
          {!fulfilled && <p className={styles.small}>{t('order.unfulfilled')}</p>}
        </>
      ),
    },
    {
      key: 'charged',
      title: t('order.charged'),
      numeric: true,
      cell: ({ charged, currency }) => sumText(charged, currency),
    },
    {
      key: 'refunded',
      title: t('order.refunded'),
      numeric: true,
      cell: ({ refunded, currency }) => sumText(refunded, currency),
    },
    { key: 'left', title: t('order.left'), numeric: true, cell: ({ left, currency }) => sumText(left, currency) },
  ];
}

function effectColumns(t: Translate<'admin-ledger'>): Column<OrderEffect>[] {
  return [
    { key: 'photo', title: t('order.photo'), cell: ({ photo }) => <span className={styles.note}>{photo}</span> },
    { key: 'effect', title: t('order.effect'), cell: ({ action }) => translated(action) },
    { key: 'films', title: t('order.films'), numeric: true, cell: ({ films }) => number(films) },
    { key: 'failed', title: t('order.failed'), numeric: true, cell: ({ failed }) => number(failed) },
    { key: 'granted', title: t('order.granted'), numeric: true, cell: ({ granted }) => number(granted) },
  ];
}
