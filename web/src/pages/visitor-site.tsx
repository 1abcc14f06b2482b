import { type ReactNode, StrictMode } from 'react';
import { VisitorNav } from '../features/accounts/visitor-nav.tsx';
import { SiteFrame } from './site-frame.tsx';
import { VisitorErrorBoundary } from './visitor-error-boundary.tsx';

/**
 * A page for whoever is not signed in, without the whole app around it: drawn while the site is built, and taken over in the browser. What
 * cannot be drawn gives way to a message, with the frame around it where that can be drawn.
 */
export function VisitorSite({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <VisitorErrorBoundary>
        <SiteFrame signedIn={false} nav={<VisitorNav />} withSections>
          <VisitorErrorBoundary>{children}</VisitorErrorBoundary>
        </SiteFrame>
      </VisitorErrorBoundary>
    </StrictMode>
  );
}
