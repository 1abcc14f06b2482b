import { type ReactNode, StrictMode } from 'react';
import { VisitorNav } from '../features/accounts/visitor-nav.tsx';
import { SiteFrame } from './site-frame.tsx';

/** A page for whoever is not signed in, without the whole app around it: drawn while the site is built, and taken over in the browser. */
export function VisitorSite({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <SiteFrame signedIn={false} nav={<VisitorNav />} withSections>
        {children}
      </SiteFrame>
    </StrictMode>
  );
}
