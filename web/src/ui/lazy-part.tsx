import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { CodeUnavailable, loadCode } from '../shared/load-code.ts';
import { logProblem } from '../shared/log.ts';
import { PartFailure } from './part-failure.tsx';
import { reloadOffer } from './reload-offer.ts';

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
