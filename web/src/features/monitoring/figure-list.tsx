import type { ReactNode } from 'react';
import { number } from '../../shared/texts/format.ts';
import styles from './figure-list.module.css';

/** What stands where there is nothing to count yet. */
const nothing = '–';

export interface ShownFigure {
  name: string;
  value: ReactNode;
  /** What the figure is of, where its name leaves that open. */
  note?: string | undefined;
}

/** Figures under their heading, each with its name. */
export function FigureList({ title, figures }: { title: string; figures: readonly ShownFigure[] }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <dl className={styles.list}>
        {figures.map(({ name, value, note }) => (
          <div key={name} className={styles.figure}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>{value}</dd>
            {note !== undefined && <dd className={styles.note}>{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** An average or a share, unless it is over nothing. */
export function over(count: number, value: string): string {
  return count === 0 ? nothing : value;
}

/** `2.75`, `2`. */
export function average(value: number): string {
  return number(value, { maximumFractionDigits: 2 });
}

/** `90 s`, `1.5 s`. */
export function seconds(value: number): string {
  return number(value, { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 });
}
