import type { ReactNode } from 'react';
import styles from './figure-list.module.css';

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
