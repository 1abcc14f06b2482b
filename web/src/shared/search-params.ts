import { useMemo } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';

/**
 * The URL's query, parsed by a schema of strings: `useSearch(z.object({ bucket: id }))`. Null if it does not match;
 * give the schema defaults to accept everything.
 */
export function useSearch<T extends z.ZodMiniType>(schema: T): z.output<T> | null {
  const { search } = useLocation();
  return useMemo(() => readSearch(search, schema), [search, schema]);
}

export function readSearch<T extends z.ZodMiniType>(search: string, schema: T): z.output<T> | null {
  const parsed = schema.safeParse(Object.fromEntries(new URLSearchParams(search)));
  return parsed.success ? parsed.data : null;
}

const pageSearch = z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1) });

/** `page` of the URL; 1 by default. */
export function usePageNumber(): number {
  return useSearch(pageSearch)?.page ?? 1;
}
