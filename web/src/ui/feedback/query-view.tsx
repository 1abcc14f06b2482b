import { useDeferredValue } from 'react';
import { errorText } from '../../shared/texts/i18n.ts';
import { Notice } from './notice.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

interface Props<Data> {
  query: { data: Data | undefined; error: Error | null };
  children: (data: Data) => React.ReactNode;
  /** A more specific error text than that of the code. */
  failureText?: (error: unknown) => string;
}

/** Renders a query's data, even if stale; else its error; else a placeholder. */
export function QueryView<Data>({ query: { data, error }, children, failureText = errorText }: Props<Data>) {
  // The first render is deferred, so that the page stays responsive.
  const isDrawn = useDeferredValue(data !== undefined);
  if (data !== undefined && isDrawn) return children(data);
  if (data !== undefined || error === null)
    return (
      <Loading>
        <Skeleton />
      </Loading>
    );
  return (
    <Notice tone="bad">
      <p>{failureText(error)}</p>
    </Notice>
  );
}
