import {
  listAdminPrompts,
  listIcons,
  listPictograms,
  listPrompts,
  type Pictogram,
  type Prompt,
} from '@keepsake/contract/films/prompts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/api.ts';

class NoPrompts extends Error {
  override readonly name = 'NoPrompts';
}

/** The prompts. An empty list is retried ten times, every half second. */
export const promptsQuery = queryOptions({
  queryKey: ['prompts'],
  queryFn: async ({ signal }): Promise<Prompt[]> => {
    const { prompts } = await call(listPrompts, { signal });
    if (prompts.length === 0) throw new NoPrompts('No effects are on offer');
    return prompts;
  },
  retry: 9,
  retryDelay: 500,
  staleTime: 5 * 60_000,
});

/** The pictograms with advice for good photos, by key. */
export const pictogramsQuery = queryOptions({
  queryKey: ['suggestion-pictograms'],
  queryFn: async ({ signal }): Promise<Map<string, Pictogram>> => {
    const { suggestions } = await call(listPictograms, { signal });
    return new Map(suggestions.map((pictogram) => [pictogram.key, pictogram]));
  },
  staleTime: 5 * 60_000,
});

/** The same lists for administrators: always refetched, and not retried if empty. */
export const adminPromptsQuery = queryOptions({
  queryKey: ['admin', 'prompts'],
  queryFn: async ({ signal }) => (await call(listAdminPrompts, { signal })).prompts,
  staleTime: 0,
});

export const adminPictogramsQuery = queryOptions({
  queryKey: ['admin', 'pictograms'],
  queryFn: async ({ signal }) => (await call(listPictograms, { signal })).suggestions,
  staleTime: 0,
});

/** Permitted icons of a pictogram. */
export const iconsQuery = queryOptions({
  queryKey: ['admin', 'icons'],
  queryFn: ({ signal }) => call(listIcons, { signal }),
  staleTime: 0,
});

/** Invalidates prompts and pictograms, because a renamed or deleted pictogram changes prompts. */
export function refreshPrompts(queries: QueryClient): Promise<unknown> {
  return Promise.all(
    [adminPromptsQuery, adminPictogramsQuery, promptsQuery, pictogramsQuery].map(({ queryKey }) =>
      queries.invalidateQueries({ queryKey }),
    ),
  );
}
