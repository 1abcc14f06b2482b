import { deleteOrder, type OrderPage as Order, retryOrder } from '@keepsake/contract/admin/order-page';
import { id as idText } from '@keepsake/contract/primitives';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, RotateCw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { paths } from '../../paths.ts';
import { call } from '../../shared/api.ts';
import { useSearch } from '../../shared/search-params.ts';
import { dateTime, languageNames } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Link } from '../../ui/navigation.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { TypedConfirmDialog } from '../../ui/overlays/typed-confirm-dialog.tsx';
import { OrderMoney } from '../payment/order-money.tsx';
import { Facts } from './facts.tsx';
import { SectionLinks } from './section-links.tsx';
import { KeepLonger } from './keep-longer.tsx';
import { MailTable } from './mail-table.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderInvoice } from './order-invoice.tsx';
import { orderPageQuery, toneOfStatus, useOrderAction } from './order-page.api.ts';
import styles from './order-page.module.css';
import { OrderPhotos } from './order-photos.tsx';

const search = z.object({ order: z.optional(idText) });

/** One order with everything that an administrator needs to answer its customer's questions. */
export function Component() {
  const id = useSearch(search)?.order;
  const { t } = useTranslation('admin-order');
  return (
    <>
      <p>
        <LinkButton variant="quiet" icon={<ArrowLeft size={18} aria-hidden="true" />} to={paths.adminTab('orders')}>
          {t('back')}
        </LinkButton>
      </p>
      {id === undefined ? <Notice tone="bad">{t('errors:not_found')}</Notice> : <OrderPage key={id} id={id} />}
    </>
  );
}

function OrderPage({ id }: { id: string }) {
  const query = useQuery(orderPageQuery(id));
  useRefreshAfterFilms(query.data);
  return <QueryView query={query}>{(order) => <OrderView order={order} />}</QueryView>;
}

/** A change of the films also changes payments and history of the order. */
function useRefreshAfterFilms(order: Order | undefined): void {
  const queries = useQueryClient();
  const states = order?.photos.flatMap(({ films }) => films.map(({ state }) => state)).join();
  const seen = useRef(states);
  useEffect(() => {
    const before = seen.current;
    seen.current = states;
    if (before === undefined || before === states) return;
    void queries.invalidateQueries({ queryKey: ['admin', 'ledger'] });
    void queries.invalidateQueries({ queryKey: ['admin', 'order-history'] });
  }, [queries, states]);
}

function OrderView({ order }: { order: Order }) {
  const { t } = useTranslation('admin-order');
  const { id, customer, status, invoice, mails } = order;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h3 className={styles.title}>{customer ? t('titleOf', { name: customer.name }) : t('titleGone')}</h3>
        <Chip tone={toneOfStatus[status]}>{t(`status.${status}`)}</Chip>
      </header>
      <SectionLinks
        names={{
          'order-photos': t('photos.title'),
          'order-money': order.hasMoney ? t('money') : undefined,
          'order-invoice': t('invoice.title'),
          'order-mails': t('mails.title'),
          'order-history': t('history.title'),
        }}
      />
      <Summary order={order} />
      <FailedFilms order={order} />
      <section className={styles.section} aria-labelledby="order-photos">
        <h4 id="order-photos">{t('photos.title')}</h4>
        <OrderPhotos order={order} />
      </section>
      {order.hasMoney && (
        <section className={styles.section} aria-labelledby="order-money">
          <h4 id="order-money">{t('money')}</h4>
          <OrderMoney id={id} />
        </section>
      )}
      <section className={styles.section} aria-labelledby="order-invoice">
        <h4 id="order-invoice">{t('invoice.title')}</h4>
        <OrderInvoice orderId={id} invoice={invoice} status={status} />
      </section>
      <section className={styles.section} aria-labelledby="order-mails">
        <h4 id="order-mails">{t('mails.title')}</h4>
        <MailTable mails={mails} />
      </section>
      <section className={styles.section} aria-labelledby="order-history">
        <h4 id="order-history">{t('history.title')}</h4>
        <OrderHistory id={id} />
      </section>
      {customer && status !== 'deleted' && <Deletion order={order} email={customer.email} />}
    </div>
  );
}

function Summary({ order }: { order: Order }) {
  const { t } = useTranslation('admin-order');
  const { id, name, customer, createdAt, paidAt, deletionDate, deletion } = order;
  const films = order.photos.flatMap((photo) => photo.films);
  const done = films.filter(({ state }) => state === 'done').length;
  return (
    <Facts
      facts={[
        [
          t('customer'),
          customer ? (
            <span key="customer" className={styles.customer}>
              <Link to={paths.adminTab('users', 1, { user: customer.id })}>
                <EmailAddress email={customer.email} />
              </Link>
              <span>{customer.name}</span>
              {!customer.verified && <Chip tone="warn">{t('notVerified')}</Chip>}
              {customer.disabled && <Chip tone="bad">{t('disabled')}</Chip>}
            </span>
          ) : (
            t('customerGone')
          ),
        ],
        [t('language'), customer && languageNames[customer.language]],
        [t('name'), name],
        [t('created'), createdAt && dateTime(createdAt)],
        [t('paid'), paidAt ? dateTime(paidAt) : t('unpaid')],
        [t('films'), films.length > 0 ? t('filmsDone', { done, count: films.length }) : null],
        [t('deletedOn'), deletionDate && <KeepLonger key="deletion" orderId={id} deletionDate={deletionDate} />],
        [
          t('status.deleted'),
          deletion &&
            t(`deletion.${deletion.reason}`, {
              at: dateTime(deletion.at),
              photos: deletion.photos,
              films: deletion.films,
            }),
        ],
        [t('id'), <code key="id">{id}</code>],
      ]}
    />
  );
}

/** The failed films, with a button to retry them. */
function FailedFilms({ order }: { order: Order }) {
  const { t } = useTranslation('admin-order');
  const [isAsked, setAsked] = useState(false);
  const failed = order.photos
    .flatMap(({ films }) => films)
    .filter(({ state, refunded }) => state === 'failed' && !refunded);
  const retry = useOrderAction(() => call(retryOrder, { params: { id: order.id } }), {
    done: t('retry.done'),
    onSettled: () => setAsked(false),
  });
  if (failed.length === 0) return null;
  const unsure = failed.filter(({ mayBeChargedTwice }) => mayBeChargedTwice).length;
  return (
    <Notice
      tone="bad"
      announce={false}
      title={t('retry.failed', { count: failed.length })}
      action={
        <p className={styles.noticeAction}>
          <Button variant="secondary" icon={<RotateCw size={18} aria-hidden="true" />} onClick={() => setAsked(true)}>
            {t('retry.button')}
          </Button>
        </p>
      }
    >
      <p>{t('retry.intro')}</p>
      {isAsked && (
        <ConfirmDialog
          title={t('retry.title', { count: failed.length })}
          confirmLabel={t('retry.button')}
          busy={retry.isPending}
          onConfirm={() => retry.mutate()}
          onCancel={() => setAsked(false)}
        >
          <p>{t('retry.text')}</p>
          {unsure > 0 && <p className={styles.warning}>{t('retry.unsure', { count: unsure })}</p>}
        </ConfirmDialog>
      )}
    </Notice>
  );
}

function Deletion({ order, email }: { order: Order; email: string }) {
  const { t } = useTranslation('admin-order');
  const [isAsked, setAsked] = useState(false);
  const { id, photos } = order;
  const films = photos.reduce((sum, photo) => sum + photo.films.length, 0);
  const deletion = useOrderAction(() => call(deleteOrder, { params: { id }, body: { email } }), {
    done: t('delete.done'),
    onSettled: () => setAsked(false),
  });
  return (
    <section className={styles.section} aria-labelledby="order-deletion">
      <h4 id="order-deletion">{t('delete.heading')}</h4>
      <p className={styles.intro}>{t('delete.intro')}</p>
      <p>
        <Button variant="danger" icon={<Trash2 size={18} aria-hidden="true" />} onClick={() => setAsked(true)}>
          {t('delete.button')}
        </Button>
      </p>
      {isAsked && (
        <TypedConfirmDialog
          title={t('delete.title')}
          words={email}
          label={t('delete.type')}
          confirmLabel={t('delete.button')}
          busy={deletion.isPending}
          onConfirm={() => deletion.mutate()}
          onCancel={() => setAsked(false)}
        >
          <p>{t('delete.text', { photos: photos.length, films })}</p>
        </TypedConfirmDialog>
      )}
    </section>
  );
}
