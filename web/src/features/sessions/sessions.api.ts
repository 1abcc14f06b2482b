import { listSessions } from '@keepsake/contract/accounts/sessions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
});
