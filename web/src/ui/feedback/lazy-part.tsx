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
  /** Stands there until the part has come. */
  pending?: ReactNode;
  /** Of a part that opens over the page: closes it, and a toast says why. Without it a notice stands in the part's place. */
  close?: (props: P) => void;
  /** The page says all there is to say without it: nothing stands in its place. */
  isOptional?: true;
}

/**
 * A component whose code is loaded when it is first drawn. Where that fails it says so, and offers to load the page again: a
 * browser may not ask for the same script twice.
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
    // What is wrong with the part itself is not for here.
    if (!(error instanceof CodeUnavailable)) throw error;
    return this.props.failed;
  }
}

/** In the place of a part of a page that could not be loaded. */
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

/** Says why what was pressed does nothing; where its code is missing, offers to load the page again. */
export function reloadOffer(error: unknown): void {
  const action = { label: text('common:errorPage.reload'), run: () => window.location.reload() };
  toast(errorText(error), { tone: 'bad', ...(error instanceof CodeUnavailable && { action }) });
}
