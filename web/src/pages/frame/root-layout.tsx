import { Suspense } from 'react';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router';
import { useSessionCheck } from '../../features/accounts/accounts.api.ts';
import { VisitorNav } from '../../features/accounts/nav-bar.tsx';
import { SignedInNav } from '../../features/accounts/signed-in-nav.tsx';
import { useCodeIsLoading } from '../../shared/load-code.ts';
import { Spinner } from '../../ui/button.tsx';
import { Announcer } from '../../ui/overlays/announcer.tsx';
import { ToastRegion } from '../../ui/overlays/toast-region.tsx';
import { useStartBucket } from '../use-start-bucket.ts';
import styles from './root-layout.module.css';
import { SiteFrame } from './site-frame.tsx';

export function RootLayout() {
  const user = useSessionCheck();
  const startBucket = useStartBucket();
  return (
    <>
      <SiteFrame
        signedIn={user !== null}
        nav={user === null ? <VisitorNav /> : <SignedInNav user={user} onNewBucket={startBucket} />}
      >
        <Suspense fallback={<StartingPage />}>
          <Outlet />
        </Suspense>
      </SiteFrame>
      <NavigationProgress />
      <ToastRegion />
      <Announcer />
      <ScrollRestoration />
    </>
  );
}

/** A thin progress line at the top while the next page, or a part of this one, is loading; appears only after a noticeable delay. */
function NavigationProgress() {
  const { state } = useNavigation();
  const codeIsLoading = useCodeIsLoading();
  return state === 'idle' && !codeIsLoading ? null : <div className={styles.line} aria-hidden="true" />;
}

/** Shown before the first page has loaded; without text, because its texts have not loaded either. */
export function StartingPage() {
  return (
    <div className={styles.starting} aria-busy="true">
      <Spinner />
    </div>
  );
}
