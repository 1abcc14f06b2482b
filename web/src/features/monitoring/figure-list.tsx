import { Link } from 'react-router';
import { number } from '../../shared/texts/format.ts';
import styles from './figure-list.module.css';

/** Shown instead of an average without data. */
export const nothing = '–';

export interface ShownFigure {
  name: string;
  value: string;
  /** The list behind the figure. */
  to?: string | undefined;
  /** An explanation of the figure. */
  note?: string | undefined;
}

/** A list of named figures under a heading. */
export function FigureList({ title, figures }: { title: string; figures: readonly ShownFigure[] }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <dl className={styles.list}>
        {figures.map(({ name, value, to, note }) => (
          <div key={name} className={styles.figure}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>
              {to === undefined ? (
                value
              ) : (
                <Link to={to} aria-label={`${name}: ${value}`}>
                  {value}
                </Link>
              )}
            </dd>
            {note !== undefined && <dd className={styles.note}>{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Returns `value`, or a dash if the divisor is 0. */
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
