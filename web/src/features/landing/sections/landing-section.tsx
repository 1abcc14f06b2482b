import type { ReactNode } from 'react';
import { type Section, sections } from '../../../paths.ts';
import styles from './landing-section.module.css';

/** A section with its anchor; its heading can be focused by a link to the section. */
export function LandingSection({
  id,
  title,
  intro,
  sunken = false,
  split = false,
  children,
}: {
  id: Section;
  title: string;
  intro?: string;
  sunken?: boolean;
  /** The heading is beside the content if there is room. */
  split?: boolean;
  children: ReactNode;
}) {
  return (
    <section id={id} className={styles.section} data-sunken={sunken || undefined} aria-labelledby={`${id}-title`}>
      <div className={styles.inner} data-split={split || undefined}>
        <div className={styles.head}>
          <h2 id={`${id}-title`} tabIndex={-1}>
            {title}
          </h2>
          {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        </div>
        <div className={styles.content}>{children}</div>
      </div>
    </section>
  );
}

/** Focuses the heading of the section in the URL, as browsers do for links within a page. */
export function focusSection(hash: string): void {
  const section = sections.find((name) => hash === `#${name}`);
  if (section === undefined) return;
  document.getElementById(section)?.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
}
