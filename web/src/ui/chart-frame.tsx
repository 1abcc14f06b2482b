import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../shared/use-translation.ts';
import { Button } from './button.tsx';
import styles from './chart-frame.module.css';
import type { ChartPoint } from './chart-plot.tsx';
import { DataTable } from './data-table.tsx';

export interface ChartTexts {
  title: string;
  /** What the chart shows, in a sentence or two: for whoever cannot see it, and for everybody else. */
  summary: string;
  /** Titles of the table's columns. */
  pointTitle: string;
  valueTitle: string;
}

interface Props extends ChartTexts {
  points: readonly ChartPoint[];
  format: (value: number) => string;
  children: ReactNode;
}

/** A chart with its name and what it says in words; the same figures as a table, the newest first, for whoever wants to read them. */
export function ChartFrame({ title, summary, pointTitle, valueTitle, points, format, children }: Props) {
  const { t } = useTranslation();
  const [isTable, showTable] = useState(false);
  const id = useId();
  return (
    <figure className={styles.frame} aria-labelledby={`${id}-title`}>
      <figcaption className={styles.head}>
        <h3 id={`${id}-title`}>{title}</h3>
        <Button
          variant="quiet"
          icon={isTable ? <ChartColumn size={20} aria-hidden="true" /> : <Table2 size={20} aria-hidden="true" />}
          onClick={() => showTable(!isTable)}
        >
          {t(isTable ? 'chart.asChart' : 'chart.asTable')}
        </Button>
      </figcaption>
      <p className={styles.summary}>{summary}</p>
      {isTable ? (
        // Reachable by keyboard, because it scrolls.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={styles.table} tabIndex={0} aria-labelledby={`${id}-title`}>
          <DataTable
            caption={title}
            columns={[
              { key: 'point', title: pointTitle, cell: ({ name }: ChartPoint) => name },
              { key: 'value', title: valueTitle, numeric: true, cell: ({ value }: ChartPoint) => format(value) },
            ]}
            rows={points.toReversed()}
            rowKey={({ key }) => key}
            empty={summary}
          />
        </section>
      ) : (
        children
      )}
    </figure>
  );
}
