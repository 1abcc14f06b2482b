import type { QueryInput, Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { listUsers } from '@keepsake/contract/accounts/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

export type ListedUser = Reply<typeof listUsers>['data'][number];

export const usersKey = ['admin', 'users'];

export type UserFilter = Pick<QueryInput<typeof listUsers>, 'search' | 'role'> & {
  verified?: 'true' | 'false' | undefined;
  disabled?: 'true' | 'false' | undefined;
};
export type UserSort = Pick<QueryInput<typeof listUsers>, 'sort' | 'direction'>;

export function usersQuery(page: number, filter: UserFilter, sort: UserSort) {
  return queryOptions({
    queryKey: [...usersKey, page, filter, sort],
    queryFn: ({ signal }) =>
      call(listUsers, { query: { ...filter, ...sort, page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}
