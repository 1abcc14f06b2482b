import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { number } from '../../shared/texts/format.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './attention.module.css';
import { orderList } from './order-lists.ts';
import type { Overview } from './monitoring.api.ts';

type Need = keyof Overview['now']['attention'];

/** The page to solve each problem, most urgent first. */
const listOf: Record<Need, string> = {
  stoppedProviders: paths.adminTab('config'),
  unfulfilledPayments: orderList({ attention: 'payment_unfulfilled' }),
  failedFilms: paths.adminTab('videos'),
  owedFilms: paths.adminTab('videos'),
  failedInvoices: paths.adminTab('errors'),
  undeliveredMails: paths.adminTab('errors'),
  openDisputes: orderList({ attention: 'dispute_open' }),
};
const needs = Object.keys(listOf) as Need[];

/** What needs an administrator, each with a link to its list; a short message if there is nothing. */
export function Attention({ now: { attention }, children }: Pick<Overview, 'now'> & { children?: ReactNode }) {
  const { t } = useTranslation('admin-overview');
  const shown = needs.filter((need) => attention[need] > 0);
  return (
    <section className={styles.section} aria-labelledby="attention">
      <h3 id="attention">{t('attention.title')}</h3>
      {shown.length === 0 ? (
        <p className={styles.calm}>{t('attention.none')}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((need) => (
            <li key={need}>
              <Link to={listOf[need]} className={styles.need}>
                <span className={styles.count}>{number(attention[need])}</span>
                <span>{t(`attention.${need}`, { count: attention[need] })}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {children}
    </section>
  );
}
