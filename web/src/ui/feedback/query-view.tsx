import { useDeferredValue } from 'react';
import { errorText } from '../../shared/texts/i18n.ts';
import { Notice } from './notice.tsx';
import { Loading, Skeleton } from './skeleton.tsx';

interface Props<Data> {
  query: { data: Data | undefined; error: Error | null };
  children: (data: Data) => React.ReactNode;
  /** Words for a failure, where there are better ones than those of its code. */
  failureText?: (error: unknown) => string;
}

/** What a query shows: its data, however old; else why there is none; else a placeholder. */
export function QueryView<Data>({ query: { data, error }, children, failureText = errorText }: Props<Data>) {
  // What comes first is drawn in pieces, so that the page answers meanwhile.
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
