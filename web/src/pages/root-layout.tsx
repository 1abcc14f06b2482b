import { Suspense } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { SignedInNav } from '../features/accounts/signed-in-nav.tsx';
import { useSessionCheck } from '../features/accounts/use-session-check.ts';
import { VisitorNav } from '../features/accounts/visitor-nav.tsx';
import { paths } from '../paths.ts';
import { Announcer } from '../ui/announcer.tsx';
import { ToastRegion } from '../ui/toast-region.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { SiteFrame } from './site-frame.tsx';
import { StartingPage } from './starting-page.tsx';
import { useStartMemory } from './use-start-memory.ts';

export function RootLayout() {
  const user = useSessionCheck();
  const startMemory = useStartMemory();
  const { pathname } = useLocation();
  return (
    <>
      <SiteFrame
        signedIn={user !== null}
        nav={user === null ? <VisitorNav /> : <SignedInNav user={user} onNewMemory={startMemory} />}
        withSections={pathname === paths.home || user === null}
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
