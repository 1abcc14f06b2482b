import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { CodeUnavailable, loadCode } from '../../shared/load-code.ts';
import { logProblem } from '../../shared/log.ts';
import { codeText, errorText } from '../../shared/texts/i18n.ts';
import { text } from '../../shared/texts/texts.ts';
import { useTranslation } from '../../shared/texts/use-translation.ts';
import { Button } from '../button.tsx';
import { toast } from '../overlays/toast-store.ts';
import { Notice } from './notice.tsx';

interface Options<P> {
  /** Shown while the part is loading. */
  pending?: ReactNode;
  /** For overlays: closes the part on failure and shows a toast. Without it a notice replaces the part. */
  close?: (props: P) => void;
  /** On failure nothing is shown, because the page is complete without the part. */
  isOptional?: true;
}

/**
 * A component whose code is loaded on first render. If that fails, offers to reload the page, because a
 * browser may not request the same script again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { pending, close, isOptional }: Options<P> = {},
): ComponentType<P> {
  const ask = (): ComponentType<P> => lazy(async () => ({ default: await loadCode(load) }));
  let Part = ask();
  return function LazyPart(props: P) {
    const fail = (error: CodeUnavailable) => {
      Part = ask();
      logProblem('A part of the page is missing.', error);
      if (!close) return;
      reloadOffer(error);
      close(props);
    };
    return (
      <PartBoundary onFailure={fail} failed={close || isOptional ? null : <PartFailure />}>
        <Suspense fallback={pending}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  };
}

interface BoundaryProps {
  onFailure: (error: CodeUnavailable) => void;
  failed: ReactNode;
  children: ReactNode;
}

class PartBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof CodeUnavailable) this.props.onFailure(error);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    // Errors of the part itself are rethrown.
    if (!(error instanceof CodeUnavailable)) throw error;
    return this.props.failed;
  }
}

/** Replaces a part that could not be loaded. */
function PartFailure() {
  const { t } = useTranslation();
  return (
    <Notice
      tone="bad"
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {t('errorPage.reload')}
        </Button>
      }
    >
      <p>{codeText('code_unavailable')}</p>
    </Notice>
  );
}

/** Shows a toast for a failed action; if its code could not be loaded, offers to reload the page. */
export function reloadOffer(error: unknown): void {
  const action = { label: text('common:errorPage.reload'), run: () => window.location.reload() };
  toast(errorText(error), { tone: 'bad', ...(error instanceof CodeUnavailable && { action }) });
}
