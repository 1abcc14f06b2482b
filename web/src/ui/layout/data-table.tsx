import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { useMedia } from '../use-media.ts';
import { SelectField } from '../forms/fields/select-field.tsx';
import styles from './data-table.module.css';

/** Maximum characters of a long text in a list. */
const previewLength = 100;

export type Direction = 'asc' | 'desc';

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
  /** For names or other text of any length: it wraps anywhere, and keeps a readable width. */
  long?: boolean;
  /** The sort key of this column, and its first direction. */
  sort?: { by: string; first: Direction };
}

/** The current order of the list. If rows are cards, which have no titles, a select field with these texts sorts it. */
export interface TableSort {
  by: string;
  direction: Direction;
  onSort: (by: string, direction: Direction) => void;
  label: string;
  directions: Record<Direction, string>;
}

export interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead of rows when there are none. */
  empty: string;
  /** On narrow screens the titles are beside the values; for short values. */
  dense?: boolean;
  sort?: TableSort;
}

/** More columns than this fit beside the navigation only on wide screens. */
const fewColumns = 6;

/** The windows in which so many columns have no room. */
function tooNarrowFor(columns: number): string {
  if (columns > fewColumns) return '(width < 80rem)';
  return columns === fewColumns ? '(width < 70rem)' : '(width < 40rem)';
}

/** A table with a caption; if its columns do not fit, each row becomes a card with the column titles. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty, dense, sort }: DataTableProps<Row>) {
  const isMany = columns.length > fewColumns;
  const hasCards = useMedia(tooNarrowFor(columns.length));
  return (
    <div className={styles.frame} data-cards={hasCards || undefined}>
      {hasCards && sort && <SortField columns={columns} sort={sort} />}
      <table className={styles.table} data-dense={dense || undefined} data-many={isMany || undefined}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              // Cards hide the titles, and with them their sort buttons.
              <Title key={column.key} column={column} sort={hasCards ? undefined : sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, title, cell, numeric, long }) => (
                <td key={key} data-title={title} data-numeric={numeric || undefined} data-long={long || undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length} className={styles.empty}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

/** The title of a column; a button if the column is sortable. */
function Title<Row>({ column, sort }: { column: Column<Row>; sort: TableSort | undefined }) {
  const { title, numeric, sort: own } = column;
  if (own === undefined || sort === undefined) {
    return (
      <th scope="col" data-numeric={numeric || undefined}>
        {title}
      </th>
    );
  }
  const current = sort.by === own.by ? sort.direction : null;
  return (
    <th
      scope="col"
      data-numeric={numeric || undefined}
      data-sorts
      aria-sort={current === null ? undefined : ariaSort[current]}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => sort.onSort(own.by, current === null ? own.first : current === 'asc' ? 'desc' : 'asc')}
      >
        <span>{title}</span>
        <SortIcon direction={current ?? own.first} />
      </button>
    </th>
  );
}

/** One icon, rotated, so that pages load no second one. */
function SortIcon({ direction }: { direction: Direction }) {
  return <ChevronDown size={16} className={styles.direction} data-direction={direction} aria-hidden="true" />;
}

function SortField<Row>({ columns, sort }: { columns: readonly Column<Row>[]; sort: TableSort }) {
  const { by, direction, onSort, label, directions } = sort;
  const sortable = columns.flatMap(({ title, sort: own }) => (own ? [{ title, ...own }] : []));
  return (
    <div className={styles.sortField}>
      <SelectField
        label={label}
        value={by}
        onChange={({ target }) => {
          const chosen = sortable.find((one) => one.by === target.value);
          if (chosen) onSort(chosen.by, chosen.first);
        }}
        options={sortable.map((one) => ({ value: one.by, label: one.title }))}
      />
      <Button
        variant="secondary"
        icon={<SortIcon direction={direction} />}
        onClick={() => onSort(by, direction === 'asc' ? 'desc' : 'asc')}
      >
        {directions[direction]}
      </Button>
    </div>
  );
}

export function previewOf(text: string): string {
  const characters = [...text];
  return characters.length <= previewLength ? text : `${characters.slice(0, previewLength).join('')}…`;
}
