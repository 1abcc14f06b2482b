import { QueryClient } from '@tanstack/react-query';
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

forgetAtEnd('answers', () => queryClient.clear());
