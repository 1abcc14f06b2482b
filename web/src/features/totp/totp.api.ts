import { totpStatus } from '@keepsake/contract/totp';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

export const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: ({ signal }) => call(totpStatus, { signal }),
});
