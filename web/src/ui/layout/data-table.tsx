import type { ReactNode } from 'react';
import styles from './data-table.module.css';

/** Maximum characters of a long text in a list. */
const previewLength = 100;

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligned with tabular figures. */
  numeric?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Shown instead of rows when there are none. */
  empty: string;
  /** On narrow screens the titles are beside the values; for short values. */
  dense?: boolean;
}

/** A table with its name; on narrow screens each row becomes a card with its column titles. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty, dense }: DataTableProps<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-dense={dense || undefined}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ key, title, numeric }) => (
              <th key={key} scope="col" data-numeric={numeric || undefined}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, title, cell, numeric }) => (
                <td key={key} data-title={title} data-numeric={numeric || undefined}>
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

export function previewOf(text: string): string {
  const characters = [...text];
  return characters.length <= previewLength ? text : `${characters.slice(0, previewLength).join('')}…`;
}
