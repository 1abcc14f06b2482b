import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { listUsers } from '@keepsake/contract/accounts/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

export type ListedUser = Reply<typeof listUsers>['data'][number];

export const usersKey = ['admin', 'users'];

export function usersQuery(page: number, search: string | undefined) {
  return queryOptions({
    queryKey: [...usersKey, page, search],
    queryFn: ({ signal }) => call(listUsers, { query: { page, limit: limits.adminPageSize, search }, signal }),
    placeholderData: keepPreviousData,
  });
}
