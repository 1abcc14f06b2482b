import type { Endpoint } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useNavigate } from 'react-router';
import { saveTable } from '../../shared/save-table.ts';
import { errorText } from '../../shared/texts/i18n.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../button.tsx';
import { toast } from '../overlays/toast-store.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import type { Sort } from './list-search.ts';
import { Pagination } from './pagination.tsx';
import styles from './sorted-list.module.css';

interface SortedListProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'sort'> {
  /** A page of the list, and the total number of rows; `more` if counting stopped there. */
  list: { data: readonly Row[]; total: number; more: boolean };
  page: number;
  sort: Sort<string>;
  /** Returns the URL of a page of the list in this order. */
  to: (page: number, sort: Sort<string>) => string;
  /** The number of rows as text. */
  size: string;
  /** The whole list as a file. */
  download: WholeList;
  pagesLabel: string;
}

interface WholeList {
  endpoint: Endpoint & { replyType: 'csv' };
  query: Record<string, unknown>;
  name: string;
}

/** A page of an administrators' list: its size, a download, the sortable table, and links to other pages. */
export function SortedList<Row>({ list, page, sort, to, size, download, pagesLabel, ...table }: SortedListProps<Row>) {
  const { t } = useTranslation('admin');
  const navigate = useNavigate();
  return (
    <>
      <div className={styles.line}>
        <p className={styles.text}>{size}</p>
        <DownloadButton {...download} />
      </div>
      <DataTable
        {...table}
        rows={list.data}
        sort={{
          by: sort.sort,
          direction: sort.direction,
          onSort: (by, direction) => void navigate(to(1, { sort: by, direction })),
          label: t('table.sortBy'),
          directions: { asc: t('table.ascending'), desc: t('table.descending') },
        }}
      />
      <Pagination
        page={page}
        pages={Math.ceil(list.total / limits.adminPageSize)}
        isLonger={list.more}
        to={(next) => to(next, sort)}
        label={pagesLabel}
      />
    </>
  );
}

function DownloadButton({ endpoint, query, name }: WholeList) {
  const { t } = useTranslation('admin');
  const saving = useMutation({
    mutationFn: () => saveTable(endpoint, query, name),
    onError: (error) => toast(errorText(error), { tone: 'bad' }),
  });
  return (
    <Button
      variant="secondary"
      icon={<Download size={18} aria-hidden="true" />}
      busy={saving.isPending}
      onClick={() => saving.mutate()}
    >
      {t('table.download')}
    </Button>
  );
}
