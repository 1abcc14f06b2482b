import { listAudit } from '@keepsake/contract/audit';
import type { QueryInput } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

export type AuditFilter = Pick<QueryInput<typeof listAudit>, 'actor' | 'action' | 'subject' | 'from' | 'to'>;

export function auditQuery(page: number, filter: AuditFilter) {
  return queryOptions({
    queryKey: ['admin', 'audit', page, filter],
    queryFn: ({ signal }) => call(listAudit, { query: { ...filter, page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
}
