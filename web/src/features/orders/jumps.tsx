import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './order-page.module.css';

/** For readers who use the keyboard, what follows goes on from there. */
function goTo(id: string): void {
  const heading = document.querySelector<HTMLElement>(`#${id}`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
}

/** Links to the parts of a long page, by the ids of their headings; a part without a name is not there. */
export function Jumps({ to }: { to: Record<string, string | undefined> }) {
  const { t } = useTranslation('admin-order');
  return (
    <nav aria-label={t('onThisPage')}>
      <ul className={styles.jumps}>
        {Object.entries(to).map(
          ([id, name]) =>
            name !== undefined && (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    // Without an entry in the browser's history, so that "back" still leads to the list.
                    event.preventDefault();
                    goTo(id);
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
