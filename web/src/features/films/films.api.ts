import { batchStatus, getContent } from '@keepsake/contract/photos/content';
import type { Reply } from '@keepsake/contract/endpoint';
import { limits } from '@keepsake/contract/limits';
import { listFailedSets } from '@keepsake/contract/films/failed-sets';
import {
  listFilmReports,
  owedFilms,
  type ProcessedContent,
  type Version,
  type VideoConfig,
} from '@keepsake/contract/films/videos';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';
import type { Photo } from '../photos/photos.api.ts';

/** A film that was ordered, in any state. The API calls it a version. */
export type OrderedFilm = Version;
/** A film that can be watched. The API calls it processed content. */
export type FinishedFilm = ProcessedContent;
/** How films are made. */
export type FilmConfig = VideoConfig;

export type Statuses = Reply<typeof batchStatus>['statuses'];

export async function fetchStatuses(photoIds: string[], signal?: AbortSignal): Promise<Statuses> {
  return (await call(batchStatus, { body: { contentIds: photoIds }, ...(signal && { signal }) })).statuses;
}

/** A photo with new links to its films; the links expire. */
export async function fetchPhoto(id: string): Promise<Photo> {
  return (await call(getContent, { params: { id } })).content;
}

export function filmReportsQuery(page: number) {
  return queryOptions({
    queryKey: ['admin', 'film-reports', page],
    queryFn: ({ signal }) => call(listFilmReports, { query: { page, limit: limits.adminPageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}

const everyMinute = 60_000;

export const failedKey = ['admin', 'failed-sets'];

export function failedQuery(page: number) {
  return queryOptions({
    queryKey: [...failedKey, page],
    queryFn: ({ signal }) => call(listFailedSets, { query: { page, limit: limits.adminPageSize }, signal }),
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
