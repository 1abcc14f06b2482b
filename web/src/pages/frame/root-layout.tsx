import { Suspense } from 'react';
import { type Location, Outlet, ScrollRestoration, useNavigation } from 'react-router';
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
      <ScrollRestoration getKey={scrollKey} />
    </>
  );
}

/**
 * Under what the scroll position of a page is kept. Every page that the browser loaded has the key `default`: the next one would begin where the
 * last one was left, such as at the end of the message that a payment is complete.
 */
function scrollKey({ key, pathname, search }: Location): string {
  return key === 'default' ? pathname + search : key;
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
