import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import type { Translate } from '../../shared/text-keys.ts';
import type { Column } from '../../ui/data-table.tsx';
import styles from './ledger.module.css';

/** The set that money belongs to, as a link to all its money. */
export function orderColumn<Row extends { order: string | null }>(t: Translate<'admin-ledger'>): Column<Row> {
  return {
    key: 'order',
    title: t('entries.order'),
    cell: ({ order }) =>
      order === null ? (
        t('entries.noOrder')
      ) : (
        <Link to={paths.adminTab('ledger', 1, { order })} className={styles.reference}>
          {order}
        </Link>
      ),
  };
}
