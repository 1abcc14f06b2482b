import { Component, type ReactNode, StrictMode } from 'react';
import { VisitorNav } from '../../features/accounts/nav-bar.tsx';
import { logProblem } from '../../shared/log.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { ErrorMessage } from './error-message.tsx';
import { SiteFrame } from './site-frame.tsx';

/** Says so where a part of a visitor's page cannot be drawn: without it React would take away the whole page that came as HTML. */
class VisitorErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    logProblem('The page could not be drawn.', error);
  }

  override render() {
    return this.state.hasFailed ? <Failure /> : this.props.children;
  }
}

/**
 * A page for whoever is not signed in, without the whole app around it: drawn while the site is built, and taken over in the browser. What
 * cannot be drawn gives way to a message, with the frame around it where that can be drawn.
 */
export function VisitorSite({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <VisitorErrorBoundary>
        <SiteFrame signedIn={false} nav={<VisitorNav />}>
          <VisitorErrorBoundary>{children}</VisitorErrorBoundary>
        </SiteFrame>
      </VisitorErrorBoundary>
    </StrictMode>
  );
}

function Failure() {
  const { t } = useTranslation();
  return <ErrorMessage text={t('errorPage.text')} />;
}
