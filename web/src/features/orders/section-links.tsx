import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './order-page.module.css';

/** Scrolls to a heading and focuses it, so that the next Tab continues below it. */
function focusHeading(id: string): void {
  const heading = document.querySelector<HTMLElement>(`#${id}`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

/** Links to the sections of a long page. @param names by the id of the section's heading; undefined for a section that the page lacks */
export function SectionLinks({ names }: { names: Record<string, string | undefined> }) {
  const { t } = useTranslation('admin-order');
  return (
    <nav aria-label={t('onThisPage')}>
      <ul className={styles.sectionLinks}>
        {Object.entries(names).map(
          ([id, name]) =>
            name !== undefined && (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    // Without an entry in the browser's history, so that "back" still leads to the list.
                    event.preventDefault();
                    focusHeading(id);
                  }}
                >
                  {name}
                </a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}
