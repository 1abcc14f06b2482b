import { type DataTag, QueryClient, type QueryKey, type Updater } from '@tanstack/react-query';
import { ApiError } from './api.ts';
import { forgetAtEnd } from './session.ts';

const retriedStatuses = new Set([0, 502, 503, 504]);

/** Cache of server state. Errors that a retry cannot fix are not retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && error instanceof ApiError && retriedStatuses.has(error.status),
    },
  },
});

/** Shows a state that a change was answered with. A request for it that is under way is dropped: its answer may be older. */
export async function showState<State>(
  queries: QueryClient,
  { queryKey }: { queryKey: DataTag<QueryKey, State, Error> },
  state: Updater<NoInfer<State> | undefined, NoInfer<State> | undefined>,
): Promise<void> {
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, state);
}

forgetAtEnd('answers', () => queryClient.clear());
