import { Suspense } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { NavBar } from '../features/accounts/nav-bar.tsx';
import { useSessionCheck } from '../features/accounts/use-session-check.ts';
import { CookieBanner } from '../features/landing/cookie-banner.tsx';
import { SiteFooter } from '../features/landing/site-footer.tsx';
import { paths } from '../paths.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { Announcer } from '../ui/announcer.tsx';
import { ToastRegion } from '../ui/toast-region.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import styles from './root-layout.module.css';
import { StartingPage } from './starting-page.tsx';
import { useStartMemory } from './use-start-memory.ts';

export function RootLayout() {
  const { t } = useTranslation();
  const user = useSessionCheck();
  const startMemory = useStartMemory();
  const { pathname } = useLocation();
  return (
    <div className={styles.layout}>
      <a href="#content" className={styles.skip}>
        {t('skipToContent')}
      </a>
      <NavigationProgress />
      <NavBar user={user} onNewMemory={startMemory} />
      <main id="content" tabIndex={-1} className={styles.main}>
        <Suspense fallback={<StartingPage />}>
          <Outlet />
        </Suspense>
      </main>
      <SiteFooter withSections={pathname === paths.home || user === null} />
      <CookieBanner />
      <ToastRegion />
      <Announcer />
      <ScrollRestoration />
    </div>
  );
}
