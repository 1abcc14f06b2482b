import { Component, type ReactNode } from 'react';
import { logProblem } from '../shared/log.ts';
import { useTranslation } from '../shared/use-translation.ts';
import { ErrorMessage } from './error-message.tsx';

/** Says so where a part of a visitor's page cannot be drawn: without it React would take away the whole page that came as HTML. */
export class VisitorErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
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

function Failure() {
  const { t } = useTranslation();
  return <ErrorMessage text={t('errorPage.text')} />;
}
