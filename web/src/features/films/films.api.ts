import { batchStatus, type Content, getContent } from '@keepsake/contract/content';
import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { listFailedPhotos, listFilmReports, owedFilms } from '@keepsake/contract/videos';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

export type Statuses = Reply<typeof batchStatus>['statuses'];

export async function fetchStatuses(contentIds: string[], signal?: AbortSignal): Promise<Statuses> {
  return (await call(batchStatus, { body: { contentIds }, ...(signal && { signal }) })).statuses;
}

/** One photo with fresh links to its films: those of a page that has been open for long have expired. */
export async function fetchContent(id: string): Promise<Content> {
  return (await call(getContent, { params: { id } })).content;
}

export function filmReportsQuery(page: number) {
  return queryOptions({
    queryKey: ['admin', 'film-reports', page],
    queryFn: ({ signal }) => call(listFilmReports, { query: { page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What changes by itself is looked at again. */
const everyMinute = 60_000;

export const failedKey = ['admin', 'failed-photos'];

export function failedQuery(page: number) {
  return queryOptions({
    queryKey: [...failedKey, page],
    queryFn: ({ signal }) => call(listFailedPhotos, { query: { page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMinute,
  });
}

export const owedKey = ['admin', 'owed-films'];

export function owedQuery(page: number) {
  return queryOptions({
    queryKey: [...owedKey, page],
    queryFn: ({ signal }) => call(owedFilms, { query: { page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMinute,
  });
}
