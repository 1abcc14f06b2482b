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

export interface WrongFilter {
  name: string;
  value: string;
}

/** Several filters of the URL: those that match their schemas, and those that do not. */
export function useFilters<Shape extends Record<string, z.ZodMiniType>>(
  shape: Shape,
): { filter: { [Name in keyof Shape]?: z.output<Shape[Name]> | undefined }; wrong: WrongFilter[] } {
  const { search } = useLocation();
  return useMemo(() => readFilters(search, shape), [search, shape]);
}

function readFilters<Shape extends Record<string, z.ZodMiniType>>(search: string, shape: Shape) {
  const filter: { [Name in keyof Shape]?: z.output<Shape[Name]> } = {};
  const wrong: WrongFilter[] = [];
  const given = new URLSearchParams(search);
  for (const [name, schema] of Object.entries(shape)) {
    const value = given.get(name);
    if (value === null || value === '') continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) filter[name as keyof Shape] = parsed.data as z.output<Shape[keyof Shape]>;
    else wrong.push({ name, value });
  }
  return { filter, wrong };
}

const pageSearch = z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1) });

/** `page` of the URL; 1 by default. */
export function usePageNumber(): number {
  return useSearch(pageSearch)?.page ?? 1;
}
