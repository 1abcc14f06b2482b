import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import type { UserData } from '../../shared/session.ts';
import { useTranslation } from '../../shared/use-translation.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './nav-bar.module.css';
import { SignedInNav } from './signed-in-nav.tsx';
import { VisitorNav } from './visitor-nav.tsx';

export function NavBar({ user, onNewMemory }: { user: UserData | null; onNewMemory: () => void }) {
  const { t } = useTranslation();
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Link
          to={user === null ? paths.home : paths.dashboard}
          className={styles.home}
          data-signed-in={user !== null || undefined}
        >
          <Logo />
        </Link>
        <nav aria-label={t('nav.main')} className={styles.nav}>
          {user === null ? <VisitorNav /> : <SignedInNav user={user} onNewMemory={onNewMemory} />}
        </nav>
      </div>
    </header>
  );
}
