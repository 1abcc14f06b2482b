import type { OrderRefunds as Refunds, Refund, RefundableFilm, RefundState } from '@keepsake/contract/orders/refunds';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dateTime, list, money, translated } from '../../../shared/texts/format.ts';
import type { Translate } from '../../../shared/texts/text-keys.ts';
import { useTranslation } from '../../../shared/texts/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { type Column, DataTable } from '../../../ui/layout/data-table.tsx';
import { Text } from '../../../ui/text.tsx';
import { shownInstead } from '../../films/film-lack.tsx';
import { sumText } from '../ledger.api.ts';
import styles from '../ledger.module.css';
import { RefundDialog } from './refund-dialog.tsx';
import { reasonText, refundsQuery } from './refunds.api.ts';

/** The refunds of an order through the payment provider, with their states, and a button to make one. */
export function OrderRefunds({ orderId }: { orderId: string }) {
  const query = useQuery(refundsQuery(orderId));
  return <QueryView query={query}>{(refunds) => <RefundsView orderId={orderId} refunds={refunds} />}</QueryView>;
}

function RefundsView({ orderId, refunds }: { orderId: string; refunds: Refunds }) {
  const { t } = useTranslation('admin-refunds');
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const open = refunds.payments.filter(({ left }) => left > 0);
  const [only] = open;
  const states = refunds.refunds.map(({ id, state, filmsRemovedAt }) => `${id} ${state} ${filmsRemovedAt}`).join();
  const shown = useRef(states);
  useEffect(() => {
    if (shown.current === states) return;
    shown.current = states;
    // The payments and films on the page have changed, too.
    void queries.invalidateQueries({ queryKey: ['admin'] });
  }, [queries, states]);
  return (
    <div className={styles.part}>
      <h5>{t('title')}</h5>
      <DataTable
        caption={t('title')}
        columns={columns(t, refunds.films)}
        rows={refunds.refunds}
        rowKey={({ id }) => id}
        empty={t('none')}
      />
      <div className={styles.actions}>
        <Button variant="secondary" disabled={open.length === 0} onClick={() => setOpen(true)}>
          {only && open.length === 1 ? t('openUpTo', { left: money(only.left, only.currency) }) : t('open')}
        </Button>
      </div>
      {isOpen && <RefundDialog orderId={orderId} refunds={refunds} onClose={() => setOpen(false)} />}
    </div>
  );
}

const tones: Record<RefundState, 'ok' | 'bad' | 'warn' | undefined> = {
  requested: undefined,
  sent: undefined,
  unknown: 'warn',
  pending: undefined,
  succeeded: 'ok',
  failed: 'bad',
  refused: 'bad',
};

function columns(t: Translate<'admin-refunds'>, films: readonly RefundableFilm[]): Column<Refund>[] {
  return [
    {
      key: 'when',
      title: t('when'),
      cell: ({ requestedAt, by }) =>
        by === null ? dateTime(requestedAt) : t('by', { at: dateTime(requestedAt), name: by }),
    },
    { key: 'amount', title: t('amount'), numeric: true, cell: ({ amount, currency }) => sumText(amount, currency) },
    {
      key: 'forWhat',
      title: t('forWhat'),
      cell: (refund) => (
        <>
          <p>
            {refund.scope === 'films'
              ? list(refund.films.map((film) => filmName(film, t)))
              : t(`scopes.${refund.scope}`)}
          </p>
          {refund.films.map((film) => (
            <Instead key={film.id} name={filmName(film, t)} film={films.find(({ id }) => id === film.id)} />
          ))}
          <p className={styles.small}>{refund.note}</p>
        </>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      cell: (refund) => (
        <>
          <StateOf refund={refund} />
          {fate(refund, t) !== '' && <p className={styles.small}>{fate(refund, t)}</p>}
        </>
      ),
    },
  ];
}

function StateOf({ refund }: { refund: Refund }) {
  const { t } = useTranslation('admin-refunds');
  const { state } = refund;
  const words = t(`states.${state}`, { reason: reasonText(refund, t) });
  const tone = tones[state];
  // The text is too long for a chip.
  if (tone === 'ok') return <Chip tone="ok">{words}</Chip>;
  return <p>{words}</p>;
}

/** What happens, or has happened, to the films. */
function fate({ filmsGo, filmsRemovedAt, state }: Refund, t: Translate<'admin-refunds'>): string {
  if (filmsRemovedAt !== null) return t('gone', { at: dateTime(filmsRemovedAt) });
  return filmsGo && state !== 'failed' && state !== 'refused' ? t('willGo') : '';
}

/** What a film shows instead of its effect; nothing for a film that is deleted. */
function Instead({ name, film }: { name: string; film: RefundableFilm | undefined }) {
  const instead = film && shownInstead(name, film);
  if (!instead) return null;
  // What was agreed to is a string, and begins with the name of the film.
  if (typeof instead === 'string') return <p className={styles.small}>{instead}</p>;
  return (
    <p className={styles.small}>
      <Text>{`${name}: `}</Text>
      {instead}
    </p>
  );
}

/** A film by its effect and its number. */
function filmName({ action, number }: Refund['films'][number], t: Translate<'admin-refunds'>): string {
  return t('film', { effect: translated(action), number });
}
