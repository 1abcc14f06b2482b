import { ChartColumn, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../button.tsx';
import { DataTable } from '../layout/data-table.tsx';
import { ChartPlot, type ChartPoint } from './chart-plot.tsx';
import styles from './charts.module.css';

export interface ChartTexts {
  title: string;
  /** A summary of the chart in one or two sentences, for all users. */
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

/** A chart with title and summary. Its data can also be shown as a table, newest first. */
function ChartFrame({ title, summary, pointTitle, valueTitle, points, format, children }: Props) {
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
        // Focusable, because it scrolls.
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

/** A line chart with a scale from 0. */
export function LineChart(props: ChartTexts & { points: readonly ChartPoint[]; format: (value: number) => string }) {
  const { title, points, format } = props;
  const across = (index: number) => (points.length > 1 ? (index / (points.length - 1)) * 100 : 50);
  return (
    <ChartFrame {...props}>
      <ChartPlot title={title} points={points} format={format} across={across}>
        {(up) => {
          const line = points.map(({ value }, index) => `${across(index)},${100 - up(value)}`);
          return (
            <>
              <polygon points={`0,100 ${line.join(' ')} 100,100`} className={styles.under} />
              <polyline points={line.join(' ')} className={styles.line} />
            </>
          );
        }}
      </ChartPlot>
    </ChartFrame>
  );
}

/** A bar chart with a scale from 0. */
export function BarChart(props: ChartTexts & { points: readonly ChartPoint[]; format: (value: number) => string }) {
  const { title, points, format } = props;
  const wide = 100 / Math.max(1, points.length);
  return (
    <ChartFrame {...props}>
      <ChartPlot title={title} points={points} format={format} across={(index) => (index + 0.5) * wide}>
        {(up) =>
          points.map(({ key, value }, index) => (
            <rect
              key={key}
              x={(index + 0.15) * wide}
              width={0.7 * wide}
              y={100 - up(value)}
              height={up(value)}
              className={styles.bar}
            />
          ))
        }
      </ChartPlot>
    </ChartFrame>
  );
}

export interface Slice {
  label: string;
  value: number;
}

/** The colours of the slices in order; a table beside the chart has the same data. */
export const sliceColors = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-5)'];

const radius = 50;
/** Gap between slices, for users who cannot tell the colours apart. */
const gap = 0.75;

/** A pie chart of at most five slices; `label` is its text alternative. Zero values have no slice. */
export function PieChart({ label, slices }: { label: string; slices: readonly Slice[] }) {
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  const starts = slices.map((_, at) => slices.slice(0, at).reduce((sum, { value }) => sum + value, 0) / total);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing of the page's own colours, which an image file does not know
    <svg viewBox="-51 -51 102 102" role="img" aria-label={label} className={styles.pie}>
      {total === 0 && <circle r={radius} className={styles.none} />}
      {slices.map(({ label: name, value }, at) => {
        const share = value / total;
        if (!(share > 0)) return null;
        const fill = sliceColors[at];
        if (share === 1) return <circle key={name} r={radius} fill={fill} />;
        return (
          <path key={name} d={sector(starts[at] ?? 0, share)} fill={fill} strokeWidth={gap} className={styles.slice} />
        );
      })}
    </svg>
  );
}

/** SVG path of a sector, clockwise from the top; `start` and `share` are fractions of the circle. */
function sector(start: number, share: number): string {
  const isLarge = share > 0.5 ? 1 : 0;
  return `M0 0L${pointAt(start)}A${radius} ${radius} 0 ${isLarge} 1 ${pointAt(start + share)}Z`;
}

function pointAt(turn: number): string {
  const angle = turn * 2 * Math.PI;
  return `${(radius * Math.sin(angle)).toFixed(3)} ${(-radius * Math.cos(angle)).toFixed(3)}`;
}
