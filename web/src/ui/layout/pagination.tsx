import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link, type To } from 'react-router';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './pagination.module.css';

interface PaginationProps {
  page: number;
  pages: number;
  /** Whether there are further pages of unknown number. */
  isLonger?: boolean;
  /** Returns the URL of a page. */
  to: (page: number) => To;
  label: string;
  /** One of several lists on a page: the scroll position stays. */
  isPart?: boolean;
}

/** Links to the pages of a list: first, last and five around the current one. */
export function Pagination({ page, pages, isLonger = false, to, label, isPart = false }: PaginationProps) {
  const { t } = useTranslation();
  // A page beyond the last one (the list became shorter) links back.
  if (pages <= 1 && page <= 1) return null;
  return (
    <nav aria-label={label} className={styles.nav}>
      <PageLink to={to(page - 1)} disabled={page <= 1} label={t('previousPage')} isPart={isPart}>
        <ChevronLeft size={20} aria-hidden="true" />
      </PageLink>
      <ul className={styles.pages}>
        {pageWindow(page, isLonger ? Math.max(page, pages) : pages, 5).map((entry, index) => (
          <li key={entry ?? `gap ${index}`}>
            {entry === null ? (
              <span className={styles.gap}>…</span>
            ) : (
              <Link
                to={to(entry)}
                preventScrollReset={isPart}
                className={styles.page}
                aria-current={entry === page ? 'page' : undefined}
                aria-label={t('pageNumber', { page: entry })}
              >
                {entry}
              </Link>
            )}
          </li>
        ))}
      </ul>
      <PageLink to={to(page + 1)} disabled={page >= pages && !isLonger} label={t('nextPage')} isPart={isPart}>
        <ChevronRight size={20} aria-hidden="true" />
      </PageLink>
    </nav>
  );
}

function PageLink({
  to,
  disabled,
  label,
  isPart,
  children,
}: {
  to: To;
  disabled: boolean;
  label: string;
  isPart: boolean;
  children: React.ReactNode;
}) {
  if (disabled) return <span className={styles.end}>{children}</span>;
  return (
    <Link to={to} preventScrollReset={isPart} className={styles.page} aria-label={label}>
      {children}
    </Link>
  );
}

/** The page numbers to link: all within `reach` of the current one, the first and the last; null stands for a gap. */
export function pageWindow(page: number, pages: number, reach: number): (number | null)[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= reach,
  );
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    return before !== undefined && number - before > 1 ? [null, number] : [number];
  });
}
