import { Component, type ReactNode, StrictMode } from 'react';
import { VisitorNav } from '../../features/accounts/nav-bar.tsx';
import { logProblem } from '../../shared/log.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { ErrorMessage } from './error-message.tsx';
import { SiteFrame } from './site-frame.tsx';

/** Error boundary for parts of a visitor's page: without it React would remove the whole prerendered page. */
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
 * A page for visitors, without the whole app: prerendered at build time, and hydrated in the browser. A part that cannot be rendered is replaced by a
 * message, inside the frame if that can be rendered.
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
