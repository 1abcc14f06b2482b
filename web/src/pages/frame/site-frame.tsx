import type { ReactNode } from 'react';
import { NavBar } from '../../features/accounts/nav-bar.tsx';
import { CookieBanner } from '../../features/landing/cookie-banner.tsx';
import { SiteFooter } from '../../features/landing/site-footer.tsx';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import styles from './site-frame.module.css';

/** The frame around every page. */
export function SiteFrame({ signedIn, nav, children }: { signedIn: boolean; nav: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.layout}>
      <a href="#content" className={styles.skip}>
        {t('skipToContent')}
      </a>
      <NavBar signedIn={signedIn}>{nav}</NavBar>
      <main id="content" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <SiteFooter />
      <CookieBanner />
    </div>
  );
}
