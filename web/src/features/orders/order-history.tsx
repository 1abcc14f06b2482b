import { type AuditAction, auditActions } from '@keepsake/contract/admin/audit';
import type { HistoryEntry } from '@keepsake/contract/admin/order-page';
import { standInOf } from '@keepsake/contract/photos/photo-checks';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { dateTime, money, translated } from '../../shared/texts/format.ts';
import type { Translate } from '../../shared/texts/text-keys.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { asAgreed } from '../films/as-agreed.ts';
import { EventLack } from '../films/film-lack.tsx';
import { reasonOf } from '../films/admin/films-tab/failure-reasons.tsx';
import { mailName } from './mail-table.tsx';
import { historyPageSize, historyQuery } from './order-page.api.ts';
import styles from './order-page.module.css';

/** The history of an order, newest first, with errors and administrators' actions. */
export function OrderHistory({ id }: { id: string }) {
  const { t } = useTranslation('admin-order');
  const { t: ofVideos } = useTranslation('admin-videos');
  const [page, setPage] = useState(1);
  const query = useQuery(historyQuery(id, page));
  return (
    <QueryView query={query}>
      {({ entries, total }) => (
        <>
          {total === 0 && <p>{t('history.none')}</p>}
          <ol className={styles.history}>
            {entries.map((entry, at) => (
              <li key={`${entry.at} ${entry.kind} ${at}`} className={styles.entry}>
                <time dateTime={entry.at}>{dateTime(entry.at)}</time>
                <div className={styles.words}>
                  <p>{words(entry, t, ofVideos)}</p>
                  <EventLack event={entry} className={styles.small} />
                  {entry.detail !== null && <p className={styles.small}>{entry.detail}</p>}
                </div>
              </li>
            ))}
          </ol>
          {total > historyPageSize && (
            <div className={styles.actions}>
              <Button
                variant="secondary"
                icon={<ChevronLeft size={18} aria-hidden="true" />}
                disabled={page === 1}
                onClick={() => setPage(page - 1)}
              >
                {t('history.newer')}
              </Button>
              <Button
                variant="secondary"
                icon={<ChevronRight size={18} aria-hidden="true" />}
                disabled={page * historyPageSize >= total}
                onClick={() => setPage(page + 1)}
              >
                {t('history.older')}
              </Button>
            </div>
          )}
        </>
      )}
    </QueryView>
  );
}

function words(entry: HistoryEntry, t: Translate<'admin-order'>, ofVideos: Translate<'admin-videos'>): string {
  const { kind, amount, currency, film, code, by } = entry;
  const values = {
    amount: amount === null || currency === null ? '' : money(amount, currency),
    film: film === null ? '' : t('dashboard:film.numbered', { effect: translated(film.action), number: film.number }),
    photo: entry.photo ?? '',
    attempt: film?.attempt ?? 1,
    mail: mailName(t, code),
    by: by ?? t('history.somebody'),
    module: code ?? '',
  };
  const standIn = kind === 'film_as_agreed' ? standInOf(code) : undefined;
  if (standIn) return asAgreed(t('dashboard:film.ofPhoto', values), standIn);
  if (kind === 'film_failed') return `${t('history.film_failed', values)} ${reasonOf(ofVideos, code)}`;
  if (kind === 'owed' && film === null) return t('history.owedDeleted');
  if (kind === 'changed') return t('history.changed', { ...values, action: actionName(t, code) });
  if (kind === 'deleted') return t(`history.deletedBy.${reasons.find((one) => one === code) ?? 'customer'}`);
  return t(`history.${kind === 'film_as_agreed' ? 'film_replaced' : kind}`, values);
}

const reasons = ['customer', 'account', 'retention'] as const;

/** A newer version of the server may write actions that this page does not know. */
function actionName(t: Translate<'admin-order'>, action: string | null): string {
  const known = auditActions.find((one): one is AuditAction => one === action);
  return known === undefined ? (action ?? '') : t(`admin-audit:actions.${known}`);
}
