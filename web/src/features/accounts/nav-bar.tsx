import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Logo } from '../../ui/logo.tsx';
import { Link } from '../../ui/navigation.tsx';
import styles from './nav-bar.module.css';

/** The bar on top of every page; its links are those of a visitor or of a signed-in user. */
export function NavBar({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Link
          to={signedIn ? paths.dashboard : paths.home}
          className={styles.home}
          data-signed-in={signedIn || undefined}
        >
          <Logo />
        </Link>
        <nav aria-label={t('nav.main')} className={styles.nav}>
          {children}
        </nav>
      </div>
    </header>
  );
}
