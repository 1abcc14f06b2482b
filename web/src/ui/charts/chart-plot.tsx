import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './chart-plot.module.css';

export interface ChartPoint {
  /** Unique among the points. */
  key: string;
  /** Full name: `20 November 2026`. */
  name: string;
  /** Axis label: `20 Nov`. */
  label: string;
  value: number;
}

interface Props {
  title: string;
  points: readonly ChartPoint[];
  /** Formats a value: `$12.00`. */
  format: (value: number) => string;
  /** Horizontal position of each point, in percent. */
  across: (index: number) => number;
  /** SVG content in coordinates from 0 to 100, origin at the top left; `up` returns the height of a value. */
  children: (up: (value: number) => number) => ReactNode;
}

const [height, width] = [100, 100];

/**
 * Axes and plot. An invisible slider over the plot reads the points one by one, by keyboard, mouse or touch.
 */
export function ChartPlot({ title, points, format, across, children }: Props) {
  const { t } = useTranslation();
  // Stores the point's key, not its index: the same point stays selected when the data changes, else the last one.
  const [chosen, setChosen] = useState<string | null>(null);
  const found = points.findIndex(({ key }) => key === chosen);
  const at = found === -1 ? points.length - 1 : found;
  const choose = (index: number) => setChosen(points[index]?.key ?? null);
  const point = points[at];
  const top = topOfScale(points.map(({ value }) => value));
  const up = (value: number) => (value / top) * height;
  const labels = labelPositions(points.length, 3);
  const words = point ? `${point.name}: ${format(point.value)}` : '';
  return (
    <div className={styles.plot}>
      <div className={styles.scale} aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{format(value)}</span>
        ))}
      </div>
      <div className={styles.area}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className={styles.drawing}
          aria-hidden="true"
        >
          {[0, height / 2, height].map((y) => (
            <line key={y} x1="0" x2={width} y1={y} y2={y} className={styles.grid} />
          ))}
          {children(up)}
        </svg>
        {point && (
          <>
            <span
              className={styles.mark}
              style={{ insetInlineStart: `${across(at)}%`, insetBlockEnd: `${up(point.value)}%` }}
              aria-hidden="true"
            />
            <input
              type="range"
              className={styles.reader}
              min={0}
              max={points.length - 1}
              value={at}
              aria-label={t('chart.read', { title })}
              aria-valuetext={words}
              onChange={(event) => choose(Number(event.target.value))}
              onPointerMove={(event) => choose(nearest(event, points.length, across))}
            />
          </>
        )}
      </div>
      <div className={styles.labels} aria-hidden="true">
        {labels.map((index) => (
          <span key={index}>{points[index]?.label}</span>
        ))}
      </div>
      <p className={styles.words} aria-hidden="true">
        {words}
      </p>
    </div>
  );
}

function nearest(
  event: React.PointerEvent<HTMLInputElement>,
  points: number,
  across: (index: number) => number,
): number {
  const { left, width: wide } = event.currentTarget.getBoundingClientRect();
  const place = ((event.clientX - left) / wide) * 100;
  let best = 0;
  for (let index = 1; index < points; index += 1)
    if (Math.abs(across(index) - place) < Math.abs(across(best) - place)) best = index;
  return best;
}

/** The maximum of a scale from 0: a round number whose half is round too; 2 without data. */
export function topOfScale(values: readonly number[]): number {
  const most = Math.max(0, ...values);
  let power = 1;
  while (most > 10 * power) power *= 10;
  return power * ([2, 4, 10].find((step) => most <= step * power) ?? 10);
}

/** Indexes of at most `most` labels, from the first to the last point, as evenly spaced as possible. */
export function labelPositions(points: number, most: number): number[] {
  if (points === 0) return [];
  const labels = Math.min(points, most);
  if (labels === 1) return [0];
  return Array.from({ length: labels }, (_, at) => Math.round((at * (points - 1)) / (labels - 1)));
}
