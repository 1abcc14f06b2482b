import { useDeferredValue } from 'react';
import { errorText } from '../../shared/texts/i18n.ts';
import { RetryNotice } from './outcome-notices.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

interface Props<Data> {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  children: (data: Data) => React.ReactNode;
  /** A more specific error text than that of the code. */
  failureText?: (error: unknown) => string;
}

/** Renders a query's data, even if stale; else its error, with a retry button; else a placeholder. */
export function QueryView<Data>({ query, children, failureText = errorText }: Props<Data>) {
  const { data, error, refetch } = query;
  // The first render is deferred, so that the page stays responsive.
  const isDrawn = useDeferredValue(data !== undefined);
  if (data !== undefined && isDrawn) return children(data);
  if (data !== undefined || error === null)
    return (
      <Loading>
        <Skeleton />
      </Loading>
    );
  return <RetryNotice text={failureText(error)} onRetry={() => void refetch()} />;
}
